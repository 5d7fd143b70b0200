package crawl

import "github.com/aranea-search/aranea"

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
