package html

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
)

// A tag class says what a start or end tag does to the text.
type class uint8

const (
	inline  class = iota // nothing
	block                // ends the element that is being filled
	kinded               // a block that decides the kind of its text
	barrier              // a block that holds kinded ones: list, table
	skipped              // its text is not content
	rawText              // the tokenizer delivers its content as one text
)

type tagInfo struct {
	class class
	kind  aranea.ElementKind
}

var tags = newTagTable(map[atom.Atom]tagInfo{
	atom.H1: {kinded, aranea.ElementHeading1}, atom.H2: {kinded, aranea.ElementHeading2},
	atom.H3: {kinded, aranea.ElementHeading3}, atom.H4: {kinded, aranea.ElementHeading4},
	atom.H5: {kinded, aranea.ElementHeading5}, atom.H6: {kinded, aranea.ElementHeading6},
	atom.Li: {kinded, aranea.ElementListItem}, atom.Dt: {kinded, aranea.ElementListItem}, atom.Dd: {kinded, aranea.ElementListItem},
	atom.Td: {kinded, aranea.ElementCell}, atom.Th: {kinded, aranea.ElementCell},
	atom.Caption: {kinded, aranea.ElementCaption}, atom.Figcaption: {kinded, aranea.ElementCaption}, atom.Legend: {kinded, aranea.ElementCaption},
	atom.Noscript: {kinded, aranea.ElementFallback}, atom.Noframes: {kinded, aranea.ElementFallback},

	atom.Ul: {barrier, 0}, atom.Ol: {barrier, 0}, atom.Dl: {barrier, 0}, atom.Table: {barrier, 0}, atom.Menu: {barrier, 0}, atom.Dir: {barrier, 0},

	atom.Svg: {skipped, 0}, atom.Math: {skipped, 0}, atom.Template: {skipped, 0}, atom.Select: {skipped, 0}, atom.Canvas: {skipped, 0},

	atom.Script: {rawText, 0}, atom.Style: {rawText, 0}, atom.Textarea: {rawText, 0}, atom.Title: {rawText, 0},
	atom.Iframe: {rawText, 0}, atom.Noembed: {rawText, 0}, atom.Xmp: {rawText, 0}, atom.Plaintext: {rawText, 0},

	atom.P: {block, 0}, atom.Div: {block, 0}, atom.Body: {block, 0}, atom.Head: {block, 0}, atom.Html: {block, 0},
	atom.Blockquote: {block, 0}, atom.Pre: {block, 0}, atom.Address: {block, 0}, atom.Section: {block, 0},
	atom.Article: {block, 0}, atom.Header: {block, 0}, atom.Footer: {block, 0}, atom.Nav: {block, 0}, atom.Main: {block, 0},
	atom.Aside: {block, 0}, atom.Form: {block, 0}, atom.Fieldset: {block, 0}, atom.Figure: {block, 0}, atom.Hr: {block, 0},
	atom.Center: {block, 0}, atom.Details: {block, 0}, atom.Summary: {block, 0}, atom.Tr: {block, 0}, atom.Thead: {block, 0},
	atom.Tbody: {block, 0}, atom.Tfoot: {block, 0}, atom.Frameset: {block, 0}, atom.Object: {block, 0}, atom.Video: {block, 0},
	atom.Audio: {block, 0}, atom.Dialog: {block, 0}, atom.Hgroup: {block, 0}, atom.Button: {block, 0},
})

// startTag handles a start tag, raw as it is written.
func (p *Parser) startTag(raw []byte) {
	name := p.z.Name()
	hasAttr := p.z.HasAttributes()
	closes := mayClose(raw) // its text, to the index or to snippets
	tag := atom.Lookup(name)
	p.raw = 0
	info := tags.of(tag)
	if tag == atom.Noscript && p.ran {
		info.class = rawText
	}
	p.inBody = p.inBody || p.skip == 0 && !headTag(tag)
	p.startRule(tag)
	switch info.class {
	case block:
		p.flush()
	case barrier:
		p.flush()
		p.push(tag, aranea.ElementText)
	case kinded:
		p.flush()
		p.implyEnd(tag)
		p.push(tag, info.kind)
		if tag == atom.Noscript || tag == atom.Noframes {
			p.z.NextIsNotRawText()
		}
	case skipped:
		p.flush()
		if tag == atom.Template && p.skip == 0 && len(p.z.Written("shadowrootmode")) > 0 {
			break // a browser shows what is in it
		}
		p.skip++
		if tag == atom.Template {
			p.inert++
		}
	case rawText:
		p.raw = tag
		p.startScript(tag)
	}
	if p.skip == 0 {
		p.boxes.start(tag, name, &p.z)
	}
	if !closes && (p.fragments.Counts() || tag == 0 && string(name) == "noindex") {
		p.startFragment(tag, name, false, nil)
	}
	switch tag {
	case atom.Figure:
		p.startFigure()
	case atom.B, atom.Strong:
		p.bold++
	case atom.Big, atom.Small, atom.Font:
		p.startSize(tag)
	case atom.Br, atom.Td, atom.Th:
		p.space()
	}
	if hasAttr {
		p.attributes(tag, name, closes)
	} else if tag == atom.A {
		p.endAnchor()
	}
}

