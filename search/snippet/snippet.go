package snippet

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
)

// Lengths of a snippet in runes.
const (
	snippetRunes = 220
	leadRunes    = 50 // text before the first marked word
	sentenceLead = 90 // the same, if a sentence begins there
)

// labelWidth is the width, in Latin letters, below which a line without the end
// of a sentence is taken for a label: a menu word, a site's name, a table cell.
const labelWidth = 36

// Cut cuts the piece of a page's text that answers the query best and marks the
// words. Without one it shows the description or the start of the text. The
// analyzer remembers words from call to call.
func (m *Marker) Cut(text []byte, description string, a *analyze.Analyzer, lang analyze.Lang) []Span {
	marks := m.marks(text, a, lang)
	if len(marks) == 0 {
		if len(text) == 0 || description != "" {
			return m.opening(description, a, lang)
		}
		text = text[running(text):]
		return m.opening(string(text[:min(len(text), 4*snippetRunes)]), a, lang)
	}
	from, to := m.window(text, marks)
	return spans(text, from, to, marks)
}

// A mark is a matching word of the text.
type mark struct {
	start, end int
	word       int
	label      bool // it stands in a label
}

// enough is how many bytes of a text are looked at if all words of the query
// stand in them.
const enough = 12 << 10

// marks returns the words of a text that are marked. It looks no further than it
// must to find every word once.
func (m *Marker) marks(text []byte, a *analyze.Analyzer, lang analyze.Lang) []mark {
	if len(text) > 2*enough {
		_, end := lineAt(text, enough)
		marks := m.marksIn(text[:end], a, lang)
		found := map[int]bool{}
		for _, mk := range marks {
			found[mk.word] = found[mk.word] || !mk.label
		}
		if len(found) == len(m.rarity) && !slices.Contains(slices.Collect(maps.Values(found)), false) {
			return marks
		}
	}
	return m.marksIn(text, a, lang)
}

func (m *Marker) marksIn(text []byte, a *analyze.Analyzer, lang analyze.Lang) []mark {
	var marks []mark
	line, end := 0, -1 // the line of the mark before
	for _, t := range a.AppendLike(nil, text, lang, &m.filter) {
		i, ok := m.words[t.Word.Form()]
		if !ok && t.Word.Stem() != "" {
			i, ok = m.words[t.Word.Stem()]
		}
		if !ok {
			continue
		}
		if int(t.Start) > end {
			line, end = lineAt(text, int(t.Start))
		}
		marks = append(marks, mark{int(t.Start), int(t.End), i, isLabel(text[line:end])})
	}
	return marks
}

// lineAt returns the line around a place.
func lineAt(text []byte, at int) (from, to int) {
	from = bytes.LastIndexByte(text[:at], '\n') + 1
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return from, at + i
	}
	return from, len(text)
}

// isLabel reports whether a line is a label rather than running text.
func isLabel(line []byte) bool {
	last, _ := utf8.DecodeLastRune(line)
	if endsSentence(last) {
		return false
	}
	width := 0
	for i := 0; i < len(line) && width < labelWidth; {
		r, size := utf8.DecodeRune(line[i:])
		if width++; r > firstUnspaced {
			width += 2 // a character here says as much as three letters
		}
		i += size
	}
	return width < labelWidth
}

func endsSentence(r rune) bool { return strings.ContainsRune(".!?…:;。！？：；؟।", r) }

// running returns where the first line of running text starts, 0 if all are
// labels.
func running(text []byte) int {
	for from := 0; from < len(text); {
		_, to := lineAt(text, from)
		if to > from && !isLabel(text[from:to]) {
			return from
		}
		from = to + 1
	}
	return 0
}

