// Package learn gathers what the visits of a crawl show about hosts, beyond the
// single URL, and says what follows for further URLs: another mirror's URL stands
// in the place of one.
//
// A Learner keeps the records of package mirror in memory as far as they are used,
// and in package learned durably. Saw takes in one visit; Advise answers for a URL;
// Glue and Separate are the operator's words. What has to be done to URLs that are
// known already is handed out by Pending, and the crawl does it.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. It makes no request and
// changes no entry.
package learn

import (
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

// maxCached is how many records of each kind are kept in memory, those included
// that say that nothing is known.
const maxCached = 1 << 16

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

	mu      sync.Mutex
	mirrors map[weburl.Origin]*mirror.Record // nil for an origin of which nothing is known
	dirty   map[weburl.Origin]bool
	pending map[weburl.Origin]bool // whose known pages are to be moved
}

// New returns a Learner that knows what the keeper has stored.
func New(k Keeper) (*Learner, error) {
	l := &Learner{
		keeper: k, mirrors: map[weburl.Origin]*mirror.Record{},
		dirty: map[weburl.Origin]bool{}, pending: map[weburl.Origin]bool{},
	}
	for r, err := range l.Mirrors() {
		if err != nil {
			return nil, err
		}
		if r.Pending {
			l.pending[r.Origin] = true
		}
	}
	return l, nil
}

// An Advice says what becomes of a URL by what was learned of its host. The zero
// Advice has nothing to say.
type Advice struct {
	Reason  aranea.Reason // ReasonNone if there is nothing to say
	Detail  string
	Instead weburl.URL // what stands in its place, zero for nothing
}

// Advise returns what becomes of a URL.
func (l *Learner) Advise(u weburl.URL) (Advice, error) {
	if l == nil {
		return Advice{}, nil
	}
	r, err := l.mirror(u.Origin())
	if err != nil || r == nil {
		return Advice{}, err
	}
	l.mu.Lock()
	main, why := r.Main, r.Why
	l.mu.Unlock()
	if main == "" {
		return Advice{}, nil
	}
	instead, err := weburl.Parse(string(main) + u.Target())
	if err != nil {
		return Advice{}, nil //nolint:nilerr // the same path may make a URL that is too long
	}
	return Advice{Reason: aranea.MirrorMoved, Detail: why, Instead: instead}, nil
}

// Mirrors yields every record about mirrors, as it is stored and not newer.
func (l *Learner) Mirrors() iter.Seq2[mirror.Record, error] {
	return func(yield func(mirror.Record, error) bool) {
		for x, err := range l.keeper.All(learned.Mirrors) {
			var r mirror.Record
			if err == nil {
				if r, err = mirror.Decode(x.Data); err != nil {
					err = learned.Damaged(learned.Mirrors, x.Name, err)
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Mirror returns a copy of what is known of an origin, nil if nothing is.
func (l *Learner) Mirror(o weburl.Origin) (*mirror.Record, error) {
	r, err := l.mirror(o)
	if err != nil || r == nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c := r.Clone()
	return &c, nil
}

// mirror returns the record of an origin, from memory or from the keeper; no lock
// is held while that is asked.
func (l *Learner) mirror(o weburl.Origin) (*mirror.Record, error) {
	l.mu.Lock()
	r, ok := l.mirrors[o]
	l.mu.Unlock()
	if ok {
		return r, nil
	}
	data, err := l.keeper.Get(learned.Mirrors, string(o))
	if err != nil {
		return nil, err
	}
	if data != nil {
		read, err := mirror.Decode(data)
		if err != nil {
			return nil, learned.Damaged(learned.Mirrors, string(o), err)
		}
		r = &read
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, ok := l.mirrors[o]; ok {
		return known, nil
	}
	l.room()
	l.mirrors[o] = r
	return r, nil
}

// room makes room for one record more. Any that is stored will do: hosts come in
// no order.
func (l *Learner) room() {
	for o := range l.mirrors {
		if len(l.mirrors) < maxCached {
			return
		}
		if !l.dirty[o] {
			delete(l.mirrors, o)
		}
	}
}

// open returns the record of an origin to be changed, a new one if there is none.
func (l *Learner) open(o weburl.Origin, now time.Time) (*mirror.Record, error) {
	r, err := l.mirror(o)
	if err != nil || r != nil {
		return r, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r = &mirror.Record{Origin: o, First: now}
	l.mirrors[o] = r
	return r, nil
}

// Flush stores what has changed. Without sync it becomes durable with the next
// change of the same store that is synced.
func (l *Learner) Flush(sync bool) error {
	if l == nil {
		return nil
	}
	var records []learned.Record
	l.mu.Lock()
	for o := range l.dirty {
		data, err := l.mirrors[o].Encode()
		if err != nil {
			l.mu.Unlock()
			return fmt.Errorf("store what was learned of %s: %w", o, err)
		}
		records = append(records, learned.Record{Kind: learned.Mirrors, Name: string(o), Data: data})
	}
	clear(l.dirty)
	l.mu.Unlock()
	return l.keeper.Put(records, sync)
}
