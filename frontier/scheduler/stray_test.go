package scheduler

import (
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// TestStray: an origin at a port of its own that others name waits for the pages of its host.
func TestStray(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		origin weburl.Origin
		robots uint32
		rank   uint16
		behind bool
	}{
		"a port of its own":       {"http://a.test:8080", 0, 1, true},
		"no port":                 {"http://a.test", 0, 1, false},
		"https":                   {"https://a.test", 0, 1, false},
		"it was asked":            {"http://a.test:8080", 1, 1, false},
		"the operator's own wish": {"http://a.test:8080", 0, 0, false},
	} {
		if got := Stray(tt.origin, tt.robots, tt.rank); (got > 0) != tt.behind {
			t.Errorf("%s: %s behind", name, got)
		}
	}
}
