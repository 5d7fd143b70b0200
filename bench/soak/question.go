package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A question is a query and what it means: words, of which all or their row must be
// in a page, one that must not be, and the host.
type question struct {
	words  []uint16
	phrase bool
	not    uint16 // 0 for none
	host   int    // -1 for any
}

// vocabulary is the number of words of pages; number 0 is none.
const vocabulary = 6000

// spelled returns a word of three syllables: the number in the base of the syllables.
func spelled(word uint16) string {
	const consonants, vowels = "bdfgklmnprtvz", "aiou"
	var b strings.Builder
	for range 3 {
		b.WriteByte(consonants[int(word)%len(consonants)])
		word /= uint16(len(consonants))
		b.WriteByte(vowels[int(word)%len(vowels)])
		word /= uint16(len(vowels))
	}
	return b.String() + "x"
}

// text returns words as a text.
func text(words []uint16) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(spelled(w))
	}
	return b.String()
}

// drawWords draws words, a few of which are frequent.
func drawWords(rnd *rand.Rand, n int) []uint16 {
	out := make([]uint16, n)
	for i := range out {
		out[i] = 1 + uint16(float64(vocabulary-1)*rnd.Float64()*rnd.Float64())
	}
	return out
}

// drawQuestion makes a question of a row of words of a page.
func drawQuestion(rnd *rand.Rand, page []uint16) question {
	at := rnd.IntN(len(page) - 3)
	q := question{words: slices.Clone(page[at : at+1]), host: -1}
	switch rnd.IntN(6) {
	case 0:
		q.words, q.phrase = slices.Clone(page[at:at+2]), true
	case 1:
		q.words, q.phrase = slices.Clone(page[at:at+3]), true
	case 2:
		q.words = append(q.words, page[rnd.IntN(len(page))])
	case 3:
		q.not = 1 + uint16(rnd.IntN(vocabulary-1))
	case 4:
		q.host = rnd.IntN(hosts)
	}
	if q.not == q.words[0] {
		q.not = 0
	}
	return q
}

// String returns the query. Words stand in quotes, so that they mean their forms.
func (q question) String() string {
	var parts []string
	if q.phrase {
		parts = append(parts, `"`+text(q.words)+`"`)
	} else {
		for _, w := range q.words {
			parts = append(parts, `"`+spelled(w)+`"`)
		}
	}
	if q.not != 0 {
		parts = append(parts, `-"`+spelled(q.not)+`"`)
	}
	if q.host >= 0 {
		parts = append(parts, "host:"+hostName(q.host))
	}
	return strings.Join(parts, " ")
}

// matches reports whether a state of a page answers the question.
func (q question) matches(page int, s *state) bool {
	if s.words == nil || q.host >= 0 && page%hosts != q.host || q.not != 0 && s.has(q.not) {
		return false
	}
	if q.phrase {
		return within(s.title, q.words) || within(s.words, q.words)
	}
	return !slices.ContainsFunc(q.words, func(w uint16) bool { return !s.has(w) })
}

func (s *state) has(w uint16) bool { return slices.Contains(s.words, w) || slices.Contains(s.title, w) }

// within reports whether a row of words stands in a text.
func within(text, row []uint16) bool {
	for i := 0; i+len(row) <= len(text); i++ {
		if slices.Equal(text[i:i+len(row)], row) {
			return true
		}
	}
	return false
}

const hosts = 50

func hostName(n int) string { return fmt.Sprintf("host%d.test", n) }
