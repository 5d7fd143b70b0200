package shortpostings

import (
	"math"

	"github.com/aranea-search/aranea/index/varint"
)

// What follows reads lists of the formats of segments before 9. Each method returns the bytes behind
// them, and false if they are invalid.

// The class of a form's or stem's posting in a short list, in its low bits. For a stem it is
// the number of occurrences that would give a word with the expected impact the stem's impact;
// 0 if there is no such number up to mostTimes, and the impact follows.
const (
	classBits = 2
	mostTimes = 1<<classBits - 1

	// For a form:
	formOther = 0 // the frequency follows, shifted left by one; the impact follows unless the low bit is set
	formOnce  = 1 // one occurrence with the expected impact
	formTwice = 2 // two occurrences with the expected impact
	formBold  = 3 // one occurrence; the impact follows
)

// Form reads the postings of a form. Unless impacts are wanted, those are left out that have to
// be computed from tables.
func (f Postings) Form(b []byte, t Tables, impacts bool) ([]byte, bool) {
	doc := uint32(0)
	for i := range f.Docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d>>classBits, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.Docs[i] = doc
		times := uint32(d & mostTimes) // the number of occurrences with the expected impact; 0 if the impact follows
		switch times {
		case formOther:
			d, b = varint.Next(b)
			f.Freqs[i], times = uint32(d>>1), uint32(d>>1*(d&1))
		case formBold:
			f.Freqs[i], times = 1, 0
		default:
			f.Freqs[i] = times
		}
		if times > 0 {
			if impacts {
				f.Impacts[i] = t.Impact(doc, times)
			}
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.Impacts[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// Stem reads the postings of a stem.
func (f Postings) Stem(b []byte, t Tables) ([]byte, bool) {
	doc := uint32(0)
	for i := range f.Docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d>>classBits, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.Docs[i], f.Freqs[i] = doc, 1
		if times := uint32(d & mostTimes); times > 0 {
			f.Impacts[i] = t.Impact(doc, times)
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.Impacts[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// Other reads the postings of a word of the address, or without impacts those of a filter.
func (f Postings) Other(b []byte, t Tables, impacts bool) ([]byte, bool) {
	doc := uint32(0)
	for i := range f.Docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.Docs[i], f.Freqs[i], f.Impacts[i] = doc, 1, 0
		if !impacts {
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.Impacts[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// Low bits of a form's posting in formats before format 8.
const (
	onceBit  = 1 // one occurrence: no frequency follows
	plainBit = 2 // the expected impact: no impact follows
)

// Oldest reads the postings of a form in formats before format 8. Those of all others are as Other reads
// them.
func (f Postings) Oldest(b []byte, t Tables) ([]byte, bool) {
	doc := uint32(0)
	for i := range f.Docs {
		var d uint64
		d, b = varint.Next(b)
		next, ok := t.behind(doc, d>>classBits, i)
		if !ok {
			return nil, false
		}
		doc = next
		f.Docs[i], f.Freqs[i] = doc, 1
		if d&onceBit == 0 {
			var n uint64
			n, b = varint.Next(b)
			f.Freqs[i] = uint32(n)
		}
		if d&plainBit != 0 {
			f.Impacts[i] = t.Impact(doc, f.Freqs[i])
			continue
		}
		if len(b) == 0 {
			return nil, false
		}
		f.Impacts[i], b = b[0], b[1:]
	}
	return b, b != nil
}

// behind returns the document that is d after doc, or the document d if i is 0. It returns
// false if there is none.
func (t Tables) behind(doc uint32, d uint64, i int) (uint32, bool) {
	next := uint64(doc) + d
	return uint32(next), d <= math.MaxUint32 && next < uint64(len(t.Spans)) && (d > 0 || i == 0)
}
