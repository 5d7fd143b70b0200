package html

import "testing"

// TestRoutes: links of a page to itself that only scripts interpret are counted; those to parts of it, and to
// other pages, are not.
func TestRoutes(t *testing.T) {
	t.Parallel()
	page := parsed(t, `<title>App</title><a href="#/guide">Guide</a> <a href="/#!/api">API</a> <a href="#part">Part</a> <a href="/other#/x">Other</a><link rel=canonical href="#/guide">`)
	if page.Routes != 2 {
		t.Errorf("%d routes", page.Routes)
	}
}
