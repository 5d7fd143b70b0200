package webtest_test

import (
	"context"
	"net/netip"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/schedule"
)

// documents returns the titles in the index by host and target.
func (r *robot) documents(ctx context.Context, p *process) (map[string]string, error) {
	if err := p.index.Flush(); err != nil {
		return nil, err
	}
	snap, err := p.index.Snapshot()
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	out := map[string]string{}
	for d, err := range snap.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		u := parse(r.t, d.URL)
		if _, twice := out[key(u)]; twice {
			r.fault("%s is in the index twice", u)
		}
		if !d.Hidden {
			out[key(u)] = d.Title
		}
	}
	return out, nil
}

// known returns the entries of the frontier.
func (r *robot) known(ctx context.Context, p *process) (map[string]aranea.Entry, error) {
	out := map[string]aranea.Entry{}
	for e, err := range p.frontier.Select(ctx, frontier.Filter{}) {
		if err != nil {
			return nil, err
		}
		out[e.URL.String()] = e
	}
	return out, nil
}

// opened checks that a process finds everything that was acknowledged.
func (r *robot) opened(ctx context.Context, p *process) {
	entries, err := r.known(ctx, p)
	if err != nil {
		r.fault("read the frontier: %v", err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for text, want := range r.entries {
		switch e, found := entries[text]; {
		case !found:
			r.faultLocked("%s was acknowledged and is lost", text)
		case e.Visits < want.Visits, want.State != aranea.StateQueued && e.VisitedAt.Before(want.VisitedAt.Truncate(time.Microsecond)):
			r.faultLocked("%s was acknowledged with visit %d at %s, and has visit %d at %s", text, want.Visits, want.VisitedAt, e.Visits, e.VisitedAt)
		}
	}
}

// compare checks the state at the end of a life. whole is set if everything that may be visited
// was.
func (r *robot) compare(ctx context.Context, p *process, whole bool) error {
	ctx = context.WithoutCancel(ctx) // it may have been canceled
	docs, err := r.documents(ctx, p)
	if err != nil {
		return err
	}
	entries, err := r.known(ctx, p)
	if err != nil {
		return err
	}
	for text, e := range entries {
		if e.Reason == aranea.ReasonNone || e.State == aranea.StateUnknown {
			r.fault("%s has no reason: %s, %s", text, e.State, e.Reason)
		}
		if _, found := docs[key(e.URL)]; found != e.Found() && !r.isTorn(key(e.URL)) {
			r.fault("%s: marked as found: %t, found in the index: %t", text, e.Found(), found)
		}
	}
	var sum aranea.HostCounts
	for e, err := range p.frontier.AllEntries() {
		if err != nil {
			return err
		}
		sum = sum.Add(e.Tally())
	}
	counts, _ := p.frontier.Counts()
	for _, c := range []aranea.Counter{aranea.CountQueued, aranea.CountFetched, aranea.CountIndexed, aranea.CountMissing, aranea.CountFailed, aranea.CountDenied, aranea.CountDue, aranea.CountHidden} {
		if counts[c] != sum[c] {
			r.fault("%s is counted as %d, and there are %d", c, counts[c], sum[c])
		}
	}
	r.compareBeliefs(docs, entries)
	r.compareVerdicts(entries)
	r.compareNotices(entries, whole)
	if err := r.compareAccess(ctx, p, docs); err != nil {
		return err
	}
	for _, s := range r.web.Sites() {
		if whole {
			r.compareSite(s, docs)
		}
	}
	return nil
}

// compareBeliefs compares the index with the answers.
func (r *robot) compareBeliefs(docs map[string]string, entries map[string]aranea.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, b := range r.beliefs {
		title, found := docs[k]
		e := entries["http://"+k]
		if learned, _ := r.learnedVerdict(&e); learned {
			continue // see compareVerdicts
		}
		switch {
		case b.effect == webtest.Put && !found:
			r.faultLocked("%s must be in the index and is not: %s, %s, %s", k, e.State, e.Reason, e.Detail)
		case b.effect == webtest.Put && title != b.title:
			r.faultLocked("%s is in the index as %q, and its last answer was %q", k, title, b.title)
		case b.effect == webtest.Drop && found:
			r.faultLocked("%s must not be in the index and is: %s, %s, %s", k, e.State, e.Reason, e.Detail)
		}
	}
}

// compareSite compares the index with the pages of a stable site.
func (r *robot) compareSite(s *webtest.Site, docs map[string]string) {
	if !r.web.Stable(s) {
		return
	}
	have := map[string]int{}
	for _, title := range docs {
		have[title]++
	}
	for title := range r.web.Must(s) {
		if have[title] != 1 {
			r.fault("%q of a stable site is in the index %d times", title, have[title])
		}
	}
}

// examine checks every request that reached the web.
func (r *robot) examine() {
	record := r.web.Record()
	r.mu.Lock()
	defer r.mu.Unlock()
	last, at := map[string]int{}, map[netip.Addr]int{}
	for i := range record {
		x := &record[i]
		r.trace = append(r.trace, line(x, r.acked[i]))
		r.examineSecrets(x)
		r.examineKeys(x)
		if before, found := last[x.Name()]; found {
			r.examinePace(record, before, i)
		}
		last[x.Name()] = i
		if before, found := at[x.Address]; found {
			r.examineAddress(record, before, i)
		}
		at[x.Address] = i
		if !isRobots(x) && !x.Login() {
			r.examineRules(record, i)
		}
	}
	for _, a := range r.web.Forbidden() {
		r.faultLocked("%s was connected to", a)
	}
}

func isRobots(x *webtest.Exchange) bool {
	return x.Target == "/robots.txt" || x.Target == "/rules/robots"
}

// connecting is the longest time from when a request is handed out until it is sent; the request
// does not reflect answers that arrive in that time.
const connecting = time.Second

// examinePace checks two consecutive requests to a host.
func (r *robot) examinePace(record []webtest.Exchange, before, i int) {
	a, b := &record[before], &record[i]
	gap, need := b.At.Sub(a.At), r.delay
	if s := r.web.Site(a.Host); s != nil && len(s.Robots) == 1 && s.Robots[0].Delay > need && !isRobots(a) && r.hasRules(a.Host, before, b.At) {
		need = s.Robots[0].Delay
	}
	knew := r.delay > 0 || b.At.After(a.Ended.Add(connecting)) // without a delay other requests may be in progress
	if a.Answer.Rest > need && a.Whole && r.acked[before] && !r.jumps && knew {
		need = a.Answer.Rest
	}
	if gap < need && r.promised(a, b) {
		r.faultLocked("%s was asked at %s after %s, at least %s were due: %s, then %s", a.Host, stamp(b.At), gap, need, a.Target, b.Target)
	}
}

// promised reports whether a delay between two requests is promised: across the end of a
// process, and if the clock is set within a life, but not in both cases.
func (r *robot) promised(a, b *webtest.Exchange) bool { return !r.jumps || a.Life == b.Life }

// hasRules reports whether the robots file of a host was read before an index of the record, and
// its content was known at an instant.
func (r *robot) hasRules(host string, place int, at time.Time) bool {
	return len(r.rules[host]) > 0 && r.rules[host][0].place < place && at.After(r.rules[host][0].since.Add(connecting))
}

// examineAddress checks two consecutive requests to one address, which is shared by its hosts,
// even across the end of a process.
func (r *robot) examineAddress(record []webtest.Exchange, before, i int) {
	a, b := &record[before], &record[i]
	if gap, need := b.At.Sub(a.At), r.delay/schedule.AddressShare; gap < need && r.promised(a, b) {
		r.faultLocked("%s was asked at %s after %s, at least %s were due: %s%s, then %s%s", a.Address, stamp(b.At), gap, need, a.Host, a.Target, b.Host, b.Target)
	}
}

// examineRules checks that a page was requested under a robots file that applied then: the last
// one that was acknowledged, or a later one that a killed process may have stored.
func (r *robot) examineRules(record []webtest.Exchange, i int) {
	x := &record[i]
	since := -1
	for _, f := range r.rules[x.Host] {
		if f.place < i {
			since = f.place
		}
	}
	for j := max(since, 0); j < i; j++ {
		y := &record[j]
		stored := j == since || r.dead[y.Life] && !r.acked[j] && r.web.Governs(y, x.Host)
		if stored && y.Answer.Rules != nil && !y.Answer.Rules.Closes(x.Target) {
			return
		}
	}
	if since < 0 {
		r.faultLocked("%s%s was asked for at %s without a robots file", x.Host, x.Target, stamp(x.At))
		return
	}
	y := &record[since]
	r.faultLocked("%s%s was asked for at %s, and the robots file of %s closes %v", x.Host, x.Target, stamp(x.At), stamp(y.At), y.Answer.Rules.Deny)
}
