package frontier

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/weburl"
)

// A Removal is a target that the operator removed and keeps out.
type Removal struct {
	Target target.Target
	Since  time.Time
}

// maxRemovals is the maximum number of removals in force; each is in memory.
const maxRemovals = 100_000

// Removed reports whether the operator removed a URL, and by which target. It does not block.
func (f *Frontier) Removed(u weburl.URL) (target string, removed bool) {
	target = f.rules.Load().Match(u)
	return target, target != ""
}

// Removals returns the removals in force, in the order of their targets.
func (f *Frontier) Removals() []Removal {
	var all []Removal
	for t, at := range f.rules.Load().All() {
		all = append(all, Removal{t, at.Time()})
	}
	slices.SortFunc(all, func(a, b Removal) int { return cmp.Compare(a.Target.String(), b.Target.String()) })
	return all
}

// setRule puts a removal in force or reverts it. It is durable when it returns.
func (f *Frontier) setRule(ctx context.Context, now time.Time, t target.Target, on bool) error {
	wait, err := f.startRule(ctx, now, t, on)
	if err != nil || wait == nil {
		return err
	}
	return f.await(wait, "remove")
}

func (f *Frontier) startRule(ctx context.Context, now time.Time, t target.Target, on bool) (func() error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	rules := f.rules.Load()
	if rules.Has(t) == on {
		return nil, nil
	}
	if on && rules.Len() >= maxRemovals {
		return nil, &aranea.Error{Op: "remove", Kind: aranea.Limit, Obj: t.String(), Err: fmt.Errorf("%d removals are in force already", maxRemovals)}
	}
	b, at := f.kv.NewBatch(), record.Instant(0)
	if on {
		at = max(record.InstantOf(now), 1)
		w := record.NewWriter(nil)
		w.At(at)
		b.Put(record.RuleKey(t.String()), w.Bytes)
	} else {
		b.Delete(record.RuleKey(t.String()))
	}
	wait, err := f.startBatch(b)
	if err != nil {
		return nil, f.fail(fmt.Errorf("remove %s: %w", t.String(), err))
	}
	f.rules.Store(rules.Changed(t, at))
	return wait, nil
}
