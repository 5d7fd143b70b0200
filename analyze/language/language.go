// Package language tells which language of an alphabet a text is in, by the frequencies of its
// sequences of three letters (trigrams) in each language.
//
// Floor: 2 (pure). Stability: engine. It knows languages by their codes and alphabets, and
// nothing of what a page declares except which language is expected.
package language

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// An Alphabet is a set of languages that a text is compared with.
type Alphabet uint8

// The alphabets that are shared by several languages.
const (
	Latin Alphabet = iota
	Cyrillic
	Arabic
	numAlphabets
)

var alphabetNames = [numAlphabets]string{"latin", "cyrillic", "arabic"}

// String returns the name in lower case.
func (a Alphabet) String() string { return alphabetNames[a] }

// modelText holds one line for each language: its code (ISO 639-1), its alphabet,
// its most frequent sequences, three letters each, and the negative logarithms of
// their frequencies, sixteenths in bytes, in base64. bench/language makes it.
//
//go:embed models.txt
var modelText string

// Units and bounds of evidence. A lead is by how much the best language beats the next one.
const (
	unit       = 16        // steps of a logarithm in one byte
	costUnseen = 11 * unit // cost of a sequence that the language does not have
	mostTrials = 600       // sequences that are enough to decide
	manyTrials = 120       // sequences from all over a text that decide if the lead is leadMany
	fewTrials  = 8         // with fewer sequences nothing is decided
	leadBase   = 2 * unit  // lead that the best language needs at least
	leadGrowth = unit / 8  // lead that it needs in addition for each sequence
	leadEnough = 16 * unit // lead that is enough for any text
	leadLine   = 9 * unit  // lead of another language in a line, if the text is in several
	leadPlain  = 28 * unit // lead that more text would not undo
	leadMany   = 40 * unit // the same if no more is read
	twoPieces  = 2         // pieces, from two places, that usually confirm the expected language
	readParts  = 4         // parts of a text that are read in turn
	leastPart  = 128       // bytes of each part
	alike      = 10        // bytes at the start of lines that repeat one another
	confirming = 9 * unit  // lead of the expected language when a little text confirms it
	expected   = 12 * unit // lead with which the expected language is believed
	// A text in a language without a model fits several models equally badly: its sequences
	// cost more than costPlain on average, and leadFit times the lead of the best model does
	// not make up for it.
	costPlain = 122
	leadFit   = 3
)

// Guess returns the code of the language of a text in an alphabet, "" if the text does not
// tell. The expected language, if any, is believed unless the text clearly speaks for another;
// a likely language ends the reading as soon as it is confirmed. If the text is in several
// languages, the result is that of most lines.
func Guess(a Alphabet, sample []byte, expect, likely string) string {
	t := a.table()
	var work batch
	told, mixed := t.guess(sample, expect, likely, &work)
	if !mixed {
		return told
	}
	size := map[string]int{}
	all, most := 0, ""
	for line := range bytes.Lines(sample) {
		if lang, foreign := t.guess(line, expect, "", &work); lang != "" && !foreign {
			if size[lang] += len(line); size[lang] > size[most] {
				most = lang
			}
		}
		all += len(line)
	}
	if size[most]*3 < all {
		return expect
	}
	return most
}

// Plain returns the language of pieces from all over a text in an alphabet if it is beyond
// doubt, otherwise "". The expected language, if any, needs less evidence. For any other
// language it is a reason for doubt if pieces are in several languages, or begin alike as those
// of code and captions do, since such pieces repeat one another.
func Plain(a Alphabet, pieces [][]byte, expect string) string {
	t := a.table()
	switch best, ok := t.confirms(pieces, expect); {
	case ok:
		return expect
	case best != "" && best == expect:
		return "" // more text is needed
	}
	var room [mostLanguages]int
	costs, n, strange := room[:len(t.langs)], 0, 0
	best, lead := 0, 0
	var before []byte
	var work batch
	for _, piece := range pieces {
		if len(piece) >= alike && len(before) >= alike && string(piece[:alike]) == string(before[:alike]) {
			return ""
		}
		before = piece
		var own sums
		known, unknown := t.add(&own, piece, mostTrials, &work)
		n, strange = n+known, strange+unknown
		ofPiece := own.of(t)
		for i, c := range ofPiece {
			costs[i] += c
		}
		was, by := best, lead
		best, lead = leader(costs)
		if best != was && by > leadLine || ofPiece[best]-slices.Min(ofPiece) > leadLine {
			return ""
		}
	}
	if lead < leadPlain || !t.fits(costs[best], n, strange, lead) {
		return ""
	}
	return t.langs[best]
}

// Confirms reports whether pieces of a text in an alphabet are so clearly in the expected
// language that more text would be unlikely to change that. It reads no more than it needs.
func Confirms(a Alphabet, pieces [][]byte, expect string) bool {
	_, ok := a.table().confirms(pieces, expect)
	return ok
}

