// Package wordforms writes and reads which forms of words a stem stands for, as they stand before its
// postings in a segment. Of each form a byte says by how many bytes the one before is cut, of the first
// the stem, and how many are then appended, which follow.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure.
package wordforms

import (
	"encoding/binary"

	"github.com/aranea-search/aranea/index/varint"
)

// The parts of that byte.
const (
	more    = 1 // another form follows
	cutAt   = 1 // shift of the bytes that are cut,
	mostCut = 7 // or of this, and a varint of what they are above it follows
	addAt   = 4 // likewise of the bytes that are appended
	mostAdd = 15
)

// Append appends the forms of a stem. A zero byte says that there are none.
func Append(b []byte, stem string, forms []string) []byte {
	if len(forms) == 0 {
		return append(b, 0)
	}
	prev := stem
	for i, f := range forms {
		n := 0
		for n < len(f) && n < len(prev) && f[n] == prev[n] {
			n++
		}
		cut, add := len(prev)-n, len(f)-n
		head := byte(min(cut, mostCut))<<cutAt | byte(min(add, mostAdd))<<addAt
		if i+1 < len(forms) {
			head |= more
		}
		b = append(b, head)
		if cut >= mostCut {
			b = binary.AppendUvarint(b, uint64(cut-mostCut))
		}
		if add >= mostAdd {
			b = binary.AppendUvarint(b, uint64(add-mostAdd))
		}
		b = append(b, f[n:]...)
		prev = f
	}
	return b
}

// next reads how the next form differs from the one before.
func next(c *varint.Reader) (cut uint64, add []byte, another bool) {
	head := c.Byte()
	cut = uint64(head >> cutAt & mostCut)
	if cut == mostCut {
		cut += c.Uint()
	}
	n := uint64(head >> addAt)
	if n == mostAdd {
		n += c.Uint()
	}
	return cut, c.Take(n), head&more != 0
}

// Read appends the forms to dst. It returns false if they are invalid.
func Read(dst []string, stem string, c *varint.Reader) ([]string, bool) {
	prev := stem
	for another := true; another; {
		var cut uint64
		var add []byte
		cut, add, another = next(c)
		switch {
		case c.Bad() || cut > uint64(len(prev)):
			return dst, false
		case cut == 0 && len(add) == 0:
			return dst, !another
		}
		prev = prev[:uint64(len(prev))-cut] + string(add)
		dst = append(dst, prev)
	}
	return dst, true
}

// Skip skips the forms. Nearly all are told by one byte.
func Skip(c *varint.Reader) {
	for another := true; another; {
		_, _, another = next(c)
	}
}

// ReadFormer is Read for what former versions of Append wrote: the number of the forms, and of each
// the length of the prefix that it shares with the one before, the first with the stem, and the rest.
func ReadFormer(dst []string, stem string, c *varint.Reader) ([]string, bool) {
	prev := stem
	for n := c.Uint(); n > 0 && !c.Bad(); n-- {
		shared := c.Uint()
		rest := c.Take(c.Uint())
		if shared > uint64(len(prev)) || c.Bad() {
			return dst, false
		}
		prev = prev[:shared] + string(rest)
		dst = append(dst, prev)
	}
	return dst, !c.Bad()
}

// SkipFormer skips what ReadFormer reads. Nearly all share and add fewer than 128 bytes.
func SkipFormer(c *varint.Reader) {
	n, at := c.Uint(), 0
	for b := c.Rest(); n > 0 && at+1 < len(b) && b[at]|b[at+1] < 0x80; n-- {
		at += 2 + int(b[at+1])
	}
	c.Take(uint64(at))
	for ; n > 0 && !c.Bad(); n-- {
		c.Uint()
		c.Take(c.Uint())
	}
}
