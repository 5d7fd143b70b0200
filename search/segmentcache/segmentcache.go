// Package segmentcache keeps what was found out about the documents of segments as long as these exist: segments are
// immutable, and most stay from one snapshot of an index to the next.
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not know what it keeps.
package segmentcache

import (
	"sync"

	"github.com/aranea-search/aranea/index"
)

// A Cache keeps a column, a slice such as one of a number for each document, for each segment of one index. What it
// keeps holds for one key, such as a table. The zero Cache is empty. It is safe for concurrent use.
type Cache[K comparable, C ~[]E, E any] struct {
	mu      sync.Mutex
	key     K
	columns map[string]C // by the name of the segment
}

// Columns returns the columns of the segments of a snapshot, nil for one in memory, which will be gone soon. A column
// that is not kept yet is made for a number of documents. What is kept for another key, or of segments that the
// snapshot does not have, is dropped.
func (m *Cache[K, C, E]) Columns(snap *index.Snapshot, key K, fresh func(docs int) C) []C {
	out := make([]C, snap.Segments())
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.key != key {
		m.key, m.columns = key, nil
	}
	next := make(map[string]C, len(out))
	for seg := range out {
		if snap.InMemory(seg) {
			continue
		}
		name := snap.SegmentName(seg)
		c := m.columns[name]
		if c == nil {
			c = fresh(snap.SegmentDocs(seg))
		}
		out[seg], next[name] = c, c
	}
	m.columns = next
	return out
}
