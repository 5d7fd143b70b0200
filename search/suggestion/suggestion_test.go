package suggestion

import (
	"context"
	"errors"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/spell"
)

// pages is a searcher whose queries find so many pages, by what they ask for.
type pages map[string]int

func (p pages) Holding(string) int { return 0 }

func (p pages) Probe(_ context.Context, tree query.Tree) (int, []spell.Page, error) {
	n := p[tree.String()]
	if n < 0 {
		return 0, nil, errProbe
	}
	return n, nil, nil
}

var errProbe = errors.New("no answer")

// TestUnquoted: quotes are left out only if nothing is found with them and something without.
func TestUnquoted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, query string
		total       int
		found       pages
		want        string
		err         error
	}{
		{"some page has a word", `host "10.0.0.7"`, 0, pages{"10.0.0.7": 1}, "host 10.0.0.7", nil},
		{"some page has another word", `host "10.0.0.7"`, 0, pages{"host": 1}, "host 10.0.0.7", nil},
		{"no page has one", `host "10.0.0.7"`, 0, pages{}, "", nil},
		{"something is found in quotes", `host "10.0.0.7"`, 1, pages{"host": 9, "10.0.0.7": 9}, "", nil},
		{"no quotes", "host 10.0.0.7", 0, pages{"host": 9, "10.0.0.7": 9}, "", nil},
		{"one word", `"host"`, 0, pages{"host": 2}, "host", nil},
		{"damage", `"host"`, 0, pages{"host": -1}, "", errProbe},
	} {
		got, err := unquoted(t.Context(), Query{Tree: query.Parse(tt.query), Total: tt.total}, tt.found)
		if !errors.Is(err, tt.err) || (got != nil) != (tt.want != "") || got != nil && (got.Query != tt.want || !got.Unquoted) {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
	}
}
