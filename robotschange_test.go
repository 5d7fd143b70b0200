package aranea_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestRobotsChangeText: examples that are not all, for want of room or because there are
// more, end with an ellipsis.
func TestRobotsChangeText(t *testing.T) {
	t.Parallel()
	c := aranea.RobotsChange{Closed: 2, Examples: []string{"http://a.test/1", "http://a.test/2"}}
	all := c.String()
	if !strings.HasSuffix(all, "http://a.test/1 http://a.test/2") {
		t.Errorf("all: %s", all)
	}
	if s := c.Within(len(all) - 1); !strings.HasSuffix(s, "http://a.test/1 …") || len(s) > len(all) {
		t.Errorf("cut: %s", s)
	}
	c.Opened = 1
	if s := c.String(); !strings.HasSuffix(s, "http://a.test/2 …") {
		t.Errorf("more: %s", s)
	}
	if s := (aranea.RobotsChange{}).Within(10); s != "" {
		t.Errorf("none: %s", s)
	}
	for want, c := range map[string]aranea.RobotsChange{
		"2 closed, 1 of them hidden":                                  {Closed: 2, Hidden: 1},
		"3 opened, 0 of them shown again":                             {Opened: 3},
		"1 closed, 0 of them hidden; 2 opened, 1 of them shown again": {Closed: 1, Opened: 2, Shown: 1},
	} {
		if s := c.String(); s != want {
			t.Errorf("%s, want %s", s, want)
		}
	}
}
