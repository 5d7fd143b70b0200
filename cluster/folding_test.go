package cluster

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
)

// TestFolded: near copies on sites of different nodes are folded across the pages of a list, as in one index.
func TestFolded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		r      search.Request
		change func(nodes [2]*finder)
		want   string // the pages, and what was folded on each
	}{
		{"no copies", search.Request{}, func([2]*finder) {}, "/9 /8 (0) /7 /6 (0) /5 /4 (0)"},
		{"of the first result", search.Request{}, func(n [2]*finder) { n[1].found[1].Placing.Sketch = 0xfff1 }, "/9 /8 (1) /7 /5 (0) /4 (0)"},
		{"the last one", search.Request{}, func(n [2]*finder) { n[1].found[2].Placing.Sketch = 0xfff1 }, "/9 /8 (0) /7 /6 (1) /5 (0)"},
		{"they are wanted", search.Request{Copies: true}, func(n [2]*finder) { n[1].found[1].Placing.Sketch = 0xfff1 }, "/9 /8 (0) /7 /6 (0) /5 /4 (0)"},
		{"on a better known site", search.Request{}, func(n [2]*finder) {
			n[1].found[1].Placing.Sketch, n[1].found[1].Placing.Known = 0xfff1, 9
		}, "/9 /8 (0) /7 /6 (0) /5 /4 (0)"},
		{"in another language", search.Request{}, func(n [2]*finder) {
			n[1].found[1].Placing.Sketch, n[1].found[1].Lang = 0xfff1, "de"
		}, "/9 /8 (0) /7 /6 (0) /5 /4 (0)"},
		{"pinned", search.Request{}, func(n [2]*finder) {
			n[1].found[1].Placing.Sketch, n[0].found[0].Pinned = 0xfff1, true
		}, "/9 /8 (0) /7 /6 (0) /5 /4 (0)"},
	} {
		f, nodes := finders(t)
		nodes[0].found[0].Placing.Sketch = 0xffff
		tt.change(nodes)
		tt.r.Query, tt.r.Limit = "silk", 2
		var got []string
		for more := true; more; more = tt.r.After != "" {
			page, err := f.Search(t.Context(), tt.r)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			for _, x := range page.Results {
				got = append(got, x.URL.Path())
			}
			got, tt.r.After = append(got, fmt.Sprintf("(%d)", page.Copies)), page.Next
		}
		if f.Close(); strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, strings.Join(got, " "), tt.want)
		}
	}
}
