package engine

import (
	"context"
	"iter"
	"net/http"
	"net/url"

	"github.com/aranea-search/aranea/engine/wire"
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

// Traps implements Service.
func (c *Client) Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error] {
	v := url.Values{}
	wire.SetText(v, "host", host)
	return values[trap.Book](ctx, c, http.MethodGet, "traps", v, nil)
}

// Allow implements Service.
func (c *Client) Allow(ctx context.Context, o trap.Order) (trap.Book, error) {
	return call[trap.Book](ctx, c, http.MethodPost, "traps", nil, o)
}

// Traps implements Service.
func (s *Session) Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[trap.Book, error] { return x.Traps(ctx, host) })
}

// Allow implements Service.
func (s *Session) Allow(ctx context.Context, o trap.Order) (trap.Book, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (trap.Book, error) { return x.Allow(ctx, o) })
}
