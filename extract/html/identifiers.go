package html

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/lexer"
)

// Limits of the identifiers of headings and definitions.
const (
	maxIdentifier  = 200  // bytes of one; longer ones are ignored
	maxIdentifiers = 2000 // of one page
	// maxSince is how many bytes of text a section may have before its heading: rustdoc writes there since
	// when a function exists.
	maxSince = 64
)

// identifier returns the identifier of the element of a start tag, by which the fragment of a
// URL leads to it: the id, or the name of an a element (HTML, "find a potential indicated
// element"). It is nil if there is none that a URL can hold. It is valid until the next token.
func identifier(tag atom.Atom, z *lexer.Lexer) []byte {
	id, _ := z.Lookup("id")
	if len(id) == 0 && tag == atom.A {
		id, _ = z.Lookup("name")
	}
	if len(id) == 0 || len(id) > maxIdentifier || !utf8.Valid(id) || bytes.ContainsFunc(id, isControl) {
		return nil
	}
	if bytes.Contains(id, []byte(":~:")) { // browsers take it and what follows out of a fragment
		return nil
	}
	return id
}

func isControl(r rune) bool { return r < ' ' || 0x7F <= r && r < 0xA0 }

// identifiers finds the identifiers of the headings of a page: that of the heading itself, of an
// element in it, or of what begins or stands right before it; and those of the definitions of description
// lists (dt): that of the definition itself, or of an element in it.
type identifiers struct {
	all     []aranea.HeadingID
	defines []bool // by identifier: it is that of a definition
	entries int    // definitions that are entries of an index
	used    map[string]bool

	open       bool   // a heading or definition is
	definition bool   // it is a definition
	heading    []byte // its identifier, "" for none

	before []byte // the last identifier outside of headings, "" for none
	at     int    // the end of the text there
	tag    atom.Atom
	inside int // open elements of the same tag in that one
}

func (i *identifiers) reset() {
	if len(i.used) > maxIdentifiers/4 {
		i.used = nil // few pages have as many
	}
	clear(i.used)
	i.all, i.defines, i.entries = i.all[:0], i.defines[:0], 0
	i.forget()
}

// forget ends what is open.
func (i *identifiers) forget() {
	i.open, i.definition, i.heading, i.before, i.tag = false, false, i.heading[:0], i.before[:0], 0
}

// start notes the identifier of the element of a start tag behind a text, and returns it; nil if
// there is none. It is valid until the next token.
func (i *identifiers) start(tag atom.Atom, info tagInfo, z *lexer.Lexer, text []byte) (id []byte) {
	heading := info.kind.IsHeading()
	if i.definition && info.boxed { // a dd ends a dt, too
		i.endHeading()
	}
	if !heading && tag != atom.Dt && !z.HasAttributes() && tag != i.tag {
		return nil
	}
	id = identifier(tag, z)
	switch {
	case tag == atom.Dt:
		i.forget()
		i.open, i.definition, i.heading = true, true, append(i.heading, id...)
	case heading:
		own := id
		if between := wordsEnd(text) - i.at; len(id) == 0 && (between == 0 || i.tag == atom.Section && between <= maxSince) {
			own = i.before
		}
		i.heading = append(i.heading[:0], own...)
		i.open, i.definition, i.before, i.tag = true, false, i.before[:0], 0
	case i.open && len(id) > 0:
		if len(i.heading) == 0 {
			i.heading = append(i.heading, id...)
		}
	case len(id) > 0 && (info.boxed || tag == atom.A || tag == atom.Span):
		i.before, i.at, i.tag, i.inside = append(i.before[:0], id...), wordsEnd(text), tag, 0
	case tag == i.tag:
		i.inside++
	}
	return id
}

// wordsEnd returns where the words of a text end.
func wordsEnd(text []byte) int { return len(bytes.TrimRight(text, " \n")) }

// end ends the element of an end tag: only an empty a or span before a heading leads to it,
// anything else that ended is a place of its own.
func (i *identifiers) end(tag atom.Atom, info tagInfo) {
	switch {
	case info.kind.IsHeading(), tag == atom.Dt:
		i.endHeading()
	case tag != i.tag, tag == atom.A, tag == atom.Span:
	case i.inside > 0:
		i.inside--
	default:
		i.before, i.tag = i.before[:0], 0
	}
}

// endHeading ends the open heading or definition.
func (i *identifiers) endHeading() { i.open, i.definition, i.heading = false, false, i.heading[:0] }

// headed gives a heading or definition that begins at start the identifier that was found for it, unless
// another one has it: URLs lead to the first.
func (i *identifiers) headed(start int) {
	if len(i.heading) == 0 || i.used[string(i.heading)] || len(i.all) == maxIdentifiers {
		return
	}
	if i.used == nil {
		i.used = map[string]bool{}
	}
	id := string(i.heading)
	i.used[id] = true
	i.all, i.defines = append(i.all, aranea.HeadingID{Start: uint32(start), ID: id}), append(i.defines, i.definition)
	i.heading = i.heading[:0]
}

// found returns all identifiers. If most definitions are entries of an index, so are the others.
func (i *identifiers) found() (out []aranea.HeadingID) {
	definitions := 0
	for _, is := range i.defines {
		if is {
			definitions++
		}
	}
	if len(i.all) > 0 {
		out = make([]aranea.HeadingID, 0, len(i.all))
	}
	for n, id := range i.all {
		if !i.defines[n] || definitions >= i.entries {
			out = append(out, id)
		}
	}
	return out
}

// cut drops the identifiers of headings from a place of the text on, which is read again.
func (i *identifiers) cut(text int) {
	for n := len(i.all); n > 0 && int(i.all[n-1].Start) >= text; n-- {
		delete(i.used, i.all[n-1].ID)
		i.all, i.defines = i.all[:n-1], i.defines[:n-1]
	}
	i.forget()
}
