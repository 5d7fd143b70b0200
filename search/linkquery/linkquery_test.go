package linkquery

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// TestOperators: those that the index of pages does not answer, wherever they stand.
func TestOperators(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{
		"spider site:a.test":                       "",
		"inanchor:silk":                            "inanchor:silk",
		"(a OR link:a.test) -inanchor:b intitle:c": "link:a.test inanchor:b",
	} {
		var got []string
		for _, n := range Operators(query.Parse(q).Root) {
			got = append(got, n.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s", q, got)
		}
	}
}

// TestLinking: pages with a link, under both schemes, no more than the bound; what is
// left out is said, and an error of the graph is one of the answer.
func TestLinking(t *testing.T) {
	t.Parallel()
	graph := func(pages int, fails error) Graph {
		return func(_ context.Context, to weburl.URL) iter.Seq2[weburl.URL, error] {
			return func(yield func(weburl.URL, error) bool) {
				for i := range pages {
					u, err := weburl.Parse(fmt.Sprintf("http://%s/%d", to.Host(), i))
					if err != nil {
						t.Error(err)
					}
					if !yield(u, fails) {
						return
					}
				}
			}
		}
	}
	n := func(text string) *query.Node { return &query.Node{Kind: query.Filter, Field: query.Link, Text: text} }
	for name, c := range map[string]struct {
		g    Graph
		text string
		want int
		hint string
	}{
		"no graph":        {nil, "a.test/", 0, hint.UnknownLinks},
		"no address":      {graph(1, nil), "http://[", 0, hint.NoAddress},
		"both schemes":    {graph(3, nil), "a.test/", 6, ""},
		"one of them":     {graph(3, nil), "http://a.test/", 3, ""},
		"more than bound": {graph(MaxPages+1, nil), "http://a.test/", MaxPages, hint.ManyPages},
	} {
		keys, told, err := Linking(t.Context(), c.g, n(c.text))
		if err != nil || len(keys) != c.want || told.Code != c.hint {
			t.Errorf("%s: %d pages, %q, %v", name, len(keys), told, err)
		}
	}
	broken := errors.New("a broken disk")
	if _, _, err := Linking(t.Context(), graph(1, broken), n("a.test/")); !errors.Is(err, broken) {
		t.Errorf("a failing graph: %v", err)
	}
}
