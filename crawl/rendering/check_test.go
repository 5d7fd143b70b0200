package rendering

import "testing"

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		browser string
		hosts   []string
		faults  int
	}{
		{"nothing", "", nil, 0},
		{"hosts without a browser", "", []string{"a.test"}, 1},
		{"a browser elsewhere", "ws://127.0.0.1:9222/devtools/browser/1", []string{"a.test"}, 0},
		{"no browser at all", "https://a.test/", nil, 1},
		{"hosts that are none", "ws://127.0.0.1:9222/", []string{"A.test", "a.test:80", "a.test/b", "b.test"}, 3},
	} {
		if got := Check(tt.browser, tt.hosts); len(got) != tt.faults {
			t.Errorf("%s: %v, want %d faults", tt.name, got, tt.faults)
		}
	}
}
