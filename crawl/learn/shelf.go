package learn

import (
	"fmt"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/weburl"
)

// maxCached is how many records of a kind are kept in memory, those included that
// say that nothing is known, and maxBytes how many bytes they have as they are stored;
// in memory it is two or three times that.
const (
	maxCached = 1 << 16
	maxBytes  = 8 << 20
)

// maxStored is how many bytes of records of a kind are stored at once, and one record
// more: they are in memory three times meanwhile.
const maxStored = 1 << 20

// A shelf holds the records of one kind that are in use, by origin. It is safe for
// concurrent use; what is in a record is guarded by mu.
type shelf[R any] struct {
	kind   learned.Kind
	keeper Keeper
	decode func([]byte) (R, error)
	encode func(*R) ([]byte, error)
	fresh  func(weburl.Origin) R
	most   int  // in memory, and as many more as are not stored yet
	room   int  // bytes of those that are stored, at most, and more while all leaves some
	all    *sum // of the bytes of all shelves; nil for a shelf by itself

	mu    sync.Mutex
	have  map[weburl.Origin]*R  // nil for an origin of which nothing is known
	sizes map[weburl.Origin]int // bytes of those in memory, as they were stored last
	bytes int                   // the sum of that
	dirty map[weburl.Origin]bool
	later map[weburl.Origin]bool // changed in what may be stored later: when it leaves memory, or at the end
	inUse map[weburl.Origin]bool // handed out to be changed since the last were stored
	taken []weburl.Origin        // by changed, and not stored yet
}

// A sum is what the shelves of one learner hold together: what some do not need, others
// take. It is safe for concurrent use.
type sum struct {
	most  int64 // bytes
	bytes atomic.Int64
}

// leaves reports whether there is room for so many bytes more.
func (s *sum) leaves(bytes int) bool {
	return s != nil && s.bytes.Load()+int64(bytes) <= s.most
}

func newShelf[R any](kind learned.Kind, k Keeper, decode func([]byte) (R, error), encode func(*R) ([]byte, error), fresh func(weburl.Origin) R) shelf[R] {
	return shelf[R]{
		kind: kind, keeper: k, decode: decode, encode: encode, fresh: fresh, most: maxCached, room: maxBytes,
		have: map[weburl.Origin]*R{}, sizes: map[weburl.Origin]int{}, dirty: map[weburl.Origin]bool{}, later: map[weburl.Origin]bool{}, inUse: map[weburl.Origin]bool{},
	}
}

// get returns the record of an origin, from memory or from the keeper, nil if
// nothing is known; no lock is held while the keeper is asked.
func (s *shelf[R]) get(o weburl.Origin) (*R, error) {
	s.mu.Lock()
	r, ok := s.have[o]
	s.mu.Unlock()
	if ok {
		return r, nil
	}
	data, err := s.keeper.Get(s.kind, string(o))
	if err != nil {
		return nil, err
	}
	if data != nil {
		read, err := s.decode(data)
		if err != nil {
			return nil, learned.Damaged(s.kind, string(o), err)
		}
		r = &read
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.have[o]; ok {
		return known, nil
	}
	s.makeRoom(len(data))
	s.have[o] = r
	s.weigh(o, len(data))
	return r, nil
}

// makeRoom makes room for one record more, of so many bytes. Any will do that is stored
// and that nobody is about to change: hosts come in no order.
func (s *shelf[R]) makeRoom(bytes int) {
	for o := range s.have {
		if len(s.have) < s.most && (s.bytes+bytes <= s.room || s.all.leaves(bytes)) {
			return
		}
		switch {
		case s.later[o]:
			s.keep(o) // and leaves when it is stored
		case !s.dirty[o] && !s.inUse[o]:
			delete(s.have, o)
			s.weigh(o, 0)
		}
	}
}

// weigh notes how many bytes a record has as it is stored.
func (s *shelf[R]) weigh(o weburl.Origin, bytes int) {
	more := bytes - s.sizes[o]
	s.bytes += more
	if s.all != nil {
		s.all.bytes.Add(int64(more))
	}
	if bytes == 0 {
		delete(s.sizes, o)
		return
	}
	s.sizes[o] = bytes
}

// use returns the record of an origin to be changed, nil if nothing is known. It
// stays in memory until what has changed is stored: there is one of it at a time,
// whatever others ask for meanwhile.
func (s *shelf[R]) use(o weburl.Origin) (*R, error) {
	r, err := s.get(o)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.have[o]; known != nil {
		r = known
	}
	if r != nil {
		s.have[o], s.inUse[o] = r, true
	}
	return r, nil
}

// open is use with a new record if there is none.
func (s *shelf[R]) open(o weburl.Origin) (*R, error) {
	r, err := s.use(o)
	if err != nil || r != nil {
		return r, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	made := s.fresh(o)
	s.have[o], s.inUse[o] = &made, true
	return &made, nil
}

// keep notes that a record was changed, which use or open returned; mu is held.
func (s *shelf[R]) keep(o weburl.Origin) {
	s.dirty[o] = true
	delete(s.later, o)
}

// keepLater is keep of what may be lost with the process; mu is held.
func (s *shelf[R]) keepLater(o weburl.Origin) {
	if !s.dirty[o] {
		s.later[o] = true
	}
}

// keepAll has everything stored that has changed.
func (s *shelf[R]) keepAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for o := range s.later {
		s.keep(o)
	}
}

// change makes a change of a record that use or open returned. It will be stored.
func (s *shelf[R]) change(o weburl.Origin, deed func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	deed()
	s.keep(o)
}

// changed returns some of what is to be stored, which stays in memory until stored tells
// what came of it; left says that there is more.
func (s *shelf[R]) changed() (some []learned.Record, left bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	bytes := 0
	for o := range s.dirty {
		if bytes >= maxStored {
			return some, true, nil
		}
		data, err := s.encode(s.have[o])
		if err != nil {
			return nil, false, fmt.Errorf("store what was learned of %s: %w", o, err)
		}
		some = append(some, learned.Record{Kind: s.kind, Name: string(o), Data: data})
		s.weigh(o, len(data))
		delete(s.dirty, o)
		s.inUse[o], s.taken = true, append(s.taken, o)
		bytes += len(data)
	}
	return some, false, nil
}

// stored notes whether what changed returned was stored. What was not is to be stored
// again; what was may leave memory, with all that was handed out before, once all is.
func (s *shelf[R]) stored(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.taken {
		if err != nil {
			s.dirty[o] = true
		}
	}
	s.taken = s.taken[:0]
	if err == nil && len(s.dirty) == 0 {
		clear(s.inUse)
	}
}

// records yields every record as it is stored, and not newer.
func (s *shelf[R]) records() iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for x, err := range s.keeper.All(s.kind) {
			var r R
			if err == nil {
				if r, err = s.decode(x.Data); err != nil {
					err = learned.Damaged(s.kind, x.Name, err)
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}
