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

// A Marker knows the words of a query as pages of one language hold them. It is
// safe for concurrent use once all words were added.
type Marker struct {
	words  map[string]int // forms and stems to the number of their word in the query
	rarity []float64      // by number: how much a word says
	filter analyze.Filter
}

// NewMarker returns a Marker for a query whose words say so much, by number.
func NewMarker(rarity []float64) *Marker {
	return &Marker{words: map[string]int{}, rarity: rarity}
}

// Add marks a form for a word of the query.
func (m *Marker) Add(form string, word int) {
	m.words[form] = word
	m.filter.Add(form)
}

// AddStem marks all forms of a stem for a word of the query. Where the stemmer
// serves the word, the form that is spelled like the stem is one of them.
func (m *Marker) AddStem(s analyze.Stem, word int, serves bool) {
	m.words[s.Term] = word
	m.filter.Add(s.Base)
	if serves {
		m.words[s.Base] = word
	}
}