// headTag reports whether a start tag leaves the parser in the head of the page,
// or comes before it (HTML, the insertion modes up to "after head").
func headTag(tag atom.Atom) bool {
	switch tag {
	case atom.Html, atom.Head, atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Title, atom.Noscript,
		atom.Noframes, atom.Style, atom.Script, atom.Template:
		return true
	}
	return false
}

// implyEnd closes the elements that a start tag ends by itself: an item ends
// the item before it, a cell the cell before it.
func (p *Parser) implyEnd(tag atom.Atom) {
	for i := len(p.stack) - 1; i >= 0; i-- {
		open := p.stack[i].tag
		switch {
		case tags.of(open).class == barrier, open == atom.Noscript, open == atom.Noframes:
			return
		case sameGroup(open, tag):
			p.stack = p.stack[:i]
			return
		}
	}
}

// sameGroup reports whether elements of the two tags cannot hold each other.
func sameGroup(a, b atom.Atom) bool {
	group := func(t atom.Atom) int {
		switch t {
		case atom.Li, atom.Dt, atom.Dd:
			return 1
		case atom.Td, atom.Th, atom.Caption:
			return 2
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			return 3
		}
		return int(t)
	}
	return group(a) == group(b)
}

func (p *Parser) push(tag atom.Atom, kind aranea.ElementKind) {
	if len(p.stack) < maxStack {
		p.stack = append(p.stack, open{tag, kind})
	}
}

// endTag handles an end tag. One without an open element is ignored.
func (p *Parser) endTag(tag atom.Atom) {
	switch tags.of(tag).class {
	case block:
		p.flush()
	case barrier, kinded:
		p.flush()
		for i := len(p.stack) - 1; i >= 0; i-- {
			if p.stack[i].tag == tag {
				p.stack = p.stack[:i]
				break
			}
		}
	case skipped:
		if p.skip > 0 {
			p.skip--
		}
		if tag == atom.Template && p.inert > 0 {
			p.inert--
		}
	}
	switch tag {
	case atom.B, atom.Strong:
		if p.bold > 0 {
			if p.bold--; p.bold == 0 {
				p.endBold()
			}
		}
	case atom.Big, atom.Small, atom.Font:
		p.endSize(tag)
	case atom.A:
		p.endAnchor()
	case atom.Figure:
		p.endFigure()
	}
}

// endAnchor ends the open link.
func (p *Parser) endAnchor() {
	p.endAnchorSpan()
	p.linked, p.anchor, p.anchorAt = false, -1, -1
}

// startAnchor starts a link. Right behind another one it starts a word: menus
// separate their links by style, not by spaces. Two links with one href do not:
// some editors write the halves of a word so.
func (p *Parser) startAnchor(a *attrs) {
	if p.anchorEnd == len(p.text) && !bytes.Equal(a.href, p.href) {
		p.space()
	}
	p.linked, p.href = true, append(p.href[:0], a.href...)
	p.anchor = p.addLink(a.href, aranea.HowAnchor, a.rel)
}

// attrs are the attributes that any tag is asked for.
type attrs struct {
	href, src, rel, content, name, property, equiv, alt, title, lang, kind, hreflang, class, misspelt []byte
	hasHref, nosnippet, tiny                                                                          bool
}

