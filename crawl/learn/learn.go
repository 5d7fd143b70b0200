// Package learn collects what the visits of a crawl show about hosts, beyond the single URL, and
// decides what follows for other URLs: a URL may be replaced by that of another mirror, or by
// one without a parameter that changes nothing; a URL of an endless template is not visited.
//
// A Learner caches the records of packages mirror, trap, zone and prior that are in use, and
// stores them durably in package learned. Saw records one visit; Advise answers for a URL; Zone
// labels the blocks of a page and Language sets its language; Glue, Separate and Allow are
// decisions of the operator. Pending returns what has to be done to URLs that are known already,
// and the crawl does it.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It makes no request and changes no entry.
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

// A Learner is safe for concurrent use, except that methods that change it are called by one
// goroutine at a time: the one that commits, or that holds the turn. Pages may be
// judged by a nil Learner, which has learned nothing.
type Learner struct {
	keeper Keeper

	mirrors shelf[mirror.Record]
	traps   shelf[trap.Book]
	zones   shelf[zone.Profile]
	held    held
	silent  silent
	spoken  spoken

	languages shelf[prior.Record]

	reads map[string]bool // file name extensions that are read, whatever was learned

	mu      sync.Mutex
	shapes  []weburl.Origin          // whose URLs may have any shape
	seeded  func(weburl.Origin) bool // whether the site has a seed; nil if nothing is known of seeds
	pending map[weburl.Origin]marks  // origins whose known pages are to be examined again
	marks   uint64                   // the last number that was given out
}

// marks says when an origin began to wait for its task, and when there was last news of it, as
// increasing numbers.
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

// Within limits the cached records to a number of bytes in their stored form: half for the
// templates of sites, which are the largest, a sixth for each other kind, plus what the other
// kinds leave unused. It must be called before the Learner is used.
func (l *Learner) Within(bytes int) {
	all := &sum{most: int64(bytes)}
	l.zones.room, l.zones.all = bytes/2, all
	l.mirrors.room, l.mirrors.all = bytes/6, all
	l.traps.room, l.traps.all = bytes/6, all
	l.languages.room, l.languages.all = bytes/6, all
}

// Reads says that names with these extensions are of types that are read: what was learned of
// them before does not count. It must be called before the Learner is used.
func (l *Learner) Reads(endings []string) {
	l.reads = map[string]bool{}
	for _, e := range endings {
		l.reads[e] = true
	}
}

// An Advice says how to treat a URL by what was learned of its host. The zero Advice says
// nothing.
type Advice struct {
	Reason  aranea.Reason // ReasonNone if there is no advice
	Detail  string
	Instead weburl.URL // the URL that replaces it, zero for none
	// Outdated says that the URL, which was visited, is one that Instead redirected to before: it goes.
	Outdated bool
	// Folder is the possibly endless folder that contains the URL; nil for most.
	Folder *trap.Folder
	// Late is why the URL is visited after others of its host: it is in such a folder, its family has
	// pages that repeat others, or nearly all addresses of its form are missing; "" for most.
	Late string
}

// Leaves reports whether a URL named by an entry is left out because both are in a folder that
// is bounded. URLs listed in a sitemap, named by the operator or the site, or visited to learn
// something are not left out.
func (a *Advice) Leaves(u weburl.URL, how aranea.How, from *aranea.Entry) bool {
	switch how {
	case aranea.HowSeed, aranea.HowNotice, aranea.HowImport, aranea.HowMirror, aranea.HowProbe:
		return false
	}
	return a.Folder != nil && a.Folder.IsBounded() && from.Kind == aranea.KindPage && strings.HasPrefix(from.URL.String(), string(u.Origin())+a.Folder.Path)
}

// Advise returns how to treat a URL.
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

// Mirrors yields all records about mirrors as they are stored, without unsaved changes.
func (l *Learner) Mirrors() iter.Seq2[mirror.Record, error] { return l.mirrors.records() }

// Books yields all books of traps as they are stored, without unsaved changes.
func (l *Learner) Books() iter.Seq2[trap.Book, error] { return l.traps.records() }

// Mirror returns a copy of the mirror record of an origin, nil if there is none.
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

// Named returns the other host that the robots file of an origin names as the main mirror, "" if
// none.
func (l *Learner) Named(o weburl.Origin) (weburl.Origin, error) {
	if l == nil {
		return "", nil
	}
	r, err := l.Mirror(o)
	if err != nil || r == nil {
		return "", err
	}
	return r.Named, nil
}

// open returns the mirror record of an origin for changes.
func (l *Learner) open(o weburl.Origin, now time.Time) (*mirror.Record, error) {
	r, err := l.mirrors.open(o)
	if err == nil && r.First.IsZero() {
		l.mirrors.change(o, func() { r.First = now })
	}
	return r, err
}

// mark notes that the known pages of an origin are to be examined again. An origin that is
// waiting already keeps its place.
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

// Flush stores what has changed. Without sync it becomes durable with the next synced change of
// the same store.
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

// flushSome stores part of what has changed; left says that there is more.
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
