// Package status says how the nodes of a cluster stand, on the pages and in the terminal.
//
// Floor: 6 (face), inside console. Stability: engine. It asks nobody.
package status

import (
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

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
