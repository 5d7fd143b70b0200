package linkcheck

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/engine/keptlist"
)

// Kept keeps parts of lists that cost a walk over all entries, so that the next parts cost none. The zero value keeps
// nothing yet. It is safe for concurrent use.
type Kept struct {
	links     keptlist.Keeper[ofLinks, Link]
	orphans   keptlist.Keeper[string, Orphan] // by host
	unchecked keptlist.Keeper[string, Unchecked]
}

// ofLinks is what selects the links of a list.
type ofLinks struct {
	host  string
	moved bool
}

// sizeOfValue is more than what a value of a list takes beside its texts, in bytes.
const sizeOfValue = 400

// Links yields the part of Checker.Links that a filter selects.
func (k *Kept) Links(ctx context.Context, c *Checker, f Filter, now keptlist.State) iter.Seq2[Link, error] {
	return k.links.Part(ctx, ofLinks{f.Host, f.Moved}, now, f.Offset, f.Limit, keptlist.List[Link]{
		Op: "broken links",
		Size: func(l *Link) int {
			return sizeOfValue + len(l.From.String()) + len(l.To.String()) + len(l.Fragment) + len(l.Anchor) + len(l.Detail) + len(l.LeadsTo)
		},
		Walk: func(ctx context.Context) iter.Seq2[Link, error] { return c.Links(ctx, f) },
	})
}

// Orphans yields the part of Checker.Orphans that a filter selects.
func (k *Kept) Orphans(ctx context.Context, c *Checker, f OrphanFilter, now keptlist.State) iter.Seq2[Orphan, error] {
	return k.orphans.Part(ctx, f.Host, now, f.Offset, f.Limit, keptlist.List[Orphan]{
		Op:   "orphan pages",
		Size: func(o *Orphan) int { return sizeOfValue + len(o.URL.String()) + len(o.FoundOn) },
		Walk: func(ctx context.Context) iter.Seq2[Orphan, error] { return c.Orphans(ctx, f) },
	})
}

// Unchecked returns Checker.Unchecked.
func (k *Kept) Unchecked(ctx context.Context, c *Checker, host string, now keptlist.State) (u Unchecked, err error) {
	one := keptlist.List[Unchecked]{
		Op:   "unchecked links",
		Size: func(*Unchecked) int { return sizeOfValue },
		Walk: func(ctx context.Context) iter.Seq2[Unchecked, error] {
			return func(yield func(Unchecked, error) bool) { yield(c.Unchecked(ctx, host)) }
		},
	}
	for u, err = range k.unchecked.Part(ctx, host, now, 0, 1, one) {
		break
	}
	return u, err
}
