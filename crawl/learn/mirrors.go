package learn

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// Saw records what a visit showed. It returns URLs worth visiting to learn more.
func (l *Learner) Saw(v *Visit, known Known, now time.Time) (Leads, error) {
	if err := errors.Join(l.sawURL(v, known, now), l.sawFeed(v, known, now)); err != nil {
		return Leads{}, err
	}
	probe, err := l.sawMissing(v, now)
	if err != nil {
		return Leads{}, err
	}
	endless, err := l.sawFolder(v, known, now)
	if err != nil {
		return Leads{}, err
	}
	compare, taken, err := l.sawChecked(v, known, now)
	if err != nil || taken {
		return Leads{compare, probe, endless}, err
	}
	more, err := l.sawMirrors(v, known, now)
	if err != nil {
		return Leads{}, err
	}
	kept, err := l.answered(v)
	return Leads{slices.Concat(compare, more, kept), probe, endless}, err
}

// sawMirrors records what a visit says of mirrors. It returns URLs of other origins worth
// comparing with the visited one.
func (l *Learner) sawMirrors(v *Visit, known Known, now time.Time) ([]weburl.URL, error) {
	news, err := l.evidence(v, known, now)
	if err != nil || len(news) == 0 && v.Page == nil {
		return nil, err
	}
	if v.Page != nil {
		homes, err := l.sawHomes(v.Entry.URL, known)
		if err != nil {
			return nil, err
		}
		news = append(news, homes...)
	}
	o := v.Entry.URL.Origin()
	for _, other := range news {
		if err := l.date(v.Entry, other, known, now); err != nil {
			return nil, err
		}
		if err := l.judge(o, other, now); err != nil {
			return nil, err
		}
	}
	if u, ok, err := l.homeOf(v); err != nil || ok {
		return []weburl.URL{u}, err
	}
	return l.samples(v, known)
}

// homeOf returns the home page of the visited origin if a page of it redirects to the same path
// of its sister and it is unknown where the home page leads: maybe nothing links to it.
func (l *Learner) homeOf(v *Visit) (weburl.URL, bool, error) {
	o := v.Entry.URL.Origin()
	to, err := weburl.Parse(v.Entry.Target)
	if err != nil || v.Entry.Reason != aranea.HTTPRedirect || !mirror.Sisters(o, to.Origin()) {
		return weburl.URL{}, false, nil //nolint:nilerr // it leads elsewhere
	}
	r, err := l.mirrors.get(o)
	if err != nil || r == nil {
		return weburl.URL{}, false, err
	}
	l.mirrors.mu.Lock()
	defer l.mirrors.mu.Unlock()
	return o.Root(), r.Home == "" && r.Main == "", nil
}

// evidence records what a visit says about pairs of origins, and returns the other origins of
// those pairs for which it is new.
func (l *Learner) evidence(v *Visit, known Known, now time.Time) ([]weburl.Origin, error) {
	u, path := v.Entry.URL, v.Entry.URL.Target()
	switch {
	case v.IsRobots:
		return l.sawHost(u.Origin(), v.Host, now)
	case v.Entry.Visits != 1 && path != "/":
		return nil, nil // each path counts once
	case v.Entry.Reason == aranea.HTTPRedirect:
		to, err := weburl.Parse(v.Entry.Target)
		if err != nil || to.Origin() == u.Origin() || to.Target() != path {
			return nil, nil //nolint:nilerr // it leads to another page
		}
		permanent := v.Status == 301 || v.Status == 308
		return l.note(u.Origin(), to.Origin(), now, func(r *mirror.Record) bool { return r.SawRedirect(to.Origin(), path, permanent) })
	case v.Page == nil && v.Entry.Reason != aranea.HTTPNotFound:
		return nil, nil
	}
	return l.sawPage(v, known, now)
}

// sawHost notes the Host line of a robots file.
func (l *Learner) sawHost(o, named weburl.Origin, now time.Time) ([]weburl.Origin, error) {
	r, err := l.mirrors.get(o)
	if err != nil || r == nil && named == "" {
		return nil, err
	}
	if named == "" {
		named = o // none but itself
	}
	if r != nil && named == o && r.Named != "" {
		other := r.Named
		_, err = l.note(o, other, now, func(r *mirror.Record) bool { return r.SawHost(o) })
		return []weburl.Origin{other}, err
	}
	return l.note(o, named, now, func(r *mirror.Record) bool { return r.SawHost(named) })
}

