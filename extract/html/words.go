package html

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// What a byte may be in a text; NUL is dropped like whitespace.
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

// addWritten adds a text of the page as it is written, with its references decoded
// and its whitespace collapsed.
func (p *Parser) addWritten(s []byte) {
	if len(p.text)+2*len(s)+wordSize >= p.limits.Text {
		p.addDecoded(p.z.Text())
		return
	}
	for len(s) > 0 {
		switch c := s[0]; {
		case isSpace(c):
			for len(s) > 0 && isSpace(s[0]) {
				s = s[1:]
			}
			p.space()
			continue
		case c == '&':
			text, n := p.z.Reference(s)
			p.addDecoded(text)
			s = s[n:]
			continue
		case startsNoBreak(s):
			p.mark()
			p.text = append(p.text, ' ')
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

// Words of eight bytes are looked at together.
const (
	wordSize = 8
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
	lowBits  = 0x7F * eachByte
)

// equal returns the high bits of the bytes of x that are c, an ASCII character.
func equal(x uint64, c byte) uint64 {
	x ^= uint64(c) * eachByte
	return ^(x&lowBits + lowBits | x) & highBits
}

// addRun adds the words at the beginning of s up to what needs a closer look: two
// characters of whitespace, a reference, a control character, a byte that may begin a
// no-break space. A single line feed between words becomes a space. It returns how
// much of s it added.
func (p *Parser) addRun(s []byte) int {
	p.text = slices.Grow(p.text, len(s)+wordSize)
	dst, from := p.text[len(p.text):cap(p.text)], s[:cap(s)]
	n, before := 0, uint64(0) // before: the last character was whitespace
	for n < len(s) && n+wordSize <= len(from) {
		x := binary.LittleEndian.Uint64(from[n:])
		feeds := equal(x, '\n')
		spaces := equal(x, ' ') | feeds
		control := ^(x | highBits - ' '*eachByte) &^ x & highBits &^ feeds
		stops := control | equal(x, '&') | noBreaks(x) | spaces&(spaces<<8|before) | highBits<<(8*(len(s)-n))
		binary.LittleEndian.PutUint64(dst[n:], x^feeds>>7*('\n'^' '))
		if stops != 0 {
			n += bits.TrailingZeros64(stops) / 8
			p.text = p.text[:len(p.text)+n]
			return n
		}
		n, before = n+wordSize, spaces>>56
	}
	p.text = p.text[:len(p.text)+n]
	for ; n < len(s) && classes[s[n]] == classWord && s[n] != '&'; n++ { // the end of the page
		p.text = append(p.text, s[n])
	}
	return n
}

// noBreaks returns the high bits of the bytes of x that may begin a no-break space.
func noBreaks(x uint64) uint64 {
	x ^= 0xC2 * eachByte
	return ^(x&lowBits + lowBits | x) & highBits
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
			p.mark()
			p.text = append(p.text, ' ')
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

// words returns how much of a text that begins with a word stands as it is to be
// kept: words with a single space between each two.
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
