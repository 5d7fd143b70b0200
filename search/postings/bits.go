package postings

import "math/bits"

// Width is the number of documents of a window, which begins at a multiple of 64.
const Width = 2048

// Bits is a set of documents of a window, as offsets from its first document. The zero value is
// empty.
type Bits [Width / 64]uint64

// Fill sets the set to the first n documents.
func (b *Bits) Fill(n int) {
	clear(b[:])
	b.AddRange(0, n)
}

// AddRange adds the documents [from, to).
func (b *Bits) AddRange(from, to int) {
	for i := from / 64; i*64 < to; i++ {
		b[i] |= part(i, from, to)
	}
}

// HasRange reports whether the set has a document in [from, to).
func (b *Bits) HasRange(from, to int) bool {
	for i := from / 64; i*64 < to; i++ {
		if b[i]&part(i, from, to) != 0 {
			return true
		}
	}
	return false
}

// part returns the bits of word i that are in [from, to).
func part(i, from, to int) uint64 {
	w := ^uint64(0)
	if from > i*64 {
		w <<= from - i*64
	}
	if to < (i+1)*64 {
		w &= 1<<(to-i*64) - 1
	}
	return w
}

// Add adds a document.
func (b *Bits) Add(at uint32) { b[at/64] |= 1 << (at % 64) }

// Remove removes a document.
func (b *Bits) Remove(at uint32) { b[at/64] &^= 1 << (at % 64) }

// Has reports whether the set holds a document.
func (b *Bits) Has(at uint32) bool { return b[at/64]&(1<<(at%64)) != 0 }

// And keeps only documents that another set also has.
func (b *Bits) And(o *Bits) {
	for i := range b {
		b[i] &= o[i]
	}
}

// Or adds another set.
func (b *Bits) Or(o *Bits) {
	for i := range b {
		b[i] |= o[i]
	}
}

// Without removes another set.
func (b *Bits) Without(o *Bits) {
	for i := range b {
		b[i] &^= o[i]
	}
}

// Count adds a set to counters: counts[n] has the documents that were in more than n sets.
func Count(counts []Bits, set *Bits) {
	for n := len(counts) - 1; n > 0; n-- {
		for i := range set {
			counts[n][i] |= counts[n-1][i] & set[i]
		}
	}
	counts[0].Or(set)
}

// Len returns how many documents the set holds.
func (b *Bits) Len() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether the set holds nothing.
func (b *Bits) Empty() bool {
	var all uint64
	for _, w := range b {
		all |= w
	}
	return all == 0
}

// Each yields the documents, ascending, that the set has at the beginning.
func (b *Bits) Each(yield func(at uint32) bool) {
	for i, word := range *b {
		for ; word != 0; word &= word - 1 {
			if !yield(uint32(i*64+bits.TrailingZeros64(word)) % Width) {
				return
			}
		}
	}
}
