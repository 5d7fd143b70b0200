package snippet

import (
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
	label      bool // it stands in a label
	typed      bool // it is in the form of the query
	beside     bool // the word before it in the query is the mark before, right before it
}

// enough is how many bytes of a text are looked at if all words of the query stand
// together in them, and plenty how many if they stand anywhere in them.
const (
	enough = 12 << 10
	plenty = 2 * enough
)

// marks returns the words of a text that are marked. It looks no further than it
// must to find every word once, and if it need not go far, together.
func (m *Marker) marks(text []byte, a *analyze.Analyzer, lang analyze.Lang) []mark {
	var marks []mark
	from := 0
	for _, most := range []int{enough, plenty} {
		if len(text) <= most+most/4 {
			break
		}
		_, to := lineAt(text, most)
		marks = m.appendMarks(marks, text, from, to, a, lang)
		from = to
		found := make([]bool, len(m.rarity))
		for _, mk := range marks {
			found[mk.word] = found[mk.word] || !mk.label
		}
		if !slices.Contains(found, false) && (most == plenty || !slices.Contains(m.best(marks, whole, nil).words, false)) {
			return m.inPhrases(marks)
		}
	}
	return m.inPhrases(m.appendMarks(marks, text, from, len(text), a, lang))
}

// appendMarks appends the marks from one place of a text up to another, both between
// lines.
func (m *Marker) appendMarks(marks []mark, text []byte, from, to int, a *analyze.Analyzer, lang analyze.Lang) []mark {
	var last mark
	if len(marks) > 0 {
		last = marks[len(marks)-1]
	}
	line, end := 0, -1 // the line of the mark before
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

// nearBytes is how far behind one word another begins at most that stands beside it: a
// stop word may stand between them.
const nearBytes = 12

// leads reports whether the number of a page comes behind a place in a line, as in a
// table of contents.
func leads(rest []byte) bool {
	for i := range min(len(rest), 60) {
		if leader(rest[i:]) > 0 {
			return true
		}
	}
	return false
}

// leader returns how many bytes dots take, and spaces between them, that lead to the
// number of a page: four dots or more; 0 if a line does not begin so.
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

// inPhrases returns the marks without words of phrases that do not stand in one, or all
// if no phrase stands in the text.
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

// What a piece of a text is worth, beside the rarities of the words in it.
const (
	wordWorth   = 0.1  // of a word that stands in it at all
	besideShare = 0.3  // of the rarer word's, where two stand as in the query
	typedShare  = 0.15 // of a word that stands in the form of the query
	againWorth  = 0.02 // of a word that stands in it once more, up to mostAgain times
	mostAgain   = 2
	labelWorth  = -0.01 // the same in a label, or a piece would start with the name of the site
	spreadShare = 0.1   // of all, taken off if the words are far apart
)

// A window is marks that stand near each other.
type window struct {
	first, last int // the latter is the one with which every word stands in it
	words       []bool
	worth       float64
}

// weigher tells what marks side by side are worth.
type weigher struct {
	m       *Marker
	known   []bool // words that are worth nothing
	labels  bool   // there are only labels
	words   []int  // how often each stands there
	besides []int  // how often each stands beside the one before it
	typed   []int  // how often each stands in the form of the query
	worth   float64
}

// word counts a mark in, or out with -1.
func (w *weigher) word(mk *mark, by int) {
	once := min(by, 0) // what the count is lower than before a mark counts in
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

// beside counts in that a mark stands beside the one before it, or out with -1.
func (w *weigher) beside(mk *mark, by int) {
	if !mk.beside || w.known != nil {
		return
	}
	if w.besides[mk.word]+min(by, 0) == 0 {
		w.worth += float64(by) * besideShare * max(w.m.rarity[mk.word], w.m.rarity[mk.word-1])
	}
	w.besides[mk.word] += by
}

// best returns the marks that answer best of those that a piece of a size has room for:
// the most, and the rarest, of the query's words, as they stand beside each other in it
// and near, in running text rather than in labels; of equal ones the first. Words that
// are known already are worth nothing.
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

// lastNew returns the last of marks whose word none before it has; seen is room for it.
func lastNew(marks []mark, known, seen []bool) (last int) {
	clear(seen)
	for i, mk := range marks {
		if !seen[mk.word] && (known == nil || !known[mk.word]) {
			seen[mk.word], last = true, i
		}
	}
	return last
}

// pieces returns the bytes to show: the best piece, or where the query's words stand too
// far from each other for one, two that have more of them.
func (m *Marker) pieces(text []byte, marks []mark) []piece {
	one := m.best(marks, whole, nil)
	if two := m.two(text, marks, &one); two != nil {
		return two
	}
	return []piece{m.piece(text, marks, &one, whole)}
}

// mostHad is the share of what the query's words say from which on one piece that has it
// is better to read than two that have more.
const mostHad = 0.55

// two returns two pieces if they have words that one lacks, else nil.
func (m *Marker) two(text []byte, marks []mark, one *window) []piece {
	elsewhere := func(mk mark) bool { return !mk.label && !one.words[mk.word] }
	if !slices.ContainsFunc(marks, elsewhere) {
		return nil
	}
	first := m.best(marks, larger, nil)
	running := slices.DeleteFunc(slices.Clone(marks), func(mk mark) bool { return mk.label })
	second := m.best(running, lesser, first.words)
	more, had, all := 0.0, 0.0, 0.0
	for w, rarity := range m.rarity {
		if all += rarity; one.words[w] {
			had += rarity
		}
		switch here := first.words[w] || second.words[w]; {
		case here && !one.words[w]:
			more += rarity + wordWorth
		case !here && one.words[w]:
			more -= rarity + wordWorth
		}
	}
	if more <= 0 || had >= mostHad*all {
		return nil
	}
	a, b := m.piece(text, marks, &first, larger), m.piece(text, running, &second, lesser)
	if b.from < a.from {
		a, b = b, a
	}
	if b.from <= a.to {
		return []piece{{a.from, max(a.to, b.to)}}
	}
	return []piece{a, b}
}

// piece returns the bytes around the marks of a window.
func (m *Marker) piece(text []byte, marks []mark, w *window, s size) piece {
	at := marks[w.first].start
	from, to := cut(text, at, marks[w.last].end, s)
	return piece{from, withoutLabels(text, at, to, marks)}
}
