package aranea

import (
	"encoding/json"
	"fmt"
)

// A Counter names one number of HostCounts.
type Counter uint8

// The counters, in the order in which records and reports hold them.
const (
	CountQueued     Counter = 0  // waiting
	CountFetched    Counter = 1  // pages answered with 2xx
	CountIndexed    Counter = 2  // documents in the index that can be found
	CountRedirects  Counter = 3  // pages answered with a usable redirect, refreshes without delay included
	CountMissing    Counter = 4  // pages answered with 404 or 410
	CountFailed     Counter = 5  // given up: no answer, a broken one, or a status that brings no page
	CountDenied     Counter = 6  // excluded by the robots file
	CountDuplicates Counter = 7  // same text as an indexed page, or another form of its URL
	CountNoIndex    Counter = 8  // asked not to be indexed
	CountExcluded   Counter = 9  // excluded by scope
	CountRequests   Counter = 10 // requests sent, robots files included
	CountBytes      Counter = 11 // bytes received over the wire
	CountRefused    Counter = 12 // pages that the site refused: 401, 402, 403, 407 or 451
	CountDue        Counter = 13 // visited pages queued for another visit; they are also counted by their state
	CountNew        Counter = 14 // pages fetched for the first time; unlike fetched it never falls
	CountSitemaps   Counter = 15 // sitemaps that are not queued, whatever became of them
	CountHidden     Counter = 16 // documents in the index that are kept but not found
	CountTrapped    Counter = 17 // URLs without end; they count as excluded as well
	CountLinks      Counter = 18 // targets of links that were only checked, whatever became of them
	// CountLinksWaiting counts targets of links that wait to be checked, for the first time or again.
	CountLinksWaiting Counter = 19
	// CountLinksOver counts targets of links that are not checked because of a limit.
	CountLinksOver Counter = 20
)

// counters is the number of counters.
const counters = 21

var counterNames = [counters]string{
	"queued", "fetched", "indexed", "redirects", "missing", "failed", "denied",
	"duplicates", "noindex", "excluded", "requests", "bytes", "refused", "due", "new", "sitemaps", "hidden", "trapped", "links", "links_waiting", "links_over",
}

// String returns the counter's name in lower case. It is its field name in JSON.
func (c Counter) String() string {
	if int(c) < len(counterNames) {
		return counterNames[c]
	}
	return fmt.Sprintf("counter(%d)", uint8(c))
}

// HostCounts counts the entries of one host by state, and the requests it got. Sums over hosts
// have the same form.
type HostCounts [counters]uint64

// Add returns the sum of c and d, counter by counter.
func (c HostCounts) Add(d HostCounts) HostCounts {
	for i := range c {
		c[i] += d[i]
	}
	return c
}

// Sub returns the difference of c and d, counter by counter. No counter of d
// may be larger than that of c.
func (c HostCounts) Sub(d HostCounts) HostCounts {
	for i := range c {
		c[i] -= d[i]
	}
	return c
}

// LeftOut returns how many fetched pages are not in the index for a reason that no
// counter is for: no text, a damaged or empty body, a type that is not read.
func (c HostCounts) LeftOut() uint64 {
	told := c[CountIndexed] + c[CountDuplicates] + c[CountNoIndex]
	return c[CountFetched] - min(told, c[CountFetched])
}

// MarshalJSON returns an object with one number for each counter.
func (c HostCounts) MarshalJSON() ([]byte, error) {
	byName := make(map[string]uint64, len(c))
	for i, n := range c {
		byName[counterNames[i]] = n
	}
	return json.Marshal(byName)
}

// UnmarshalJSON reads what MarshalJSON wrote. A counter that is missing is 0,
// and one of an unknown name is ignored.
func (c *HostCounts) UnmarshalJSON(data []byte) error {
	var byName map[string]uint64
	if err := json.Unmarshal(data, &byName); err != nil {
		return err
	}
	for i, name := range counterNames {
		c[i] = byName[name]
	}
	return nil
}

// Tally returns what the entry adds to its host's counts, by its state. Requests, bytes and new
// pages stay zero: they are counted as they happen. A robots entry adds nothing. A sitemap does
// not count as a page, but as queued or among the sitemaps. The target of a link that is only
// checked counts as a link, whatever became of it.
func (e *Entry) Tally() HostCounts {
	var n HostCounts
	if e.Kind == KindRobots {
		return n
	}
	if e.Kind == KindLink {
		n[e.linkCounter()] = 1
		return n
	}
	if e.Again {
		n[CountDue] = 1
	}
	if e.Kind == KindSitemap && e.State != StateQueued {
		n[CountSitemaps] = 1
		return n
	}
	switch e.State {
	case StateQueued:
		n[CountQueued] = 1
	case StateDone:
		e.tallyDone(&n)
	case StateGone:
		n[e.goneCounter()] = 1
	case StateExcluded:
		if e.Reason == RobotsDenied {
			n[CountDenied] = 1
		} else {
			n[CountExcluded] = 1
		}
		if e.Reason == ScopeTrap {
			n[CountTrapped] = 1
		}
	}
	switch {
	case e.Hidden():
		n[CountHidden] = 1
	case e.Indexed:
		n[CountIndexed] = 1
	}
	return n
}

func (e *Entry) tallyDone(n *HostCounts) {
	switch e.Reason {
	case HTTPRedirect, DirectiveRefresh:
		n[CountRedirects] = 1
		return
	case DupExact, DupCanonical:
		n[CountDuplicates] = 1
	case DirectiveNoIndex, DirectiveExpired:
		n[CountNoIndex] = 1
	}
	n[CountFetched] = 1
}

func (e *Entry) goneCounter() Counter {
	switch e.Reason {
	case HTTPNotFound, HTTPSoftMissing:
		return CountMissing
	case HTTPForbidden, HTTPChallenge:
		return CountRefused
	case IndexRemoved:
		return CountExcluded // imported, and its document is gone: there was no request
	}
	return CountFailed
}

// linkCounter returns the counter of a target of a link. One at a closed address waits, and is shown
// as excluded.
func (e *Entry) linkCounter() Counter {
	switch {
	case e.Waits(), e.Reason == NetGuard && e.State == StateExcluded:
		return CountLinksWaiting
	case e.Reason == LinkLimit:
		return CountLinksOver
	}
	return CountLinks
}
