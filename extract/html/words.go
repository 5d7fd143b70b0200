package html

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Classes of the bytes of a text; NUL is dropped like whitespace.
const (
	classWord = iota
	classSpace
	classNoBreak // the first byte of a no-break space, among others
)

var classes = [256]uint8{
	' ': classSpace, '\n': classSpace, '\t': classSpace, '\r': classSpace, '\f': classSpace, 0: classSpace, 0xC2: classNoBreak,
}

func isSpace(c byte) bool { return classes[c] == classSpace }

func allSpace(s []byte) bool {
	for _, c := range s {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

// addWritten adds a text of the page as written, with its references decoded and its whitespace
// collapsed.
func (p *Parser) addWritten(s []byte) {
	if len(p.text)+2*len(s)+wordSize >= p.limits.Text {
		p.addDecoded(p.z.Text())
		return
	}
	for len(s) > 0 {
		switch c := s[0]; {
		case isSpace(c):
			n := 1
			for n < len(s) && isSpace(s[n]) {
				n++
			}
			s = s[n:]
			p.space()
			continue
		case c == '&':
			text, n := p.z.Reference(s)
			p.addDecoded(text)
			s = s[n:]
			continue
		case startsNoBreak(s):
			p.space()
			s = s[len(noBreak):]
			continue
		}
		p.mark()
		n := p.addRun(s)
		if n == 0 { // a control character, or a character that begins like a no-break space
			p.text = append(p.text, s[0])
			n = 1
		}
		s = s[n:]
	}
}

// Words of eight bytes are processed together.
const (
	wordSize = 8
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// zeros returns the high bits of the bytes of x that are zero, with others that do not matter:
// the high bit of a byte that is 1 is set too if the one below it is zero.
func zeros(x uint64) uint64 { return (x - eachByte) &^ x }

// addRun adds the words at the beginning of s up to what may need closer examination: two
// whitespace characters, a reference, a control character, a byte that may begin a no-break
// space. A single line feed between words becomes a space. It returns how much of s it added.
func (p *Parser) addRun(s []byte) int {
	if cap(p.text)-len(p.text) < len(s)+wordSize {
		p.text = slices.Grow(p.text, len(s)+wordSize)
	}
	n := copyRun(p.text[len(p.text):cap(p.text)], s[:cap(s)], len(s))
	p.text = p.text[:len(p.text)+n]
	if len(s)-n >= wordSize || cap(s)-n >= wordSize {
		return n
	}
	for ; n < len(s) && classes[s[n]] == classWord && s[n] != '&'; n++ { // the end of the page
		p.text = append(p.text, s[n])
	}
	return n
}

// copyRun copies at most size bytes of words, as long as there are eight bytes at each position,
// and returns how many. The bytes written after them are meaningless.
func copyRun(dst, src []byte, size int) int {
	before := uint64(0) // the last character was whitespace
	for n := 0; n < size; n += wordSize {
		if n > len(src)-wordSize || n > len(dst)-wordSize {
			return n
		}
		x := binary.LittleEndian.Uint64(src[n:])
		feeds, spaces, stops := x^'\n'*eachByte-eachByte, x^' '*eachByte-eachByte, x-' '*eachByte
		// A byte marked by mistake comes after one marked correctly, and so after the first
		// stop, or is itself a stop of two whitespace characters.
		if x&highBits == 0 {
			stops |= x ^ '&'*eachByte - eachByte
		} else {
			feeds &^= x
			spaces &^= x
			stops = stops&^x | zeros(x^'&'*eachByte) | zeros(x^0xC2*eachByte)
		}
		feeds &= highBits
		spaces = spaces&highBits | feeds
		stops = stops&highBits&^feeds | spaces&(spaces<<8|before)
		binary.LittleEndian.PutUint64(dst[n:], x^feeds>>7*('\n'^' '))
		if stops != 0 {
			return min(n+bits.TrailingZeros64(stops)/8, size)
		}
		before = spaces >> 56
	}
	return size
}

// addDecoded adds a text without references, with its whitespace collapsed.
func (p *Parser) addDecoded(s []byte) {
	for len(s) > 0 {
		switch {
		case isSpace(s[0]):
			s = s[1:]
			p.space()
			continue
		case startsNoBreak(s):
			p.space()
			s = s[len(noBreak):]
			continue
		}
		n := words(s)
		if room := p.limits.Text - len(p.text) - 1; n > room {
			p.limited = true
			if n = bytes.LastIndexByte(s[:max(room+1, 0)], ' '); n > 0 {
				p.mark()
				p.text = append(p.text, s[:n]...)
			}
			return
		}
		p.mark()
		p.text = append(p.text, s[:n]...)
		s = s[n:]
	}
}

// words returns how much of a text that begins with a word can be kept as it is: words with a
// single space between each two.
func words(s []byte) int {
	for n := 0; n < len(s); n++ {
		switch classes[s[n]] {
		case classSpace:
			if s[n] != ' ' || n+1 == len(s) || classes[s[n+1]] != classWord {
				return n
			}
		case classNoBreak:
			if startsNoBreak(s[n:]) {
				return n
			}
		}
	}
	return len(s)
}

// addPreformatted adds a text without references of a pre element.
func (p *Parser) addPreformatted(s []byte) {
	for len(s) > 0 {
		if isSpace(s[0]) {
			p.layout.Space(s[0])
			p.space()
			s = s[1:]
			continue
		}
		n := 1
		for n < len(s) && !isSpace(s[n]) {
			n++
		}
		p.layout.Word(p.text, p.start)
		p.addDecoded(s[:n])
		s = s[n:]
	}
}
