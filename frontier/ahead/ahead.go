// Package ahead keeps what the next leases of an origin need: the first places of its
// queue and, if the origin has few entries, those that stand there. The queue of such an
// origin is told by its entries alone: they lie side by side, so that one look into the
// store brings them all. Of larger ones it has keys in a table of its own.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It is not
// safe for concurrent use.
package ahead

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

const (
	keysMax    = 16 // keys of a queue that are read at once
	entryBytes = 48 // what an entry takes in memory beside its record
)

// WriteKeys gives the queue of an origin that has none its keys: of the stored entries that
// stand in it, but for those that the batch changes. What programs that gave keys to all
// had left there goes.
func WriteKeys(kv store.KV, b store.Batch, o weburl.OriginID, changed map[weburl.ID]bool) error {
	prefix := record.QueueKey(o, record.Position{})[:1+record.OriginLen]
	for p, err := range kv.Scan(prefix, record.After(prefix)) {
		if err != nil {
			return fmt.Errorf("read queue of %x: %w", o, err)
		}
		b.Delete(p.Key)
	}
	for x, err := range queued(kv, o) {
		if err != nil {
			return err
		}
		if !changed[x.key.ID(o)] {
			b.Put(record.QueueKey(o, x.key.Position), x.key.Hash[:])
		}
	}
	return nil
}

// queued yields the entries of an origin that stand in its queue, leased or not, in the
// order of their keys. One that waits for an instant has a key that says so. A record is
// valid until the next one.
func queued(kv store.KV, o weburl.OriginID) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		prefix := append([]byte{record.TableEntry}, o[:]...)
		for p, err := range kv.Scan(prefix, record.After(prefix)) {
			if err != nil {
				yield(entry{}, fmt.Errorf("read entries of %x: %w", o, err))
				return
			}
			q, waits, due, err := record.PeekQueued(p.Key, p.Value)
			if err == nil && waits && due != 0 {
				_, err = kv.Get(record.WaitKey(due, q.ID(o)))
				waits = errors.Is(err, store.ErrNotFound)
				if waits {
					err = nil
				}
			}
			if (waits || err != nil) && !yield(entry{q, p.Value}, err) || err != nil {
				return
			}
		}
	}
}

// all reads the queue of an origin that has no keys, but for what is out, and brings its
// entries to hand.
func (e *entries) all(kv store.KV, s *shelf, o weburl.OriginID, out []record.Queued) (window []record.Queued, err error) {
	e.drop(s)
	for x, err := range queued(kv, o) {
		if err != nil {
			e.drop(s)
			return nil, err
		}
		if slices.Contains(out, x.key) {
			continue
		}
		window = append(window, x.key)
		if s.used < s.limit {
			e.add(s, x.key, x.record)
		}
	}
	slices.SortFunc(window, func(a, b record.Queued) int { return a.Compare(b.Position) })
	return window, nil
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
