package html

import (
	"bytes"
	"net/url"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// Limits of permalinks.
const (
	nearby    = 8  // identifiers before a link that may be that of its own place
	maxSymbol = 16 // bytes of the text of a permalink
)

// permalinks finds permalinks: links to the place where they stand, which generators of
// documentation add to headings, definitions and captions so that readers can copy the URL. The
// text of such a link is a symbol without words, such as ¶ or #, and no part of what it stands in;
// nor are words in it that are hidden from those who look at the page. So is the number of a line
// that leads to that line.
type permalinks struct {
	ids  [nearby][]byte // the last identifiers of elements
	next int            // the oldest of them

	from   int             // where the text of an open link to its own place begins, -1 if there is none
	symbol [maxSymbol]byte // that was cut from the open heading, which had no other text so far
	kept   uint8           // its length, 0 if there is none

	seen []byte // what readers see of an open one

	number [maxSymbol]byte // the digits that the href of an open one ends with
	digits uint8           // how many these are
}

func (l *permalinks) reset() {
	for i := range l.ids {
		l.ids[i] = l.ids[i][:0]
	}
	l.from, l.kept = -1, 0
}

// passed notes the identifier of an element.
func (l *permalinks) passed(id []byte) {
	l.ids[l.next] = append(l.ids[l.next][:0], id...)
	l.next = (l.next + 1) % nearby
}

// leadsHere reports whether an href leads to the place where it stands, or to no place: to the
// top of the page or to a script. It is not empty.
func (l *permalinks) leadsHere(href []byte) bool {
	const script = "javascript:"
	if href[0] != '#' {
		return len(href) > len(script) && bytes.EqualFold(href[:len(script)], []byte(script))
	}
	if len(href) == 1 || l.isNear(href[1:]) {
		return true
	}
	if bytes.IndexByte(href, '%') < 0 {
		return false
	}
	plain, err := url.PathUnescape(string(href[1:]))
	return err == nil && l.isNear([]byte(plain))
}

func (l *permalinks) isNear(id []byte) bool {
	for _, near := range l.ids {
		if bytes.Equal(near, id) {
			return len(id) > 0
		}
	}
	return false
}

// isSymbol reports whether a text has no letters or digits.
func isSymbol(s []byte) bool {
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return false
		}
		s = s[n:]
	}
	return true
}

// startPermalink begins the text of a link.
func (p *Parser) startPermalink(href []byte) {
	if len(href) > 0 && (href[0] == '#' || href[0]|0x20 == 'j') && p.permalinks.leadsHere(href) {
		p.permalinks.from = len(p.text)
		p.permalinks.count(href)
	}
}

// count notes the digits that an href ends with.
func (l *permalinks) count(href []byte) {
	n := len(href) - len(bytes.TrimRight(href, "0123456789"))
	l.digits = uint8(copy(l.number[:], href[len(href)-n:]))
}

// isLine reports whether a text is the number of a line, to which a link here leads: the digits that its
// fragment ends with.
func (l *permalinks) isLine(text []byte) bool {
	return l.digits > 0 && bytes.Equal(text, l.number[:l.digits])
}

// endPermalink drops the text of a permalink, with the spans in it.
func (p *Parser) endPermalink() {
	from := p.permalinks.from
	p.permalinks.from = -1
	if from < p.start {
		return
	}
	symbol, found := p.seen(from)
	if !found {
		return
	}
	if from == p.start && p.kind().IsHeading() {
		if len(symbol) == 0 {
			return // the words may be those of the heading
		}
		p.permalinks.kept = uint8(copy(p.permalinks.symbol[:], symbol))
	}
	for n := len(p.elements); n > 0 && int(p.elements[n-1].Start) >= from; n-- {
		p.elements = p.elements[:n-1]
	}
	p.text = p.text[:from]
	p.anchorAt = -1
	for _, start := range []*int{&p.boldStart, &p.sizes.start, &p.hiddenFrom} {
		if *start >= from {
			*start = -1 // set again by the text that follows
		}
	}
	p.space()
}

// seen returns what those who look at the page see of the text from an offset, if that is at most a symbol,
// or outside of headings the number of a line, and not all of the text is whitespace.
func (p *Parser) seen(from int) (symbol []byte, found bool) {
	if trimEnd(p.text[from:]) == 0 {
		return nil, false
	}
	first := len(p.elements)
	for first > 0 && int(p.elements[first-1].Start) >= from {
		first--
	}
	seen := p.permalinks.seen[:0]
	for _, e := range p.elements[first:] {
		if start := int(e.Start); e.Kind == aranea.ElementUnshown && start >= from {
			seen = append(seen, p.text[from:start]...)
			from = int(e.End)
		}
	}
	seen = append(seen, p.text[from:]...)
	p.permalinks.seen = seen
	symbol = bytes.TrimSpace(seen)
	line := !p.kind().IsHeading() && p.permalinks.isLine(symbol)
	return symbol, len(seen) <= maxSymbol && (isSymbol(seen) || line)
}

// keepSymbol makes a symbol the text of a heading that ends without other text, as in the
// description of an operator.
func (p *Parser) keepSymbol() {
	if p.kind().IsHeading() && trimEnd(p.text[p.start:]) == 0 && !p.excluded() {
		p.mark()
		p.text = append(p.text, p.permalinks.symbol[:p.permalinks.kept]...)
	}
	p.permalinks.kept = 0
}
