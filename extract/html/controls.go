package html

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea/robotsmeta"
)

// namesControl reports whether the first of some classes is that of a control in the output of a
// widely used program:
//
//   - headerlink: permalinks of Sphinx and of the extension toc of Python-Markdown (MkDocs), whose
//     text may be words
//   - viewcode-link: links to source code of Sphinx (sphinx.ext.viewcode), and viewcode-back from there;
//     view-source-button: those of pdoc; srclink: those of rustdoc
//   - mw-editsection: links to edit a section of MediaWiki
//   - lineno, linenos, linenodiv, source-line-no: numbers of lines of Doxygen, Rouge, Pygments and javadoc
//   - material-icons, material-symbols and names that begin so: icons of Google Fonts, whose text
//     is the name of a picture
func namesControl(class []byte) bool {
	if !mayNameControl(class) {
		return false
	}
	for i, c := range class { // cheaper than IndexAny for so few bytes
		if c <= ' ' {
			class = class[:i]
			break
		}
	}
	switch string(class) {
	case "headerlink", "viewcode-link", "viewcode-back", "view-source-button", "srclink", "mw-editsection", "lineno", "linenos", "linenodiv", "source-line-no":
		return true
	}
	return bytes.HasPrefix(class, []byte("material-icons")) || bytes.HasPrefix(class, []byte("material-symbols"))
}

// mayNameControl is a quick look at what namesControl looks at.
func mayNameControl(class []byte) bool {
	if len(class) < len("lineno") {
		return false
	}
	switch string(class[:2]) {
	case "he", "vi", "sr", "mw", "li", "ma", "so":
		return true
	}
	return false
}

// isOnlySpoken reports whether some classes leave an element to those who have pages read to them
// (Bootstrap 3 to 5, Tailwind, Drupal, HTML5 Boilerplate, WordPress). Tailwind shows such an element again
// on wide screens or in other states, of which only the focus does not count.
func isOnlySpoken(class []byte) bool {
	if !bytes.Contains(class, []byte("sr-only")) && !bytes.Contains(class, []byte("visually")) && !bytes.Contains(class, []byte("screen-reader")) {
		return false
	}
	spoken := false
	for name := range bytes.FieldsSeq(class) {
		switch string(name) {
		case "sr-only", "visually-hidden", "visually-hidden-focusable", "visuallyhidden", "screen-reader-text":
			spoken = true
		}
		if bytes.HasSuffix(name, []byte(":not-sr-only")) && !bytes.HasPrefix(name, []byte("focus")) {
			return false
		}
	}
	return spoken
}

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
}

// endInline does so with an end tag.
func (p *Parser) endInline(tag atom.Atom, class class) {
	if p.control.tag != 0 && p.control.end(tag, class) {
		p.endControl()
	}
	if p.unseen.tag != 0 && p.unseen.end(tag, class) {
		p.endUnseen()
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
