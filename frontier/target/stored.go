package target

import (
	"iter"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
)

// Stored reads the targets that the operator removed.
func Stored(kv store.KV) (*Set, error) {
	all := NewSet()
	for x, err := range orders(kv, record.TableRule) {
		if err != nil {
			return nil, err
		}
		t, err := Parse(x.name)
		if err != nil {
			return nil, record.Corrupt(x.key, err)
		}
		all.Put(t, max(x.since, 1))
	}
	return all, nil
}

// StoredHosts reads the names of the hosts that the operator holds, and since when.
func StoredHosts(kv store.KV) (map[string]record.Instant, error) {
	all := map[string]record.Instant{}
	for x, err := range orders(kv, record.TableHeld) {
		if err != nil {
			return nil, err
		}
		all[x.name] = x.since
	}
	return all, nil
}

// An order is a stored name with the instant of the operator's decision.
type order struct {
	key   []byte
	name  string
	since record.Instant
}

// orders yields the names and instants of a table.
func orders(kv store.KV, table byte) iter.Seq2[order, error] {
	return func(yield func(order, error) bool) {
		for p, err := range kv.Scan([]byte{table}, []byte{table + 1}) {
			if err != nil {
				yield(order{}, err)
				return
			}
			r := record.NewReader(p.Value)
			x := order{p.Key, string(p.Key[1:]), r.At()}
			if err := r.End(); err != nil {
				yield(order{}, record.Corrupt(p.Key, err))
				return
			}
			if !yield(x, nil) {
				return
			}
		}
	}
}
