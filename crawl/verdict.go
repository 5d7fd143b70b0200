package crawl

import (
	"fmt"

	"github.com/aranea-search/aranea"
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

// fewPages is the number of pages for each start page up to which a start page
// that says nothing itself (a login form, a shell for scripts) is what the crawl
// came to.
const fewPages = 10

// A situation is what a crawl is judged by.
type situation struct {
	ending  Ending
	counts  aranea.HostCounts // without the entries of barred hosts among those in the queue
	waiting aranea.Troubles
	trouble []HostTrouble // the worst first
	ends    []seedEnd
}

// A judgement is the verdict on a crawl with its cause and the facts that its
// sentence needs.
type judgement struct {
	verdict Verdict
	cause   Cause
	n       uint64 // pages
	seed    string // a start page that shows it
	target  string // where that leads
	detail  string
}

// judge returns the verdict on a crawl.
func judge(s situation) judgement {
	n := s.counts
	asked := n[aranea.CountFetched] + n[aranea.CountFailed]
	switch {
	case s.ending == EndFailed:
		return judgement{verdict: VerdictPartial, cause: CauseBroken}
	case s.ending == EndStopped:
		return judgement{verdict: VerdictPartial, cause: CauseStopped, n: n[aranea.CountQueued]}
	case n[aranea.CountIndexed] == 0:
		return judgeEmpty(s)
	case s.ending == EndDeferred:
		return judgement{verdict: VerdictPartial, cause: CauseDeferred, n: n[aranea.CountQueued]}
	case n[aranea.CountFailed] > 0 && n[aranea.CountFailed]*100 >= asked*FailureShare:
		return judgement{verdict: VerdictPartial, cause: CauseFailed, n: n[aranea.CountFailed]}
	case n[aranea.CountRefused] > n[aranea.CountFetched]:
		return judgement{verdict: VerdictPartial, cause: CauseRefused, n: n[aranea.CountRefused]}
	case s.wantedBarred() > 0:
		return judgement{verdict: VerdictPartial, cause: CausePrivate, n: s.wantedBarred()}
	}
	if j, found := judgeHeld(s); found {
		return j
	}
	if j, found := judgeStarts(s); found {
		return j
	}
	if n[aranea.CountQueued] > 0 {
		return judgement{verdict: VerdictOK, cause: CausePageLimit, n: n[aranea.CountQueued]}
	}
	return judgement{verdict: VerdictOK, cause: CauseComplete}
}

// wantedBarred counts the entries of barred hosts that the crawl was meant for:
// those of its seeds. A link into somebody's private network is no loss.
func (s *situation) wantedBarred() uint64 {
	seeds := map[string]bool{}
	for _, e := range s.ends {
		seeds[e.seed.Host()] = true
	}
	var n uint64
	for _, h := range s.waiting.List {
		if h.Wanted && h.Reason == aranea.NetGuard && seeds[h.Origin.Host()] {
			n += h.Queued
		}
	}
	return n
}

// judgeHeld finds entries that are left because the operator holds their hosts.
// Of a crawl that reached its page limit at the same time it tells this: the
// limit is named by the command, a host that is held is easily forgotten.
func judgeHeld(s situation) (judgement, bool) {
	j := judgement{verdict: VerdictPartial, cause: CauseHeld}
	for _, h := range s.waiting.List {
		if h.Reason != aranea.ScheduleHeld {
			continue
		}
		if j.n += h.Queued; j.seed == "" {
			j.seed = h.Origin.Host()
		}
	}
	return j, j.n > 0
}

// judgeStarts finds start pages that are shells for scripts or login forms, in a
// crawl that came to little more.
func judgeStarts(s situation) (judgement, bool) {
	for _, kind := range []struct {
		reason aranea.Reason
		cause  Cause
	}{{aranea.IndexScript, CauseNeedsScript}, {aranea.IndexLogin, CauseLogin}} {
		j := judgement{verdict: VerdictPartial, cause: kind.cause}
		for _, e := range s.ends {
			if e.last.Reason != kind.reason {
				continue
			}
			if j.n++; j.seed == "" {
				j.seed = e.last.URL.String()
			}
		}
		if j.n > 0 && s.counts[aranea.CountIndexed] < fewPages*j.n {
			return j, true
		}
	}
	return judgement{}, false
}

// judgeEmpty says why a crawl that came to its end has nothing in the index: the
// sites refuse the robot, the seeds lead elsewhere, or they gave nothing.
func judgeEmpty(s situation) judgement {
	n := s.counts
	if j, removed := judgeRemoved(s); removed {
		return j
	}
	refused := n[aranea.CountDenied] + n[aranea.CountRefused] + n[aranea.CountNoIndex]
	// Duplicates need an indexed page, so what else was fetched held no text.
	if refused > 0 && n[aranea.CountFetched] == n[aranea.CountNoIndex] && refused >= n[aranea.CountFailed]+s.waiting.Queued {
		return judgeBlocked(n)
	}
	answers := n[aranea.CountFetched] + n[aranea.CountFailed] + n[aranea.CountMissing] + n[aranea.CountRedirects]
	if barred := s.waiting.Barred; barred > 0 && n[aranea.CountQueued] == 0 && answers == 0 {
		return judgement{verdict: VerdictEmpty, cause: CausePrivate, n: barred}
	}
	for _, e := range s.ends {
		if e.away() {
			return judgement{verdict: VerdictEmpty, cause: CauseRedirected, seed: e.seed.String(), target: e.last.Target}
		}
	}
	if j, found := judgeStarts(s); found {
		return j
	}
	if j, found := judgeHeld(s); found && n[aranea.CountFetched] == 0 {
		j.verdict = VerdictEmpty
		return j
	}
	if j, found := judgeTrouble(s); found {
		return j
	}
	switch {
	case s.ending == EndDeferred:
		return judgement{verdict: VerdictEmpty, cause: CauseDeferred}
	case n[aranea.CountFetched] == 0 && n[aranea.CountFailed] > 0:
		return judgement{verdict: VerdictEmpty, cause: CauseFailed, n: n[aranea.CountFailed]}
	case n[aranea.CountFetched] == 0 && n[aranea.CountMissing] > 0:
		return judgement{verdict: VerdictEmpty, cause: CauseMissing, n: n[aranea.CountMissing]}
	}
	return judgement{verdict: VerdictEmpty, cause: CauseNoText}
}

// judgeRemoved finds a crawl whose operator keeps all of its seeds out: what a site
// denies besides is not the cause.
func judgeRemoved(s situation) (judgement, bool) {
	for _, e := range s.ends {
		if e.last.Reason != aranea.OperatorRemoved {
			return judgement{}, false
		}
	}
	if len(s.ends) == 0 {
		return judgement{}, false
	}
	first := s.ends[0]
	return judgement{verdict: VerdictEmpty, cause: CauseRemoved, seed: first.seed.String(), target: first.last.Detail}, true
}

// judgeBlocked says how the sites refuse the robot.
func judgeBlocked(n aranea.HostCounts) judgement {
	j := judgement{verdict: VerdictBlocked, cause: CauseBlocked}
	switch {
	case n[aranea.CountRefused]+n[aranea.CountNoIndex] == 0:
		j.cause, j.n = CauseDenied, n[aranea.CountDenied]
	case n[aranea.CountDenied]+n[aranea.CountNoIndex] == 0:
		j.cause, j.n = CauseRefused, n[aranea.CountRefused]
	case n[aranea.CountDenied]+n[aranea.CountRefused] == 0:
		j.cause, j.n = CauseNoIndex, n[aranea.CountNoIndex]
	default:
		j.detail = fmt.Sprintf("%d pages denied by robots files, %d refused, %d with noindex",
			n[aranea.CountDenied], n[aranea.CountRefused], n[aranea.CountNoIndex])
	}
	return j
}

// judgeTrouble says of a crawl without answers what its worst host suffers from.
func judgeTrouble(s situation) (judgement, bool) {
	if len(s.trouble) == 0 || s.counts[aranea.CountFetched] > 0 {
		return judgement{}, false
	}
	h := s.trouble[0]
	j := judgement{verdict: VerdictEmpty, seed: string(h.Origin), detail: h.Detail}
	if j.detail == "" {
		j.detail = h.Reason.Sentence()
	}
	switch {
	case h.Reason == aranea.NetDNS:
		j.cause = CauseDNS
	case h.Reason == aranea.NetProxy:
		j.cause = CauseProxy
	case s.ending == EndDeferred && len(s.waiting.List) > 0 && s.waiting.List[0].Reason == aranea.RobotsUnreachable:
		j.cause = CauseRobots
	default:
		return judgement{}, false
	}
	return j, true
}
