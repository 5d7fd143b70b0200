package html

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
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
		p.look(s)
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
			p.mark()
			p.text = append(p.text, ' ')
			s = s[len(noBreak):]
			continue
		}
		p.mark()
		n := p.addRun(s)
		if n == 0 { // a control character, or one that begins like a no-break space
			_, n = utf8.DecodeRune(s)
			p.look(s[:n])
			p.text = append(p.text, s[:n]...)
		}
		s = s[n:]
	}
}

// look notes whether something is no UTF-8 that is kept of the page.
func (p *Parser) look(s []byte) { p.broken = p.broken || !utf8.Valid(s) }

// lookInHead looks at the value of an attribute whose tag says something of the page.
func (p *Parser) lookInHead(tag atom.Atom, value []byte) {
	if headTag(tag) {
		p.look(value)
	}
}

// Words of eight bytes are looked at together.
const (
	wordSize = 8
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
	lowBits  = 0x7F * eachByte
)

// zeros returns the high bits of the bytes of x that are zero, with others that do not
// count. Of a byte that is 1 the high bit is set too where the one below it is zero.
func zeros(x uint64) uint64 { return (x - eachByte) &^ x }

// addRun adds the words at the beginning of s up to what may need a closer look: two
// characters of whitespace, a reference, a control character, a byte that may begin a
// no-break space. A single line feed between words becomes a space. It returns how
// much of s it added.
func (p *Parser) addRun(s []byte) int {
	if cap(p.text)-len(p.text) < len(s)+wordSize {
		p.text = slices.Grow(p.text, len(s)+wordSize)
	}
	n, ok := copyRun(p.text[len(p.text):cap(p.text)], s[:cap(s)], len(s))
	p.broken = p.broken || !ok
	p.text = p.text[:len(p.text)+n]
	if len(s)-n >= wordSize || cap(s)-n >= wordSize {
		return n
	}
	for ; n < len(s) && classes[s[n]] == classWord && s[n] != '&'; n++ { // the end of the page
		p.text = append(p.text, s[n])
	}
	p.look(s[:n])
	return n
}

// copyRun copies at most size bytes of words, as far as there are eight bytes at the
// place of each, and returns how many. What it writes behind them is nothing. It tells
// whether they are UTF-8, with the characters behind them as far as it came; one that
// begins where it ends, for want of eight bytes, is not looked at.
func copyRun(dst, src []byte, size int) (n int, ok bool) {
	before := uint64(0)                 // the last character was whitespace
	behind, bad := uint64(0), uint64(0) // which of the next bytes go on a character; what does not fit
	for ; n < size; n += wordSize {
		if n > len(src)-wordSize || n > len(dst)-wordSize {
			return n, bad == 0
		}
		x := binary.LittleEndian.Uint64(src[n:])
		feeds, spaces, stops := x^'\n'*eachByte-eachByte, x^' '*eachByte-eachByte, x-' '*eachByte
		// A byte that is marked by mistake stands behind one that is marked rightly, and
		// so behind the first stop, or is a stop of two characters of whitespace itself.
		if x&highBits == 0 {
			stops |= x ^ '&'*eachByte - eachByte
			bad |= behind
			behind = 0
		} else {
			feeds &^= x
			spaces &^= x
			stops = stops&^x | zeros(x^'&'*eachByte) | zeros(x^0xC2*eachByte)

			leads := x & (x << 1) & highBits // the first bytes of characters of more than one
			threes := leads & (x << 2)       // of three or four bytes
			fours := threes & (x << 3)
			rare := leads&^(x&(0x1E*eachByte)+lowBits) | threes&^((x^0x0D*eachByte)&(0x0F*eachByte)+lowBits) | fours
			expected := leads<<8 | threes<<16 | behind
			behind = leads>>56 | threes>>48
			if rare != 0 {
				expected |= fours << 24
				behind |= fours >> 40
				bad |= misfits(src[n:], rare)
			}
			bad |= expected ^ x&highBits&^leads
		}
		feeds &= highBits
		spaces = spaces&highBits | feeds
		stops = stops&highBits&^feeds | spaces&(spaces<<8|before)
		binary.LittleEndian.PutUint64(dst[n:], x^feeds>>7*('\n'^' '))
		if stops != 0 {
			return min(n+bits.TrailingZeros64(stops)/8, size), bad == 0
		}
		before = spaces >> 56
	}
	if n == size {
		bad |= behind
	}
	return size, bad == 0
}

// misfits returns 0 if some first bytes of characters, whose high bits are set, are such
// as UTF-8 has, with the second bytes that it has behind them (Unicode Standard, table
// 3-7). Of others it need not be asked: C2 to DF, E2 to EC, EE and EF.
func misfits(s []byte, leads uint64) uint64 {
	for ; leads != 0; leads &= leads - 1 {
		c := s[bits.TrailingZeros64(leads)/8:]
		second := byte(0)
		if len(c) > 1 {
			second = c[1]
		}
		switch first := c[0]; {
		case first < 0xC2, first > 0xF4, first == 0xE0 && second < 0xA0, first == 0xED && second > 0x9F,
			first == 0xF0 && second < 0x90, first == 0xF4 && second > 0x8F:
			return leads
		}
	}
	return 0
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
