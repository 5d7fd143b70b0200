// Package reconfigure brings what a folder knows of URLs in line with other settings, before a crawl with
// them begins. Each step may be repeated: what an interrupted one has done stays as it is.
//
// Floor: 5 (owner), inside engine. Stability: engine. Which settings differ, and in which order the
// steps are made, is decided in package engine.
package reconfigure

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// Index changes documents durably.
type Index interface {
	Apply(ctx context.Context, changes []aranea.IndexChange) error
}

// A Work is what the steps work on.
type Work struct {
	Frontier *frontier.Frontier
	Index    Index
	Graph    *linkgraph.Graph
	Now      func() time.Time
	Logger   *slog.Logger

	gone replacement.Gone
}

// Scope applies another scope to known URLs, and patterns and folders also to those that were visited;
// copies of these elsewhere take their places. It is followed by Links. It returns how many documents
// left the index because patterns or folders leave their pages out.
func (w *Work) Scope(ctx context.Context, rules scope.Rules, siteLinks uint64, patterns bool) (gone uint64, err error) {
	var apply func(context.Context, []aranea.IndexChange) error
	if patterns && rules.Selects() {
		apply = func(ctx context.Context, changes []aranea.IndexChange) error {
			gone += uint64(len(changes))
			if err := w.take(ctx, changes); err != nil {
				return err
			}
			return w.TakeOut(ctx, changes)
		}
	}
	var fault error
	in, out, err := w.Frontier.Rescope(ctx, w.Now(), func(x *aranea.Entry) (aranea.Reason, string) {
		v, err := rules.Known(x, w.Frontier.Stored)
		fault = cmp.Or(fault, err)
		return v.Reason, v.Rule
	}, apply)
	w.Logger.Info("the scope is another", "let_in", in, "left_out", out)
	if err = cmp.Or(err, fault); err == nil {
		err = w.inherit(ctx)
	}
	if err == nil {
		err = w.Links(ctx, rules, siteLinks)
	}
	return gone, err
}

// Divide leaves out what other nodes visit, of a folder that keeps a part of its partition: they have
// copies of it. The links of their pages stay, as if they had been handed over.
func (w *Work) Divide(ctx context.Context, from, to partition.Partition) error {
	if err := w.Graph.Redivide(ctx, from, to); err != nil {
		return err
	}
	out, err := w.Frontier.LeaveOut(ctx, w.Now(), func(x *aranea.Entry) (aranea.Reason, string) {
		if by := to.Elsewhere(x.URL.Origin()); by != "" {
			return aranea.ScopePartition, by
		}
		return aranea.ReasonNone, ""
	}, w.drop)
	w.Logger.Info("the folder keeps a part of its partition", "before", from, "now", to, "left_out", out)
	if err != nil {
		return err
	}
	return w.inherit(ctx)
}

// Links decides anew which known URLs are checked for the links to them, at most siteLinks of a
// registrable domain, 0 for the usual limit.
func (w *Work) Links(ctx context.Context, rules scope.Rules, siteLinks uint64) error {
	n, _ := w.Frontier.Counts()
	if !rules.ChecksLinks() && n[aranea.CountLinks]+n[aranea.CountLinksWaiting]+n[aranea.CountLinksOver] == 0 {
		return nil // there are none to forget
	}
	var fault error
	changed, err := w.Frontier.Relink(ctx, w.Now(), siteLinks, w.linkRule(ctx, rules, &fault))
	w.Logger.Info("which links are checked was decided", "changed", changed)
	return cmp.Or(err, fault)
}

// MoreLinks has URLs checked that were over the limit of their registrable domain, if that has room
// again because nothing leads to others any more.
func (w *Work) MoreLinks(ctx context.Context, rules scope.Rules, siteLinks uint64) error {
	if !rules.ChecksLinks() {
		return nil
	}
	var fault error
	changed, err := w.Frontier.RelinkOver(ctx, w.Now(), siteLinks, w.linkRule(ctx, rules, &fault))
	if changed > 0 {
		w.Logger.Info("links over the limit have room", "changed", changed)
	}
	return cmp.Or(err, fault)
}

// linkRule returns how to decide whether a URL is visited, checked or left out. The first error is
// stored.
func (w *Work) linkRule(ctx context.Context, rules scope.Rules, fault *error) frontier.LinkRule {
	return func(x *aranea.Entry) (aranea.EntryKind, aranea.Reason, string) {
		v, err := rules.Known(x, w.Frontier.Stored)
		*fault = cmp.Or(*fault, err)
		if rules.Checks(x.URL, int(x.Depth), x.How, v) && x.Reason != aranea.ScopeNoFollow && x.Reason != aranea.ScopeTrap {
			linked, err := w.Graph.IsLinked(ctx, x.URL) // pages behind logins have no links there
			*fault = cmp.Or(*fault, err)
			if linked || x.Kind == aranea.KindLink && (x.Reason != aranea.LinkLimit || x.How == aranea.HowRedirect) {
				return aranea.KindLink, aranea.ReasonNone, "" // what was checked is forgotten when its turn comes
			}
		}
		return aranea.KindPage, v.Reason, v.Rule
	}
}

// Indexing applies other patterns of what to index to known URLs, and returns how many documents
// left the index.
func (w *Work) Indexing(ctx context.Context, rules scope.Rules) (gone uint64, err error) {
	in, out, err := w.Frontier.Reindex(ctx, w.Now(), func(u weburl.URL) (aranea.Reason, string) {
		v := rules.Indexes(u)
		return v.Reason, v.Rule
	}, w.drop)
	w.Logger.Info("what is indexed is another", "let_in", in, "left_out", out)
	if err == nil {
		err = w.inherit(ctx)
	}
	return uint64(out), err
}

// inherit queues copies of the pages that left the index, to take their places.
func (w *Work) inherit(ctx context.Context) error {
	_, err := w.gone.Requeue(ctx, w.Now(), w.Graph, w.Frontier)
	return err
}

// drop deletes documents from the index, in one of the steps of a change of the frontier.
func (w *Work) drop(ctx context.Context, changes []aranea.IndexChange) error {
	if err := w.take(ctx, changes); err != nil {
		return err
	}
	return w.Index.Apply(ctx, changes)
}

// take remembers the pages that one step takes out of the index, for inherit.
func (w *Work) take(ctx context.Context, changes []aranea.IndexChange) error {
	return w.gone.Take(ctx, w.Now(), w.Graph, w.Frontier, changes)
}

// Reading has documents read again that are read in another way now.
func (w *Work) Reading(ctx context.Context, changes []extraction.Change) error {
	for _, c := range changes {
		n, err := w.Frontier.Reread(ctx, w.Now(), c.Why, c.Reads)
		if err != nil {
			return err
		}
		w.Logger.Info("pages are read again", "why", c.Why, "urls", n)
	}
	return nil
}

// TakeOut deletes documents from the index and forgets their links. The ranking at the end of the
// next crawl forgets their words.
func (w *Work) TakeOut(ctx context.Context, changes []aranea.IndexChange) error {
	if err := w.Index.Apply(ctx, changes); err != nil {
		return err
	}
	pages := make([]weburl.URL, 0, len(changes))
	for _, c := range changes {
		pages = append(pages, c.URL)
	}
	return w.Graph.Drop(ctx, pages, new(linkgraph.Dropped))
}
