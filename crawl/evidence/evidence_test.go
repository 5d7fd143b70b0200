package evidence

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
)

// TestRule: a long rule is cut, but not the dialect that found it.
func TestRule(t *testing.T) {
	t.Parallel()
	d := robotstxt.Decision{Line: 3, Rule: "Disallow: /" + strings.Repeat("é", 400), Agent: "*", Dialect: "rfc9309"}
	got := Rule(d)
	if len(got) > aranea.MaxDetail || !strings.HasSuffix(got, "é (group *, dialect rfc9309)") || !strings.HasPrefix(got, "robots.txt line 3: Disallow: /é") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	if got := Rule(robotstxt.Decision{Reason: robotstxt.ReasonForbidden, Dialect: "1996"}); got != "forbidden (dialect 1996)" {
		t.Errorf("no rule: %s", got)
	}
}
