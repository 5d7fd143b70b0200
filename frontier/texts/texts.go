// Package texts says which page has a text: the table of text fingerprints in the
// store of the frontier. Most texts that are asked for are nobody's, and a filter in
// memory tells that of nearly all of them: each page is asked for twice, before it is
// planned and when it is committed.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. A Table is
// safe for concurrent use; what is written to the store it must be told of.
package texts

import (
	"errors"
	"fmt"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Table answers which page has a text.
type Table struct {
	kv    store.KV
	limit int // bytes of the filter

	mu     sync.Mutex
	expect int     // texts that there may be
	filter *filter // nil until it is needed, and when it is full
}

// New returns the table of a store that has about so many texts. Its filter takes at
// most limit bytes; with more than two texts for three of them the store is asked in vain
// more and more often.
func New(kv store.KV, expect, limit int) *Table { return &Table{kv: kv, expect: expect, limit: limit} }

// Holder returns the page that has a text, zero if none has.
func (t *Table) Holder(fp aranea.Fingerprint) (weburl.ID, error) {
	if may, err := t.may(fp); err != nil || !may {
		return weburl.ID{}, err
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

// may reports whether a text may be somebody's.
func (t *Table) may(fp aranea.Fingerprint) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.filter == nil {
		if err := t.load(); err != nil {
			return false, err
		}
	}
	return t.filter.has(fp), nil
}

// load makes the filter, with room for twice as many texts as there may be.
func (t *Table) load() error {
	f := newFilter(2*t.expect, t.limit)
	for p, err := range t.kv.Scan([]byte{record.TableText}, []byte{record.TableText + 1}) {
		if err != nil {
			return fmt.Errorf("read fingerprints: %w", err)
		}
		fp, err := record.ParseText(p.Key)
		if err != nil {
			return err
		}
		f.add(fp)
	}
	t.filter, t.expect = f, f.n
	return nil
}

// Changed hears which texts have other pages now. It is called once that is to be seen
// in the store, and before anybody relies on it.
func (t *Table) Changed(now map[aranea.Fingerprint]weburl.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.filter == nil {
		return
	}
	for fp, id := range now {
		if !id.IsZero() {
			t.filter.add(fp)
		}
	}
	if t.filter.full() {
		t.expect, t.filter = t.filter.n, nil
	}
}
