package document

import (
	"slices"
	"strings"
	"testing"
)

// TestEnding: a text has the ending of its name as a filter, and other pages have none.
func TestEnding(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ url, format, want string }{
		{"http://a.test/sales/2024.csv", "text", "csv"},
		{"http://a.test/cmd/Main.GO?raw=1", "text", "go"},
		{"http://a.test/map.gpx", "xml", "gpx"},
		{"http://a.test/openapi.json", "openapi", "json"},
		{"http://a.test/clip.mp4", "text", "mp4"},
		{"http://a.test/feed.xml", "xml", ""},
		{"http://a.test/list.php", "html", ""},
		{"http://a.test/offer.pdf", "pdf", ""},
		{"http://a.test/README", "text", ""},
		{"http://a.test/notes.d/plain", "text", ""},
		{"http://a.test/log.2024", "text", ""},
		{"http://a.test/a.very-long-ending", "text", ""},
		{"http://a.test/a.averylongending", "text", ""},
		{"http://a.test/a.", "text", ""},
	} {
		c := change(t, tt.url, "text:silk")
		c.Page.Format = tt.format
		got := slices.DeleteFunc(NewMaker(0).Of(c).Filters, func(f string) bool { return !strings.HasPrefix(f, endingFilter) })
		if all := strings.Join(got, " "); all != strings.TrimSuffix(endingFilter+tt.want, endingFilter) {
			t.Errorf("%s: %q, want %q", tt.url, all, tt.want)
		}
	}
}
