package pagination_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/pagination"
)

// TestRows: a block in which a link leads to a neighbour, in brackets here, is a row if there is nothing else in it but
// labels; the row of a page is known again without rel. Links that say nothing are in braces.
func TestRows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		blocks string // separated by |
		want   string // r for a row
	}{
		{"Next: [b], Up: {u} {Contents}|text|Next: {b}, Up: {u} {Contents}|Next: {b}", "r-r-"},
		{"« [a] · [b] »|[c] goes on|A spider. [d]|Weiter：[e]", "r--r"},
		{"{a}|{a}|", "---"},
	} {
		var f pagination.Finder
		for range 2 { // it is used again
			f.Reset()
			got := ""
			for block := range strings.SplitSeq(tt.blocks, "|") {
				all, from := []byte("before\n"), 0
				start := len(all)
				for _, c := range block {
					switch c {
					case '[', '{':
						f.Start([]byte(map[rune]string{'[': "noopener Next", '{': "up"}[c]))
						from = len(all)
					case ']', '}':
						f.Add(from, len(all))
					default:
						all = append(all, string(c)...)
					}
				}
				if f.IsRow(aranea.ElementHeading2, all, start, len(all)) {
					t.Errorf("%q: a heading is a row", block)
				}
				if f.IsRow(aranea.ElementText, all, start, len(all)) {
					got += "r"
				} else {
					got += "-"
				}
				f.Next()
			}
			if got != tt.want {
				t.Errorf("%s: %s, want %s", tt.blocks, got, tt.want)
			}
		}
	}
}
