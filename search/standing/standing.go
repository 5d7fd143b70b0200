// Package standing tells the static rank of pages by their place in a snapshot. A table of
// ranks knows pages by key; what it says is cached, because the same pages are asked about
// again and again while their segment exists.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and a table of ranks.
package standing

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/score"
)

// A Memory caches the ranks of the pages of one index, in four bytes per page. The zero value
// is empty. It is safe for concurrent use.
type Memory struct {
	mu       sync.Mutex
	table    *rank.Table
	segments map[string]column
}

// A column caches the levels of the documents of a segment, with a bit that they are known.
type column []atomic.Uint32

const known = 1 << 24

// Ranks are the ranks of the pages of a snapshot. They are safe for concurrent use.
type Ranks struct {
	table   *rank.Table
	snap    *index.Snapshot
	columns []column
}

// Of returns the ranks that a table has for the pages of a snapshot; nil if table is nil. What
// is cached of other tables, or of segments that the snapshot does not have, is dropped.
func (m *Memory) Of(snap *index.Snapshot, table *rank.Table) *Ranks {
	if table == nil {
		return nil
	}
	r := &Ranks{table: table, snap: snap, columns: make([]column, snap.Segments())}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.table != table {
		m.table, m.segments = table, nil
	}
	next := make(map[string]column, len(r.columns))
	for seg := range r.columns {
		if snap.InMemory(seg) {
			continue // it will be gone soon
		}
		name := snap.SegmentName(seg)
		c := m.segments[name]
		if c == nil {
			c = make(column, snap.SegmentDocs(seg))
		}
		r.columns[seg], next[name] = c, c
	}
	m.segments = next
	return r
}

// The largest additions to a score, as shares of the sum of the words' rarities.
// docs/ranking.md tells how they were chosen.
const (
	pageShare  = 0.10 // link popularity of the page
	siteShare  = 0.05 // link popularity of its site
	sitesShare = 0.10 // number of other sites that link to it

	// Most is the sum of these.
	Most = pageShare + siteShare + sitesShare
)

// Most returns the largest addition of ranks, 0 if there are none.
func (r *Ranks) Most() float64 {
	if r == nil {
		return 0
	}
	return Most
}

// Parts returns what the ranks of a document add to its score, as shares of the sum of the
// words' rarities.
func (r *Ranks) Parts(seg int, doc uint32) (parts [3]score.Part) {
	if r == nil {
		return parts
	}
	l := r.Levels(seg, doc)
	parts[0] = score.Part{Name: "rank: links to the page", Value: pageShare / 255 * float64(l.Page)}
	parts[1] = score.Part{Name: "rank: links to its site", Value: siteShare / 255 * float64(l.Site)}
	parts[2] = score.Part{Name: "rank: sites that link to it", Value: sitesShare / 255 * float64(l.Sites)}
	return parts
}

// Levels returns the ranks of a document.
func (r *Ranks) Levels(seg int, doc uint32) rank.Levels {
	c := r.columns[seg]
	if c != nil {
		if v := c[doc].Load(); v != 0 {
			return rank.Levels{Page: uint8(v >> 16), Site: uint8(v >> 8), Sites: uint8(v)}
		}
	}
	key := r.snap.Key(seg, doc)
	l := r.table.Levels(rank.Key(binary.BigEndian.Uint64(key[:])))
	if c != nil {
		c[doc].Store(known | uint32(l.Page)<<16 | uint32(l.Site)<<8 | uint32(l.Sites))
	}
	return l
}
