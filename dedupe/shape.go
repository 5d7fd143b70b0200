package dedupe

import (
	"bytes"
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// Numbers returns a number for each of the first words of a page that have a digit,
// but for those that are part of its address, at most most of them.
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
		_, _ = h.Write(word) // a hash never fails to write
		out = append(out, h.Sum32())
	}
	return out
}

// firstDigit returns the place of the first digit of a text, -1 if it has none.
func firstDigit(text []byte) int {
	for i, c := range text {
		if '0' <= c && c <= '9' {
			return i
		}
	}
	return -1
}

// Shape returns a number for the words of a page without those that have a digit:
// pages that differ in dates, counts and prices only have the same. It is 0 for a
// page without a word. It decides nothing alone: whoever wants can make two pages
// with one shape.
func Shape(p *aranea.Page) uint64 {
	h, words := uint64(offset), 0
	for at := 0; at < len(p.Text); at++ {
		start, word, digit := at, h, false
		for at < len(p.Text) && p.Text[at] > ' ' {
			b := p.Text[at]
			digit = digit || b-'0' <= 9
			word = (word ^ uint64(b)) * prime
			at++
		}
		if at > start && !digit {
			h = (word ^ ' ') * prime
			words++
		}
	}
	if words == 0 {
		return 0
	}
	return max(h, 1)
}