// confirms is Confirms for pieces from all over a page. It also returns the likeliest language,
// "" if there are too few pieces.
func (t *table) confirms(pieces [][]byte, lang string) (best string, ok bool) {
	known := t.place(lang)
	if known < 0 {
		return "", false
	}
	least := min(twoPieces, len(pieces)) // pieces that are read at once
	var all sums
	var work batch
	enough, n, strange := false, 0, 0
	for read := range pieces { // every other piece first, then those in between
		at := 2 * read
		if at >= len(pieces) {
			at = 2*(read-(len(pieces)+1)/2) + 1
		}
		rest := work.take(t, pieces[at])
		if read+1 < least && len(rest) == 0 {
			continue
		}
		for more := true; more; more = work.cut > 0 {
			k, u := t.addBatch(&all, &work, mostTrials)
			n, strange = n+k, strange+u
			rest = work.take(t, rest)
		}
		if read+1 < least || n < fewTrials {
			continue
		}
		if enough = true; t.confirmed(&all, known, n, strange) {
			return lang, true
		}
	}
	if !enough {
		return "", false
	}
	likeliest, _ := leader(all.of(t))
	return t.langs[likeliest], false
}

// fits reports whether a text is in a language that has a model, by the cost of its likeliest
// language, its n known and its strange sequences, and its lead.
func (*table) fits(cost, n, strange, lead int) bool {
	return (cost+strange*costUnseen)/(n+strange) <= costPlain+leadFit*lead/n
}

// batchSize is how many sequences a batch holds: enough to overlap their cache misses, plus the
// longest word.
const batchSize = 32 + longestWord

// A batch is sequences that are looked up together, so that their cache misses overlap.
type batch struct {
	products [batchSize]uint64
	cut      int    // number of products
	last     uint64 // identifies the word before
	touched  uint8  // keeps the reads from being optimised away
}

// take cuts sequences from a text as far as there is room and returns the rest of the text.
// Immediate repetitions of a word are counted once.
func (b *batch) take(t *table, text []byte) (rest []byte) {
	var room [longestWord]Sequence
	for len(text) > 0 && b.cut <= len(b.products)-longestWord {
		word, size := nextWord(room[:0], text)
		text = text[size:]
		to, sum := b.products[b.cut:], uint64(0)
		n := min(len(word), len(to))
		for i, s := range word[:n] {
			product := productOf(s)
			to[i] = product
			sum = sum*3 + product
		}
		if n > 0 && sum != b.last {
			b.cut, b.last = b.cut+n, sum
		}
	}
	return text
}

// reset prepares a batch for another text.
func (b *batch) reset() { b.cut, b.last = 0, 0 }

// addBatch adds up the costs of at most most sequences of a batch and empties it. It returns
// how many sequences the models know and how many they do not.
func (t *table) addBatch(all *sums, b *batch, most int) (known, unknown int) {
	products := b.products[:b.cut]
	b.cut = 0
	for _, product := range products { // a short loop, so that many misses overlap
		b.touched += t.rows[t.first(product)]
	}
	var room [batchSize]int32
	rows := room[:0]
	for _, product := range products {
		if row, ok := t.find(product); ok {
			rows = append(rows, int32(row))
		} else {
			unknown++
		}
		if len(rows) == most {
			break
		}
	}
	all.add(t.rows, rows, t.stride)
	return len(rows), unknown
}

// add is addBatch for a text.
func (t *table) add(all *sums, text []byte, most int, b *batch) (known, unknown int) {
	for len(text) > 0 && known < most {
		text = b.take(t, text)
		n, strange := t.addBatch(all, b, most-known)
		known, unknown = known+n, unknown+strange
	}
	return known, unknown
}

// guess returns the language of a text, and whether it seems to be in several languages or in
// one without a model. It reads some of each part in turn, and stops when the likely language
// is confirmed or another one is clear.
func (t *table) guess(sample []byte, expect, likely string, work *batch) (lang string, foreign bool) {
	var all sums
	n, strange, usual := 0, 0, t.place(likely)
	known := t.place(expect)
	parts, left := partsOf(sample), true
	for work.reset(); left && n < mostTrials; {
		left = false
		for i := range parts {
			parts[i] = work.take(t, parts[i])
			left = left || len(parts[i]) > 0
			k, u := t.addBatch(&all, work, mostTrials-n)
			n, strange = n+k, strange+u
			if usual >= 0 && n >= fewTrials && k > 0 && t.confirmed(&all, usual, n, strange) {
				return likely, false
			}
		}
		if n < manyTrials {
			continue
		}
		costs := all.of(t)
		if best, lead := leader(costs); lead >= leadMany && t.fits(costs[best], n, strange, lead) {
			return t.langs[best], false
		}
	}
	if n < fewTrials {
		return expect, false
	}
	costs := all.of(t)
	if known >= 0 {
		costs[known] -= expected
	}
	best, lead := leader(costs)
	switch {
	case !t.fits(costs[best], n, strange, lead):
		return expect, true
	case best == known || lead >= min(leadBase+n*leadGrowth, leadEnough):
		return t.langs[best], false
	}
	return expect, false
}

