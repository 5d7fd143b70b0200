package html

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/form"
	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/robotsmeta"
)

// otherURLs is the number of references of a page that are resolved in addition to its links: to
// itself, to canonical pages.
const otherURLs = 256

// known finds the links of a page by the indexes of their URLs. A URL may be linked in several
// ways.
type known struct {
	first []int32 // first link of each URL, -1 for none
	next  []int32 // next link to the same URL, -1 for none
}

func (k *known) reset() { k.first, k.next = k.first[:0], k.next[:0] }

// find returns the link to a URL in one way, -1 if there is none.
func (k *known) find(links []aranea.Link, place int, how aranea.How) int32 {
	if place < 0 || place >= len(k.first) {
		return -1
	}
	i := k.first[place]
	for i >= 0 && links[i].How != how {
		i = k.next[i]
	}
	return i
}

// add adds the last link, and returns its index.
func (k *known) add(place int) int32 {
	for len(k.first) <= place {
		k.first = append(k.first, -1)
	}
	i := int32(len(k.next))
	k.next = append(k.next, k.first[place])
	k.first[place] = i
	return i
}

// endAnchor ends the open link.
func (p *Parser) endAnchor() {
	if !p.linked {
		return
	}
	if p.permalinks.from >= 0 {
		p.endPermalink()
	}
	p.endAnchorSpan()
	p.linked, p.anchor, p.anchorAt, p.parts.open = false, -1, -1, -1
}

// startAnchor starts a link. Directly after another one it starts a word: menus separate their
// links by style, not by spaces. Two links with the same href do not: some editors split a word
// that way.
func (p *Parser) startAnchor(href, rel []byte) {
	if p.anchorEnd == len(p.text) && !bytes.Equal(href, p.href) {
		p.space()
	}
	if p.above > 0 {
		p.startMark()
	}
	p.linked, p.href = true, append(p.href[:0], href...)
	p.pagination.Start(rel)
	p.startPermalink(href)
	p.startEntry(href)
	p.anchor = p.addLink(href, aranea.HowAnchor, rel)
}

// startEntry takes the identifier from a definition that begins with a link to another page, or with words
// and a comma before one: it is an entry of an index, and that page defines what it says.
func (p *Parser) startEntry(href []byte) {
	if !p.identifiers.definition || len(p.identifiers.heading) == 0 {
		return
	}
	before := bytes.TrimSpace(p.text[min(p.start, len(p.text)):])
	if len(before) > 0 && (!bytes.HasSuffix(before, []byte(",")) || bytes.ContainsAny(before, "([{<=:")) {
		return
	}
	if u, _, err := p.resolver.Resolve(href); err == nil && u != p.page.URL {
		p.identifiers.entries++
		p.identifiers.endHeading()
	}
}

// startAbove begins a superscript. At the beginning of a link that is a note mark.
func (p *Parser) startAbove() {
	p.above++
	if p.linked && p.anchorAt < 0 {
		p.startMark()
	}
}

// startMark begins a note mark: a superscript link, which is not part of the word before it.
func (p *Parser) startMark() {
	p.space()
	p.marked = len(p.text) == p.start
}

// endMark ends a note mark. One that begins its block is followed by the note.
func (p *Parser) endMark() {
	if p.marked {
		p.space()
		p.marked = false
	}
}

// addLink resolves a reference and returns the index of its link, -1 if it is not one. A known
// link is not added again. There are no links in what a raw text element without an end has
// swallowed: for browsers that is the text of a script.
func (p *Parser) addLink(ref []byte, how aranea.How, rel []byte) int32 {
	if p.again {
		return -1
	}
	u, place, err := p.resolver.Resolve(ref)
	if p.parts.on && err == nil {
		p.parts.link(ref, u, place, how)
	}
	if err != nil || u == p.page.URL {
		if err == nil && how == aranea.HowAnchor && fragment.IsRoute(ref) {
			p.page.Routes++
		}
		return -1
	}
	var relation robotsmeta.Rel
	if len(rel) > 0 {
		relation = robotsmeta.ParseRel(string(rel))
	}
	nofollow := relation.NoFollow()
	if i := p.known.find(p.links, place, how); i >= 0 {
		p.links[i].NoFollow = p.links[i].NoFollow && nofollow
		if p.links[i].Start != p.links[i].End {
			return -1 // its anchor text is known
		}
		return i
	}
	if len(p.links) >= p.limits.Links || place < 0 {
		p.limited = true
		return -1
	}
	p.links = append(p.links, aranea.Link{URL: u, How: how, NoFollow: nofollow, Rel: relation})
	return p.known.add(place)
}

// FillForms says whether the forms of the next pages are read, and what they lead to is added to
// the links. Those of embedded documents never are.
func (p *Parser) FillForms(on bool) {
	switch {
	case !on:
		p.forms = nil
	case p.forms == nil:
		p.forms = new(form.Reader)
	}
}

// ReadParts sets whether the parts of the next pages are read, and their links with fragments; cut
// says that the documents were.
func (p *Parser) ReadParts(on, cut bool) { p.parts.on, p.parts.cut = on, cut }

// readsForms reports whether what is here may belong to a form: the content of a template does
// not, nor does what a raw text element without an end has swallowed.
func (p *Parser) readsForms() bool { return p.forms != nil && p.inert == 0 && !p.again }

// formText passes a text to the forms, which is raw only in a text area.
func (p *Parser) formText() {
	if p.readsForms() && (p.raw == 0 || p.raw == atom.Textarea) && p.forms.Listens() {
		p.forms.Text(p.z.Text())
	}
}

// fillForms adds the forms of the page, and what they lead to.
func (p *Parser) fillForms() {
	if p.forms == nil {
		return
	}
	forms, urls := p.forms.Fill(form.Page{URL: p.page.URL, Base: p.page.Base, Encoding: p.enc})
	p.page.Forms, p.again = forms, false
	for _, s := range urls {
		if i := p.addLink([]byte(s.URL.String()), aranea.HowForm, nil); i >= 0 {
			p.links[i].Label = s.Label
		}
	}
	p.forms.Reset()
}
