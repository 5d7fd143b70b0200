// Package verdict sums up how a crawl ended: one word, its cause, and one sentence for people.
//
// Floor: 4 (acts). Stability: engine; the names are part of the user interface. It reads no
// state: all it knows of a crawl is in a Situation.
package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Verdict sums a crawl up in one word. Its names are part of the user
// interface, and each has an exit code in package main.
type Verdict uint8

// The verdicts. The zero verdict is the worst: an empty success does not exist.
const (
	Empty   Verdict = 0 // nothing is in the index
	OK      Verdict = 1 // all that may be visited was visited
	Partial Verdict = 2 // something is missing that a later run may get
	Blocked Verdict = 3 // the sites refuse the robot
	NoRoom  Verdict = 4 // the quota of the folder or the disk is used up
)

var verdictNames = [...]string{"empty", "ok", "partial", "blocked-by-site", "no-room"}

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

// FailureShare is the percentage of requested pages given up from which a finished crawl counts
// as partial.
const FailureShare = 1

// fewPages is the number of indexed pages per start page up to which an empty start page (a
// login form, a shell for scripts) determines the verdict.
const fewPages = 10

// Of returns the verdict on a crawl.
func Of(s Situation) Judgement {
	n, seeds := s.Counts, s.Ends
	s.Ends = own(seeds)
	asked := n[aranea.CountFetched] + n[aranea.CountFailed]
	switch {
	case s.Ending == EndFailed:
		return Judgement{Verdict: Partial, Cause: CauseBroken}
	case s.Ending == EndNoRoom:
		return judgeRoom(s)
	case s.Ending == EndStopped:
		return Judgement{Verdict: Partial, Cause: CauseStopped, n: n[aranea.CountQueued], again: n[aranea.CountDue], links: n[aranea.CountLinksWaiting]}
	case n[aranea.CountIndexed] == 0 && len(s.Ends) == 0 && len(seeds) > 0 && !s.tried():
		return Judgement{Verdict: OK, Cause: CauseElsewhere, Seed: seeds[0].Seed.String()}
	case n[aranea.CountIndexed] == 0:
		return judgeEmpty(s)
	case s.challenged().n > 0:
		return s.challenged()
	case s.refusing().n > 0:
		return s.refusing()
	case s.failingLogins() != "":
		return judgeLogins(s, Partial)
	case s.Ending == EndDeferred:
		return Judgement{Verdict: Partial, Cause: CauseDeferred, n: n[aranea.CountQueued]}
	case n[aranea.CountFailed] > 0 && n[aranea.CountFailed]*100 >= asked*FailureShare:
		return Judgement{Verdict: Partial, Cause: CauseFailed, n: n[aranea.CountFailed]}
	case n[aranea.CountRefused] > n[aranea.CountFetched]:
		return Judgement{Verdict: Partial, Cause: CauseRefused, n: n[aranea.CountRefused]}
	case s.wantedBarred().n > 0:
		return s.wantedBarred()
	}
	if j, found := judgeHeld(s); found {
		return j
	}
	if j, found := judgeStarts(s); found {
		return j
	}
	if n[aranea.CountQueued] > 0 {
		return Judgement{Verdict: OK, Cause: CausePageLimit, n: n[aranea.CountQueued]}
	}
	if j, found := judgeUnfollowed(s); found {
		return j
	}
	return Judgement{Verdict: OK, Cause: CauseComplete}
}

// tried reports whether there is a page that was visited, that waits, or that may not be visited.
func (s *Situation) tried() bool {
	for _, c := range []aranea.Counter{aranea.CountFetched, aranea.CountFailed, aranea.CountMissing, aranea.CountDenied, aranea.CountRefused, aranea.CountQueued} {
		if s.Counts[c] > 0 {
			return true
		}
	}
	return s.Waiting.Barred > 0
}

// LackingFiles returns the judgement on a crawl that would be ok, of an archive of which some files could
// not be read.
func LackingFiles(files int) Judgement {
	return Judgement{Verdict: Partial, Cause: CauseLeftOut, n: uint64(files)}
}

