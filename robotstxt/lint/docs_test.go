package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables in docs/robots")

const docs = "../../docs"

// checkTables compares the tables between marks in a page with the expected ones, or writes
// them.
func checkTables(t *testing.T, name string, tables map[string]string) {
	t.Helper()
	page := filepath.Join(docs, "robots", name)
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for name, table := range tables {
		begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
		head, rest, ok := strings.Cut(text, begin)
		old, tail, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Fatalf("no place for %s in %s", name, page)
		}
		if old != table && !*update {
			t.Errorf("the table of %s is out of date; run go test ./robotstxt -run Page -update", name)
		}
		text = head + begin + table + end + tail
	}
	if *update {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLintPage compares the table of docs/robots/lint.md with the code.
func TestLintPage(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("| code | severity | what it says |\n|---|---|---|\n")
	for _, c := range Checks() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c, c.Severity(), strings.ReplaceAll(c.Text(), "*", "\\*"))
	}
	checkTables(t, "lint.md", map[string]string{"checks": b.String()})
}
