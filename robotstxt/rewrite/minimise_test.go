package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestMinimiseManyGroups checks that the cost of a line depends on the robots that obey it, not
// on all robots in the file.
func TestMinimiseManyGroups(t *testing.T) {
	t.Parallel()
	const groups, rules = 200, 20
	var b strings.Builder
	for g := range groups {
		b.WriteString("User-agent: " + letters(g) + "\n")
		for r := range rules {
			fmt.Fprintf(&b, "Disallow: /%03d/%02d\n", g, r)
		}
	}
	z := newMinimiser(robotstxt.Parse([]byte(b.String())), dialect.RFC9309(), dialect.RFC9309Strict())
	if dropped := z.run(); len(dropped) > 0 {
		t.Errorf("dropped %v", dropped[0])
	}
	places := 0
	for _, p := range z.places {
		places += len(p)
	}
	if places != 2*groups*rules {
		t.Errorf("%d places", places)
	}
	if most := 100 * groups * rules; z.steps < groups*rules || z.steps > most {
		t.Errorf("%d steps, want %d at most", z.steps, most)
	}
}

// TestMinimiseStops checks that searches for paths that do not exist count as work too, and end
// at the limit.
func TestMinimiseStops(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(anybody)
	for i := 0; b.Len() < 450<<10; i++ {
		b.WriteString("Disallow: /" + strings.Repeat("a", i) + "b\n")
	}
	z := newMinimiser(robotstxt.Parse([]byte(b.String())), dialect.RFC9309())
	z.run()
	if z.limit == "" || z.steps > maxMinimiseSteps+robotstxt.MaxBody {
		t.Errorf("%d steps, limit %q", z.steps, z.limit)
	}
}
