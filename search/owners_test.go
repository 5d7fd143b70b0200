package search

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// TestOwnersLimits: what a page's owner limits holds for what is found.
func TestOwnersLimits(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const visible, hidden = "The weaver of this web keeps its silk in a small box under the roof, where nobody looks. ", "Only the owner knows the magpie."
	var changes []aranea.IndexChange
	add := func(name string, edit func(*aranea.IndexChange)) {
		u, err := weburl.Parse("http://a.test/" + name)
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Lang: "en", Text: []byte(visible + hidden + "\nA note on weavers.\n")}
		whole, end := uint32(len(visible+hidden)), uint32(len(p.Text)-1)
		p.Elements = []aranea.Element{{Kind: aranea.ElementText, End: whole}, {Kind: aranea.ElementDescription, Start: whole + 1, End: end}}
		c := aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: now, Page: p, Snippet: true}
		edit(&c)
		changes = append(changes, c)
	}
	add("free", func(*aranea.IndexChange) {})
	add("nosnippet", func(c *aranea.IndexChange) { c.Snippet = false })
	add("noarchive", func(c *aranea.IndexChange) { c.NoCopy = true })
	add("limit", func(c *aranea.IndexChange) { c.MaxSnippet = 20 })
	add("hidden", func(c *aranea.IndexChange) {
		c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: uint32(len(visible)), End: uint32(len(visible + hidden))})
	})
	add("expired", func(c *aranea.IndexChange) { c.Expires = now })
	add("expires", func(c *aranea.IndexChange) { c.Expires = now.Add(time.Second) })
	if err := x.Apply(context.Background(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range ask(t, New(x, func() time.Time { return now }, Options{}), "magpie").Results {
		var b strings.Builder
		for _, s := range r.Spans {
			b.WriteString(s.Text)
		}
		got[strings.TrimPrefix(r.URL.String(), "http://a.test/")] = b.String()
	}
	if len(got) != 6 {
		t.Errorf("found %v", got)
	}
	if _, ok := got["expired"]; ok {
		t.Error("an expired page is found")
	}
	for _, name := range []string{"free", "limit", "expires"} {
		if !strings.Contains(got[name], "magpie") {
			t.Errorf("%s: the snippet %q lacks the word", name, got[name])
		}
	}
	for _, name := range []string{"nosnippet", "noarchive", "hidden"} {
		if strings.Contains(got[name], "magpie") {
			t.Errorf("%s: the snippet %q shows the word", name, got[name])
		}
	}
	if got["nosnippet"] != "" || got["noarchive"] != "A note on weavers." || utf8.RuneCountInString(got["limit"]) > 20 || got["hidden"] == "" {
		t.Errorf("snippets %q", got)
	}
}

// TestLongElement: a page whose text is one element that is longer than what is kept
// for snippets shows the words that it is found by.
func TestLongElement(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	u, err := weburl.Parse("http://a.test/log.html")
	if err != nil {
		t.Fatal(err)
	}
	const start = "A short start."
	p := &aranea.Page{URL: u, Lang: "en", Text: []byte(start + "\nHere is the kestrel flight. " + strings.Repeat("Another line of a long list. ", 2500) + "\n")}
	p.Elements = []aranea.Element{
		{Kind: aranea.ElementText, End: uint32(len(start))},
		{Kind: aranea.ElementText, Start: uint32(len(start)) + 1, End: uint32(len(p.Text)) - 1},
	}
	c := aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), Page: p, Snippet: true}
	if err := x.Apply(context.Background(), []aranea.IndexChange{c}); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	r := ask(t, New(x, func() time.Time { return c.FetchedAt }, Options{}), "kestrel flight").Results
	if len(r) != 1 || !strings.Contains(r[0].Snippet, "kestrel flight") {
		t.Errorf("%+v", r)
	}
}
