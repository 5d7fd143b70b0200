package engine

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// Mirrors implements Service.
func (e *Engine) Mirrors(ctx context.Context, host string) iter.Seq2[mirror.Record, error] {
	return func(yield func(mirror.Record, error) bool) {
		for r, err := range e.learner.Mirrors() {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err == nil && host != "" && r.Origin.Host() != host {
				continue
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Regroup implements Service.
func (e *Engine) Regroup(ctx context.Context, o mirror.Order) (mirror.Record, error) {
	a, err := e.originNamed(o.A)
	if err != nil {
		return mirror.Record{}, err
	}
	b, err := e.originNamed(o.B)
	if err != nil {
		return mirror.Record{}, err
	}
	say := e.learner.Separate
	switch o.Deed {
	case mirror.Separate:
	case mirror.Glue:
		say = e.learner.Glue
	default:
		return mirror.Record{}, &aranea.Error{Op: "mirrors", Kind: aranea.Invalid, Err: fmt.Errorf("%.20q is no deed; use glue or separate", o.Deed)}
	}
	if err := e.atRest(ctx, func() error { return say(a, b, e.opt.Now()) }); err != nil {
		return mirror.Record{}, err
	}
	if j := e.current(); j != nil {
		j.spine().Wake()
	}
	r, err := e.learner.Mirror(a)
	if err != nil || r == nil {
		return mirror.Record{}, err
	}
	return *r, nil
}

// originNamed parses an origin. For a name without a scheme it chooses https if only that is
// known.
func (e *Engine) originNamed(text string) (weburl.Origin, error) {
	u, err := trail.ParseURL(text)
	if err != nil {
		return "", &aranea.Error{Op: "mirrors", Kind: aranea.Invalid, Obj: text, Err: err}
	}
	o := u.Origin()
	if strings.Contains(text, "://") {
		return o, nil
	}
	secure := weburl.Origin("https" + strings.TrimPrefix(string(o), "http"))
	for _, known := range []weburl.Origin{o, secure} {
		if _, ok, err := e.frontier.Host(known); ok || err != nil {
			return known, err
		}
	}
	return o, nil
}
