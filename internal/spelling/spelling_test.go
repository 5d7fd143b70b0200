package spelling

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"crawl.max-pages", "crawl.delay", "delay", "ARANEA_DELAY", "ARANEA_MAX_PAGES"}
	for in, want := range map[string]string{
		"crawl.maxpages": "crawl.max-pages", "crawl.max_page": "crawl.max-pages", "dealy": "delay", "ARANEA_MAXPAGES": "ARANEA_MAX_PAGES",
		"ARANEA_DELLAY": "ARANEA_DELAY", "somethingelse": "", "": "",
	} {
		if got := Nearest(in, slices.Values(known)); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}
