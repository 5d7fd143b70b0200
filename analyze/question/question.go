// Package question knows the words that make a question of what is looked for: "what is X", "что такое X",
// "X nedir", X是什么, X とは. A page that answers need not have them, and one that has them without X answers
// something else.
//
// Only what asks and means nothing else is known, so that a query in any language may be looked at without
// knowing which one that is. Words that ask in one language and mean something in another (German "was",
// French "comment", Italian "come", Czech "kde" and "proč") are stop words of their languages alone
// (analyze.IsStopWord).
//
// Floor: 2 (pure). Stability: engine. It holds tables of words, and reads nothing.
package question

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
)

// Around returns how many of the words of a query ask at its beginning, and how many at its end, and in which
// language, Und if they do not tell. A word is given as Word makes it: "cos e" for cos'è. Some word is left between
// them; otherwise both are 0.
func Around(words []string) (head, tail int, in analyze.Lang) {
	t := spaced()
	head, before := t.longest(t.heads, words, func(n int) []string { return words[:n] })
	tail, behind := t.longest(t.tails, words[head:], func(n int) []string { return words[len(words)-n:] })
	if head+tail == len(words) {
		return 0, 0, analyze.Und
	}
	return head, tail, cmp.Or(before, behind)
}

// Word returns a word as Around takes it: the forms of its tokens, with spaces between them.
func Word(tokens []analyze.QueryToken) string {
	if len(tokens) == 1 {
		return tokens[0].Form
	}
	forms := make([]string, len(tokens))
	for i, t := range tokens {
		forms[i] = t.Form
	}
	return strings.Join(forms, " ")
}

// A table has the sequences that ask, as the forms of their words with spaces between them, and the language
// of each, Und for those of several.
type table struct {
	heads, tails map[string]analyze.Lang
	most         int // words of a sequence
}

var spaced = sync.OnceValue(func() *table {
	t := &table{heads: map[string]analyze.Lang{}, tails: map[string]analyze.Lang{}}
	for _, p := range phrasings {
		t.add(t.heads, p.heads, p.lang)
		t.add(t.tails, p.tails, p.lang)
	}
	return t
})

// longest returns how many of the words the longest of some sequences takes, and its language.
func (t *table) longest(of map[string]analyze.Lang, words []string, part func(n int) []string) (int, analyze.Lang) {
	for n := min(len(words), t.most); n > 0; n-- {
		if l, ok := of[strings.Join(part(n), " ")]; ok {
			return n, l
		}
	}
	return 0, analyze.Und
}

// add adds a list of sequences of a language, with commas between them.
func (t *table) add(to map[string]analyze.Lang, list string, l analyze.Lang) {
	for text := range strings.SplitSeq(list, ",") {
		sequence := Word(analyze.AnalyzeQuery(text))
		if sequence == "" {
			continue // a language without such sequences
		}
		t.most = max(t.most, strings.Count(sequence, " ")+1)
		if other, ok := to[sequence]; ok && other != l {
			to[sequence] = analyze.Und
		} else {
			to[sequence] = l
		}
	}
}

// A Piece is a part of a run of characters that are written without spaces.
type Piece struct {
	Text string
	Asks bool // it does nothing but ask
}

// Cut cuts a run of characters without spaces where it asks: 什么是所有权 into 什么是, which asks, and 所有权.
// A single character beside what asks belongs to it, because it seldom is a word by itself: 下如何 and 安装 behind
// linux. But one is what is asked for if nothing else in the run is, or if the run asks what it is: 猫 in 猫怎么叫
// and 猫是什么动物.
// The pieces are the run again when put together; there is none if the run is empty.
func Cut(run string) []Piece {
	var out []Piece
	from := 0 // of the piece that does not ask
	for at := 0; at < len(run); {
		if n := asking(run, at); n > 0 {
			out = append(append(out, Piece{Text: run[from:at]}), Piece{run[at : at+n], true})
			at += n
			from = at
		} else {
			_, size := utf8.DecodeRuneInString(run[at:])
			at += size
		}
	}
	return joined(append(out, Piece{Text: run[from:]}))
}

// asking returns how many bytes of a run ask from a place on: the longest entry that fits there.
func asking(run string, at int) int {
	most := 0
	for _, list := range runs {
		if list.first && at > 0 || list.behind && at == 0 {
			continue
		}
		for _, part := range list.parts {
			if len(part) > most && strings.HasPrefix(run[at:], part) && (!list.last || at+len(part) == len(run)) {
				most = len(part)
			}
		}
	}
	return most
}

// joined joins pieces that ask with each other and with single characters between them, and drops empty ones.
func joined(pieces []Piece) (out []Piece) {
	anyAsks := slices.ContainsFunc(pieces, func(p Piece) bool { return p.Asks })
	alone := !slices.ContainsFunc(pieces, func(p Piece) bool { return !p.Asks && utf8.RuneCountInString(p.Text) > 1 })
	for i, p := range pieces {
		isSubject := i == 0 && len(pieces) > 1 && strings.HasPrefix(pieces[1].Text, "是")
		if anyAsks && utf8.RuneCountInString(p.Text) == 1 {
			p.Asks = p.Asks || !alone && !isSubject || !isWord(p.Text)
		}
		switch n := len(out); {
		case p.Text == "":
		case n > 0 && p.Asks && out[n-1].Asks:
			out[n-1].Text += p.Text
		default:
			out = append(out, p)
		}
	}
	return out
}

// isWord reports whether a single character may be a word that says what is asked for: it is Chinese, and no
// particle, pronoun, preposition or auxiliary.
func isWord(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Han, c) && !strings.ContainsRune(particles, c)
}

// Asks reports whether a run of characters without spaces does nothing but ask.
func Asks(run string) bool {
	p := Cut(run)
	return len(p) == 1 && p[0].Asks
}
