package report

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/internal/rate"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
)

// A Meter shows the progress of a crawl: one line that is rewritten on a terminal, or a plain
// line every few seconds elsewhere. It is safe for concurrent use; Watch returns immediately, and
// Clear ends the meter.
type Meter struct {
	mu      sync.Mutex
	out     *terminal.Line
	tty     bool
	folder  string // the flag for the data folder
	started time.Time
	last    runreport.Progress
	rate    rate.Rate
	outlook terminal.Outlook
	heard   time.Time     // when the number of requests last changed
	stop    chan struct{} // closed by Clear
	once    sync.Once
	done    chan struct{} // closed when run has ended
}

// Intervals between two progress lines.
const (
	meterEveryTTY  = 200 * time.Millisecond
	meterEveryPipe = 5 * time.Second
)

// silence is the time without responses after which the line says so.
const silence = 5 * time.Second

// NewMeter starts a meter. data is the data folder in advice.
func NewMeter(out *os.File, now time.Time, data string) *Meter {
	m := &Meter{folder: command.DataFlag(data), out: terminal.NewLine(out, os.Getenv("TERM")), started: now, heard: now, stop: make(chan struct{}), done: make(chan struct{})}
	every := meterEveryPipe
	if m.tty = m.out.Rewrites(); m.tty {
		every = meterEveryTTY
	}
	go m.run(every)
	return m
}

// run shows a line at intervals, even if nothing happens, until it is stopped.
func (m *Meter) run(every time.Duration) {
	defer close(m.done)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			m.show(now)
		case <-m.stop:
			return
		}
	}
}

// Watch updates the progress.
func (m *Meter) Watch(p runreport.Progress) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.Run[aranea.CountRequests] != m.last.Run[aranea.CountRequests] {
		m.heard = p.At
	}
	m.last = p
	m.rate.Add(p.At, p.Run[aranea.CountRequests])
}

func (m *Meter) show(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rate.Add(now, m.last.Run[aranea.CountRequests])
	fields, url := m.line(m.last, now)
	m.out.ShowFields(fields, url)
}

// Clear ends the meter, so that other output starts on a new line. It may be called twice.
func (m *Meter) Clear() {
	if m == nil {
		return
	}
	m.once.Do(func() {
		close(m.stop)
		<-m.done
		m.out.Clear()
	})
}

// line returns the state of the crawl at a time in one line: fields, and the document that has been
// read for some time or, for a terminal, the URL of the last visit.
func (m *Meter) line(p runreport.Progress, now time.Time) (fields []string, url string) {
	begin := []string{terminal.Clock(now.Sub(m.started)), show.Count(p.Counts[aranea.CountFetched], "page")}
	var errors []string
	if p.Errors > 0 {
		errors = []string{show.Count(p.Errors, "error")}
	}
	ahead := aheadText(&p.Counts)
	if p.Paused {
		return slices.Concat(begin, ahead, errors, []string{"paused until aranea resume" + m.folder}), ""
	}
	wait := p.Until.Sub(now)
	if t := &p.Waiting; wait > 0 && t.Origin != "" {
		waits := fmt.Sprintf("waiting %s for %s (%s)", terminal.Clock(wait), show.Line(show.URL(string(t.Origin))), t.Reason)
		return slices.Concat(begin, ahead, errors, []string{waits}), ""
	}
	if wait >= time.Second && p.Run[aranea.CountRequests] == 0 {
		waits := fmt.Sprintf("waiting %s for delays of the run before", terminal.Clock(wait))
		return slices.Concat(begin, ahead, errors, []string{waits}), ""
	}
	if silent := now.Sub(m.heard); silent >= silence && (p.Outstanding > 0 || p.At.IsZero()) {
		waits := fmt.Sprintf("waiting for %s for %s", show.Count(max(p.Outstanding, 1), "visit"), terminal.Clock(silent))
		if p.Reading > 0 {
			waits = fmt.Sprintf("waiting for %s to be read for %s", show.Count(p.Reading, "document"), terminal.Clock(silent))
			url = Reads(&p.Longest, now)
		}
		if p.Counts[aranea.CountQueued] == 0 { // the crawl does not wait for a queued page
			ahead = ahead[1:]
		}
		return slices.Concat(begin, ahead, errors, []string{waits}), url
	}
	perSecond := m.rate.Value()
	fields = slices.Concat(begin, []string{fmt.Sprintf("%.1f requests/s", perSecond)}, ahead, []string{show.Count(p.Hosts, "host")}, errors)
	if left := timeLeft(p, perSecond, now); m.outlook.Steady(now, left) {
		fields = append(fields, "at least "+terminal.Clock(left)+" to go")
	}
	if url = Reads(&p.Longest, now); m.tty && url == "" && p.LastURL != "" {
		url = show.Line(show.URL(p.LastURL))
	}
	return fields, url
}

// Reads names a document that has been read for some time, "" if none has.
func Reads(d *runreport.Document, now time.Time) string {
	took := d.Takes(now)
	if took == 0 {
		return ""
	}
	return fmt.Sprintf("reading %s for %s", show.Line(show.URL(d.URL)), terminal.Clock(took))
}

// aheadText describes what is still to be visited: new pages, pages that were visited before, and
// links to be checked.
func aheadText(n *aranea.HostCounts) []string {
	ahead := []string{fmt.Sprintf("%d queued", n[aranea.CountQueued])}
	if again := n[aranea.CountDue]; again > 0 {
		ahead = append(ahead, fmt.Sprintf("%d again", again))
	}
	if links := n[aranea.CountLinksWaiting]; links > 0 {
		ahead = append(ahead, show.Count(links, "link")+" to check")
	}
	return ahead
}

// timeLeft estimates the time for the queued pages, from the delays of the hosts and from the
// current rate, whichever is longer.
func timeLeft(p runreport.Progress, perSecond float64, now time.Time) time.Duration {
	left := max(p.Left-max(now.Sub(p.At), 0), 0)
	if perSecond > 0 && p.Left == 0 {
		left = time.Duration(float64(wanted(&p)) / perSecond * float64(time.Second))
	}
	return left
}

// wanted returns how many of the queued pages will be visited before the page limit ends the
// crawl, and links be checked.
func wanted(p *runreport.Progress) uint64 {
	queued, links := p.Counts[aranea.CountQueued], p.Counts[aranea.CountLinksWaiting]
	if p.MaxPages == 0 {
		return queued + links
	}
	return min(queued, p.MaxPages-min(p.Counts[aranea.CountNew], p.MaxPages)) + links
}
