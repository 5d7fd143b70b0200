// Package packed writes and reads runs of numbers. They are packed with the bit width that
// suits most of them; the high bits of the few larger ones follow as exceptions (patched frame
// of reference). A run is one byte with the width, one byte with the length of the exceptions,
// the packed low bits, and for each exception its index (one byte) and its high bits (a
// varint). An empty run takes no bytes.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure.
package packed

import (
	"encoding/binary"
	"math/bits"
)

// MaxRun is the maximal number of values in a run.
const MaxRun = 128

// maxExceptions is the maximal length of a run's exceptions in bytes.
const maxExceptions = 255

// bestWidth returns the width that makes a run shortest.
func bestWidth(v []uint32) uint {
	var count [33]int // number of values by bits needed
	for _, x := range v {
		count[bits.Len32(x)]++
	}
	most := 32
	for most > 0 && count[most] == 0 {
		most--
	}
	best, least := uint(most), size(len(v), uint(most))
	for w := most - 1; w >= 0; w-- {
		extra := 0
		for l := w + 1; l <= most; l++ {
			extra += count[l] * (1 + (l-w+6)/7)
		}
		if extra > maxExceptions {
			break
		}
		if n := size(len(v), uint(w)) + extra; n < least {
			best, least = uint(w), n
		}
	}
	return best
}

// size returns the number of bytes that n values of w bits take.
func size(n int, w uint) int { return (n*int(w) + 7) / 8 }

// Append appends a run of at most MaxRun values.
func Append(dst []byte, v []uint32) []byte {
	if len(v) == 0 {
		return dst
	}
	w := bestWidth(v)
	head := len(dst)
	dst = append(dst, byte(w), 0)
	var acc uint64
	var have uint
	mask := uint64(1)<<w - 1
	for _, x := range v {
		acc |= (uint64(x) & mask) << have
		for have += w; have >= 8; have -= 8 {
			dst = append(dst, byte(acc))
			acc >>= 8
		}
	}
	if have > 0 {
		dst = append(dst, byte(acc))
	}
	from := len(dst)
	for i, x := range v {
		if high := uint64(x) >> w; high > 0 {
			dst = binary.AppendUvarint(append(dst, byte(i)), high)
		}
	}
	dst[head+1] = byte(len(dst) - from)
	return dst
}

// Skip returns the bytes after a run of n values.
func Skip(src []byte, n int) ([]byte, bool) {
	if n == 0 {
		return src, true
	}
	if len(src) < 2 || src[0] > 32 {
		return nil, false
	}
	end := 2 + size(n, uint(src[0])) + int(src[1])
	if end > len(src) {
		return nil, false
	}
	return src[end:], true
}

// Read fills v with a run and returns the bytes after it.
func Read(v []uint32, src []byte) ([]byte, bool) {
	rest, ok := Skip(src, len(v))
	if !ok || len(v) == 0 {
		return rest, ok
	}
	w, extra := uint(src[0]), int(src[1])
	UnpackFrom(v, src[2:], w, 0) // reads whole words, possibly beyond the run
	for exc := src[len(src)-len(rest)-extra : len(src)-len(rest)]; len(exc) > 0; {
		at := int(exc[0])
		high, n := binary.Uvarint(exc[1:])
		if n <= 0 || at >= len(v) {
			return nil, false
		}
		v[at] |= uint32(high << w)
		exc = exc[1+n:]
	}
	return rest, true
}

// ReadBytes fills v with the low bytes of a run plus least. It returns false if the run is
// invalid.
func ReadBytes(v []uint8, src []byte, least uint8) bool {
	rest, ok := Skip(src, len(v))
	if !ok || len(v) == 0 || src[0] > 8 {
		return ok && readWide(v, src, least)
	}
	w, end := uint(src[0]), len(src)-len(rest)
	mask, i, at := uint64(1)<<w-1, 0, 2
	for ; i+8 <= len(v) && at+8 <= len(src); i, at = i+8, at+int(w) {
		word, o := binary.LittleEndian.Uint64(src[at:]), (*[8]uint8)(v[i:])
		o[0] = uint8(word&mask) + least
		o[1] = uint8(word>>(w&63)&mask) + least
		o[2] = uint8(word>>(2*w&63)&mask) + least
		o[3] = uint8(word>>(3*w&63)&mask) + least
		o[4] = uint8(word>>(4*w&63)&mask) + least
		o[5] = uint8(word>>(5*w&63)&mask) + least
		o[6] = uint8(word>>(6*w&63)&mask) + least
		o[7] = uint8(word>>(7*w&63)&mask) + least
	}
	for ; i < len(v); i++ {
		bit := uint64(i) * uint64(w)
		v[i] = uint8(Word(src[2:], bit>>3)>>(bit&7)&mask) + least
	}
	for exc := src[end-int(src[1]) : end]; len(exc) > 0; {
		high, n := binary.Uvarint(exc[1:])
		if n <= 0 || int(exc[0]) >= len(v) {
			return false
		}
		v[exc[0]] += uint8(high << w)
		exc = exc[1+n:]
	}
	return true
}

