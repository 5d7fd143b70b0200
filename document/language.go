package document

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// Sizes of what tells a language, in bytes.
const (
	glanceBytes = 320     // of text that mostly tells it beyond doubt
	sampleBytes = 3 << 10 // of other text
	sentence    = 60      // from which on an element is running text
	longWord    = 64      // within which a space is looked for where there may be none
)

// Language returns the code of the page's language (ISO 639-1), "und" if it is not
// known: by what it declares and by its text. The usual language of its site, "" if there
// is none, needs little of the text to be confirmed, and is none without it.
func Language(p *aranea.Page, usual string) string {
	lang, _ := languageOf(nil, p, usual)
	return lang.String()
}

// languageOf returns the language of a page, and buf, which a sample of its text may
// lie in.
func languageOf(buf []byte, p *aranea.Page, usual string) (analyze.Lang, []byte) {
	if p.Told != "" {
		told, _ := analyze.ParseLang(p.Told)
		return told, buf
	}
	buf = sampleOf(buf[:0], p, glanceBytes, glanceBytes/8)
	expected := cmp.Or(p.Lang, usual)
	if lang := analyze.Glance(expected, buf); lang != analyze.Und {
		return lang, buf
	}
	buf = sampleOf(buf[:0], p, sampleBytes, sentence)
	return analyze.Detect(p.Lang, buf), buf
}

// langOf returns the language of an element: what its markup declares, unless its text
// speaks clearly against it, or else that of the page.
func langOf(p *aranea.Page, e *aranea.Element, page analyze.Lang) analyze.Lang {
	if int(e.Container) >= len(p.Containers) {
		return page
	}
	declared := p.Containers[e.Container].Lang
	if own, ok := analyze.ParseLang(declared); !ok || own == page {
		return page
	}
	if told := analyze.Detect(declared, p.Text[e.Start:e.End]); told != analyze.Und {
		return told
	}
	return page
}

// sampleOf appends text that tells the language, of about most bytes: running text first,
// in pieces of at least so many bytes from all over the page, and then what else there is
// but cells of tables.
func sampleOf(out []byte, p *aranea.Page, most, piece int) []byte {
	running := 0
	for i := range p.Elements {
		if e := &p.Elements[i]; isRunning(e) {
			running += int(e.End - e.Start)
		}
	}
	// Of a page with much text each element gives a part.
	share := float64(most) / float64(max(running, 1))
	out = slices.Grow(out, most+4)
	owed := 0.0
	for i := range p.Elements {
		e := &p.Elements[i]
		if !isRunning(e) {
			continue
		}
		if owed += share * float64(e.End-e.Start); owed >= float64(piece) || share >= 1 {
			n := len(out)
			out = append(out, clip(p.Text[e.Start:e.End], min(int(owed), most-len(out)))...)
			out = append(out, '\n')
			owed -= float64(len(out) - n)
		}
	}
	for i := range p.Elements {
		if len(out) >= most/4 {
			break
		}
		if e := &p.Elements[i]; e.Kind.IsBlock() && e.Kind != aranea.ElementCell && !isRunning(e) {
			out = append(append(out, clip(p.Text[e.Start:e.End], most-len(out))...), '\n')
		}
	}
	return out
}

// isRunning reports whether an element is likely to be of sentences, and not of those
// that all pages of the site have.
func isRunning(e *aranea.Element) bool {
	if e.Zone != aranea.ZoneMain {
		return false
	}
	switch e.Kind {
	case aranea.ElementText, aranea.ElementListItem, aranea.ElementCaption:
		return e.End-e.Start >= sentence
	}
	return false
}

// clip returns the beginning of a text of at most n bytes, to the end of a word, or of a
// character where words have no spaces.
func clip(text []byte, n int) []byte {
	if n >= len(text) {
		return text
	}
	n = max(n, 0)
	from := 0
	if n > longWord && text[n-1] >= utf8.RuneSelf {
		from = n - longWord
	}
	if end := bytes.LastIndexByte(text[from:n], ' '); end >= 0 || n == 0 || text[n-1] < utf8.RuneSelf {
		return text[:from+max(end, 0)]
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
