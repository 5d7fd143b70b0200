// Package checks remembers during a run how sites answer to the checks of links: whether HEAD can be
// believed there, and whether they refuse whatever is asked for.
//
// These sites belong to others, and nothing but links leads the robot there. So a request whose answer
// is known beforehand is not made.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It makes no request, and nothing of it is
// stored: the next run, which comes after a week at the soonest, asks anew.
package checks

import (
	"net/http"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/response"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/weburl"
)

// maxOrigins is the number of origins at which all are forgotten, so that memory is limited.
const maxOrigins = 10_000

// A Memory holds what is known of each origin. It is safe for concurrent use.
type Memory struct {
	mu      sync.Mutex
	origins map[weburl.Origin]manners
}

// manners is what is known of an origin.
type manners struct {
	refusals  int  // links refused in a row
	headFails bool // its answers to HEAD are other than those to GET
	refuses   bool // it refused a GET as it had refused HEAD
}

// New returns an empty Memory.
func New() *Memory { return &Memory{origins: map[weburl.Origin]manners{}} }

// Head reports whether the next request for a link has the method HEAD.
func (m *Memory) Head(e *aranea.Entry) bool {
	return e.Attempts == 0 && !m.of(e.URL.Origin()).headFails
}

// Refuses reports whether a host refused as many links in a row as make it count as one that refuses
// everything. One that gives pages does not, whatever else it refuses.
func (m *Memory) Refuses(h *aranea.Host) bool {
	return m.of(h.Origin).refusals >= refusal.InRow && h.Counts[aranea.CountFetched] == 0
}

func (m *Memory) of(o weburl.Origin) manners {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.origins[o]
}

// An Answer is that to one request of a check.
type Answer struct {
	Status    int  // 0 for none
	Challenge bool // it is a challenge for browsers
	Head      bool // the request had the method HEAD
	// Before is the status of the answer to HEAD that made this request necessary; 0 for none.
	Before int
	// Rested says that the host had rested before the request because it had asked for that.
	Rested bool
}

// AnswerTo returns the answer to the request of a lease, with the name of a challenge, "" for none.
func AnswerTo(l *aranea.Lease, f *aranea.Fetched, challenge string, head bool) Answer {
	a := Answer{Status: f.Status, Challenge: challenge != "", Head: head, Rested: l.Host.Backoff > 0}
	if l.Entry.Attempts > 0 {
		a.Before = int(l.Entry.Status)
	}
	return a
}

// Note records an answer of an origin, and reports whether the check needs a GET as well, because the
// answer may be about HEAD only.
func (m *Memory) Note(o weburl.Origin, a Answer) (again bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.origins[o]
	again = a.Head && !a.Challenge && mayMeanHead(a.Status) && !(a.Status == http.StatusForbidden && was.refuses)
	is := was.after(a, again)
	if is == was {
		return again
	}
	if _, known := m.origins[o]; !known && len(m.origins) == maxOrigins {
		clear(m.origins)
	}
	m.origins[o] = is
	return again
}

// after returns what is known of an origin after an answer.
func (x manners) after(a Answer, again bool) manners {
	exists := a.Status >= 200 && a.Status < 400
	unknown := a.Status == http.StatusMethodNotAllowed || a.Status == http.StatusNotImplemented
	if a.Head && unknown || !a.Head && exists && mayMeanHead(a.Before) {
		x.headFails = true
	}
	if !a.Head && a.Status == http.StatusForbidden && a.Before == http.StatusForbidden {
		x.refuses = true
	}
	switch {
	case again:
	case a.refuses():
		x.refusals = min(x.refusals+1, refusal.InRow)
	case exists, a.Status == http.StatusNotFound, a.Status == http.StatusGone:
		x.refusals = 0
	}
	return x
}

// refuses reports whether the answer refuses the robot. A first 429 only asks for a rest.
func (a Answer) refuses() bool {
	reason, _ := response.RefusalOfLink(a.Status)
	return a.Challenge || reason == aranea.LinkRefused || a.Status == http.StatusTooManyRequests && a.Rested
}

// mayMeanHead reports whether a status with which HEAD is answered may be another one with GET. Server
// errors are requested again anyway.
func mayMeanHead(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed:
		return true
	}
	return false
}
