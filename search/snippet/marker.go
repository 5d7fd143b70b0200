package snippet

import (
	"strings"

	"github.com/aranea-search/aranea/analyze"
)

// A Span is a piece of a snippet: plain text, and whether it matches the query.
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

// A Word is a word of a query, or a phrase of several tokens.
type Word struct {
	Rarity float64 // inverse document frequency
	Tokens []Token
	// Follow asks for the tokens to be marked only where they are consecutive, if they are so
	// anywhere in a text.
	Follow bool
}

// A Token is a word of a query, or a part of one, as it occurs on pages in one language.
type Token struct {
	Form  string
	Pos   uint32         // position in the query
	Forms []string       // further forms that it stands for
	Stems []analyze.Stem // and all forms of these
	// Stemmer is the language whose stemmer applies to the token on these pages: the form
	// spelled like a stem is one of the stem's forms there.
	Stemmer analyze.Lang
	// Lone says that the form is one character of an unspaced script: of the pairs that begin
	// with it, only it is marked.
	Lone bool
}

// A Marker knows the words of a query as they occur on pages in one language. It is safe for
// concurrent use.
type Marker struct {
	words    map[string]int  // by form or stem, the number of its token in the query
	bases    map[string]bool // forms that are only spelled like a stem and were not typed
	rarity   []float64       // by token number
	inPhrase []bool          // by token number: it occurs in the query only in a phrase
	lone     map[int]bool    // numbers of tokens of which only the first character is marked
	phrases  []phrase
	filter   analyze.Filter
}

// A phrase is consecutive tokens with their positions.
type phrase struct {
	words []int
	pos   []uint32
}

// NewMarker returns a Marker for a query. A form that is both in a phrase and by itself is
// marked everywhere.
func NewMarker(words []Word) *Marker {
	m := &Marker{words: map[string]int{}, bases: map[string]bool{}, lone: map[int]bool{}}
	first := make([]int, len(words)) // number of each word's first token
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

// add marks everything that a token stands for.
func (m *Marker) add(t *Token, number int) {
	if t.Lone {
		m.lone[number] = true
	}
	for _, form := range append([]string{t.Form}, t.Forms...) {
		m.words[form] = number
		delete(m.bases, form)
		m.filter.Add(form)
	}
	for _, s := range t.Stems {
		m.words[s.Term] = number
		m.filter.Add(s.Base)
		if t.Stemmer != s.Lang || !s.Own {
			continue
		}
		if _, asked := m.words[s.Base]; !asked {
			m.bases[s.Base] = true
		}
		m.words[s.Base] = number
	}
}

// addPhrase adds consecutive tokens. A token whose form has a number outside of this phrase is
// also searched for elsewhere.
func (m *Marker) addPhrase(tokens []Token, first int) {
	var p phrase
	for _, t := range tokens {
		w := m.words[t.Form]
		p.words, p.pos = append(p.words, w), append(p.pos, t.Pos)
		m.inPhrase[w] = m.inPhrase[w] || first <= w && w < first+len(tokens)
	}
	m.phrases = append(m.phrases, p)
}
