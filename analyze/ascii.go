package analyze

import (
	"encoding/binary"
	"math/bits"
)

// Text is looked at eight bytes at a time, as a little-endian number.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones // the highest bit of each byte
)

// load returns the eight bytes of a text that begin at an offset, padded with zeros past the
// end.
func load(s []byte, at int) uint64 {
	if at+8 <= len(s) {
		return binary.LittleEndian.Uint64(s[at:])
	}
	return loadEnd(s, at)
}

// loadEnd is load for the last bytes of a text.
func loadEnd(s []byte, at int) (x uint64) {
	if n := len(s) - at; n > 0 && len(s) >= 8 {
		return binary.LittleEndian.Uint64(s[len(s)-8:]) >> (8 * (8 - n))
	}
	for i := len(s) - 1; i >= at; i-- {
		x = x<<8 | uint64(s[i])
	}
	return x
}

// wordBytes sets the highest bit of each byte that is an ASCII letter or digit.
func wordBytes(x uint64) uint64 {
	low := x &^ highs // so that no sum carries into the next byte
	digits := (low + (0x80-'0')*ones) &^ (low + (0x7F-'9')*ones)
	return letterBytes(x) | digits&highs&^x
}

// letterBytes sets the highest bit of each byte that is an ASCII letter.
func letterBytes(x uint64) uint64 {
	small := x&^highs | 0x20*ones
	return (small + (0x80-'a')*ones) &^ (small + (0x7F-'z')*ones) & highs &^ x
}

// lowered returns the bytes of an ASCII word in lower case. In such a word every byte with bit
// 0x40 is a letter.
func lowered(x uint64) uint64 { return x | x&(0x40*ones)>>1 }

// joins marks the bytes that may continue a word begun by ASCII letters or digits: apostrophes,
// the endings of names such as C++ and C#, and everything that is not ASCII.
var joins = func() (out [256]bool) {
	for b := range out {
		out[b] = b >= 0x80 || b == '\'' || b == '+' || b == '#'
	}
	return out
}()

// asciiWord cuts the word at c.i, which begins with an ASCII letter or digit.
func (c *cutter) asciiWord() {
	start := c.i
	x := load(c.s, start)
	low, end := lowered(x), ^wordBytes(x)&highs
	if n := uint(bits.TrailingZeros64(end)) - 7; end != 0 { // bits of the word
		low &= 1<<n - 1
		c.i = start + int(n/8)
		if c.i < len(c.s) && joins[c.s[c.i]] {
			c.joined(start)
			return
		}
		k := &c.next().key
		k.bytes, k.long = [inlineBytes / 8]uint64{low}, false
		k.hash = c.a.secret.hashShort(low)
		c.emitKey(start, c.i, (low^x)&(1<<n-1)&^0xFF != 0)
		return
	}
	c.longer(start)
}

// longer is asciiWord for a word of eight bytes or more.
func (c *cutter) longer(start int) {
	k := &c.next().key
	k.bytes, k.long = [inlineBytes / 8]uint64{}, false
	capitals, first := uint64(0), uint64(0xFF) // after the first byte
	for w := range k.bytes {
		x := load(c.s, start+8*w)
		low, end := lowered(x), ^wordBytes(x)&highs
		if end == 0 {
			k.bytes[w] = low
			capitals, first = capitals|(low^x)&^first, 0
			continue
		}
		n := uint(bits.TrailingZeros64(end)) - 7 // bits of the word
		k.bytes[w] = low & (1<<n - 1)
		capitals |= (low ^ x) & (1<<n - 1) &^ first
		c.i = start + 8*w + int(n/8)
		if c.i < len(c.s) && joins[c.s[c.i]] {
			c.joined(start)
			return
		}
		k.hash = c.a.secret.hash(&k.bytes)
		c.emitKey(start, c.i, capitals != 0)
		return
	}
	c.i = start + inlineBytes
	for c.i < len(c.s) && asciiWord[c.s[c.i]] {
		c.i++
	}
	c.joined(start)
}

// joined ends the word from start to c.i, unless the bytes that follow belong to it.
func (c *cutter) joined(start int) {
	s, j := c.s, c.i
	if j < len(s) {
		switch b := s[j]; {
		case b >= 0x80:
			c.word(start, j)
			return
		case b == '\'':
			j = contraction(s, j, j+1)
		case j == start+1 && (b == '+' || b == '#'):
			j = languageName(s, j)
		}
	}
	c.i = j
	c.emit(start, j)
}
