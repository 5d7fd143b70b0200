package invert

import (
	"math/bits"

	"github.com/aranea-search/aranea/index/segment"
)

// sums are the weighted frequencies of some words in documents.
type sums struct {
	of     []float32 // by documents
	set    []uint64  // the documents that have any
	lo, hi uint32    // where in set they are, the latter without
}

// reset prepares for so many documents. The sums are empty.
func (s *sums) reset(docs int) {
	if len(s.of) < docs {
		s.of, s.set = make([]float32, docs), make([]uint64, (docs+63)/64)
	}
	s.lo, s.hi = uint32(len(s.set)), 0
}

func (s *sums) has(doc uint32) bool { return s.set[doc/64]>>(doc%64)&1 != 0 }

func (s *sums) add(doc uint32, weight float32) {
	s.set[doc/64] |= 1 << (doc % 64)
	s.of[doc] += weight
	s.lo, s.hi = min(s.lo, doc/64), max(s.hi, doc/64+1)
}

// take appends the postings of all documents, and empties the sums.
func (s *sums) take(l *segment.List, first uint32) {
	for at := s.lo; at < s.hi; at++ {
		for set := s.set[at]; set != 0; set &= set - 1 {
			doc := at*64 + uint32(bits.TrailingZeros64(set))
			l.Docs, l.Impacts = append(l.Docs, first+doc), append(l.Impacts, segment.Quantise(float64(s.of[doc])))
			s.of[doc] = 0
		}
		s.set[at] = 0
	}
}