// window returns the bytes of the best piece: the most, and the rarest, of the
// query's words, in running text rather than in labels. A further mark of a word
// is worth little.
func (m *Marker) window(text []byte, marks []mark) (from, to int) {
	labels := !slices.ContainsFunc(marks, func(m mark) bool { return !m.label })
	again := func(mk mark) float64 {
		if mk.label && !labels {
			return -0.01 // or a piece would start with the name of the site
		}
		return 0.02
	}
	bestScore, bestAt, bestEnd := -1.0, 0, 0
	count := make([]int, len(m.rarity))
	score := 0.0
	j := 0
	for i := range marks {
		for j < len(marks) && marks[j].end-marks[i].start <= snippetRunes*2 && utf8.RuneCount(text[marks[i].start:marks[j].end]) <= snippetRunes-leadRunes {
			if count[marks[j].word]++; count[marks[j].word] == 1 {
				score += m.rarity[marks[j].word] + 0.1
			}
			score += again(marks[j])
			j++
		}
		if score > bestScore+1e-9 {
			bestScore, bestAt, bestEnd = score, i, marks[max(i, j-1)].end
		}
		if j > i {
			if count[marks[i].word]--; count[marks[i].word] == 0 {
				score -= m.rarity[marks[i].word] + 0.1
			}
			score -= again(marks[i])
		} else {
			j = i + 1
		}
	}
	from, to = cut(text, marks[bestAt].start, bestEnd)
	return from, withoutLabels(text, marks[bestAt].start, to, marks)
}

// withoutLabels takes labels off the end of a piece that has its first mark at
// at, unless the piece is nothing but labels. Labels with marks stay if the text
// does not say the same before.
func withoutLabels(text []byte, at, to int, marks []mark) int {
	end := to
	for {
		from := bytes.LastIndexByte(text[:end], '\n') + 1
		_, whole := lineAt(text, from)
		switch {
		case from <= at:
			if isLabel(text[from:whole]) {
				return to
			}
			return end
		case !isLabel(text[from:whole]):
			return end
		case slices.ContainsFunc(marks, func(m mark) bool { return m.start >= from && m.end <= end }) && !repeats(text, from, whole):
			return end
		}
		end = from - 1
	}
}

// repeats reports whether a line is there before, as the name of a site is.
func repeats(text []byte, from, to int) bool {
	for at := 0; at < from; {
		_, end := lineAt(text, at)
		if bytes.Equal(text[at:end], text[from:to]) {
			return true
		}
		at = end + 1
	}
	return false
}

// sentenceStart returns where the sentence begins in which a place stands, -1 if
// that is too far before it.
func sentenceStart(text []byte, at int) int {
	for i, n := at, 0; n <= sentenceLead; n++ {
		if i == 0 || text[i-1] == '\n' {
			return i
		}
		r, size := utf8.DecodeLastRune(text[:i])
		if before, _ := utf8.DecodeLastRune(text[:i-size]); unicode.IsSpace(r) && closesSentence(before) || r > firstUnspaced && closesSentence(r) {
			return i
		}
		i -= size
	}
	return -1
}

func closesSentence(r rune) bool { return strings.ContainsRune(".!?…。！？؟।", r) }

// sentenceEnd returns where the last whole sentence of a piece ends, not before
// least; to if there is none.
func sentenceEnd(text []byte, least, to int) int {
	for i := to; i > least; {
		r, size := utf8.DecodeLastRune(text[:i])
		if next, _ := utf8.DecodeRune(text[i:]); closesSentence(r) && (i == len(text) || r > firstUnspaced || unicode.IsSpace(next)) {
			return i
		}
		i -= size
	}
	return to
}

