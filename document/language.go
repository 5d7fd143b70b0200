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

// How much text is read to tell a language, in bytes unless said otherwise.
const (
	places      = 2       // places of a page whose text usually confirms the expected language
	placeBytes  = 72      // at each of these places
	firstBytes  = 24      // of which these are usually enough
	pieces      = 8       // pieces from all over a page, which usually rule out the expected language
	pieceBytes  = 40      // in each of these pieces
	sampleBytes = 3 << 10 // otherwise
	sentence    = 60      // length from which an element counts as running text
	longWord    = 64      // within which a space is looked for; there may be none
)

// samples holds buffers for samples of pages.
var samples = sync.Pool{New: func() any { return new([]byte) }}

// Language returns the code of the page's language (ISO 639-1), "und" if it is unknown, by what
// the page declares and by its text. likely is the usual language of the site, "" if none:
// little text suffices to confirm it, and without any text it does not count.
func Language(p *aranea.Page, likely string) string {
	return languageOf(p, likely).String()
}

func languageOf(p *aranea.Page, likely string) analyze.Lang {
	if p.Told != "" {
		told, _ := analyze.ParseLang(p.Told)
		return told
	}
	expected, _ := analyze.ParseLang(cmp.Or(p.Lang, likely))
	told := toldBy(p, expected)
	if told == expected || told == analyze.Und {
		return told
	}
	return cmp.Or(ownLang(p), told)
}

// toldBy returns the language that the text of a page tells where one is expected.
func toldBy(p *aranea.Page, expected analyze.Lang) analyze.Lang {
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
	if told == analyze.Und && tables { // the tables hold the whole text, as on pages laid out by tables
		return expected.Common(p.Text)
	}
	return told
}

// cut appends the pieces, each split in two: the first halves alone may be enough.
func cut(out, whole [][]byte) [][]byte {
	for _, text := range whole {
		first := clip(text, firstBytes)
		out = append(out, first, text[len(first):])
	}
	return out
}

// otherLang returns the language that the markup of an element declares, and whether it differs
// from that of the page.
func otherLang(p *aranea.Page, e *aranea.Element, page analyze.Lang) (declared string, other bool) {
	if int(e.Container) >= len(p.Containers) {
		return "", false
	}
	declared = p.Containers[e.Container].Lang
	own, ok := analyze.ParseLang(declared)
	return declared, ok && own != page
}

// piecesOf appends at most most pieces of running text, of size bytes each, from places evenly
// spread over the page.
func piecesOf(out [][]byte, p *aranea.Page, most, size int) [][]byte {
	at, free := 0, uint32(0) // the next element, and where unused text begins
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

// linesOf appends text from the places of a page that has little running text, leaving out
// table cells: a few short elements each.
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

// elementAt returns the first element, from index from on, that ends after a place.
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

// behindSpace returns the text after its first space, or from its next character on if words
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

// sampleOf appends about most bytes of text that tells the language: first running text, in
// pieces of at least piece bytes from all over the page, then anything else except table cells.
func sampleOf(out []byte, p *aranea.Page, most, piece int) []byte {
	running := 0
	for i := range p.Elements {
		if e := &p.Elements[i]; isRunning(e) {
			running += int(e.End - e.Start)
		}
	}
	// Of a page with much text, each element contributes a share.
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

// isRunning reports whether an element is likely to consist of sentences of the page itself
// rather than of the site's template.
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

// isLine reports whether an element is a block other than a table cell.
func isLine(e *aranea.Element) bool { return e.Kind.IsBlock() && e.Kind != aranea.ElementCell }

// isTabular reports whether at least half of the text of a page is in table cells, whose words
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

// clip returns the beginning of a text, at most n bytes long, that ends with a whole word, or
// with a whole character if words have no spaces.
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
