package naming

import (
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// TestFolded: the words are as the index has them, so that it does not matter how they are typed.
func TestFolded(t *testing.T) {
	t.Parallel()
	for _, w := range whole {
		if q := analyze.AnalyzeQuery(w); len(q) == 1 && !q[0].Unspaced && q[0].Form != w {
			t.Errorf("%s is never a form: %s", w, q[0].Form)
		}
	}
}
