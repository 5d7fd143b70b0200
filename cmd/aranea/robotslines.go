package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A lineJSON is one line of "aranea robots diff --json" about a line beyond
// access rules that came or went.
type lineJSON struct {
	Change string   `json:"change"` // "line-added" or "line-removed"
	Agents []string `json:"agents"` // of the group it stands in, none if it stands in none
	Line   string   `json:"line"`
}

// otherLines tells which lines that are no access rules came or went, by what
// they say and the robots they speak to.
func (r *diffRun) otherLines(before, after *robotstxt.File) error {
	old, now := extraLines(before), extraLines(after)
	var out []lineJSON
	for _, l := range old {
		if !slices.ContainsFunc(now, l.same) {
			out = append(out, lineJSON{"line-removed", l.agents, l.text})
		}
	}
	for _, l := range now {
		if !slices.ContainsFunc(old, l.same) {
			out = append(out, lineJSON{"line-added", l.agents, l.text})
		}
	}
	if len(out) > 0 && !r.json && !r.list {
		fmt.Fprintln(r.out, "Other lines:")
	}
	for _, l := range out {
		var err error
		switch {
		case r.json:
			err = writeJSON(r.out, l)
		case r.list:
			_, err = fmt.Fprintf(r.out, "%s\t0\t0\t%s\t%s\n", l.Change, show.Line(strings.Join(l.Agents, ",")), show.Line(l.Line))
		default:
			sign := map[string]string{"line-added": "+", "line-removed": "-"}[l.Change]
			who := ""
			if len(l.Agents) > 0 {
				who = "  for " + show.Line(strings.Join(l.Agents, ", "))
			}
			_, err = fmt.Fprintf(r.out, "  %s %s%s\n", sign, show.Line(l.Line), who)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// An extraLine is a line that is understood and no access rule.
type extraLine struct {
	text   string
	agents []string
}

func (l extraLine) same(o extraLine) bool {
	return l.text == o.text && slices.Equal(l.agents, o.agents)
}

// maxExtraLines is how many lines that are no access rules are compared.
const maxExtraLines = 2000

func extraLines(f *robotstxt.File) []extraLine {
	var out []extraLine
	var agents []string
	open := false // the last line named a robot
	for l := range f.Lines() {
		switch l.Key {
		case syntax.KeyUnknown:
			continue
		case syntax.KeyUserAgent:
			if !open {
				agents = nil
			}
			agents, open = append(slices.Clip(agents), l.Value), true
			continue
		case syntax.KeyAllow, syntax.KeyDisallow:
			open = false
			continue
		}
		x := extraLine{text: l.Key.String() + ": " + l.Value, agents: agents}
		if l.Key == syntax.KeySitemap || l.Key == syntax.KeyCleanParam {
			x.agents = nil // they belong to no group
		}
		if len(out) < maxExtraLines && !slices.ContainsFunc(out, x.same) {
			out = append(out, x)
		}
	}
	return out
}
