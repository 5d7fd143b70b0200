package document

import (
	"bytes"
	"cmp"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// Sizes of what tells a language, in bytes.
const (
	places      = 2       // of a page, the text at which mostly confirms what is expected
	placeBytes  = 72      // of each of them
	firstBytes  = 24      // of these, which are mostly enough
	pieces      = 8       // from all over a page, which mostly tell beyond doubt what is not
	pieceBytes  = 40      // of each of them
	sampleBytes = 3 << 10 // of other text
	sentence    = 60      // from which on an element is running text
	longWord    = 64      // within which a space is looked for where there may be none
)

// samples are room for samples of pages.
var samples = sync.Pool{New: func() any { return new([]byte) }}

// Language returns the code of the page's language (ISO 639-1), "und" if it is not
// known: by what it declares and by its text. The likely language of its site, "" if there
// is none, needs little of the text to be confirmed, and is none without it.
func Language(p *aranea.Page, likely string) string {
	return languageOf(p, likely).String()
}

func languageOf(p *aranea.Page, likely string) analyze.Lang {
	if p.Told != "" {
		told, _ := analyze.ParseLang(p.Told)
		return told
	}
	expected, _ := analyze.ParseLang(cmp.Or(p.Lang, likely))
	tables := expected == analyze.Und && isTabular(p)
	if !tables {
		if told := expected.Common(p.Text); told != analyze.Und {
			return told
		}
	}
	var room, rest [pieces][]byte
	few := piecesOf(room[:0], p, places, placeBytes)
	running := len(few) == places
	if expected != analyze.Und {
		if !running {
			few = linesOf(room[:0], p)
		}
		if expected.Confirmed(cut(rest[:0], few)) {
			return expected
		}
	}
	if running {
		if lang := analyze.Glance(expected, piecesOf(room[:0], p, pieces, pieceBytes)); lang != analyze.Und {
			return lang
		}
	}
	buf := samples.Get().(*[]byte)
	defer samples.Put(buf)
	*buf = sampleOf((*buf)[:0], p, sampleBytes, sentence)
	told := analyze.Detect(p.Lang, expected, *buf)
	if told == analyze.Und && tables { // that hold all there is, as on pages laid out by them
		return expected.Common(p.Text)
	}
	return told
}

// cut appends pieces in two parts each: the first ones of all may be enough.
func cut(out, whole [][]byte) [][]byte {
	for _, text := range whole {
		first := clip(text, firstBytes)
		out = append(out, first, text[len(first):])
	}
	return out
}

// otherLang returns the language that the markup of an element declares, and whether it is one
// other than that of the page.
func otherLang(p *aranea.Page, e *aranea.Element, page analyze.Lang) (declared string, other bool) {
	if int(e.Container) >= len(p.Containers) {
		return "", false
	}
	declared = p.Containers[e.Container].Lang
	own, ok := analyze.ParseLang(declared)
	return declared, ok && own != page
}

// piecesOf appends at most so many pieces, of a size in bytes, of running text from all
// over the page: what stands at places that are as far from each other, or next behind them.
func piecesOf(out [][]byte, p *aranea.Page, most, size int) [][]byte {
	at, free := 0, uint32(0) // the next element, and where text begins that is not taken
	for k := range most {
		place := max(uint32(len(p.Text)*(2*k+1)/(2*most)), free)
		at = elementAt(p, at, place)
		for at < len(p.Elements) && (!isRunning(&p.Elements[at]) || p.Elements[at].Start < free && p.Elements[at].End < free+sentence) {
			at++
		}
		if at == len(p.Elements) {
			break
		}
		e := &p.Elements[at]
		start := max(e.Start, min(place, e.End-sentence))
		text := p.Text[start:e.End]
		if start > e.Start {
			text = behindSpace(text)
		}
		free = e.End - uint32(len(text))
		text = clip(text, size)
		out, free = append(out, text), free+uint32(len(text))
	}
	return out
}

// linesOf appends what a page without much running text has at its places, but for cells of
// tables: some short elements each.
func linesOf(out [][]byte, p *aranea.Page) [][]byte {
	at, free := 0, uint32(0) // as in piecesOf
	for k := range places {
		place := max(uint32(len(p.Text)*(2*k+1)/(2*places)), free)
		at = elementAt(p, at, place)
		for at < len(p.Elements) && (!isLine(&p.Elements[at]) || p.Elements[at].Start < free) {
			at++
		}
		if at == len(p.Elements) {
			break
		}
		text := clip(p.Text[p.Elements[at].Start:], placeBytes)
		out, free = append(out, text), p.Elements[at].Start+uint32(len(text))
	}
	return out
}

// elementAt returns the first element from one on that does not end before a place.
func elementAt(p *aranea.Page, from int, place uint32) int {
	to := len(p.Elements)
	for from < to {
		if mid := int(uint(from+to) / 2); p.Elements[mid].End <= place {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}

// behindSpace returns a text from its next word on, or from its next character where words
// have no spaces.
func behindSpace(text []byte) []byte {
	if i := bytes.IndexByte(text[:min(len(text), pieceBytes/2)], ' '); i >= 0 {
		return text[i+1:]
	}
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
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
		if running == 0 {
			break
		}
		if !isRunning(e) {
			continue
		}
		running -= int(e.End - e.Start)
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
		if e := &p.Elements[i]; isLine(e) && !isRunning(e) {
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

// isLine reports whether an element is a block, but no cell of a table.
func isLine(e *aranea.Element) bool { return e.Kind.IsBlock() && e.Kind != aranea.ElementCell }

// isTabular reports whether at least half of the text of a page stands in tables, whose words
// may be of another language.
func isTabular(p *aranea.Page) bool {
	cells := 0
	for i := range p.Elements {
		if e := &p.Elements[i]; e.Kind == aranea.ElementCell {
			cells += int(e.End - e.Start)
		}
	}
	return cells*2 >= len(p.Text)
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
	end := bytes.LastIndexByte(text[from:n], ' ')
	if newline := bytes.LastIndexByte(text[from+end+1:n], '\n'); newline >= 0 {
		end += 1 + newline
	}
	if end >= 0 || n == 0 || text[n-1] < utf8.RuneSelf {
		return text[:from+max(end, 0)]
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
