package acquire

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// FuzzFields checks that no response field makes a copy last forever, or for no time at all.
func FuzzFields(f *testing.F) {
	for _, s := range []string{"10", "max-age=\"5\", no-store", "Fri, 20 Nov 2026 13:00:00 GMT", "max-age=99999999999999999999", "\"\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if at := RetryAfter(s, noon); at > 100*365*24*time.Hour && !strings.Contains(s, " ") {
			t.Fatalf("retry after %s", at)
		}
		if life := freshness(dialect.RFC9309(), Fetch{CacheControl: s, Expires: s}, noon); life < dialect.MinAge || life > day {
			t.Fatalf("life %s", life)
		}
	})
}