// sawPage compares a page with the same path of other origins.
func (l *Learner) sawPage(v *Visit, known Known, now time.Time) ([]weburl.Origin, error) {
	u, path := v.Entry.URL, v.Entry.URL.Target()
	o := u.Origin()
	var news []weburl.Origin
	add := func(other weburl.Origin, deed func(*mirror.Record) bool) error {
		got, err := l.note(o, other, now, deed)
		news = append(news, got...)
		return err
	}
	var others []weburl.Origin
	r, err := l.mirrors.use(o)
	if err != nil {
		return nil, err
	}
	if r != nil {
		l.mirrors.change(r.Origin, func() {
			r.Pages++
			if home := r.Home; path == "/" && v.Page != nil && r.SawHome() {
				news = append(news, home)
			}
			for _, x := range r.Others {
				others = append(others, x.Origin)
			}
		})
	}
	if v.Page != nil {
		if to := v.Page.Canonical(); !to.IsZero() && to.Origin() != o && to.Target() == path {
			if err := add(to.Origin(), func(r *mirror.Record) bool { return r.SawCanonical(to.Origin()) }); err != nil {
				return nil, err
			}
		}
	}
	if v.Entry.Visits != 1 {
		return news, nil
	}
	if t := v.Twin; v.Page != nil && !t.IsZero() && t.Origin() != o && t.Target() == path && !slices.Contains(others, t.Origin()) {
		if err := add(t.Origin(), func(r *mirror.Record) bool { return r.SawText(t.Origin(), path, v.Page.Fingerprint, true) }); err != nil {
			return nil, err
		}
	}
	for _, other := range others {
		same, comparable, err := l.compare(v, other, known)
		if err != nil {
			return nil, err
		}
		if !comparable {
			continue
		}
		if err := add(other, func(r *mirror.Record) bool { return r.SawText(other, path, v.print(), same) }); err != nil {
			return nil, err
		}
	}
	return news, nil
}

// compare reports whether the same path of another origin has the same text. The two are not
// comparable if either was not visited or has no text.
func (l *Learner) compare(v *Visit, other weburl.Origin, known Known) (same, comparable bool, err error) {
	u, err := weburl.Parse(string(other) + v.Entry.URL.Target())
	if err != nil {
		return false, false, nil //nolint:nilerr // there is no such URL
	}
	e, ok, err := known(u.ID())
	if err != nil || !ok {
		return false, false, err
	}
	here, there := v.print(), e.Fingerprint
	missing := e.State == aranea.StateGone && e.Reason == aranea.HTTPNotFound
	switch {
	case missing:
		return false, !here.IsZero(), nil
	case e.State != aranea.StateDone || there.IsZero():
		return false, false, nil
	case v.Page == nil:
		return false, true, nil // missing here
	}
	return here == there, !here.IsZero(), nil
}

// note changes the record of an origin by what was seen about another one, and makes the other
// one compare itself with it as well. It returns the other if this was new.
func (l *Learner) note(o, other weburl.Origin, now time.Time, deed func(*mirror.Record) bool) ([]weburl.Origin, error) {
	r, err := l.open(o, now)
	if err != nil {
		return nil, err
	}
	news := false
	l.mirrors.change(r.Origin, func() { news = deed(r) })
	if !news || other == o {
		return nil, nil // so an origin has as many others remembered as it is compared with
	}
	back, err := l.open(other, now)
	if err != nil {
		return nil, err
	}
	l.mirrors.change(other, func() { back.Watch(o) })
	return []weburl.Origin{other}, nil
}

// samples returns the path of the visited page on origins that are worth comparing with its own,
// and at first the home pages of both. More than that waits until the other origin answers.
func (l *Learner) samples(v *Visit, known Known) ([]weburl.URL, error) {
	r, err := l.mirrors.use(v.Entry.URL.Origin())
	if err != nil || r == nil || r.Main != "" || v.Page == nil {
		return nil, err
	}
	others := l.compared(r)
	answering := map[weburl.Origin]bool{}
	for _, o := range others {
		if answering[o], err = l.answers(o, known); err != nil {
			return nil, err
		}
	}
	var urls []weburl.URL
	l.mirrors.mu.Lock()
	defer l.mirrors.mu.Unlock()
	for _, x := range r.Samples() {
		if !slices.Contains(others, x.Origin) {
			continue
		}
		if u, err := weburl.Parse(string(x.Origin) + v.Entry.URL.Target()); err == nil && !answering[x.Origin] && x.Sampled > 0 {
			l.await(sample{r.Origin, u})
			continue
		}
		if x.Sampled == 0 && x.Homes == "" {
			urls = append(urls, r.Origin.Root(), x.Origin.Root())
		}
		if u, err := weburl.Parse(string(x.Origin) + v.Entry.URL.Target()); err == nil {
			x.Sampled++
			l.mirrors.dirty[r.Origin] = true
			urls = append(urls, u)
		}
	}
	return urls, nil
}

// compared returns the origins with which one is compared that are not in its group.
func (l *Learner) compared(r *mirror.Record) (others []weburl.Origin) {
	l.mirrors.mu.Lock()
	defer l.mirrors.mu.Unlock()
	for _, x := range r.Samples() {
		if !slices.Contains(r.Members, x.Origin) {
			others = append(others, x.Origin)
		}
	}
	return others
}

