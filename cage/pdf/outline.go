package pdf

import (
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Limits of outlines. An outline may contain itself; repeated entries only repeat titles.
const (
	maxEntries = 5000
	maxLevels  = 30
	maxHeading = 300 // bytes of a line that is compared with the titles
)

// An outline has the titles of a document's outline by the key that is compared with the lines of
// its pages.
type outline struct {
	titles map[string]*title
	starts map[string]bool // the beginnings of the keys
	order  []*title
}

// A title is one title of an outline.
type title struct {
	words string
	kind  aranea.ElementKind
	left  int  // how many lines of the pages may still match it
	found bool // found on a page
}

// outline reads the outline of a document. Its first level is that of chapters, below the title
// of the document.
func (r *Reader) outline(d *document) outline {
	o := outline{titles: map[string]*title{}, starts: map[string]bool{}}
	first, err := r.pdf.FPDFBookmark_GetFirstChild(&requests.FPDFBookmark_GetFirstChild{Document: d.ref})
	if err != nil || first.Bookmark == nil {
		return o
	}
	r.marks++
	open := []references.FPDF_BOOKMARK{*first.Bookmark} // the current entry of each level
	for entries := 0; len(open) > 0; entries++ {
		entry := open[len(open)-1]
		if entries >= maxEntries || d.told <= 0 {
			d.limited = true
			break
		}
		if t, err := r.pdf.FPDFBookmark_GetTitle(&requests.FPDFBookmark_GetTitle{Bookmark: entry}); err == nil {
			d.told -= len(t.Title)
			o.add(t.Title, len(open)+1)
		}
		d.limited = d.limited || len(open) == maxLevels
		if len(open) < maxLevels {
			child, err := r.pdf.FPDFBookmark_GetFirstChild(&requests.FPDFBookmark_GetFirstChild{Document: d.ref, Bookmark: &entry})
			if err == nil && child.Bookmark != nil {
				r.marks++
				open = append(open, *child.Bookmark)
				continue
			}
		}
		open = r.following(d, open)
	}
	return o
}

// following returns the open entries after the entry of the last level has been read.
func (r *Reader) following(d *document, open []references.FPDF_BOOKMARK) []references.FPDF_BOOKMARK {
	for len(open) > 0 {
		last := len(open) - 1
		next, err := r.pdf.FPDFBookmark_GetNextSibling(&requests.FPDFBookmark_GetNextSibling{Document: d.ref, Bookmark: open[last]})
		if err == nil && next.Bookmark != nil {
			r.marks++
			open[last] = *next.Bookmark
			return open
		}
		open = open[:last]
	}
	return open
}

// add adds a title with a heading level.
func (o *outline) add(words string, level int) {
	words = collapse(words)
	key := compared(words)
	if key == "" {
		return
	}
	t := o.titles[key]
	if t == nil {
		t = &title{words: words, kind: content.Heading(level)}
		o.titles[key], o.starts[start(key)] = t, true
		o.order = append(o.order, t)
	}
	t.left++
}

// start returns the beginning of a key, which is enough to exclude most lines.
func start(key string) string { return key[:min(len(key), startBytes)] }

const startBytes = 4

// compared returns the key of a title: its letters and digits in lower case, without the number
// before them.
func compared(words string) string {
	all := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, words)
	if i := strings.IndexFunc(all, unicode.IsLetter); i > 0 {
		return all[i:]
	}
	return all
}

// split returns the paragraphs of a page and the headings among them: lines, or two consecutive
// lines, that are a title of the outline. Empty lines separate paragraphs.
func (o *outline) split(text string) []block {
	var blocks []block
	paragraph := strings.Builder{}
	end := func() {
		if words := collapse(paragraph.String()); words != "" {
			blocks = append(blocks, block{kind: aranea.ElementText, text: words})
		}
		paragraph.Reset()
	}
	lines := strings.Split(text, "\n")
	for len(lines) > 0 {
		if kind, n := o.heading(lines); n > 0 {
			end()
			blocks = append(blocks, block{kind: kind, text: collapse(strings.Join(lines[:n], " "))})
			lines = lines[n:]
			continue
		}
		if strings.TrimSpace(lines[0]) == "" {
			end()
		}
		paragraph.WriteString(lines[0])
		paragraph.WriteByte('\n')
		lines = lines[1:]
	}
	end()
	return blocks
}

// heading returns how many lines at the beginning are a title, 0 for none, and the kind of
// heading.
func (o *outline) heading(lines []string) (aranea.ElementKind, int) {
	if len(o.titles) == 0 {
		return 0, 0
	}
	words := ""
	for n := 1; n <= min(len(lines), 2) && len(words)+len(lines[n-1]) <= maxHeading; n++ {
		words += " " + lines[n-1]
		key := compared(words)
		if len(key) >= startBytes && !o.starts[start(key)] {
			break
		}
		if t := o.titles[key]; t != nil && t.left > 0 {
			t.left--
			t.found = true
			return t.kind, n
		}
	}
	return 0, 0
}

// rest returns the titles that were found on no page, as text: they are not visible in the
// document, so they do not count as headings.
func (o *outline) rest() []block {
	var blocks []block
	for _, t := range o.order {
		if !t.found {
			blocks = append(blocks, block{kind: aranea.ElementText, text: t.words})
		}
	}
	return blocks
}
