package pageweight

import (
	"sync/atomic"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/segmentcache"
	"github.com/aranea-search/aranea/weburl"
)

// A Memory keeps the levels of the pages of one index, in half a byte for each page, so that the address of a page
// is compared with the patterns once while its segment exists and the list stays as it is. The zero Memory is empty.
// It is safe for concurrent use.
type Memory struct {
	columns segmentcache.Cache[*Set, column, atomic.Uint32]
}

// A column has the levels of the documents of a segment, eight in a number, the first in the lowest four bits: one
// more than the level, 0 if it was not asked for.
type column []atomic.Uint32

const (
	perNumber = 8
	levelBits = 4
)

// Weights are the weights of the pages of a snapshot. nil gives all pages the same. They are safe for concurrent use.
type Weights struct {
	set     *Set
	snap    *index.Snapshot
	columns []column // nil for a segment in memory, which will be gone soon
}

// Of returns the weights of the pages of a snapshot, nil if a list has none. What is kept of another list, or of
// segments that the snapshot does not have, is dropped.
func (m *Memory) Of(snap *index.Snapshot, set *Set) *Weights {
	if set.Len() == 0 {
		return nil
	}
	columns := m.columns.Columns(snap, set, func(docs int) column { return make(column, (docs+perNumber-1)/perNumber) })
	return &Weights{set: set, snap: snap, columns: columns}
}

// Most returns the largest share that a page gains, 0 if none gains anything.
func (w *Weights) Most() float64 {
	if w == nil {
		return 0
	}
	return w.set.most
}

// Level returns the level of a document.
func (w *Weights) Level(seg int, doc uint32) Level {
	if w == nil {
		return Normal
	}
	c, at := w.columns[seg], doc%perNumber*levelBits
	if c != nil {
		if v := c[doc/perNumber].Load() >> at & (1<<levelBits - 1); v > 0 {
			return Level(v - 1)
		}
	}
	level := Normal
	rule, read := w.rule(seg, doc)
	if rule != nil {
		level = rule.Level
	}
	if c != nil && read {
		c[doc/perNumber].Or(uint32(level+1) << at) // whoever asks at the same time finds the same
	}
	return level
}

// Rule returns the line of the list that decides about a document; nil if there is none.
func (w *Weights) Rule(seg int, doc uint32) *Rule {
	if w == nil {
		return nil
	}
	r, _ := w.rule(seg, doc)
	return r
}

// rule is Rule; read is false if the address of the document cannot be read.
func (w *Weights) rule(seg int, doc uint32) (r *Rule, read bool) {
	d, err := w.snap.Doc(seg, doc)
	if err != nil {
		return nil, false // who shows the page tells it
	}
	u, err := weburl.Parse(d.URL)
	if err != nil {
		return nil, false
	}
	return w.set.Of(u), true
}
