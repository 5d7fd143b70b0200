// Package language tells in which language a text is, within an alphabet: by how
// often its sequences of three letters stand in each language.
//
// Floor: 2 (pure). Stability: engine. It knows languages by their codes and
// alphabets, and nothing of what is declared but which language is expected.
package language

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// An Alphabet is a set of languages that a text is compared with.
type Alphabet uint8

// The alphabets that several languages share.
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

// Units and bounds of evidence.
const (
	unit       = 16        // of a logarithm in a byte
	costUnseen = 11 * unit // of a sequence that the language does not have
	mostTrials = 600       // sequences that are enough to tell
	fewTrials  = 8         // sequences below which nothing is told
	leadBase   = 2 * unit  // by which the best language must lead, however short a text is
	leadGrowth = unit / 8  // and by which for each sequence
	leadEnough = 16 * unit // a lead that is enough for any text
	leadLine   = 9 * unit  // that another language has in a line if the text is in several
	leadPlain  = 24 * unit // a lead that more text would not undo
	fewPieces  = 4         // of a page, below which nothing is confirmed
	alike      = 10        // bytes in which lines that say the same begin
	expected   = 12 * unit // by which the expected language is likelier than others
	// A text of a language without a model fits several models alike, and badly:
	// its sequences cost more than costPlain on average, and leadFit times what
	// the best model leads by does not make up for it.
	costPlain = 122
	leadFit   = 3
)

