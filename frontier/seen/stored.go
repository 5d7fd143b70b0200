package seen

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// chunkBytes is the size of a stored part of a set.
const chunkBytes = 1 << 16

// castagnoli returns the table of the checksums of stored parts.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// Restore returns the set of the n known URLs of a store, which takes at most limit
// bytes: from what Write stored, if that is believed, or else from all entries.
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
		state, reason, err := record.PeekEntry(p.Key, p.Value)
		if err != nil {
			return err
		}
		s.Put(weburl.ID(p.Key[1:]), record.Revivable(state, reason))
		if !s.Whole() {
			return nil
		}
	}
	return nil
}

// read reads the stored parts of the set. It reports whether they are whole and
// hold n URLs.
func (s *Set) read(kv store.KV, n int) (bool, error) {
	for p, err := range kv.Scan([]byte{record.TableSeen}, []byte{record.TableSeen + 1}) {
		if err != nil {
			return false, fmt.Errorf("read known URLs: %w", err)
		}
		sum, part := p.Value[:min(4, len(p.Value))], p.Value[min(4, len(p.Value)):]
		if len(sum) < 4 || binary.BigEndian.Uint32(sum) != crc32.Checksum(part, castagnoli()) || !s.Load(part) {
			return false, nil // a copy of what the entries say
		}
	}
	return s.Len() == n, nil
}

// Stored reports whether the set of a store was written at an epoch of its
// frontier.
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

// Write stores the set in place of an earlier one.
func (s *Set) Write(b store.Batch) {
	b.DeleteRange([]byte{record.TableSeen}, []byte{record.TableSeen + 1})
	rest := s.Append(make([]byte, 0, fingerprintBytes*s.Len()))
	for n := uint32(0); len(rest) > 0; n++ {
		part := rest[:min(chunkBytes, len(rest))]
		rest = rest[len(part):]
		key := binary.BigEndian.AppendUint32([]byte{record.TableSeen}, n)
		b.Put(key, append(binary.BigEndian.AppendUint32(nil, crc32.Checksum(part, castagnoli())), part...))
	}
}

// Believe notes that the stored set is true to what is known at an epoch.
func Believe(b store.Batch, epoch uint64) {
	b.Put([]byte(record.KeySeen), binary.BigEndian.AppendUint64(nil, epoch))
}
