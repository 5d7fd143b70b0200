package condition

import (
	"math/bits"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/postings"
)

// ranged holds the documents of a segment that have a value in a range, a bit for each document of the
// segment: a range stands for many lists, which are read one after another.
type ranged struct {
	set  []uint64
	lost bool // some lists cannot be read
	err  error
}

// inRange returns the documents with a value in the range, which it reads when it is first asked.
func (n *Node) inRange() *ranged {
	if n.ranged != nil {
		return n.ranged
	}
	docs := uint32(n.snap.SegmentDocs(n.seg))
	r := &ranged{set: make([]uint64, (docs+63)/64)}
	r.lost, r.err = n.of.values.Each(n.snap, n.seg, 0, docs, func(doc uint32, _ float64) { r.set[doc/64] |= 1 << (doc % 64) })
	n.ranged = r
	return r
}

func (r *ranged) has(doc uint32) bool {
	return doc/64 < uint32(len(r.set)) && r.set[doc/64]&(1<<(doc%64)) != 0
}

// after returns the first document from doc on, segment.NoDoc if there is none.
func (r *ranged) after(doc uint32) uint32 {
	skipped := ^uint64(0) << (doc % 64)
	for at := doc / 64; at < uint32(len(r.set)); at++ {
		if word := r.set[at] & skipped; word != 0 {
			return at*64 + uint32(bits.TrailingZeros64(word))
		}
		skipped = ^uint64(0)
	}
	return segment.NoDoc
}

// fill sets set to the documents of the window from a multiple of 64 on.
func (r *ranged) fill(set *postings.Bits, from uint32) {
	*set = postings.Bits{}
	if at := from / 64; at < uint32(len(r.set)) {
		copy(set[:], r.set[at:])
	}
}
