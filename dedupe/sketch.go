package dedupe

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

const (
	// MinWords is the minimum number of words in the main text of a page that is compared with
	// others: in a shorter text, a few different words make another page.
	MinWords = 50
	// MaxDistance is the maximum number of the 64 bits in which the sketches of near copies
	// differ. docs/duplicates.md describes how it was measured.
	MaxDistance = 3
	// MaxCanonical is the maximum number of bits in which the sketches of a page and of the one that it
	// names as canonical differ if the two are forms of one page. docs/duplicates.md has the figures.
	MaxCanonical = 8
	// linkShare is the share of an element's text inside links from which on it counts as
	// navigation.
	linkShare = 0.8
	// run is the number of consecutive words in one feature of a text.
	run = 3
)

// Sketch returns 64 bits that represent the main text of a page: the more runs of three words two
// pages share, the fewer bits differ (Charikar 2002; Manku, Jain and Das Sarma 2007). It is 0 for
// a page whose main text has fewer than MinWords words. The main text is that of block elements,
// except for what the owner excludes, text in the head of the page, and elements that consist of
// links.
//
// A sketch is not a proof: it is easy to make a page with the sketch of another one. It decides
// what is shown once, and what is kept only where the page itself asks to be left out.
func Sketch(p *aranea.Page) uint64 {
	var s sketcher
	anchors := spans(p, aranea.ElementAnchor)
	for _, e := range p.Elements {
		for len(anchors) > 0 && anchors[0].End <= e.Start && e.Kind.IsBlock() {
			anchors = anchors[1:]
		}
		if counts(e) && isMain(e.Kind) && !allLinks(e, anchors) {
			s.add(p.Text, int(e.Start), int(e.End))
		}
	}
	if s.words < MinWords {
		return 0
	}
	return max(s.sum(), 1)
}

// Distance returns the number of bits in which two sketches differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

// Near reports whether two pages with these sketches have nearly the same text. Pages without a
// sketch are not near any page.
func Near(a, b uint64) bool { return a != 0 && b != 0 && Distance(a, b) <= MaxDistance }

// BearsOut reports whether the text of a page with sketch page does not contradict its canonical link to
// one with sketch canonical: that most of it stands there, too. Of a page without a sketch it is not known.
func BearsOut(page, canonical uint64) bool {
	return page != 0 && canonical != 0 && Distance(page, canonical) <= MaxCanonical
}

// isMain reports whether elements of a kind are text that people read on the page.
func isMain(k aranea.ElementKind) bool {
	switch k {
	case aranea.ElementTitle, aranea.ElementAlt, aranea.ElementDescription, aranea.ElementKeywords:
		return false
	}
	return true
}

// spans returns the elements of a kind in the order of their starts.
func spans(p *aranea.Page, k aranea.ElementKind) []aranea.Element {
	n := 0
	for i := range p.Elements {
		if p.Elements[i].Kind == k {
			n++
		}
	}
	out := make([]aranea.Element, 0, n)
	for i := range p.Elements {
		if p.Elements[i].Kind == k {
			out = append(out, p.Elements[i])
		}
	}
	slices.SortStableFunc(out, func(a, b aranea.Element) int { return int(a.Start) - int(b.Start) })
	return out
}

// allLinks reports whether an element consists almost only of links. The anchors are those from
// the element on.
func allLinks(e aranea.Element, anchors []aranea.Element) bool {
	linked := uint32(0)
	for _, a := range anchors {
		if a.Start >= e.End {
			break
		}
		if a.End > e.Start {
			linked += min(a.End, e.End) - max(a.Start, e.Start)
		}
	}
	return float64(linked) >= linkShare*float64(e.End-e.Start)
}

// A sketcher counts, for each of 64 positions, how many features of a text have a one there.
type sketcher struct {
	counts [64]uint32
	last   [run - 1]uint64 // the previous words, the latest one last
	words  int

	// Features are added eight at a time: the bits of three numbers are the counts of all
	// positions up to seven, and the lanes count the carries of eight.
	waiting           [8]uint64
	waits             int
	ones, twos, fours uint64
	lanes             [8]uint64 // eight counts of one byte each: lane i has those of the positions i, i+8, i+16, ...
	fill              int       // number of additions to the lanes
}

// add divides the text from at to end into words. It reads what follows, but does not count it.
//
// It first finds the boundaries of words, 64 bytes at a time: searching for the end of each word
// before the start of the next one would make every step wait for the previous one.
func (s *sketcher) add(text []byte, at, end int) {
	open := -1 // start of a run of letters that continues
	for base := at; base < end; base += 64 {
		runs := runsOf(text, base, end)
		edges := runs ^ runs<<1
		if open >= 0 {
			edges ^= 1
		}
		for edges != 0 {
			if open < 0 {
				open = base + bits.TrailingZeros64(edges)
				edges &= edges - 1
				continue
			}
			to := base + bits.TrailingZeros64(edges)
			edges &= edges - 1
			s.cut(text, open, to)
			open = -1
		}
	}
	if open >= 0 {
		s.cut(text, open, end)
	}
}

