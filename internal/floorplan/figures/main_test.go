package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/internal/floorplan"
	"github.com/aranea-search/aranea/internal/floorplan/measure"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(&out, "../../..", []string{"internal/floorplan/measure", "crawl"}, true); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		`(?m)^ +package lines files `,
		`(?m)^ +internal/floorplan/measure +\d+ +3 +\d+ +\d+/\d+/\d+ .* 2 +0$`,
		`(?m)^ +crawl +\d+`,
		`(?m)^ +all together +\d+ .* \d+ +\d+$`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "weburl") {
		t.Errorf("a package that was not chosen in\n%s", text)
	}
}

func TestDescribe(t *testing.T) {
	f := measure.Figures{
		Path: floorplan.Module + "/crawl",
		Long: []measure.Func{{Name: "visit", Place: "visit.go:7", Lines: 61}},
	}
	back := []measure.Arrow{{From: "plan.go", To: "visit.go", Uses: []string{"facts", "visited"}}}
	got := strings.Join(describe(f, back, true), "\n")
	if want := "crawl/visit.go:7: visit has 61 lines\ncrawl: plan.go -> visit.go (facts, visited)"; got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if n := len(describe(f, back, false)); n != 1 {
		t.Errorf("%d lines without arrows", n)
	}
}
