package invert

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"unsafe"
)

// An ordered value is a term with the first bytes of what it is ordered by, by which most
// are told apart.
type ordered struct {
	head   uint64
	number uint32
}

// numbers appends to dst the numbers of terms.
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

// An order is terms ascending by their keys; or by their stems, and those of one by their
// forms.
type order struct {
	words *vocabulary
	stems bool
	all   []ordered
}

// text returns what a term is ordered by.
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

// same returns how many terms from one on have the text that this one has.
func (o *order) same(i int) int {
	n := 1
	for i+n < len(o.all) && o.all[i+n].head == o.all[i].head && (short(o.all[i].head) || bytes.Equal(o.text(o.all[i+n].number), o.text(o.all[i].number))) {
		n++
	}
	return n
}

// short reports whether a head is all of its text. No text has a NUL.
func short(head uint64) bool { return byte(head) == 0 }

// place returns the first term whose text is not below another.
func (o *order) place(text []byte) int {
	head := headOf(text)
	at, _ := slices.BinarySearchFunc(o.all, text, func(x ordered, text []byte) int {
		return cmp.Or(cmp.Compare(x.head, head), bytes.Compare(o.text(x.number), text))
	})
	return at
}

// orderFrom orders the terms from a number on by their keys. The room is for sorting, as
// that of others.
func (b *Buffer) orderFrom(from uint32, room *[]ordered) *order {
	o := &order{words: &b.words, all: make([]ordered, 0, uint32(b.words.held)-from)}
	for n := from; n < uint32(b.words.held); n++ {
		o.all = append(o.all, ordered{headOf(b.words.key(b.words.term(n))), n})
	}
	o.sort(room)
	return o
}

// byStems orders those terms of an order that have stems by these.
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

// sort sorts by heads, and then what has equal ones that tell nothing.
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

// merged returns an order with the terms of another besides.
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

// sorted returns the terms so far by their keys. It sorts what was added since it was called
// last.
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

// sortHeads sorts by heads: by one byte after another, from the last to the first. What
// has equal ones stays in order. The number of passes is even, so all ends where it began.
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
