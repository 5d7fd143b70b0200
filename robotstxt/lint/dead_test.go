package lint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// deadHolds checks the findings about rules that decide nothing: in each dialect that a finding
// names, removing them changes no verdict, whether one alone or any combination. The first few
// are tried alone.
func deadHolds(t *testing.T, name string, f *robotstxt.File, alone int) {
	t.Helper()
	found, _ := rewrite.DeadRules(f, dialect.RFC9309())
	for _, d := range dialect.All() {
		d.NoUTF16, d.MaxBytes = false, 0
		var lines []int
		for _, x := range found {
			if slices.Contains(x.To, d.Name) {
				lines = append(lines, x.Line)
			} else if !slices.Contains(x.Needed, d.Name) {
				t.Fatalf("%s: line %d: nothing is said of %s", name, x.Line, d.Name)
			}
		}
		if len(lines) == 0 {
			continue
		}
		sets := [][]int{lines}
		for i := range lines[:min(len(lines), alone)] {
			if len(lines) > 1 {
				sets = append(sets, lines[i:i+1])
			}
			if len(lines) > 2 {
				sets = append(sets, slices.Delete(slices.Clone(lines), i, i+1))
			}
		}
		for _, set := range sets {
			after := robotstxt.Parse([]byte(without(f, setOf(set))))
			if x := rewrite.CompareFiles(f, after, d); !x.Same() {
				t.Fatalf("%s: without lines %v of %v, %s changes: %+v\nbefore: %q\nafter: %q", name, set, lines, d.Name, x.Changes[0], f.Text(), after.Text())
			}
		}
	}
}

func setOf(lines []int) map[int]bool {
	out := map[int]bool{}
	for _, line := range lines {
		out[line] = true
	}
	return out
}

// TestDeadRules checks that rules reported as dead decide nothing, for files made for this test,
// for those of the other tests of lint, and for random files with few words, so that their rules
// overlap.
func TestDeadRules(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{
		"one rule is dead only behind another":       anybody + "Disallow: /a\nAllow: /b\nAllow: /b/c\nDisallow: /b/c\n",
		"two stars, and the rule between them":       anybody + "Disallow: /l\nDisallow: /l/*\nAllow: /l/g\nDisallow: /l/g*\n",
		"an escape that Google does not decode":      anybody + "Disallow: /*{{url}}\nDisallow: /*%7B%7Burl%7D%7D\n",
		"dead to all behind a rule that is dead too": anybody + "Allow: /a/b\nDisallow: /a/b\nAllow: /a\nDisallow: /\n",
		"three times":                         anybody + "Disallow: /a\nDisallow: /a\nDisallow: /a\n",
		"an allow line ends a list of agents": "User-agent: *\nAllow: /b\nDisallow /a/b/c\nUser-agent: *\nUser-agent: FooBot, b\nDisallow:: /a/b/c\nAllow:\nDisallow: /*b\n",
		"expressions":                         anybody + "Robot-version: 2.0\nDisallow: /a\nDisallow: /a*\nDisallow: /ab\n",
	}
	for _, tt := range lintCases {
		if len(tt.body) < 1000 {
			bodies[tt.name] = tt.body
		}
	}
	paths := [...]string{"/", "/a", "/a*", "/a/b", "/a/b$", "/a/b*", "/*b", "/a%62", "/ab", "/a/", "/*", "/%7Ba", "/{a", "/a/index.html", ""}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 600 {
		var b strings.Builder
		b.WriteString(anybody)
		for range 2 + r.IntN(7) {
			b.WriteString([...]string{"Disallow: ", "Allow: "}[r.IntN(2)] + paths[r.IntN(len(paths))] + "\n")
			switch r.IntN(12) {
			case 0:
				b.WriteString("\n")
			case 1:
				b.WriteString("User-agent: FooBot\n")
			}
		}
		bodies[fmt.Sprintf("random %d", i)] = b.String()
	}
	dead := 0
	for name, body := range bodies {
		f := robotstxt.Parse([]byte(body))
		found, _ := rewrite.DeadRules(f, dialect.RFC9309())
		dead += len(found)
		deadHolds(t, name, f, 9)
	}
	if dead < 500 {
		t.Errorf("only %d dead rules in %d files", dead, len(bodies))
	}
}

// TestDeadRuleSays checks which dead rules are a warning and which only information, and what is
// said about who needs them.
func TestDeadRuleSays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rules string
		line        int    // 0 if no rule is reported
		check       Check  // of the only finding about a dead rule
		detail      string // a part of it
		fix         bool
	}{
		{
			"closed although another rule is dead", "Disallow: /a\nAllow: /b\nAllow: /b/c\nDisallow: /b/c\n",
			5, CheckDeadRule, "line 4 is stronger and matches all that it does; only robots of the past may need it: 1994, yandex-2003", false,
		},
		{"to Google another rule", "Disallow: /*{{url}}\nDisallow: /*%7B%7Burl%7D%7D\n", 3, CheckDeadHere, "google", false},
		{
			"only robots of the past need it", "Disallow: /*.pdf\nDisallow: /docs/a.pdf\n",
			3, CheckDeadRule, "only robots of the past may need it: 1994, 1996", false,
		},
		{"nobody needs it", "Disallow: /a\nDisallow: /a/b\n", 3, CheckDeadRule, "line 3: Disallow: /a/b decides as line 2 would", true},
		{"the same twice", "Disallow: /a\nDisallow: /a\n", 3, CheckDeadRule, "line 3: Disallow: /a repeats line 2", true},
		{"the same with a star", "Disallow: /z*\nDisallow: /z\n", 2, CheckDeadRule, "line 2: Disallow: /z*", true},
		{"all are needed", "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n", 0, CheckNone, "", false},
	} {
		found := File(robotstxt.Parse([]byte(anybody+tt.rules)), Options{})
		found = slices.DeleteFunc(found, func(x Finding) bool { return x.Check != CheckDeadRule && x.Check != CheckDeadHere })
		switch {
		case tt.line == 0 && len(found) == 0:
		case len(found) != 1 || found[0].Check != tt.check || found[0].Line != tt.line || !strings.Contains(found[0].Detail, tt.detail) || (found[0].Fix != nil) != tt.fix:
			t.Errorf("%s: %+v", tt.name, found)
		}
	}
}

// without returns the text of a file without some lines.
func without(f *robotstxt.File, lines map[int]bool) string {
	var b strings.Builder
	for l := range f.Lines() {
		if !lines[l.Number] {
			syntax.WriteLines(&b, l.Raw+l.End)
		}
	}
	return b.String()
}