// judge regroups two origins if the evidence about the pair says so.
func (l *Learner) judge(a, b weburl.Origin, now time.Time) error {
	x, err := l.open(a, now)
	if err != nil {
		return err
	}
	y, err := l.open(b, now)
	if err != nil {
		return err
	}
	l.mirrors.mu.Lock()
	together, glued := x.Group() == y.Group(), mirror.Judge(x, y) != ""
	l.mirrors.mu.Unlock()
	if together == glued && !together {
		return nil
	}
	return l.regroup([]weburl.Origin{a, b}, now)
}

// regroup recomputes the groups of some origins, with all their members.
func (l *Learner) regroup(origins []weburl.Origin, now time.Time) error {
	records, err := l.family(origins, now)
	if err != nil {
		return err
	}
	l.markSeeds(records)
	l.mirrors.mu.Lock()
	defer l.mirrors.mu.Unlock()
	groups := mirror.Groups(records)
	of := map[weburl.Origin]*mirror.Group{}
	why := map[weburl.Origin]string{}
	for i := range groups {
		of[groups[i].Main] = &groups[i]
		for _, m := range groups[i].Members {
			of[m.Origin], why[m.Origin] = &groups[i], m.Why
		}
	}
	for _, r := range records {
		l.place(r, of[r.Origin], why[r.Origin], now)
	}
	return nil
}

// family returns the records of some origins and of all members of their groups.
func (l *Learner) family(origins []weburl.Origin, now time.Time) ([]*mirror.Record, error) {
	var records []*mirror.Record
	taken := map[weburl.Origin]bool{}
	for i := 0; i < len(origins) && len(records) < 4*mirror.MaxGroup; i++ {
		o := origins[i]
		if taken[o] {
			continue
		}
		taken[o] = true
		r, err := l.open(o, now)
		if err != nil {
			return nil, err
		}
		records = append(records, r)
		origins = append(origins, r.Group())
		origins = append(origins, r.Members...)
	}
	return records, nil
}

// place assigns a record to its group, nil for none. The effect on its known pages becomes
// pending. The lock is held.
func (l *Learner) place(r *mirror.Record, g *mirror.Group, why string, now time.Time) {
	var main weburl.Origin
	var members []weburl.Origin
	rule := ""
	switch {
	case g == nil:
	case g.Main == r.Origin:
		rule = g.Rule
		for _, m := range g.Members {
			members = append(members, m.Origin)
		}
	default:
		main = g.Main
		why = fmt.Sprintf("%s is the main mirror (%s): %s", main, g.Rule, why)
	}
	if main != r.Main {
		r.Since, r.Pending, r.Check = now, true, nil
		l.mark(r.Origin)
		r.Why = why
	}
	if main == "" {
		r.Why = ""
	}
	if main != r.Main || rule != r.Rule || !slices.Equal(members, r.Members) {
		l.mirrors.dirty[r.Origin] = true
	}
	r.Main, r.Members, r.Rule = main, members, rule
}

// Glue makes an origin a mirror of another one, regardless of the evidence. It reverts Separate.
func (l *Learner) Glue(o, main weburl.Origin, now time.Time) error {
	return l.say(o, main, now, func(r, m *mirror.Record) {
		r.Glued = main
		if m.Glued == o {
			m.Glued = ""
		}
		r.Apart = without(r.Apart, main)
		m.Apart = without(m.Apart, o)
	})
}

// Separate keeps two origins out of one group, regardless of the evidence.
func (l *Learner) Separate(a, b weburl.Origin, now time.Time) error {
	x, err := l.open(a, now)
	if err != nil {
		return err
	}
	if len(x.Apart) >= mirror.MaxApart && !slices.Contains(x.Apart, b) {
		return &aranea.Error{Op: "mirrors", Kind: aranea.Limit, Obj: string(a), Err: fmt.Errorf("%d origins are separated from it already", mirror.MaxApart)}
	}
	return l.say(a, b, now, func(x, y *mirror.Record) {
		if x.Glued == b {
			x.Glued = ""
		}
		if y.Glued == a {
			y.Glued = ""
		}
		if !slices.Contains(x.Apart, b) {
			x.Apart = append(x.Apart, b)
		}
	})
}

func without(all []weburl.Origin, o weburl.Origin) []weburl.Origin {
	return slices.DeleteFunc(all, func(x weburl.Origin) bool { return x == o })
}

// say changes the records of two origins by a decision of the operator, durably.
func (l *Learner) say(a, b weburl.Origin, now time.Time, deed func(x, y *mirror.Record)) error {
	if a == b {
		return &aranea.Error{Op: "mirrors", Kind: aranea.Invalid, Obj: string(a), Err: fmt.Errorf("it is one origin")}
	}
	x, err := l.open(a, now)
	if err != nil {
		return err
	}
	y, err := l.open(b, now)
	if err != nil {
		return err
	}
	l.mirrors.change(a, func() { deed(x, y) })
	l.mirrors.change(b, func() {})
	if err := l.regroup([]weburl.Origin{a, b}, now); err != nil {
		return err
	}
	return l.Flush(true)
}
