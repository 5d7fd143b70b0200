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
	i := 0
	for i+8 <= len(s) {
		x := binary.LittleEndian.Uint64(s[i:])
		if x&highBits == 0 {
			i += 8
			i += asciiLength(s[i:]) // as in most markup
			continue
		}
		n := charactersOf(x)
		if n == 0 { // a character of four bytes, or none at all
			if n = characterLength(s[i:]); n == 0 {
				return false
			}
		}
		i += n
	}
	return utf8.Valid(s[i:])
}

// charactersOf returns how many of eight bytes, the first of which begins a character,
// are whole characters of UTF-8, as the Unicode Standard has them in table 3-7; 0 if
// characters of four bytes or bytes that are no UTF-8 are among them.
func charactersOf(x uint64) int {
	leads := x & (x << 1) & highBits // the first bytes of characters of more than one
	threes := leads & (x << 2)       // of three or four bytes
	behind := x & highBits &^ leads
	if leads<<8|threes<<16 != behind {
		return 0
	}
	twos := leads &^ threes
	if twos&^(x&(0x1E*eachByte)+lowBits) != 0 { // C0 and C1
		return 0
	}
	if threes != 0 {
		short := threes &^ (x&(0x0F*eachByte) + lowBits)                      // E0, behind which A0 is the least
		surrogates := threes &^ ((x^0x0D*eachByte)&(0x0F*eachByte) + lowBits) // ED, behind which 9F is the last
		if threes&(x<<3) != 0 || short<<8&^(x<<2) != 0 || surrogates<<8&(x<<2) != 0 {
			return 0
		}
	}
	switch {
	case leads>>63 != 0:
		return 7
	case threes>>55 != 0:
		return 6
	}
	return 8
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
