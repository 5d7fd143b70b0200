package outlinks_test

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/weburl"
)

// TestNarrower checks which links of a list come later, and how much: those that combine more filters than the list
// that other pages name.
func TestNarrower(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from     string
		priority int8
		to       string
		want     int8
	}{
		{"http://a.test/shop", 0, "http://a.test/shop?color=red", 0},
		{"http://a.test/shop", 0, "http://a.test/shop?min=0&max=9", -8},
		{"http://a.test/shop?color=red", 0, "http://a.test/shop?color=red&size=m", -8},
		{"http://a.test/shop?color=red&size=m", -8, "http://a.test/shop?color=red&size=m&page=2", -16},
		{"http://a.test/shop?color=red&size=m", -8, "http://a.test/shop?color=red&size=l", -8},
		{"http://a.test/shop?color=red&size=m", -8, "http://a.test/shop?size=m", 0},
		{"http://a.test/shop?color=red&size=m", -8, "http://a.test/item?id=7&size=m", 0},
		{"http://a.test/forum?board=2&topic=3", 0, "http://a.test/forum?board=2&topic=4", 0}, // found by another page
		{"http://a.test/shop", 0, "http://b.test/shop?color=red&size=m", 0},
		{"http://a.test/shop", 0, "http://a.test/shop?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1&j=1", -56},
		{"http://a.test/shop?color=red", 50, "http://a.test/shop?color=red&size=m", -8}, // named by a sitemap
	} {
		from := aranea.Entry{URL: weburl.MustParse(tt.from), Priority: tt.priority}
		if got := outlinks.Narrower(&from, weburl.MustParse(tt.to), aranea.HowAnchor); got != tt.want {
			t.Errorf("%s of %s: %d, want %d", tt.to, tt.from, got, tt.want)
		}
		if got := outlinks.Narrower(&from, weburl.MustParse(tt.to), aranea.HowSitemap); got != 0 {
			t.Errorf("%s of a sitemap: %d", tt.to, got)
		}
	}
}