// wantedBarred counts the entries of barred hosts that the crawl was meant for, those of its seeds,
// and names one. A link into a private network is no loss.
func (s *Situation) wantedBarred() Judgement {
	seeds := map[string]bool{}
	for _, e := range s.Ends {
		seeds[e.Seed.Host()] = true
	}
	j := Judgement{Verdict: Partial, Cause: CausePrivate}
	for _, h := range s.Waiting.List {
		if !h.Wanted || h.Reason != aranea.NetGuard || !seeds[h.Origin.Host()] {
			continue
		}
		if j.n += h.Queued; j.Seed == "" {
			j.Seed = string(h.Origin)
		}
	}
	return j
}

// challenged counts the pages of hosts that answer with challenges, and names one; n is 0 if
// they are too few to report.
func (s *Situation) challenged() Judgement {
	j := Judgement{Verdict: Partial, Cause: CauseChallenge}
	for _, h := range s.Trouble {
		if h.Reason != aranea.HTTPChallenge {
			continue
		}
		if j.n += h.Failed + h.Queued; j.Seed == "" {
			j.Seed, j.detail = string(h.Origin), h.Detail
		}
	}
	if j.n*100 < (s.Counts[aranea.CountFetched]+j.n)*FailureShare {
		j.n = 0
	}
	return j
}

// refusing counts the pages of hosts that refuse everything that they gave before, and names one;
// n is 0 if they are too few to report.
func (s *Situation) refusing() Judgement {
	j := Judgement{Verdict: Partial, Cause: CauseRefused}
	for _, h := range s.Waiting.List {
		if h.Reason != aranea.HTTPForbidden {
			continue
		}
		if j.n += h.Queued; j.Seed == "" {
			j.Seed = string(h.Origin)
		}
	}
	if j.n*100 < (s.Counts[aranea.CountFetched]+j.n)*FailureShare {
		j.n = 0
	}
	return j
}

// judgeHeld finds entries that remain because the operator holds their hosts. It takes
// precedence over the page limit: that is part of the command, while a held host is easily
// forgotten.
func judgeHeld(s Situation) (Judgement, bool) {
	j := Judgement{Verdict: Partial, Cause: CauseHeld}
	for _, h := range s.Waiting.List {
		if h.Reason != aranea.ScheduleHeld {
			continue
		}
		if j.n += h.Queued; j.Seed == "" {
			j.Seed = h.Origin.Host()
		}
	}
	return j, j.n > 0
}

// failingLogins names the logins that failed and that pages wait for, if the crawl ended because
// pages wait.
func (s *Situation) failingLogins() string {
	if s.Ending != EndDeferred || s.Logins == nil {
		return ""
	}
	return strings.Join(s.Logins(), "; ")
}

// judgeLogins judges a crawl that has ended because pages wait for logins that failed.
func judgeLogins(s Situation, v Verdict) Judgement {
	return Judgement{Verdict: v, Cause: CauseNoLogin, n: s.Counts[aranea.CountQueued], detail: s.failingLogins()}
}

// judgeStarts finds start pages that are shells for scripts or login forms, in a crawl that
// found little else.
func judgeStarts(s Situation) (Judgement, bool) {
	for _, kind := range []struct {
		reason aranea.Reason
		cause  Cause
	}{{aranea.IndexScript, CauseNeedsScript}, {aranea.RenderFailed, CauseNeedsScript}, {aranea.IndexLogin, CauseLogin}} {
		j := Judgement{Verdict: Partial, Cause: kind.cause}
		for _, e := range s.Ends {
			if e.Last.Reason != kind.reason {
				continue
			}
			if j.n++; j.Seed == "" {
				j.Seed = e.Last.URL.String()
			}
		}
		if j.n > 0 && s.Counts[aranea.CountIndexed] < fewPages*j.n {
			return j, true
		}
	}
	return Judgement{}, false
}