// cut returns a piece around at that starts with a sentence and ends with one, if
// there is one near, and else between words. What stands up to last is kept if there
// is room. Room that the end of the text leaves over goes to the front.
func cut(text []byte, at, last int) (from, to int) {
	room := snippetRunes
	from = sentenceStart(text, at)
	whole := from >= 0
	if whole {
		room += max(0, utf8.RuneCount(text[from:at])-leadRunes)
	} else {
		from = back(text, at, leadRunes)
	}
	if line, end := lineAt(text, at); from == line && from > 0 && isLabel(text[line:end]) {
		before, _ := lineAt(text, from-1)
		if utf8.RuneCount(text[before:at]) <= leadRunes {
			from = before // a label says more behind another
		}
	}
	to = from
	n := 0
	for ; to < len(text) && n < room; n++ {
		_, size := utf8.DecodeRune(text[to:])
		to += size
	}
	if to < len(text) {
		to = sentenceEnd(text, max(last, from+(to-from)/2), backward(text, to, at))
	} else {
		whole = whole && n == room
		from = back(text, from, room-n)
	}
	if !whole && from > 0 && text[from-1] != '\n' {
		from = forward(text, from, at)
	}
	return from, to
}

// back goes back from a place by at most n runes, not beyond its line.
func back(text []byte, at, n int) int {
	for ; at > 0 && n > 0 && text[at-1] != '\n'; n-- {
		_, size := utf8.DecodeLastRune(text[:at])
		at -= size
	}
	return at
}

// firstUnspaced is where the blocks begin whose words are not separated by
// whitespace.
const firstUnspaced = 0x2E80

// forward moves to the start of the next word, not beyond limit.
func forward(text []byte, i, limit int) int {
	for j := i; j < limit; {
		r, size := utf8.DecodeRune(text[j:])
		if unicode.IsSpace(r) {
			return j + size
		}
		if r > firstUnspaced {
			return i
		}
		j += size
	}
	return i
}

// backward moves to the end of the last whole word, not before limit.
func backward(text []byte, i, limit int) int {
	for j := i; j > limit; {
		r, size := utf8.DecodeLastRune(text[:j])
		if unicode.IsSpace(r) {
			return j - size
		}
		if r > firstUnspaced {
			return i
		}
		j -= size
	}
	return i
}

// spans cuts the piece at its marks. Overlapping marks, as of pairs of characters, join.
func spans(text []byte, from, to int, marks []mark) []Span {
	var out []Span
	add := func(s string, marked bool) {
		if s == "" {
			return
		}
		if n := len(out); n > 0 && out[n-1].Marked == marked {
			out[n-1].Text += s
			return
		}
		out = append(out, Span{s, marked})
	}
	if from > 0 {
		add("… ", false)
	}
	at := from
	for _, m := range marks {
		if m.end <= at || m.start < from || m.end > to {
			continue
		}
		if m.start > at {
			add(flat(text, at, m.start), false)
		}
		add(flat(text, max(m.start, at), m.end), true)
		at = m.end
	}
	for to > at && (text[to-1] == ' ' || text[to-1] == '\n') {
		to--
	}
	add(flat(text, at, to), false)
	if len(bytes.TrimRight(text[to:], " \n")) > 0 {
		add(" …", false)
	}
	return out
}

// flat returns a piece of the text in one line. Sentences follow one another;
// what does not end as one is separated by a dot.
func flat(text []byte, from, to int) string {
	var b strings.Builder
	for i := from; i < to; {
		n := bytes.IndexByte(text[i:to], '\n')
		if n < 0 {
			b.Write(text[i:to])
			break
		}
		b.Write(text[i : i+n])
		i += n + 1
		if last, _ := utf8.DecodeLastRune(text[:i-1]); endsSentence(last) {
			b.WriteByte(' ')
		} else {
			b.WriteString(" · ")
		}
	}
	return b.String()
}

// opening shows the start of a text, with its words marked.
func (m *Marker) opening(text string, a *analyze.Analyzer, lang analyze.Lang) []Span {
	if text == "" {
		return nil
	}
	b := []byte(strings.ToValidUTF8(text, ""))
	marks := m.marks(b, a, lang)
	from, to := cut(b, 0, 0)
	return spans(b, from, withoutLabels(b, from, to, nil), marks)
}
