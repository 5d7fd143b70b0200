package document

import "github.com/aranea-search/aranea/analyze/symbol"

// A Symbol is a name in code, such as row_number, that stands in a page.
type Symbol struct {
	Text     []byte // as terms have it
	Field    Field
	Emphasis float32 // how much it counts within its field
}

// symbolsOf returns the symbols among the words of the runs, whose text it is. A symbol counts as its first
// word does.
func (m *Maker) symbolsOf(text []byte) []Symbol {
	for i := range m.runs {
		r := &m.runs[i]
		for j := range r.Words {
			t := &r.Words[j]
			if from, to, ok := symbol.Of(text, int(t.Start), int(t.End)); ok {
				at := len(m.folded)
				m.folded = symbol.Append(m.folded, text[from:to])
				m.symbols = append(m.symbols, Symbol{Text: m.folded[at:], Field: r.Field, Emphasis: r.Emphasis})
			}
		}
	}
	return m.symbols
}