// Unfollowed stands in the evidence on a page in the index before what asks that its links, of which some
// would be visited, be not followed.
const Unfollowed = ", links not followed: "

// judgeUnfollowed finds start pages that ask that their links be not followed, in a crawl that found
// little else.
func judgeUnfollowed(s Situation) (Judgement, bool) {
	j := Judgement{Verdict: OK, Cause: CauseNoFollow}
	for _, e := range s.Ends {
		_, why, asks := strings.Cut(e.Last.Detail, Unfollowed)
		if !asks || e.Last.Reason != aranea.IndexAdded {
			continue
		}
		if j.n++; j.Seed == "" {
			j.Seed, j.detail = e.Last.URL.String(), why
		}
	}
	return j, j.n > 0 && s.Counts[aranea.CountIndexed] < fewPages*j.n
}

// judgeEmpty says why a finished crawl has nothing in the index: the sites refuse the robot, the
// seeds lead elsewhere, or they have no content.
func judgeEmpty(s Situation) Judgement {
	n := s.Counts
	if j, removed := judgeRemoved(s); removed {
		return j
	}
	if j := s.challenged(); j.n > 0 && n[aranea.CountFetched] == 0 {
		j.Verdict = Blocked
		return j
	}
	refused := n[aranea.CountDenied] + n[aranea.CountRefused] + n[aranea.CountNoIndex]
	// Duplicates need an indexed page, so anything else that was fetched had no text.
	if refused > 0 && n[aranea.CountFetched] == n[aranea.CountNoIndex] && refused >= n[aranea.CountFailed]+s.Waiting.Queued {
		return judgeBlocked(s)
	}
	answers := n[aranea.CountFetched] + n[aranea.CountFailed] + n[aranea.CountMissing] + n[aranea.CountRedirects]
	if barred := s.Waiting.Barred; barred > 0 && n[aranea.CountQueued] == 0 && answers == 0 {
		return Judgement{Verdict: Empty, Cause: CausePrivate, n: barred}
	}
	for _, e := range s.Ends {
		if e.Away() {
			return Judgement{Verdict: Empty, Cause: CauseRedirected, Seed: e.Seed.String(), Target: e.Last.Target}
		}
	}
	if j, found := judgeStarts(s); found {
		return j
	}
	if j, found := judgeHeld(s); found && n[aranea.CountFetched] == 0 {
		j.Verdict = Empty
		return j
	}
	if j, found := judgeTrouble(s); found {
		return j
	}
	switch {
	case s.failingLogins() != "":
		return judgeLogins(s, Empty)
	case s.Ending == EndDeferred:
		return Judgement{Verdict: Empty, Cause: CauseDeferred}
	case n[aranea.CountFetched] == 0 && n[aranea.CountFailed] > 0:
		return Judgement{Verdict: Empty, Cause: CauseFailed, n: n[aranea.CountFailed]}
	case n[aranea.CountFetched] == 0 && n[aranea.CountMissing] > 0:
		return Judgement{Verdict: Empty, Cause: CauseMissing, n: n[aranea.CountMissing]}
	}
	if slices.ContainsFunc(s.Ends, func(e SeedEnd) bool { return e.Last.Reason == aranea.ScopeNoIndex }) {
		return Judgement{Verdict: Empty, Cause: CauseFollowOnly}
	}
	j := Judgement{Verdict: Empty, Cause: CauseNoText}
	if i := slices.IndexFunc(s.Ends, func(e SeedEnd) bool { return !e.Seed.IsRobots() }); i < 0 && len(s.Ends) > 0 {
		j.Seed = s.Ends[0].Seed.String()
		j.detail = j.Seed + " is the robots file of its host, which is read for its rules and is no page"
		return j
	}
	if i := slices.IndexFunc(s.Ends, isList); i >= 0 {
		j.Seed, j.detail = s.Ends[i].Last.URL.String(), ofList(&s.Ends[i].Last)
	}
	return j
}

