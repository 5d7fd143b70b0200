package html

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/hydration"
	"github.com/aranea-search/aranea/extract/linkeddata"
	"github.com/aranea-search/aranea/extract/openapi"
	"github.com/aranea-search/aranea/robotsmeta"
)

// littleText is the number of bytes of text below which a page shows next to nothing itself.
const littleText = 200

// startScript records what a script is for, if tag is one.
func (p *Parser) startScript(tag atom.Atom) {
	p.linkData, p.written = false, ""
	if tag != atom.Script || p.inert > 0 {
		return
	}
	kind := bytes.TrimSpace(p.z.Written("type"))
	p.linkData, p.written = bytes.EqualFold(kind, []byte(linkeddata.Type)), string(kind)
	p.has.scripts = p.has.scripts || !p.linkData // which shows nothing
	if src, ok := p.z.Lookup("src"); ok && p.depth == 0 && !p.again {
		p.menu.Script(string(src))
		if openapi.IsScript(string(src)) {
			p.addScriptOfSite(bytes.TrimSpace(src))
		}
	}
}

// addScriptOfSite adds a script that names pages, if it is of the page's site.
func (p *Parser) addScriptOfSite(src []byte) {
	if u, _, err := p.resolver.Resolve(src); err == nil && u.Origin() == p.page.URL.Origin() {
		p.addLink(src, aranea.HowScript, nil)
	}
}

// endEmpty tells an element that holds nothing to those that look for a menu. Only the first end tag
// behind a start tag can be that of such an element, so what is between is read once.
func (p *Parser) endEmpty(tag atom.Atom) {
	from := p.opened
	p.opened = len(p.src.body)
	if b := p.boxes.here(); b.tag == tag && p.depth == 0 && p.src.at >= from && allSpace(p.src.body[from:p.src.at]) {
		p.menu.Empty(p.boxes.all[b.at].Name)
	}
}

// finishMenu adds the scripts of the site that may make the menu of the page.
func (p *Parser) finishMenu() {
	if !p.menu.Any() {
		return
	}
	origin := p.page.URL.Origin()
	leads := slices.ContainsFunc(p.links, func(l aranea.Link) bool {
		return (l.How.IsChosen() || l.How == aranea.HowArea || l.How == aranea.HowFrame) && l.URL.Origin() == origin
	})
	p.again = false
	for _, src := range p.menu.Scripts(leads) {
		p.addScriptOfSite([]byte(src))
	}
}

// addScript handles the text of a script: linked data, or data that the scripts of the page
// show.
func (p *Parser) addScript(s []byte) {
	switch {
	case p.inert > 0:
	case p.linkData:
		v := p.data.readData(s)
		if v != nil {
			p.values.LinkedData(v, len(s))
		}
		if p.region&robotsmeta.NoSnippetText == 0 {
			p.found.LinkedData(v, len(s))
		}
	case hydration.Holds(p.written, s):
		p.state.Add(s)
	default:
		p.onward.Script(s)
		for _, ref := range openapi.Named(s) {
			p.addLink([]byte(ref), aranea.HowEmbedded, nil)
		}
	}
}

// viewed are the attributes with which elements of viewers, which HTML does not know, and their scripts name
// the description of an interface that they show: Redoc and RapiDoc, Stoplight Elements, Scalar.
var viewed = [...]string{"spec-url", "apidescriptionurl", "data-url"}

// startViewer adds the description of an interface that an element shows.
func (p *Parser) startViewer(tag atom.Atom) {
	if tag != 0 && tag != atom.Script || p.inert > 0 {
		return
	}
	for _, name := range viewed {
		value, _ := p.z.Lookup(name)
		if ref := bytes.TrimSpace(value); openapi.IsName(string(ref)) || tag == 0 && openapi.IsFile(string(ref)) {
			p.addLink(ref, aranea.HowEmbedded, nil)
		}
	}
}

// finishState adds the text of the data for scripts that the page does not show, if the page has
// scripts and next to no text itself, and the data has more. A page whose main part has text is
// short: its data may be that of the whole site.
func (p *Parser) finishState() {
	shown := p.shown()
	if shown >= littleText || p.boxes.hasFilledMount(p.elements, p.text) {
		return
	}
	texts, size := p.state.Texts(), 0
	texts = slices.DeleteFunc(texts, func(t string) bool { return bytes.Contains(p.text, []byte(t)) })
	for _, t := range texts {
		size += len(t)
	}
	if size <= shown {
		return
	}
	p.skip, p.page.FromData = 0, true
	for _, t := range texts {
		p.addBlock(aranea.ElementText, []byte(t), p.limits.Text)
	}
}

// finishOnward makes a page a redirect if it sends visitors with and without scripts to one address, and shows
// next to nothing.
func (p *Parser) finishOnward() {
	to := p.onward.To()
	if to == "" || p.depth > 0 || p.robots.Directives().Refresh() != nil || p.shown() >= littleText {
		return
	}
	if u, err := p.page.Base.ResolveWith(p.enc, to); err == nil && u != p.page.URL {
		p.page.Refresh = u
	}
}

// shown returns the number of bytes of text that the page shows itself.
func (p *Parser) shown() int {
	n := 0
	for i := range p.elements {
		if e := &p.elements[i]; isProper(e) {
			n += int(e.End - e.Start)
		}
	}
	return n
}
