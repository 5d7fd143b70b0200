package content

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
)

// markupToken is the size in bytes of the largest tag or text that Markup reads.
const markupToken = 1 << 20

// Markup adds a piece of HTML, as books and feeds carry it: blocks, bold text
// and links. What it says to robots, and its scripts and styles, are left out.
func (b *Builder) Markup(source string) {
	z := html.NewTokenizer(strings.NewReader(source))
	z.SetMaxBuf(markupToken)
	m := markup{b: b, block: aranea.ElementText}
	for !b.Full() {
		switch z.Next() {
		case html.ErrorToken:
			m.end()
			return
		case html.TextToken:
			if m.silent == 0 {
				b.Write(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			m.starts(z, atom.Lookup(name), more)
		case html.EndTagToken:
			name, _ := z.TagName()
			m.ends(atom.Lookup(name))
		}
	}
	m.end()
}

// A markup is the state of reading a piece of HTML.
type markup struct {
	b      *Builder
	block  aranea.ElementKind
	silent atom.Atom // the element whose text is none
}

func (m *markup) end() {
	m.b.EndLink()
	m.b.Bold(false)
}

func (m *markup) starts(z *html.Tokenizer, tag atom.Atom, more bool) {
	switch tag {
	case atom.Script, atom.Style, atom.Template, atom.Svg, atom.Title:
		if m.silent == 0 {
			m.silent = tag
		}
	case atom.B, atom.Strong:
		m.b.Bold(true)
	case atom.A:
		m.b.Link(attribute(z, more, "href"))
	case atom.Img:
		if alt := attribute(z, more, "alt"); alt != "" && m.silent == 0 {
			m.b.Space()
			m.b.Write(alt)
			m.b.Space()
		}
	case atom.Br, atom.Hr:
		m.b.Space()
	default:
		if kind, ok := blockOf(tag); ok && m.silent == 0 {
			m.b.Block(kind)
		}
	}
}

func (m *markup) ends(tag atom.Atom) {
	switch tag {
	case m.silent:
		m.silent = 0
	case atom.B, atom.Strong:
		m.b.Bold(false)
	case atom.A:
		m.b.EndLink()
	default:
		if _, ok := blockOf(tag); ok {
			m.b.End()
		}
	}
}

// attribute returns the value of an attribute of the current tag.
func attribute(z *html.Tokenizer, more bool, name string) string {
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) == name {
			return string(value)
		}
	}
	return ""
}

// blockOf returns the element kind of a tag that begins a block.
func blockOf(tag atom.Atom) (aranea.ElementKind, bool) {
	switch tag {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Pre, atom.Blockquote, atom.Table, atom.Tr, atom.Ul, atom.Ol, atom.Dl, atom.Figure, atom.Body:
		return aranea.ElementText, true
	case atom.Li, atom.Dt, atom.Dd:
		return aranea.ElementListItem, true
	case atom.Td, atom.Th:
		return aranea.ElementCell, true
	case atom.Caption, atom.Figcaption:
		return aranea.ElementCaption, true
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return Heading(int(tag.String()[1] - '0')), true
	}
	return 0, false
}

// Heading returns the element kind of a heading of a level; levels outside of 1
// to 6 count as the nearest of them.
func Heading(level int) aranea.ElementKind {
	return aranea.ElementHeading1 + aranea.ElementKind(min(max(level, 1), 6)-1)
}
