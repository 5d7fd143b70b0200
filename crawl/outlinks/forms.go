package outlinks

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Forms keeps what the forms of pages lead to as links of one page each: of the page whose form
// made it known. The same form stands on every page of many sites, and would cost as many records
// on each. What something else made known, such as a sitemap, has no such page: it is kept for
// one page of each batch, so that the words of the form find it. Forms is for one batch of visits,
// whose pages are passed in order.
type Forms struct {
	// Known returns a known URL.
	Known func(weburl.ID) (aranea.Entry, bool, error)

	taken map[weburl.ID]bool // of the pages before in the batch
}

// Keep removes from the links of a page what forms of others led to before; c may be nil.
func (f *Forms) Keep(c *aranea.EdgeChange) (err error) {
	if c == nil || !slices.ContainsFunc(c.Edges, func(e aranea.Edge) bool { return e.How == aranea.HowForm }) {
		return nil
	}
	if f.taken == nil {
		f.taken = map[weburl.ID]bool{}
	}
	source := c.Source.ID()
	c.Edges = slices.DeleteFunc(c.Edges, func(e aranea.Edge) bool {
		if e.How != aranea.HowForm || err != nil {
			return false
		}
		id := e.Target.ID()
		if f.taken[id] {
			return true
		}
		known, ok, failed := f.Known(id)
		if err = failed; ok && known.How == aranea.HowForm && known.FoundOn != source {
			return true
		}
		f.taken[id] = true
		return false
	})
	return err
}
