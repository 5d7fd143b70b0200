package learn

import (
	"fmt"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/weburl"
)

// maxCached is the number of cached records of a kind, including those that say that nothing is
// known. maxBytes is their size in bytes in stored form; in memory they take two or three times
// that.
const (
	maxCached = 1 << 16
	maxBytes  = 8 << 20
)

// maxStored is the number of bytes of records of a kind that are stored at once, exceeded by at
// most one record: meanwhile they are in memory three times.
const maxStored = 1 << 20

// A shelf caches the records of one kind by origin. It is safe for concurrent use; the contents
// of records are guarded by mu.
type shelf[R any] struct {
	kind   learned.Kind
	keeper Keeper
	decode func([]byte) (R, error)
	encode func(*R) ([]byte, error)
	fresh  func(weburl.Origin) R
	most   int  // records in memory, not counting those not stored yet
	room   int  // maximum bytes of the stored records; more while all has room
	all    *sum // bytes of all shelves; nil for a shelf by itself

	mu    sync.Mutex
	have  map[weburl.Origin]*R  // nil for an origin without a record
	sizes map[weburl.Origin]int // bytes of those in memory, as they were last stored
	bytes int                   // sum of sizes
	dirty map[weburl.Origin]bool
	later map[weburl.Origin]bool // with changes that may be stored later: when the record leaves memory, or at the end
	inUse map[weburl.Origin]bool // handed out for changes since the last were stored
	taken []weburl.Origin        // by changed, and not stored yet
}

// A sum is the size of all shelves of one learner: what some do not need is available to others.
// It is safe for concurrent use.
type sum struct {
	most  int64 // bytes
	bytes atomic.Int64
}

// leaves reports whether there is room for more bytes.
func (s *sum) leaves(bytes int) bool {
	return s != nil && s.bytes.Load()+int64(bytes) <= s.most
}

func newShelf[R any](kind learned.Kind, k Keeper, decode func([]byte) (R, error), encode func(*R) ([]byte, error), fresh func(weburl.Origin) R) shelf[R] {
	return shelf[R]{
		kind: kind, keeper: k, decode: decode, encode: encode, fresh: fresh, most: maxCached, room: maxBytes,
		have: map[weburl.Origin]*R{}, sizes: map[weburl.Origin]int{}, dirty: map[weburl.Origin]bool{}, later: map[weburl.Origin]bool{}, inUse: map[weburl.Origin]bool{},
	}
}

// get returns the record of an origin, from memory or from the keeper; nil if there is none. No
// lock is held while the keeper is read.
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

// makeRoom makes room for another record of a number of bytes. It evicts any records that are
// stored and not handed out for changes: there is no better choice, as hosts come in no order.
func (s *shelf[R]) makeRoom(bytes int) {
	for o := range s.have {
		if len(s.have) < s.most && (s.bytes+bytes <= s.room || s.all.leaves(bytes)) {
			return
		}
		switch {
		case s.later[o]:
			s.keep(o) // it leaves when it is stored
		case !s.dirty[o] && !s.inUse[o]:
			delete(s.have, o)
			s.weigh(o, 0)
		}
	}
}

// weigh records the stored size of a record.
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

// use returns the record of an origin for changes, nil if there is none. It stays in memory
// until its changes are stored, so there is only one copy of it at a time, whatever else is read
// meanwhile.
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

// open is use, but creates a record if there is none.
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

// keep marks a record returned by use or open as changed; mu is held.
func (s *shelf[R]) keep(o weburl.Origin) {
	s.dirty[o] = true
	delete(s.later, o)
}

// keepLater is keep for changes that may be lost if the process dies; mu is held.
func (s *shelf[R]) keepLater(o weburl.Origin) {
	if !s.dirty[o] {
		s.later[o] = true
	}
}

// keepAll marks all changed records to be stored.
func (s *shelf[R]) keepAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for o := range s.later {
		s.keep(o)
	}
}

// change changes a record returned by use or open, and marks it to be stored.
func (s *shelf[R]) change(o weburl.Origin, deed func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	deed()
	s.keep(o)
}

// changed returns some of the records to be stored, which stay in memory until stored is called
// with the result; left says that there are more.
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

// stored takes the result of storing what changed returned. After an error the records are
// stored again; otherwise they may leave memory, with all others handed out before, once nothing
// is left to store.
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

// records yields all records as they are stored, without unsaved changes.
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
