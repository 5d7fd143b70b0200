// Package ahead keeps what the next leases of an origin need: the first keys of its
// queue and, if the origin has few entries, those that the keys stand for. These lie side
// by side, so that one look into the store brings them all; and since each tells its key,
// the queue itself need not be read then.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It is not
// safe for concurrent use.
package ahead

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

const (
	keysMax = 16 // keys of a queue that are read at once
	// fewEntries is up to how many entries of an origin are passed over to find those
	// in the window: what the reading of two or three by their keys takes.
	fewEntries = 64
	// passedOver is up to how many entries are passed over for one that waits, rather
	// than that the queue is read.
	passedOver = 8
	// entryBytes is what an entry takes in memory beside its record.
	entryBytes = 48
)

// window reads the keys of an origin's queue that follow its edge, but for those that
// are out, and brings the entries of some to hand: of an origin with so many known
// entries, of which so many wait. Whole says that there are no other keys.
func (e *entries) window(kv store.KV, s *shelf, o weburl.OriginID, edge record.Position, out []record.Queued, known, waiting uint64) (window []record.Queued, whole bool, err error) {
	if few := known <= fewEntries && known/passedOver <= waiting; few && waiting > 0 && len(out) == 0 {
		if window, whole, err = e.all(kv, s, o, waiting); err != nil || whole {
			return window, whole, err
		}
	}
	if window, whole, err = keys(kv, o, edge, out); err != nil {
		return nil, false, err
	}
	return window, whole, e.read(kv, s, o, window, known)
}

// all reads the entries of an origin, and from them its whole queue. It does not say so
// of one in which not so many wait as are counted, or some may wait for an instant: they
// have no key in the queue until then.
func (e *entries) all(kv store.KV, s *shelf, o weburl.OriginID, waiting uint64) (window []record.Queued, whole bool, err error) {
	e.drop(s)
	prefix := append([]byte{record.TableEntry}, o[:]...)
	for p, err := range kv.Scan(prefix, record.After(prefix)) {
		if err != nil {
			return nil, false, fmt.Errorf("read entries of %x: %w", o, err)
		}
		q, waits, due, err := record.PeekQueued(p.Key, p.Value)
		if err != nil {
			return nil, false, err
		}
		if !waits {
			continue
		}
		if due || uint64(len(window)) == waiting {
			e.drop(s)
			return nil, false, nil
		}
		window = append(window, q)
		if s.used < s.limit {
			e.add(s, q, p.Value)
		}
	}
	if uint64(len(window)) != waiting {
		e.drop(s)
		return nil, false, nil
	}
	slices.SortFunc(window, func(a, b record.Queued) int { return a.Compare(b.Position) })
	return window, true, nil
}

// keys reads those of an origin's queue that follow its edge, but for those that are
// out. Whole says that there are no others.
func keys(kv store.KV, o weburl.OriginID, edge record.Position, out []record.Queued) (window []record.Queued, whole bool, err error) {
	lo := append(record.QueueKey(o, edge), 0)
	window = make([]record.Queued, 0, keysMax)
	for p, err := range kv.Scan(lo, record.After(lo[:1+record.OriginLen])) {
		if err != nil {
			return nil, false, fmt.Errorf("read queue of %x: %w", o, err)
		}
		q, err := record.ParseQueued(p.Key, p.Value)
		if err != nil {
			return nil, false, err
		}
		if slices.Contains(out, q) {
			continue
		}
		if len(window) == keysMax {
			return window, false, nil
		}
		window = append(window, q)
	}
	return slices.Clone(window), true, nil
}

// A shelf bounds what all origins together have at hand, in bytes.
type shelf struct{ limit, used int }

// entries are the entries of one origin that are at hand. The zero value has none.
type entries struct{ list []entry }

type entry struct {
	key    record.Queued
	record []byte
}

func (e entry) size() int { return entryBytes + len(e.record) }

// add brings an entry to hand.
func (e *entries) add(s *shelf, q record.Queued, value []byte) {
	x := entry{q, bytes.Clone(value)}
	e.list = append(e.list, x)
	s.used += x.size()
}

// read brings the entries of a window to hand, if the origin has few and there is
// room for them.
func (e *entries) read(kv store.KV, s *shelf, o weburl.OriginID, window []record.Queued, known uint64) error {
	e.drop(s)
	if len(window) < 2 || known > fewEntries || s.used >= s.limit {
		return nil
	}
	of := make(map[weburl.ID]record.Queued, len(window))
	first, last := window[0].ID(o), window[0].ID(o)
	for _, q := range window {
		id := q.ID(o)
		of[id] = q
		if bytes.Compare(id[:], first[:]) < 0 {
			first = id
		} else if bytes.Compare(id[:], last[:]) > 0 {
			last = id
		}
	}
	for p, err := range kv.Scan(record.EntryKey(first), append(record.EntryKey(last), 0)) {
		if err != nil {
			return fmt.Errorf("read entries of %x: %w", o, err)
		}
		if len(p.Key) != 1+record.IDLen {
			return record.Corrupt(p.Key, record.ErrRecord)
		}
		if q, wanted := of[weburl.ID(p.Key[1:])]; wanted {
			e.add(s, q, p.Value)
		}
	}
	return nil
}

// take returns the record that a key stands for and lets go of it, nil if it is not
// at hand. Who changes the entry of a key takes it too, for it is out of date then.
func (e *entries) take(s *shelf, q record.Queued) []byte {
	i := slices.IndexFunc(e.list, func(x entry) bool { return x.key == q })
	if i < 0 {
		return nil
	}
	x := e.list[i]
	s.used -= x.size()
	if e.list = slices.Delete(e.list, i, i+1); len(e.list) == 0 {
		e.list = nil
	}
	return x.record
}

// drop lets go of all.
func (e *entries) drop(s *shelf) {
	for _, x := range e.list {
		s.used -= x.size()
	}
	e.list = nil
}
