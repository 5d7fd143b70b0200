package floorplan

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var namedTest = regexp.MustCompile("`([a-z]+)\\.(Test\\w+)`")

// TestSeedsPage checks the tests named in docs/seeds.md.
func TestSeedsPage(t *testing.T) {
	exists := make(map[string]bool)
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, p := range list(t) {
		for _, names := range [][]string{p.TestGoFiles, p.XTestGoFiles} {
			for _, name := range names {
				data, err := os.ReadFile(filepath.Join(p.Dir, name))
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range declared.FindAllSubmatch(data, -1) {
					exists[filepath.Base(p.Dir)+"."+string(m[1])] = true
				}
			}
		}
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "seeds.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := namedTest.FindAllSubmatch(page, -1)
	if len(named) < 50 {
		t.Errorf("%d tests are named", len(named))
	}
	for _, m := range named {
		if name := string(m[1]) + "." + string(m[2]); !exists[name] {
			t.Errorf("docs/seeds.md names %s, which does not exist", name)
		}
	}
}
