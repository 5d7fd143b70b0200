package engine

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/keptlist"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/outbox"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// Links yields links between pages.
func (e *Engine) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	offset, limit := f.Offset, f.Limit
	f.Offset, f.Limit = 0, 0
	return wire.Part("links", offset, limit, e.graph.Links(ctx, f))
}

// Inlinks counts the links to a URL.
func (e *Engine) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return e.graph.Inlinks(ctx, u)
}

// checker returns what checks the links of the folder.
func (e *Engine) checker() *linkcheck.Checker {
	return linkcheck.New(outbox.Records{Frontier: e.frontier, Graph: e.graph}, e.graph, e.learner, e.index)
}

// records returns the state of what is kept of URLs and links.
func (e *Engine) records() keptlist.State {
	return keptlist.State{Changes: e.kv.Changes(), Clock: e.opt.Now}
}

// CheckedLinks yields links whose targets are broken, or redirect.
func (e *Engine) CheckedLinks(ctx context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error] {
	return e.kept.Links(ctx, e.checker(), f, e.records())
}

// UncheckedLinks counts the targets of links of which it is not known whether they are broken.
func (e *Engine) UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error) {
	return e.kept.Unchecked(ctx, e.checker(), host, e.records())
}

// OrphanPages yields the pages of the index that no page links to.
func (e *Engine) OrphanPages(ctx context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error] {
	return e.kept.Orphans(ctx, e.checker(), f, e.records())
}

// Faults yields faults of pages that others name.
func (e *Engine) Faults(ctx context.Context, f linkcheck.FaultFilter) iter.Seq2[linkcheck.Fault, error] {
	return e.checker().Faults(ctx, f)
}

// CountFaults counts the faults of a check, and what it looked at.
func (e *Engine) CountFaults(ctx context.Context, f linkcheck.FaultFilter) (linkcheck.FaultCounts, error) {
	return e.checker().CountFaults(ctx, f)
}

// PublishedPages yields the pages that a sitemap of their site should list.
func (e *Engine) PublishedPages(ctx context.Context, f sitemappages.Filter) iter.Seq2[sitemappages.Page, error] {
	return sitemappages.Lister{Entries: e.frontier, Graph: e.graph, Pages: e.index, Now: e.opt.Now}.List(ctx, f)
}

// linksCount reports whether the links of a page count: it must be known and neither excluded
// nor gone. Those of a page of another partition count as its node says, unless the operator has
// removed it.
func (e *Engine) linksCount(u weburl.URL) (bool, error) {
	if !e.graph.Partition().Holds(u.Origin()) {
		return !e.isRemoved(u), nil
	}
	entry, known, err := e.frontier.EntryByID(u.ID())
	return known && linksOf(&entry), err
}

// linksOf is linksCount for an entry.
func linksOf(entry *aranea.Entry) bool {
	return entry.State != aranea.StateExcluded && entry.State != aranea.StateGone
}

// mostCopies is the most copies of a page whose links count as links to the page.
const mostCopies = 16

// linksTo yields the pages that link to a URL, and then those that link to a page that was left
// out of the index in favor of it: one with the same text, or one whose canonical URL it is.
func (e *Engine) linksTo(ctx context.Context, u weburl.URL) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		from := func(to weburl.URL) bool {
			for l, err := range e.graph.LinksTo(ctx, to, "") {
				if err == nil && l.From == u {
					continue // it links to its own copy
				}
				if !yield(l.From, err) || err != nil {
					return false
				}
			}
			return true
		}
		if !from(u) {
			return
		}
		copies, err := e.graph.Copies(ctx, u, mostCopies)
		if err != nil {
			yield(weburl.URL{}, err)
			return
		}
		for _, c := range copies {
			if !from(c) {
				return
			}
		}
	}
}
