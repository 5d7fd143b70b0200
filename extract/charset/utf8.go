package charset

import (
	"encoding/binary"
	"unicode/utf8"
)

// Bits of eight bytes that are looked at together.
const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte // of bytes beyond ASCII
	lowBits  = 0x7F * eachByte
)

// validUTF8 is utf8.Valid for texts in which ASCII and other characters take turns.
func validUTF8(s []byte) bool {
	behind := uint64(0) // which of the next bytes go on a character
	i := 0
	for i+8 < len(s) {
		x := binary.LittleEndian.Uint64(s[i:])
		if (x|behind)&highBits == 0 {
			i += 8
			i += asciiLength(s[i:]) // as in most markup
			continue
		}
		leads := x & (x << 1) & highBits // the first bytes of characters of more than one
		threes := leads & (x << 2)       // of three or four bytes
		if threes&(x<<3) != 0 {
			if i, behind = lastWhole(s, i, behind), 0; i < 0 {
				return false
			}
			continue
		}
		if leads<<8|threes<<16|behind != x&highBits&^leads || !shortest(x, binary.LittleEndian.Uint64(s[i+1:]), leads, threes) {
			return false
		}
		behind = leads>>56 | threes>>48
		i += 8
	}
	return utf8.Valid(s[beginning(s, i, behind):])
}

// shortest reports whether the characters of two and three bytes that begin in x are
// none of those that the Unicode Standard leaves out in table 3-7. The bytes of next
// are those behind the bytes of x.
func shortest(x, next, leads, threes uint64) bool {
	twos := leads &^ threes
	if twos&^(x&(0x1E*eachByte)+lowBits) != 0 { // C0 and C1
		return false
	}
	if threes == 0 {
		return true
	}
	short := threes &^ (x&(0x0F*eachByte) + lowBits)                      // E0, behind which A0 is the least
	surrogates := threes &^ ((x^0x0D*eachByte)&(0x0F*eachByte) + lowBits) // ED, behind which 9F is the last
	return short&^(next<<2)|surrogates&(next<<2) == 0
}

// beginning returns where the character begins that goes on at a place of valid UTF-8,
// the place itself if there is none.
func beginning(s []byte, i int, behind uint64) int {
	for behind != 0 && i > 0 {
		if i--; utf8.RuneStart(s[i]) {
			break
		}
	}
	return i
}

// lastWhole returns where the characters end that begin in the eight bytes at a place,
// -1 if they are no UTF-8. They may have four bytes.
func lastWhole(s []byte, i int, behind uint64) int {
	end := i + 8
	for i = beginning(s, i, behind); i < end && i < len(s); {
		n := characterLength(s[i:])
		if n == 0 {
			return -1
		}
		i += n
	}
	return i
}

// characterLength returns the length of the first character of a text, 0 if it is no
// UTF-8.
func characterLength(s []byte) int {
	r, n := utf8.DecodeRune(s)
	if r == utf8.RuneError && n == 1 {
		return 0
	}
	return n
}
