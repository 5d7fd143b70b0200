package lint

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
)

// TestExamples checks that the check of an example finds something in it, and that few checks
// have no example.
func TestExamples(t *testing.T) {
	t.Parallel()
	without := 0
	for _, c := range Checks() {
		body := c.Example()
		if body == "" {
			without++
			continue
		}
		if !slices.ContainsFunc(File(robotstxt.Parse([]byte(body)), Options{}), func(x Finding) bool { return x.Check == c }) {
			t.Errorf("%s: nothing is found in %q", c, body)
		}
	}
	if without > 12 {
		t.Errorf("%d checks have no example", without)
	}
	if Check(255).Example() != "" {
		t.Error("no check has an example")
	}
}
