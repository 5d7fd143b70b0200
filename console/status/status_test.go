package status

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/service"
)

// TestNode checks what is said of nodes and their standbys, with the clock of who says it.
func TestNode(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	clock := func(t time.Time) string { return t.Format(time.Kitchen) }
	for _, tt := range []struct {
		node service.NodeStatus
		want string
	}{
		{service.NodeStatus{Version: "1.0", Docs: 1, Queued: 2, Crawling: true}, "1 page, 2 URLs queued, aranea 1.0, a crawl is under way"},
		{service.NodeStatus{Version: "1.0", Stopped: at, Damaged: 1}, "0 pages, 0 URLs queued, aranea 1.0, stopped since 3:04AM, 1 damaged file"},
		{service.NodeStatus{Version: "1.0", Paused: at, Crawling: true}, "0 pages, 0 URLs queued, aranea 1.0, paused since 3:04AM"},
		{service.NodeStatus{Version: "1.0", Standby: &service.StandbyStatus{Copied: at}}, "0 pages, 0 URLs queued, aranea 1.0; its standby has a copy of 3:04AM"},
		{service.NodeStatus{Docs: 3, Copied: at, Standby: &service.StandbyStatus{Copied: at}}, "does not answer; its standby answers from a copy of 3:04AM: 3 pages"},
		{service.NodeStatus{Away: "off", Standby: &service.StandbyStatus{Away: "off, too"}}, "does not answer: off; its standby does not answer: off, too"},
	} {
		if got := Node(&tt.node, clock); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.node, got, tt.want)
		}
	}
}

// TestCopies: a list is as old as its oldest part, and one that nodes told says nothing.
func TestCopies(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	clock := func(t time.Time) string { return t.Format(time.DateTime) }
	var c Copies
	if c.Add(time.Time{}); c.Text(clock) != "" {
		t.Errorf("%q", c.Text(clock))
	}
	for _, d := range []time.Duration{time.Hour, 0, 2 * time.Hour} {
		c.Add(at.Add(d))
	}
	c.Add(time.Time{})
	if got, want := c.Text(clock), "A node does not answer; what its standby tells in its place is as of 2026-11-29 12:00:00."; got != want {
		t.Errorf("%q", got)
	}
}

// TestLast: rules that gave nothing are named beside how the crawl ended, some of them.
func TestLast(t *testing.T) {
	t.Parallel()
	if got := Last(&lastcrawl.Crawl{}); len(got) != 2 {
		t.Errorf("%+v", got)
	}
	got := Last(&lastcrawl.Crawl{Way: "wait", UnmatchedFacets: []string{"a=/{}/"}, UnmatchedItems: slices.Repeat([]string{"q=css:p"}, maxRules+2)})
	if len(got) != 5 || !strings.HasPrefix(got[3].Text, "a=/{}/; aranea inspect") || strings.Count(got[4].Text, "q=css:p") != maxRules || !strings.Contains(got[4].Text, " and 2 more; aranea inspect") {
		t.Errorf("%+v", got)
	}
}
