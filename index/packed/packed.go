// Package packed writes and reads runs of numbers. They are packed with the width that
// suits most of them; the high bits of the few larger ones follow as exceptions (patched
// frames of reference). A run is a byte with the width, a byte with the length of the
// exceptions, the packed low bits, and for each exception its place (a byte) and its high
// bits (a varint). A run of nothing takes no byte.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure.
package packed

import (
	"encoding/binary"
	"math/bits"
)

// MaxRun is the number of values in a run at most.
const MaxRun = 128

// maxExceptions is the length in bytes of the exceptions of a run at most.
const maxExceptions = 255

// bestWidth returns the width that makes a run shortest.
func bestWidth(v []uint32) uint {
	var count [33]int // values by the bits they need
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

// size returns the number of bytes that so many values of w bits take.
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

// Skip returns what follows a run of n values.
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

// Read fills v with a run and returns what follows it.
func Read(v []uint32, src []byte) ([]byte, bool) {
	rest, ok := Skip(src, len(v))
	if !ok || len(v) == 0 {
		return rest, ok
	}
	w, extra := uint(src[0]), int(src[1])
	UnpackFrom(v, src[2:], w, 0) // whole words of it, which may reach behind the run
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

// ReadBytes fills v with a run above a least value, of which each keeps its low byte. It
// reports false if it cannot be read.
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

// Value returns one value of a run of n; false if it cannot be read.
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

// UnpackFrom fills v with values of w bits from a bit on; src holds them all, and more of
// it spares single bytes. As many values as one word surely holds are taken
// of it at once: eight of up to eight bits where they begin with a byte, four of up to
// fourteen anywhere.
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

// unpackEights unpacks values of at most eight bits from the beginning of a byte on, as
// far as whole words reach, and returns how many.
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

// unpackFours is unpackEights for values of at most fourteen bits from any bit on.
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

// Word returns eight bytes from one on as a number; behind the end are zeros.
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

// Search returns the place of the first of some ascending values that is at least v, and
// how many they are if none is. It does not branch on what it reads, which nobody can guess.
func Search(values []uint32, v uint32) int {
	at := 0
	for n := len(values); n > 0; {
		half := (n + 1) / 2
		below := int(uint64(int64(values[at+half-1])-int64(v)) >> 63) // 1 if it is
		at, n = at+half&-below, n-half
	}
	return at
}
