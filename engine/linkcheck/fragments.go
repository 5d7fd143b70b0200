package linkcheck

import (
	"cmp"
	"context"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of what is held of the targets of links with fragments; beyond them they are looked up
// again.
const (
	maxPages       = 20_000
	maxIdentifiers = 1 << 20 // of all of them
)

// A page is what is known of the parts of the target of a link.
type page struct {
	ids    fragment.Set
	known  bool   // ids are all of its identifiers
	target Target // as that of a link to a part that it does not have
}

// A part is the target of a link with a fragment, with what links from a template have in common.
type part struct {
	to       weburl.URL
	fragment string
	place
}

// A group is the links to a part from one place.
type group struct {
	links  []linkgraph.Link // those that are listed, the first page first
	pages  int
	target Target
}

// A partList collects the links to parts that do not exist.
type partList struct {
	c           *Checker
	pages       map[weburl.URL]page
	identifiers int // of all pages
	groups      map[part]*group
	links       int // of all groups
}

// missing yields the links on pages of a host, "" for all, to parts that their pages do not have,
// sorted by target and then by page, MaxSorted at a time.
func (c *Checker) missing(ctx context.Context, host string, yield func(Link, error) bool) {
	p := &partList{c: c, pages: map[weburl.URL]page{}, groups: map[part]*group{}}
	site := weburl.Origin("")
	if host != "" {
		site = weburl.Origin("http://" + host)
	}
	for l, err := range c.graph.PartLinks(ctx, site) {
		if err == nil && isShown(&l.Link, host) {
			err = p.add(&l)
		}
		if err != nil {
			yield(Link{}, err)
			return
		}
		if p.links >= MaxSorted && !p.relay(yield) {
			return
		}
	}
	p.relay(yield)
}

// add adds a link if its target does not have the part.
func (p *partList) add(l *linkgraph.PartLink) error {
	to, ok := p.pages[l.To]
	if !ok {
		var err error
		if to, err = p.c.page(l.To); err != nil {
			return err
		}
		if p.identifiers += len(to.ids); len(p.pages) >= maxPages || p.identifiers > maxIdentifiers {
			clear(p.pages)
			p.identifiers = len(to.ids)
		}
		p.pages[l.To] = to
	}
	if !to.known || to.ids.Has(l.Fragment) {
		return nil
	}
	key := part{to: l.To, fragment: l.Fragment, place: placeOf(&l.Link)}
	g := p.groups[key]
	if g == nil {
		g = &group{target: to.target}
		p.groups[key] = g
	}
	g.pages++
	switch {
	case len(g.links) == 0 || !isFolded(key.zone, g.pages):
		g.links = append(g.links, l.Link)
		p.links++
	case l.From.String() < g.links[0].From.String():
		g.links[0] = l.Link
	}
	if last := len(g.links) - 1; g.links[last].From.String() < g.links[0].From.String() {
		g.links[0], g.links[last] = g.links[last], g.links[0]
	}
	return nil
}

// page returns what is known of the parts of a page. A fragment outlives redirects, unless one of
// them names a part itself (HTML, "create navigation params by fetching"); a refresh begins anew.
func (c *Checker) page(u weburl.URL) (none page, err error) {
	to := page{target: Target{Reason: aranea.LinkFragment.String()}}
	for range MaxHops {
		e, known, err := c.known(u)
		if err != nil || !known {
			return none, err
		}
		parts, recorded, err := c.graph.Parts(u)
		if err != nil {
			return none, err
		}
		v, t := judge(&e)
		switch {
		case v == fine && recorded && parts.Known:
			to.ids, to.known, to.target.Status = parts.IDs, true, t.Status
			return to, nil
		case v != moved, recorded, e.Reason == aranea.DirectiveRefresh:
			return none, nil
		}
		to.target.Permanent = isPermanent(&e) && (to.target.LeadsTo == "" || to.target.Permanent)
		to.target.LeadsTo = e.Target
		to.target.Redirects++
		if u, err = weburl.Parse(e.Target); err != nil {
			return none, nil //nolint:nilerr // only part of it was stored
		}
	}
	return none, nil
}

// relay yields the collected links and reports whether the caller wants more.
func (p *partList) relay(yield func(Link, error) bool) bool {
	var list []Link
	for key, g := range p.groups {
		links, pages := g.links, 1
		if isFolded(key.zone, g.pages) {
			links, pages = links[:1], g.pages
		}
		for _, l := range links {
			list = append(list, Link{From: l.From, To: l.To, Fragment: key.fragment, Kind: l.Kind, Anchor: l.Anchor, Zone: l.Zone, Pages: pages, Target: g.target})
		}
	}
	slices.SortFunc(list, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.To.String(), b.To.String()), cmp.Compare(a.Fragment, b.Fragment), cmp.Compare(a.From.String(), b.From.String()),
			cmp.Compare(a.Anchor, b.Anchor), cmp.Compare(a.Zone, b.Zone))
	})
	clear(p.groups)
	p.links = 0
	for _, l := range list {
		if !yield(l, nil) {
			return false
		}
	}
	return true
}
