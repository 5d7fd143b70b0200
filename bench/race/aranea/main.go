// Command aranea takes part in the race: it builds an index of exported documents, in
// batches of a hundred, lets it come to rest, and searches it as a served one is searched.
//
// Floor: 7 (glue). Stability: engine.
package main

import (
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/bench/race/drawn"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/mergepolicy"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

func main() { drawn.Main(&engine{}) }

// batch is how many pages are put at once.
const batch = 100

// Of an index that is not written any more: how soon small segments are merged, and how
// long none must have been for it to be at rest.
const (
	quiet = time.Second
	rest  = time.Minute
)

type engine struct{ searcher *search.Searcher }

// Build puts the documents into a new index, waits until its segments are merged as they
// are where nothing is written any more, and closes it.
func (e *engine) Build(documents iter.Seq2[drawn.Document, error], folder string) (err error) {
	x, err := index.Open(folder, index.Options{Quiet: quiet})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	var changes []aranea.IndexChange
	for d, err := range documents {
		if err != nil {
			return err
		}
		c, err := change(d)
		if err != nil {
			return err
		}
		if changes = append(changes, c); len(changes) < batch {
			continue
		}
		if err := x.Apply(context.Background(), changes); err != nil {
			return err
		}
		changes = changes[:0]
	}
	if err := x.Apply(context.Background(), changes); err != nil {
		return err
	}
	if err := x.Flush(); err != nil {
		return err
	}
	return atRest(x)
}

// atRest waits until there are few segments, or their number stays.
func atRest(x *index.Index) error {
	segments, since := 0, time.Now()
	for time.Since(since) < rest {
		st, err := x.Stats()
		if err != nil || st.Segments <= mergepolicy.Few {
			return err
		}
		if st.Segments != segments {
			segments, since = st.Segments, time.Now()
		}
		time.Sleep(quiet)
	}
	return nil
}

// change makes a page of a document: its title, and a paragraph of each line. Its language is
// the one that the export has, as a crawl tells it before the index is asked.
func change(d drawn.Document) (aranea.IndexChange, error) {
	u, err := weburl.Parse(d.URL)
	p := &aranea.Page{
		URL: u, Told: d.Lang, Text: make([]byte, 0, len(d.Title)+len(d.Text)+2), Elements: make([]aranea.Element, 0, strings.Count(d.Text, "\n")+2),
	}
	add := func(k aranea.ElementKind, text string) {
		if text == "" {
			return
		}
		start := uint32(len(p.Text))
		p.Text = append(p.Text, text...)
		p.Elements = append(p.Elements, aranea.Element{Kind: k, Start: start, End: uint32(len(p.Text))})
		p.Text = append(p.Text, '\n')
	}
	add(aranea.ElementTitle, d.Title)
	for line := range strings.Lines(d.Text) {
		add(aranea.ElementText, strings.TrimRight(line, "\n"))
	}
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, Page: p, Snippet: true}, err
}

// Open opens the index as its owner does: a reader beside a writer looks for changes of
// the files before each query.
func (e *engine) Open(folder string) error {
	x, err := index.Open(folder, index.Options{})
	if err == nil {
		e.searcher = search.New(x, time.Now, search.Options{})
	}
	return err
}

// Ask searches for ten results.
func (e *engine) Ask(q drawn.Query, snippets bool) error {
	_, err := e.searcher.Search(context.Background(), search.Request{Query: q.Text(), NoSnippets: !snippets})
	return err
}
