package snippet

import (
	"strings"

	"github.com/aranea-search/aranea/analyze"
)

// A Span is a piece of a snippet: plain text, and whether it answers the query.
type Span struct {
	Text   string `json:"text"`
	Marked bool   `json:"marked,omitempty"`
}

// Plain returns the text of a snippet.
func Plain(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// A Word is one of a query: a word, or a phrase of several tokens.
type Word struct {
	Rarity float64 // how much it says
	Tokens []Token
	// Follow asks for tokens to be marked only where they follow one another, if they do
	// so anywhere in a text.
	Follow bool
}

// A Token is a word of a query or a part of one, as pages of one language hold it.
type Token struct {
	Form  string
	Pos   uint32         // in the query
	Forms []string       // that it stands for besides
	Stems []analyze.Stem // all forms of these, too
	// Stemmer is the language whose stemmer serves the token on these pages: there the
	// form that is spelled like a stem is one of its forms.
	Stemmer analyze.Lang
}

// A Marker knows the words of a query as pages of one language hold them. It is
// safe for concurrent use.
type Marker struct {
	words    map[string]int  // forms and stems to the number of their token in the query
	bases    map[string]bool // of the forms, those that are spelled like a stem and were not asked for
	rarity   []float64       // by number: how much a token says
	inPhrase []bool          // by number: it is asked for in a phrase alone
	phrases  []phrase
	filter   analyze.Filter
}

// A phrase is tokens that follow one another at such positions.
type phrase struct {
	words []int
	pos   []uint32
}

// NewMarker returns a Marker for a query. Where a form stands in a phrase and by itself,
// it is marked everywhere.
func NewMarker(words []Word) *Marker {
	m := &Marker{words: map[string]int{}, bases: map[string]bool{}}
	first := make([]int, len(words)) // numbers of the first tokens
	for i, w := range words {
		first[i] = len(m.rarity)
		for range w.Tokens {
			m.rarity = append(m.rarity, w.Rarity/float64(len(w.Tokens)))
		}
	}
	for _, alone := range []bool{false, true} {
		for i, w := range words {
			for k := range w.Tokens {
				if alone == (len(w.Tokens) == 1) {
					m.add(&w.Tokens[k], first[i]+k)
				}
			}
		}
	}
	m.inPhrase = make([]bool, len(m.rarity))
	for i, w := range words {
		if w.Follow && len(w.Tokens) > 1 {
			m.addPhrase(w.Tokens, first[i])
		}
	}
	return m
}

// add marks what a token stands for.
func (m *Marker) add(t *Token, number int) {
	for _, form := range append([]string{t.Form}, t.Forms...) {
		m.words[form] = number
		delete(m.bases, form)
		m.filter.Add(form)
	}
	for _, s := range t.Stems {
		m.words[s.Term] = number
		m.filter.Add(s.Base)
		if t.Stemmer != s.Lang {
			continue
		}
		if _, asked := m.words[s.Base]; !asked {
			m.bases[s.Base] = true
		}
		m.words[s.Base] = number
	}
}

// addPhrase adds that tokens follow one another. One whose form has a number that is not
// of this phrase is asked for elsewhere, too.
func (m *Marker) addPhrase(tokens []Token, first int) {
	var p phrase
	for _, t := range tokens {
		w := m.words[t.Form]
		p.words, p.pos = append(p.words, w), append(p.pos, t.Pos)
		m.inPhrase[w] = m.inPhrase[w] || first <= w && w < first+len(tokens)
	}
	m.phrases = append(m.phrases, p)
}
