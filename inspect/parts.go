package inspect

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea/robotsmeta"
)

// Limits on the listed closed parts of a page.
const (
	maxParts    = 100 // that are listed
	maxPartText = 60  // characters of the text at a part's start
)

// A Part is a closed part of a page: a run of text, possibly through several elements, that is
// closed to the same purposes.
type Part struct {
	ClosedTo []string `json:"closed_to"` // "noindex", "noanchor", "nosnippet"
	Line     int      `json:"line"`      // of its first letter
	Column   int      `json:"column"`    // in bytes
	Text     string   `json:"text"`      // its beginning
}

// marks matches what can close a part; there is no match between two texts of one part.
var marks = regexp.MustCompile(`(?i)noindex|googleo|data-nosnippet|robots-nocontent`)

// closedParts returns the first closed parts of a page, and the number of all. The text is in
// UTF-8.
func closedParts(page string) (out []Part, total int) {
	at := textPlace{text: page}
	before, end := robotsmeta.Region(0), 0 // of the previous text: what it is closed to, and its end
	for p := range robotsmeta.Parts(page) {
		text := strings.TrimSpace(p.Text)
		between := page[end:p.Start]
		if p.Region == 0 || text != "" {
			end = p.Start + len(p.Text)
		}
		switch {
		case p.Region == 0:
			before = 0
		case text == "":
		case p.Region == before && !marks.MatchString(between):
			if last := len(out) - 1; total == len(out) {
				out[last].Text = partText(out[last].Text + " " + text)
			}
		default:
			before = p.Region
			if total++; total > maxParts {
				continue
			}
			start := p.Start + strings.Index(p.Text, text)
			line, column := at.place(start)
			out = append(out, Part{strings.Split(p.Region.String(), ","), line, column, partText(text)})
		}
	}
	return out, total
}

// partText returns the beginning of a text as one line.
func partText(s string) string {
	const bytes = 8 * maxPartText // enough for this number of characters, and whitespace
	s = strings.Join(strings.Fields(s[:min(len(s), bytes)]), " ")
	if r := []rune(s); len(r) > maxPartText {
		s = string(r[:maxPartText]) + "..."
	}
	return strings.ToValidUTF8(s, "")
}

// A textPlace computes line numbers for offsets in ascending order.
type textPlace struct {
	text                string
	at, line, lineStart int
}

// place returns the line and the column in bytes of an offset, from 1.
func (t *textPlace) place(offset int) (line, column int) {
	passed := t.text[t.at:offset]
	t.line += strings.Count(passed, "\n")
	if i := strings.LastIndexByte(passed, '\n'); i >= 0 {
		t.lineStart = t.at + i + 1
	}
	t.at = offset
	return t.line + 1, offset - t.lineStart + 1
}

// LinkCounts counts the links of a page, the elements a and area, and those that ask not to be
// followed, by relation.
type LinkCounts struct {
	Total     int `json:"total"`
	NoFollow  int `json:"nofollow"`
	UGC       int `json:"ugc"`
	Sponsored int `json:"sponsored"`
}

// countLinks counts the links of a page in UTF-8.
func countLinks(page []byte) *LinkCounts {
	n := &LinkCounts{}
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return n
		case html.StartTagToken, html.SelfClosingTagToken:
			if t := z.Token(); t.DataAtom == atom.A || t.DataAtom == atom.Area {
				n.add(t.Attr)
			}
		}
	}
}

// add counts an element, if it is a link.
func (n *LinkCounts) add(attributes []html.Attribute) {
	linked, rels := false, robotsmeta.Rel(0)
	for _, a := range attributes {
		switch a.Key {
		case "href":
			linked = true
		case "rel":
			rels = robotsmeta.ParseRel(a.Val)
		}
	}
	if !linked {
		return
	}
	n.Total++
	for rel, counted := range map[robotsmeta.Rel]*int{
		robotsmeta.RelNoFollow: &n.NoFollow, robotsmeta.RelUGC: &n.UGC, robotsmeta.RelSponsored: &n.Sponsored,
	} {
		if rels&rel != 0 {
			*counted++
		}
	}
}
