package learn

import (
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// sawChecked takes in what a visit says of whether mirrors are still mirrors: one of a
// page of a main mirror has its path asked for on the others whose check is due, and one
// of such a path is compared. It returns what is to be visited; taken says that the
// visit was for a check, and is no other evidence.
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
			continue // the same path may make a URL that is too long
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

// askCheck asks for a path of a mirror, if its check is due, and ends the check under way
// if that has lasted long enough.
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

// endCheck carries out what a check came to. What was visited for it gives way again, or
// stands for itself with all other pages.
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

// stands reports whether a page was there for some days, and its text the same.
func stands(e *aranea.Entry, now time.Time) bool {
	return e.Found() && e.Kind == aranea.KindPage && e.Visits > 1 && !e.Fingerprint.IsZero() &&
		now.Sub(e.FoundAt) >= mirror.StandsFor && now.Sub(e.Change.Last()) >= mirror.StandsFor
}

// compareChecked says what a visit that a check waited for came to, beside the same path
// of the main mirror.
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
	if v.Status == 304 { // its text is the last one
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

// compareTarget says what a redirect says of a path: to the same page of the main mirror
// it is that page, and to another site another one.
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
