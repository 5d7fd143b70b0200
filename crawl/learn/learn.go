// Package learn gathers what the visits of a crawl show about hosts, beyond the
// single URL, and says what follows for further URLs: another mirror's URL, or one
// without a parameter that changes nothing, stands in the place of one; one of a
// template that never ends is not visited.
//
// A Learner keeps the records of packages mirror, trap, zone and prior in memory as
// far as they are used, and in package learned durably. Saw takes in one visit; Advise
// answers for a URL; Zone labels the blocks of a page and Language tells its language;
// Glue, Separate and Allow are the operator's words. What has to be done to URLs that
// are known already is handed out by Pending, and the crawl does it.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It makes no request and
// changes no entry.
package learn

import (
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze/prior"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// A Keeper stores records. It is safe for concurrent use.
type Keeper interface {
	// Get returns the data of a record, nil if there is none.
	Get(k learned.Kind, name string) ([]byte, error)
	// Put stores records; with sync they are durable when it returns.
	Put(records []learned.Record, sync bool) error
	// All yields the records of a kind.
	All(k learned.Kind) iter.Seq2[learned.Record, error]
}

var _ Keeper = (*learned.Store)(nil)

// A Learner is safe for concurrent use, but what changes it is called by one
// goroutine at a time: the one that commits, or that has its turn. A nil Learner
// has learned nothing, and has nothing to do.
type Learner struct {
	keeper Keeper

	mirrors shelf[mirror.Record]
	traps   shelf[trap.Book]
	zones   shelf[zone.Profile]
	held    held

	languages shelf[prior.Record]

	reads map[string]bool // endings of names that are read, whatever was learned

	mu      sync.Mutex
	shapes  []weburl.Origin         // whose URLs may have any shape
	pending map[weburl.Origin]marks // whose known pages are to be looked at again
	marks   uint64                  // how often that was noted
}

// marks say of an origin that waits for its task when it began to wait, and when
// there was news of it for the last time, in numbers that rise.
type marks struct{ since, last uint64 }

// New returns a Learner that knows what the keeper has stored.
func New(k Keeper) (*Learner, error) {
	l := &Learner{
		pending: map[weburl.Origin]marks{},
		mirrors: newShelf(learned.Mirrors, k, mirror.Decode, (*mirror.Record).Encode, func(o weburl.Origin) mirror.Record { return mirror.Record{Origin: o} }),
		traps:   newShelf(learned.Traps, k, trap.Decode, (*trap.Book).Encode, func(o weburl.Origin) trap.Book { return trap.Book{Origin: o} }),
		zones:   newShelf(learned.Zones, k, zone.Decode, (*zone.Profile).Encode, func(o weburl.Origin) zone.Profile { return zone.Profile{Origin: o} }),
		keeper:  k,

		languages: newShelf(learned.Languages, k, prior.Decode, (*prior.Record).Encode, func(o weburl.Origin) prior.Record { return prior.Record{Origin: o} }),
	}
	for r, err := range l.mirrors.records() {
		if err != nil {
			return nil, err
		}
		if r.Pending {
			l.mark(r.Origin)
		}
	}
	for b, err := range l.traps.records() {
		if err != nil {
			return nil, err
		}
		if b.Pending {
			l.mark(b.Origin)
		}
		if b.AnyShape {
			l.shapes = append(l.shapes, b.Origin)
		}
	}
	return l, nil
}

// Within gives the records in memory so many bytes, as they are stored: half of them to
// the templates of sites, which are the largest, and to each kind what the others leave.
// It is called before the Learner is used.
func (l *Learner) Within(bytes int) {
	all := &sum{most: int64(bytes)}
	l.zones.room, l.zones.all = bytes/2, all
	l.mirrors.room, l.mirrors.all = bytes/6, all
	l.traps.room, l.traps.all = bytes/6, all
	l.languages.room, l.languages.all = bytes/6, all
}

// Reads says that names with these endings are of types that are read: what was
// learned of them before does not count. It is called before the Learner is used.
func (l *Learner) Reads(endings []string) {
	l.reads = map[string]bool{}
	for _, e := range endings {
		l.reads[e] = true
	}
}

// An Advice says what becomes of a URL by what was learned of its host. The zero
// Advice has nothing to say.
type Advice struct {
	Reason  aranea.Reason // ReasonNone if there is nothing to say
	Detail  string
	Instead weburl.URL // what stands in its place, zero for nothing
	// Folder may have no end, and holds the URL, which comes after others of its host; nil
	// for most.
	Folder *trap.Folder
}

// Leaves reports whether a URL that an entry named is left out for it: both are in a
// folder that is bounded. What a sitemap lists, what the operator or its site named, and
// what is visited to learn something is not.
func (a *Advice) Leaves(u weburl.URL, how aranea.How, from *aranea.Entry) bool {
	switch how {
	case aranea.HowSeed, aranea.HowNotice, aranea.HowImport, aranea.HowMirror, aranea.HowProbe:
		return false
	}
	return a.Folder != nil && a.Folder.IsBounded() && from.Kind == aranea.KindPage && strings.HasPrefix(from.URL.String(), string(u.Origin())+a.Folder.Path)
}

// Advise returns what becomes of a URL.
func (l *Learner) Advise(u weburl.URL) (Advice, error) {
	if l == nil {
		return Advice{}, nil
	}
	main, why, err := l.mainOf(u.Origin())
	if err != nil {
		return Advice{}, err
	}
	if main == "" || l.isChecked(u) {
		return l.trapAdvice(u)
	}
	instead, err := weburl.Parse(string(main) + u.Target())
	if err != nil {
		return Advice{}, nil //nolint:nilerr // the same path may make a URL that is too long
	}
	return Advice{Reason: aranea.MirrorMoved, Detail: why, Instead: instead}, nil
}

// Mirrors yields every record about mirrors, and Books every book of traps, as
// they are stored and not newer.
func (l *Learner) Mirrors() iter.Seq2[mirror.Record, error] { return l.mirrors.records() }

// Books is told of at Mirrors.
func (l *Learner) Books() iter.Seq2[trap.Book, error] { return l.traps.records() }

// Mirror returns a copy of what is known of an origin, nil if nothing is.
func (l *Learner) Mirror(o weburl.Origin) (*mirror.Record, error) {
	r, err := l.mirrors.get(o)
	if err != nil || r == nil {
		return nil, err
	}
	l.mirrors.mu.Lock()
	defer l.mirrors.mu.Unlock()
	c := r.Clone()
	return &c, nil
}

// open returns the record of an origin as a mirror, to be changed.
func (l *Learner) open(o weburl.Origin, now time.Time) (*mirror.Record, error) {
	r, err := l.mirrors.open(o)
	if err == nil && r.First.IsZero() {
		l.mirrors.change(o, func() { r.First = now })
	}
	return r, err
}

// mark notes that the known pages of an origin are to be looked at again. One that
// waits for that already keeps its place.
func (l *Learner) mark(o weburl.Origin) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.marks++
	m, waits := l.pending[o]
	if m.last = l.marks; !waits {
		m.since = l.marks
	}
	l.pending[o] = m
}

// Flush stores what has changed. Without sync it becomes durable with the next
// change of the same store that is synced.
func (l *Learner) Flush(sync bool) error {
	if l == nil {
		return nil
	}
	for left := true; left; {
		var err error
		if left, err = l.flushSome(sync); err != nil {
			return err
		}
	}
	return nil
}

// flushSome stores some of what has changed; left says that there is more.
func (l *Learner) flushSome(sync bool) (left bool, err error) {
	shelves := [...]interface {
		changed() ([]learned.Record, bool, error)
		stored(err error)
	}{&l.mirrors, &l.traps, &l.zones, &l.languages}
	defer func() {
		for _, s := range shelves {
			s.stored(err)
		}
	}()
	var all []learned.Record
	for _, s := range shelves {
		some, more, err := s.changed()
		if err != nil {
			return false, err
		}
		all, left = append(all, some...), left || more
	}
	return left, l.keeper.Put(all, sync && !left)
}
