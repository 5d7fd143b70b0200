package seen

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

const (
	sumBytes    = 4       // of the checksum of a chunk
	chunkBytes  = 1 << 16 // of fingerprints that are stored under one key
	batchChunks = 16      // chunks that are written at once
)

// castagnoli returns the table for the checksums of stored parts.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// Restore returns the set of the n known URLs of a store, which takes at most limit bytes: from
// what Write stored, if believed is set, otherwise from all entries.
func Restore(kv store.KV, n, limit int, believed bool) (*Set, error) {
	set := NewSet(n, limit)
	if believed && set.Whole() {
		ok, err := set.read(kv, n)
		if ok || err != nil {
			return set, err
		}
		set = NewSet(n, limit)
	}
	if !set.Whole() {
		return set, nil
	}
	return set, set.scan(kv)
}

// scan puts all entries into the set.
func (s *Set) scan(kv store.KV) error {
	for p, err := range kv.Scan([]byte{record.TableEntry}, []byte{record.TableEntry + 1}) {
		if err != nil {
			return fmt.Errorf("read known URLs: %w", err)
		}
		if len(p.Key) != 1+record.IDLen {
			return record.Corrupt(p.Key, record.ErrRecord)
		}
		e, err := record.PeekEntry(p.Key, p.Value)
		if err != nil {
			return err
		}
		s.Put(weburl.ID(p.Key[1:]), e.Changeable())
		if !s.Whole() {
			return nil
		}
	}
	return nil
}

// read reads the stored parts of the set. It reports whether they are complete and have n URLs.
func (s *Set) read(kv store.KV, n int) (bool, error) {
	for p, err := range kv.Scan([]byte{record.TableSeen}, []byte{record.TableSeen + 1}) {
		if err != nil {
			return false, fmt.Errorf("read known URLs: %w", err)
		}
		size := min(sumBytes, len(p.Value))
		sum, part := p.Value[:size], p.Value[size:]
		if size < sumBytes || binary.BigEndian.Uint32(sum) != crc32.Checksum(part, castagnoli()) || !s.Load(part) {
			return false, nil // the entries are read instead
		}
	}
	return s.Len() == n, nil
}

// Stored reports whether the set of a store was written at an epoch of its frontier.
func Stored(kv store.KV, epoch uint64) (bool, error) {
	v, err := kv.Get([]byte(record.KeySeen))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("open frontier: %w", err)
	}
	return bytes.Equal(v, binary.BigEndian.AppendUint64(nil, epoch)), nil
}

// Write stores the set, replacing an earlier one, in several batches: there is no room for a
// copy of millions of URLs. What is stored is not read before Believe marks it as valid.
// mayWrite is called before each batch.
func (s *Set) Write(kv store.KV, mayWrite func() error) error {
	b, n := kv.NewBatch(), uint32(0)
	b.DeleteRange([]byte{record.TableSeen}, []byte{record.TableSeen + 1})
	for chunk := range s.chunks() {
		b.Put(binary.BigEndian.AppendUint32([]byte{record.TableSeen}, n), chunk)
		if n++; n%batchChunks > 0 {
			continue
		}
		if err := commit(b, mayWrite); err != nil {
			return err
		}
		b = kv.NewBatch()
	}
	return commit(b, mayWrite)
}

func commit(b store.Batch, mayWrite func() error) error {
	if err := mayWrite(); err != nil {
		return err
	}
	if err := b.Commit(false); err != nil {
		return fmt.Errorf("store known URLs: %w", err)
	}
	return nil
}

// chunks yields the fingerprints as they are stored, after their checksum. A chunk is valid
// until the next one.
func (s *Set) chunks() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		chunk, left := make([]byte, sumBytes, sumBytes+chunkBytes), s.Len()
		for fp := range s.all() {
			chunk = binary.BigEndian.AppendUint64(chunk, fp)
			if left--; len(chunk) < cap(chunk) && left > 0 {
				continue
			}
			binary.BigEndian.PutUint32(chunk, crc32.Checksum(chunk[sumBytes:], castagnoli()))
			if !yield(chunk) {
				return
			}
			chunk = chunk[:sumBytes]
		}
	}
}

// Believe marks the stored set as valid at an epoch.
func Believe(b store.Batch, epoch uint64) {
	b.Put([]byte(record.KeySeen), binary.BigEndian.AppendUint64(nil, epoch))
}
