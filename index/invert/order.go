package invert

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"unsafe"
)

// An ordered value is a term with the first bytes of its sort key, which decide most
// comparisons.
type ordered struct {
	head   uint64
	number uint32
}

// numbers appends the numbers of terms to dst.
func numbers(dst []uint32, all []ordered) []uint32 {
	for _, x := range all {
		dst = append(dst, x.number)
	}
	return dst
}

// headBytes is the length of a head.
const headBytes = 8

// headOf returns the head of a text.
func headOf(text []byte) uint64 {
	if len(text) >= headBytes {
		return binary.BigEndian.Uint64(text)
	}
	var head [headBytes]byte
	copy(head[:], text)
	return binary.BigEndian.Uint64(head[:])
}

// An order is terms sorted by key; or by stem, and terms of one stem by form.
type order struct {
	words *vocabulary
	stems bool
	all   []ordered
}

// text returns the sort key of a term.
func (o *order) text(n uint32) []byte {
	t := o.words.term(n)
	if o.stems {
		return o.words.stem(t)
	}
	return o.words.key(t)
}

// compare compares two terms.
func (o *order) compare(x, y ordered) int {
	if c := cmp.Compare(x.head, y.head); c != 0 {
		return c
	}
	w := o.words
	return cmp.Or(bytes.Compare(o.text(x.number), o.text(y.number)), bytes.Compare(w.text(w.term(x.number)), w.text(w.term(y.number))))
}

// same returns how many terms, from index i on, have the text of the one at i.
func (o *order) same(i int) int {
	n := 1
	for i+n < len(o.all) && o.all[i+n].head == o.all[i].head && (short(o.all[i].head) || bytes.Equal(o.text(o.all[i+n].number), o.text(o.all[i].number))) {
		n++
	}
	return n
}

// short reports whether a head is the whole text. No text contains NUL.
func short(head uint64) bool { return byte(head) == 0 }

// place returns the index of the first term whose text is not less than another.
func (o *order) place(text []byte) int {
	head := headOf(text)
	at, _ := slices.BinarySearchFunc(o.all, text, func(x ordered, text []byte) int {
		return cmp.Or(cmp.Compare(x.head, head), bytes.Compare(o.text(x.number), text))
	})
	return at
}

// orderFrom sorts the terms with numbers from from on by key. room is scratch memory that calls
// share.
func (b *Buffer) orderFrom(from uint32, room *[]ordered) *order {
	o := &order{words: &b.words, all: make([]ordered, 0, uint32(b.words.held)-from)}
	for n := from; n < uint32(b.words.held); n++ {
		o.all = append(o.all, ordered{headOf(b.words.key(b.words.term(n))), n})
	}
	o.sort(room)
	return o
}

// byStems returns those terms of an order that have stems, sorted by stem.
func (o *order) byStems(room *[]ordered) *order {
	out := &order{words: o.words, stems: true, all: make([]ordered, 0, len(o.all))}
	for _, x := range o.all {
		if stem := o.words.stem(o.words.term(x.number)); len(stem) > 0 {
			out.all = append(out.all, ordered{headOf(stem), x.number})
		}
	}
	out.sort(room)
	return out
}

// sort sorts by head, and then compares the texts of terms with equal heads.
func (o *order) sort(room *[]ordered) {
	if len(*room) < len(o.all) {
		*room = make([]ordered, len(o.all))
	}
	sortHeads(o.all, (*room)[:len(o.all)])
	for lo := 0; lo < len(o.all); {
		hi := lo + 1
		for hi < len(o.all) && o.all[hi].head == o.all[lo].head {
			hi++
		}
		if hi > lo+1 && !short(o.all[lo].head) {
			slices.SortFunc(o.all[lo:hi], o.compare)
		}
		lo = hi
	}
}

// bytes returns how much memory an order takes.
func (o *order) bytes() int {
	if o == nil {
		return 0
	}
	return cap(o.all) * int(unsafe.Sizeof(ordered{}))
}

// merged returns an order that also has the terms of another.
func (o *order) merged(more *order) *order {
	out := &order{words: o.words, stems: o.stems, all: make([]ordered, 0, len(o.all)+len(more.all))}
	left := o.all
	for _, x := range more.all {
		n := 0
		for n < len(left) && o.compare(left[n], x) < 0 {
			n++
		}
		out.all = append(append(out.all, left[:n]...), x)
		left = left[n:]
	}
	out.all = append(out.all, left...)
	return out
}

// sorted returns the terms so far, sorted by key. It sorts only what was added since the last
// call.
func (b *Buffer) sorted() *order {
	b.asking.Lock()
	defer b.asking.Unlock()
	b.mu.RLock()
	defer b.mu.RUnlock()
	var room []ordered
	switch {
	case b.keys == nil:
		b.keys = b.orderFrom(0, &room)
	case len(b.keys.all) < b.words.held:
		b.keys = b.keys.merged(b.orderFrom(uint32(len(b.keys.all)), &room))
	}
	return b.keys
}

// sortHeads is a stable radix sort by head, from the last byte to the first. The number of
// passes is even, so the result ends up in all.
func sortHeads(all, other []ordered) {
	var counts [headBytes][256]uint32
	for i := range all {
		for d, h := 0, all[i].head; d < headBytes; d, h = d+1, h>>8 {
			counts[d][byte(h)]++
		}
	}
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
}
