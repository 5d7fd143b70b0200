package html

import (
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
)

// A class says what a start or end tag does to the text.
type class uint8

const (
	inline  class = iota // nothing
	block                // ends the current element
	kinded               // a block that determines the kind of its text
	barrier              // a block that contains kinded ones: list, table
	showing              // a block with fallback content
	skipped              // its text is not content
	rawText              // the tokenizer returns its content as one text
)

type tagInfo struct {
	class class
	kind  aranea.ElementKind
	group uint8 // of kinded tags that end each other, 0 for none
	boxed bool  // opens a container
	reads bool  // its attributes matter
	spans bool  // it begins something inside of text, see startSpan
}

var tags = newTagTable(map[atom.Atom]tagInfo{
	atom.H1: {class: kinded, kind: aranea.ElementHeading1}, atom.H2: {class: kinded, kind: aranea.ElementHeading2},
	atom.H3: {class: kinded, kind: aranea.ElementHeading3}, atom.H4: {class: kinded, kind: aranea.ElementHeading4},
	atom.H5: {class: kinded, kind: aranea.ElementHeading5}, atom.H6: {class: kinded, kind: aranea.ElementHeading6},
	atom.Li: {class: kinded, kind: aranea.ElementListItem}, atom.Dt: {class: kinded, kind: aranea.ElementListItem}, atom.Dd: {class: kinded, kind: aranea.ElementListItem},
	atom.Td: {class: kinded, kind: aranea.ElementCell}, atom.Th: {class: kinded, kind: aranea.ElementCell},
	atom.Caption: {class: kinded, kind: aranea.ElementCaption}, atom.Figcaption: {class: kinded, kind: aranea.ElementCaption}, atom.Legend: {class: kinded, kind: aranea.ElementCaption},
	atom.Noscript: {class: kinded, kind: aranea.ElementFallback}, atom.Noframes: {class: kinded, kind: aranea.ElementFallback},

	atom.Ul: {class: barrier}, atom.Ol: {class: barrier}, atom.Dl: {class: barrier}, atom.Table: {class: barrier}, atom.Menu: {class: barrier}, atom.Dir: {class: barrier},

	atom.Svg: {class: skipped}, atom.Math: {class: skipped}, atom.Template: {class: skipped}, atom.Select: {class: skipped}, atom.Canvas: {class: skipped},

	atom.Script: {class: rawText}, atom.Style: {class: rawText}, atom.Textarea: {class: rawText}, atom.Title: {class: rawText},
	atom.Iframe: {class: rawText}, atom.Noembed: {class: rawText}, atom.Xmp: {class: rawText}, atom.Plaintext: {class: rawText},

	atom.P: {class: block}, atom.Div: {class: block}, atom.Body: {class: block}, atom.Head: {class: block}, atom.Html: {class: block},
	atom.Blockquote: {class: block}, atom.Pre: {class: block}, atom.Address: {class: block}, atom.Section: {class: block},
	atom.Article: {class: block}, atom.Header: {class: block}, atom.Footer: {class: block}, atom.Nav: {class: block}, atom.Main: {class: block},
	atom.Aside: {class: block}, atom.Form: {class: block}, atom.Fieldset: {class: block}, atom.Figure: {class: block}, atom.Hr: {class: block},
	atom.Center: {class: block}, atom.Details: {class: block}, atom.Summary: {class: block}, atom.Tr: {class: block}, atom.Thead: {class: block},
	atom.Tbody: {class: block}, atom.Tfoot: {class: block}, atom.Frameset: {class: block}, atom.Dialog: {class: block}, atom.Hgroup: {class: block}, atom.Button: {class: block},
	atom.Listing: {class: block}, atom.Marquee: {class: block}, atom.Search: {class: block},

	atom.Object: {class: showing}, atom.Video: {class: showing}, atom.Audio: {class: showing},

	atom.A: {}, atom.Area: {}, atom.Frame: {}, atom.Link: {}, atom.Base: {}, atom.Meta: {}, atom.Img: {}, atom.Input: {}, atom.Source: {},
	atom.Embed: {}, atom.Label: {},

	atom.B: {}, atom.Strong: {}, atom.Big: {}, atom.Small: {}, atom.Font: {}, atom.Br: {}, atom.Sup: {}, atom.Time: {}, atom.Abbr: {},
	atom.Ruby: {}, atom.Rb: {}, atom.Rt: {}, atom.Rtc: {}, atom.Rp: {},
})

