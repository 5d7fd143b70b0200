package engine

import (
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// zoneFacts adds the zones of a page in the index, the operator's facets that it has, and what is
// known about the template of its site.
func (e *Engine) zoneFacts(t *trail.Trail) error {
	u, err := weburl.Parse(t.URL)
	if err != nil || !t.In && !t.Hidden {
		return nil //nolint:nilerr // a trail without a document has no zones
	}
	snap, err := e.index.Snapshot()
	if err != nil {
		return err
	}
	defer snap.Close()
	seg, doc, ok := snap.Lookup(u.ID())
	if !ok {
		return nil
	}
	r, err := snap.Doc(seg, doc)
	if err != nil {
		return err
	}
	if r.Elements, err = snap.Elements(seg).Of(doc); err != nil {
		return err
	}
	t.Add("Zones", r.Zones())
	of, err := facet.Of(snap, seg, doc)
	if err != nil {
		return err
	}
	for _, own := range of {
		t.Add("Facet", own)
	}
	return e.learner.Profile(u.Origin(), func(p *zone.Profile) {
		if text := p.Standing(); text != "" && r.Format == "html" { // other formats have no containers
			t.Add("Template", text)
		}
	})
}
