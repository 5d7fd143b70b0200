package search

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/search/snippet"
)

// snippet cuts the snippet of a page out of the text that is kept of it.
func (p *plan) snippet(text []byte, d *document.Record, a *analyze.Analyzer) []Span {
	lang, _ := analyze.ParseLang(d.Lang)
	return snippet.Shorten(p.marker(lang).Cut(text, d.Description, a, lang), int(d.MaxSnippet))
}

// marker returns what is marked on pages of a language.
func (p *plan) marker(lang analyze.Lang) *snippet.Marker {
	if m := p.markers[lang]; m != nil {
		return m
	}
	var words []*word
	var rarity []float64
	for _, w := range p.words {
		if w.small && w.optional && len(p.words) > 1 {
			continue // a stop word in a sentence says nothing of a page
		}
		words, rarity = append(words, w), append(rarity, w.idf)
	}
	m := snippet.NewMarker(rarity)
	for i, w := range words {
		for _, t := range w.tokens {
			m.Add(t.q.Form, i)
			for _, f := range t.forms {
				m.Add(f, i)
			}
			for _, s := range t.word.Stems {
				m.AddStem(s, i, t.q.Stemmer(lang) == s.Lang)
			}
		}
	}
	if p.markers == nil {
		p.markers = map[analyze.Lang]*snippet.Marker{}
	}
	p.markers[lang] = m
	return m
}
