package learned

import (
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/trap"
)

// oneBook has a Book for one origin.
type oneBook struct {
	service.Learning
	book trap.Book
}

// Traps implements engine.Learning.
func (b oneBook) Traps(context.Context, string) iter.Seq2[trap.Book, error] {
	return func(yield func(trap.Book, error) bool) { yield(b.book, nil) }
}

// TestFolders checks that a folder whose pages come last and a folder of which further pages are
// left out have different texts, and that a folder without a verdict has none.
func TestFolders(t *testing.T) {
	t.Parallel()
	for held, want := range map[uint8][2]string{
		0: {"", ""},
		1: {"May have no end: http://a.test/maze/, 8,000 pages visited; its further pages come after all others of the host", "endless?   /maze/"},
		4: {"Looks endless: http://a.test/maze/, 8,000 pages visited; what only links of its own pages name is left out", "endless    /maze/"},
	} {
		f := trap.Folder{Path: "/maze/", Visits: 8000, Held: held}
		if held > 0 {
			f.Why = "it looks so"
		}
		b := oneBook{book: trap.Book{Origin: "http://a.test", Folders: []trap.Folder{f}}}
		status, list := Endless(t.Context(), b), trapsText(&b.book, false)
		if (want[0] == "") != (status == "") || !strings.HasPrefix(status, want[0]) || (want[1] == "") != (list == "") || !strings.Contains(list, want[1]) {
			t.Errorf("held %d: status %q, list %q", held, status, list)
		}
	}
}
