package learn

import (
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// Limits of what is kept for pages that came before the template of their site was
// known.
const (
	maxHeld     = 16 << 20 // bytes of pages
	maxHeldPage = 1 << 18  // bytes of one page
	knownAfter  = 8        // pages of a site, after which those before are labelled anew
	relabelPart = 0.05     // of the text of a page has another zone than before, or it stays
)

// held are the first pages of sites, as they were put into the index. It is used by
// the one goroutine that commits.
type held struct {
	pages map[weburl.Origin][]aranea.IndexChange
	order []weburl.Origin // the one that was held first, first
	bytes int
}

// Zone labels the blocks of a page that is put into the index, and learns from it: a
// page that is read again is no further page of its site. It returns earlier pages that are to be put
// again, because what is known by now gives their blocks other zones; known tells
// which of them still stand as they were.
func (l *Learner) Zone(c *aranea.IndexChange, known Known) ([]aranea.IndexChange, error) {
	if l == nil || len(c.Page.Containers) == 0 {
		return nil, nil
	}
	o := c.URL.Origin()
	p, err := l.zones.open(o)
	if err != nil {
		return nil, err
	}
	l.zones.mu.Lock()
	news := p.SawAndLabel(c.Page)
	seen := p.Seen
	if news || seen&(seen-1) == 0 { // at each power of two: most of what a process counts outlasts it
		l.zones.keep(o)
	} else {
		l.zones.keepLater(o)
	}
	l.zones.mu.Unlock()
	switch {
	case seen < knownAfter:
		l.held.add(o, c)
		if l.held.bytes <= maxHeld {
			return nil, nil
		}
		return l.relabel(l.held.order[0], known)
	case seen == knownAfter:
		return l.relabel(o, known)
	}
	return nil, nil
}

// ZoneLeft returns what is left of such pages at the end of a crawl, and stores what was
// counted since the last verdicts.
func (l *Learner) ZoneLeft(known Known) ([]aranea.IndexChange, error) {
	if l == nil {
		return nil, nil
	}
	var all []aranea.IndexChange
	for len(l.held.order) > 0 {
		again, err := l.relabel(l.held.order[0], known)
		if err != nil {
			return nil, err
		}
		all = append(all, again...)
	}
	l.zones.keepAll()
	return all, l.Flush(true)
}

// add keeps what the index needs of a page, in the place of an earlier version.
func (h *held) add(o weburl.Origin, c *aranea.IndexChange) {
	if sizeOf(c.Page) > maxHeldPage {
		return
	}
	if h.pages == nil {
		h.pages = map[weburl.Origin][]aranea.IndexChange{}
	}
	mine, ok := h.pages[o]
	if !ok {
		h.order = append(h.order, o)
	}
	again := *c
	p := c.Page
	again.Page = &aranea.Page{
		URL: p.URL, Lang: p.Lang, Format: p.Format, Published: p.Published, Modified: p.Modified,
		Text: p.Text, Elements: p.Elements, Containers: p.Containers, Sketch: p.Sketch,
	}
	h.bytes += sizeOf(p)
	for i := range mine {
		if mine[i].URL == c.URL {
			h.bytes -= sizeOf(mine[i].Page)
			mine[i] = again
			return
		}
	}
	h.pages[o] = append(mine, again)
}

// sizeOf returns about how many bytes a page takes.
func sizeOf(p *aranea.Page) int {
	return 500 + len(p.Text) + 16*len(p.Elements) + 32*len(p.Containers)
}

// take hands out the pages of a site and forgets them.
func (h *held) take(o weburl.Origin) []aranea.IndexChange {
	mine := h.pages[o]
	delete(h.pages, o)
	for i := range h.order {
		if h.order[i] == o {
			h.order = append(h.order[:i], h.order[i+1:]...)
			break
		}
	}
	for i := range mine {
		h.bytes -= sizeOf(mine[i].Page)
	}
	return mine
}

// relabel returns the held pages of a site whose zones are others now.
func (l *Learner) relabel(o weburl.Origin, known Known) ([]aranea.IndexChange, error) {
	var again []aranea.IndexChange
	for _, c := range l.held.take(o) {
		e, ok, err := known(c.URL.ID())
		if err != nil {
			return nil, err
		}
		if !ok || !e.Found() || e.Visits != c.Version {
			continue // it was taken out, or visited again
		}
		p, err := l.zones.get(o)
		if err != nil {
			return nil, err
		}
		before := zonesOf(c.Page)
		l.zones.mu.Lock()
		p.Label(c.Page)
		l.zones.mu.Unlock()
		if !differs(c.Page, before) {
			continue
		}
		if err := l.language(&c, false); err != nil {
			return nil, err
		}
		again = append(again, c)
	}
	return again, nil
}

func zonesOf(p *aranea.Page) []aranea.Zone {
	all := make([]aranea.Zone, len(p.Elements))
	for i := range p.Elements {
		all[i] = p.Elements[i].Zone
	}
	return all
}

// differs reports whether a good part of a page's text has other zones than before.
func differs(p *aranea.Page, before []aranea.Zone) bool {
	changed := 0
	for i, e := range p.Elements {
		if e.Zone != before[i] {
			changed += int(e.End - e.Start)
		}
	}
	return float64(changed) >= relabelPart*float64(len(p.Text))
}

// Profiles yields what is known of the templates of sites, as it is stored and not
// newer.
func (l *Learner) Profiles() iter.Seq2[zone.Profile, error] { return l.zones.records() }

// ProfiledOrigins returns the origins of a host name, at any port, of whose template
// something is known.
func (l *Learner) ProfiledOrigins(name string) ([]weburl.Origin, error) {
	var out []weburl.Origin
	for p, err := range l.Profiles() {
		if err != nil {
			return nil, err
		}
		if p.Origin.Host() == name {
			out = append(out, p.Origin)
		}
	}
	return out, nil
}

// Profile calls use with what is known of the template of a site, nil if nothing is.
func (l *Learner) Profile(o weburl.Origin, use func(*zone.Profile)) error {
	p, err := l.zones.get(o)
	if err != nil {
		return err
	}
	l.zones.mu.Lock()
	defer l.zones.mu.Unlock()
	use(p)
	return nil
}