// partsOf cuts a text at word ends into parts of similar size. A short text gives fewer parts;
// the others are empty.
func partsOf(text []byte) (parts [readParts][]byte) {
	for i := range parts {
		size := max(len(text)/(len(parts)-i), min(len(text), leastPart))
		if end := bytes.IndexAny(text[size:], " \n"); end >= 0 && i < len(parts)-1 {
			size += end
		} else {
			size = len(text)
		}
		parts[i], text = text[:size], text[size:]
	}
	return parts
}

// confirmed reports whether n known and some strange sequences are clearly in an expected
// language.
func (t *table) confirmed(all *sums, lang, n, strange int) bool {
	costs := all.of(t)
	own, next := costs[lang], math.MaxInt
	for i, c := range costs {
		if i != lang {
			next = min(next, c)
		}
	}
	return next-own >= confirming && t.fits(own, n, strange, next-own)
}

// leader returns the index of the least cost, and how far the next one is above it.
func leader(costs []int) (best, lead int) {
	best, second := 0, 1
	if costs[second] < costs[best] {
		best, second = second, best
	}
	for i := 2; i < len(costs); i++ {
		switch {
		case costs[i] < costs[best]:
			best, second = i, best
		case costs[i] < costs[second]:
			second = i
		}
	}
	return best, costs[second] - costs[best]
}

// A table joins the models of an alphabet. The row of a sequence holds its tag and then its
// cost in each language, so that one cache line tells everything; when the next page comes,
// little of the table is still in the first-level caches.
type table struct {
	rows   []uint8 // open addressing, at most half full
	stride int     // bytes of a row
	shift  int
	langs  []string
	codes  [mostLanguages]uint16 // of langs
	words  commonWords
}

// tagBytes is the size of a row's tag: 32 bits of the product of its sequence, never zero.
const tagBytes = 4

// spread is odd; its products differ most in their high bits.
const spread = 0x9E3779B97F4A7C15

// newTable returns a table with room for that many sequences.
func newTable(langs []string, sequences int) table {
	size := bits.Len(uint(2 * sequences))
	stride := (tagBytes + len(langs) + 7) &^ 7
	t := table{langs: langs, rows: make([]uint8, stride<<size), stride: stride, shift: 64 - size}
	for i, lang := range langs {
		t.codes[i] = codeOf(lang)
	}
	return t
}

// codeOf returns the two letters of a language code as a number, 0 for other codes.
func codeOf(lang string) uint16 {
	if len(lang) != 2 {
		return 0
	}
	return uint16(lang[0])<<8 | uint16(lang[1])
}

// place returns the index of a language in a row, -1 if it has none.
func (t *table) place(lang string) int { return slices.Index(t.codes[:len(t.langs)], codeOf(lang)) }

// productOf returns the product from which slot and tag of a sequence are taken.
func productOf(s Sequence) uint64 { return uint64(s) * spread }

// first returns the first row to look at for a product.
func (t *table) first(product uint64) (row int) { return int(product>>t.shift) * t.stride }

// find returns the row of the sequence with a product, or the row where it would be.
func (t *table) find(product uint64) (row int, ok bool) {
	row, tag := t.first(product), tagOf(product)
	for {
		switch binary.LittleEndian.Uint32(t.rows[row:]) {
		case tag:
			return row, true
		case 0:
			return row, false
		}
		if row += t.stride; row == len(t.rows) {
			row = 0
		}
	}
}

func tagOf(product uint64) uint32 { return uint32(product>>16) | 1 }

// put sets the cost of a sequence in a language.
func (t *table) put(s Sequence, lang int, cost uint8) {
	product := productOf(s)
	row, known := t.find(product)
	r := t.rows[row : row+t.stride]
	if !known {
		binary.LittleEndian.PutUint32(r, tagOf(product))
		for i := range t.langs {
			r[tagBytes+i] = costUnseen
		}
	}
	r[tagBytes+lang] = cost
}

// tables are the tables of the alphabets, each loaded when first asked for. They are stored
// together because every page asks for them, when little of them is in the caches.
var tables [numAlphabets]struct {
	once sync.Once
	table
}

// table returns the table of an alphabet.
func (a Alphabet) table() *table {
	t := &tables[a]
	t.once.Do(func() { t.table = load(a) })
	return &t.table
}

// load reads the models of an alphabet.
func load(a Alphabet) table {
	var langs, costs []string
	var letters [][]rune
	seen := map[Sequence]struct{}{}
	for line := range strings.Lines(modelText) {
		f := strings.Fields(line)
		if len(f) != 4 || f[1] != a.String() {
			continue
		}
		of := []rune(f[2])
		for s := range slices.Chunk(of, 3) {
			seen[sequence(s[0], s[1], s[2])] = struct{}{}
		}
		langs, letters, costs = append(langs, f[0]), append(letters, of), append(costs, f[3])
	}
	t := newTable(langs, len(seen))
	t.words = loadWords(a, langs)
	for lang, coded := range costs {
		of, err := base64.RawStdEncoding.DecodeString(coded)
		if err != nil || len(letters[lang]) != 3*len(of) {
			panic("language: the models are malformed at " + langs[lang])
		}
		for i, c := range of {
			s := letters[lang][3*i:]
			t.put(sequence(s[0], s[1], s[2]), lang, c)
		}
	}
	return t
}
