package settings

import (
	"testing"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"crawl.max-pages": true, "crawl.delay": true, "delay": true, "ARANEA_DELAY": true, "ARANEA_MAX_PAGES": true}
	for in, want := range map[string]string{
		"crawl.maxpages": "crawl.max-pages", "crawl.max_page": "crawl.max-pages", "dealy": "delay", "ARANEA_MAXPAGES": "ARANEA_MAX_PAGES",
		"ARANEA_DELLAY": "ARANEA_DELAY", "somethingelse": "", "": "",
	} {
		if got := Nearest(in, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}
