// Package origins caches the records of origins that are not in use, so that an origin whose
// turn has come, or that a link leads to, is not read from the store.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It does not write: the
// frontier does, and tells what it wrote.
package origins

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/frontier/compactmap"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Table mirrors the stored records of origins, in some 70 bytes each. As long as it is whole,
// an origin without a record here has none in the store. It becomes whole when the frontier is
// opened and all stored records are loaded, and stays so as long as it has room; then it answers
// for those that it has, and reads the others from the store. It is not safe for concurrent use.
type Table struct {
	kv     store.KV
	rows   *compactmap.Table // packed records by the end of the origin's ID
	whole  bool
	record []byte // buffer for one
	packed []byte
}

const (
	keyLen    = 8  // bytes of an ID; the record has the origin itself
	leastRoom = 32 // for a packed record
)

// New returns a table that takes little more than limit bytes of memory. Each stored record must
// be passed to Load.
func New(kv store.KV, limit int) *Table {
	return &Table{kv: kv, rows: compactmap.New(limit, leastRoom), whole: true}
}

// Bytes returns the memory that the table uses.
func (t *Table) Bytes() int { return t.rows.Bytes() }

// Limit changes the limit of the table in bytes. What it has to drop is read from the store.
func (t *Table) Limit(limit int) { t.whole = !t.rows.Limit(limit) && t.whole }

// Load adds a stored record.
func (t *Table) Load(id weburl.OriginID, value []byte) {
	t.packed = pack(t.packed[:0], value)
	t.whole = t.rows.Put(id[len(id)-keyLen:], t.packed) && t.whole
}

// Put records what the store has of an origin from now on.
func (t *Table) Put(id weburl.OriginID, o *record.Origin) {
	t.record = o.Encode(t.record)
	t.Load(id, t.record)
}

// Of returns what is stored of an origin, and whether anything is.
func (t *Table) Of(id weburl.OriginID) (record.Origin, bool, error) {
	switch r, known := t.rows.Of(id[len(id)-keyLen:]); {
	case len(r) > 0:
		t.record = unpack(t.record[:0], r)
		if o, err := record.DecodeOrigin(record.OriginKey(id), t.record); err != nil || o.Origin.ID() == id {
			return o, err == nil, err
		}
	case !known && t.whole:
		return record.Origin{}, false, nil
	}
	return Stored(t.kv, id)
}

// Stored reads what is stored of an origin, and whether anything is.
func Stored(kv store.KV, id weburl.OriginID) (record.Origin, bool, error) {
	key := record.OriginKey(id)
	v, err := kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return record.Origin{}, false, nil
	}
	if err != nil {
		return record.Origin{}, false, fmt.Errorf("read origin %x: %w", id, err)
	}
	r, err := record.DecodeOrigin(key, v)
	return r, err == nil, err
}

// pack appends a record to b with each run of zeros, of which it mostly consists, replaced by a
// zero and their number.
func pack(b, record []byte) []byte {
	for i := 0; i < len(record); {
		b = append(b, record[i])
		if i++; record[i-1] != 0 {
			continue
		}
		zeros := 1
		for i < len(record) && record[i] == 0 && zeros < 255 {
			i++
			zeros++
		}
		b = append(b, uint8(zeros))
	}
	return b
}

// unpack appends to b what was packed.
func unpack(b, packed []byte) []byte {
	for i := 0; i < len(packed); i++ {
		if packed[i] != 0 {
			b = append(b, packed[i])
			continue
		}
		for range packed[i+1] {
			b = append(b, 0)
		}
		i++
	}
	return b
}
