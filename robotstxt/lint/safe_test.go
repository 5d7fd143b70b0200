package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// safeOnes returns the findings with safe fixes.
func safeOnes(found []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(found), func(x Finding) bool { return x.Fix == nil || x.Fix.Effect != EffectNone })
}

// sameForAll checks that the safe fixes of a file, all together and some of them alone, change
// no verdict in any named dialect.
func sameForAll(t *testing.T, name string, f *robotstxt.File, found []Finding, alone int) {
	t.Helper()
	safe := safeOnes(found)
	sets := [][]Finding{safe}
	for _, x := range safe[:min(len(safe), alone)] {
		if len(safe) > 1 {
			sets = append(sets, []Finding{x})
		}
	}
	for _, set := range sets {
		if len(set) == 0 {
			continue
		}
		after := robotstxt.Parse(Apply(f, set...))
		for _, d := range dialect.All() {
			if x := rewrite.CompareFiles(f, after, d); !x.Same() {
				t.Fatalf("%s: safe fixes %v change %s: %+v\nbefore: %q\nafter: %q", name, codes(set), d.Name, x.Changes[0], f.Text(), after.Text())
			}
		}
	}
}

// TestSafeFixes checks that fixes called safe are safe for all robots.
func TestSafeFixes(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{
		"a star at the end counts nothing for yandex": anybody + "Disallow: /l\nDisallow: /l/*\nAllow: /l/g\nDisallow: /l/g*\n",
		"the only rule that old robots understand":    anybody + "Disallow: /*.pdf\nDisallow: /docs/a.pdf\n",
		"a plain rule beside the same with a star":    anybody + "Disallow: /z*\nDisallow: /z\n",
		"first match":                    anybody + "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n",
		"escapes":                        anybody + "Disallow: /*|\nDisallow: /*%7C\nDisallow: /a%62\nDisallow: /ab\n",
		"one robot in two groups":        "User-agent: a\nDisallow: /x\n\nUser-agent: ab\nDisallow: /x/y\nDisallow: /x\n\nUser-agent: a\nDisallow: /x/z\n",
		"a blank line inside a group":    anybody + "Disallow: /x/y\n\nDisallow: /x\nAllow: /x/y/z\n",
		"no rule at the end, to some":    "User-agent: x\nDisallow: /y\nUseragent: b\n",
		"an empty allow line that parts": "User-agent: a\nAllow:\nDisalow: /x\nUser-agent: b\nDisallow: /y\n",
		"a misspelt empty allow line":    "User-agent: a\nAllowed:\nDisallow: /x\nUser-agent: b\nAllowed:\n",
		"a cut line":                     anybody + "  Disallow: /" + strings.Repeat("x", dialect.GoogleMaxLine-12) + "\n",
		"folders by index":               anybody + "Disallow: /d\nAllow: /d/index.html\nAllow: /d/\nAllow: /d/index.htm\n",
		"expressions":                    anybody + "Robot-version: 2.0\nDisallow: /a?\nDisallow: /a*\nDisallow: /ab\n",
		"UTF-16":                         wide(" User-agent:*\nDisallow:/x#y\nAllow:\n", false),
		"a mark behind a mark":           "\xEF\xBB\xBF\xEF\xBB\xBFUser-agent: *\nDisallow: /x#y\n",
		"a CR before a blank line":       anybody + "Disallow: /a\rDisallow: /a\n\nDisallow: /b\n",
		"a space before a mark":          " \xEFx: y\n" + anybody + "Disallow: /x\n",
	}
	for _, tt := range lintCases {
		if len(tt.body) < 20_000 {
			bodies[tt.name] = tt.body
		}
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := robotstxt.Parse([]byte(body))
			sameForAll(t, name, f, File(f, Options{}), 5)
		})
	}
}

