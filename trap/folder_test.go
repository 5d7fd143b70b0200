package trap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// visit records the first visit of a page, and returns the folder that is reported.
func visit(b *trap.Book, target string, opens, inside bool) *trap.Folder {
	seen := b.LooksAt(target)
	for i := range seen {
		seen[i].Opens, seen[i].Inside = opens, inside
	}
	told, _ := b.SawFolder(target, seen, time.Unix(1e9, 0))
	return told
}

// Short words for the news.
var news = map[string]string{
	"a folder may have no end; its further pages come after all others of the host":         "late",
	"a folder looks endless; what only links of its own pages name is left out from now on": "bounded",
	"a folder does not look endless any more; what was left out of it is visited":           "over",
}

// visits is visit for many pages, and returns after how many each folder was reported.
func visits(b *trap.Book, n int, target string, opens, inside bool) (told string) {
	for i := range n {
		if f := visit(b, target, opens, inside); f != nil {
			told += fmt.Sprintf("%d %s;", i+1, news[f.News()])
		}
	}
	return told
}

// TestBounded checks that a folder that continues to look endless is bounded after 8,000 pages,
// as long as only its own pages show that.
func TestBounded(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	if got, want := visits(&b, 20000, "/maze/a", true, true), "1000 late;8000 bounded;"; got != want {
		t.Fatalf("told after %q, want %q", got, want)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if b, err = trap.Decode(data); err != nil {
		t.Fatal(err)
	}
	if got := visits(&b, 5000, "/maze/b", true, false); got != "" || b.Pending {
		t.Errorf("pages named elsewhere that name new ones: told after %q", got)
	}
	f := b.AdviseFolder("/maze/x")
	if f == nil || !f.IsBounded() || trap.FolderIn(f.Why, "/maze/x?y") != "/maze/" || trap.FolderIn(f.Why, "/other/x") != "" {
		t.Fatalf("folder %+v", f)
	}
	allowed := b.Clone()
	if !allowed.Allow("/maze/") || allowed.AdviseFolder("/maze/x") != nil || !allowed.Pending {
		t.Errorf("allowed: %+v", allowed.Folders)
	}
	if got := visits(&allowed, 20000, "/maze/a", true, true); got != "" {
		t.Errorf("allowed, and told after %q", got)
	}
	if got := visits(&b, 2000, "/maze/c", false, false); got != "1000 over;" || b.AdviseFolder("/maze/x") != nil || !b.Pending {
		t.Errorf("pages that name nothing new: told after %q, %+v", got, b.Folders)
	}
	if got, want := visits(&b, 20000, "/maze/a", true, true), "1024 late;8024 bounded;"; got != want {
		t.Errorf("a maze again: told after %q, want %q", got, want)
	}
}

// TestAskedAgain checks that a folder that looked endless in its beginning loses the verdict when
// it is judged again, and that a whole origin that looks endless is bounded like a folder.
func TestAskedAgain(t *testing.T) {
	t.Parallel()
	b := trap.Book{Origin: "http://a.test"}
	if got, want := visits(&b, 2500, "/tree/a", true, true)+visits(&b, 6000, "/tree/leaf", false, true), "1000 late;1500 over;"; got != want {
		t.Errorf("told after %q, want %q", got, want)
	}
	if b.Pending {
		t.Error("nothing was left out, and is looked at again")
	}
	b = trap.Book{Origin: "http://a.test"}
	if got, want := visits(&b, 20000, "/page", true, true), "4000 late;11000 bounded;"; got != want {
		t.Errorf("the whole origin: told after %q, want %q", got, want)
	}
}
