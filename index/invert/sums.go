package invert

import (
	"math/bits"

	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/segment"
)

// sums are weighted frequencies by document, summed over several words.
type sums struct {
	of     []float32 // by document
	set    []uint64  // bit set of the documents that have a sum
	own    []uint64  // likewise of those where a word is outside of the template
	lo, hi uint32    // the range of set that is in use, hi exclusive
}

// reset prepares for that many documents. The sums must be empty.
func (s *sums) reset(docs int) {
	if len(s.of) < docs {
		s.of, s.set, s.own = make([]float32, docs), make([]uint64, (docs+63)/64), make([]uint64, (docs+63)/64)
	}
	s.lo, s.hi = uint32(len(s.set)), 0
}

func (s *sums) has(doc uint32) bool { return s.set[doc/64]>>(doc%64)&1 != 0 }

func (s *sums) add(doc uint32, weight float32, own bool) {
	s.set[doc/64] |= 1 << (doc % 64)
	if own {
		s.own[doc/64] |= 1 << (doc % 64)
	}
	s.of[doc] += weight
	s.lo, s.hi = min(s.lo, doc/64), max(s.hi, doc/64+1)
}

// take appends a posting for each document that has a sum, and empties the sums.
func (s *sums) take(l *segment.List, first uint32) {
	for at := s.lo; at < s.hi; at++ {
		for set := s.set[at]; set != 0; set &= set - 1 {
			doc := at*64 + uint32(bits.TrailingZeros64(set))
			l.Docs, l.Impacts = append(l.Docs, first+doc), append(l.Impacts, impact.Quantise(float64(s.of[doc])))
			s.of[doc] = 0
		}
		for left := s.set[at] &^ s.own[at]; left != 0; left &= left - 1 {
			l.Template = append(l.Template, first+at*64+uint32(bits.TrailingZeros64(left)))
		}
		s.set[at], s.own[at] = 0, 0
	}
}
