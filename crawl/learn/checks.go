package learn

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// sawChecked records what a visit shows about whether mirrors are still mirrors. After a visit
// to a page of a main mirror, its path is requested from the other mirrors whose check is due;
// after a visit to such a path, the answers are compared. It returns the URLs to visit; taken
// reports that the visit was part of a check, and must not count as other evidence.
func (l *Learner) sawChecked(v *Visit, known Known, now time.Time) (ask []weburl.URL, taken bool, err error) {
	o, path := v.Entry.URL.Origin(), v.Entry.URL.Target()
	r, err := l.mirrors.get(o)
	if err != nil || r == nil || r.Main == "" && len(r.Members) == 0 {
		return nil, false, err
	}
	if r, err = l.mirrors.use(o); err != nil {
		return nil, false, err
	}
	l.mirrors.mu.Lock()
	main, members, taken := r.Main, slices.Clone(r.Members), r.IsChecked(path) && !v.IsRobots
	if v.IsRobots && v.OtherRules && r.HastenCheck(now) {
		l.mirrors.keep(o)
	}
	l.mirrors.mu.Unlock()
	switch {
	case taken:
		answer, err := compareChecked(v, main, known, now)
		if err != nil {
			return nil, true, err
		}
		l.mirrors.change(o, func() { r.SawChecked(path, answer) })
		return nil, true, l.endCheck(r, now)
	case v.IsRobots || !stands(v.Entry, now):
		return nil, false, nil
	}
	for _, m := range members {
		u, err := weburl.Parse(string(m) + path)
		if err != nil {
			continue // the same path may make the URL too long
		}
		asked, err := l.askCheck(m, path, now)
		if err != nil {
			return nil, false, err
		}
		if asked {
			ask = append(ask, u)
		}
	}
	return ask, false, nil
}

// askCheck selects a path of a mirror for its check, if one is due, and ends the check under way
// if it has lasted long enough.
func (l *Learner) askCheck(o weburl.Origin, path string, now time.Time) (asked bool, err error) {
	r, err := l.mirrors.use(o)
	if err != nil || r == nil {
		return false, err
	}
	l.mirrors.mu.Lock()
	if asked = r.AskCheck(path, now); asked {
		l.mirrors.keep(o)
	}
	l.mirrors.mu.Unlock()
	return asked, l.endCheck(r, now)
}

// endCheck applies the result of a check. Pages visited for it give way to the main mirror
// again, or the mirror is separated with all its pages.
func (l *Learner) endCheck(r *mirror.Record, now time.Time) error {
	l.mirrors.mu.Lock()
	main, verdict := r.Main, r.EndCheck(now)
	if verdict == mirror.Agrees || verdict == mirror.Doubted {
		r.Pending = true
		l.mirrors.keep(r.Origin)
		l.mark(r.Origin)
	}
	l.mirrors.mu.Unlock()
	if verdict != mirror.Differs {
		return nil
	}
	group, err := l.family([]weburl.Origin{r.Origin}, now)
	if err != nil {
		return err
	}
	for _, other := range group {
		l.mirrors.change(other.Origin, func() { other.Forget(r.Origin) })
	}
	l.mirrors.change(r.Origin, func() { r.Leave(now) })
	return l.regroup([]weburl.Origin{r.Origin, main}, now)
}

// stands reports whether a page has existed for some days with the same text.
func stands(e *aranea.Entry, now time.Time) bool {
	return e.Found() && e.Kind == aranea.KindPage && e.Visits > 1 && !e.Fingerprint.IsZero() &&
		now.Sub(e.FoundAt) >= mirror.StandsFor && now.Sub(e.Change.Last()) >= mirror.StandsFor
}

// compareChecked compares the result of a visit made for a check with the same path of the main
// mirror.
func compareChecked(v *Visit, main weburl.Origin, known Known, now time.Time) (mirror.Answered, error) {
	u, err := weburl.Parse(string(main) + v.Entry.URL.Target())
	if err != nil {
		return mirror.AnswerUnknown, nil //nolint:nilerr // there is no such URL
	}
	there, ok, err := known(u.ID())
	if err != nil {
		return mirror.AnswerUnknown, err
	}
	here := v.print()
	if v.Status == 304 { // its text is unchanged
		here = v.Entry.Fingerprint
	}
	switch {
	case !ok || !stands(&there, now):
		return mirror.AnswerUnknown, nil
	case v.Entry.Reason == aranea.HTTPRedirect:
		return compareTarget(v.Entry, u), nil
	case v.Entry.Reason == aranea.HTTPNotFound:
		return mirror.AnswerDiffers, nil
	case here.IsZero():
		return mirror.AnswerUnknown, nil
	case here == there.Fingerprint:
		return mirror.AnswerSame, nil
	}
	return mirror.AnswerDiffers, nil
}

// compareTarget says what a redirect means for a check: a redirect to the same page of the main
// mirror is the same answer; one to another site is a different answer.
func compareTarget(e *aranea.Entry, same weburl.URL) mirror.Answered {
	to, err := weburl.Parse(e.Target)
	switch {
	case err != nil:
	case to == same:
		return mirror.AnswerSame
	case to.Origin() != e.URL.Origin() && to.Origin() != same.Origin():
		return mirror.AnswerDiffers
	}
	return mirror.AnswerUnknown
}
