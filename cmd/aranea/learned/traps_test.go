package learned

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

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

// TestChoices checks what is told of a parameter of lists with a verdict, one without, and one that the operator allows.
func TestChoices(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	for i := range 48 {
		b.SawCombined("/shop?sort=1&view=1", false, true, time.Time{})
		b.SawCombined("/shop?page=1&brand=1", i < 9, true, time.Time{})
	}
	b.Allow("view")
	for all, want := range map[bool]string{
		false: "http://a.test\n    choice     sort\n               32 of the last 32 pages with sort beside other parameters brought nothing that others do not\n    allowed    view\n",
		true:  "http://a.test\n    choice     sort\n               32 of the last 32 pages with sort beside other parameters brought nothing that others do not\n    allowed    view\n    watched    brand beside other parameters: of the last 48 pages, 39 brought nothing\n    watched    page beside other parameters: of the last 48 pages, 39 brought nothing\n",
	} {
		if got := trapsText(&b, all); got != want {
			t.Errorf("all %t: %q, want %q", all, got, want)
		}
	}
}
