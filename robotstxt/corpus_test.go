package robotstxt_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/lint"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

var (
	corpusDir    = flag.String("corpus", "testdata/corpus", "a folder of robots files to run over")
	corpusReport = flag.String("report", "", "write the counts of the corpus to this file")
)

// TestCorpus checks whole files: their bytes are kept, formatting and minimizing change no
// verdict, and every dialect decides like a linear scan over its rules. It also counts findings
// and disagreements. By default it uses the files in testdata, which were written for it;
// -corpus names another folder.
func TestCorpus(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(*corpusDir, "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no robots files in %s: %v", *corpusDir, err)
	}
	c := counts{checks: map[lint.Check][2]int{}, pairs: map[string]int{}}
	for _, name := range names {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c.file(t, filepath.Base(name), body)
	}
	if *corpusReport != "" {
		if err := os.WriteFile(*corpusReport, []byte(c.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

type counts struct {
	files, bytes, targets, differ int
	checks                        map[lint.Check][2]int // numbers of findings and files
	pairs                         map[string]int        // number of files on which a dialect differs from the default
}

func (c *counts) file(t *testing.T, name string, body []byte) {
	t.Helper()
	f := robotstxt.Parse(body)
	c.files++
	c.bytes += len(body)
	if !f.Truncated() && string(f.Bytes()) != string(body) {
		t.Errorf("%s: bytes are lost", name)
	}
	c.lint(t, name, f)
	agents := f.Chooser(dialect.Dialect{}).Addressed()
	agent := agents[0]
	if f.Encoding() < syntax.EncodingUTF16LE {
		again := robotstxt.Parse(rewrite.Format(f))
		for _, d := range dialect.All() {
			if x := rewrite.Compare(f.Compile(d, agent), again.Compile(d, agent), nil); !x.Same() {
				t.Errorf("%s: formatting changes %s for %s: %+v", name, d.Name, agent, x.Changes[0])
			}
		}
	}
	small := rewrite.Minimise(f, dialect.RFC9309())
	for _, a := range agents[max(0, len(agents)-3):] {
		if x := rewrite.Compare(f.Compile(dialect.RFC9309(), a), robotstxt.Parse(small.Text).Compile(dialect.RFC9309(), a), nil); !x.Same() {
			t.Errorf("%s: minimising changes %s: %+v, dropped %v", name, a, x.Changes[0], small.Dropped)
		}
	}
	c.dialects(t, name, f)
}

func (c *counts) lint(t *testing.T, name string, f *robotstxt.File) {
	t.Helper()
	files := map[lint.Check]bool{}
	found := lint.File(f, lint.Options{URL: "https://example.org/robots.txt"})
	for _, x := range found {
		n := c.checks[x.Check]
		n[0]++
		if !files[x.Check] {
			n[1]++
			files[x.Check] = true
		}
		c.checks[x.Check] = n
		if x.Start > x.End || x.End > len(f.Text()) {
			t.Errorf("%s: finding %+v lies outside", name, x)
		}
	}
}

// dialects compares the decisions of all dialects on the witnesses of all of them.
func (c *counts) dialects(t *testing.T, name string, f *robotstxt.File) {
	t.Helper()
	var ms []*robotstxt.Matcher
	for _, d := range dialect.All() {
		ms = append(ms, f.CompileFor(d, "https://example.org", "Googlebot"))
	}
	differ := map[string]bool{}
	targets := map[string]bool{}
	for _, m := range ms {
		for target := range rewrite.Witnesses(m) {
			targets[target] = true
		}
	}
	for target := range targets {
		first := ms[0].Decide(target).Verdict
		for _, m := range ms {
			c.targets++
			d := m.Decide(target)
			if d.Verdict != first {
				differ[d.Dialect] = true
			}
			if rank := m.Scan(target); d.Line > 0 != (rank < robotstxt.NoRule) || rank < robotstxt.NoRule && m.Rule(rank).Line != d.Line {
				t.Errorf("%s: %s on %s: line %d, a scan says rule %d", name, d.Dialect, target, d.Line, rank)
			}
		}
	}
	for d := range differ {
		c.pairs[d]++
	}
	if len(differ) > 0 {
		c.differ++
	}
}

// String returns the report.
func (c *counts) String() string {
	var b strings.Builder
	percent := func(n int) float64 { return 100 * float64(n) / float64(c.files) }
	fmt.Fprintf(&b, "%d files, %d bytes, %d decisions.\n\n", c.files, c.bytes, c.targets)
	fmt.Fprintf(&b, "Some dialect disagrees with `rfc9309` about `Googlebot` on %d files (%.1f %%).\n\n", c.differ, percent(c.differ))
	b.WriteString("| dialect | files on which it differs | share |\n|---|---:|---:|\n")
	for _, d := range dialect.All()[1:] {
		fmt.Fprintf(&b, "| %s | %d | %.1f %% |\n", d.Name, c.pairs[d.Name], percent(c.pairs[d.Name]))
	}
	b.WriteString("\n| check | severity | findings | files | share |\n|---|---|---:|---:|---:|\n")
	checks := lint.Checks()
	slices.SortStableFunc(checks, func(x, y lint.Check) int { return c.checks[y][1] - c.checks[x][1] })
	for _, k := range checks {
		if n := c.checks[k]; n[0] > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %d | %.1f %% |\n", k, k.Severity(), n[0], n[1], percent(n[1]))
		}
	}
	return b.String()
}
