package learn

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// sawHomes compares the home page of the visited origin with those of the origins
// that share a text with it: again when the visit was for the home page, and once
// for those of which it is not known. It returns the origins of which there is news.
func (l *Learner) sawHomes(u weburl.URL, known Known) ([]weburl.Origin, error) {
	o := u.Origin()
	r, err := l.mirrors.use(o)
	if err != nil || r == nil {
		return nil, err
	}
	var others, news []weburl.Origin
	l.mirrors.mu.Lock()
	for i := range r.Others {
		if x := &r.Others[i]; x.Same > 0 && (x.Homes == "" || u == o.Root()) {
			others = append(others, x.Origin)
		}
	}
	l.mirrors.mu.Unlock()
	for _, other := range others {
		h, err := homes(o, other, known)
		if err != nil {
			return nil, err
		}
		seen := false
		if h != "" {
			l.mirrors.change(o, func() { seen = r.SawHomes(other, h) })
		}
		if seen {
			news = append(news, other)
		}
	}
	return news, nil
}

// homes tells what the home pages of two origins are to each other, "" while one of
// them was not read.
func homes(a, b weburl.Origin, known Known) (mirror.Homes, error) {
	here, ok, err := homePage(a, known)
	if err != nil || !ok {
		return "", err
	}
	there, ok, err := homePage(b, known)
	switch {
	case err != nil || !ok:
		return "", err
	case here.URL.Target() == there.URL.Target() && here.Fingerprint == there.Fingerprint:
		return mirror.HomesSame, nil
	}
	return mirror.HomesDiffer, nil
}

// homePage returns the home page of an origin as it was last read: what its root
// answers with, or the page of the same origin that it redirects to. It returns
// false if that was not read or is none.
func homePage(o weburl.Origin, known Known) (aranea.Entry, bool, error) {
	e, ok, err := known(o.Root().ID())
	if err != nil || !ok {
		return e, false, err
	}
	if e.Reason == aranea.HTTPRedirect {
		to, err := weburl.Parse(e.Target)
		if err != nil || to.Origin() != o {
			return e, false, nil //nolint:nilerr // it leads elsewhere: mirror.Record.Home
		}
		if e, ok, err = known(to.ID()); err != nil || !ok {
			return e, false, err
		}
	}
	return e, e.State == aranea.StateDone && !e.Fingerprint.IsZero(), nil
}
