// Package clocks keeps the records of host names in memory: when each may be requested next, at
// which address, and what delay it asks for. The frontier holds the hosts of some origins; those
// of all others are here, so that loading one reads nothing.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It does not write: the
// frontier does, and tells what it wrote.
package clocks

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/frontier/compactmap"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Table mirrors the stored records of host names, by the names themselves, so that none can
// collide. It takes about 55 bytes for each name with a record, and none for others: as long as
// it is whole, a name without a record here has none in the store. It becomes whole at the end
// of Read, and stays so until it is full; then it answers for the names that it has, and reads
// the others. It is not safe for concurrent use.
type Table struct {
	kv    store.KV
	rows  *compactmap.Table // by name
	whole bool
	buf   []byte
}

// New returns an empty table that takes little more than limit bytes of memory.
func New(kv store.KV, limit int) *Table {
	return &Table{kv: kv, rows: compactmap.New(limit, leastRoom)}
}

// leastRoom fits the record of a host that was requested and has one address.
const leastRoom = 26

// keeps reports whether a name may be kept.
func keeps(name string) bool { return 0 < len(name) && len(name) <= compactmap.Longest }

// Bytes returns the memory that the table uses.
func (t *Table) Bytes() int { return t.rows.Bytes() }

// Limit changes the limit of the table in bytes. What it has to drop is read from the store.
func (t *Table) Limit(limit int) { t.whole = !t.rows.Limit(limit) && t.whole }

// Of returns what is stored of the host of an origin with that name, zero if nothing is.
func (t *Table) Of(o weburl.OriginID, name string) (record.Host, error) {
	switch r, known := t.rows.Of([]byte(name)); {
	case len(r) > 0:
		return record.DecodeHost(nil, r)
	case !known && t.whole && keeps(name): // nothing is stored
		return record.Host{}, nil
	}
	return Stored(t.kv, o, name)
}

// Put records what the store has of a name from now on.
func (t *Table) Put(name string, h *record.Host) {
	if !keeps(name) {
		return
	}
	if _, known := t.rows.Of([]byte(name)); !known && isZero(h) {
		return
	}
	t.buf = h.Encode(t.buf)
	t.whole = t.rows.Put([]byte(name), t.buf) && t.whole
}

// Forget makes the table read a name from the store from now on.
func (t *Table) Forget(name string) {
	if keeps(name) {
		t.whole = t.rows.Put([]byte(name), nil) && t.whole
	}
}

// isZero reports whether a host is one of which nothing is stored.
func isZero(h *record.Host) bool {
	return h.Next == 0 && h.LookUp == 0 && h.BackoffAt == 0 && h.Backoff == 0 && !h.Throttled && len(h.Addresses)+len(h.Wishes) == 0
}

// Stored reads what is stored of the host of an origin, zero if nothing is.
func Stored(kv store.KV, o weburl.OriginID, name string) (record.Host, error) {
	key := record.HostKey(o, name)
	v, err := kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return record.Host{}, nil
	}
	if err != nil {
		return record.Host{}, fmt.Errorf("read host %s: %w", name, err)
	}
	return record.DecodeHost(key, v)
}