// readWide is ReadBytes for values of any width.
func readWide(v []uint8, src []byte, least uint8) bool {
	var run [MaxRun]uint32
	if _, ok := Read(run[:len(v)], src); !ok {
		return false
	}
	for i, x := range run[:len(v)] {
		v[i] = least + uint8(x)
	}
	return true
}

// Value returns value i of a run of n values; false if the run is invalid.
func Value(src []byte, n, i int) (uint32, bool) {
	rest, ok := Skip(src, n)
	if !ok || i >= n {
		return 0, false
	}
	w, end := uint(src[0]), len(src)-len(rest)
	bit := uint64(i) * uint64(w)
	v := uint32(Word(src[2:], bit>>3) >> (bit & 7) & (1<<w - 1))
	for exc := src[end-int(src[1]) : end]; len(exc) > 0; {
		high, n := binary.Uvarint(exc[1:])
		if n <= 0 {
			return 0, false
		}
		if int(exc[0]) == i {
			v |= uint32(high << w)
		}
		exc = exc[1+n:]
	}
	return v, true
}

// UnpackFrom fills v with values of w bits, beginning at bit pos of src. src must hold them
// all; if it is longer, fewer bytes are read one by one. Each word read yields as many values
// as it is sure to contain: eight of up to eight bits if they begin on a byte, four of up to
// fourteen bits at any bit.
func UnpackFrom(v []uint32, src []byte, w, pos uint) {
	mask := uint64(1)<<w - 1
	i := 0
	switch {
	case w <= 8 && pos&7 == 0:
		i = unpackEights(v, src, w, pos)
	case w <= 14:
		i = unpackFours(v, src, w, pos)
	}
	pos += uint(i) * w
	for ; i < len(v) && int(pos>>3)+8 <= len(src); i++ {
		v[i] = uint32(binary.LittleEndian.Uint64(src[pos>>3:]) >> (pos & 7) & mask)
		pos += w
	}
	for ; i < len(v); i++ {
		var word uint64
		for at, shift := int(pos>>3), 0; at < len(src) && shift < 64; at, shift = at+1, shift+8 {
			word |= uint64(src[at]) << shift
		}
		v[i] = uint32(word >> (pos & 7) & mask)
		pos += w
	}
}

// unpackEights unpacks values of at most eight bits that begin on a byte, as far as whole words
// can be read, and returns their number.
func unpackEights(v []uint32, src []byte, w, pos uint) int {
	mask := uint64(1)<<w - 1
	i, at := 0, int(pos>>3)
	for ; i+8 <= len(v) && at+8 <= len(src); i, at = i+8, at+int(w) {
		word, o := binary.LittleEndian.Uint64(src[at:]), (*[8]uint32)(v[i:])
		o[0] = uint32(word & mask)
		o[1] = uint32(word >> (w & 63) & mask)
		o[2] = uint32(word >> (2 * w & 63) & mask)
		o[3] = uint32(word >> (3 * w & 63) & mask)
		o[4] = uint32(word >> (4 * w & 63) & mask)
		o[5] = uint32(word >> (5 * w & 63) & mask)
		o[6] = uint32(word >> (6 * w & 63) & mask)
		o[7] = uint32(word >> (7 * w & 63) & mask)
	}
	return i
}

// unpackFours is unpackEights for values of at most fourteen bits at any bit.
func unpackFours(v []uint32, src []byte, w, pos uint) int {
	mask := uint64(1)<<w - 1
	i := 0
	for ; i+4 <= len(v) && int(pos>>3)+8 <= len(src); i, pos = i+4, pos+4*w {
		word, o := binary.LittleEndian.Uint64(src[pos>>3:])>>(pos&7), (*[4]uint32)(v[i:])
		o[0] = uint32(word & mask)
		o[1] = uint32(word >> (w & 63) & mask)
		o[2] = uint32(word >> (2 * w & 63) & mask)
		o[3] = uint32(word >> (3 * w & 63) & mask)
	}
	return i
}

// Word returns the eight bytes from index i on as a number, padded with zeros past the end.
func Word(b []byte, i uint64) uint64 {
	if i+8 <= uint64(len(b)) {
		return binary.LittleEndian.Uint64(b[i:])
	}
	var v uint64
	for j := i; j < uint64(len(b)); j++ {
		v |= uint64(b[j]) << (8 * (j - i))
	}
	return v
}

// Search returns the index of the first of some ascending values that is at least v; their
// number if there is none. It does not branch on the values, since such branches are
// unpredictable.
func Search(values []uint32, v uint32) int {
	at := 0
	for n := len(values); n > 0; {
		half := (n + 1) / 2
		below := int(uint64(int64(values[at+half-1])-int64(v)) >> 63) // 1 if it is below v
		at, n = at+half&-below, n-half
	}
	return at
}
