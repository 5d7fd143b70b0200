package crawl

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
)

// renderAll renders pages one after another; one such loop runs per tab. The visit of a
// rendered page continues here, so that its fetcher is free for others.
func (c *Crawler) renderAll(hard, all context.Context, renders <-chan visited, done chan<- visited) error {
	w := c.newWorker()
	for v := range renders {
		if err := w.render(hard, &v); err != nil {
			return fmt.Errorf("render %s: %w", v.fetched.URL, err)
		}
		select {
		case done <- v:
		case <-all.Done():
			return context.Cause(all)
		}
	}
	return nil
}

// render has a browser run the scripts of a page and extracts the result. If that fails, the
// page stays as it was.
func (w *worker) render(ctx context.Context, v *visited) error {
	r, err := w.c.opt.Rendering.Render(ctx, rendering.Visit{
		Lease: &v.lease, Fetched: &v.fetched, NoCopy: !v.page.Directives.Archive().Allowed, Wake: func() { signal(w.c.flow.changed) },
	})
	if err != nil && ctx.Err() == nil {
		return err
	}
	if err == nil && r.Failure == "" {
		f := v.fetched
		f.Header, f.Body = rendering.HeaderOf(&v.fetched), r.HTML
		page, fault := w.extract(ctx, &f, true)
		switch {
		case fault != nil:
			return fault
		case page == nil:
			err = errEnding
		case len(page.Text) < len(v.page.Text)/2:
			r.Failure = "its scripts took away most of its text"
		default:
			if !r.Moved.IsZero() {
				page.Links = append(page.Links, aranea.Link{URL: r.Moved, How: aranea.HowRefresh})
			}
			v.page = page
		}
	}
	v.fetched.Body, r.HTML = nil, nil
	if err != nil { // the crawl is stopped
		v.page, v.fetched.Failure, v.fetched.Detail = nil, aranea.ScheduleStopped, "the crawl was stopped while it was rendered"
		return nil //nolint:nilerr // being stopped is a fact of the visit
	}
	v.rendered = &r
	return nil
}

// planRendered records the result of rendering, and its cost.
func planRendered(f facts, out *aranea.Outcome) {
	r := f.rendered
	if r == nil {
		return
	}
	out.Requests += r.Requests
	out.Bytes += r.Bytes
	out.Entry.Validators = aranea.Validators{} // an unchanged answer may show other things
	reason := aranea.RenderDone
	if r.Failure != "" {
		reason = aranea.RenderFailed
	}
	note(out, f.now, reason, r.Detail())
}
