package learn

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// belowOf returns the kind of an address that has all of the page which names it and more, "" for another one. What a
// query adds to a path is the same for all pages.
func belowOf(page *aranea.Entry, u weburl.URL) string {
	if page.URL.Origin() != u.Origin() || page.Kind != aranea.KindPage {
		return ""
	}
	return trap.BelowOf(page.URL.Target(), u.Target())
}

// sawBelow records whether an address that has all of the page which names it, and more, shows another page.
func (l *Learner) sawBelow(v *Visit, known Known, now time.Time) error {
	e := v.Entry
	if e.Kind != aranea.KindPage || e.Visits != 1 || !e.How.IsChosen() || v.Whole == nil && e.Reason != aranea.HTTPRedirect {
		return nil
	}
	from, ok, err := known(e.FoundOn)
	if err != nil || !ok {
		return err
	}
	kind := belowOf(&from, e.URL)
	if kind == "" {
		return nil
	}
	own, err := showsOnly(v, &from, known)
	if err != nil {
		return err
	}
	return l.inBook(e.URL.Origin(), own, func(b *trap.Book) bool { return b.SawBelow(kind, own, now) })
}

// showsOnly reports whether a visit showed nothing but the page that names its URL: a copy of it or a page that gave way to it,
// which names nothing else that is new, a redirect to it, or one that leaves the crawl.
func showsOnly(v *Visit, page *aranea.Entry, known Known) (bool, error) {
	e := v.Entry
	switch {
	case e.Reason == aranea.HTTPRedirect && len(v.Links) == 1:
		to := &v.Links[0]
		return to.URL == page.URL || to.Reason != aranea.ScheduleQueued && to.Reason != aranea.ScopeTrap && to.URL.Origin().Site() != e.URL.Origin().Site(), nil
	case e.Reason == aranea.DupExact && v.Twin == page.URL, e.Reason == aranea.DupCanonical && e.Target == page.URL.String():
		more, err := namesMore(v, known, page.URL, func(target string) bool { return trap.BelowOf(page.URL.Target(), target) != "" })
		return !more, err
	}
	return false, nil
}

// AdviseNamed returns how to treat a URL that a page names.
func (l *Learner) AdviseNamed(page *aranea.Entry, u weburl.URL, how aranea.How) (Advice, error) {
	if how == aranea.HowFeed {
		return l.AdviseFeed(page, u)
	}
	a, err := l.Advise(u)
	if err != nil || a.Reason != aranea.ReasonNone || !how.IsChosen() {
		return a, err
	}
	return l.adviseBelow(a, u, func() (aranea.Entry, bool, error) { return *page, true, nil })
}

// AdviseQueued returns how to treat a page that waits for a visit.
func (l *Learner) AdviseQueued(e *aranea.Entry, known Known) (Advice, error) {
	a, err := l.Advise(e.URL)
	if err == nil && e.How == aranea.HowRedirect && (a.Reason == aranea.ScopeParameter || a.Reason == aranea.ScopeTrap) {
		a, err = l.adviseRedirected(a, e, known)
	}
	if err != nil || a.Reason != aranea.ReasonNone || !e.How.IsChosen() {
		return a, err
	}
	return l.adviseBelow(a, e.URL, func() (aranea.Entry, bool, error) { return known(e.FoundOn) })
}

// adviseRedirected returns none for the URL that the same path without a query redirects to, as that has nothing to
// show but it, and for others the advice that there is already. One that it redirected to before, but for a parameter
// that changes nothing, goes.
func (l *Learner) adviseRedirected(a Advice, e *aranea.Entry, known Known) (Advice, error) {
	from, ok, err := known(e.FoundOn)
	if err != nil || !ok || from.URL.Origin() != e.URL.Origin() || from.URL.Target() != e.URL.Path() {
		return a, err
	}
	if from.Target == e.URL.String() {
		return Advice{}, nil
	}
	a.Outdated = e.Visits > 0 && a.Reason == aranea.ScopeParameter && from.Target != "" // it redirects elsewhere now
	return a, nil
}

// adviseBelow returns the advice to leave out a URL that has all of the page which names it, and more, if there is
// evidence, or else the advice that there is already.
func (l *Learner) adviseBelow(a Advice, u weburl.URL, page func() (aranea.Entry, bool, error)) (Advice, error) {
	if l == nil {
		return a, nil
	}
	b, err := l.traps.get(u.Origin())
	if err != nil || b == nil {
		return a, err
	}
	l.traps.mu.Lock()
	judges := b.JudgesBelow()
	l.traps.mu.Unlock()
	if !judges {
		return a, nil
	}
	from, ok, err := page()
	if err != nil || !ok {
		return a, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if why := b.AdviseBelow(belowOf(&from, u), u.Target()); why != "" {
		a.Reason, a.Detail = aranea.ScopeTrap, why
	}
	return a, nil
}

// standsBelow reports whether a URL was left out for what the page that names it and more shows, and still has to be.
func (l *Learner) standsBelow(e *aranea.Entry) (bool, error) {
	if trap.BelowIn(e.Detail) == "" {
		return false, nil
	}
	b, err := l.traps.get(e.URL.Origin())
	if err != nil || b == nil {
		return false, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	return b.StandsBelow(e.Detail), nil
}
