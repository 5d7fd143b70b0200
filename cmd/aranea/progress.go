package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/aranea-search/aranea/crawl"
)

// A meter shows the progress of a crawl: one line that rewrites itself on a
// terminal, a plain line every few seconds elsewhere. It is safe for concurrent
// use; Watch returns at once.
type meter struct {
	mu      sync.Mutex
	out     io.Writer
	tty     bool
	width   int
	every   time.Duration
	started time.Time
	shown   time.Time
	rate    rate
}

// Pauses between two progress lines.
const (
	meterEveryTTY  = 200 * time.Millisecond
	meterEveryPipe = 5 * time.Second
)

func newMeter(out *os.File, now time.Time) *meter {
	m := &meter{out: out, every: meterEveryPipe, started: now, shown: now}
	if term.IsTerminal(int(out.Fd())) && os.Getenv("TERM") != "dumb" {
		m.tty, m.every, m.width = true, meterEveryTTY, 80
		if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 20 {
			m.width = w
		}
	}
	return m
}

// Watch shows p if the last line is old enough.
func (m *meter) Watch(p crawl.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rate.add(p.At, p.Run.Fetched)
	if p.At.Sub(m.shown) < m.every {
		return
	}
	m.shown = p.At
	line := m.line(p)
	if !m.tty {
		fmt.Fprintln(m.out, line)
		return
	}
	if len(line) > m.width-1 {
		line = line[:m.width-1]
	}
	fmt.Fprintf(m.out, "\r%s\x1b[K", line)
}

// Clear ends the rewriting line, so that other output starts on a line of its own.
func (m *meter) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tty {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}

func (m *meter) line(p crawl.Progress) string {
	perSecond := m.rate.value()
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %d pages  %.1f/s  queue %d  hosts %d  errors %d",
		clock(p.At.Sub(m.started)), p.Counts.Fetched, perSecond, p.Counts.Queued, p.Hosts, p.Counts.Failed)
	if perSecond > 0 && p.Counts.Queued > 0 {
		eta := time.Duration(float64(p.Counts.Queued)/perSecond) * time.Second
		fmt.Fprintf(&b, "  at least %s to go", clock(eta))
	}
	if m.tty && p.LastURL != "" {
		fmt.Fprintf(&b, "  %s", safeLine(p.LastURL))
	}
	return b.String()
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
