package relatives

import (
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// TestNameOf: a page that comes before another one is its newest version, the one that nobody has
// translated, or what is made of it.
func TestNameOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ page, first, want string }{
		{"http://a.test/1.0/x", "http://a.test/2.0/x", "Newest version"},
		{"http://a.test/1.0/x", "http://a.test/x", "Newest version"},
		{"http://a.test/uk/x", "http://a.test/x", "Untranslated from"},
		{"http://a.test/uk/x", "http://a.test/en/x", "Untranslated from"},
		{"http://a.test/_sources/x.rst.txt", "http://a.test/x.html", "Source of"},
		{"http://a.test/uk/x", "no address", "Newest version"},
	} {
		if got := nameOf(weburl.MustParse(tt.page), tt.first); got != tt.want {
			t.Errorf("%s after %s: %q", tt.page, tt.first, got)
		}
	}
}
