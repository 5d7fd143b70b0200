package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/PuerkitoBio/goquery"
	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/gocolly/colly/v2"
)

// indexBatch is how many pages are put into the index at once.
const indexBatch = 100

// indexAll has the title and the text of each page brought into a new index, with the
// fields that bleve has in the race of bench/race. finish is called at the end.
func indexAll(c *colly.Collector, folder string) (finish func() error, err error) {
	fields := bleve.NewIndexMapping()
	fields.DefaultMapping.Dynamic = false
	for _, name := range []string{"title", "text"} {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.IncludeInAll, f.Store = en.AnalyzerName, false, true
		fields.DefaultMapping.AddFieldMappingsAt(name, f)
	}
	x, err := bleve.New(folder, fields)
	if err != nil {
		return nil, fmt.Errorf("make index: %w", err)
	}
	b := &batches{index: x, batch: x.NewBatch()}
	c.OnHTML("html", func(e *colly.HTMLElement) {
		b.add(e.Request.URL.String(), strings.TrimSpace(e.DOM.Find("title").First().Text()), textOf(e.DOM))
	})
	return b.finish, nil
}

// textOf returns the text of a page without its scripts.
func textOf(page *goquery.Selection) string {
	body := page.Find("body").Clone()
	body.Find("script, style, noscript").Remove()
	return body.Text()
}

// batches gathers pages for an index. It is safe for concurrent use.
type batches struct {
	index bleve.Index

	mu    sync.Mutex
	batch *bleve.Batch
	err   error // the first
}

// add brings a page into the index with others.
func (b *batches) add(url, title, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note(b.batch.Index(url, map[string]string{"title": title, "text": text}))
	if b.batch.Size() >= indexBatch {
		b.put()
	}
}

// put brings the batch into the index; b.mu is held.
func (b *batches) put() {
	b.note(b.index.Batch(b.batch))
	b.batch.Reset()
}

func (b *batches) note(err error) {
	if b.err == nil {
		b.err = err
	}
}

// finish brings the rest into the index and closes it.
func (b *batches) finish() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put()
	b.note(b.index.Close())
	return b.err
}
