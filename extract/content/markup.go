package content

import (
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
)

// markupToken is the maximum size in bytes of a tag or text that Markup reads.
const markupToken = 1 << 20

// Markup adds a piece of HTML, as in books and feeds: blocks, bold text and links. Its
// directives for robots, scripts and styles are left out.
func (b *Builder) Markup(source string) { b.markup(source, markup{}) }

// Letter adds a piece of HTML that has no URL of its own, as in mails: a relative reference leads
// nowhere and is not a link.
func (b *Builder) Letter(source string) { b.markup(source, markup{away: true}) }

// Chapter adds a page of a book, in XHTML: a self-closing tag has no content, and a relative
// reference leads to another page of the book and is not a link.
func (b *Builder) Chapter(source string) { b.markup(source, markup{book: true, away: true}) }

func (b *Builder) markup(source string, m markup) {
	z := html.NewTokenizer(strings.NewReader(source))
	z.SetMaxBuf(markupToken)
	m.b, m.link = b, -1
	for !b.Full() {
		token := z.Next()
		switch token {
		case html.ErrorToken:
			m.end()
			return
		case html.TextToken:
			if m.silent == 0 {
				b.Write(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			tag := atom.Lookup(name)
			m.starts(z, tag, more)
			if m.book && token == html.SelfClosingTagToken {
				m.ends(tag)
				z.NextIsNotRawText()
			}
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
	book   bool      // a page of a book
	away   bool      // relative references are no links
	silent atom.Atom // the element whose text is ignored
	link   int       // where the words of the open link begin, -1 if none is open
	sups   int       // number of open superscripts
	isMark bool      // a note mark begins its block
}

// IsAbsolute reports whether a reference begins with a scheme, so that it does not depend on its
// document.
func IsAbsolute(ref string) bool {
	at := strings.IndexAny(ref, ":/?#")
	return at > 0 && ref[at] == ':'
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
		m.anchor(attribute(z, more, "href"))
	case atom.Sup:
		m.sups++
		if m.link == len(m.b.r.Text) {
			m.mark()
		}
	case atom.Img:
		if m.silent != 0 {
			return
		}
		m.b.Space() // it separates words, whatever it says
		if alt := attribute(z, more, "alt"); !(m.book && isPath(alt)) {
			m.b.Write(alt)
		}
		m.b.Space()
	case atom.Br, atom.Hr:
		m.b.Space()
	case atom.Ruby, atom.Rb, atom.Rt, atom.Rtc, atom.Rp:
		m.b.StartRuby(tag)
	default:
		if kind, ok := blockOf(tag); ok && m.silent == 0 {
			m.b.Block(kind)
		}
	}
}

// anchor begins a link.
func (m *markup) anchor(href string) {
	if m.sups > 0 {
		m.mark()
	}
	if m.link = len(m.b.r.Text); m.away && !IsAbsolute(href) {
		href = ""
	}
	m.b.Link(href)
}

// mark separates a note mark, which is a superscript link, from the word before it.
func (m *markup) mark() {
	m.b.Space()
	m.isMark = !m.b.open || len(m.b.r.Text) == m.b.start
}

// ends handles an end tag.
func (m *markup) ends(tag atom.Atom) {
	if m.isMark && (tag == atom.Sup || tag == atom.A) {
		m.b.Space() // the note itself follows
		m.isMark = false
	}
	switch tag {
	case m.silent:
		m.silent = 0
	case atom.Sup:
		m.sups = max(m.sups-1, 0)
	case atom.B, atom.Strong:
		m.b.Bold(false)
	case atom.A:
		m.link = -1
		m.b.EndLink()
	case atom.Ruby, atom.Rt, atom.Rtc, atom.Rp:
		m.b.EndRuby()
	default:
		if _, ok := blockOf(tag); ok {
			m.b.End()
		}
	}
}

// isPath reports whether an alternative text is the path of a part of the book, which some
// programs write there.
func isPath(alt string) bool {
	return strings.Contains(alt, "/") && !strings.Contains(alt, " ") && strings.Contains(path.Base(alt), ".")
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

// Heading returns the element kind of a heading of a level; levels outside of 1 to 6 are
// clamped.
func Heading(level int) aranea.ElementKind {
	return aranea.ElementHeading1 + aranea.ElementKind(min(max(level, 1), 6)-1)
}
