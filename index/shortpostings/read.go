package shortpostings

import (
	"math"

	"github.com/aranea-search/aranea/index/golomb"
	"github.com/aranea-search/aranea/index/packed"
)

// Postings receive those of a list, which has as many as they have room for.
type Postings struct {
	Docs, Freqs []uint32
	Impacts     []uint8
}

// wordAt returns the bits from an index on, at least golomb.MaxBits of them, with zeros past the end.
func wordAt(b []byte, at uint64) uint64 { return packed.Word(b, at>>3) >> (at & 7) }

// Counted reads the postings of a form, or of a stem, at a bit. Impacts are left out unless they are
// wanted, since they have to be computed from tables. It returns the bit behind them, and false if
// they are invalid.
func (f Postings) Counted(b []byte, at uint64, t Tables, impacts bool) (uint64, bool) {
	low, doc := GapBits(len(t.Spans), len(f.Docs)), uint64(0)
	for i := range f.Docs {
		word := wordAt(b, at)
		gap, n := golomb.Read(word, low)
		if doc += gap; n == 0 || doc >= uint64(len(t.Spans)) {
			return at, false
		}
		at += uint64(n)
		word >>= n
		less, m := golomb.Read(word>>1, 0)
		if m == 0 || n+1+m > golomb.MaxBits { // not all of it was in the word
			word = wordAt(b, at)
			if less, m = golomb.Read(word>>1, 0); m == 0 || m == golomb.MaxBits {
				return at, false
			}
		}
		at += uint64(m) + 1
		freq, more := uint32(less)+1, 0
		if word&1 != 0 {
			d, n := golomb.Read(wordAt(b, at), impactBits)
			if n == 0 || d > 2*math.MaxUint8 {
				return at, false
			}
			at, more = at+uint64(n), unfolded(d)
		}
		f.Docs[i], f.Freqs[i] = uint32(doc), freq
		if impacts {
			imp := int(t.Impact(uint32(doc), freq)) + more
			if imp < 0 || imp > math.MaxUint8 {
				return at, false
			}
			f.Impacts[i] = uint8(imp)
		}
		doc++
	}
	return at, true
}

// Others reads the postings of a word of the address, or without impacts those of a filter, as Counted
// does.
func (f Postings) Others(b []byte, at uint64, t Tables, impacts bool) (uint64, bool) {
	low, doc := GapBits(len(t.Spans), len(f.Docs)), uint64(0)
	for i := range f.Docs {
		gap, n := golomb.Read(wordAt(b, at), low)
		if doc += gap; n == 0 || doc >= uint64(len(t.Spans)) {
			return at, false
		}
		at += uint64(n)
		f.Docs[i], f.Freqs[i], f.Impacts[i] = uint32(doc), 1, 0
		if impacts {
			f.Impacts[i] = uint8(wordAt(b, at))
			at += 8
		}
		doc++
	}
	return at, true
}
