package rewrite

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/robotstest"
)

// TestCompareFilesManyRobots checks that robots after the first few hundred are compared too,
// and that those with the same groups are compared once.
func TestCompareFilesManyRobots(t *testing.T) {
	t.Parallel()
	const robots = 900
	var b strings.Builder
	for i := range robots {
		fmt.Fprintf(&b, "User-agent: %s\n", letters(i))
	}
	b.WriteString("Disallow: /x\n\n")
	shared := b.String()
	before := robotstxt.Parse([]byte(shared + "User-agent: last\nDisallow: /y\n"))
	after := robotstxt.Parse([]byte(shared + "User-agent: last\nDisallow: /z\n"))
	d := CompareFiles(before, after, dialect.RFC9309())
	if d.Same() || d.Changes[0].Before.Agent != "last" {
		t.Errorf("the last robot: %d opened, %d closed", d.Opened, d.Closed)
	}
	if d.Robots != robots+2 || d.LeftOut != 0 {
		t.Errorf("%d robots, %d left out", d.Robots, d.LeftOut)
	}
	if d.Asked > 100 {
		t.Errorf("%d targets asked for three kinds of robots", d.Asked)
	}
}

// TestCompareFilesLeavesOut checks that an incomplete comparison is reported as such, and that
// robots without a name are included.
func TestCompareFilesLeavesOut(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "User-agent: %s\nDisallow: /%d\n\n", letters(i), i)
	}
	before, after := robotstxt.Parse([]byte(b.String())), robotstxt.Parse([]byte(b.String()+anybody+"Disallow: /y\n"))
	if d := CompareFiles(before, after, dialect.RFC9309()); d.Robots != 401 || d.LeftOut != 0 || d.Closed == 0 {
		t.Errorf("by token: %d robots, %d left out, %d closed", d.Robots, d.LeftOut, d.Closed)
	}
	if d := CompareFiles(before, after, dialect.Draft1996()); d.Robots != maxComparedAgents+1 || d.LeftOut != 400-maxComparedAgents || d.Closed == 0 {
		t.Errorf("by part of the name: %d robots, %d left out, %d closed", d.Robots, d.LeftOut, d.Closed)
	}
}

// TestCompareFilesAsCompile checks that the compared matchers decide like those that robots use.
func TestCompareFilesAsCompile(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(11, 12))
	for i := range 60 {
		f := robotstxt.Parse([]byte(robotstest.File(robotstest.Choices(rnd.IntN, 14))))
		for _, d := range dialect.All() {
			v := f.Chooser(d)
			for _, a := range v.Addressed()[:min(5, len(v.Addressed()))] {
				x, y := v.Compile(v.Choose(a)), f.Compile(d, a)
				if c := Compare(x, y, nil); !c.Same() || x.Agent() != y.Agent() || x.Decide("/").GroupLine != y.Decide("/").GroupLine || x.Len() != y.Len() {
					t.Errorf("file %d, %s for %s: %+v", i, d.Name, a, c)
				}
			}
		}
	}
}
