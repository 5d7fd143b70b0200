package segment

import (
	"math"

	"github.com/aranea-search/aranea/index/varint"
)

// fewPostings are those of a list of fewer than BlockDocs, to be filled with what an encoder's
// short wrote. Each method returns what is behind them, and reports false if they cannot be.
type fewPostings struct {
	docs, freqs []uint32
	imps        []uint8
}

// form reads those of a form.
func (f fewPostings) form(b []byte, t tables) ([]byte, bool) {
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
		times := uint32(d & mostTimes) // the impact is that of a word so often; 0 if it follows
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

// stem reads those of a stem.
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

// other reads those of a filter or of a word of the URL.
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

// What the low bits of a form's posting say in formats before fewBytes.
const (
	onceBit  = 1 // it stands there once: no frequency follows
	plainBit = 2 // its impact is the one that is expected, and does not follow
)

// former reads those of a format before fewBytes, in which only forms have low bits.
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

// behind returns the document so far behind another, or behind 0 if it is the first of a
// list. It reports false if there is none.
func (t tables) behind(doc uint32, d uint64, i int) (uint32, bool) {
	next := uint64(doc) + d
	return uint32(next), d <= math.MaxUint32 && next < uint64(len(t.spans)) && (d > 0 || i == 0)
}
