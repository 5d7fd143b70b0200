package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
)

var update = flag.Bool("update", false, "rewrite the tables in docs/robots")

const docs = "../../docs"

// checkTables compares the tables between marks in a page with what they should
// be, or writes them.
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

// TestLintPage holds the explanations in docs/robots/md against the code:
// each check with its text, the files of the tests that have it, what is found
// in them, and what the fix makes of them.
func TestLintPage(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, c := range Checks() {
		fmt.Fprintf(&b, "## %s\n\n*%s.* %s\n\n", c, c.Severity(), c.Text())
		for _, tt := range lintCases {
			if tt.check == c {
				explainCase(&b, tt.body, Options{}, c, tt.line)
			}
		}
		for _, tt := range lintURLCases {
			if tt.check == c {
				explainCase(&b, tt.body, tt.opt, c, tt.line)
			}
		}
	}
	checkTables(t, "lint.md", map[string]string{"checks": b.String()})
}

// explainCase writes one file with a finding.
func explainCase(b *strings.Builder, body string, opt Options, c Check, line int) {
	f := robotstxt.Parse([]byte(body))
	if opt.URL != "" {
		fmt.Fprintf(b, "The file at `%s`", opt.URL)
		for _, u := range append(opt.Wanted, opt.Resources...) {
			fmt.Fprintf(b, ", with the URL `%s`", u)
		}
		b.WriteString(":\n\n")
	}
	if body != "" {
		fmt.Fprintf(b, "```\n%s```\n\n", shown(body))
	}
	for _, x := range File(f, opt) {
		if x.Check != c || x.Line != line {
			continue
		}
		if x.Line > 0 {
			fmt.Fprintf(b, "Found on line %d, column %d", x.Line, x.Column)
		} else {
			b.WriteString("Found in the file as a whole")
		}
		if x.Detail != "" {
			fmt.Fprintf(b, ": %s", x.Detail)
		}
		b.WriteString(".")
		if x.Fix != nil {
			fmt.Fprintf(b, " The fix (effect: %s):\n\n```\n%s```", x.Fix.Effect, shown(string(Apply(f, x))))
		}
		b.WriteString("\n\n")
		return
	}
}

// shown makes a file fit for a page: what cannot be seen is escaped, what is
// long is cut.
func shown(body string) string {
	const most, lines = 100, 8
	var b strings.Builder
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(body, "\n"), "\n") {
		if n++; n > lines {
			fmt.Fprintf(&b, "... %d bytes in all\n", len(body))
			break
		}
		s := strings.Trim(strconv.QuoteToASCII(line), `"`)
		if s = strings.ReplaceAll(s, `\"`, `"`); len(s) > most {
			s = fmt.Sprintf("%s... %d bytes", s[:most/2], len(line))
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}
