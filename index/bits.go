package index

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
)

// blockDocs is the number of postings in a full block.
const blockDocs = 128

// errShort says that data ends before it should.
var errShort = errors.New("data ends early")

// errChecksum says that data is not what was written.
var errChecksum = errors.New("wrong checksum")

// width returns how many bits the largest of the values needs.
func width(v []uint32) uint {
	var or uint32
	for _, x := range v {
		or |= x
	}
	return uint(bits.Len32(or))
}

// pack appends the low w bits of each value.
func pack(dst []byte, v []uint32, w uint) []byte {
	var acc uint64
	var have uint
	for _, x := range v {
		acc |= uint64(x) << have
		for have += w; have >= 8; have -= 8 {
			dst = append(dst, byte(acc))
			acc >>= 8
		}
	}
	if have > 0 {
		dst = append(dst, byte(acc))
	}
	return dst
}

// packed returns the number of bytes that pack appends.
func packed(n int, w uint) int { return (n*int(w) + 7) / 8 }

// unpack fills v with values of w bits and returns the rest of src.
func unpack(v []uint32, src []byte, w uint) ([]byte, error) {
	n := packed(len(v), w)
	if w > 32 || n > len(src) {
		return nil, errShort
	}
	mask := uint64(1)<<w - 1
	pos := uint(0)
	for i := range v {
		at := int(pos >> 3)
		var word uint64
		if at+8 <= len(src) {
			word = binary.LittleEndian.Uint64(src[at:])
		} else {
			for j := at; j < len(src); j++ {
				word |= uint64(src[j]) << (8 * (j - at))
			}
		}
		v[i] = uint32(word >> (pos & 7) & mask)
		pos += w
	}
	return src[n:], nil
}

// A cursor takes varints off a slice; the first fault sticks.
type cursor struct {
	b   []byte
	bad bool
}

func (c *cursor) uint() uint64 {
	v, n := binary.Uvarint(c.b)
	if n <= 0 {
		c.b, c.bad = nil, true
		return 0
	}
	c.b = c.b[n:]
	return v
}

func (c *cursor) byte() byte {
	if len(c.b) == 0 {
		c.bad = true
		return 0
	}
	v := c.b[0]
	c.b = c.b[1:]
	return v
}

func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.b)) {
		c.b, c.bad = nil, true
		return nil
	}
	v := c.b[:n]
	c.b = c.b[n:]
	return v
}

// skip passes over n varints.
func (c *cursor) skip(n uint32) {
	i := 0
	for ; n > 0 && i < len(c.b); i++ {
		if c.b[i] < 0x80 {
			n--
		}
	}
	c.b, c.bad = c.b[i:], c.bad || n > 0
}

// interval reads an offset and a length.
func (c *cursor) interval() (lo, hi uint64) {
	lo, n := c.uint(), c.uint()
	if n > math.MaxInt64 || lo > math.MaxInt64 {
		c.bad = true
		return 0, 0
	}
	return lo, lo + n
}

func (c *cursor) text() string { return string(c.take(c.uint())) }