// runsOf returns which of the 64 bytes from an offset on are ASCII letters or digits, or not
// ASCII.
func runsOf(text []byte, at, end int) (runs uint64) {
	n := min(end-at, 64)
	for i := 0; i < n; i += 8 {
		eight := load(text, at+i)
		runs |= (letters(eight) | eight&highBits) >> 7 * gather >> 56 << i
	}
	return runs & (1<<n - 1)
}

// gather, multiplied by eight bytes that are 0 or 1, has them in its highest byte.
const gather = 0x0102040810204080

// load returns the eight bytes of a text from an offset on, with zeros after its end.
func load(text []byte, at int) (eight uint64) {
	if len(text)-at >= 8 {
		return binary.LittleEndian.Uint64(text[at:])
	}
	for i := len(text) - 1; i >= at; i-- {
		eight = eight<<8 | uint64(text[i])
	}
	return eight
}

// cut adds the words of a run of letters.
//
// ASCII is read eight bytes at a time whatever the length of the word, because a branch on the
// length would be mispredicted at most words. The bytes after the word are replaced by zeros,
// which only multiply the hash, and that is undone.
func (s *sketcher) cut(text []byte, at, end int) {
	h := uint64(offset)
	for start := at; ; at += 8 {
		n := min(end-at, 8)
		eight := load(text, at) & (1<<(8*n) - 1)
		if eight&highBits != 0 {
			s.beyond(text[:end], start)
			return
		}
		eight = (eight | everyByte<<5) & (1<<(8*n) - 1) // converts to lower case; digits already have the bit
		h = (h ^ uint64(byte(eight))) * prime
		eight >>= 8
		h = (h ^ uint64(byte(eight))) * prime
		eight >>= 8
		h = (h ^ uint64(byte(eight))) * prime
		eight >>= 8
		h = (h ^ uint64(byte(eight))) * prime
		eight >>= 8
		h = (h ^ uint64(byte(eight))) * prime
		eight >>= 8
		h = (h ^ uint64(byte(eight))) * prime
		eight >>= 8
		h = (h ^ uint64(byte(eight))) * prime
		h = (h ^ eight>>8) * prime * undo[n]
		if end-at <= 8 {
			s.word(h)
			return
		}
	}
}

// beyond adds the words of a run of letters that is not all ASCII.
func (s *sketcher) beyond(text []byte, at int) {
	for at < len(text) {
		h, end := wordOn(text, at, at, offset)
		if end > at {
			s.word(h)
			at = end
			continue
		}
		at++
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++ // of a character that is not part of a word
		}
	}
}

// ascii has the ASCII letters and digits in the form in which they count, and zeros for other
// bytes.
var ascii = func() (table [256]byte) {
	for b := range byte(utf8.RuneSelf) {
		if b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' {
			table[b] = b | 0x20 // digits already have the bit
		}
	}
	return table
}()

// undo has, by the number of the eight bytes that count, the factor that removes the effect of
// the others, which are zeros, from a hash.
var undo = func() (table [9]uint64) {
	inverse := uint64(prime) // the inverse modulo 2^64, by Newton's method
	for range 6 {
		inverse *= 2 - prime*inverse
	}
	table[8] = 1
	for n := 7; n >= 0; n-- {
		table[n] = table[n+1] * inverse
	}
	return table
}()

// highBits has the highest bit of each byte.
const highBits = 0x80 * everyByte

// letters returns the highest bit of each of eight bytes that is an ASCII letter or digit.
func letters(eight uint64) uint64 {
	return (between(eight|everyByte<<5, 'a', 'z') | digits(eight)) & highBits
}

// digits returns the highest bit of each of eight bytes that is a digit.
func digits(eight uint64) uint64 { return between(eight, '0', '9') & highBits }

// between returns eight bytes whose highest bits say whether the bytes are ASCII and between two
// others.
func between(eight, least, most uint64) uint64 {
	low := eight &^ highBits
	return (low + (0x80-least)*everyByte) &^ (low + (0x7f-most)*everyByte) &^ eight
}

// wordOn continues the word that began at an offset, after its ASCII part.
func wordOn(text []byte, at, end int, h uint64) (uint64, int) {
	low := lowRoles()
	for end < len(text) {
		if text[end] < utf8.RuneSelf {
			if ascii[text[end]] == 0 {
				return h, end
			}
			h = (h ^ uint64(ascii[text[end]])) * prime
			end++
			continue
		}
		r, size := decode(text[end:])
		var role role
		if r < lowRunes {
			r, role = low[r].r, low[r].role
		} else {
			r, role = roleOf(r)
		}
		if role == isNone || role == isAlone && end > at {
			return h, end
		}
		h = (h ^ uint64(r)) * prime
		end += size
		if role == isAlone {
			return h, end
		}
	}
	return h, end
}

