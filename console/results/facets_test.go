package results

import (
	"testing"

	"github.com/aranea-search/aranea/query"
)

// TestInYear: another year takes the place of the one before.
func TestInYear(t *testing.T) {
	t.Parallel()
	if got := inYear(query.Parse("silk after:2020"), "2026"); got != "silk after:2026 before:2027" {
		t.Errorf("in a year: %s", got)
	}
}
