// Package texts says which page has a text: the table of text fingerprints in the
// store of the frontier. It remembers which texts were lately found to be nobody's,
// because each is asked for twice: before a page is planned, and when it is committed.
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

// maxFree bounds the texts that are remembered to be nobody's, in about 40 bytes each.
const maxFree = 1 << 12

// A Table answers which page has a text.
type Table struct {
	kv store.KV

	mu      sync.Mutex
	free    map[aranea.Fingerprint]bool // nobody has them
	changes int                         // calls of Changed
}

// New returns the table of a store.
func New(kv store.KV) *Table { return &Table{kv: kv, free: map[aranea.Fingerprint]bool{}} }

// Holder returns the page that has a text, zero if none has.
func (t *Table) Holder(fp aranea.Fingerprint) (weburl.ID, error) {
	free, changes := t.isFree(fp)
	if free {
		return weburl.ID{}, nil
	}
	key := record.TextKey(fp)
	v, err := t.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		t.remember(fp, changes)
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

func (t *Table) isFree(fp aranea.Fingerprint) (free bool, changes int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.free[fp], t.changes
}

// remember notes that a text was found to be nobody's, unless something was written
// since: that may have been its page.
func (t *Table) remember(fp aranea.Fingerprint, changes int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.changes != changes {
		return
	}
	if len(t.free) >= maxFree {
		clear(t.free)
	}
	t.free[fp] = true
}

// Changed hears which texts have other pages now. It is called once that is to be seen
// in the store, and before anybody relies on it.
func (t *Table) Changed(now map[aranea.Fingerprint]weburl.ID) {
	if len(now) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changes++
	for fp := range now {
		delete(t.free, fp)
	}
}
