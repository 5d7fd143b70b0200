package crawl

import (
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/weburl"
)

// planEdges sets the links of the page in the link graph. No answer, or one that says nothing
// about links, leaves them unchanged, and so does one that the page's document outlives. A page
// that is given up, excluded, or no longer a page, has none. A list, such as a feed, has links to
// the files that its entries come with. A page with another's text links to that page only: its own
// links would count twice. The links of a page that was read with a secret concern only those who
// may read it, while everybody searches by the words of links, so none of them is kept. The parts of
// a page are those of the page at its URL, whatever becomes of it.
func planEdges(opt Options, f facts, out *aranea.Outcome) {
	if out.Entry.Kind != aranea.KindPage && out.Entry.Kind != aranea.KindSitemap {
		return
	}
	c := &aranea.EdgeChange{Source: out.Entry.URL, IsList: f.listed != nil}
	e := &out.Entry
	isGone := e.State == aranea.StateGone && !e.Indexed
	if !isGone && !answeredAnew(f, out) {
		return
	}
	if out.Edges = c; isGone || f.fetched.Access != "" || f.removedBy != "" {
		return
	}
	switch {
	case f.listed != nil:
		c.Edges, c.Alternates, c.Listed, c.Partial = f.listed.Edges(), f.listed.Alternates, f.listed.Named(), f.listed.Ended != nil || f.fetched.Truncated
	case e.Kind == aranea.KindSitemap:
	case e.Reason == aranea.HTTPRedirect:
		c.Edges = leads(out, aranea.HowRedirect)
		if opt.Parts {
			c.Parts = outlinks.PartsOfRedirect(f.fetched.Header.Get("Location"))
		}
	case f.page == nil:
	case e.Reason == aranea.DupExact:
		if twin, err := weburl.Parse(f.twin.URL); err == nil {
			*c = twins.Links(c.Source, twin)
		}
		outlinks.Declare(f.page, c)
	case e.Reason == aranea.DupCanonical:
		c.Edges = []aranea.Edge{{Target: f.page.Canonical(), How: aranea.HowCanonical}}
		outlinks.Declare(f.page, c)
	case e.Reason == aranea.DirectiveRefresh:
		c.Edges = leads(out, aranea.HowRefresh)
	default:
		outlinks.Declare(f.page, c)
		c.Edges, c.Parts = outlinks.Of(f.page), outlinks.Parts(f.page)
	}
	c.Named = outlinks.Elsewhere(out.Links, c.Edges, f.page)
}

// answeredAnew reports whether an answer came that shows the page's current content, and that
// counts.
func answeredAnew(f facts, out *aranea.Outcome) bool {
	status, keeps := f.fetched.Status, out.Entry.State == aranea.StateQueued || out.Entry.State == aranea.StateGone && out.Entry.Indexed
	return !f.stopped && !keeps && out.Sent && !f.interrupted() && status >= 200 && status < 400 && status != http.StatusNotModified
}

// leads returns the link of the given kind by which a URL leads to another one.
func leads(out *aranea.Outcome, how aranea.How) []aranea.Edge {
	for i := range out.Links {
		if out.Links[i].How == how {
			return []aranea.Edge{{Target: out.Links[i].URL, How: how}}
		}
	}
	return nil
}
