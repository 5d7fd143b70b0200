package learn

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// sawHomes compares the home page of the visited origin with those of the origins
// that it is compared with: again when the visit was for the home page, and once
// for those of which it is not known. Both records say what came of it, or an older
// word of the other one would stand. Of mirrors that are glued to the
// origin a check says more. It returns the origins of which there is news.
func (l *Learner) sawHomes(u weburl.URL, known Known) ([]weburl.Origin, error) {
	o := u.Origin()
	r, err := l.mirrors.use(o)
	if err != nil || r == nil {
		return nil, err
	}
	var news []weburl.Origin
	l.mirrors.mu.Lock()
	all := slices.DeleteFunc(slices.Clone(r.Others), func(x mirror.Other) bool { return slices.Contains(r.Members, x.Origin) })
	l.mirrors.mu.Unlock()
	if len(all) == 0 {
		return nil, nil
	}
	home, ok, err := homePage(o, known)
	if err != nil || !ok {
		return nil, err
	}
	for i := range all {
		other := all[i].Origin
		if home.URL != u && all[i].Homes != "" {
			continue
		}
		there, ok, err := homePage(other, known)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		seen, err := l.noteHomes(r, other, homes(&home, &there))
		if err != nil {
			return nil, err
		}
		if seen {
			news = append(news, other)
		}
	}
	return news, nil
}

// noteHomes notes in the records of both origins what their home pages are to each
// other. It reports whether that is news.
func (l *Learner) noteHomes(r *mirror.Record, other weburl.Origin, h mirror.Homes) (news bool, err error) {
	back, err := l.mirrors.use(other)
	if err != nil {
		return false, err
	}
	l.mirrors.change(r.Origin, func() { news = r.SawHomes(other, h) })
	if back != nil {
		l.mirrors.change(other, func() { news = back.SawHomes(r.Origin, h) || news })
	}
	return news, nil
}

// homes tells what two home pages are to each other.
func homes(a, b *aranea.Entry) mirror.Homes {
	if a.URL.Target() == b.URL.Target() && a.Fingerprint == b.Fingerprint {
		return mirror.HomesSame
	}
	return mirror.HomesDiffer
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
