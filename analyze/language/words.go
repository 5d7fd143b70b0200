package language

import (
	_ "embed"
	"encoding/binary"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// wordText holds the words that are common in a language: each line has an alphabet, language
// codes joined by plus signs, and the words that are common in all of these languages and in no
// other. bench/language writes it.
//
//go:embed words.txt
var wordText string

// Bounds of the evidence from common words.
const (
	wordPlaces  = 16 // places of a text at which words are read
	wordRead    = 48 // bytes at each place
	mostWords   = 60 // words that are counted
	leastWords  = 4  // words that confirm the expected language
	leadWords   = 3  // words only the expected language has
	leadPart    = 4  // and their share of all common words, as a divisor
	manyPlaces  = 10 // places from which on one word that only the expected language has is enough
	otherPlaces = 6  // places from which on another language is told
	leadOther   = 8  // lead of such a language, in words
	leadHalf    = 2  // and its share of all common words, as a divisor
	wordShare   = 3  // one of so many words, common or not, belongs to it
)

// A commonWords value holds the common words of the languages of an alphabet, each in its own
// slot or one of the next few. All of these are read for every word, so that no branch depends
// on the text; such branches are mostly mispredicted. It is small compared to the table of
// sequences, so that more of it stays cached from page to page.
type commonWords struct {
	slots []wordSlot
	shift int
}

// A wordSlot is a word: 32 bits of its product, and above them one bit for each language in
// which it is common.
type wordSlot uint64

// nearSlots is the number of slots, beginning with its own, in which a word may be. Of the
// 18,155 words of all alphabets, 20 find no free slot and are left out.
const nearSlots = 4

// loadWords reads the common words of at most 32 languages of an alphabet.
func loadWords(a Alphabet, langs []string) (w commonWords) {
	var lines [][]string
	n := 0
	for line := range strings.Lines(wordText) {
		if f := strings.Fields(line); f[0] == a.String() {
			lines = append(lines, f[1:])
			n += len(f)
		}
	}
	size := bits.Len(uint(2 * n))
	w = commonWords{slots: make([]wordSlot, 1<<size+nearSlots), shift: 64 - size}
	common := map[uint64]uint32{} // by product
	for _, f := range lines {
		of := uint32(0)
		for lang := range strings.SplitSeq(f[0], "+") {
			of |= 1 << slices.Index(langs, lang)
		}
		for _, word := range f[1:] {
			var at window
			common[at.product(0, copy(at[:], word))] |= of
		}
	}
	free := 0
	for _, product := range slices.Sorted(maps.Keys(common)) { // in the order of their slots
		if own := int(product >> w.shift); max(own, free) < own+nearSlots {
			free = max(own, free)
			w.slots[free] = wordSlot(tagOf(product)) | wordSlot(common[product])<<32
			free++
		}
	}
	return w
}

// near returns the slots that may hold the word with a product.
func (w *commonWords) near(product uint64) *[nearSlots]wordSlot {
	return (*[nearSlots]wordSlot)(w.slots[product>>w.shift:])
}

// find returns the languages, one bit each, in which the word with a product is common.
func (w *commonWords) find(product uint64) (langs uint32) {
	tag := uint64(tagOf(product))
	for _, s := range w.near(product) {
		same := int64(uint64(s)&math.MaxUint32^tag-1) >> 63 // all ones or all zeros
		langs |= uint32(uint64(s) >> 32 & uint64(same))
	}
	return langs
}

// A window is a place of a text and what follows it, padded with zeros past the end of the
// text.
type window [wordRead + longestPart]byte

// longestPart is how many bytes of a word count; longer words are found by their beginning.
const longestPart = 16

// words sets a bit for each byte of the window that belongs to a word. Every byte from 'A' on
// does.
func (w *window) words() (bytes uint64) {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	const gather = 0x0102040810204080 // gathers the lowest bits of eight bytes in the highest byte
	for i := len(w) - 8; i >= 0; i -= 8 {
		x := binary.LittleEndian.Uint64(w[i:])
		of := (x&^highs + (0x80-'A')*ones | x) & highs >> 7
		bytes = bytes<<8 | of*gather>>56
	}
	return bytes
}

// product returns the product of the word of n bytes at an offset of the window, with an ASCII
// first letter in lower case.
func (w *window) product(at, n int) uint64 {
	x := binary.LittleEndian.Uint64(w[at:]) & (1<<(8*n) - 1) // the whole number for n of 8 and more
	y := binary.LittleEndian.Uint64(w[at+8:]) & (1<<(8*(max(n, 8)-8)) - 1)
	x = (x | 0x20) * spread
	return (x ^ x>>32 ^ y) * spread
}

// A spot is the products of the words at one place of a text.
type spot struct {
	products [wordRead / 3]uint64 // words have at least two bytes
	words    int
}

// read reads the words that begin in text[from:to].
func (s *spot) read(text []byte, from, to int) {
	var short window
	at := &short
	if from+len(at) <= len(text) {
		at = (*window)(text[from:])
	} else {
		copy(at[:], text[from:])
	}
	bytes := at.words()
	if from > 0 { // in the middle of a word
		bytes &= bytes + 1
	}
	s.words = 0
	for firsts := bytes &^ (bytes << 1) & (bytes >> 1) & (1<<(to-from) - 1); firsts != 0; firsts &= firsts - 1 {
		first := bits.TrailingZeros64(firsts)
		s.products[s.words&(len(s.products)-1)] = at.product(first, bits.TrailingZeros64(^(bytes >> first)))
		s.words++
	}
}

// A tally counts the common words of a text by language, each word once per place.
type tally struct {
	counts [6]uint32 // for all languages at once: bit k of every count, the lowest first
	common int       // common words counted
	words  int       // words read
	loaded wordSlot  // keeps the reads from being optimised away
}

// load touches the slots of the words of a spot, so that their cache misses overlap.
func (y *tally) load(w *commonWords, s *spot) {
	loaded := wordSlot(0)
	for _, product := range s.products[:s.words] {
		loaded += w.slots[product>>w.shift]
	}
	y.loaded += loaded
}

// add counts the common words of a spot.
func (y *tally) add(w *commonWords, s *spot) {
	products, seen := s.products[:s.words], uint64(0)
	y.words += len(products)
	for i, product := range products {
		langs, bit := w.find(product), uint64(1)<<(product>>58)
		if seen&bit != 0 && slices.Contains(products[:i], product) || y.common == mostWords {
			continue
		}
		seen |= bit
		y.common += int((uint64(langs) + math.MaxUint32) >> 32) // plus 1 if common in any language
		for k := range y.counts {
			y.counts[k], langs = y.counts[k]^langs, y.counts[k]&langs
		}
	}
}

// of returns the number of words common in a language.
func (y *tally) of(lang int) (n int) {
	for k, c := range y.counts {
		n |= int(c>>lang&1) << k
	}
	return n
}

// most returns the language with the most words, the first in case of a tie.
func (y *tally) most() (lang int) {
	left := ^uint32(0)
	for k := len(y.counts) - 1; k >= 0; k-- {
		if has := left & y.counts[k]; has != 0 {
			left = has
		}
	}
	return bits.TrailingZeros32(left)
}

// leads reports whether a language has at least by more words than any other.
func (y *tally) leads(lang, by int) bool {
	most := y.of(lang) - by // that another language may have
	if most < 0 {
		return false
	}
	more, same := uint32(0), ^uint32(0)
	for k := len(y.counts) - 1; k >= 0; k-- {
		c, of := y.counts[k], -uint32(most>>k&1) // all ones if bit k of most is set
		more |= same & c &^ of
		same &^= c ^ of
	}
	return more&^(1<<lang) == 0
}

// confirms reports whether the words of so many places confirm a language.
func (y *tally) confirms(lang, places int) bool {
	lead := max(leadWords, y.common/leadPart)
	if places >= manyPlaces {
		lead = 1
	}
	return y.of(lang) >= leastWords && y.leads(lang, lead)
}

// Words are the words of a text by which its language is told.
type Words struct {
	t     *table
	text  []byte
	spots [2]spot
	tally tally
}

// Look reads the words at the first places of a text and touches what is known of them in an
// alphabet. It does not wait for the cache misses, so that other work can overlap them.
func (w *Words) Look(a Alphabet, text []byte) {
	w.t, w.text = a.table(), text
	w.look(0)
}

// look reads the words at the places from k on.
func (w *Words) look(k int) {
	for i := range w.spots {
		from, to := Place(w.text, k+i)
		w.spots[i].read(w.text, from, to)
	}
	for i := range w.spots { // a short loop, so that the misses overlap
		w.tally.load(&w.t.words, &w.spots[i])
	}
}

// Language returns the language whose common words clearly outnumber those of any other at some
// places of the text, "" if there is none. The expected language, if any, needs fewer of them
// and ends the reading when confirmed.
func (w *Words) Language(expect string) string {
	t, y := w.t, &w.tally
	known := t.place(expect)
	for k := range wordPlaces {
		i := k % len(w.spots)
		if k > 0 && i == 0 {
			w.look(k)
		}
		y.add(&t.words, &w.spots[i])
		if known >= 0 && k > 0 && y.confirms(known, k+1) {
			return expect
		}
		if k+1 < otherPlaces {
			continue
		}
		lead := max(leadOther, y.common/leadHalf)
		if k+1 == wordPlaces {
			lead = max(leadOther, y.common/leadPart)
		}
		if told := y.most(); told != known && y.leads(told, lead) && y.of(told)*wordShare >= y.words {
			return t.langs[told]
		}
	}
	return ""
}

// placesOfWords are the places of a text at which words are read, in order, as 32nd parts of
// it.
var placesOfWords = [wordPlaces]uint8{8, 24, 16, 4, 12, 20, 28, 2, 6, 10, 14, 18, 22, 26, 30, 0}

// Place returns the beginning and the end of the k-th place of a text that Common reads. A
// short text is read from its beginning, and no part of it twice.
func Place(text []byte, k int) (from, to int) {
	const whole = 2 * wordPlaces
	from = len(text) * int(placesOfWords[k]) / whole
	if len(text) < wordPlaces*wordRead {
		from = min(k*wordRead, len(text))
	}
	return from, min(from+wordRead, len(text))
}