// attributes reads the tag's attributes and acts on them.
func (p *Parser) attributes(tag atom.Atom, name []byte, closes bool) {
	if !interesting(tag) && !closes {
		return
	}
	var a attrs
	for key, val, ok := p.z.Attribute(); ok; key, val, ok = p.z.Attribute() {
		if len(val) > p.limits.Attribute {
			if isReference(key) {
				continue // a part of a URL is another one
			}
			val = val[:p.limits.Attribute]
			p.limited = p.limited || isText(key)
		}
		switch string(key) {
		case "href":
			if !a.hasHref {
				a.href, a.hasHref = val, true
			}
		case "src":
			a.src = first(a.src, val)
		case "rel":
			a.rel = first(a.rel, val)
		case "content":
			a.content = first(a.content, val)
		case "name":
			a.name = first(a.name, val)
		case "property":
			a.property = first(a.property, val)
		case "http-equiv":
			a.equiv = first(a.equiv, val)
		case "alt":
			a.alt = first(a.alt, val)
		case "title":
			a.title = first(a.title, val)
		case "lang", "xml:lang":
			a.lang = first(a.lang, val)
		case "type":
			a.kind = first(a.kind, val)
		case "hreflang":
			a.hreflang = first(a.hreflang, val)
		case "class":
			a.class = first(a.class, val)
		case "width", "height":
			a.tiny = a.tiny || isTiny(val)
		case "data-nosnippet":
			a.nosnippet = true
		default:
			if tag == atom.Meta && robotsmeta.IsMisspelt(string(key)) {
				a.misspelt = key
			}
		}
	}
	if closes {
		p.startFragment(tag, name, a.nosnippet, a.class)
	}
	p.act(tag, &a)
}

// isReference reports whether an attribute holds a URL.
func isReference(name []byte) bool { return string(name) == "href" || string(name) == "src" }

// isText reports whether an attribute holds text that is indexed.
func isText(name []byte) bool {
	return string(name) == "alt" || string(name) == "title" || string(name) == "content"
}

func first(a, b []byte) []byte {
	if a != nil {
		return a
	}
	return b
}

func interesting(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.Area, atom.Frame, atom.Iframe, atom.Link, atom.Base, atom.Meta, atom.Img, atom.Input, atom.Html:
		return true
	}
	return false
}

// act does what a tag with attributes says. What stands in a template is no part
// of the page until a script takes it out (HTML, the template element).
func (p *Parser) act(tag atom.Atom, a *attrs) {
	if p.inert > 0 {
		return
	}
	switch tag {
	case atom.A, atom.Area, atom.Frame, atom.Iframe, atom.Img:
		p.content = p.content || p.kind() != aranea.ElementFallback
	}
	switch tag {
	case atom.A:
		p.endAnchor()
		if a.hasHref {
			p.startAnchor(a)
		}
	case atom.Area:
		if a.hasHref {
			p.addLink(a.href, aranea.HowArea, a.rel)
		}
		p.addAlt(a.alt)
	case atom.Frame, atom.Iframe:
		if len(a.src) > 0 {
			p.addLink(a.src, aranea.HowFrame, nil)
		}
		p.addAlt(a.title)
	case atom.Img:
		p.picture(a)
	case atom.Input:
		switch {
		case bytes.EqualFold(a.kind, []byte("image")):
			p.addAlt(a.alt)
		case bytes.EqualFold(a.kind, []byte("password")):
			p.page.Password = true
		}
	case atom.Html:
		if len(a.lang) > 0 {
			p.page.Lang = string(bytes.TrimSpace(a.lang))
		}
	case atom.Base:
		p.setBase(a)
	case atom.Link:
		p.linkElement(a)
	case atom.Meta:
		p.meta(a)
	}
}

// addAlt adds an alternative text as an element of its own. The block around it
// goes on afterwards.
func (p *Parser) addAlt(s []byte) {
	if len(bytes.TrimSpace(s)) > 0 {
		p.addBlock(aranea.ElementAlt, s, p.limits.Title)
	}
}

// setBase takes the first base href that is a URL.
func (p *Parser) setBase(a *attrs) {
	if p.based || !a.hasHref {
		return
	}
	if u, err := p.page.URL.Resolve(string(a.href)); err == nil {
		p.page.Base, p.based = u, true
	}
}

func (p *Parser) linkElement(a *attrs) {
	if !a.hasHref {
		return
	}
	rel := robotsmeta.ParseRel(string(a.rel))
	if rel&(robotsmeta.RelCanonical|robotsmeta.RelLicense) != 0 {
		line, column := p.src.place()
		p.robots.Link(robotsmeta.LinkTag{Rel: string(a.rel), Href: string(a.href), InBody: p.inBody, Line: line, Column: column})
	}
	if rel&robotsmeta.RelCanonical != 0 && !p.inBody {
		if u, err := p.page.Base.ResolveBytes(p.enc, a.href); err == nil && len(p.page.Canonicals) < robotsmeta.MaxLinks {
			p.page.Canonicals = append(p.page.Canonicals, u)
		}
		p.addLink(a.href, aranea.HowCanonical, nil)
	}
	if rel&(robotsmeta.RelNext|robotsmeta.RelPrev) != 0 {
		p.addLink(a.href, aranea.HowNext, a.rel)
	}
	switch {
	case rel&robotsmeta.RelAlternate == 0:
	case isFeed(a.kind):
		p.addLink(a.href, aranea.HowFeed, a.rel)
	case len(a.hreflang) > 0:
		p.addLink(a.href, aranea.HowAlternate, a.rel)
	}
}

