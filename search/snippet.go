package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
)

// Lengths of a snippet in runes.
const (
	snippetRunes = 220
	leadRunes    = 50 // text before the first marked word
)

// snippet cuts the piece of the text that answers the query best and marks the
// words. Without one it shows the description or the start of the text.
func (p *plan) snippet(text []byte, d *index.Doc, a *analyze.Analyzer) []Span {
	lang, _ := analyze.ParseLang(d.Lang)
	wanted := p.wanted()
	tokens, _ := a.Append(nil, text, lang)
	var marks []mark
	for _, t := range tokens {
		if i, ok := wanted[t.Word.Term]; ok {
			marks = append(marks, mark{int(t.Start), int(t.End), i})
		}
	}
	if len(marks) == 0 {
		if len(text) == 0 || d.Description != "" {
			return p.plain(d.Description, a, lang, wanted)
		}
		return p.plain(string(text[:min(len(text), 4*snippetRunes)]), a, lang, wanted)
	}
	from, to := p.window(text, marks)
	return spans(text, from, to, marks)
}

// A mark is a matching word of the text.
type mark struct {
	start, end int
	word       int
}

// wanted maps terms to the number of their word in the query.
func (p *plan) wanted() map[string]int {
	m := map[string]int{}
	for i, w := range p.words {
		for _, t := range w.tokens {
			for _, term := range t.terms {
				m[term] = i
			}
		}
	}
	return m
}

// window returns the bytes of the best piece: the most, and the rarest, of the
// query's words.
func (p *plan) window(text []byte, marks []mark) (from, to int) {
	bestScore, bestAt := -1.0, 0
	count := make([]int, len(p.words))
	score := 0.0
	j := 0
	for i := range marks {
		for j < len(marks) && marks[j].end-marks[i].start <= snippetRunes*2 && utf8.RuneCount(text[marks[i].start:marks[j].end]) <= snippetRunes-leadRunes {
			if count[marks[j].word]++; count[marks[j].word] == 1 {
				score += p.words[marks[j].word].idf + 0.1
			} else {
				score += 0.02
			}
			j++
		}
		if score > bestScore+1e-9 {
			bestScore, bestAt = score, i
		}
		if j > i {
			if count[marks[i].word]--; count[marks[i].word] == 0 {
				score -= p.words[marks[i].word].idf + 0.1
			} else {
				score -= 0.02
			}
		} else {
			j = i + 1
		}
	}
	return cut(text, marks[bestAt].start)
}

// cut returns a piece around at that starts and ends between words.
func cut(text []byte, at int) (from, to int) {
	from = at
	for n := 0; from > 0 && n < leadRunes; n++ {
		r, size := utf8.DecodeLastRune(text[:from])
		if r == '\n' && n > 0 {
			break
		}
		from -= size
	}
	if from > 0 && text[from-1] != '\n' {
		from = forward(text, from, at)
	}
	to = from
	for n := 0; to < len(text) && n < snippetRunes; n++ {
		_, size := utf8.DecodeRune(text[to:])
		to += size
	}
	if to < len(text) {
		to = backward(text, to, at)
	}
	return from, to
}

// forward moves to the start of the next word, not beyond limit.
func forward(text []byte, i, limit int) int {
	for j := i; j < limit; {
		r, size := utf8.DecodeRune(text[j:])
		if unicode.IsSpace(r) {
			return j + size
		}
		if r > 0x2E80 {
			return i // signs are not parted by blanks
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
		if r > 0x2E80 {
			return i
		}
		j -= size
	}
	return i
}

// spans cuts the piece at its marks. Overlapping marks, as of sign pairs, join.
func spans(text []byte, from, to int, marks []mark) []Span {
	var out []Span
	add := func(s string, marked bool) {
		s = strings.ReplaceAll(s, "\n", " · ")
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
			add(string(text[at:m.start]), false)
		}
		add(string(text[max(m.start, at):m.end]), true)
		at = m.end
	}
	add(strings.TrimRight(string(text[at:to]), " \n"), false)
	if to < len(text) {
		add(" …", false)
	}
	return out
}

// plain shows the start of a text, with its words marked.
func (p *plan) plain(text string, a *analyze.Analyzer, lang analyze.Lang, wanted map[string]int) []Span {
	if text == "" {
		return nil
	}
	b := []byte(strings.ToValidUTF8(text, ""))
	tokens, _ := a.Append(nil, b, lang)
	var marks []mark
	for _, t := range tokens {
		if i, ok := wanted[t.Word.Term]; ok {
			marks = append(marks, mark{int(t.Start), int(t.End), i})
		}
	}
	from, to := cut(b, 0)
	return spans(b, from, to, marks)
}
