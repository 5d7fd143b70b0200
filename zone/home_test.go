package zone_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/zone"
)

// TestHomePage: what the home page of a site has in its menus is a list of links beside its own text, and
// content if it has no other; links that it alone has are content.
func TestHomePage(t *testing.T) {
	t.Parallel()
	site := &zone.Profile{Origin: "http://b.test"}
	for n := range 20 {
		site.Saw(marking(t, n, "div.side li|[Getting started with looms and with shuttles", "main p|"+strings.Repeat(fmt.Sprintf("what page %[1]c%[1]c says. ", 'a'+n), 9)))
	}
	for _, tt := range []struct {
		name string
		own  []string
		want string
	}{
		{"beside a text", []string{"div.side li|[Getting started with looms and with shuttles", "nav button|Scroll to the top", "main p|Looms weave what people wear, day after day and year after year."}, "links links links links navigation main template"},
		{"beside a word", []string{"div.side li|[Getting started with looms and with shuttles", "main p|Looms."}, "main main main main main template"},
		{"beside links of its own", []string{"div.side li|[Getting started with looms and with shuttles", "main li|[Everything about the looms of the north and of the south"}, "links links links links main template"},
	} {
		page := marking(t, 0, tt.own...)
		page.URL = build(t, "http://b.test/").URL
		site.Label(page)
		if got := zones(page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
