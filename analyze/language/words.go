package language

import (
	_ "embed"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// wordText holds the words that are common in languages: on each line an alphabet, the
// codes of languages joined by plus signs, and the words that are common in all of these
// and in no other one. bench/language makes it.
//
//go:embed words.txt
var wordText string

// Bounds of the evidence of words.
const (
	wordPlaces  = 16 // of a text at which words are read
	wordRead    = 48 // bytes at each of them
	longestRun  = 32 // bytes without whitespace or punctuation that may be a word
	mostWords   = 60 // that are counted
	leastWords  = 4  // that confirm what is expected
	leadWords   = 3  // that no other language has, for what is expected
	leadPart    = 4  // and as a part of all
	manyPlaces  = 10 // from which on one word that no other language has is enough for what is expected
	otherPlaces = 6  // from which on another language is told
	leadOther   = 8  // words by which such a one leads
	leadHalf    = 2  // and as a part of all that are common
	wordShare   = 3  // and one of so many words, common or not, is one of its own
)

// A commonWords value holds the common words of the languages of an alphabet, with open
// addressing. It is small beside the table of sequences, so that more of it stays in the
// caches from page to page.
type commonWords struct {
	slots []wordSlot
	shift int
}

// A wordSlot is a word: 32 bits of the product that it is found by, and a bit for each
// language in which it is common.
type wordSlot struct{ tag, langs uint32 }

// loadWords reads the common words of the languages of an alphabet, which are at most 32.
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
	w = commonWords{slots: make([]wordSlot, 1<<size), shift: 64 - size}
	for _, f := range lines {
		of := uint32(0)
		for lang := range strings.SplitSeq(f[0], "+") {
			of |= 1 << slices.Index(langs, lang)
		}
		for _, word := range f[1:] {
			product, _ := wordAt([]byte(word), 0)
			i := int(product >> w.shift)
			for w.slots[i].tag != 0 {
				i = (i + 1) & (len(w.slots) - 1)
			}
			w.slots[i] = wordSlot{tagOf(product), of}
		}
	}
	return w
}

// find returns in which languages the word with a product is common.
func (w *commonWords) find(product uint64) (langs uint32) {
	tag := tagOf(product)
	for i := int(product >> w.shift); ; i = (i + 1) & (len(w.slots) - 1) {
		switch s := w.slots[i]; s.tag {
		case tag:
			return s.langs
		case 0:
			return 0
		}
	}
}

// wordAt returns what the word at a place of a text is found by, in lower case if its first
// letter is one of ASCII, and its size in bytes; no product if that is longestRun or more.
// All bytes from A on are of words.
func wordAt(text []byte, at int) (product uint64, size int) {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	x := eight(text, at)
	if c := byte(x); 'A' <= c && c <= 'Z' {
		x |= 0x20
	}
	for size < longestRun {
		n := bits.TrailingZeros64(^(x&^highs+(0x80-'A')*ones|x)&highs) / 8
		if n < 8 {
			return (product ^ x&(1<<(8*n)-1)) * spread, size + n
		}
		product, size = (product^x)*spread, size+n
		product ^= product >> 32
		x = eight(text, at+size)
	}
	return 0, size
}

// eight returns the eight bytes of a text from a place on, zeros behind its end.
func eight(s []byte, at int) (x uint64) {
	if at+8 <= len(s) {
		return binary.LittleEndian.Uint64(s[at:])
	}
	for i := len(s) - 1; i >= at; i-- {
		x = x<<8 | uint64(s[i])
	}
	return x
}

// A tally counts the common words of a text by language, each once at each place.
type tally struct {
	counts [6]uint32 // of all languages at once: the bits of their numbers, the lowest first
	common int       // words that have been counted
	words  int       // that have been read
	loaded uint32    // so that the compiler leaves what is loaded ahead
}

// add counts the common words that begin in text[from:to].
func (y *tally) add(w *commonWords, text []byte, from, to int) {
	var room [wordRead / 2]uint64
	products := room[:0]
	if from > 0 { // amid a word
		_, n := wordAt(text, from)
		from += n
	}
	for from < to && len(products) < len(room) {
		product, n := wordAt(text, from)
		if from += n + 1; n > 1 {
			products = append(products, product)
		}
	}
	for _, product := range products { // a short loop: all are waited for at once
		y.loaded += w.slots[product>>w.shift].tag
	}
	y.words += len(products)
	for i, product := range products {
		langs := w.find(product)
		if langs == 0 || y.common == mostWords || slices.Contains(products[:i], product) {
			continue
		}
		y.common++
		for k := range y.counts {
			y.counts[k], langs = y.counts[k]^langs, y.counts[k]&langs
		}
	}
}

// of returns how many words a language has.
func (y *tally) of(lang int) (n int) {
	for k, c := range y.counts {
		n |= int(c>>lang&1) << k
	}
	return n
}

// most returns the language that has most of the words, the first if several have.
func (y *tally) most() (lang int) {
	left := ^uint32(0)
	for k := len(y.counts) - 1; k >= 0; k-- {
		if has := left & y.counts[k]; has != 0 {
			left = has
		}
	}
	return bits.TrailingZeros32(left)
}

// leads reports whether a language has more words than any other, by so many.
func (y *tally) leads(lang, by int) bool {
	most := y.of(lang) - by // that another may have
	if most < 0 {
		return false
	}
	more, same := uint32(0), ^uint32(0)
	for k := len(y.counts) - 1; k >= 0; k-- {
		if c := y.counts[k]; most>>k&1 == 0 {
			more |= same & c
			same &^= c
		} else {
			same &= c
		}
	}
	return more&^(1<<lang) == 0
}

// confirms reports whether so many places confirm a language.
func (y *tally) confirms(lang, places int) bool {
	lead := max(leadWords, y.common/leadPart)
	if places >= manyPlaces {
		lead = 1
	}
	return y.of(lang) >= leastWords && y.leads(lang, lead)
}

// Common returns the language whose common words stand at some places of a text in an
// alphabet, plainly more of them than of any other, "" if there is none. The one that is
// expected needs fewer of them, and no more is read than confirms it; where none is that has
// the alphabet, nothing is told.
func Common(a Alphabet, text []byte, expect string) string {
	t := a.table()
	known := t.place(expect)
	if known < 0 {
		return ""
	}
	var y tally
	for k := range wordPlaces {
		from, to := Place(text, k)
		y.add(&t.words, text, from, to)
		if k > 0 && y.confirms(known, k+1) {
			return expect
		}
		if k+1 < otherPlaces {
			continue
		}
		if told := y.most(); told != known && y.leads(told, max(leadOther, y.common/leadHalf)) && y.of(told)*wordShare >= y.words {
			return t.langs[told]
		}
	}
	return ""
}

// placesOfWords are the places of a text at which words are read, as parts of it.
var placesOfWords = [wordPlaces]uint8{8, 24, 16, 4, 12, 20, 28, 2, 6, 10, 14, 18, 22, 26, 30, 0}

// Place returns where the place of a text begins that Common reads as one of the first, from
// 0 on, and where it ends. A short text is read from its beginning on, none of it twice.
func Place(text []byte, k int) (from, to int) {
	const whole = 2 * wordPlaces
	from = len(text) * int(placesOfWords[k]) / whole
	if len(text) < wordPlaces*wordRead {
		from = min(k*wordRead, len(text))
	}
	return from, min(from+wordRead, len(text))
}
