package search

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/slug"
	"github.com/aranea-search/aranea/search/snippet"
)

// snippet cuts the snippet of a page from its stored text, and returns the section that it is from, nil for none.
func (p *plan) snippet(h *hit, text []byte, o outline.Outline, d *document.Record, a *analyze.Analyzer) ([]Span, *answer.Section) {
	lang, _ := analyze.ParseLang(d.Lang)
	section, part := p.slugs[h.Spot()].Or(slug.Alone(p.typed)).Section(d.URL, o, text, a)
	cut, inPart := p.marker(lang).CutPart(text, part, d.Description, a, lang)
	cut = cut.Limited(int(d.MaxSnippet))
	if section.ID == "" || !inPart || d.MaxSnippet > 0 {
		section = o.Of(text, cut.Places)
	}
	return cut.Spans, answer.SectionOf(d.URL, section)
}

// marker returns what is marked on pages in a language.
func (p *plan) marker(lang analyze.Lang) *snippet.Marker {
	if m := p.markers[lang]; m != nil {
		return m
	}
	var words []snippet.Word
	for _, w := range p.words {
		if w.small && len(p.words) > 1 {
			continue // a stop word in a sentence says nothing about a page
		}
		words = append(words, w.shown(lang))
	}
	m := snippet.NewMarker(words)
	if p.markers == nil {
		p.markers = map[analyze.Lang]*snippet.Marker{}
	}
	p.markers[lang] = m
	return m
}

// shown returns a word as it is marked on pages in a language. Unspaced characters are also
// marked one pair at a time, unless quoted.
func (w *word) shown(lang analyze.Lang) snippet.Word {
	out := snippet.Word{Rarity: w.idf, Follow: w.phrase && w.near == 0 && (w.quoted || !w.tokens[0].Unspaced)}
	for _, t := range w.tokens {
		out.Tokens = append(out.Tokens, snippet.Token{Form: t.Form, Pos: uint32(t.Pos), Forms: t.Forms, Stems: t.Word.Stems, Stemmer: t.Stemmer(lang), Lone: t.Lone})
	}
	return out
}