// isFeed reports whether a media type is that of a feed.
func isFeed(media []byte) bool {
	media, _, _ = bytes.Cut(media, []byte{';'})
	switch string(bytes.ToLower(bytes.TrimSpace(media))) {
	case "application/rss+xml", "application/atom+xml":
		return true
	}
	return false
}

func (p *Parser) meta(a *attrs) {
	equiv := bytes.TrimSpace(a.equiv)
	switch {
	case bytes.EqualFold(equiv, []byte("refresh")):
		p.refresh(a)
		return
	case bytes.EqualFold(equiv, []byte("content-language")):
		if p.page.Lang == "" {
			p.page.Lang = string(bytes.TrimSpace(a.content))
		}
		return
	}
	name := bytes.TrimSpace(a.name)
	if len(name) == 0 {
		name = bytes.TrimSpace(a.property)
	}
	switch {
	case bytes.EqualFold(name, []byte("description")):
		p.addBlock(aranea.ElementDescription, a.content, p.limits.Title)
	case bytes.EqualFold(name, []byte("keywords")):
		p.addBlock(aranea.ElementKeywords, bytes.ReplaceAll(a.content, []byte(","), []byte(", ")), p.limits.Title)
	case p.metaDate(name, a.content):
	case p.robots.Reads(string(a.name), string(a.equiv), string(a.property)):
		p.robots.Tag(p.tag(a))
	}
}

// metaDate takes the date of a meta element, and reports whether its name is one of
// those of dates.
func (p *Parser) metaDate(name, content []byte) bool {
	if len(name) == 0 {
		name = bytes.TrimSpace(p.z.Written("itemprop"))
	}
	if len(name) < len("date") || len(name) > len("article:published_time") {
		return false
	}
	lower := strings.ToLower(string(name))
	if !slices.ContainsFunc(datePlaces[:], func(d datePlace) bool { return d.name == lower }) {
		return false
	}
	p.data.date(lower, lower, string(content))
	return true
}

// tag is the meta tag as the reader of directives wants it.
func (p *Parser) tag(a *attrs) robotsmeta.Tag {
	line, column := p.src.place()
	return robotsmeta.Tag{
		Name: string(a.name), HTTPEquiv: string(a.equiv), Property: string(a.property), Content: string(a.content),
		Misspelt: string(a.misspelt), InBody: p.inBody, Line: line, Column: column,
	}
}

// refresh handles a meta refresh. One inside noscript is for visitors who cannot
// run scripts; it is a link, but the page is not taken for a redirect.
func (p *Parser) refresh(a *attrs) {
	f, ok := robotsmeta.ParseRefresh(string(a.content))
	if ok && f.URL != "" {
		p.addLink([]byte(f.URL), aranea.HowRefresh, nil)
	}
	for _, o := range p.stack {
		if o.tag == atom.Noscript {
			return
		}
	}
	first := p.robots.Directives().Refresh() == nil
	p.robots.Tag(p.tag(a))
	if !first || !f.Permanent() {
		return
	}
	if u, err := p.page.Base.ResolveWith(p.enc, f.URL); err == nil && u != p.page.URL {
		p.page.Refresh = u
	}
}

// addLink resolves a reference and returns the index of its link, -1 if it is
// not one. A link that is there already is not added again.
func (p *Parser) addLink(ref []byte, how aranea.How, rel []byte) int32 {
	u, err := p.page.Base.ResolveBytes(p.enc, ref)
	if err != nil || u == p.page.URL {
		return -1
	}
	relation := robotsmeta.ParseRel(string(rel))
	nofollow := relation.NoFollow()
	key := linkKey{u, how}
	if i, ok := p.known[key]; ok {
		p.links[i].NoFollow = p.links[i].NoFollow && nofollow
		if p.links[i].Start != p.links[i].End {
			return -1 // its anchor text is known
		}
		return i
	}
	if len(p.links) >= p.limits.Links {
		p.limited = true
		return -1
	}
	i := int32(len(p.links))
	p.links = append(p.links, aranea.Link{URL: u, How: how, NoFollow: nofollow, Rel: relation})
	p.known[key] = i
	return i
}
