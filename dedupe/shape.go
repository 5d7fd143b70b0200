package dedupe

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// Numbers returns a number for each of the first words of a page with a digit, except words of
// its address. It returns at most most numbers.
func Numbers(p *aranea.Page, most int) []uint32 {
	address := p.URL.Target()
	var out []uint32
	for text := p.Text; len(out) < most; {
		at := firstDigit(text)
		if at < 0 {
			break
		}
		start := bytes.LastIndexFunc(text[:at], unicode.IsSpace)
		if start >= 0 {
			_, n := utf8.DecodeRune(text[start:])
			start += n
		}
		word := text[max(start, 0):]
		if end := bytes.IndexFunc(text[at:], unicode.IsSpace); end >= 0 {
			word = text[max(start, 0) : at+end]
		}
		text = text[max(start, 0)+len(word):]
		if word = bytes.Trim(word, ".,;:!?()[]"); strings.Contains(address, string(word)) {
			continue
		}
		h := fnv.New32a()
		_, _ = h.Write(word) // Write of a hash never fails
		out = append(out, h.Sum32())
	}
	return out
}

// firstDigit returns the index of the first digit of a text, or -1 if it has none.
func firstDigit(text []byte) int {
	at := 0
	for ; len(text)-at >= 8; at += 8 {
		if found := digits(binary.LittleEndian.Uint64(text[at:])); found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for ; at < len(text); at++ {
		if text[at]-'0' <= 9 {
			return at
		}
	}
	return -1
}

// Shape returns a number for the text of a page without the words that have a digit: pages that
// differ only in dates, counts and prices have the same number. It is 0 for a page without words.
// It must not decide anything alone, because it is easy to make two pages with the same shape. It
// must not be stored, because a later version may return other numbers.
func Shape(p *aranea.Page) uint64 {
	table := crc32.MakeTable(crc32.Castagnoli) // processors have an instruction for it
	sum, length := uint32(0), uint32(0)
	for text := p.Text; len(text) > 0; {
		start, end := len(text), len(text)
		if at := firstDigit(text); at >= 0 {
			for start = at; start > 0 && !isSpace(rune(text[start-1])); start-- {
			}
			for end = at; end < len(text) && !isSpace(rune(text[end])); end++ {
			}
		}
		if part := bytes.TrimFunc(text[:start], isSpace); len(part) > 0 {
			sum = crc32.Update(crc32.Update(sum, table, part), table, []byte{' '})
			length += uint32(len(part)) + 1
		}
		text = text[end:]
	}
	return uint64(length)<<32 | uint64(sum)
}

// isSpace reports whether a character separates the words of a shape.
func isSpace(r rune) bool { return r <= ' ' }
