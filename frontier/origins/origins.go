// Package origins keeps the records of origins that are not in use at hand, so that an
// origin whose turn has come, or that a link leads to, is not read from the store.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It does not
// write: the frontier does, and says what it wrote.
package origins

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/rows"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Table holds what the store has of origins, each in some 70 bytes. As long as it is
// whole, what it does not hold the store does not have. It is whole once an opening has
// given it all that is stored, as long as it has room; then it tells of those that it has,
// and the store of the others. It is not safe for concurrent use.
type Table struct {
	kv     store.KV
	rows   *rows.Table // packed records by the end of the origin's identity
	whole  bool
	record []byte // room for one
	packed []byte
}

const (
	keyLen    = 8  // bytes of an identity; the record tells of which origin it is
	leastRoom = 32 // for a packed record
)

// New returns a table that takes at most so many bytes of memory and hardly more. Each
// stored record must be given to it by Load.
func New(kv store.KV, limit int) *Table {
	return &Table{kv: kv, rows: rows.New(limit, leastRoom), whole: true}
}

// Bytes returns how much memory the table takes.
func (t *Table) Bytes() int { return t.rows.Bytes() }

// Limit lets the table take at most so many bytes from now on. Of what it has to give up
// the store is asked.
func (t *Table) Limit(limit int) { t.whole = !t.rows.Limit(limit) && t.whole }

// Load takes over what is stored of an origin.
func (t *Table) Load(id weburl.OriginID, value []byte) {
	t.packed = pack(t.packed[:0], value)
	t.whole = t.rows.Put(id[len(id)-keyLen:], t.packed) && t.whole
}

// Put takes over what the store holds of an origin from now on.
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

// pack appends a record to b: most of it are zeros, and of each row of them it says how
// many there are.
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

// unpack appends to b what pack was given.
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
