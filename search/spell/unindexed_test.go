package spell

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
)

// TestUnindexed: what is too long to be in the index is told, and nothing else is.
func TestUnindexed(t *testing.T) {
	t.Parallel()
	const sum = "3f786850e387550fdab836ed7e6dc881de23001b"
	long := strings.Repeat("abcd", 17)
	tests := []struct {
		query string
		told  []string
	}{
		{"commit " + sum, []string{sum}},
		{"-" + sum + ` OR intitle:` + sum, []string{sum}},
		{`"the word ` + long + `" ` + sum, []string{long, sum}},
		{"internationalizations-of-everything-2024-and-more site:a0123456789012345678901.test", nil},
		{strings.Repeat("搜索引擎", 20) + " antidisestablishmentarianism", nil},
		{"a.b " + strings.Repeat("-", 90), nil},
	}
	for _, tt := range tests {
		got := Unindexed(query.Parse(tt.query))
		if len(got) != len(tt.told) {
			t.Errorf("%s: %v", tt.query, got)
			continue
		}
		for i := range got {
			if !strings.HasPrefix(got[i].String(), `"`+tt.told[i]+`" was ignored`) {
				t.Errorf("%s: %v", tt.query, got)
			}
		}
	}
}
