// Package clocks keeps the records of host names at hand: when each may be asked next,
// at which address, and what delay it asks for. A frontier has the hosts of some origins
// in use; those of all others are here, so that to take one up again reads nothing.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It does not
// write: the frontier does, and says what it wrote.
package clocks

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/rows"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Table holds what the store has of host names, under the names themselves: no two can
// be taken for each other. It takes about 55 bytes for each that has a record, and none
// for others: as long as it is whole, what it does not hold the store does not have. It
// is whole once Read has come to its end, until it is full; then it tells of the names
// that it has, and reads the others. It is not safe for concurrent use.
type Table struct {
	kv    store.KV
	rows  *rows.Table // by name
	whole bool
	buf   []byte
}

// New returns an empty table that takes at most so many bytes of memory and hardly more.
func New(kv store.KV, limit int) *Table {
	return &Table{kv: kv, rows: rows.New(limit, leastRoom)}
}

// leastRoom is for the record of a host that was asked and has one address.
const leastRoom = 26

// keeps reports whether a name may be kept.
func keeps(name string) bool { return 0 < len(name) && len(name) <= rows.Longest }

// Bytes returns how much memory the table takes.
func (t *Table) Bytes() int { return t.rows.Bytes() }

// Limit lets the table take at most so many bytes from now on. Of what it has to give up
// the store is asked.
func (t *Table) Limit(limit int) { t.whole = !t.rows.Limit(limit) && t.whole }

// Of returns what is stored of the host of an origin, which has the name, zero if nothing
// is.
func (t *Table) Of(o weburl.OriginID, name string) (record.Host, error) {
	switch r, known := t.rows.Of([]byte(name)); {
	case len(r) > 0:
		return record.DecodeHost(nil, r)
	case !known && t.whole && keeps(name): // nothing is
		return record.Host{}, nil
	}
	return Stored(t.kv, o, name)
}

// Put takes over what the store holds of a name from now on.
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

// Forget has the store asked for a name from now on.
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

// StoredPace reads what is stored of an address or a site, zero if nothing is.
func StoredPace(kv store.KV, name string) (record.Pace, error) {
	key := record.PaceKey(name)
	v, err := kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return record.Pace{}, nil
	}
	if err != nil {
		return record.Pace{}, fmt.Errorf("read the pace of %s: %w", name, err)
	}
	return record.DecodePace(key, v)
}
