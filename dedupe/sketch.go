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
	// MinWords is how many words the main text of a page has at least that is
	// compared with others: below it a few words more or less are another page.
	MinWords = 50
	// MaxDistance is in how many of 64 bits the sketches of near copies differ at
	// most. docs/duplicates.md holds how it was measured.
	MaxDistance = 3
	// linkShare is the share of an element's text inside links from which it is
	// taken for navigation.
	linkShare = 0.8
	// run is how many words in a row are one feature of a text.
	run = 3
)

// Sketch returns 64 bits that stand for the main text of a page: those of two
// pages differ in the fewer bits, the more runs of three words the pages share
// (Charikar 2002; Manku, Jain and Das Sarma 2007). It is 0 for a page whose main
// text has less than MinWords words. The main text is that of block elements, but
// for what the owner excludes, what is said in the head of the page, and elements
// that are all links.
//
// A sketch is no proof: whoever wants can make a page with the sketch of another
// one. It decides what is shown once, and never what is kept.
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

// Distance returns in how many bits two sketches differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

// Near reports whether two pages with these sketches hold nearly the same text.
// Pages without a sketch are near to none.
func Near(a, b uint64) bool { return a != 0 && b != 0 && Distance(a, b) <= MaxDistance }

// isMain reports whether elements of a kind are read by people on the page.
func isMain(k aranea.ElementKind) bool {
	switch k {
	case aranea.ElementTitle, aranea.ElementAlt, aranea.ElementDescription, aranea.ElementKeywords:
		return false
	}
	return true
}

// spans returns the elements of a kind in the order of their beginnings.
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

// allLinks reports whether an element is little else than links. The anchors are
// those from the element on.
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

// A sketcher counts for each of 64 places how many features of a text have a one
// there.
type sketcher struct {
	counts [64]uint32
	last   [run - 1]uint64 // the words before, the latest last
	words  int

	// Features are added eight at a time: the bits of three numbers are the counts of
	// all places up to seven, and of each eight the lanes count one.
	waiting           [8]uint64
	waits             int
	ones, twos, fours uint64
	lanes             [8]uint64 // eight counts of a byte each: lane i has those of the places i, i+8, i+16, ...
	fill              int       // of the lanes
}

// add cuts the text from at to end into words. What stands behind it is looked at, and
// does not count.
//
// Where words begin and end is told first, of 64 bytes at a time: who looks for the end
// of a word to know where the next one begins waits for each.
func (s *sketcher) add(text []byte, at, end int) {
	open := -1 // where a run of letters began that goes on
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

// runsOf returns which of the 64 bytes from a place on are letters or digits of ASCII, or
// beyond it.
func runsOf(text []byte, at, end int) (runs uint64) {
	n := min(end-at, 64)
	for i := 0; i < n; i += 8 {
		eight := load(text, at+i)
		runs |= (letters(eight) | eight&highBits) >> 7 * gather >> 56 << i
	}
	return runs & (1<<n - 1)
}

// gather, times eight bytes that are 0 or 1, has these in its highest byte.
const gather = 0x0102040810204080

// load returns the eight bytes of a text from a place on, zeros behind its end.
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
// ASCII is read eight bytes at a time, however long the word is, since a branch for
// each length would be guessed wrong at most words: zeros stand for what is behind it,
// which multiply the hash only, and that is undone.
func (s *sketcher) cut(text []byte, at, end int) {
	h := uint64(offset)
	for start := at; ; at += 8 {
		n := min(end-at, 8)
		eight := load(text, at) & (1<<(8*n) - 1)
		if eight&highBits != 0 {
			s.beyond(text[:end], start)
			return
		}
		eight = (eight | everyByte<<5) & (1<<(8*n) - 1) // small letters; digits have the bit
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

// beyond adds the words of a run of letters that are not all of ASCII.
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
			at++ // of a character that is no part of words
		}
	}
}

// ascii holds letters and digits of ASCII as they count, and zeros.
var ascii = func() (table [256]byte) {
	for b := range byte(utf8.RuneSelf) {
		if b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' {
			table[b] = b | 0x20 // digits have the bit
		}
	}
	return table
}()

// undo holds by how many of eight bytes count what takes the others, which are zeros,
// out of a hash again.
var undo = func() (table [9]uint64) {
	inverse := uint64(prime) // of the number modulo 2^64, by Newton's method
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

// letters returns the highest bit of each of eight bytes that is a letter or a digit of
// ASCII.
func letters(eight uint64) uint64 {
	return (between(eight|everyByte<<5, 'a', 'z') | digits(eight)) & highBits
}

// digits returns the highest bit of each of eight bytes that is a digit.
func digits(eight uint64) uint64 { return between(eight, '0', '9') & highBits }

// between returns eight bytes of which the highest bits say whether they are of ASCII
// and lie between two others.
func between(eight, least, most uint64) uint64 {
	low := eight &^ highBits
	return (low + (0x80-least)*everyByte) &^ (low + (0x7f-most)*everyByte) &^ eight
}

// wordOn goes on with the word that began at a place, behind what is of ASCII.
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

// decode is utf8.DecodeRune of a character beyond ASCII, with those of two and three bytes
// at hand.
func decode(text []byte) (r rune, size int) {
	switch b := text[0]; {
	case b >= 0xC2 && b < 0xE0 && len(text) > 1 && text[1]&0xC0 == 0x80:
		return rune(b&0x1F)<<6 | rune(text[1]&0x3F), 2
	case b >= 0xE0 && b < 0xF0 && b != 0xED && len(text) > 2 && text[1]&0xC0 == 0x80 && text[2]&0xC0 == 0x80 && (b > 0xE0 || text[1] >= 0xA0):
		return rune(b&0x0F)<<12 | rune(text[1]&0x3F)<<6 | rune(text[2]&0x3F), 3
	}
	return utf8.DecodeRune(text)
}

// A role is what a character beyond ASCII is to a word.
type role uint8

const (
	isNone  role = iota // no part of words
	isPart              // a part of one
	isAlone             // a word for itself
)

// roleOf returns the role of a character, and the character as it counts: letters
// are small. The frequent blocks are answered by ranges.
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

// lowRunes bounds the alphabets whose roles stand in a table: those of Europe and the
// Near East.
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

// The numbers of FNV-1a with 64 bits.
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

// countAll adds the features that wait.
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

// add3 adds three numbers of one bit at each place: the sum and what is carried.
func add3(a, b, c uint64) (sum, carry uint64) {
	return a ^ b ^ c, a&b | (a^b)&c
}

// everyByte has the lowest bit of each byte.
const everyByte = 0x0101010101010101

// spill brings the lanes into the counts before they flow over.
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

// sum returns the places at which most features have a one.
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