// Guess returns the code of the language of a text in an alphabet, "" if the text
// does not tell. The language that is expected, if one is, is believed unless the
// text speaks clearly for another. Of a text in several languages it is the one of
// most lines.
func Guess(a Alphabet, sample []byte, expect string) string {
	t := tables[a]()
	told, mixed := t.guess(sample, expect)
	if !mixed {
		return told
	}
	size := map[string]int{}
	all, most := 0, ""
	for line := range bytes.Lines(sample) {
		if lang, foreign := t.guess(line, expect); lang != "" && !foreign {
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

// Plain returns the language of a short text in an alphabet if that is beyond doubt, else
// "". The text has a piece from all over a page on each line. The language that is expected,
// if one is, needs less of it than another. For others, lines in several languages are a
// doubt, and lines that begin alike, as those of code and captions do: they say the same
// again.
func Plain(a Alphabet, sample []byte, expect string) string {
	t := tables[a]()
	switch best, ok := t.confirms(sample, expect); {
	case ok:
		return expect
	case best != "" && best == expect:
		return "" // more of the text is needed
	}
	var room [mostLanguages]int
	costs, n, strange := room[:len(t.langs)], 0, 0
	best, lead := 0, 0
	var before []byte
	for line := range bytes.Lines(sample) {
		if len(line) >= alike && len(before) >= alike && string(line[:alike]) == string(before[:alike]) {
			return ""
		}
		before = line
		var own sums
		known, unknown := t.add(&own, line, mostTrials)
		n, strange = n+known, strange+unknown
		ofLine := own.of(len(costs))
		for i, c := range ofLine {
			costs[i] += c
		}
		was, by := best, lead
		best, lead = leader(costs)
		if best != was && by > leadLine || ofLine[best]-slices.Min(ofLine) > leadLine {
			return ""
		}
	}
	if lead < leadPlain || !t.fits(costs[best], n, strange, lead) {
		return ""
	}
	return t.langs[best]
}

// confirms reports whether pieces of a text from all over a page are so plainly in a
// language that more of them would hardly tell otherwise. It reads no more of them than it
// needs, and tells which language is the likeliest, "" if they are too few.
func (t *table) confirms(pieces []byte, lang string) (best string, ok bool) {
	known := slices.Index(t.langs, lang)
	if known < 0 {
		return "", false
	}
	var all sums
	likeliest, n, strange, read := -1, 0, 0, 0
	for second := range 2 { // every other piece, then those between them
		at := 0
		for piece := range bytes.Lines(pieces) {
			if at++; at%2 == second {
				continue
			}
			k, u := t.add(&all, piece, mostTrials)
			n, strange, read = n+k, strange+u, read+1
			if read < fewPieces || n < fewTrials {
				continue
			}
			costs := all.of(len(t.langs))
			first, lead := leader(costs)
			likeliest = first
			if first == known && lead >= leadEnough && t.fits(costs[known], n, strange, lead) {
				return lang, true
			}
		}
	}
	if likeliest < 0 {
		return "", false
	}
	return t.langs[likeliest], false
}

// fits reports whether a text with the cost of its likeliest language is in one that has a
// model: of n sequences, of strange ones, and what it leads by.
func (*table) fits(cost, n, strange, lead int) bool {
	return (cost+strange*costUnseen)/(n+strange) <= costPlain+leadFit*lead/n
}

// add adds up the costs of the sequences of a text, up to most, and returns how many
// have any and how many have none.
func (t *table) add(all *sums, text []byte, most int) (known, unknown int) {
	for s := range Sequences(text) {
		row, ok := t.find(s)
		if !ok {
			unknown++
			continue
		}
		all.add(t.costs[row : row+t.stride])
		if known++; known == most {
			break
		}
	}
	return known, unknown
}

// guess returns the language of a text, and whether it seems to be of several, or
// of one that has no model.
func (t *table) guess(sample []byte, expect string) (lang string, foreign bool) {
	var all sums
	n, strange := t.add(&all, sample, mostTrials)
	if n < fewTrials {
		return expect, false
	}
	costs := all.of(len(t.langs))
	known := slices.Index(t.langs, expect)
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

// leader returns which cost is the least, and by how much.
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

// A table joins the models of an alphabet.
type table struct {
	langs  []string
	rows   map[Sequence]int // where the costs of a sequence begin; while it is made
	costs  []uint8          // one for each language, and none up to the next multiple of eight
	stride int              // the length of a row
	// The same rows with open addressing: half of the places is taken at most.
	places []place
	shift  int
}

// A place is that of a sequence, known by 32 bits of its product, of which none is zero.
type place struct {
	tag uint32
	row int32
}

// spread is odd, and its products differ most in their first bits.
const spread = 0x9E3779B97F4A7C15

// arrange moves the rows to their places.
func (t *table) arrange() {
	size := bits.Len(uint(2 * len(t.rows)))
	t.places, t.shift = make([]place, 1<<size), 64-size
	for s, row := range t.rows {
		i, tag := t.at(s)
		for t.places[i].tag != 0 {
			i = (i + 1) % uint64(len(t.places))
		}
		t.places[i] = place{tag, int32(row)}
	}
	t.rows = nil
}

// at returns where the place of a sequence is looked for first, and its tag.
func (t *table) at(s Sequence) (i uint64, tag uint32) {
	product := uint64(s) * spread
	return product >> t.shift, uint32(product>>16) | 1
}

// find returns where the costs of a sequence begin.
func (t *table) find(s Sequence) (row int, ok bool) {
	i, tag := t.at(s)
	for t.places[i].tag != tag {
		if t.places[i].tag == 0 {
			return 0, false
		}
		i = (i + 1) % uint64(len(t.places))
	}
	return int(t.places[i].row), true
}

var tables = [numAlphabets]func() *table{
	sync.OnceValue(func() *table { return load(Latin) }),
	sync.OnceValue(func() *table { return load(Cyrillic) }),
	sync.OnceValue(func() *table { return load(Arabic) }),
}

// load reads the models of an alphabet.
func load(a Alphabet) *table {
	var models [][]string
	t := &table{rows: map[Sequence]int{}}
	for line := range strings.Lines(modelText) {
		if f := strings.Fields(line); len(f) == 4 && f[1] == a.String() {
			models = append(models, f)
			t.langs = append(t.langs, f[0])
		}
	}
	t.stride = (len(t.langs) + 7) &^ 7
	for at, f := range models {
		costs, err := base64.RawStdEncoding.DecodeString(f[3])
		letters := []rune(f[2])
		if err != nil || len(letters) != 3*len(costs) {
			panic("language: the models are malformed at " + f[0])
		}
		for i, c := range costs {
			t.costs[t.row(sequence(letters[3*i], letters[3*i+1], letters[3*i+2]))+at] = c
		}
	}
	t.arrange()
	return t
}

// row returns where the costs of a sequence begin, and makes room for a new one.
func (t *table) row(s Sequence) int {
	row, ok := t.rows[s]
	if !ok {
		row = len(t.costs)
		t.rows[s] = row
		for range t.stride {
			t.costs = append(t.costs, costUnseen)
		}
	}
	return row
}