// TestDeadRuleNamesWhoNeedsIt checks the finding about a rule that only some dialects need.
func TestDeadRuleNamesWhoNeedsIt(t *testing.T) {
	t.Parallel()
	found := File(robotstxt.Parse([]byte(anybody+"Disallow: /l\nDisallow: /l/*\nAllow: /l/g\nDisallow: /l/g*\n")), Options{})
	i := slices.IndexFunc(found, func(x Finding) bool { return x.Check == CheckDeadHere && x.Line == 4 })
	if i < 0 || found[i].Fix != nil || !strings.Contains(found[i].Detail, "yandex") {
		t.Errorf("an allow line that yandex needs: %+v", found)
	}
	found = File(robotstxt.Parse([]byte(anybody+"Disallow: /z*\nDisallow: /z\n")), Options{})
	if i := slices.IndexFunc(found, func(x Finding) bool { return x.Check == CheckDeadRule }); i < 0 || found[i].Line != 2 || found[i].Fix == nil {
		t.Errorf("of two rules, the one with the star goes: %+v", found)
	}
}

// TestTooManyRules checks that the finding says what is not checked, and that files of realistic
// size are checked.
func TestTooManyRules(t *testing.T) {
	t.Parallel()
	var plain, wild strings.Builder
	plain.WriteString(anybody + "Disallow: /p77\n")
	wild.WriteString(anybody)
	for i := range 4500 {
		fmt.Fprintf(&plain, "Disallow: /p%d/x\n", i)
	}
	for i := range 2500 {
		fmt.Fprintf(&wild, "Disallow: /*p%d/x\nAllow: /*q%d/x\n", i, i)
	}
	f := robotstxt.Parse([]byte(plain.String()))
	if x := rewrite.Minimise(f, dialect.RFC9309()); len(x.Dropped) != 11 || x.Unchecked != "" {
		t.Errorf("%d rules dropped, %q", len(x.Dropped), x.Unchecked)
	}
	if found := File(f, Options{}); count(found, CheckUnchecked) != 0 {
		t.Errorf("plain rules: %v", found[0])
	}
	f = robotstxt.Parse([]byte(wild.String()))
	if x := rewrite.Minimise(f, dialect.RFC9309()); x.Unchecked == "" {
		t.Error("expressions: all is said to be checked")
	}
	found := File(f, Options{})
	if !slices.ContainsFunc(found, func(x Finding) bool {
		return x.Check == CheckUnchecked && x.Line == 0 && strings.HasPrefix(x.Detail, "dead-rule: ")
	}) {
		t.Errorf("expressions: no word of what is not checked")
	}
}

// repaired applies fixes until none is left, either the safe ones or all.
func repaired(body string, safe bool) string {
	f := robotstxt.Parse([]byte(body))
	for range 10 {
		found := File(f, Options{})
		if safe {
			found = safeOnes(found)
		}
		text := Apply(f, found...)
		if string(text) == f.Text() {
			break
		}
		f = robotstxt.Parse(text)
	}
	return f.Text()
}

