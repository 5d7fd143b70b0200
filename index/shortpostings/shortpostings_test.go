package shortpostings

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/eliasfano"
)

// TestFolded: differences and what is written of them.
func TestFolded(t *testing.T) {
	t.Parallel()
	var got []uint32
	for _, d := range []int{1, -1, 2, -2, 255, -255} {
		got = append(got, folded(d))
		if back := unfolded(uint64(folded(d))); back != d {
			t.Errorf("%d comes back as %d", d, back)
		}
	}
	if want := "[0 1 2 3 508 509]"; fmt.Sprint(got) != want {
		t.Errorf("they are written as %v, want %s", got, want)
	}
}

// TestExample: the bits of two postings of a form among 300 documents, the first one rightmost.
func TestExample(t *testing.T) {
	t.Parallel()
	tables := Tables{make([]byte, 300), make([]byte, 300*PlainSize)}
	var out eliasfano.Writer
	w := Writer{&out, tables}
	low := GapBits(300, 2)
	w.Document(20, low)
	w.Form(20, 1, tables.Impact(20, 1))
	w.Document(2, low)
	w.Form(23, 3, tables.Impact(23, 3)+1)
	bits := ""
	for _, b := range out.Done() {
		bits = fmt.Sprintf("%08b", b) + bits
	}
	if want := "0001" + "110" + "1" + "00101" + "1" + "0" + "0010010"; low != 4 || bits[len(bits)-len(want):] != want {
		t.Errorf("%d low bits, %s; want %s", low, bits, want)
	}
	p := Postings{make([]uint32, 2), make([]uint32, 2), make([]uint8, 2)}
	end, ok := p.Counted(out.Done(), 0, tables, true)
	if !ok || end != 22 || !slices.Equal(p.Docs, []uint32{20, 23}) || !slices.Equal(p.Freqs, []uint32{1, 3}) || p.Impacts[1] != tables.Impact(23, 3)+1 {
		t.Errorf("%v, the end is at %d, %t", p, end, ok)
	}
}

// FuzzRead: lists may be any bytes. Documents ascend below the number of all.
func FuzzRead(f *testing.F) {
	f.Add([]byte{0x4a, 0x4d, 0x71, 0x5d, 2}, byte(2))
	f.Add([]byte{6, 8, 4, 0x27, 0x0d}, byte(2))
	tables := Tables{make([]byte, 300), make([]byte, 300*PlainSize)}
	f.Fuzz(func(t *testing.T, b []byte, n byte) {
		p := Postings{make([]uint32, 1+n%127), make([]uint32, 1+n%127), make([]uint8, 1+n%127)}
		_, counted := p.Counted(b, 1, tables, true)
		check(t, p, counted)
		_, others := p.Others(b, 0, tables, true)
		check(t, p, others)
		_, form := p.Form(b, tables, true)
		check(t, p, form)
		_, stem := p.Stem(b, tables)
		check(t, p, stem)
		_, other := p.Other(b, tables, false)
		check(t, p, other)
		_, oldest := p.Oldest(b, tables)
		check(t, p, oldest)
	})
}

// check reports documents that cannot be, if they were read.
func check(t *testing.T, p Postings, ok bool) {
	t.Helper()
	for i, doc := range p.Docs {
		if ok && (doc >= 300 || i > 0 && doc <= p.Docs[i-1]) {
			t.Fatalf("the documents are %v", p.Docs)
		}
	}
}
