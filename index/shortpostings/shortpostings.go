// Package shortpostings writes and reads the postings of terms in few documents, which are most of all terms.
// Of each posting the gap to the document before is a number in exponential Golomb code; of forms and
// stems a frequency follows, and by how much the impact differs from the one that is expected for that;
// of words of the address the impact. Lists of former formats are bytes.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure.
package shortpostings

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/golomb"
	"github.com/aranea-search/aranea/index/impact"
)

// Tables are needed to decode postings: the span of each document, in one byte, and the weight
// of a plain word.
type Tables struct{ Spans, Plains []byte }

// PlainSize is the number of bytes of the weight of a plain word, which is stored in units of
// 1/plainScale.
const (
	PlainSize  = 2
	plainScale = 1 << 14
)

// PackPlain encodes the weight of a plain word.
func PackPlain(w float64) uint16 {
	return uint16(min(max(math.Round(w*plainScale), 0), math.MaxUint16))
}

// Plain returns the weight of a plain word in a document, in parts of 1<<14.
func (t Tables) Plain(doc uint32) uint16 {
	return binary.LittleEndian.Uint16(t.Plains[int(doc)*PlainSize:])
}

// Span returns a bound above all positions of a document.
func (t Tables) Span(doc uint32) uint32 { return eliasfano.Span(t.Spans[doc]) }

// Impact returns the expected impact of a word with a frequency in a document: the impact if
// all its occurrences are in the text and without emphasis.
func (t Tables) Impact(doc, freq uint32) uint8 {
	return impact.Of(float32(freq) * float32(t.Plain(doc)) * (1.0 / plainScale))
}

// impactBits is the number of low bits of a difference to the expected impact.
const impactBits = 3

// GapBits returns the number of low bits of the gaps between some of all documents. Most are far
// below the mean, since pages of one site stand together.
func GapBits(docs, some int) uint { return uint(max(bits.Len32(uint32(docs/some))-4, 0)) }

// A Writer appends postings to the bits of a list.
type Writer struct {
	To     *eliasfano.Writer
	Tables Tables
}

// Document writes how many documents lie between a posting and the one before. low is what GapBits
// returns.
func (w Writer) Document(gap uint32, low uint) { w.To.Put(golomb.Code(gap, low)) }

// Stem writes the impact of a stem, by how often a form would have to occur for that.
func (w Writer) Stem(doc uint32, imp uint8) { w.Form(doc, w.Tables.times(doc, imp), imp) }

// Form writes the frequency and the impact of a form. It returns false if the frequency is too large.
func (w Writer) Form(doc, freq uint32, imp uint8) bool {
	more := int(imp) - int(w.Tables.Impact(doc, freq))
	code, n := golomb.Code(freq-1, 0)
	switch {
	case n >= golomb.MaxBits:
		return false
	case more == 0:
		w.To.Put(code<<1, n+1)
	default:
		w.To.Put(code<<1|1, n+1)
		w.To.Put(golomb.Code(folded(more), impactBits))
	}
	return true
}

// folded maps 1, -1, 2, -2 and so on to 0, 1, 2, 3 and so on.
func folded(d int) uint32 {
	if d > 0 {
		return uint32(2*d - 2)
	}
	return uint32(-2*d - 1)
}

// unfolded is the inverse of folded.
func unfolded(n uint64) int {
	if n&1 == 0 {
		return int(n/2) + 1
	}
	return -int(n/2) - 1
}

// times returns how often a word would have to occur in a document for an impact, about.
func (t Tables) times(doc uint32, imp uint8) uint32 {
	plain := t.Plain(doc)
	if plain == 0 {
		return 1
	}
	const most = math.MaxUint16
	return uint32(min(max(impact.Weight(imp)*(plainScale/float32(plain))+0.5, 1), most))
}
