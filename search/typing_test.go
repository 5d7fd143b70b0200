package search

import (
	"strings"
	"testing"
)

// TestTyping checks that a query that is being typed finds the words that begin as its last word
// does, and those with the word itself first.
func TestTyping(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://en.test/model", "en", "QAbstractItemModel", "The class QAbstractItemModel is the interface of models."},
		sheet{"http://en.test/vacuum", "en", "Settings", "The setting autovacuum_vacuum_scale_factor is a share."},
		sheet{"http://en.test/sort", "en", "Sorting", "How to sort a list, and how sorting is stable."},
		sheet{"http://en.test/sorted", "en", "Sortable", "A sortable table has sortable columns."},
		sheet{"http://zh.test/", "zh", "蜘蛛", "蜘蛛织网，网粘住飞虫。"},
	)
	for _, tt := range []struct{ query, plain, typing string }{
		{"qabstractitem", "", "model"},
		{"interface qabs", "model?", "model"},
		{"autovacuum_vac", "vacuum?", "vacuum"},
		{"autovacuum_", "vacuum", "vacuum"},
		{"sort", "sort", "sort sorted"},
		{"sorting", "sort", "sort"},
		{"sorta", "", "sorted"},
		{"so", "", ""},                 // too short
		{"sorta ", "", ""},             // the word has ended
		{"sorta site:en.test", "", ""}, // likewise
		{"site:en.test sorta", "", "sorted"},
		{"-sorta sort", "sort", "sort sorted"},
		{"sort -sorta", "sort", "sort"},
		{"\"sorta\"", "", ""},
		{"sorta*", "sorted", "sorted"},
		{"table sorta", "sorted?", "sorted"},
		{"蜘蛛", "zh", "zh"},
	} {
		for typing, want := range map[bool]string{false: tt.plain, true: tt.typing} {
			var got []string
			r, err := s.Search(t.Context(), Request{Query: tt.query, Typing: typing})
			if err != nil {
				t.Fatal(err)
			}
			for _, res := range r.Results {
				name := strings.TrimPrefix(res.URL.Path(), "/")
				if name == "" {
					name = "zh"
				}
				if len(res.Missing) > 0 {
					name += "?"
				}
				got = append(got, name)
			}
			if text := strings.Join(got, " "); text != want {
				t.Errorf("%q, typing %v: %q, want %q", tt.query, typing, text, want)
			}
		}
	}
}