// isList reports whether a seed led to a list of pages, or to what was requested as one.
func isList(e SeedEnd) bool {
	return e.Last.Reason == aranea.SitemapRead || e.Last.Kind == aranea.KindSitemap && e.Last.State != aranea.StateQueued
}

// ofList says what a list of pages led to.
func ofList(e *aranea.Entry) string {
	switch {
	case e.Reason == aranea.SitemapRead:
		return fmt.Sprintf("in the list %s: %s", e.URL, e.Detail)
	case e.Target != "":
		return fmt.Sprintf("the list %s redirects to %s", e.URL, e.Target)
	case e.Detail == "":
		return fmt.Sprintf("the list %s %s", e.URL, e.Reason.Sentence())
	}
	return fmt.Sprintf("the list %s %s: %s", e.URL, e.Reason.Sentence(), e.Detail)
}

// judgeRemoved finds a crawl all of whose seeds the operator keeps out: what a site denies in
// addition is not the cause.
func judgeRemoved(s Situation) (Judgement, bool) {
	for _, e := range s.Ends {
		if e.Last.Reason != aranea.OperatorRemoved {
			return Judgement{}, false
		}
	}
	if len(s.Ends) == 0 {
		return Judgement{}, false
	}
	first := s.Ends[0]
	return Judgement{Verdict: Empty, Cause: CauseRemoved, Seed: first.Seed.String(), Target: first.Last.Detail}, true
}

// judgeBlocked says how the sites refuse the robot. If the robots file of a start page names
// another host as the main mirror, that is what to visit.
func judgeBlocked(s Situation) Judgement {
	n, j := s.Counts, Judgement{Verdict: Blocked, Cause: CauseBlocked}
	switch {
	case n[aranea.CountRefused]+n[aranea.CountNoIndex] == 0:
		j.Cause, j.n = CauseDenied, n[aranea.CountDenied]
		j.Seed, j.Target = s.otherMain()
	case n[aranea.CountDenied]+n[aranea.CountNoIndex] == 0:
		j.Cause, j.n = CauseRefused, n[aranea.CountRefused]
	case n[aranea.CountDenied]+n[aranea.CountRefused] == 0:
		j.Cause, j.n = CauseNoIndex, n[aranea.CountNoIndex]
	default:
		j.detail = fmt.Sprintf("%d pages denied by robots files, %d refused, %d with noindex",
			n[aranea.CountDenied], n[aranea.CountRefused], n[aranea.CountNoIndex])
	}
	return j
}

// otherMain returns a seed whose robots file denies it and names another host as the main mirror,
// with the home page there; both are "" if there is none, or if that host is among the seeds.
func (s *Situation) otherMain() (seed, home string) {
	seeds := map[weburl.Origin]bool{}
	for _, e := range s.Ends {
		seeds[e.Seed.Origin()] = true
	}
	for _, e := range s.Ends {
		if e.Main != "" && e.Last.Reason == aranea.RobotsDenied && !seeds[e.Main] {
			return e.Seed.String(), e.Main.Root().String()
		}
	}
	return "", ""
}

// judgeTrouble returns what is wrong with the worst host of a crawl without answers.
func judgeTrouble(s Situation) (Judgement, bool) {
	if len(s.Trouble) == 0 || s.Counts[aranea.CountFetched] > 0 {
		return Judgement{}, false
	}
	h := s.Trouble[0]
	j := Judgement{Verdict: Empty, Seed: string(h.Origin), detail: h.Detail}
	if j.detail == "" {
		j.detail = h.Reason.Sentence()
	}
	switch {
	case h.Reason == aranea.NetDNS:
		j.Cause = CauseDNS
	case h.Reason == aranea.NetProxy:
		j.Cause = CauseProxy
	case s.Ending == EndDeferred && len(s.Waiting.List) > 0 && s.Waiting.List[0].Reason == aranea.RobotsUnreachable:
		j.Cause = CauseRobots
	default:
		return Judgement{}, false
	}
	return j, true
}
