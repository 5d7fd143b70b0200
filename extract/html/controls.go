package html

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// A control is a part of a page for those who look at it in a browser: a link to edit a section,
// the number of a line. It is no text of the page. Inside of text it is left out; where it has a
// container of its own, that container is navigation.
type control struct {
	tag    atom.Atom // 0 if none is open
	inside int       // open elements of the same tag in it
}

// namesControl reports whether the first of some classes is that of a control in the output of a
// widely used program:
//
//   - headerlink: permalinks of Sphinx and of the extension toc of Python-Markdown (MkDocs), whose
//     text may be words
//   - viewcode-link: links to source code of Sphinx (sphinx.ext.viewcode); srclink: those of rustdoc
//   - mw-editsection: links to edit a section of MediaWiki
//   - lineno, linenos, linenodiv: numbers of lines of Doxygen, Rouge and Pygments
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
	case "headerlink", "viewcode-link", "srclink", "mw-editsection", "lineno", "linenos", "linenodiv":
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
	case "he", "vi", "sr", "mw", "li", "ma":
		return true
	}
	return false
}

// startControl begins a control inside of text.
func (p *Parser) startControl(tag atom.Atom) {
	switch tag {
	case atom.Span, atom.A, atom.I:
	default:
		return
	}
	p.space()
	p.skip++
	p.control = control{tag: tag}
}

// startInControl handles a start tag in a control. A block ends it, for its own end tag is
// missing then.
func (p *Parser) startInControl(tag atom.Atom, class class) {
	switch {
	case tag == p.control.tag && tag != atom.A:
		p.control.inside++
	case tag == p.control.tag, endsControl(class):
		p.endControl()
	}
}

// endInControl handles an end tag in a control.
func (p *Parser) endInControl(tag atom.Atom, class class) {
	switch {
	case tag == p.control.tag && p.control.inside > 0:
		p.control.inside--
	case tag == p.control.tag, endsControl(class):
		p.endControl()
	}
}

func (p *Parser) endControl() {
	p.skip--
	p.control = control{}
}

func endsControl(c class) bool { return c == block || c == kinded || c == barrier || c == showing }
