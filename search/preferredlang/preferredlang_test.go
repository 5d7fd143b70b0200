package preferredlang_test

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/preferredlang"
)

// TestAside: a page is folded under its translation, which is no longer folded under the page.
func TestAside(t *testing.T) {
	t.Parallel()
	page, other, german := contest.Spot{Doc: 1}, contest.Spot{Doc: 2}, contest.Spot{Doc: 3}
	for _, tt := range []struct {
		folded []contest.Spot
		want   string
	}{
		{[]contest.Spot{other, german}, "[{0 2} {0 1}] 0"},
		{[]contest.Spot{other}, "[{0 2} {0 1}] 1"},
		{nil, "[{0 1}] 1"},
	} {
		folded, more := preferredlang.Aside(tt.folded, page, german)
		if got := fmt.Sprint(folded, more); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.folded, got, tt.want)
		}
	}
}
