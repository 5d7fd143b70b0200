package crawl

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/schedule"
)

// beginReading frees the host of an answer that is about to be read, so that the time for
// reading is not added to the host's delay. The returned function ends the reading. If too much
// is being read already, the host is kept until the outcome. So is a host without a delay if
// its answer is read at once.
func (w *worker) beginReading(ctx context.Context, v *visited) (end func(), err error) {
	f, host := &v.fetched, v.lease.Entry.URL.Host()
	atOnce := len(f.Body) <= schedule.FreeBytes && w.extractor.Inside(&extract.Document{URL: f.URL, Header: f.Header, Body: f.Body})
	if atOnce && v.lease.Host.Delay == 0 || !w.c.readers.Enter(host) {
		return func() {}, nil
	}
	if err := w.arrived(ctx, v); err != nil {
		w.c.readers.Leave(host)
		return nil, err
	}
	return func() { w.c.readers.Leave(host) }, nil
}

// arrived tells the frontier that the answer has come while the visit goes on: the host may be
// asked again when its delay is over.
func (w *worker) arrived(ctx context.Context, v *visited) error {
	l, now := &v.lease, w.c.opt.Now()
	after := hostAfter(facts{visited: v, now: now}, l.Host)
	// A stop of the crawl is noticed elsewhere: this changes memory only.
	if err := w.c.frontier.Arrived(context.WithoutCancel(ctx), l.ID, schedule.Reached(&v.fetched, now), after); err != nil {
		return fmt.Errorf("free the host of %s: %w", l.Entry.URL, err)
	}
	signal(w.c.flow.changed)
	return nil
}
