package pattern

import (
	"testing"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestCoversAndMeets compares the exact results with trying all short targets.
func TestCoversAndMeets(t *testing.T) {
	t.Parallel()
	var words func(n int) []string
	words = func(n int) []string {
		if n == 0 {
			return []string{""}
		}
		var out []string
		for _, w := range words(n - 1) {
			out = append(out, w, w+"a", w+"b", w+"c")
		}
		return out
	}
	rules := []string{"/", "/a", "/a$", "/ab", "/*b", "/*b$", "/a*", "/a*b", "/a*b$", "/*a*b", "/**", "/b*a$", "/*c"}
	d := dialect.RFC9309()
	targets := words(5)
	for _, x := range rules {
		for _, y := range rules {
			p, _ := NewIn(nil, x, &d, false)
			q, _ := NewIn(nil, y, &d, false)
			covers, meets := true, false
			for _, w := range targets {
				w = "/" + w
				covers = covers && (!q.Match(w) || p.Match(w))
				meets = meets || p.Match(w) && q.Match(w)
			}
			if got := p.Covers(q); got != covers {
				t.Errorf("%s covers %s: %v, want %v", x, y, got, covers)
			}
			if got := p.Meets(q); got != meets {
				t.Errorf("%s meets %s: %v, want %v", x, y, got, meets)
			}
		}
	}
}
