package learn

import (
	"cmp"
	"encoding/binary"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// sawURL records what a visit showed of URLs similar to the visited one.
func (l *Learner) sawURL(v *Visit, known Known, now time.Time) error {
	e := v.Entry
	if err := errors.Join(l.sawType(v, now), l.sawView(v, known, now), l.sawBare(v, now), l.sawEcho(v, now), l.sawPart(v, known, now), l.sawDead(v, now), l.sawBelow(v, known, now)); err != nil {
		return err
	}
	template := trap.Template(e.URL.Target())
	if template == "" || v.Whole == nil || e.Kind != aranea.KindPage || e.Visits != 1 {
		return nil
	}
	b, err := l.traps.open(e.URL.Origin())
	if err != nil {
		return err
	}
	seen := trap.Visit{Target: e.URL.Target(), Shape: dedupe.Shape(v.Whole), Numbers: func() []uint32 { return dedupe.Numbers(v.Whole, trap.MaxNumbers) }}
	switch e.Reason { // a copy of another host's page says nothing of this host's URLs
	case aranea.DupExact:
		seen.Known = v.Twin.Origin() == e.URL.Origin()
	case aranea.IndexNoText:
		seen.Known = true
	case aranea.DupCanonical:
		if err := sawCanonical(v, known, template, &seen); err != nil {
			return err
		}
	}
	if v.Page != nil {
		seen.Text = binary.BigEndian.Uint64(v.Page.Fingerprint[:])
	}
	seen.Grew, seen.More = grew(v, template)
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if b.Saw(seen, now) {
		l.keepTraps(b)
	}
	return nil
}

// grew reports whether a page has links to further URLs of its template, and of its kind.
func grew(v *Visit, template string) (same, more bool) {
	kind := trap.Kind(v.Entry.URL.Target())
	for i := range v.Links {
		d := &v.Links[i]
		if d.Reason != aranea.ScheduleQueued || d.URL.Origin() != v.Entry.URL.Origin() || trap.Template(d.URL.Target()) != template {
			continue
		}
		if same = true; kind == "" || trap.Kind(d.URL.Target()) == kind {
			return true, kind != ""
		}
	}
	return same, false
}

// sawCanonical records which URL a page of a template gave way to, and whether it names anything
// that was not known. If only a list with other parameters names a page, the canonical URL of that is
// the way to it.
func sawCanonical(v *Visit, known Known, template string, seen *trap.Visit) error {
	seen.Known = true
	to, err := weburl.Parse(v.Entry.Target)
	if err != nil || to.Origin() != v.Entry.URL.Origin() {
		return nil //nolint:nilerr // a copy of another host's page
	}
	seen.Canonical = to.Target()
	if _, seen.Known, err = known(to.ID()); err != nil {
		return err
	}
	seen.Opens, err = namesMore(v, known, to, func(target string) bool { return trap.Template(target) == template })
	seen.Known = seen.Known && !seen.Opens
	return err
}

// sawType records whether the visited URL was of a type that is read.
func (l *Learner) sawType(v *Visit, now time.Time) error {
	e := v.Entry
	unread := e.Reason == aranea.BodyType
	if e.Kind != aranea.KindPage || e.Visits != 1 || !unread && !e.Indexed && e.Reason != aranea.DupExact && (v.Whole == nil || v.Status > 299) {
		return nil
	}
	b, err := l.traps.use(e.URL.Origin())
	if err == nil && b == nil && unread {
		b, err = l.traps.open(e.URL.Origin())
	}
	if err != nil || b == nil {
		return err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if b.SawType(e.URL.Target(), !unread, now) {
		l.keepTraps(b)
	}
	return nil
}

// sawView records whether the visited page is closed: its owner wants neither it indexed nor its
// links followed, or it redirects to a URL that is left out as a trap, such as a login form for each
// page to go back to, or to a part of a page that is known; or it is such a form itself, with the text of
// another. A redirect to another known URL counts for neither, nor does a further visit to a form: the first
// one has a text that no other page has.
func (l *Learner) sawView(v *Visit, known Known, now time.Time) error {
	e := v.Entry
	var closed bool
	switch {
	case e.Kind != aranea.KindPage:
		return nil
	case v.Whole != nil:
		closed = !v.Whole.Directives.NoIndex().Allowed && !v.Whole.Directives.Follow().Allowed || isLoginAgain(v)
	case e.Reason == aranea.HTTPRedirect && len(v.Links) == 1 && v.Links[0].URL.Origin() != e.URL.Origin():
	case e.Reason == aranea.HTTPRedirect && len(v.Links) == 1:
		var brings bool
		var err error
		if closed, brings, err = l.sawRedirect(v, known); err != nil || !closed && !brings {
			return err
		}
	default:
		return nil
	}
	if (closed || v.Whole != nil && v.Whole.Password) && e.Visits != 1 { // it was counted
		return nil
	}
	return l.inBook(e.URL.Origin(), closed, func(b *trap.Book) bool { return b.SawView(e.URL.Target(), closed, now) })
}

// isLoginAgain reports whether the visited page has a field for a password, and the text of a page whose URL
// differs in the query alone.
func isLoginAgain(v *Visit) bool {
	if !v.Whole.Password || v.Entry.Reason != aranea.DupExact || v.Twin.Origin() != v.Entry.URL.Origin() {
		return false
	}
	path, _, asks := strings.Cut(v.Entry.URL.Target(), "?")
	other, _, _ := strings.Cut(v.Twin.Target(), "?")
	return asks && path == other
}

// sawEcho records whether the visited page has the text of others with its last segment in other folders, and
// leads to more of them.
func (l *Learner) sawEcho(v *Visit, now time.Time) error {
	e := v.Entry
	isCopy := e.Reason == aranea.DupExact && v.Twin.Origin() == e.URL.Origin()
	if e.Kind != aranea.KindPage || e.Visits != 1 || v.Whole == nil || !e.Indexed && !isCopy {
		return nil
	}
	seen := trap.Echo{Target: e.URL.Target(), Text: binary.BigEndian.Uint64(v.Whole.Fingerprint[:]), Sketch: v.Whole.Sketch}
	for i := range v.Links {
		d := &v.Links[i]
		if isLed := d.Reason == aranea.ScheduleQueued || d.Reason == aranea.ScopeTrap; isLed && d.URL.Origin() == e.URL.Origin() && d.How.IsChosen() && trap.Recurs(seen.Target, d.URL.Target()) {
			seen.Recurs = true
			break
		}
	}
	return l.inBook(e.URL.Origin(), seen.Recurs, func(b *trap.Book) bool { return b.SawEcho(seen, dedupe.Near, now) })
}

// sawBare records whether the visited page, whose query has no "=", has the text of the page without it.
func (l *Learner) sawBare(v *Visit, now time.Time) error {
	e, target := v.Entry, v.Entry.URL.Target()
	isCopy := e.Reason == aranea.DupExact && v.Twin.Origin() == e.URL.Origin() && trap.IsBareCopy(target, v.Twin.Target())
	if e.Kind != aranea.KindPage || e.Visits != 1 || !isCopy && !e.Indexed {
		return nil
	}
	return l.inBook(e.URL.Origin(), isCopy, func(b *trap.Book) bool { return b.SawBare(target, isCopy, now) })
}

// sawPart records what a page names as canonical whose URL has the form of a part of another page, as that of
// a post has.
func (l *Learner) sawPart(v *Visit, known Known, now time.Time) error {
	e := v.Entry
	name, _ := trap.PartOf(e.URL.Target())
	if name == "" || v.Whole == nil || e.Kind != aranea.KindPage || e.Visits != 1 {
		return nil
	}
	seen := trap.PartVisit{Target: e.URL.Target()}
	to := v.Whole.Canonical()
	if !to.IsZero() && to.Origin() == e.URL.Origin() {
		seen.Canonical = to.Target()
		seen.GaveWay = e.Reason == aranea.DupCanonical || e.Reason == aranea.DupExact
	}
	if seen.GaveWay {
		var err error
		if seen.Opens, err = namesMore(v, known, to, func(target string) bool { n, _ := trap.PartOf(target); return n == name }); err != nil {
			return err
		}
	}
	return l.inBook(e.URL.Origin(), seen.GaveWay, func(b *trap.Book) bool { return b.SawPart(seen, now) })
}

// sawRedirect reports whether a redirect on one origin leads to what is left out, or to a part of a page that is
// known; and if not, whether it leads to anything that was not known.
func (l *Learner) sawRedirect(v *Visit, known Known) (closed, brings bool, err error) {
	d := &v.Links[0]
	if d.Reason == aranea.ScopeTrap {
		return true, false, nil
	}
	to, err := weburl.Parse(v.Entry.Target)
	if err != nil || to.Origin() != d.URL.Origin() {
		to = d.URL // it is queued on a mirror
	}
	page, err := l.pageOf(to)
	if err != nil {
		return false, false, err
	}
	if !page.IsZero() {
		_, closed, err = known(page.ID())
		return closed, !closed, err
	}
	_, met, err := known(d.URL.ID())
	return false, !met, err
}

// pageOf returns the page that a URL is a part of by what was learned, zero for none.
func (l *Learner) pageOf(u weburl.URL) (weburl.URL, error) {
	b, err := l.traps.get(u.Origin())
	if err != nil || b == nil {
		return weburl.URL{}, err
	}
	l.traps.mu.Lock()
	target := b.PageOf(u.Target())
	l.traps.mu.Unlock()
	if target == "" {
		return weburl.URL{}, nil
	}
	return weburl.Parse(string(u.Origin()) + target)
}

// inOrder is why a list of files in an order is replaced by its folder.
const inOrder = "a list of the files of a folder in another order"

// trapAdvice returns what is known of URLs similar to u.
func (l *Learner) trapAdvice(u weburl.URL) (Advice, error) {
	b, err := l.traps.get(u.Origin())
	if err != nil {
		return Advice{}, err
	}
	if a := l.orderAdvice(u, b); a.Reason != aranea.ReasonNone || b == nil {
		return a, nil
	}
	l.traps.mu.Lock()
	clean, why, trapped := b.Advise(u.Target())
	if page, said := b.AdvisePart(u.Target()); why == "" && said != "" {
		clean, why, trapped = page, said, ""
	}
	trapped = cmp.Or(trapped, b.AdviseView(u.Target()), b.AdviseBare(u.Target()), b.AdviseEcho(u.Target()), b.AdviseFamily(u.Target()), b.Filters.Advise(u.Target()))
	if why == "" && trapped == "" {
		trapped = b.AdviseCombined(u.Target())
	}
	unread, folder, late := b.AdviseType(u.Target()), b.AdviseFolder(u.Target()), cmp.Or(b.DelayFamily(u.Target()), b.Dead.Delay(u.Target()))
	l.traps.mu.Unlock()
	if unread != "" && !l.reads[strings.ToLower(strings.TrimPrefix(path.Ext(u.Path()), "."))] {
		return Advice{Reason: aranea.ScopeType, Detail: unread}, nil
	}
	if trapped != "" {
		return Advice{Reason: aranea.ScopeTrap, Detail: trapped}, nil
	}
	if why == "" {
		if folder != nil {
			late = folder.Why
		}
		return Advice{Folder: folder, Late: late}, nil
	}
	other, err := weburl.Parse(string(u.Origin()) + clean)
	if err != nil || other == u {
		return Advice{}, nil //nolint:nilerr // what is left of it is no other URL
	}
	return Advice{Reason: aranea.ScopeParameter, Detail: why, Instead: other}, nil
}

// orderAdvice returns the advice to visit a folder in place of its list of files in an order, none for other URLs.
// The book is that of the origin, nil if nothing is known of it.
func (l *Learner) orderAdvice(u weburl.URL, b *trap.Book) Advice {
	folder := trap.ListingOf(u.Target())
	if folder == "" {
		return Advice{}
	}
	if b != nil {
		l.traps.mu.Lock()
		allowed := b.AnyShape
		l.traps.mu.Unlock()
		if allowed {
			return Advice{}
		}
	}
	to, err := weburl.Parse(string(u.Origin()) + folder)
	if err != nil {
		return Advice{}
	}
	return Advice{Reason: aranea.ScopeParameter, Detail: inOrder, Instead: to}
}

// Traps returns a copy of what is known of the URLs of an origin, nil if nothing is.
func (l *Learner) Traps(o weburl.Origin) (*trap.Book, error) {
	b, err := l.traps.get(o)
	if err != nil || b == nil {
		return nil, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	c := b.Clone()
	return &c, nil
}

// AnyShape returns the origins whose URLs may have any shape.
func (l *Learner) AnyShape() []weburl.Origin {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.shapes)
}

// Challenge returns the shield whose challenge a page of an origin seems to be; "" if the
// operator wants such pages read as they come.
func (l *Learner) Challenge(o weburl.Origin, shield string) (string, error) {
	if l == nil || shield == "" {
		return shield, nil
	}
	b, err := l.traps.get(o)
	if err != nil || b == nil {
		return shield, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if b.ReadChallenges {
		return "", nil
	}
	return shield, nil
}

// Allow permanently and durably reverts verdicts on the URLs of an origin; see trap.Book.Allow.
func (l *Learner) Allow(o weburl.Origin, rule string) error {
	find := l.traps.use
	if rule == trap.RuleShape || rule == trap.RuleChallenge { // nothing need be known of the origin
		find = l.traps.open
	}
	b, err := find(o)
	if err != nil {
		return err
	}
	took := false
	if b != nil {
		l.traps.change(o, func() { took = b.Allow(rule) })
	}
	if !took {
		return &aranea.Error{Op: "allow", Kind: aranea.NotFound, Obj: string(o), Err: errors.New("no such verdict was given; aranea traps lists them")}
	}
	if rule == trap.RuleShape {
		l.mu.Lock()
		l.shapes = append(l.shapes, o)
		l.mu.Unlock()
	}
	l.mark(o)
	return l.Flush(true)
}
