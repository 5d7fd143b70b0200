// Package status says how the last crawl ended, on the pages, and how the nodes of a cluster stand, there and in
// the terminal.
//
// Floor: 6 (face), inside console. Stability: engine. It asks nobody.
package status

import (
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
)

// Last returns how the last crawl ended, the remedy, and which rules of its settings gave nothing.
func Last(c *lastcrawl.Crawl) []trail.Fact {
	facts := []trail.Fact{{Name: "Last crawl", Text: "begun " + trail.When(c.Began) + ", " + c.Verdict.String()}, {Name: "Why", Text: show.Visible(c.Why)}}
	if !c.Ended.IsZero() {
		facts[0].Text = "ended " + trail.When(c.Ended) + ", " + c.Verdict.String()
	}
	if c.Way != "" {
		facts = append(facts, trail.Fact{Name: "What helps", Text: show.Visible(c.Way)})
	}
	for _, of := range []struct {
		name  string
		rules []string
	}{{"Facets that no page of the index has", c.UnmatchedFacets}, {"Items that no page had that it read", c.UnmatchedItems}} {
		if n := min(len(of.rules), maxRules); n > 0 {
			more := ""
			if n < len(of.rules) {
				more = " and " + show.Number(len(of.rules)-n) + " more"
			}
			facts = append(facts, trail.Fact{Name: of.name, Text: show.Visible(strings.Join(of.rules[:n], ", ")) + more + "; aranea inspect URL shows what the rules find in a page"})
		}
	}
	return facts
}

// maxRules is how many rules are named of those that gave nothing.
const maxRules = 10

// Node says in half a sentence how a node and its standby stand; clock prints an instant. What nodes say of
// themselves is in it as they say it.
func Node(n *service.NodeStatus, clock func(time.Time) string) string {
	if n.Away != "" {
		return "does not answer: " + n.Away + standby(n.Standby, clock)
	}
	if !n.Copied.IsZero() {
		return fmt.Sprintf("does not answer; its standby answers from a copy of %s: %s", clock(n.Copied), show.Count(n.Docs, "page"))
	}
	parts := []string{show.Count(n.Docs, "page"), show.Count(n.Queued, "URL") + " queued", "aranea " + n.Version}
	switch {
	case !n.Stopped.IsZero():
		parts = append(parts, "stopped since "+clock(n.Stopped))
	case !n.Paused.IsZero():
		parts = append(parts, "paused since "+clock(n.Paused))
	case n.Crawling:
		parts = append(parts, "a crawl is under way")
	}
	if n.Damaged > 0 {
		parts = append(parts, show.Count(n.Damaged, "damaged file"))
	}
	return strings.Join(parts, ", ") + standby(n.Standby, clock)
}

// standby says how the standby of a node stands, "" for none.
func standby(s *service.StandbyStatus, clock func(time.Time) string) string {
	switch {
	case s == nil:
		return ""
	case s.Away != "":
		return "; its standby does not answer: " + s.Away
	}
	return "; its standby has a copy of " + clock(s.Copied)
}

// A Copies gathers whether a part of a list is as of a copy. The zero Copies is of no such part.
type Copies struct{ oldest time.Time }

// Add adds of when one line of the list is, zero if its node told it.
func (c *Copies) Add(at time.Time) {
	if !at.IsZero() && (c.oldest.IsZero() || at.Before(c.oldest)) {
		c.oldest = at
	}
}

// Text says so in a sentence; "" if there is no such part. clock prints an instant.
func (c *Copies) Text(clock func(time.Time) string) string {
	if c.oldest.IsZero() {
		return ""
	}
	return "A node does not answer; what its standby tells in its place is as of " + clock(c.oldest) + "."
}
