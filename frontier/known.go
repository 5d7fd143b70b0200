package frontier

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/seen"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// chunkBytes is the size of a stored part of the seen set.
const chunkBytes = 1 << 16

// castagnoli returns the table of the checksums of stored parts.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// needSeen brings the set of known URLs into memory: from what the last Close
// stored, or else by reading all entries. Who only asks never pays for it.
func (f *Frontier) needSeen() error {
	if f.seen != nil {
		return nil
	}
	n := int(min(f.summary().Entries, math.MaxInt32))
	set := seen.NewSet(n, f.opt.Memory)
	if f.seenStored && set.Whole() {
		ok, err := f.loadSeen(set, n)
		if err != nil {
			return err
		}
		if ok {
			f.seen = set
			return nil
		}
		set = seen.NewSet(n, f.opt.Memory)
	}
	f.seen = set
	if !set.Whole() {
		return nil
	}
	return f.scanSeen(set)
}

// scanSeen puts all entries into the set.
func (f *Frontier) scanSeen(set *seen.Set) error {
	for p, err := range f.kv.Scan([]byte{record.TableEntry}, []byte{record.TableEntry + 1}) {
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
		set.Put(weburl.ID(p.Key[1:]), record.Revivable(state, reason))
		if !set.Whole() {
			return nil
		}
	}
	return nil
}

// loadSeen reads the stored parts of the set. It reports whether they are whole
// and hold as many URLs as there are.
func (f *Frontier) loadSeen(set *seen.Set, n int) (bool, error) {
	for p, err := range f.kv.Scan([]byte{record.TableSeen}, []byte{record.TableSeen + 1}) {
		if err != nil {
			return false, fmt.Errorf("read known URLs: %w", err)
		}
		sum, part := p.Value[:min(4, len(p.Value))], p.Value[min(4, len(p.Value)):]
		if len(sum) < 4 || binary.BigEndian.Uint32(sum) != crc32.Checksum(part, castagnoli()) || !set.Load(part) {
			return false, nil // a copy of what the entries say
		}
	}
	return set.Len() == n, nil
}

// seenIsStored reports whether the stored set is that of the last session: it
// is, if its Close wrote it, or nothing had changed it.
func (f *Frontier) seenIsStored() (bool, error) {
	v, err := f.kv.Get([]byte(record.KeySeen))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("open frontier: %w", err)
	}
	return bytes.Equal(v, binary.BigEndian.AppendUint64(nil, f.epoch-1)), nil
}

// note keeps the set true to an entry that was written.
func (f *Frontier) note(id weburl.ID, e *record.Entry) {
	f.seenStored = false
	if f.seen != nil {
		f.seen.Put(id, record.Revivable(e.State, e.Reason))
	}
}

// saveSeen stores the set for the next session, if it is whole.
func (f *Frontier) saveSeen() error {
	if f.fence() != nil {
		return nil //nolint:nilerr // it is another's to write
	}
	b := f.kv.NewBatch()
	switch {
	case f.seenStored: // nothing has changed
	case f.seen == nil || !f.seen.Whole() || f.seen.Len() != int(f.summary().Entries):
		return nil
	default:
		b.DeleteRange([]byte{record.TableSeen}, []byte{record.TableSeen + 1})
		rest := f.seen.Append(make([]byte, 0, 8*f.seen.Len()))
		for n := uint32(0); len(rest) > 0; n++ {
			part := rest[:min(chunkBytes, len(rest))]
			rest = rest[len(part):]
			key := binary.BigEndian.AppendUint32([]byte{record.TableSeen}, n)
			b.Put(key, append(binary.BigEndian.AppendUint32(nil, crc32.Checksum(part, castagnoli())), part...))
		}
	}
	b.Put([]byte(record.KeySeen), binary.BigEndian.AppendUint64(nil, f.epoch))
	if err := b.Commit(true); err != nil {
		return fmt.Errorf("store known URLs: %w", err)
	}
	return nil
}
