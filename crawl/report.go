package crawl

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
)

// An Ending says why a run ended.
type Ending uint8

// The endings. The zero ending is a failure of the machine.
const (
	EndFailed   Ending = 0 // state could not be read or written
	EndFinished Ending = 1 // nothing is queued any more
	EndPutOff   Ending = 2 // every host with queued entries is put off beyond the patience
	EndStopped  Ending = 3 // the operator stopped it
)

var endingNames = [...]string{"failed", "finished", "put-off", "stopped"}

// String returns the ending's name.
func (e Ending) String() string {
	if int(e) < len(endingNames) {
		return endingNames[e]
	}
	return fmt.Sprintf("ending(%d)", uint8(e))
}

// A Verdict sums a crawl up in one word. Its names are part of the user
// interface, and each has an exit code in package main.
type Verdict uint8

// The verdicts. The zero verdict is the worst: an empty success does not exist.
const (
	VerdictEmpty   Verdict = 0 // nothing is in the index
	VerdictOK      Verdict = 1 // all that may be visited was visited
	VerdictPartial Verdict = 2 // something is missing that a later run may get
	VerdictBlocked Verdict = 3 // the sites refuse the robot
)

var verdictNames = [...]string{"empty", "ok", "partial", "blocked-by-site"}

// String returns the verdict's name.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// FailureShare is the share of pages given up, in percent of the pages asked
// for, from which a finished crawl counts as partial.
const FailureShare = 1

// A Report says what a run did and where the crawl stands.
type Report struct {
	Verdict Verdict
	Ending  Ending
	Why     string            // one sentence for people
	Counts  aranea.HostCounts // the whole crawl, earlier runs included
	Run     aranea.HostCounts // this run alone
	Hosts   int               // origins known
	Until   time.Time         // with EndPutOff: when the next host is free
	Elapsed time.Duration
}

// report judges the run.
func (c *Crawler) report(start time.Time, ending Ending, until time.Time) Report {
	counts, hosts := c.frontier.Counts()
	r := Report{
		Ending: ending, Counts: counts, Run: c.tally.sum(), Hosts: hosts,
		Until: until, Elapsed: c.opt.Now().Sub(start),
	}
	r.Verdict, r.Why = Judge(ending, counts)
	if trouble := c.tally.troubles(); ending == EndPutOff && trouble != "" {
		r.Why += ": " + trouble
	}
	return r
}

// Judge returns the verdict on a crawl that ended so with these counts, and one
// sentence that says why.
func Judge(ending Ending, n aranea.HostCounts) (Verdict, string) {
	refused := n.Denied > 0 && n.Fetched == 0
	switch {
	case ending == EndFailed:
		return VerdictPartial, "the crawl broke off because its state could not be read or written"
	case n.Indexed == 0 && ending == EndStopped:
		return VerdictPartial, "stopped before anything was indexed; run the same command again to go on"
	case n.Indexed == 0 && refused:
		return VerdictBlocked, fmt.Sprintf("the sites' robots files deny all %d pages found", n.Denied)
	case n.Indexed == 0 && n.Fetched == 0 && n.Failed > 0:
		return VerdictEmpty, fmt.Sprintf("none of the %d pages asked for could be had", n.Failed)
	case n.Indexed == 0 && ending == EndPutOff:
		return VerdictEmpty, "the sites cannot be visited now"
	case n.Indexed == 0 && n.NoIndex > 0:
		return VerdictBlocked, fmt.Sprintf("all %d pages fetched ask not to be indexed", n.NoIndex)
	case n.Indexed == 0:
		return VerdictEmpty, "no page with text was found"
	case ending == EndStopped:
		return VerdictPartial, fmt.Sprintf("stopped with %d pages still queued; run the same command again to go on", n.Queued)
	case ending == EndPutOff:
		return VerdictPartial, fmt.Sprintf("%d pages wait for hosts that are put off; run the same command later to go on", n.Queued)
	case n.Failed*100 >= (n.Fetched+n.Failed)*FailureShare:
		if n.Failed > 0 {
			return VerdictPartial, fmt.Sprintf("%d pages could not be had", n.Failed)
		}
	}
	if n.Queued > 0 {
		return VerdictOK, fmt.Sprintf("the page limit was reached; %d pages are still queued", n.Queued)
	}
	return VerdictOK, "everything that may be visited was visited"
}

// A Progress value is what can be said of a run while it goes on.
type Progress struct {
	At          time.Time
	Counts      aranea.HostCounts // the whole crawl
	Run         aranea.HostCounts // this run alone
	Hosts       int
	Outstanding int    // visits under way
	LastURL     string // canonical URL of the last visit committed
}

func (c *Crawler) progress(now time.Time) Progress {
	counts, hosts := c.frontier.Counts()
	return Progress{
		At: now, Counts: counts, Run: c.tally.sum(), Hosts: hosts,
		Outstanding: int(c.outstanding.Load()), LastURL: c.tally.lastURL(),
	}
}

// tally counts what this run did. It is safe for concurrent use.
type tally struct {
	mu   sync.Mutex
	n    aranea.HostCounts
	last string
	bad  []string // "host: what happened" for the first hosts that are put off
}

// maxTroubles is how many hosts that are put off the report names.
const maxTroubles = 5

// note remembers why a host's robots file cannot be had.
func (t *tally) note(o *aranea.Outcome) {
	if o.Robots == nil || o.Robots.Class != robotstxt.ClassUnreachable {
		return
	}
	line := string(o.Host.Origin) + " " + o.Robots.Detail
	if len(t.bad) < maxTroubles && !slices.Contains(t.bad, line) {
		t.bad = append(t.bad, line)
	}
}

func (t *tally) troubles() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.bad, "; ")
}

func (t *tally) add(outcomes []aranea.Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range outcomes {
		o := &outcomes[i]
		n := o.Entry.Tally()
		n.Queued, n.Requests, n.Bytes = 0, o.Requests, o.Bytes
		t.n = t.n.Add(n)
		t.note(o)
		if o.Entry.Kind == aranea.KindPage {
			t.last = o.Entry.URL.String()
		}
	}
}

func (t *tally) sum() aranea.HostCounts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

func (t *tally) lastURL() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}
