package learn

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/internal/bloom"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

const (
	maxTexts   = 16 << 20 // bytes of all that is kept of what sites have said
	firstTexts = 1 << 12  // runs of words of an origin for which there is room at first,
	mostTexts  = 1 << 18  // and at most, twice
	maxRuns    = 2048     // of a page
	minRuns    = 8        // of a page that is judged by them
	newRuns    = 16       // a page says something new if one in so many of its runs is new
	sureAfter  = 512      // pages of an origin after which what seems new is new
	leadsAsked = 128      // links of a page that are looked up,
	listsAsked = 32       // and of lists at its own path
)

// texts is what the pages of an origin have said, as far as it is known: what was said last, and what
// was said before that.
type texts struct {
	last, before *bloom.Filter
	room         int
	pages        int
}

func newTexts() *texts {
	return &texts{last: bloom.New(firstTexts, maxTexts), room: firstTexts}
}

func (t *texts) bytes() int {
	if t.before == nil {
		return t.last.Bytes()
	}
	return t.last.Bytes() + t.before.Bytes()
}

// say adds what a page says, and reports whether it was new.
func (t *texts) say(n uint64) bool {
	k := bloom.Key{Hi: n, Lo: n * 0x9e3779b97f4a7c15}
	if t.last.Has(k) {
		return false
	}
	t.last.Add(k)
	return t.before == nil || !t.before.Has(k)
}

// turn makes room for more.
func (t *texts) turn() {
	if t.last.Full() {
		t.room = min(2*t.room, mostTexts)
		t.before, t.last = t.last, bloom.New(t.room, maxTexts)
	}
}

// spoken is what the origins have said that were visited last. It is used only by the goroutine that
// commits.
type spoken struct {
	of    map[weburl.Origin]*texts
	bytes int
}

// add adds what a page says, and reports whether it says something new; judged is false for a page
// that says too little to tell.
func (s *spoken) add(o weburl.Origin, p *aranea.Page) (news, judged bool) {
	t := s.open(o)
	runs, fresh := dedupe.Runs(p, maxRuns), 0
	for _, n := range runs {
		if t.say(n) {
			fresh++
		}
	}
	named := false
	for _, n := range dedupe.Names(p) {
		named = t.say(n) || named
	}
	t.pages++
	s.turn(o, t)
	return named || fresh*newRuns > len(runs), len(runs) >= minRuns
}

// open returns what an origin has said.
func (s *spoken) open(o weburl.Origin) *texts {
	t := s.of[o]
	if t == nil {
		t = newTexts()
		if s.of == nil {
			s.of = map[weburl.Origin]*texts{}
		}
		s.of[o] = t
		s.bytes += t.bytes()
	}
	return t
}

// turn makes room for more of what an origin says.
func (s *spoken) turn(o weburl.Origin, t *texts) {
	s.bytes -= t.bytes()
	t.turn()
	s.bytes += t.bytes()
	s.forget(o)
}

// forget removes what other origins than one have said while all takes too much.
func (s *spoken) forget(but weburl.Origin) {
	for o, t := range s.of {
		if s.bytes <= maxTexts {
			return
		}
		if o != but {
			s.bytes -= t.bytes()
			delete(s.of, o)
		}
	}
}

// SawText records whether the visited page says something that other pages of its origin do not. It
// is called after the blocks of a page for the index were labelled. Until several pages of one family
// were visited, as on sites whose addresses have neither parameters nor numbers, it listens to nothing.
// What a page says that asks not to be indexed, but may be followed, counts as nothing new, whatever it is,
// and is new on the next page that says it; if it may not be followed either, it is one of a view that is
// closed.
func (l *Learner) SawText(v *Visit, known Known, now time.Time) error {
	if l == nil || v.Entry.Kind != aranea.KindPage {
		return nil
	}
	e := v.Entry
	o, family := e.URL.Origin(), trap.FamilyOf(e.URL.Target())
	if e.Visits != 1 {
		family = ""
	}
	b, listens, err := l.sawFamily(o, family)
	twin := e.Reason == aranea.DupExact && v.Twin.Origin() == o
	unwanted := e.Reason == aranea.DirectiveNoIndex && v.Whole != nil && v.Whole.Directives.Follow().Allowed
	if err != nil || !listens || v.Whole == nil || !e.Indexed && !twin && !unwanted {
		return err
	}
	var t trap.Text
	if !unwanted {
		news, judged := l.spoken.add(o, v.Whole)
		t = trap.Text{New: news && !twin, Sure: l.spoken.of[o].pages >= sureAfter, Little: !judged && !twin}
	}
	if b == nil {
		return nil
	}
	if !t.New {
		if t.Leads, t.Lists, err = l.leads(v, b, known); err != nil {
			return err
		}
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if b.SawText(family, t, now) {
		l.keepTraps(b)
	}
	return nil
}

// sawFamily records a first visit to a URL of a family, "" for another visit, and reports whether what the
// pages of the origin say is listened to. The book is nil without a family.
func (l *Learner) sawFamily(o weburl.Origin, family string) (b *trap.Book, listens bool, err error) {
	listens = l.spoken.of[o] != nil
	if family == "" {
		return nil, listens, nil
	}
	if b, err = l.traps.open(o); err != nil {
		return nil, false, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	return b, b.SawFamily(family) || listens, nil
}

// leads returns URLs of its origin that a page names, that are new, and whose families may say something
// new: one of each family. Those at its own path with other parameters are apart. If there are more to look
// up than are, the home page stands for the rest.
func (l *Learner) leads(v *Visit, b *trap.Book, known Known) (to, lists []string, err error) {
	own, asked, compared := v.Entry.URL, map[weburl.ID]bool{v.Entry.URL.ID(): true}, 0
	elsewhere, here := leading{most: leadsAsked}, leading{most: listsAsked}
	for i := range v.Links {
		d := &v.Links[i]
		if d.Reason != aranea.ScheduleQueued || d.URL.Origin() != b.Origin || !d.How.IsChosen() || asked[d.URL.ID()] {
			continue
		}
		some := &elsewhere
		if trap.IsListBeside(own.Target(), d.URL.Target()) {
			some = &here
		}
		if some.full || some.has(d.URL) {
			continue
		}
		if compared++; compared > linksCompared {
			elsewhere.stop() // one of the others may
			break
		}
		l.traps.mu.Lock()
		mayBe := b.MayBeNew(own.Target(), d.URL.Target())
		l.traps.mu.Unlock()
		if !mayBe {
			continue
		}
		asked[d.URL.ID()] = true
		if err := some.ask(d.URL, known); err != nil {
			return nil, nil, err
		}
	}
	return elsewhere.to, here.to, nil
}

// leading are the URLs to which a page leads, of those that were looked up.
type leading struct {
	most     int // URLs that are looked up
	to       []string
	families map[string]bool // of to
	asked    int
	full     bool
}

// has reports whether a URL of the family of u is among them.
func (l *leading) has(u weburl.URL) bool { return l.families[trap.FamilyOf(u.Target())] }

// ask adds a URL that is not known.
func (l *leading) ask(u weburl.URL, known Known) error {
	if l.asked == l.most {
		l.stop()
		return nil
	}
	l.asked++
	_, ok, err := known(u.ID())
	if err == nil && !ok {
		if l.families == nil {
			l.families = map[string]bool{}
		}
		l.families[trap.FamilyOf(u.Target())], l.to = true, append(l.to, u.Target())
	}
	return err
}

// stop adds the home page, which stands for all others.
func (l *leading) stop() {
	if !l.full {
		l.full, l.to = true, append(l.to, "/")
	}
}
