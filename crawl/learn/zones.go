package learn

import (
	"iter"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// Limits of what is kept of pages that came before the template of their site was known.
const (
	maxHeld     = 16 << 20 // bytes of pages
	maxHeldPage = 1 << 18  // bytes of one page without its links
	knownAfter  = 8        // pages of a site after which the earlier ones are labelled again
	knownWell   = 64       // and once more, with those since then: menus and lists are often visited before the first article
	relabelPart = 0.05     // text of a page that changes zone, as a part of what was content, for the page to be indexed again: minimum
)

// held holds the first pages of sites, as they were put into the index. It is used only by the
// goroutine that commits.
type held struct {
	pages map[weburl.Origin][]aranea.IndexChange
	order []weburl.Origin // in the order in which they were first held
	later []weburl.Origin // the same for those of which the first pages were labelled again
	bytes int
	links bool // they have their links, and whether these may be followed
}

// HoldLinks sets whether pages that are indexed again have their links. It must be called before the first page.
func (l *Learner) HoldLinks(on bool) { l.held.links = on }

// Zone labels the blocks of a page that is put into the index, and learns from it, unless the
// page is read again and is thus not another page of its site. It returns earlier pages to be
// indexed again, because their blocks get other zones by what is now known; known tells which of
// them are still as they were.
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
	if news || seen&(seen-1) == 0 { // at each power of two, so that most of what a process counts survives it
		l.zones.keep(o)
	} else {
		l.zones.keepLater(o)
	}
	l.zones.mu.Unlock()
	switch {
	case seen == knownWell:
		return l.relabel(o, known)
	case seen == knownAfter:
		again, err := l.label(l.held.pages[o], known)
		l.held.postpone(o)
		l.held.add(o, c, true)
		return again, err
	case seen < knownWell:
		l.held.add(o, c, seen > knownAfter)
	}
	var all []aranea.IndexChange
	for l.held.bytes > maxHeld {
		again, err := l.relabel(l.held.first(), known)
		if err != nil {
			return all, err
		}
		all = append(all, again...)
	}
	return all, nil
}

// ZoneLeft returns the remaining held pages that get other zones at the end of a crawl, and
// stores what was counted since the last verdicts.
func (l *Learner) ZoneLeft(known Known) ([]aranea.IndexChange, error) {
	if l == nil {
		return nil, nil
	}
	var all []aranea.IndexChange
	for len(l.held.pages) > 0 {
		again, err := l.relabel(l.held.first(), known)
		if err != nil {
			return nil, err
		}
		all = append(all, again...)
	}
	l.zones.keepAll()
	return all, l.Flush(true)
}

// first returns the site whose pages are the first to be labelled again, one of which more is known
// if there is one.
func (h *held) first() weburl.Origin {
	if len(h.later) > 0 {
		return h.later[0]
	}
	return h.order[0]
}

// add keeps a page, without what is large and not needed by the index, replacing an earlier version.
// later says that the first pages of the site were labelled again.
func (h *held) add(o weburl.Origin, c *aranea.IndexChange, later bool) {
	if sizeOf(c.Page)-sizeOfLinks(c.Page) > maxHeldPage {
		return
	}
	if h.pages == nil {
		h.pages = map[weburl.Origin][]aranea.IndexChange{}
	}
	mine, ok := h.pages[o]
	switch {
	case ok:
	case later:
		h.later = append(h.later, o)
	default:
		h.order = append(h.order, o)
	}
	again, p := *c, *c.Page
	p.Parts, p.Forms, p.Canonicals, p.Alternates.All, p.Warnings = nil, nil, nil, nil, nil
	if !h.links {
		p.Links, p.Directives = nil, robotsmeta.Directives{}
	}
	p.Told = "" // told again, by what is known of its site then
	again.Page = &p
	h.bytes += sizeOf(&p)
	for i := range mine {
		if mine[i].URL == c.URL {
			h.bytes -= sizeOf(mine[i].Page)
			mine[i] = again
			return
		}
	}
	h.pages[o] = append(mine, again)
}

// sizeOf returns the approximate size of a page in bytes.
func sizeOf(p *aranea.Page) int {
	more := len(p.Trouble) + p.Items.Size()
	for _, h := range p.HeadingIDs {
		more += 24 + len(h.ID)
	}
	for _, f := range p.Facets {
		more += 32 + len(f.Name) + len(f.Value)
	}
	return 900 + len(p.Text) + 16*len(p.Elements) + 32*len(p.Containers) + more + sizeOfLinks(p)
}

// sizeOfLinks returns the approximate size of the links of a page in bytes.
func sizeOfLinks(p *aranea.Page) (n int) {
	for i := range p.Links {
		n += 96 + len(p.Links[i].URL.String()) + len(p.Links[i].Label)
	}
	return n
}

// take returns the held pages of a site and forgets them.
func (h *held) take(o weburl.Origin) []aranea.IndexChange {
	mine := h.pages[o]
	delete(h.pages, o)
	h.order, h.later = withoutSite(h.order, o), withoutSite(h.later, o)
	for i := range mine {
		h.bytes -= sizeOf(mine[i].Page)
	}
	return mine
}

// postpone moves a site behind those of which less is known.
func (h *held) postpone(o weburl.Origin) {
	if _, ok := h.pages[o]; ok {
		h.order = withoutSite(h.order, o)
		h.later = append(h.later, o)
	}
}

// withoutSite returns a list without a site, which mostly is its first.
func withoutSite(all []weburl.Origin, o weburl.Origin) []weburl.Origin {
	if len(all) > 0 && all[0] == o {
		return all[1:]
	}
	if i := slices.Index(all, o); i >= 0 {
		return slices.Delete(all, i, i+1)
	}
	return all
}

// relabel returns the held pages of a site whose zones have changed, and forgets all of them.
func (l *Learner) relabel(o weburl.Origin, known Known) ([]aranea.IndexChange, error) {
	return l.label(l.held.take(o), known)
}

// label labels pages of a site again, and returns those whose zones have changed.
func (l *Learner) label(pages []aranea.IndexChange, known Known) ([]aranea.IndexChange, error) {
	var again []aranea.IndexChange
	for _, c := range pages {
		e, ok, err := known(c.URL.ID())
		if err != nil {
			return nil, err
		}
		if !ok || !e.Found() || e.Visits != c.Version {
			continue // it was deleted, or visited again
		}
		p, err := l.zones.get(c.URL.Origin())
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
		told := *c.Page // what is held keeps the language that it says itself
		c.Page = &told
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

// differs reports whether the title, the description or a relevant part of a page's text has other
// zones than before. What is relevant is measured by the text that was content: menus may be many
// times longer.
func differs(p *aranea.Page, before []aranea.Zone) bool {
	changed, content := 0, 0
	for i, e := range p.Elements {
		size := int(e.End - e.Start)
		if before[i] == aranea.ZoneMain {
			content += size
		}
		if e.Zone != before[i] {
			if e.Kind == aranea.ElementDescription || e.Kind == aranea.ElementTitle {
				return true
			}
			changed += size
		}
	}
	return changed > 0 && float64(changed) >= relabelPart*float64(content)
}

// Profiles yields what is known of the templates of sites as it is stored, without unsaved
// changes.
func (l *Learner) Profiles() iter.Seq2[zone.Profile, error] { return l.zones.records() }

// ProfiledOrigins returns the origins of a host name, at any port, for which a template profile
// exists.
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

// Profile calls use with the template profile of a site, nil if there is none.
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
