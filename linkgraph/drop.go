package linkgraph

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Bounds on what is updated link by link when pages are dropped. Beyond them a scan of all
// links is cheaper.
const (
	maxNamedBy  = 4096    // URLs that the pages link to
	maxLookedAt = 100_000 // links to those URLs
)

// A Dropped collects the targets of dropped links: the anchor documents of these URLs are out
// of date. The zero Dropped is ready for use by one goroutine.
type Dropped struct {
	named map[ref]bool
	many  bool // there were more than maxNamedBy
}

// Drop removes the links of pages, as Apply does, and records in d which URLs they linked to.
func (g *Graph) Drop(ctx context.Context, pages []weburl.URL, d *Dropped) error {
	if d.named == nil {
		d.named = map[ref]bool{}
	}
	changes := make([]aranea.EdgeChange, len(pages))
	for i, u := range pages {
		changes[i].Source = u
		source := refOf(u.ID())
		d.note(source) // its own document is removed too
		if err := g.lead(source, d.note, func(*edge) bool { return true }); err != nil {
			return err
		}
	}
	return g.Apply(ctx, changes)
}

func (d *Dropped) note(target ref) {
	if d.many = d.many || len(d.named) >= maxNamedBy; !d.many {
		d.named[target] = true
	}
}

// lead passes to tell the targets of those links of a page that pick accepts.
func (g *Graph) lead(source ref, tell func(ref), pick func(*edge) bool) error {
	record, err := g.kv.Get(outKey(source))
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, edges, err := decodePage(record)
	if err != nil {
		return corrupt(outKey(source), err)
	}
	for i := range edges {
		if !pick(&edges[i]) {
			continue
		}
		to, err := weburl.Parse(edges[i].to)
		if err != nil {
			return corrupt(outKey(source), err)
		}
		tell(refOf(to.ID()))
	}
	return nil
}

// leads adds the URLs that the recorded ones lead to, because the words of links are passed on
// to them.
func (g *Graph) leads(d *Dropped) error {
	for last, depth := slices.Collect(maps.Keys(d.named)), 0; len(last) > 0 && depth < maxLead && !d.many; depth++ {
		var next []ref
		tell := func(r ref) {
			if !d.named[r] {
				next = append(next, r)
			}
			d.note(r)
		}
		for _, r := range last {
			if err := g.lead(r, tell, (*edge).isAlias); err != nil {
				return err
			}
		}
		last = next
	}
	return nil
}

// UpdateDropped updates the anchor documents affected by dropped links. It returns false,
// without changing anything, if there are too many links; then UpdateAnchors must be called.
// Neither may run concurrently with the other.
func (g *Graph) UpdateDropped(ctx context.Context, d *Dropped, use Uses) (done bool, err error) {
	if err := g.leads(d); err != nil || d.many {
		return false, err
	}
	all := slices.SortedFunc(maps.Keys(d.named), func(a, b ref) int { return bytes.Compare(a[:], b[:]) })
	if few, err := g.areFew(ctx, all); err != nil || !few {
		return false, err
	}
	// A census that holds no page looks up each of them.
	u := &updater{g: g, use: use, census: &Census{g: g, more: true}, known: newKnownList(ctx, nil), marks: g.kv.NewBatch()}
	for _, target := range all {
		a := newAnchors(target)
		if err := u.gather(ctx, target, 0, a); err != nil {
			return false, err
		}
		if err := u.target(ctx, a); err != nil {
			return false, err
		}
	}
	return true, u.flush(ctx)
}

// areFew reports whether at most maxLookedAt links lead to the targets.
func (g *Graph) areFew(ctx context.Context, targets []ref) (bool, error) {
	links := 0
	for _, target := range targets {
		lo, hi := inRange(target)
		for _, err := range g.scan(ctx, lo, hi) {
			if err != nil {
				return false, err
			}
			if links++; links > maxLookedAt {
				return false, nil
			}
		}
	}
	return true, nil
}
