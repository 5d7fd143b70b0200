// Package learned stores what crawls learned about hosts beside the frontier, in the same
// key-value store: one record for each kind of knowledge and name.
//
// Records that are put without sync become durable together with the next synced change of the
// frontier, because batches of one store become durable in the order in which they were made:
// what was learned from a visit is lost with the visit, and never without it. Counts of templates
// are put only when their pages have doubled (crawl/learn): a kill loses what came since, up to
// half of all, and repeated kills may keep a count from growing.
//
// Floor: 3 (state and input/output). Stability: engine. It does not know the contents of the
// records: packages mirror, trap, zone and prior encode and decode them. The key is described in
// docs/format/frontier.md.
package learned

import (
	"errors"
	"fmt"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// Table is the first byte of the keys; no key of the frontier begins with it.
const Table = 'l'

// A Kind is the kind of knowledge in a record. Its byte is stored.
type Kind byte

// The kinds of records. The zero kind is invalid.
const (
	Mirrors Kind = 'm' // by origin: see package mirror
	Traps   Kind = 't' // by origin: see package trap
	Zones   Kind = 'z' // by origin: see package zone

	Languages Kind = 'g' // by origin: see package prior
	Begun     Kind = 'r' // by URL: see package crawl/attempts
)

// String returns the name of the kind.
func (k Kind) String() string {
	switch k {
	case Mirrors:
		return "mirrors"
	case Traps:
		return "traps"
	case Zones:
		return "zones"
	case Languages:
		return "languages"
	case Begun:
		return "begun"
	}
	return fmt.Sprintf("kind(%d)", byte(k))
}

// A Record is one piece of knowledge.
type Record struct {
	Kind Kind
	Name string // of the origin or URL
	Data []byte // nil for none
}

// A Store keeps records. It is safe for concurrent use.
type Store struct{ kv store.KV }

// New returns a Store in kv, which its owner must close.
func New(kv store.KV) *Store { return &Store{kv: kv} }

func key(k Kind, name string) []byte {
	return append([]byte{Table, byte(k)}, name...)
}

// Get returns the data of a record, or nil if there is none.
func (s *Store) Get(k Kind, name string) ([]byte, error) {
	v, err := s.kv.Get(key(k, name))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was learned of %s: %w", name, err)
	}
	return v, nil
}

// Put stores records, and removes those without data. With sync they are durable when it returns.
func (s *Store) Put(records []Record, sync bool) error {
	if len(records) == 0 {
		return nil
	}
	b := s.kv.NewBatch()
	for _, r := range records {
		if r.Data == nil {
			b.Delete(key(r.Kind, r.Name))
			continue
		}
		b.Put(key(r.Kind, r.Name), r.Data)
	}
	if err := b.Commit(sync); err != nil {
		return fmt.Errorf("store what was learned: %w", err)
	}
	return nil
}

// All yields the records of a kind ordered by name.
func (s *Store) All(k Kind) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for p, err := range s.kv.Scan([]byte{Table, byte(k)}, []byte{Table, byte(k) + 1}) {
			if err != nil {
				yield(Record{}, fmt.Errorf("read what was learned: %w", err))
				return
			}
			if !yield(Record{Kind: k, Name: string(p.Key[2:]), Data: append([]byte(nil), p.Value...)}, nil) {
				return
			}
		}
	}
}

// Damaged returns the error for a record that cannot be decoded.
func Damaged(k Kind, name string, err error) error {
	return &aranea.Error{Op: "read " + k.String(), Kind: aranea.Corrupt, Obj: name, Err: err}
}
