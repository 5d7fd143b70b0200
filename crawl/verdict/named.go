package verdict

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// Decisive returns the entry that says what became of a seed.
func (e *SeedEnd) Decisive() *aranea.Entry {
	if e.Beyond.State != aranea.StateUnknown {
		return &e.Beyond
	}
	return &e.Last
}

// served reports whether the crawl brought what a seed was named for: a page in the index, a list
// that was read, a page that the operator wants for its links only, or a robots file, which is told
// apart.
func (e *SeedEnd) served() bool {
	last := e.Decisive()
	return last.Found() || last.Reason == aranea.SitemapRead || last.Reason == aranea.ScopeNoIndex || e.Seed.IsRobots()
}

// inPart reports whether something else of a seed may be in the index: another URL with the same
// page, or the first part of a list.
func (e *SeedEnd) inPart() bool {
	switch e.Decisive().Reason {
	case aranea.DupExact, aranea.DupCanonical, aranea.RobotsCleanParam, aranea.ScopeParameter, aranea.MirrorMoved, aranea.SitemapBroken:
		return true
	}
	return false
}

// NotIndexed returns why a seed is not in the index, and where it led; false if it is, or if it
// need not be, because another node visits it for instance. The target is "" for a seed that leads nowhere else.
func (e *SeedEnd) NotIndexed() (why aranea.Reason, target string, out bool) {
	if e.served() || e.Elsewhere() {
		return aranea.ReasonNone, "", false
	}
	last := e.Decisive()
	if !last.URL.IsZero() && last.URL != e.Seed {
		target = last.URL.String()
	}
	return last.Reason, target, true
}

// OfNamed returns the verdict on a crawl of which nothing that its caller named is in the index.
// It returns false if anything is, still waits, or may be there in another form, or if other nodes visit
// it all.
func OfNamed(ends []SeedEnd) (Judgement, bool) {
	ends = own(ends)
	var refused, failed, removed int
	for i := range ends {
		e := &ends[i]
		last := e.Decisive()
		if e.served() || e.inPart() || last.Waits() || last.State == aranea.StateUnknown {
			return Judgement{}, false
		}
		switch n := last.Tally(); {
		case n[aranea.CountDenied]+n[aranea.CountRefused]+n[aranea.CountNoIndex] > 0:
			refused++
		case n[aranea.CountFailed] > 0:
			failed++
		case last.Reason == aranea.OperatorRemoved:
			removed++
		}
	}
	if len(ends) == 0 {
		return Judgement{}, false
	}
	first := &ends[0]
	switch {
	case removed == len(ends):
		return Judgement{Verdict: Empty, Cause: CauseRemoved, Seed: first.Seed.String(), Target: first.Decisive().Detail}, true
	case len(ends) == 1 && first.Away():
		return Judgement{Verdict: Empty, Cause: CauseRedirected, Seed: first.Seed.String(), Target: first.Last.Target}, true
	}
	j := Judgement{Verdict: Empty, Cause: CauseNamed, Seed: first.Seed.String(), n: uint64(len(ends)), detail: first.Decisive().Reason.Sentence()}
	switch {
	case failed > 0:
		j.Verdict = Partial
	case refused == len(ends):
		j.Verdict = Blocked
		if seed, home := (&Situation{Ends: ends}).otherMain(); home != "" {
			j.Seed, j.Target = seed, home
		}
	}
	return j, true
}

// namedSentence is Sentence for a crawl of which nothing that was named is in the index.
func (j Judgement) namedSentence() string {
	if j.n == 1 {
		return "what was named is not in the index: " + j.Seed + " " + j.detail
	}
	return "none of the " + show.Count(j.n, "URL") + " that were named is in the index"
}
