package snippet

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
)

// A mark is a matching word of the text.
type mark struct {
	start, end int
	at, past   int // the same in runes
	pos        uint32
	word       int
	label      bool // in a label
	typed      bool // in the form of the query
	beside     bool // right after the previous mark, which is also the previous word of the query
}

// After how many bytes the search of a text may end: enough if they contain all words of the
// query close together, plenty if they contain most of what the words are worth.
const (
	enough = 12 << 10
	plenty = 4 * enough
)

// reach is how many bytes a passage may extend beyond its last word.
const reach = 1 << 10

// mostSearched is how many bytes of text are searched for the snippets of one answer, and then
// plenty of each further text.
const mostSearched = 4 << 20

// A Budget bounds the work for the snippets of one answer. It is used by one goroutine.
type Budget struct{ left int }

// NewBudget returns the budget of an answer.
func NewBudget() *Budget { return &Budget{mostSearched} }

// Text returns a text, or its beginning up to the end of a line if the budget is used up.
func (b *Budget) Text(text []byte) []byte {
	if b.left -= len(text); b.left >= 0 || len(text) <= plenty {
		return text
	}
	_, to := lineAt(text, plenty)
	return text[:to]
}

// marks returns the words of a text to be marked. It searches twice as far again and again,
// until it has found what there is reason to look for.
func (m *Marker) marks(text []byte, a *analyze.Analyzer, lang analyze.Lang) []mark {
	var marks []mark
	from := 0
	for most := enough; len(text) > most+most/4; most *= 2 {
		_, to := lineAt(text, most)
		marks = m.appendMarks(marks, text, from, to, a, lang)
		if from = to; m.suffice(marks, most) {
			_, to = lineAt(text, min(from+reach, len(text)))
			return m.inPhrases(m.appendMarks(marks, text, from, to, a, lang))
		}
	}
	return m.inPhrases(m.appendMarks(marks, text, from, len(text), a, lang))
}

// suffice reports whether the marks in the first bytes of a text are reason to search no
// further.
func (m *Marker) suffice(marks []mark, searched int) bool {
	found := make([]bool, len(m.rarity))
	for _, mk := range marks {
		found[mk.word] = found[mk.word] || !mk.label
	}
	if searched < plenty {
		return !slices.Contains(found, false) && !slices.Contains(m.best(marks, whole, nil).words, false)
	}
	return m.isMost(found)
}

// isMost reports whether words are at least mostHad of what all words of the query are worth.
func (m *Marker) isMost(words []bool) bool {
	had, all := 0.0, 0.0
	for w, rarity := range m.rarity {
		if all += rarity; words[w] {
			had += rarity
		}
	}
	return had >= mostHad*all
}

// appendMarks appends the marks in [from, to) of a text, both at line borders.
func (m *Marker) appendMarks(marks []mark, text []byte, from, to int, a *analyze.Analyzer, lang analyze.Lang) []mark {
	var last mark
	if len(marks) > 0 {
		last = marks[len(marks)-1]
	}
	line, end := 0, -1 // the line of the previous mark
	for _, t := range a.AppendLike(nil, text[from:to], lang, &m.filter) {
		i, typed := m.words[t.Word.Form()]
		ok := typed
		if typed = typed && !m.bases[t.Word.Form()]; !ok && t.Word.Stem() != "" {
			i, ok = m.words[t.Word.Stem()]
		}
		if !ok {
			continue
		}
		mk := mark{start: from + int(t.Start), end: from + int(t.End), pos: t.Pos, word: i, typed: typed}
		if m.lone[i] {
			_, first := utf8.DecodeRune(text[mk.start:])
			mk.end = mk.start + first
		} else if bytes.HasPrefix(text[mk.end:to], longMark) {
			mk.end += len(longMark)
		}
		if mk.start > end {
			line, end = lineAt(text, mk.start)
		}
		mk.label = isLabel(text[line:end]) || leads(text[mk.end:end])
		mk.at = last.at - utf8.RuneCount(text[min(mk.start, last.start):last.start]) + utf8.RuneCount(text[last.start:max(mk.start, last.start)])
		mk.past = mk.at + utf8.RuneCount(text[mk.start:mk.end])
		mk.beside = len(marks) > 0 && last.word+1 == i && last.start >= line && mk.start-last.end <= nearBytes
		marks = append(marks, mk)
		last = mk
	}
	return marks
}

