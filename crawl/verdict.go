package crawl

import (
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

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

// MarshalText returns the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (v *Verdict) UnmarshalText(text []byte) error {
	n, err := indexOf(verdictNames[:], "verdict", text)
	*v = Verdict(n)
	return err
}

// FailureShare is the share of pages given up, in percent of the pages asked
// for, from which a finished crawl counts as partial.
const FailureShare = 1

// Judge returns the verdict on a crawl that ended so with these counts and these
// hosts in trouble, and one sentence that says why.
func Judge(ending Ending, n aranea.HostCounts, t aranea.Troubles) (Verdict, string) {
	switch {
	case ending == EndFailed:
		return VerdictPartial, "the crawl broke off because its state could not be read or written"
	case n[aranea.CountIndexed] == 0 && ending == EndStopped:
		return VerdictPartial, "stopped before anything was indexed; run the same command again to go on"
	case n[aranea.CountIndexed] == 0:
		return judgeEmpty(ending, n, t)
	case ending == EndStopped:
		return VerdictPartial, fmt.Sprintf("stopped with %s still queued; run the same command again to go on", show.Count(n[aranea.CountQueued], "page"))
	case ending == EndDeferred:
		return VerdictPartial, fmt.Sprintf("%s for hosts that are put off; run the same command later to go on", show.CountVerb(n[aranea.CountQueued], "page", "waits", "wait"))
	case n[aranea.CountFailed] > 0 && n[aranea.CountFailed]*100 >= (n[aranea.CountFetched]+n[aranea.CountFailed])*FailureShare:
		return VerdictPartial, show.Count(n[aranea.CountFailed], "page") + " could not be had"
	case n[aranea.CountRefused] > n[aranea.CountFetched]:
		return VerdictPartial, fmt.Sprintf("the sites refused more pages (%d) than they gave (%d)", n[aranea.CountRefused], n[aranea.CountFetched])
	case wantedBarred(t) > 0:
		return VerdictPartial, fmt.Sprintf("%s for hosts whose addresses are not open to this crawl", show.CountVerb(wantedBarred(t), "page", "waits", "wait"))
	case n[aranea.CountQueued] > t.Barred:
		return VerdictOK, fmt.Sprintf("the page limit was reached; %s still queued", show.CountVerb(n[aranea.CountQueued], "page", "is", "are"))
	}
	return VerdictOK, "everything that may be visited was visited"
}

// wantedBarred counts the entries of barred hosts that the crawl was meant for: a
// link into somebody's private network is no loss, a seed is.
func wantedBarred(t aranea.Troubles) uint64 {
	var n uint64
	for _, h := range t.List {
		if h.Wanted && h.Reason == aranea.NetGuard {
			n += h.Queued
		}
	}
	return n
}

// judgeEmpty says why a crawl that came to its end has nothing in the index:
// the sites refuse the robot, or they gave nothing.
func judgeEmpty(ending Ending, n aranea.HostCounts, t aranea.Troubles) (Verdict, string) {
	refused := n[aranea.CountDenied] + n[aranea.CountRefused] + n[aranea.CountNoIndex]
	// Duplicates need an indexed page, so what else was fetched held no text.
	if refused > 0 && n[aranea.CountFetched] == n[aranea.CountNoIndex] && refused >= n[aranea.CountFailed]+t.Queued {
		return VerdictBlocked, refusalText(n)
	}
	switch {
	case t.Barred > 0 && t.Barred == n[aranea.CountQueued] && n[aranea.CountFetched]+n[aranea.CountFailed]+n[aranea.CountMissing]+n[aranea.CountRedirects] == 0:
		return VerdictEmpty, "the addresses of the sites are not open to this crawl, so nothing was asked"
	case ending == EndDeferred:
		return VerdictEmpty, "the sites cannot be visited now"
	case n[aranea.CountFetched] == 0 && n[aranea.CountFailed] > 0:
		return VerdictEmpty, fmt.Sprintf("%s asked for could not be had", show.Count(n[aranea.CountFailed], "page"))
	case n[aranea.CountFetched] == 0 && n[aranea.CountMissing] > 0:
		return VerdictEmpty, show.CountVerb(n[aranea.CountMissing], "page", "asked for does", "asked for do") + " not exist"
	}
	return VerdictEmpty, "no page with text was found"
}

// refusalText says how the sites refuse the robot.
func refusalText(n aranea.HostCounts) string {
	switch {
	case n[aranea.CountRefused]+n[aranea.CountNoIndex] == 0:
		return fmt.Sprintf("the robots files deny everything that was found (%s)", show.Count(n[aranea.CountDenied], "page"))
	case n[aranea.CountDenied]+n[aranea.CountNoIndex] == 0:
		return fmt.Sprintf("the sites refuse everything that was asked for (%s; 401, 403 or 451)", show.Count(n[aranea.CountRefused], "page"))
	case n[aranea.CountDenied]+n[aranea.CountRefused] == 0:
		return fmt.Sprintf("everything that was fetched asks not to be indexed (%s)", show.Count(n[aranea.CountNoIndex], "page"))
	}
	return fmt.Sprintf("the sites let nothing be indexed: %d pages denied by robots files, %d refused, %d with noindex", n[aranea.CountDenied], n[aranea.CountRefused], n[aranea.CountNoIndex])
}
