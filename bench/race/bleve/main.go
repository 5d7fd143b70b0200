// Command bleve takes part in the race with bleve: stems of English for all, titles
// three times, all matches counted.
//
// Floor: 7 (glue). Stability: engine.
package main

import (
	"iter"
	"os"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/aranea-search/aranea/bench/race/drawn"
)

func main() { drawn.Main(&engine{}) }

// batch is how many documents are put at once.
const batch = 500

type engine struct{ index bleve.Index }

// Build puts the documents into a new index and closes it.
func (e *engine) Build(documents iter.Seq2[drawn.Document, error], folder string) error {
	all := bleve.NewIndexMapping()
	all.DefaultMapping.Dynamic = false
	for name, analyzer := range map[string]string{"host": keyword.Name, "title": en.AnalyzerName, "text": en.AnalyzerName} {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.IncludeInAll, f.Store = analyzer, false, name != "host"
		all.DefaultMapping.AddFieldMappingsAt(name, f)
	}
	if err := os.Remove(folder); err != nil { // it wants to make the folder itself
		return err
	}
	x, err := bleve.New(folder, all)
	if err != nil {
		return err
	}
	b := x.NewBatch()
	for d, err := range documents {
		if err != nil {
			return err
		}
		host, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(d.URL, "https://"), "http://"), "/")
		if err := b.Index(d.URL, map[string]string{"host": host, "title": d.Title, "text": d.Text}); err != nil {
			return err
		}
		if b.Size() == batch {
			if err := x.Batch(b); err != nil {
				return err
			}
			b.Reset()
		}
	}
	if err := x.Batch(b); err != nil {
		return err
	}
	return x.Close()
}

// Open opens the index.
func (e *engine) Open(folder string) (err error) {
	e.index, err = bleve.Open(folder)
	return err
}

// Ask searches for ten results.
func (e *engine) Ask(q drawn.Query, snippets bool) error {
	all := query.NewBooleanQuery(nil, nil, nil)
	for _, w := range q.All {
		all.AddMust(either(w, false))
	}
	for _, w := range q.Any {
		all.AddShould(either(w, false))
	}
	if len(q.Phrase) > 0 {
		all.AddMust(either(strings.Join(q.Phrase, " "), true))
	}
	if q.Not != "" {
		all.AddMustNot(either(q.Not, false))
	}
	if q.Site != "" {
		site := query.NewTermQuery(q.Site)
		site.SetField("host")
		all.AddMust(site)
	}
	r := bleve.NewSearchRequest(all)
	r.Fields = []string{"title"}
	if snippets {
		r.Highlight = bleve.NewHighlight()
		r.Highlight.AddField("text")
	}
	_, err := e.index.Search(r)
	return err
}

// either asks for words in the title or in the text.
func either(words string, phrase bool) query.Query {
	var both []query.Query
	for field, boost := range map[string]float64{"title": 3, "text": 1} {
		if phrase {
			p := query.NewMatchPhraseQuery(words)
			p.SetField(field)
			p.SetBoost(boost)
			both = append(both, p)
			continue
		}
		m := query.NewMatchQuery(words)
		m.SetField(field)
		m.SetBoost(boost)
		both = append(both, m)
	}
	return query.NewDisjunctionQuery(both)
}
