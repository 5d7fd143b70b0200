package search_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// Pages are put into an index and searched; a query takes operators, and results have snippets.
func Example() {
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	x, err := index.Open(dir, index.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()

	ctx := context.Background()
	const text = "House spiders\nThey weave webs of silk."
	page := aranea.Page{Text: []byte(text), Lang: "en", Elements: []aranea.Element{
		{Kind: aranea.ElementTitle, End: 13},
		{Kind: aranea.ElementText, Start: 14, End: uint32(len(text))},
	}}
	url := weburl.MustParse("http://example.org/spiders")
	err = x.Apply(ctx, []aranea.IndexChange{{Action: aranea.IndexPut, URL: url, Page: &page, Snippet: true, FetchedAt: time.Now()}})
	if err != nil {
		fmt.Println(err)
		return
	}

	s := search.New(x, time.Now, search.Options{})
	found, err := s.Search(ctx, search.Request{Query: "weaving silk site:example.org"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range found.Results {
		fmt.Println(r.URL, r.Title, "-", r.Snippet)
	}
	// Output:
	// http://example.org/spiders House spiders - They weave webs of silk.
}
