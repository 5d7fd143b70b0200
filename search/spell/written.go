package spell

import (
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// A Page is a page that the searcher may see.
type Page struct {
	Title string
	Seg   int
	Doc   uint32
}

// Written returns how pages write a word, which the index knows without accents: in lower case,
// as in one of their titles, otherwise as in the first text; as in the index if none has it.
func Written(a *analyze.Analyzer, snap *index.Snapshot, pages []Page, form string) (string, error) {
	for _, p := range pages {
		if text := inText(a, []byte(p.Title), form); text != "" {
			return text, nil
		}
	}
	for _, p := range pages[:min(len(pages), 1)] {
		text, err := snap.Text(p.Seg, p.Doc)
		if err != nil {
			return "", err
		}
		if text := inText(a, text[:min(len(text), writtenBytes)], form); text != "" {
			return text, nil
		}
	}
	return form, nil
}

// writtenBytes is how much text of a page is searched for a word.
const writtenBytes = 4 << 10

// inText returns how a text writes a word, in lower case; "" if it does not contain it.
func inText(a *analyze.Analyzer, text []byte, form string) string {
	var like analyze.Filter
	like.Add(form)
	for _, w := range a.AppendLike(nil, text, analyze.Und, &like) {
		if w.Word.Form() == form {
			return strings.ToLower(string(text[w.Start:w.End]))
		}
	}
	return ""
}

// Written returns a query of Respelled with the new words as the best pages write them.
func (s *Speller) Written(other query.Tree, pages []Page) (query.Tree, error) {
	var failed error
	out, _ := other.Respelled(func(n *query.Node) string {
		if !s.found[n.Text] || failed != nil {
			return n.Text
		}
		text, err := Written(s.words, s.snap, pages, n.Text)
		if failed = err; err != nil {
			return n.Text
		}
		return text
	})
	return out, failed
}