// decode is utf8.DecodeRune for non-ASCII characters, with fast paths for two and three bytes.
func decode(text []byte) (r rune, size int) {
	switch b := text[0]; {
	case b >= 0xC2 && b < 0xE0 && len(text) > 1 && text[1]&0xC0 == 0x80:
		return rune(b&0x1F)<<6 | rune(text[1]&0x3F), 2
	case b >= 0xE0 && b < 0xF0 && b != 0xED && len(text) > 2 && text[1]&0xC0 == 0x80 && text[2]&0xC0 == 0x80 && (b > 0xE0 || text[1] >= 0xA0):
		return rune(b&0x0F)<<12 | rune(text[1]&0x3F)<<6 | rune(text[2]&0x3F), 3
	}
	return utf8.DecodeRune(text)
}

// A role is the function of a non-ASCII character in a word.
type role uint8

const (
	isNone  role = iota // not part of a word
	isPart              // part of a word
	isAlone             // a word by itself
)

// roleOf returns the role of a character, and the character in the form in which it counts:
// letters are in lower case. The frequent blocks are decided by ranges.
func roleOf(r rune) (rune, role) {
	switch {
	case r >= 0x430 && r < 0x450:
		return r, isPart
	case r >= 0x410 && r < 0x430:
		return r + 0x20, isPart
	case r >= 0x4E00 && r < 0x9FF0, r >= 0x3041 && r < 0x3097, r >= 0x30A1 && r < 0x30FB, r >= 0x0E01 && r < 0x0E3B, r >= 0x0E40 && r < 0x0E5C:
		return r, isAlone
	case r >= 0xAC00 && r < 0xD7A4:
		return r, isPart
	case r >= 0x1EA0 && r < 0x1F00:
		return r | 1, isPart
	case r >= 0xDF && r <= 0xFF && r != 0xF7:
		return r, isPart
	case r >= 0x2010 && r < 0x2027, r >= 0x3000 && r < 0x3005, r >= 0xFF01 && r < 0xFF10, r == utf8.RuneError:
		return r, isNone
	case r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return r, isAlone
	case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
		return r, isNone
	}
	return unicode.ToLower(r), isPart
}

// lowRunes is the end of the alphabets whose roles are in a table: those of Europe and the Near
// East.
const lowRunes = 0x700

type lowRole struct {
	r    rune
	role role
}

var lowRoles = sync.OnceValue(func() *[lowRunes]lowRole {
	var table [lowRunes]lowRole
	for r := range table {
		table[r].r, table[r].role = roleOf(rune(r))
	}
	return &table
})

// The constants of FNV-1a with 64 bits.
const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// word adds the run of words that ends with this one.
func (s *sketcher) word(h uint64) {
	s.words++
	feature := mix(s.last[0]*0x9e3779b97f4a7c15 ^ s.last[1]*0xc2b2ae3d27d4eb4f ^ h)
	s.last[0], s.last[1] = s.last[1], h
	if s.words < run {
		return
	}
	s.count(feature)
}

// count adds a feature.
func (s *sketcher) count(feature uint64) {
	s.waiting[s.waits%len(s.waiting)] = feature
	if s.waits++; s.waits == len(s.waiting) {
		s.countAll()
	}
}

// countAll counts the waiting features.
func (s *sketcher) countAll() {
	s.waits = 0
	w := &s.waiting
	var two, four [2]uint64
	var eight uint64
	s.ones, two[0] = add3(s.ones, w[0], w[1])
	s.ones, two[1] = add3(s.ones, w[2], w[3])
	s.twos, four[0] = add3(s.twos, two[0], two[1])
	s.ones, two[0] = add3(s.ones, w[4], w[5])
	s.ones, two[1] = add3(s.ones, w[6], w[7])
	s.twos, four[1] = add3(s.twos, two[0], two[1])
	s.fours, eight = add3(s.fours, four[0], four[1])
	for i := range s.lanes {
		s.lanes[i] += eight >> i & everyByte
	}
	if s.fill++; s.fill == 255 {
		s.spill()
	}
}

// add3 adds three one-bit numbers at each position: it returns the sum and the carry.
func add3(a, b, c uint64) (sum, carry uint64) {
	return a ^ b ^ c, a&b | (a^b)&c
}

// everyByte has the lowest bit of each byte.
const everyByte = 0x0101010101010101

// spill adds the lanes to the counts before they overflow.
func (s *sketcher) spill() {
	for place := range s.counts {
		s.counts[place] += 8 * uint32(s.lanes[place%8]>>(place/8*8)&0xff)
	}
	s.lanes, s.fill = [8]uint64{}, 0
}

// mix spreads a number over all bits (the finisher of MurmurHash3).
func mix(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// sum returns the positions at which most features have a one.
func (s *sketcher) sum() uint64 {
	clear(s.waiting[s.waits:])
	s.countAll()
	s.spill()
	half := uint32(s.words-run+1) / 2
	var out uint64
	for place, n := range s.counts {
		n += uint32(s.ones>>place&1 + s.twos>>place&1<<1 + s.fours>>place&1<<2)
		if n > half {
			out |= 1 << place
		}
	}
	return out
}
