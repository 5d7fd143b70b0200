package learn

import (
	"net/url"
	"strings"
	"time"
	"unicode"

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
	leadsAsked = 512      // links of a page that are looked up,
	listsAsked = 32       // and of lists at its own path
	narrowedBy = 8        // links of a list that can be narrowed to lists with further parameters
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
	k := keyOf(n)
	if t.last.Has(k) {
		return false
	}
	t.last.Add(k)
	return t.before == nil || !t.before.Has(k)
}

// sayAll adds what a page says, and returns how much of it was new.
func (t *texts) sayAll(numbers []uint64) (fresh int) {
	for _, n := range numbers {
		if t.say(n) {
			fresh++
		}
	}
	return fresh
}

// unsaid returns how much of something was not said before.
func (t *texts) unsaid(numbers []uint64) (fresh int) {
	for _, n := range numbers {
		if k := keyOf(n); !t.last.Has(k) && (t.before == nil || !t.before.Has(k)) {
			fresh++
		}
	}
	return fresh
}

func keyOf(n uint64) bloom.Key { return bloom.Key{Hi: n, Lo: n * 0x9e3779b97f4a7c15} }

// wordsOf returns the words of a query in lower case.
func wordsOf(u weburl.URL) map[string]bool {
	query, _ := u.Query()
	if query == "" {
		return nil
	}
	if plain, err := url.QueryUnescape(query); err == nil {
		query = plain
	}
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(query), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[word] = true
	}
	return words
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

// A saying is what of a page its origin had not said before.
type saying struct {
	text    bool // enough of its text
	entries bool // enough of the text within its entries, whichever it has
	named   bool // a name of it,
	titled  bool // which is not what its text begins with
	judged  bool // its text says enough to tell
}

// add adds what a page says, and returns what of it is new; of its entries only for one whose URL combines
// parameters.
func (s *spoken) add(o weburl.Origin, p *aranea.Page, combines bool) (said saying) {
	t := s.open(o)
	var entries []uint64
	if combines {
		entries = dedupe.EntryRuns(p, maxRuns)
		said.entries = t.unsaid(entries)*newRuns > len(entries)
	}
	runs := dedupe.Runs(p, maxRuns)
	said.text, said.judged = t.sayAll(runs)*newRuns > len(runs), len(runs) >= minRuns
	titles := dedupe.Titles(p, wordsOf(p.URL))
	said.titled = t.unsaid(titles) > 0
	said.named = t.sayAll(dedupe.Names(p)) > 0
	t.sayAll(titles)
	t.sayAll(entries)
	t.pages++
	s.turn(o, t)
	return said
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
	b, listens, err := l.sawFamily(v, family, known)
	combines := e.Visits == 1 && trap.Combines(e.URL.Target()) > 1
	twin := e.Reason == aranea.DupExact && v.Twin.Origin() == o
	unwanted := e.Reason == aranea.DirectiveNoIndex && v.Whole != nil && v.Whole.Directives.Follow().Allowed
	gaveWay := combines && (e.Reason == aranea.DupCanonical || e.Reason == aranea.IndexNoText)
	if err != nil || !listens && !combines || v.Whole == nil || !e.Indexed && !twin && !unwanted && !gaveWay {
		return err
	}
	var said saying
	var t trap.Text
	if !unwanted && !gaveWay {
		said = l.spoken.add(o, v.Whole, combines)
		t = trap.Text{New: (said.text || said.named) && !twin, Sure: l.spoken.of[o].pages >= sureAfter, Little: !said.judged && !twin}
	}
	isList := combines && isFiltered(v)
	adds := combines && !twin && said.adds(isList)
	if gaveWay {
		if adds, err = givesWayToNew(v, known); err != nil {
			return err
		}
	}
	if b == nil && combines {
		b, err = l.traps.open(o)
	}
	if b != nil && (!t.New || combines && !adds) {
		t.Leads, t.Lists, err = l.leads(v, b, known)
	}
	if b == nil || err != nil {
		return err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	news := !gaveWay && b.SawText(family, t, now)
	if leads, others := b.LeadsOn(e.URL.Target(), t); combines && (adds || leads || (isList || said.judged || !e.Indexed) && !others) {
		news = b.SawCombined(e.URL.Target(), adds || leads, t.Sure || leads, now) || news
	}
	if news {
		l.keepTraps(b)
	}
	return nil
}

// givesWayToNew reports whether a page gave way to a canonical URL that was not known: it may be the only way to that.
func givesWayToNew(v *Visit, known Known) (bool, error) {
	to, err := weburl.Parse(v.Entry.Target)
	if v.Entry.Reason != aranea.DupCanonical || err != nil || to.Origin() != v.Entry.URL.Origin() {
		return false, nil //nolint:nilerr // another host's page
	}
	_, met, err := known(to.ID())
	return !met, err
}

// adds reports whether a page whose URL combines parameters says anything that others do not. A list with
// filters is called after them, begins with how many entries there are, and has these in its own order.
func (s *saying) adds(isList bool) bool {
	if isList {
		return s.entries
	}
	return s.text || s.titled
}

// isFiltered reports whether a page is a list that can be narrowed: it names so many URLs at its own path with
// further filters.
func isFiltered(v *Visit) bool {
	own, n := v.Entry.URL, 0
	for i := range v.Links[:min(len(v.Links), linksCompared)] {
		if to := v.Links[i].URL; to.Origin() == own.Origin() && to != own && trap.Narrows(own.Target(), to.Target()) {
			if n++; n == narrowedBy {
				return true
			}
		}
	}
	return false
}

// isVoid reports whether a visit led to nothing: the page is missing or of a type that is not read, or it redirects
// to a URL that is known or left out, as the link of a list to a login form does that leads back to it.
func (l *Learner) isVoid(v *Visit, known Known) (bool, error) {
	e := v.Entry
	if e.Reason != aranea.HTTPRedirect || len(v.Links) != 1 || v.Links[0].URL.Origin() != e.URL.Origin() {
		return e.Reason == aranea.HTTPNotFound || e.Reason == aranea.BodyType, nil
	}
	_, brings, err := l.sawRedirect(v, known)
	return !brings, err
}

// sawFamily records a first visit to a URL of a family, "" for another visit, and reports whether what the
// pages of the origin say is listened to. The book is nil without a family.
func (l *Learner) sawFamily(v *Visit, family string, known Known) (b *trap.Book, listens bool, err error) {
	o := v.Entry.URL.Origin()
	listens = l.spoken.of[o] != nil
	if family == "" {
		return nil, listens, nil
	}
	void, err := l.isVoid(v, known)
	if err != nil {
		return nil, false, err
	}
	if b, err = l.traps.open(o); err != nil {
		return nil, false, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	return b, b.SawFamily(family, void) || listens, nil
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
