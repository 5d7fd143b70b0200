package segment

import (
	"math"

	"github.com/aranea-search/aranea/index/varint"
)

// fewPostings receive the postings of a list with fewer than BlockDocs of them, as an encoder's
// short wrote them. Each method returns the bytes after them, and false if they are invalid.
type fewPostings struct {
	docs, freqs []uint32
	imps        []uint8
}

// form reads the postings of a form. Unless impacts are wanted, those are left out that have to
// be computed from tables.
func (f fewPostings) form(b []byte, t tables, impacts bool) ([]byte, bool) {
	doc := uint32(0)
	for i := range f.docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d>>classBits, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.docs[i] = doc
		times := uint32(d & mostTimes) // the number of occurrences with the expected impact; 0 if the impact follows
		switch times {
		case formOther:
			d, b = varint.Next(b)
			f.freqs[i], times = uint32(d>>1), uint32(d>>1*(d&1))
		case formBold:
			f.freqs[i], times = 1, 0
		default:
			f.freqs[i] = times
		}
		if times > 0 {
			if impacts {
				f.imps[i] = t.impact(doc, times)
			}
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.imps[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// stem reads the postings of a stem.
func (f fewPostings) stem(b []byte, t tables) ([]byte, bool) {
	doc := uint32(0)
	for i := range f.docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d>>classBits, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.docs[i], f.freqs[i] = doc, 1
		if times := uint32(d & mostTimes); times > 0 {
			f.imps[i] = t.impact(doc, times)
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.imps[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// other reads the postings of a filter or of a word of the address.
func (f fewPostings) other(b []byte, k kind, t tables) ([]byte, bool) {
	doc := uint32(0)
	for i := range f.docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.docs[i], f.freqs[i], f.imps[i] = doc, 1, 0
		if k == kindFilter {
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.imps[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// Low bits of a form's posting in formats before fewBytes.
const (
	onceBit  = 1 // one occurrence: no frequency follows
	plainBit = 2 // the expected impact: no impact follows
)

// former reads postings in formats before fewBytes, in which only forms have low bits.
func (f fewPostings) former(b []byte, k kind, t tables) ([]byte, bool) {
	if k != kindForm {
		return f.other(b, k, t)
	}
	doc := uint32(0)
	for i := range f.docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d>>classBits, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.docs[i], f.freqs[i] = doc, 1
		if d&onceBit == 0 {
			var n uint64
			n, b = varint.Next(b)
			f.freqs[i] = uint32(n)
		}
		if d&plainBit != 0 {
			f.imps[i] = t.impact(doc, f.freqs[i])
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.imps[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// behind returns the document that is d after doc, or the document d if i is 0. It returns
// false if there is none.
func (t tables) behind(doc uint32, d uint64, i int) (uint32, bool) {
	next := uint64(doc) + d
	return uint32(next), d <= math.MaxUint32 && next < uint64(len(t.spans)) && (d > 0 || i == 0)
}
