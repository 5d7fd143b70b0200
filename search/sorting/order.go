package sorting

import (
	"math"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/quantities"
)

// Last is the score of a page that has no value to sort by.
const Last = -math.MaxFloat64

// mostPages is for how many pages of a segment the values are in memory at once, in 8 bytes each. Of
// larger segments they are read in parts.
const mostPages = 1 << 20

// An Order gives pages of a snapshot scores by which they are sorted, the highest first. It is used by one
// goroutine, and is fast if the pages are asked for in their order.
type Order struct {
	snap   *index.Snapshot
	by     By
	values *quantities.Values // of the facet; nil for the order by date
	// part has the scores of the pages of a segment from one on.
	part []float64
	seg  int
	from uint32
	most uint32
	err  error
}

// New returns the order of a name that Parse reads, nil if it is "". hints get what was left out.
func New(snap *index.Snapshot, sort string, hints *hint.List) (*Order, error) {
	by, err := Parse(sort)
	if err != nil || sort == "" {
		return nil, err
	}
	o := &Order{snap: snap, by: by, seg: -1, most: mostPages}
	if by.Facet == "" {
		return o, nil
	}
	if o.values, err = quantities.Of(snap, by.Facet, func(quantity.Quantity) bool { return true }); err != nil {
		return nil, err
	}
	hints.Tell(o.values.Hint)
	return o, nil
}

// Cost adds to a tally what it costs to read the values; nothing for dates, which are columns.
func (o *Order) Cost(t *admission.Tally) {
	if o == nil || o.values == nil {
		return
	}
	parts := 1
	for seg := range o.snap.Segments() {
		parts = max(parts, (o.snap.SegmentDocs(seg)+mostPages-1)/mostPages)
	}
	o.values.Cost(t, parts)
}

// Score returns the date of a page in seconds since 1970, or its value of the facet: of several the lowest
// one, negated, if the lowest come first, and else the highest; Last if it has none. A date is its year with
// the part of it that has passed (quantity.Quantity).
func (o *Order) Score(seg int, doc uint32) float64 {
	if o.values == nil {
		return float64(o.snap.Date(seg, doc))
	}
	if seg != o.seg || doc < o.from || doc-o.from >= uint32(len(o.part)) {
		o.read(seg, doc)
	}
	return o.part[doc-o.from]
}

// Facet returns the name of the facet that pages are sorted by, "" for the order by date; o may be nil.
func (o *Order) Facet() string {
	if o == nil {
		return ""
	}
	return o.by.Facet
}

// Text returns the value of the facet that a page has its score by, in lower case; "" if it has none.
func (o *Order) Text(seg int, doc uint32, score float64) (string, error) {
	if o.values == nil || score == Last {
		return "", nil
	}
	if !o.by.Descending {
		score = 0 - score
	}
	return o.values.TextOf(o.snap, seg, doc, score)
}

// read reads the scores of the part of a segment that a page is in.
func (o *Order) read(seg int, doc uint32) {
	docs := uint32(o.snap.SegmentDocs(seg))
	o.seg, o.from = seg, doc-doc%o.most
	if size := int(min(docs-o.from, o.most)); cap(o.part) < size {
		o.part = make([]float64, size)
	} else {
		o.part = o.part[:size]
	}
	for i := range o.part {
		o.part[i] = Last
	}
	_, err := o.values.Each(o.snap, seg, o.from, o.from+uint32(len(o.part)), func(doc uint32, at float64) {
		if !o.by.Descending {
			at = 0 - at // never -0
		}
		o.part[doc-o.from] = max(o.part[doc-o.from], at)
	})
	if err != nil && o.err == nil {
		o.err = err
	}
}

// Err returns the error that made scores wrong.
func (o *Order) Err() error {
	if o == nil {
		return nil
	}
	return o.err
}
