package results

import "testing"

// TestEvidence: a URL that gives way is shown with what it gives way to, once.
func TestEvidence(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ detail, target, want string }{
		{"status 404", "", "status 404"},
		{"status 301", "http://a.test/b", "leads to http://a.test/b, status 301"},
		{"", "http://a.test/b", "leads to http://a.test/b"},
		{"http://a.test/b", "http://a.test/b", "http://a.test/b"},
	} {
		if got := Evidence(tt.detail, tt.target); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}
