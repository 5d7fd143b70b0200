package status

import (
	"testing"
	"time"

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
