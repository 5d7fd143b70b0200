package html

import (
	"strings"
	"testing"
)

// TestSpansLeaveRoom: a paragraph of more links than elements are kept is kept.
func TestSpansLeaveRoom(t *testing.T) {
	t.Parallel()
	page := parsed(t, "<p>start "+strings.Repeat("<a href=x>y</a>", 2000)+"<p>end")
	if got := paths(&page); !strings.HasPrefix(got, "p>start yyy") || !strings.HasSuffix(got, " p>end") {
		t.Errorf("blocks: %.60s", got)
	}
	if len(page.Elements) > 1000 || len(page.Warnings) != 1 {
		t.Errorf("%d elements, warnings %v", len(page.Elements), page.Warnings)
	}
}
