package inspect

import (
	"slices"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A LineChange is an added or removed line of a robots file other than an access rule.
type LineChange struct {
	Change string   `json:"change"` // "line-added" or "line-removed"
	Agents []string `json:"agents"` // of its group, empty if it is in none
	Line   string   `json:"line"`
}

// OtherLines returns the lines other than access rules that were added or removed, by their
// content and their robots.
func OtherLines(before, after *robotstxt.File) (out []LineChange) {
	old, now := extraLines(before), extraLines(after)
	for _, l := range old {
		if !slices.ContainsFunc(now, l.same) {
			out = append(out, LineChange{"line-removed", l.agents, l.text})
		}
	}
	for _, l := range now {
		if !slices.ContainsFunc(old, l.same) {
			out = append(out, LineChange{"line-added", l.agents, l.text})
		}
	}
	return out
}

// An extraLine is a valid line other than an access rule.
type extraLine struct {
	text   string
	agents []string
}

func (l extraLine) same(o extraLine) bool {
	return l.text == o.text && slices.Equal(l.agents, o.agents)
}

// maxExtraLines is how many lines other than access rules are compared.
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
