package engine

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/render"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// openRenderer opens the renderer of the job if its settings ask for one.
func (e *Engine) openRenderer(ctx context.Context, j *job) (err error) {
	s := &j.settings
	if s.Render == "" {
		return nil
	}
	if j.renderer, err = render.New(render.Options{Browser: s.Render, UserAgent: fetch.UserAgent(s.Network(e.opt.Version))}); err != nil {
		return err
	}
	if err := j.renderer.Reach(ctx); err != nil {
		return &aranea.Error{Op: "reach the browser", Kind: aranea.Invalid, Obj: s.Render, Err: err}
	}
	d, _ := dialect.ByName(s.Dialect) // checked by Validate
	j.room = rendering.New(rendering.Options{
		Renderer: j.renderer, Clock: e.frontier, Fetcher: j.client, Hosts: s.RenderHosts, Agents: s.Agents(), Dialect: d, Now: e.opt.Now, Recorder: j.records, Told: e.logRendered, Partition: s.Partition,
	})
	return nil
}

// logRendered logs each rendered page and its requests.
func (e *Engine) logRendered(u weburl.URL, r rendering.Rendered) {
	e.opt.Logger.Info("page rendered", "url", u, "failure", r.Failure, "took", r.Took, "cpu", r.CPU, "requests", r.Requests, "bytes", r.Bytes, "refused", r.Refused, "cut", r.Cut)
	for _, a := range r.Asked {
		e.opt.Logger.Debug("rendered page asked", "page", u, "url", a.URL, "status", a.Status, "bytes", a.Bytes, "saved", a.Saved, "refusal", a.Refusal)
	}
}
