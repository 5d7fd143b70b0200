package robotstxt

import (
	"fmt"
	"strings"
	"testing"
)

// TestCompareFilesManyRobots holds that robots behind the first few hundred are
// compared too, and those that use the same groups once.
func TestCompareFilesManyRobots(t *testing.T) {
	t.Parallel()
	const robots = 900
	var b strings.Builder
	for i := range robots {
		fmt.Fprintf(&b, "User-agent: %s\n", letters(i))
	}
	b.WriteString("Disallow: /x\n\n")
	shared := b.String()
	before := Parse([]byte(shared + "User-agent: last\nDisallow: /y\n"))
	after := Parse([]byte(shared + "User-agent: last\nDisallow: /z\n"))
	d := CompareFiles(before, after, RFC9309())
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

// TestCompareFilesLeavesOut holds that a comparison that is not whole says so,
// and that robots without a name are in it.
func TestCompareFilesLeavesOut(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "User-agent: %s\nDisallow: /%d\n\n", letters(i), i)
	}
	before, after := Parse([]byte(b.String())), Parse([]byte(b.String()+anybody+"Disallow: /y\n"))
	if d := CompareFiles(before, after, RFC9309()); d.Robots != 401 || d.LeftOut != 0 || d.Closed == 0 {
		t.Errorf("by token: %d robots, %d left out, %d closed", d.Robots, d.LeftOut, d.Closed)
	}
	if d := CompareFiles(before, after, Draft1996()); d.Robots != maxComparedAgents+1 || d.LeftOut != 400-maxComparedAgents || d.Closed == 0 {
		t.Errorf("by part of the name: %d robots, %d left out, %d closed", d.Robots, d.LeftOut, d.Closed)
	}
}

// TestCompareFilesAsCompile holds that the matchers that are compared decide as
// those that robots use.
func TestCompareFilesAsCompile(t *testing.T) {
	t.Parallel()
	for _, tt := range lintCases {
		f := Parse([]byte(tt.body))
		for _, d := range Dialects() {
			v := newVersion(f, &d)
			for _, a := range f.addressed(&d, v.spans)[:min(5, len(f.addressed(&d, v.spans)))] {
				x, y := v.compile(v.choose(a)), f.Compile(d, a)
				if c := Compare(x, y, nil); !c.Same() || x.agent != y.agent || x.groupLine != y.groupLine || x.Len() != y.Len() {
					t.Errorf("%s, %s for %s: %+v", tt.name, d.Name, a, c)
				}
			}
		}
	}
}
