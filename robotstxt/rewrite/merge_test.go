package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// letters returns a name of letters for a number, because digits end a token.
func letters(i int) string {
	s := ""
	for n := i + 1; n > 0; n /= 26 {
		s += string(rune('a' + n%26))
	}
	return "x" + s
}

// TestMergeKeepsLinesBetweenAgents checks that a line between two User-agent lines of a group
// counts for the second one too.
func TestMergeKeepsLinesBetweenAgents(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x\n"))
	const want = "User-agent: a\nUser-agent: b\nCrawl-delay: 5\nDisallow: /x\n"
	if got, _ := Merge(f, robotstxt.Parse(nil)); string(got) != want {
		t.Errorf("merged:\n%s\nwant:\n%s", got, want)
	}
}

// TestMergeManyGroups checks that the lines of a group are examined once for each list of groups
// that some robot has, not once for each pair of robots.
func TestMergeManyGroups(t *testing.T) {
	t.Parallel()
	const groups = 3000
	var b strings.Builder
	for i := range groups {
		fmt.Fprintf(&b, "User-agent: %s\nDisallow: /%d\nDisallow: /x\n\n", letters(i), i)
	}
	f := robotstxt.Parse([]byte(b.String()))
	g := newMerger()
	g.read(f)
	g.read(f)
	joined, _ := g.joined()
	got := string(g.write(joined))
	if got != b.String()[:b.Len()-1] {
		t.Errorf("%d bytes become %d, and not the same", b.Len(), len(got))
	}
	if g.steps > 4*groups {
		t.Errorf("%d lines were looked at", g.steps)
	}
}

// TestMergeRobotsWithMuchInCommon checks that shared rules are not repeated for each of many
// robots, and that the result decides like both files.
func TestMergeRobotsWithMuchInCommon(t *testing.T) {
	t.Parallel()
	const robots, rules = 500, 2000
	var b strings.Builder
	for i := range robots {
		b.WriteString("User-agent: " + letters(i) + "\n")
	}
	for i := range rules {
		fmt.Fprintf(&b, "Disallow: /%d/\n", i)
	}
	for i := range robots {
		fmt.Fprintf(&b, "User-agent: %s\nAllow: /%d/%s\n", letters(i), i, letters(i))
	}
	f := robotstxt.Parse([]byte(b.String()))
	out, ok := Merge(f, robotstxt.Parse(nil))
	if !ok || len(out) > 2*b.Len() {
		t.Errorf("%d bytes become %d", b.Len(), len(out))
	}
	after := robotstxt.Parse(out)
	for i := 0; i < robots; i += 50 {
		before, after := f.Compile(dialect.RFC9309(), dialect.AgentToken(letters(i))), after.Compile(dialect.RFC9309(), dialect.AgentToken(letters(i)))
		if before.Len() != after.Len() {
			t.Fatalf("%s has %d rules, then %d", letters(i), before.Len(), after.Len())
		}
		for _, target := range []string{fmt.Sprintf("/%d/x", i), fmt.Sprintf("/%d/%s", i, letters(i)), "/1999/", "/z"} {
			if before.Allowed(target) != after.Allowed(target) {
				t.Fatalf("%s on %s: not decided as before", letters(i), target)
			}
		}
	}
}
