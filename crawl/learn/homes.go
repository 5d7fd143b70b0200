package learn

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// sawHomes compares the home page of the visited origin with those of the origins that it is
// compared with: again when the visit was to the home page, otherwise once for those not
// compared yet. The result is stored in both records, or an older result would remain in the
// other one. Mirrors that are glued to the origin are left to checks. It returns the origins for
// which the result is new.
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

// noteHomes stores in the records of both origins how their home pages compare. It reports
// whether that is new.
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

// homes compares two home pages.
func homes(a, b *aranea.Entry) mirror.Homes {
	if a.URL.Target() == b.URL.Target() && a.Fingerprint == b.Fingerprint {
		return mirror.HomesSame
	}
	return mirror.HomesDiffer
}

// homePage returns the home page of an origin as it was last read: the page at its root, or the
// page of the same origin that the root redirects to. It returns false if there is none or it
// was not read.
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
