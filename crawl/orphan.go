package crawl

import "github.com/aranea-search/aranea"

// An amends is what the index needs besides, when an origin is decided on anew: a
// process that was killed between index and frontier left its documents in a way
// that no step of the entries tells.
type amends struct {
	indexer Indexer
	changes []aranea.IndexChange
}

// look notes what the document of an entry needs besides what its change says.
func (a *amends) look(e *aranea.Entry, changed bool) {
	id := e.URL.ID()
	c := aranea.IndexChange{URL: e.URL, Version: e.Visits}
	switch {
	case !changed && e.Found() && a.indexer.Hidden(id):
		c.Action = aranea.IndexShow
	case !e.Indexed && e.State == aranea.StateExcluded && a.indexer.Has(id):
		c.Action = aranea.IndexDelete
	default:
		return
	}
	a.changes = append(a.changes, c)
}

// dropOrphan takes a document out that the index holds although the page is not
// to be in it: a process that was killed between index and frontier had put it
// in, and the visit that repeats its own came to another end.
func (c *Crawler) dropOrphan(out *aranea.Outcome) {
	e := &out.Entry
	if e.Kind != aranea.KindPage || e.Indexed || e.State == aranea.StateQueued || out.Index.Action != aranea.IndexKeep {
		return
	}
	if c.indexer.Has(e.URL.ID()) {
		out.Index = aranea.IndexChange{Action: aranea.IndexDelete, URL: e.URL, Version: e.Visits}
	}
}