// A tagTable finds the properties of a tag faster than a map: with open addressing, at most a
// quarter full.
type tagTable [512]struct {
	tag  atom.Atom
	info tagInfo
}

func newTagTable(all map[atom.Atom]tagInfo) *tagTable {
	t := &tagTable{}
	for tag, info := range all {
		i := slot(tag)
		for t[i].tag != 0 {
			i = (i + 1) % len(t)
		}
		info.group, info.boxed, info.reads, info.spans = groupOf(tag), boxed(tag, info.class), interesting(tag), spans(tag)
		t[i].tag, t[i].info = tag, info
	}
	return t
}

func slot(tag atom.Atom) int { return int(uint32(tag) * 0x9E3779B1 >> 23) }

// of returns the properties of a tag, the zero value for others.
func (t *tagTable) of(tag atom.Atom) tagInfo {
	for i := slot(tag); t[i].tag != 0; i = (i + 1) % len(t) {
		if t[i].tag == tag {
			return t[i].info
		}
	}
	return tagInfo{}
}

// groupOf returns the group of tags whose elements cannot contain each other, 0 for none.
func groupOf(tag atom.Atom) uint8 {
	switch tag {
	case atom.Li, atom.Dt, atom.Dd:
		return 1
	case atom.Td, atom.Th, atom.Caption:
		return 2
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return 3
	}
	return 0
}

// boxed reports whether a tag opens a container.
func boxed(tag atom.Atom, class class) bool {
	switch tag {
	case atom.Html, atom.Body, atom.Head, atom.Hr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Noscript, atom.Noframes,
		atom.Frameset, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Summary, atom.Hgroup:
		return false
	}
	return class == block || class == kinded || class == barrier || class == showing
}

// endsParagraph reports whether a start tag ends the open paragraph, whatever else is open in it
// (HTML, "close a p element").
func endsParagraph(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Dl, atom.Menu, atom.Dir, atom.Li, atom.Dt, atom.Dd,
		atom.Table, atom.Hr, atom.Pre, atom.Form, atom.Fieldset, atom.Blockquote, atom.Center, atom.Address,
		atom.Article, atom.Section, atom.Header, atom.Hgroup, atom.Footer, atom.Nav, atom.Main, atom.Aside, atom.Figure, atom.Figcaption,
		atom.Details, atom.Summary, atom.Dialog, atom.Listing, atom.Xmp, atom.Plaintext, atom.Search:
		return true
	}
	return false
}

// interesting reports whether the attributes of a tag matter.
func interesting(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.Area, atom.Frame, atom.Iframe, atom.Link, atom.Base, atom.Meta, atom.Img, atom.Input, atom.Html, atom.Video, atom.Audio, atom.Source,
		atom.Object, atom.Embed:
		return true
	}
	return false
}

// spans reports whether a tag begins something inside of text.
func spans(tag atom.Atom) bool {
	switch tag {
	case atom.Figure, atom.Video, atom.Audio, atom.B, atom.Strong, atom.Big, atom.Small, atom.Font, atom.Br, atom.Td, atom.Th, atom.Img, atom.Input,
		atom.Embed, atom.Iframe, atom.Label, atom.Sup, atom.Ruby, atom.Rb, atom.Rt, atom.Rtc, atom.Rp, atom.Time, atom.Abbr:
		return true
	}
	return false
}