// longMark is the long mark of Katakana, which is no part of the word that it ends (サーバー) but is
// read with it.
var longMark = []byte("ー")

// nearBytes is how many bytes after a word another may begin that counts as next to it: there
// may be a stop word in between.
const nearBytes = 12

// leads reports whether a page number follows in a line, as in a table of contents.
func leads(rest []byte) bool {
	for i := range min(len(rest), 60) {
		if leader(rest[i:]) > 0 {
			return true
		}
	}
	return false
}

// leader returns the length of the dots and spaces that lead to a page number, at least four
// dots; 0 if a line does not begin with them.
func leader(line []byte) int {
	i, dots := 0, 0
	for ; i < len(line) && (line[i] == '.' || dots > 0 && line[i] == ' '); i++ {
		if line[i] == '.' {
			dots++
		}
	}
	if dots < 4 {
		return 0
	}
	return i
}

// inPhrases returns the marks without words of phrases that are not part of one, or all marks
// if no phrase occurs in the text.
func (m *Marker) inPhrases(marks []mark) []mark {
	if len(m.phrases) == 0 {
		return marks
	}
	drop := make([]bool, len(m.rarity))
	kept := make([]bool, len(marks))
	for _, p := range m.phrases {
		found := false
		for i := range marks {
			if p.stands(m, marks[i:]) {
				found = true
				for k := range p.words {
					kept[i+k] = true
				}
			}
		}
		for _, w := range p.words {
			drop[w] = found && m.inPhrase[w]
		}
	}
	out := marks[:0]
	for i, mk := range marks {
		if kept[i] || !drop[mk.word] {
			out = append(out, mk)
		}
	}
	return out
}

// stands reports whether marks begin with the words of a phrase.
func (p *phrase) stands(m *Marker, marks []mark) bool {
	if len(marks) < len(p.words) {
		return false
	}
	for k, w := range p.words {
		if marks[k].word != w || marks[k].pos-marks[0].pos != p.pos[k]-p.pos[0] {
			return false
		}
	}
	return true
}

// The value of a passage besides the rarities of its words.
const (
	wordWorth   = 0.1  // for each of its words
	besideShare = 0.3  // of the rarer word, if two are next to each other as in the query
	typedShare  = 0.15 // for a word in the form of the query
	againWorth  = 0.02 // for further occurrences of a word, up to mostAgain
	mostAgain   = 2
	labelWorth  = -0.01 // for further occurrences in a label, so that a passage does not start with the site's name
	spreadShare = 0.1   // of everything, subtracted if the words are far apart
)

// A window is a range of marks.
type window struct {
	first, last int // last is the mark that completes its words
	words       []bool
	worth       float64
}

// weigher computes the value of consecutive marks.
type weigher struct {
	m       *Marker
	known   []bool // words without value
	labels  bool   // there are only labels
	words   []int  // occurrences of each word
	besides []int  // occurrences right after the previous word
	typed   []int  // occurrences in the form of the query
	worth   float64
}

// word adds a mark, or removes it with -1.
func (w *weigher) word(mk *mark, by int) {
	once := min(by, 0) // by how much the count is lower before the mark is counted
	first := w.words[mk.word]+once == 0
	if w.words[mk.word] += by; w.known != nil && w.known[mk.word] {
		return
	}
	if first {
		w.worth += float64(by) * (w.m.rarity[mk.word] + wordWorth)
	}
	if mk.typed {
		if w.typed[mk.word]+once == 0 {
			w.worth += float64(by) * typedShare * w.m.rarity[mk.word]
		}
		w.typed[mk.word] += by
	}
	if mk.label && !w.labels {
		w.worth += float64(by) * labelWorth
	} else if w.words[mk.word]-max(by, 0) <= mostAgain {
		w.worth += float64(by) * againWorth
	}
}

