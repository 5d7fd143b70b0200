package crawl

import (
	"context"
	"fmt"
	"sync"

	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/schedule"
)

// maxReading is how many answers of one host are read at once while the host is free for the
// next request: a host of documents that are slow to read must not occupy the fetchers of
// others.
const maxReading = 8

// A readers value counts, for hosts that are free again, the answers being read. It is safe for
// concurrent use.
type readers struct {
	mu    sync.Mutex
	most  int // bound on all
	all   int
	hosts map[string]int
}

// enter reports whether one more answer of a host may be read while the host is free.
func (r *readers) enter(host string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all >= r.most || r.hosts[host] >= maxReading {
		return false
	}
	r.all++
	r.hosts[host]++
	return true
}

// leave ends the reading of an answer.
func (r *readers) leave(host string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all--
	if r.hosts[host]--; r.hosts[host] == 0 {
		delete(r.hosts, host)
	}
}

// beginReading frees the host of an answer that is about to be read, so that the time for
// reading is not added to the host's delay. The returned function ends the reading. If too much
// is being read already, the host is kept until the outcome. So is a host without a delay if
// its answer is read at once.
func (w *worker) beginReading(ctx context.Context, v *visited) (end func(), err error) {
	f, host := &v.fetched, v.lease.Entry.URL.Host()
	atOnce := len(f.Body) <= schedule.FreeBytes && w.extractor.Inside(&extract.Document{URL: f.URL, Header: f.Header, Body: f.Body})
	if atOnce && v.lease.Host.Delay == 0 || !w.c.readers.enter(host) {
		return func() {}, nil
	}
	if err := w.arrived(ctx, v); err != nil {
		w.c.readers.leave(host)
		return nil, err
	}
	return func() { w.c.readers.leave(host) }, nil
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
