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

// blockBytes is how many bytes are looked at together.
const blockBytes = 32

// validUTF8 is utf8.Valid eight bytes at a time, for texts in which ASCII and other
// characters take turns: a block with anything beyond ASCII is looked at in the same way
// wherever it has it.
func validUTF8(s []byte) bool {
	behind := uint64(0) // which of the next bytes go on a character
	i := 0
	for i+blockBytes < len(s) {
		b := s[i : i+blockBytes+1 : i+blockBytes+1]
		if (binary.LittleEndian.Uint64(b)|binary.LittleEndian.Uint64(b[8:])|binary.LittleEndian.Uint64(b[16:])|binary.LittleEndian.Uint64(b[24:])|behind)&highBits == 0 {
			i += blockBytes
			continue
		}
		n, next, ok := validBlock(b, behind)
		if !ok {
			return false
		}
		if i += n; n < blockBytes { // a character of four bytes
			if i, next = lastWhole(s, i, next), 0; i < 0 {
				return false
			}
		}
		behind = next
	}
	return utf8.Valid(s[beginning(s, i, behind):])
}

// validBlock reports whether a block is UTF-8, as far as the first eight bytes in which a
// character of four bytes begins: n bytes. One more byte stands behind the block. Behind
// says which bytes go on a character that begins before it, and next the same for what
// follows.
func validBlock(b []byte, behind uint64) (n int, next uint64, ok bool) {
	bad := uint64(0)
	for ; n < blockBytes; n += 8 {
		x := binary.LittleEndian.Uint64(b[n:])
		leads := x & (x << 1) & highBits // the first bytes of characters of more than one
		threes := leads & (x << 2)       // of three or four bytes
		if threes&(x<<3) != 0 {
			break
		}
		bad |= (leads<<8 | threes<<16 | behind) ^ x&highBits&^leads
		bad |= leads &^ threes &^ (x&(0x1E*eachByte) + lowBits) // C0 and C1
		if threes != 0 {
			bad |= misplaced(x, binary.LittleEndian.Uint64(b[n+1:]), threes)
		}
		behind = leads>>56 | threes>>48
	}
	return n, behind, bad == 0
}

// misplaced returns the first bytes of characters of three bytes in x that are of those
// that the Unicode Standard leaves out in table 3-7. The bytes of next are those behind
// the bytes of x.
func misplaced(x, next, threes uint64) uint64 {
	short := threes &^ (x&(0x0F*eachByte) + lowBits)                      // E0, behind which A0 is the least
	surrogates := threes &^ ((x^0x0D*eachByte)&(0x0F*eachByte) + lowBits) // ED, behind which 9F is the last
	return short&^(next<<2) | surrogates&(next<<2)
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
