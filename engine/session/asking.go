package session

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
)

// ask makes one call, and repeats it if the owner is gone. It gives up if owners keep ending as
// soon as they are called.
func ask[Out any](ctx context.Context, s *Session, f func(context.Context, service.Service) (Out, error)) (Out, error) {
	patience := wire.NewPatience()
	for {
		p, err := s.partner(ctx)
		if err != nil {
			var zero Out
			return zero, err
		}
		begun := time.Now()
		out, err := askOnce(ctx, p, f)
		if !errors.Is(err, wire.ErrGone) {
			return out, err
		}
		s.drop(p)
		if time.Since(begun) > wire.JoinPatience { // the owner served for a while, such as a crawl of hours
			patience = wire.NewPatience()
		}
		if patience.Wait(ctx) != nil {
			return out, err
		}
	}
}

// askOnce makes one call to one partner.
func askOnce[Out any](ctx context.Context, p partner, f func(context.Context, service.Service) (Out, error)) (out Out, err error) {
	held, end, ok := p.Hold(ctx)
	if !ok {
		return out, wire.Gone(wire.ErrClosing)
	}
	defer end()
	return f(held, p)
}

// askAll makes one call with many answers. It repeats the call if the owner was gone before the
// first answer; later that is an error.
func askAll[Out any](ctx context.Context, s *Session, f func(context.Context, service.Service) iter.Seq2[Out, error]) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		patience := wire.NewPatience()
		for {
			p, err := s.partner(ctx)
			if err != nil {
				wire.None[Out](err)(yield)
				return
			}
			if !wire.Relay(allOf(ctx, p, f), func() bool {
				s.drop(p)
				return patience.Wait(ctx) == nil
			}, yield) {
				return
			}
		}
	}
}

// allOf makes one call with many answers to one partner.
func allOf[Out any](ctx context.Context, p partner, f func(context.Context, service.Service) iter.Seq2[Out, error]) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		held, end, ok := p.Hold(ctx)
		if !ok {
			wire.None[Out](wire.Gone(wire.ErrClosing))(yield)
			return
		}
		defer end()
		f(held, p)(yield)
	}
}
