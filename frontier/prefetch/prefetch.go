// Package prefetch keeps in memory what the next leases of an origin need: the first positions of
// its queue and, if the origin has few entries, the queued entries themselves. The queue of such
// an origin is derived from its entries alone: they are adjacent, so one scan of the store reads
// them all. The queue of a larger origin has keys in a table of its own.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It is not safe for
// concurrent use.
package prefetch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

const keysMax = 16 // number of keys of a queue that are read at once

// WriteKeys writes the keys of an origin's queue that has none: those of the stored entries that
// are queued, except for entries that the batch changes. Keys left there by versions that wrote
// keys for all queues are deleted.
func WriteKeys(kv store.KV, b store.Batch, o weburl.OriginID, changed map[weburl.ID]bool) error {
	prefix := record.QueueKey(o, record.Position{})[:1+record.OriginLen]
	for p, err := range kv.Scan(prefix, store.AfterPrefix(prefix)) {
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

// queued yields the queued entries of an origin, leased or not, in the order of their keys. An
// entry that waits for an instant has a key in the wait table. A record is valid until the next
// one.
func queued(kv store.KV, o weburl.OriginID) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		prefix := append([]byte{record.TableEntry}, o[:]...)
		for p, err := range kv.Scan(prefix, store.AfterPrefix(prefix)) {
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

// all reads the queue of an origin without keys, except for keys that are out, and keeps its
// entries in memory as far as there is room.
func (e *entries) all(kv store.KV, s *shelf, o weburl.OriginID, out []record.Queued) (window []record.Queued, err error) {
	e.drop(s)
	s.keys, s.packed = s.keys[:0], s.packed[:0]
	for x, err := range queued(kv, o) {
		if err != nil {
			return nil, err
		}
		if slices.Contains(out, x.key) {
			continue
		}
		s.keys = append(s.keys, x.key)
		if size := headBytes + len(x.record); s.used+len(s.packed)+size <= s.limit {
			s.packed = x.pack(s.packed)
		}
	}
	slices.SortFunc(s.keys, func(a, b record.Queued) int { return a.Compare(b.Position) })
	e.packed = exact(s.packed)
	s.used += cap(e.packed)
	return exact(s.keys), nil
}

// keys reads the keys of an origin's queue after its edge, except for those that are out. whole
// says that there are no others.
func keys(kv store.KV, o weburl.OriginID, edge record.Position, out []record.Queued) (window []record.Queued, whole bool, err error) {
	lo := append(record.QueueKey(o, edge), 0)
	window = make([]record.Queued, 0, keysMax)
	for p, err := range kv.Scan(lo, store.AfterPrefix(lo[:1+record.OriginLen])) {
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

// exact returns a copy of a list without spare capacity, nil for an empty one.
func exact[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	fit := make([]T, len(list))
	copy(fit, list)
	return fit
}

// A shelf limits the memory for the entries of all origins together, in bytes.
type shelf struct {
	limit, used int
	keys        []record.Queued // buffers for what is read
	packed      []byte
	taken       []byte // the record that was taken last
}

// entries are the entries of one origin that are in memory. The zero value has none. They are
// packed into one slice, so that the garbage collector has little to scan.
type entries struct{ packed []byte }

type entry struct {
	key    record.Queued
	record []byte
}

// headBytes is the size of a packed entry without its record, whose length is the last field.
const (
	hashLen   = record.IDLen - record.OriginLen
	headBytes = 1 + 2 + 8 + hashLen + 4
)

// pack appends the entry to b.
func (x *entry) pack(b []byte) []byte {
	b = append(b, x.key.Order)
	b = binary.LittleEndian.AppendUint16(b, x.key.Rank)
	b = binary.LittleEndian.AppendUint64(b, x.key.Seq)
	b = append(b, x.key.Hash[:]...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(x.record)))
	return append(b, x.record...)
}

// unpack reads what pack wrote, and returns its size.
func unpack(b []byte) (x entry, size int) {
	x.key.Order, x.key.Rank, x.key.Seq = b[0], binary.LittleEndian.Uint16(b[1:]), binary.LittleEndian.Uint64(b[3:])
	x.key.Hash = [hashLen]byte(b[11:])
	size = headBytes + int(binary.LittleEndian.Uint32(b[headBytes-4:]))
	x.record = b[headBytes:size]
	return x, size
}

// take removes and returns the record of a key, nil if it is not in memory. It is valid until
// another one is taken from any origin. A caller that changes the entry of a key must take it
// too, because the record is then out of date.
func (e *entries) take(s *shelf, q record.Queued) []byte {
	for at := 0; at < len(e.packed); {
		x, size := unpack(e.packed[at:])
		if x.key != q {
			at += size
			continue
		}
		s.taken = append(s.taken[:0], x.record...)
		rest := append(e.packed[:at], e.packed[at+size:]...)
		if len(rest) <= cap(e.packed)/2 {
			s.used -= cap(e.packed) - len(rest)
			rest = exact(rest)
		}
		e.packed = rest
		return s.taken
	}
	return nil
}

// of returns the record of an entry, nil if it is not in memory. It is valid until the entries
// change.
func (e *entries) of(hash [hashLen]byte) []byte {
	for at := 0; at < len(e.packed); {
		x, size := unpack(e.packed[at:])
		if x.key.Hash == hash {
			return x.record
		}
		at += size
	}
	return nil
}

// drop releases all entries.
func (e *entries) drop(s *shelf) {
	s.used -= cap(e.packed)
	e.packed = nil
}