// TestRepairs checks the result of applying fixes until none is left: the safe ones lose nothing
// that was meant, and all of them together make the file what was meant, or do not change it.
func TestRepairs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, safe, all string }{
		{"two directives", "User-agent: * Disallow: /\n", "", "User-agent: *\nDisallow: /\n"},
		{"two rules", anybody + "Disallow: /search Allow: /search/about\n", "", anybody + "Disallow: /search\nAllow: /search/about\n"},
		{"two rules without a space", anybody + "    Disallow: /fn:Disallow: /dp/\n", anybody + "    Disallow: /fn:Disallow: /dp/\n", anybody + "Disallow: /fn\nDisallow: /dp/\n"},
		{"a sitemap without a colon", "Sitemap https://h.com/y\n", "Sitemap: https://h.com/y\n", "Sitemap: https://h.com/y\n"},
		{"whole URL without a colon", anybody + "Disallow https://h.com/y\n", "", anybody + "Disallow: /y\n"},
		{"comment of C", anybody + "Disallow: /x // comment\n", "", anybody + "Disallow: /x # comment\n"},
		{"comment by semicolon", anybody + "Disallow: /x ; comment\n", "", anybody + "Disallow: /x # comment\n"},
		{"robots with versions", "User-agent: A/1.0; B\nDisallow: /x\n", "", "User-agent: A\nUser-agent: B\nDisallow: /x\n"},
		{"a whole header", "User-agent: Mozilla/5.0 (compatible; bingbot/2.0)\nDisallow: /x\n", "", "User-agent: bingbot\nDisallow: /x\n"},
		{"a header without a name", "User-agent: Mozilla/5.0 (X11; Linux)\nDisallow: /x\n", "", ""},
		{"several reversed", anybody + "Disallow: Googlebot, Bingbot\n", "", ""},
		{"curly quotes", anybody + "Disallow: \u201C/x\u201D\n", "", anybody + "Disallow: /x\n"},
		{"backslashes", anybody + "Disallow: \\admin\\\n", "", anybody + "Disallow: /admin/\n"},
		{"a path from above", anybody + "Disallow: ../x\n", "", ""},
		{"misspelt as nobody knows", anybody + "Dis-allow /x\n", "", anybody + "Disallow: /x\n"},
		{"a rule for old robots", anybody + "Disallow: /*.pdf\nDisallow: /docs/a.pdf\n", "", ""},
		{"a rule for yandex", anybody + "Disallow: /l\nDisallow: /l/*\nAllow: /l/g\nDisallow: /l/g*\n", anybody + "Disallow: /l\nAllow: /l/g\nDisallow: /l/g*\n", anybody + "Disallow: /l\nAllow: /l/g\nDisallow: /l/g*\n"},
		{"a misspelt key of wide crawls", anybody + "Desallow: /x\n", "", anybody + "Disallow: /x\n"},
		{"two directives, then a group", "User-agent: * Disallow: /\n\nUser-agent: FooBot\nDisallow:\n", "", "User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow:\n"},
		{"a plain rule beside the same with a star", anybody + "Disallow: /z*\nDisallow: /z\n", anybody + "Disallow: /z\n", anybody + "Disallow: /z\n"},
	} {
		if tt.safe == "" {
			tt.safe = tt.in
		}
		if tt.all == "" {
			tt.all = tt.in
		}
		if got := repaired(tt.in, true); got != tt.safe {
			t.Errorf("%s: the safe ones make %q, want %q", tt.name, got, tt.safe)
		}
		if got := repaired(tt.in, false); got != tt.all {
			t.Errorf("%s: all make %q, want %q", tt.name, got, tt.all)
		}
	}
}

// TestLintHostile checks that files made to be slow are checked in time: each of these once took
// the product of two of its counts.
func TestLintHostile(t *testing.T) {
	t.Parallel()
	var groups, maps strings.Builder
	for i := range 15_000 {
		letters := strings.Repeat("a", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26))
		fmt.Fprintf(&groups, "User-agent: x%s\nDisallow: /\n", letters)
		fmt.Fprintf(&maps, "Sitemap: http://a.org/%d\n", i)
	}
	for name, body := range map[string]string{
		"groups": groups.String(), "sitemaps": maps.String() + anybody + "Allow: /z\nDisallow: /\n",
		"directives": "User-agent: *" + strings.Repeat(" allow:/", 60_000),
	} {
		f := robotstxt.Parse([]byte(body))
		if found := File(f, Options{}); len(found) == 0 || len(Apply(f, found...)) == 0 {
			t.Errorf("%s: %d findings", name, len(found))
		}
	}
}

// wide returns s in UTF-16 with a byte order mark.
func wide(s string, big bool) string {
	out := "\xFF\xFE"
	if big {
		out = "\xFE\xFF"
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		if big {
			b.Write([]byte{0, c})
		} else {
			b.Write([]byte{c, 0})
		}
	}
	return out + b.String()
}
