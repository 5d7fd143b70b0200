package engine

import (
	"context"
	"iter"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// Templates implements Service.
func (e *Engine) Templates(ctx context.Context, host string) iter.Seq2[zone.Template, error] {
	if host != "" {
		return e.templatesOf(host)
	}
	return func(yield func(zone.Template, error) bool) {
		for p, err := range e.learner.Profiles() {
			if err == nil {
				err = context.Cause(ctx)
			}
			var t zone.Template
			if err == nil {
				t, err = p.Template()
			}
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

// templatesOf yields what is known about an origin, or about a host name at any port.
func (e *Engine) templatesOf(host string) iter.Seq2[zone.Template, error] {
	return func(yield func(zone.Template, error) bool) {
		u, err := trail.ParseURL(host)
		if err != nil {
			yield(zone.Template{}, &aranea.Error{Op: "templates", Kind: aranea.Invalid, Obj: host, Err: err})
			return
		}
		origins := []weburl.Origin{u.Origin()}
		if !strings.Contains(host, "://") {
			origins = append(origins, weburl.Origin("https"+strings.TrimPrefix(string(u.Origin()), "http")))
		}
		if !strings.ContainsAny(host, ":/") {
			if origins, err = e.learner.ProfiledOrigins(u.Host()); err != nil {
				yield(zone.Template{}, err)
				return
			}
		}
		for _, o := range origins {
			var t zone.Template
			var tellErr error
			err := e.learner.Profile(o, func(p *zone.Profile) {
				if p != nil {
					t, tellErr = p.Template()
				}
			})
			if err == nil {
				err = tellErr
			}
			if (err != nil || t.Origin != "") && !yield(t, err) || err != nil {
				return
			}
		}
	}
}
