package invert

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// An ordered value is a term with the first bytes of its text, by which most terms
// are told apart.
type ordered struct {
	head   uint64
	number uint32
}

// orderFrom returns the terms from a number on, ascending by their texts.
func (b *Buffer) orderFrom(from uint32) []ordered {
	out := make([]ordered, 0, uint32(b.words.held)-from)
	for n := from; n < uint32(b.words.held); n++ {
		var head [8]byte
		copy(head[:], b.words.text(b.words.term(n)))
		out = append(out, ordered{binary.BigEndian.Uint64(head[:]), n})
	}
	out = sortHeads(out)
	for lo := 0; lo < len(out); {
		hi := lo + 1
		for hi < len(out) && out[hi].head == out[lo].head {
			hi++
		}
		slices.SortFunc(out[lo:hi], func(x, y ordered) int {
			return bytes.Compare(b.words.text(b.words.term(x.number)), b.words.text(b.words.term(y.number)))
		})
		lo = hi
	}
	return out
}

// sortHeads sorts by heads: by one byte after another, from the last to the first.
func sortHeads(all []ordered) []ordered {
	var counts [8][256]uint32
	for i := range all {
		for d, h := 0, all[i].head; d < 8; d, h = d+1, h>>8 {
			counts[d][byte(h)]++
		}
	}
	other := make([]ordered, len(all))
	for d := range counts {
		at, shift := uint32(0), uint(8*d)
		for i, n := range counts[d] {
			counts[d][i] = at
			at += n
		}
		for _, o := range all {
			to := &counts[d][byte(o.head>>shift)]
			other[*to] = o
			*to++
		}
		all, other = other, all
	}
	return all
}
