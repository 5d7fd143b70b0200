package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/outbox"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/scope"
)

// Outgoing returns pages that wait for the node of another partition.
func (e *Engine) Outgoing(ctx context.Context, w handover.Wish) (handover.Outgoing, error) {
	if begun, err := e.isOther(w.To); err != nil || !begun {
		return handover.Outgoing{}, err
	}
	out, err := e.outbox().Outgoing(ctx, w)
	if err == nil {
		err = e.ranker.Tell(ctx, &out)
	}
	return out, err
}

// Delivered removes pages that have reached the node of another partition from those that wait.
func (e *Engine) Delivered(ctx context.Context, r handover.Receipt) error {
	if begun, err := e.isOther(r.To); err != nil || !begun {
		return err
	}
	if e.unsent.Note(&r); r.Fault != "" {
		return nil
	}
	if r.Again {
		return e.outbox().Again(ctx, r, func(f func() error) error { return e.atRest(ctx, f) })
	}
	if err := e.ranker.Tells(ctx, r.To, r.Held); err != nil || len(r.Marks) == 0 {
		return err
	}
	return e.outbox().Delivered(ctx, r)
}

func (e *Engine) outbox() outbox.Box {
	return outbox.Box{Frontier: e.frontier, Graph: e.graph, Now: e.opt.Now}
}

// isOther returns an error unless a number is that of another partition of the cluster. It reports
// whether a crawl has begun: before that, the folder has no partition.
func (e *Engine) isOther(to int) (begun bool, err error) {
	r, err := e.recall()
	if err != nil || r == nil {
		return false, err
	}
	switch own := r.Partition; {
	case own.IsWhole():
		err = errors.New("this folder is of no cluster: it has the whole web")
	case to < 1 || to > own.Of || to == own.Number:
		err = fmt.Errorf("%d is no other partition of this cluster of %d; the own one is %d", to, own.Of, own.Number)
	default:
		return true, nil
	}
	return true, &aranea.Error{Op: handover.Op, Kind: aranea.Invalid, Err: err}
}

// errNoCrawl is for a node that does not know yet which partition it has.
var errNoCrawl = errors.New("no crawl has begun in this folder yet")

// Receive takes pages of another node.
func (e *Engine) Receive(ctx context.Context, b handover.Batch) (did handover.Received, err error) {
	s, err := e.recall()
	if err == nil && s == nil {
		err = &aranea.Error{Op: handover.Op, Kind: aranea.Transient, Err: errNoCrawl}
	}
	if err == nil {
		err = b.Check(s.Partition)
	}
	if err == nil {
		err = e.whole()
	}
	if err != nil {
		return did, err
	}
	if len(b.Pages) == 0 { // a greeting, or ranks
		if did, err = e.outbox().Take(ctx, &b, crawl.Options{}); err != nil || did.Again {
			return did, err
		}
		did.Held, err = e.ranker.Hear(ctx, b.From.Number, b.Ranks)
		return did, err
	}
	err = e.atRest(ctx, func() error {
		rules, err := e.scopeNow(ctx, s)
		if err == nil {
			did, err = e.outbox().Take(ctx, &b, crawl.Options{Scope: rules, Learner: e.learner, Media: s.Media})
		}
		return err
	})
	if j := e.current(); j != nil && did.Due() {
		j.spine().Wake()
	}
	if err == nil && !did.Again {
		did.Held, err = e.ranker.Hear(ctx, b.From.Number, b.Ranks)
	}
	return did, err
}

// scopeNow returns the scope of the current crawl, or that of the last one.
func (e *Engine) scopeNow(ctx context.Context, s *optionsfile.Recalled) (scope.Rules, error) {
	if j := e.current(); j != nil {
		return j.spine().Scope(), nil
	}
	last := s.Settings
	var err error
	if last.Seeds, err = seeds.Known(ctx, e.frontier, s.Seeds, s.SeedCount, e.dropped.Now()); err != nil {
		return scope.Rules{}, err
	}
	rules, err := e.rules(&last)
	if err != nil {
		return rules, err
	}
	led, err := seedreport.Led(ctx, e.frontier, rules, "")
	return rules.With(led...), err
}
