package control

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
)

// TestHosts checks that the host names that status and reports print are accepted, and that
// arguments that are not a single host are refused.
func TestHosts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.test": "a.test", "A.test.": "a.test", "http://a.test/": "a.test", "https://A.test": "a.test", "a.test/x?y": "a.test",
		"127.0.0.1:18731": "127.0.0.1", "http://127.0.0.1:18731": "127.0.0.1", "[::1]": "[::1]", "[::1]:80": "[::1]", "http://a.test./": "a.test.",
		"": "", " ": "", "*": "", "*.a.test": "", "http://a.test/*": "", "ftp://a.test/": "", "a b": "", "http://": "", ".": "",
	} {
		if got, err := hostOf(service.Pause, text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

// TestStillHeld checks that hosts that stay paused are listed up to a limit, with what to do.
func TestStillHeld(t *testing.T) {
	t.Parallel()
	if text := stillHeld(nil, ""); text != "" {
		t.Errorf("none: %q", text)
	}
	if text := stillHeld([]string{"a.test", "b.test"}, " --data d"); !strings.HasSuffix(text, "still so: a.test, b.test. End that: aranea resume --data d a.test") {
		t.Errorf("two: %q", text)
	}
	var many []string
	for i := range maxNamed + 2 {
		many = append(many, fmt.Sprintf("%02d.test", i))
	}
	if text := stillHeld(many, ""); !strings.Contains(text, "09.test and 2 more.") || strings.Contains(text, "10.test") {
		t.Errorf("many: %q", text)
	}
}

// TestOfNodes checks what is said of an order that all nodes of a cluster have.
func TestOfNodes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		deed    service.Deed
		changed bool
		want    string
	}{
		{service.Stop, true, "The crawls of all nodes are stopped. No node begins another until aranea resume --cluster c."},
		{service.Stop, false, "The crawls of all nodes are stopped."},
		{service.Pause, true, "The crawls of all nodes are paused. No request leaves until aranea resume --cluster c."},
		{service.Pause, false, "nothing changed"},
		{service.Resume, true, "The crawls of all nodes are resumed."},
		{service.Resume, false, "nothing changed"},
	} {
		if got := ofNodes(tt.deed, service.Steered{Changed: tt.changed}, " --cluster c"); !strings.Contains(got, tt.want) {
			t.Errorf("%s, changed %t: %q", tt.deed, tt.changed, got)
		}
	}
}