// beside adds that a mark is right after the previous one, or removes it with -1.
func (w *weigher) beside(mk *mark, by int) {
	if !mk.beside || w.known != nil {
		return
	}
	if w.besides[mk.word]+min(by, 0) == 0 {
		w.worth += float64(by) * besideShare * max(w.m.rarity[mk.word], w.m.rarity[mk.word-1])
	}
	w.besides[mk.word] += by
}

// best returns the best marks that fit into a passage of a size: the most and rarest words of
// the query, next to each other as in the query and close together, in running text rather than
// labels; the first in case of a tie. Known words have no value.
func (m *Marker) best(marks []mark, s size, known []bool) window {
	w := weigher{m: m, known: known, words: make([]int, len(m.rarity)), besides: make([]int, len(m.rarity)), typed: make([]int, len(m.rarity))}
	w.labels = !slices.ContainsFunc(marks, func(m mark) bool { return !m.label })
	out := window{words: make([]bool, len(m.rarity)), worth: -1}
	seen := make([]bool, len(m.rarity))
	j := 0
	for i := range marks {
		for ; j < len(marks) && (j == i || marks[j].past-marks[i].at <= s.room-s.lead); j++ {
			if w.word(&marks[j], 1); j > i {
				w.beside(&marks[j], 1)
			}
		}
		if w.worth > out.worth {
			last := lastNew(marks[i:j], known, seen) + i
			spread := float64(marks[last].past-marks[i].at) / float64(s.room)
			if worth := w.worth * (1 - spreadShare*spread); worth > out.worth+1e-9 {
				out.first, out.last, out.worth = i, last, worth
				for k, n := range w.words {
					out.words[k] = n > 0
				}
			}
		}
		if w.word(&marks[i], -1); i+1 < j {
			w.beside(&marks[i+1], -1)
		}
	}
	return out
}

// lastNew returns the last mark whose word no earlier one has; seen is scratch memory.
func lastNew(marks []mark, known, seen []bool) (last int) {
	clear(seen)
	for i, mk := range marks {
		if !seen[mk.word] && (known == nil || !known[mk.word]) {
			seen[mk.word], last = true, i
		}
	}
	return last
}

// pieces returns the bytes to show: the best passage, or two if the query's words are too far
// apart for one, and the better of these.
func (m *Marker) pieces(text []byte, marks []mark) (all []piece, best piece) {
	one := m.best(marks, whole, nil)
	if two, best := m.two(text, marks, &one); two != nil {
		return two, best
	}
	best = m.piece(text, marks, &one, whole)
	return []piece{best}, best
}

// mostHad is the share of the value of the query's words from which on one passage is better to
// read than two that have more of them.
const mostHad = 0.55

// two returns two passages, and the better one, if they have words that one lacks, nil otherwise.
func (m *Marker) two(text []byte, marks []mark, one *window) (all []piece, best piece) {
	elsewhere := func(mk mark) bool { return !mk.label && !one.words[mk.word] }
	if !slices.ContainsFunc(marks, elsewhere) {
		return nil, best
	}
	first := m.best(marks, larger, nil)
	running := slices.DeleteFunc(slices.Clone(marks), func(mk mark) bool { return mk.label })
	second := m.best(running, lesser, first.words)
	more := 0.0
	for w, rarity := range m.rarity {
		switch here := first.words[w] || second.words[w]; {
		case here && !one.words[w]:
			more += rarity + wordWorth
		case !here && one.words[w]:
			more -= rarity + wordWorth
		}
	}
	if more <= 0 || m.isMost(one.words) {
		return nil, best
	}
	a, b := m.piece(text, marks, &first, larger), m.piece(text, running, &second, lesser)
	best = a
	if b.from < a.from {
		a, b = b, a
	}
	if b.from <= a.to {
		return []piece{{a.from, max(a.to, b.to)}}, best
	}
	return []piece{a, b}, best
}

// piece returns the bytes around the marks of a window.
func (m *Marker) piece(text []byte, marks []mark, w *window, s size) piece {
	at := marks[w.first].start
	from, to := cut(text, at, marks[w.last].end, s)
	return piece{from, withoutLabels(text, at, to, marks)}
}
