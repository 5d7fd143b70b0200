// Package fingerprints finds the page that has a text: the table of text fingerprints in the store of
// the frontier. Most texts that are looked up have no page, and a filter in memory answers that
// for nearly all of them: each page is looked up twice, before it is planned and when it is
// committed.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. A Table is safe for
// concurrent use; callers must report to it what is written to the store.
package fingerprints

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/internal/bloom"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Table finds the page that has a text.
type Table struct {
	kv    store.KV
	limit int // bytes of the filter

	mu     sync.Mutex
	expect int           // expected number of texts
	filter *bloom.Filter // nil until it is made, and when it is full
	next   *bloom.Filter // being made, nil for none
}

// New returns the table of a store with about expect texts. Its filter takes at most limit
// bytes; with more than two texts for every three bytes, more and more lookups read the store in
// vain.
func New(kv store.KV, expect, limit int) *Table { return &Table{kv: kv, expect: expect, limit: limit} }

// Holder returns the page that has a text, zero if none has. It makes no filter: see Prepare.
func (t *Table) Holder(fp aranea.Fingerprint) (weburl.ID, error) {
	if !t.may(fp) {
		return weburl.ID{}, nil
	}
	key := record.TextKey(fp)
	v, err := t.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return weburl.ID{}, nil
	}
	if err != nil {
		return weburl.ID{}, fmt.Errorf("read fingerprint: %w", err)
	}
	if len(v) != record.IDLen {
		return weburl.ID{}, record.Corrupt(key, record.ErrRecord)
	}
	return weburl.ID(v), nil
}

// may reports whether a page may have a text.
func (t *Table) may(fp aranea.Fingerprint) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.filter == nil || t.filter.Has(keyOf(fp))
}

// Prepare makes the filter if there is none, which reads the whole table. It does not block
// others: until the filter is made, or if that fails, Holder reads the store for every text.
func (t *Table) Prepare() error {
	next := t.begin()
	if next == nil {
		return nil
	}
	err := t.fill(next)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next = nil; err == nil {
		t.filter, t.expect = next, next.Len()
	}
	return err
}

// begin returns the filter to make, with room for twice the expected texts; nil if there is one
// or it is being made.
func (t *Table) begin() *bloom.Filter {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.filter != nil || t.next != nil {
		return nil
	}
	t.next = bloom.New(2*t.expect, t.limit)
	return t.next
}

// fill adds all texts of the store to the filter that is being made, to which Changed adds
// meanwhile.
func (t *Table) fill(next *bloom.Filter) error {
	for p, err := range t.kv.Scan([]byte{record.TableText}, []byte{record.TableText + 1}) {
		if err != nil {
			return fmt.Errorf("read fingerprints: %w", err)
		}
		fp, err := record.ParseText(p.Key)
		if err != nil {
			return err
		}
		t.mu.Lock()
		next.Add(keyOf(fp))
		t.mu.Unlock()
	}
	return nil
}

// keyOf returns the filter key of a text: fingerprints are hashes.
func keyOf(fp aranea.Fingerprint) bloom.Key {
	return bloom.Key{Hi: binary.BigEndian.Uint64(fp[:8]), Lo: binary.BigEndian.Uint64(fp[8:])}
}

// Changed tells the table which texts have other pages now. It must be called once that is
// visible in the store, and before anybody relies on it.
func (t *Table) Changed(now map[aranea.Fingerprint]weburl.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range []*bloom.Filter{t.filter, t.next} {
		for fp, id := range now {
			if f != nil && !id.IsZero() {
				f.Add(keyOf(fp))
			}
		}
	}
	if t.filter != nil && t.filter.Full() {
		t.expect, t.filter = t.filter.Len(), nil
	}
}
