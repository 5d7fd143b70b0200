package engine

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/trap"
)

// Traps implements Service.
func (e *Engine) Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error] {
	return func(yield func(trap.Book, error) bool) {
		for b, err := range e.learner.Books() {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err == nil && host != "" && b.Origin.Host() != host {
				continue
			}
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// Allow implements Service.
func (e *Engine) Allow(ctx context.Context, o trap.Order) (trap.Book, error) {
	origin, err := e.originNamed(o.Origin)
	if err != nil {
		return trap.Book{}, err
	}
	err = e.atRest(ctx, func() error {
		if err := e.learner.Allow(origin, o.Rule); err != nil {
			return err
		}
		j := e.current()
		if j == nil {
			return nil
		}
		rules, err := e.rules(&j.settings)
		if err == nil {
			j.spine().Widen(rules) // more shapes of URLs may be allowed now
		}
		return err
	})
	if err != nil {
		return trap.Book{}, err
	}
	b, err := e.learner.Traps(origin)
	if err != nil || b == nil {
		return trap.Book{}, err
	}
	return *b, nil
}
