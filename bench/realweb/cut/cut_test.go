package cut

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/bench/realweb/checker"
	"github.com/aranea-search/aranea/bench/realweb/site"
)

// TestMake: all pages of a web that is cut are reached from its seeds, have about the
// size, and are of different text.
func TestMake(t *testing.T) {
	t.Parallel()
	from, dir := t.TempDir(), t.TempDir()
	for i := range 10 {
		page := "<html><head><title>left out</title></head><body><nav>menu " + strings.Repeat("of all pages ", 9) + "</nav><script>let left = 'out'</script>"
		for k := range 8 {
			page += fmt.Sprintf("<p>Text %d of page %d, &lt;which&gt; is <b>long</b> enough for one, %s</p>", k, i, strings.Repeat("so ", 99))
		}
		if err := os.WriteFile(filepath.Join(from, fmt.Sprintf("%d.html", i)), []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := Make(from, dir, Shape{Hosts: 5, Pages: 7, Bytes: 2 << 10, Links: 2}); err != nil {
		t.Fatal(err)
	}
	web, err := site.Open(filepath.Join(dir, "web"))
	if err != nil {
		t.Fatal(err)
	}
	seeds, err := os.ReadFile(filepath.Join(dir, "seeds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	items, err := checker.Reach(t.Context(), web, checker.Options{Agent: "Aranea", Seeds: strings.Fields(string(seeds))})
	if err != nil {
		t.Fatal(err)
	}
	html := 0
	for _, it := range items {
		if it.Class == checker.HTML {
			html++
		}
	}
	if html != 35 {
		t.Errorf("%d pages are reached, want 35", html)
	}
	files, err := pages(filepath.Join(dir, "web"))
	if err != nil || len(files) != 35 {
		t.Fatalf("%d files (%v)", len(files), err)
	}
	seen := map[string]bool{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(b), "</ul>")
		if n := len(b); n < 2<<10 || n > 3<<10 || seen[text] || strings.Contains(text, "left") || !strings.Contains(text, "&lt;which&gt; is long enough") {
			t.Errorf("%s has %d bytes, seen before: %t\n%s", f, n, seen[text], b)
		}
		seen[text] = true
	}
	if err := Make(from, dir, Shape{Hosts: 1, Pages: 1}); err == nil {
		t.Error("a web was made over another")
	}
}
