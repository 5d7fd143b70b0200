package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
	"golang.org/x/text/width"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/internal/show"
)

// A meter shows the progress of a crawl: one line that rewrites itself on a
// terminal, a plain line every few seconds elsewhere. It is safe for concurrent
// use; Watch returns at once, and Clear ends it.
type meter struct {
	mu      sync.Mutex
	out     io.Writer
	tty     bool
	columns func() int // of the terminal at this moment
	started time.Time
	last    crawl.Progress
	rate    rate
	outlook outlook
	heard   time.Time // when the number of requests changed last
	stop    context.CancelFunc
	once    sync.Once
	done    chan struct{} // closed when run has ended
}

// Intervals between two progress lines.
const (
	meterEveryTTY  = 200 * time.Millisecond
	meterEveryPipe = 5 * time.Second
)

// silence is how long nothing may be heard before the line says so.
const silence = 5 * time.Second

// newMeter starts a meter.
func newMeter(out *os.File, now time.Time) *meter {
	m := &meter{out: out, started: now, heard: now, done: make(chan struct{})}
	every := meterEveryPipe
	if term.IsTerminal(int(out.Fd())) && os.Getenv("TERM") != "dumb" {
		m.tty, every = true, meterEveryTTY
		m.columns = func() int { return columns(out) }
	}
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	go m.run(ctx, every)
	return m
}

// columns returns the width of a terminal. It is asked for each line, since
// people change it.
func columns(out *os.File) int {
	if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}

// run shows a line now and then, also while nothing happens, until it is
// stopped.
func (m *meter) run(ctx context.Context, every time.Duration) {
	defer close(m.done)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			m.show(now)
		case <-ctx.Done():
			return
		}
	}
}

// Watch takes over what is known.
func (m *meter) Watch(p crawl.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.Run[aranea.CountRequests] != m.last.Run[aranea.CountRequests] {
		m.heard = p.At
	}
	m.last = p
	m.rate.add(p.At, p.Run[aranea.CountRequests])
}

func (m *meter) show(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rate.add(now, m.last.Run[aranea.CountRequests])
	line := m.line(m.last, now)
	if !m.tty {
		fmt.Fprintln(m.out, line)
		return
	}
	// The line must not wrap, even if the terminal became narrower just now.
	fmt.Fprintf(m.out, "\r\x1b[?7l%s\x1b[K\x1b[?7h", cutLine(line, m.columns()-1))
}

// Clear ends the meter, so that other output starts on a line of its own. It may
// be called twice.
func (m *meter) Clear() {
	m.once.Do(func() {
		m.stop()
		<-m.done
		if m.tty {
			fmt.Fprint(m.out, "\r\x1b[K")
		}
	})
}

// line says in one line how the crawl stands at an instant.
func (m *meter) line(p crawl.Progress, now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s", clock(now.Sub(m.started)), show.Count(p.Counts[aranea.CountFetched], "page"))
	errors := ""
	if p.Errors > 0 {
		errors = "  " + show.Count(p.Errors, "error")
	}
	wait := p.Until.Sub(now)
	if t := &p.Waiting; wait > 0 && t.Origin != "" {
		fmt.Fprintf(&b, "  %d queued%s  waiting %s for %s (%s)", p.Counts[aranea.CountQueued], errors, clock(wait), show.Line(show.URL(string(t.Origin))), t.Reason)
		return b.String()
	}
	if silent := now.Sub(m.heard); silent >= silence && (p.Outstanding > 0 || p.At.IsZero()) {
		fmt.Fprintf(&b, "  %d queued%s  waiting for %s for %s", p.Counts[aranea.CountQueued], errors, show.Count(max(p.Outstanding, 1), "answer"), clock(silent))
		return b.String()
	}
	perSecond := m.rate.value()
	fmt.Fprintf(&b, "  %.1f requests/s  %d queued  %s%s", perSecond, p.Counts[aranea.CountQueued], show.Count(p.Hosts, "host"), errors)
	if left := timeLeft(p, perSecond, now); m.outlook.steady(now, left) {
		fmt.Fprintf(&b, "  at least %s to go", clock(left))
	}
	if m.tty && p.LastURL != "" {
		fmt.Fprintf(&b, "  %s", show.Line(show.URL(p.LastURL)))
	}
	return b.String()
}

// timeLeft estimates the time for what is queued: what the delays of the hosts
// ask for, or what the present pace gives, whichever is longer.
func timeLeft(p crawl.Progress, perSecond float64, now time.Time) time.Duration {
	left := max(p.Left-max(now.Sub(p.At), 0), 0)
	if perSecond > 0 && p.Left == 0 {
		left = time.Duration(float64(p.Counts[aranea.CountQueued]) / perSecond * float64(time.Second))
	}
	return left
}

// An outlook remembers when a crawl was expected to end. While pages bring more
// links than are visited, or a host does not answer, that instant moves away as
// fast as the clock runs: then there is nothing worth saying.
type outlook struct {
	ends []expectation // of the last outlookSpan, the oldest first
}

// An expectation is the end of a crawl as it was expected at an instant.
type expectation struct{ at, end time.Time }

const (
	outlookSpan  = 10 * time.Second // how long an end must hold
	outlookEvery = time.Second      // between two expectations
	outlookDrift = 8                // an end may move by one part in so many of the time left
)

// steady takes an estimate of the time left, and reports whether the end that it
// means has held for outlookSpan.
func (o *outlook) steady(now time.Time, left time.Duration) bool {
	if left <= 0 {
		o.ends = nil
		return false
	}
	end := now.Add(left)
	if n := len(o.ends); n == 0 || now.Sub(o.ends[n-1].at) >= outlookEvery {
		o.ends = append(o.ends, expectation{now, end})
	}
	for len(o.ends) > 1 && now.Sub(o.ends[1].at) >= outlookSpan {
		o.ends = o.ends[1:]
	}
	if now.Sub(o.ends[0].at) < outlookSpan {
		return false
	}
	for _, e := range o.ends {
		if end.Sub(e.end).Abs() > left/outlookDrift {
			return false
		}
	}
	return true
}

// cutLine cuts a line at a number of columns. East Asian characters take two.
func cutLine(s string, columns int) string {
	for i, r := range s {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			columns--
		}
		if columns--; columns < 0 {
			return s[:i]
		}
	}
	return s
}

// clock prints d as m:ss or h:mm:ss.
func clock(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// A rate is a speed over the last seconds.
type rate struct {
	at    [rateSamples]time.Time
	count [rateSamples]uint64
	n     int
}

const (
	rateSamples = 16
	rateEvery   = 500 * time.Millisecond
)

func (r *rate) add(at time.Time, count uint64) {
	if r.n > 0 {
		last := (r.n - 1) % rateSamples
		if at.Sub(r.at[last]) < rateEvery {
			return
		}
	}
	r.at[r.n%rateSamples], r.count[r.n%rateSamples] = at, count
	r.n++
}

func (r *rate) value() float64 {
	if r.n < 2 {
		return 0
	}
	last := (r.n - 1) % rateSamples
	first := 0
	if r.n > rateSamples {
		first = r.n % rateSamples
	}
	d := r.at[last].Sub(r.at[first]).Seconds()
	if d <= 0 {
		return 0
	}
	return float64(r.count[last]-r.count[first]) / d
}
