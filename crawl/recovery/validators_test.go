package recovery

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// TestValidators: a date in the second of the answer may later belong to another text (RFC 9110
// section 8.8.2.2), so it is not a validator.
func TestValidators(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 16, 0, 0, 900e6, time.UTC)
	const before, same, after = "Sun, 22 Nov 2026 15:59:59 GMT", "Sun, 22 Nov 2026 16:00:00 GMT", "Sun, 22 Nov 2026 16:00:01 GMT"
	for _, tt := range []struct{ name, modified, date, want string }{
		{"a second before", before, same, before},
		{"in the same second", same, same, ""},
		{"in the future", after, same, ""},
		{"by our clock", same, "", ""},
		{"before, by our clock", before, "", before},
		{"by the clock of the server", same, after, same},
		{"what is no date", "yesterday", same, "yesterday"},
		{"longer than is kept", strings.Repeat("x", aranea.MaxValidator+1), same, ""},
	} {
		h := aranea.Header{"Etag": {`"1"`}, "Last-Modified": {tt.modified}, "Date": {tt.date}}
		if got := Validators(h, at); got.LastModified != tt.want || got.ETag != `"1"` {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}
