package crawl

import (
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/weburl"
)

// planEdges says which links the page has from now on, for the link graph. An
// answer that says nothing about them, and no answer, leave them as they are; a
// page that is given up, taken out, or no page any more, has none; a list, such as a
// feed, has those to the files that its entries bring along. A page whose text is
// another's leads to that one alone: its own links would count twice. The links of
// a page that was read with a secret are nobody's but those who may read it, and
// everybody searches by the words of links, so none of them is kept.
func planEdges(f facts, out *aranea.Outcome) {
	if out.Entry.Kind != aranea.KindPage && out.Entry.Kind != aranea.KindSitemap {
		return
	}
	c := &aranea.EdgeChange{Source: out.Entry.URL}
	switch e := &out.Entry; {
	case e.State == aranea.StateGone:
	case !answeredAnew(f, out):
		return
	case f.fetched.Access != "", f.removedBy != "":
	case f.listed != nil:
		c.Edges = f.listed.Edges()
	case e.Kind == aranea.KindSitemap:
	case e.Reason == aranea.HTTPRedirect:
		c.Edges = leads(out, aranea.HowRedirect)
	case f.page == nil:
	case e.Reason == aranea.DupExact:
		if twin, err := weburl.Parse(f.twinURL); err == nil {
			c.Edges = []aranea.Edge{{Target: twin, How: aranea.HowCanonical}}
		}
	case e.Reason == aranea.DupCanonical:
		c.Edges = []aranea.Edge{{Target: f.page.Canonical(), How: aranea.HowCanonical}}
	case e.Reason == aranea.DirectiveRefresh:
		c.Edges = leads(out, aranea.HowRefresh)
	default:
		c.Edges = outlinks.Of(f.page)
	}
	out.Edges = c
}

// answeredAnew reports whether an answer came that says what the page is now.
func answeredAnew(f facts, out *aranea.Outcome) bool {
	status := f.fetched.Status
	return !f.stopped && out.Sent && !f.interrupted() && status >= 200 && status < 400 && status != http.StatusNotModified
}

// leads returns the link by which a URL leads to another one.
func leads(out *aranea.Outcome, how aranea.How) []aranea.Edge {
	for i := range out.Links {
		if out.Links[i].How == how {
			return []aranea.Edge{{Target: out.Links[i].URL, How: how}}
		}
	}
	return nil
}
