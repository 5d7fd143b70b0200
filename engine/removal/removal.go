// Package removal removes from the index of a data folder what its operator does not want in it,
// keeps it out, and admits it again.
//
// Floor: 5 (owner), inside engine, which passes its parts. Stability: engine.
package removal

import (
	"context"
	"iter"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/weburl"
)

// Everything is the Target that removes all pages.
const Everything = "*"

// MaxOthers is the most other targets that are reported because they still keep some of what was
// admitted out.
const MaxOthers = 10

// An Order names what the operator does not want in the index: a URL, a URL prefix that ends in
// *, a host name, or everything.
type Order struct {
	Target string `json:"target"`
	Undo   bool   `json:"undo,omitempty"`
	// Seed says that Target is a seed, which is one no longer. It is not kept out. Only the owner
	// of the crawl executes this.
	Seed bool `json:"seed,omitempty"`
}

// KeptOut is a target that an Order keeps out of the index.
type KeptOut struct {
	Target string    `json:"target"`
	Since  time.Time `json:"since"`
}

// Done is the result of an Order.
type Done struct {
	URLs      uint64 `json:"urls"`      // URLs that match the target
	Documents uint64 `json:"documents"` // removed from the index
	// Still is another target that keeps out the URL to be admitted again.
	Still string `json:"still,omitempty"`
	// Others are other targets that keep out some of the URLs to be admitted again, at most
	// MaxOthers of OtherCount.
	Others     []string `json:"others,omitempty"`
	OtherCount int      `json:"other_count,omitempty"`
	// SeedsLeft is the number of seeds that are left after one was dropped.
	SeedsLeft int `json:"seeds_left,omitempty"`
}

// A Remover executes Orders. All fields are required. It is safe for concurrent use if they are.
type Remover struct {
	Frontier *frontier.Frontier
	Index    Index
	Graph    replacement.Graph
	// Drop forgets the links of removed pages.
	Drop func(ctx context.Context, pages iter.Seq2[weburl.URL, error]) error
	// AtRest calls a function while frontier and index do not change.
	AtRest func(context.Context, func() error) error
	Now    func() time.Time
}

// An Index is the index from which pages are removed.
type Index interface {
	Apply(ctx context.Context, changes []aranea.IndexChange) error
}

// Do executes an order. It also returns how many copies of removed pages were queued to replace
// them.
func (r Remover) Do(ctx context.Context, o Order) (done Done, copies int, err error) {
	targets, err := r.targets(ctx, o)
	if err != nil {
		return Done{}, 0, err
	}
	if o.Undo {
		return done, 0, r.restore(ctx, o, targets, &done)
	}
	var gone replacement.Gone
	for _, t := range targets {
		if err := r.removeOne(ctx, t, &done, &gone); err != nil {
			return done, 0, err
		}
	}
	if err := r.Drop(ctx, r.named(ctx, targets)); err != nil {
		return done, 0, err
	}
	copies, err = gone.Requeue(ctx, r.Now(), r.Graph, r.Frontier)
	return done, copies, err
}

// restore admits targets again, and reports what else keeps some of them out.
func (r Remover) restore(ctx context.Context, o Order, targets []target.Target, done *Done) error {
	for _, t := range targets {
		n, err := r.Frontier.Restore(ctx, r.Now(), t)
		done.URLs += uint64(n)
		if err != nil {
			return err
		}
		if u, perr := weburl.Parse(t.String()); perr == nil && t.Matches(u) { // the target is a single URL
			if by, still := r.Frontier.Removed(u); still {
				done.Still = by
			}
		}
	}
	if done.Still != "" {
		return nil
	}
	for _, k := range r.Frontier.Removals() {
		if o.Target != Everything && !meets(targets, k.Target) {
			continue
		}
		if done.OtherCount++; done.OtherCount <= MaxOthers {
			done.Others = append(done.Others, k.Target.String())
		}
	}
	return nil
}

// meets reports whether one of the targets and another one may match the same URL.
func meets(targets []target.Target, other target.Target) bool {
	for _, t := range targets {
		if t.Meets(other) {
			return true
		}
	}
	return false
}

// All yields what is kept out.
func (r Remover) All(ctx context.Context) iter.Seq2[KeptOut, error] {
	return func(yield func(KeptOut, error) bool) {
		for _, k := range r.Frontier.Removals() {
			if !yield(KeptOut{k.Target.String(), k.Since}, nil) || ctx.Err() != nil {
				return
			}
		}
	}
}

// removeOne removes one target, between two commits of the current crawl.
func (r Remover) removeOne(ctx context.Context, t target.Target, done *Done, gone *replacement.Gone) error {
	drop := func(ctx context.Context, changes []aranea.IndexChange) error {
		if err := gone.Take(ctx, r.Now(), r.Graph, r.Frontier, changes); err != nil {
			return err
		}
		done.Documents += uint64(len(changes))
		return r.Index.Apply(ctx, changes)
	}
	return r.AtRest(ctx, func() error {
		n, err := r.Frontier.Remove(ctx, r.Now(), t, drop)
		done.URLs += uint64(n)
		return err
	})
}

// named yields the known URLs that match targets.
func (r Remover) named(ctx context.Context, targets []target.Target) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		for _, t := range targets {
			for entry, err := range r.Frontier.Select(ctx, frontier.Filter{Target: t}) {
				if !yield(entry.URL, err) || err != nil {
					return
				}
			}
		}
	}
}

// targets parses the target of an order. Everything means all known hosts.
func (r Remover) targets(ctx context.Context, o Order) ([]target.Target, error) {
	if t, err := target.Parse(o.Target); o.Undo && err == nil {
		return []target.Target{t}, nil // everything that is kept out can be admitted
	}
	if o.Target != Everything {
		return target.Named(o.Target)
	}
	var all []target.Target
	seen := map[string]bool{}
	for h, err := range r.Frontier.Hosts("") {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		if seen[h.Origin.Host()] {
			continue
		}
		seen[h.Origin.Host()] = true
		t, err := target.Parse(h.Origin.Host())
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}
