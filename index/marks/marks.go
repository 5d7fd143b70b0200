// Package marks writes and reads which of the postings of a block are marked. A segment marks those
// whose term stands in the document only in the template of its site, so that a search that excludes
// the term needs no positions. Most blocks have no marks, or some pages of one site, or nothing else.
//
// Marks are one byte with their number. If that is not none or all, the places follow of those that
// are marked or of those that are not, whichever are fewer, ascending, a byte each; or, where that is
// no shorter, a bit for each posting, from the least significant on.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure.
package marks

import "math/bits"

// Most is the maximal number of postings.
const Most = 128

// Marks are a bit for each posting of a block, set for those that are marked.
type Marks [Most / 64]uint64

// Has reports whether a posting is marked.
func (m *Marks) Has(i int) bool { return m[i/64]>>(i%64)&1 != 0 }

// Bit returns 1 if a posting is marked, and 0 otherwise.
func (m *Marks) Bit(i int) uint64 { return m[i/64] >> (i % 64) & 1 }

// None reports whether no posting is marked.
func (m *Marks) None() bool { return *m == Marks{} }

func (m *Marks) set(i int) { m[i/64] |= 1 << (i % 64) }

func (m *Marks) count() int { return bits.OnesCount64(m[0]) + bits.OnesCount64(m[1]) }

// all returns the marks of n postings that are all marked.
func all(n int) (m Marks) {
	for i := range m {
		m[i] = uint64(1)<<min(max(n-i*64, 0), 64) - 1
	}
	return m
}

// invert marks those of n postings that are not marked, and no others.
func (m *Marks) invert(n int) {
	for i, bits := range all(n) {
		m[i] ^= bits
	}
}

// Of returns the marks of at most Most documents, given the marked ones among them and later ones,
// both ascending. It also returns the marked ones that are later.
func Of(docs, marked []uint32) (m Marks, later []uint32) {
	for i := 0; i < len(docs) && len(marked) > 0; i++ {
		if docs[i] == marked[0] {
			m.set(i)
			marked = marked[1:]
		}
	}
	return m, marked
}

// Append appends the marks of n postings.
func Append(dst []byte, m Marks, n int) []byte {
	count := m.count()
	dst = append(dst, byte(count))
	few, size := min(count, n-count), (n+7)/8
	if few >= size {
		for i := range size {
			dst = append(dst, byte(m[i/8]>>(i%8*8)))
		}
		return dst
	}
	if few < count {
		m.invert(n)
	}
	for i, left := range m {
		for ; left != 0; left &= left - 1 {
			dst = append(dst, byte(i*64+bits.TrailingZeros64(left)))
		}
	}
	return dst
}

// Size returns how many bytes the marks of n postings take at the start of a slice. It returns false
// if they are not there.
func Size(src []byte, n int) (size int, ok bool) {
	if len(src) == 0 || int(src[0]) > n {
		return 0, false
	}
	count := int(src[0])
	size = 1 + min(count, n-count, (n+7)/8)
	return size, size <= len(src)
}

// Read reads the marks of n postings. It returns false if they are invalid.
func Read(src []byte, n int) (m Marks, ok bool) {
	if len(src) == 0 || int(src[0]) > n {
		return m, false
	}
	count, src := int(src[0]), src[1:]
	few, size := min(count, n-count), (n+7)/8
	if few >= size {
		return readBits(src, count, n)
	}
	if len(src) < few {
		return m, false
	}
	next := 0
	for _, at := range src[:few] {
		if int(at) < next || int(at) >= n {
			return m, false
		}
		m.set(int(at))
		next = int(at) + 1
	}
	if few < count {
		m.invert(n)
	}
	return m, true
}

// readBits is Read for a bit for each posting, of which count are set.
func readBits(src []byte, count, n int) (m Marks, ok bool) {
	size := (n + 7) / 8
	if len(src) < size {
		return m, false
	}
	for i, v := range src[:size] {
		m[i/8] |= uint64(v) << (i % 8 * 8)
	}
	most := all(n)
	return m, m.count() == count && m[0]&^most[0]|m[1]&^most[1] == 0
}
