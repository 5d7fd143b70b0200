package snippet

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
)

// A size is the length of a passage, in runes.
type size struct {
	room     int
	lead     int // text before the first marked word
	sentence int // the same, if a sentence begins there
}

// The size of a snippet, and of each passage if it has two.
var (
	whole  = size{220, 50, 90}
	larger = size{110, 30, 60}
	lesser = size{80, 25, 50}
)

// labelWidth is the width, in Latin letters, below which a line without the end of a sentence
// counts as a label: a menu word, a site's name, a table cell.
const labelWidth = 36

// A Passage is the passage of a page's text that answers a query best: a snippet.
type Passage struct {
	Spans []Span
	// Places are where the marked words stand in the text, in ascending order. If the snippet
	// has two pieces, they are those of the better one. They are empty if no word is marked.
	Places []int
}

// Cut cuts the passage of a page's text that answers the query best, and marks its words. If
// there is none, it shows the description or the beginning of the text. The analyzer remembers
// words between calls.
func (m *Marker) Cut(text []byte, description string, a *analyze.Analyzer, lang analyze.Lang) Passage {
	marks := m.marks(text, a, lang)
	if len(marks) == 0 {
		if len(text) == 0 || description != "" {
			return Passage{Spans: m.opening(description, a, lang)}
		}
		text = text[running(text):]
		return Passage{Spans: m.opening(string(text[:min(len(text), 4*whole.room)]), a, lang)}
	}
	all, best := m.pieces(text, marks)
	out := Passage{Spans: spans(text, all, marks)}
	for _, mk := range marks {
		if best.from <= mk.start && mk.start < best.to {
			out.Places = append(out.Places, mk.start)
		}
	}
	return out
}

// CutPart is Cut for a part of the text that is known to answer the query. If the part has none of its words,
// because they are in its heading alone, the passage is from all of the text; if that has none either, it is
// the beginning of the part. inPart tells whether it is from the part.
func (m *Marker) CutPart(text, part []byte, description string, a *analyze.Analyzer, lang analyze.Lang) (out Passage, inPart bool) {
	if out = m.Cut(part, description, a, lang); len(out.Places) > 0 || len(part) == len(text) {
		return out, true
	}
	all := m.Cut(text, description, a, lang)
	if len(all.Places) > 0 || len(part) == 0 || &part[0] == &text[0] { // the page is described by its description
		return all, false
	}
	return m.Cut(part, "", a, lang), true
}

// lineAt returns the line that contains a place.
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
			width += 2 // one character says as much as three letters
		}
		i += size
	}
	return width < labelWidth
}

func endsSentence(r rune) bool { return strings.ContainsRune(".!?…:;。！？：；؟।", r) }

// running returns the start of the first line of running text, 0 if all lines are labels.
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

// withoutLabels removes labels from the end of a passage whose first mark is at at, unless it
// consists of labels. Labels with marks stay unless an earlier line says the same.
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

// repeats reports whether a line also occurs earlier, as the name of a site often does.
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

// cut returns a passage around at that begins and ends with a sentence if there are borders
// nearby, otherwise between words. Everything up to last is kept if there is room. Unused room
// at the end goes to the front.
func cut(text []byte, at, last int, s size) (from, to int) {
	room := s.room
	spare := room - utf8.RuneCount(text[at:max(at, last)]) - s.lead/2
	from = sentenceStart(text, at, max(s.sentence, spare))
	begins := from >= 0
	if begins {
		room += max(0, min(utf8.RuneCount(text[from:at]), s.sentence)-s.lead)
	} else {
		from = back(text, at, s.lead)
	}
	if line, end := lineAt(text, at); from == line && from > 0 && isLabel(text[line:end]) {
		before, _ := lineAt(text, from-1)
		if utf8.RuneCount(text[before:at]) <= s.lead {
			from = before // a label is more useful after another one
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
		begins = begins && n == room
		from = back(text, from, room-n)
	}
	if !begins && from > 0 && text[from-1] != '\n' {
		from = forward(text, from, at)
	}
	return from, to
}

// back moves back by at most n runes, not beyond the line.
func back(text []byte, at, n int) int {
	for ; at > 0 && n > 0 && text[at-1] != '\n'; n-- {
		_, size := utf8.DecodeLastRune(text[:at])
		at -= size
	}
	return at
}

// firstUnspaced is the first character of the blocks in which words are not separated by
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

// A piece is the bytes [from, to) of a text.
type piece struct{ from, to int }

// spans splits pieces, which ascend, at their marks. Overlapping marks, as of character pairs,
// are merged, and so are those of one name in code.
func spans(text []byte, pieces []piece, marks []mark) []Span {
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
	for i, p := range pieces {
		if i > 0 {
			add(" … ", false)
		} else if p.from > 0 {
			add("… ", false)
		}
		at := p.from
		for _, m := range marks {
			if m.end <= at || m.start < p.from || m.end > p.to {
				continue
			}
			if m.start > at {
				add(flat(text, at, m.start), at > p.from && isJoined(text[at:m.start]))
			}
			add(flat(text, max(m.start, at), m.end), true)
			at = m.end
		}
		for p.to > at && (text[p.to-1] == ' ' || text[p.to-1] == '\n') {
			p.to--
		}
		rest := flat(text, at, p.to)
		if i == len(pieces)-1 && len(bytes.TrimRight(text[p.to:], " \n")) > 0 {
			rest = strings.TrimSuffix(rest, " … ") + " …"
		}
		add(rest, false)
	}
	return out
}

// isJoined reports whether what stands between two marks makes one name of them, such as row_number.
func isJoined(between []byte) bool { return len(bytes.Trim(between, "_")) == 0 }

// flat returns a piece of the text as one line. Sentences follow one another; lines that do not
// end as sentences are separated by a dot.
func flat(text []byte, from, to int) string {
	var b strings.Builder
	for i := from; i < to; {
		n := bytes.IndexByte(text[i:to], '\n')
		if n < 0 {
			writeLine(&b, text[i:to])
			break
		}
		writeLine(&b, text[i:i+n])
		i += n + 1
		if last, _ := utf8.DecodeLastRune(text[:i-1]); endsSentence(last) {
			b.WriteByte(' ')
		} else {
			b.WriteString(" · ")
		}
	}
	return b.String()
}

// writeLine writes a line, with a single character for the dots that lead to a page number.
func writeLine(b *strings.Builder, line []byte) {
	for i := 0; i < len(line); {
		if n := leader(line[i:]); n > 0 {
			b.WriteString("… ")
			i += n
			continue
		}
		n := 1 + bytes.IndexByte(line[i+1:], '.')
		if n == 0 {
			n = len(line) - i
		}
		b.Write(line[i : i+n])
		i += n
	}
}

// opening shows the beginning of a text, with its words marked.
func (m *Marker) opening(text string, a *analyze.Analyzer, lang analyze.Lang) []Span {
	if text == "" {
		return nil
	}
	b := []byte(strings.ToValidUTF8(text, ""))
	marks := m.marks(b, a, lang)
	from, to := cut(b, 0, 0, whole)
	return spans(b, []piece{{from, withoutLabels(b, from, to, nil)}}, marks)
}
