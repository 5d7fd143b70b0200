package html

import (
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea/extract/html/attribute"
	"github.com/aranea-search/aranea/robotsmeta"
)

// startControl begins a control inside of text: a part of a page for those who look at it in a
// browser, such as a link to edit a section. It is no text of the page. Where it has a container of its
// own, that container is navigation.
func (p *Parser) startControl(tag atom.Atom) {
	switch tag {
	case atom.Span, atom.A, atom.I, atom.Button, atom.Label:
	default:
		return
	}
	p.space()
	p.skip++
	p.control = openInline{tag: tag}
}

// actsOnHeading reports whether a button here stands behind the words of a heading, to copy or to fold what
// that says. A button that all of a heading is in has its words.
func (p *Parser) actsOnHeading() bool {
	return p.skip == 0 && p.kind().IsHeading() && trimEnd(p.text[p.start:]) > 0
}

// marks are what the classes of a start tag in a line say of what it holds.
type marks struct {
	control bool // it is no text of the page
	unseen  bool // it is not shown at first
	apart   bool // its words are no parts of those around it
}

// marksOf returns the marks of a start tag with some classes.
func (p *Parser) marksOf(tag atom.Atom, class []byte) (m marks) {
	m.control = attribute.IsControl(class) || p.boxes.saysLanguage(class)
	if tag != 0 && !void(tag) {
		m.unseen = p.skip == 0 && p.unseen.tag == 0 && isHidden(&p.z, class)
		m.apart = tag == atom.Time || attribute.IsBadge(class)
	}
	return m
}

// startMarked begins what the marks of a start tag say.
func (p *Parser) startMarked(tag atom.Atom, m marks) {
	if m.control && p.skip == 0 {
		p.startControl(tag)
	}
	if m.unseen {
		p.unseen = openInline{tag: tag}
	}
	if m.apart {
		p.startApart(tag)
	}
}

// An openInline is an open element inside of text that is not read as the text around it is: a control,
// or one that is hidden.
type openInline struct {
	tag  atom.Atom // 0 if none is open
	same int       // open elements of the same tag in it
}

// start handles a start tag, and reports whether it ends the element: a block does, for the end tag of
// the element is missing then.
func (in *openInline) start(tag atom.Atom, class class) (ends bool) {
	if tag == in.tag && tag != atom.A {
		in.same++
		return false
	}
	return tag == in.tag || endsInline(class)
}

// end handles an end tag, and reports whether it ends the element.
func (in *openInline) end(tag atom.Atom, class class) (ends bool) {
	if tag == in.tag && in.same > 0 {
		in.same--
		return false
	}
	return tag == in.tag || endsInline(class)
}

func endsInline(c class) bool { return c == block || c == kinded || c == barrier || c == showing }

// startInline passes a start tag to the open control and the open hidden text.
func (p *Parser) startInline(tag atom.Atom, class class) {
	if p.control.tag != 0 && p.control.start(tag, class) {
		p.endControl()
	}
	if p.unseen.tag != 0 && p.unseen.start(tag, class) {
		p.endUnseen()
	}
	if p.apart.tag != 0 && p.apart.start(tag, class) {
		p.endApart()
	}
}

// endInline does so with an end tag.
func (p *Parser) endInline(tag atom.Atom, class class) {
	if p.control.tag != 0 && p.control.end(tag, class) {
		p.endControl()
	}
	if p.unseen.tag != 0 && p.unseen.end(tag, class) {
		p.endUnseen()
	}
	if p.apart.tag != 0 && p.apart.end(tag, class) {
		p.endApart()
	}
}

func (p *Parser) endControl() {
	p.skip--
	p.control = openInline{}
}

func (p *Parser) endUnseen() {
	p.unseen = openInline{}
	if !p.unshown() {
		p.endHidden()
	}
}

// unshown reports whether the text here is not shown in results: its owner excludes it from
// snippets, or hides it from those who look at the page.
func (p *Parser) unshown() bool {
	return p.unseen.tag != 0 || p.region&robotsmeta.NoSnippetText != 0
}

// startApart begins an element in a line whose words are no parts of those around it: a badge, which style
// sheets set apart, or a time.
func (p *Parser) startApart(tag atom.Atom) {
	if p.apart.tag != 0 || p.skip > 0 || p.boxes.holds(atom.Pre) {
		return
	}
	p.apart = openInline{tag: tag}
	if n := len(p.text); n > p.start && isInWord(p.text[n-1]) {
		p.space()
	}
}

// endApart ends it. The space behind it waits for a word: what follows may be a comma.
func (p *Parser) endApart() {
	p.apart = openInline{}
	p.separate = len(p.text) > p.start
}

// addSeparator adds the space that waits, if a text begins with a word.
func (p *Parser) addSeparator(text []byte) {
	if len(text) > 0 && isInWord(text[0]) {
		p.space()
	}
	p.separate = false
}

// isInWord reports whether a byte may be of a word: a letter, a digit, or one of a character beyond ASCII.
func isInWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}
