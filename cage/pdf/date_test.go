package pdf

import (
	"testing"
	"time"
)

// TestInstant parses dates of ISO 32000-1 section 7.9.4, and what programs write instead.
func TestInstant(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"D:20210506070809+02'00'": "2021-05-06T05:08:09Z", "D:20210506070809-02'00": "2021-05-06T09:08:09Z", "D:20210506070809+0200": "2021-05-06T05:08:09Z",
		"D:20210506070809Z": "2021-05-06T07:08:09Z", "D:20210506070809Z00'00'": "2021-05-06T07:08:09Z", "20210506070809": "2021-05-06T07:08:09Z",
		"D:202105060708": "2021-05-06T07:08:00Z", "D:20210506": "2021-05-06T00:00:00Z", "D:202105": "2021-05-01T00:00:00Z", "D:2021": "2021-01-01T00:00:00Z",
		"D:20211306": "2021-01-01T00:00:00Z", "D:191210506": "1912-10-01T00:00:00Z", "May 6": "0001-01-01T00:00:00Z", "": "0001-01-01T00:00:00Z", "D:+": "0001-01-01T00:00:00Z",
	} {
		if got := instant(text).UTC().Format(time.RFC3339); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// FuzzInstant checks that any text can be parsed as a date.
func FuzzInstant(f *testing.F) {
	f.Add("D:20210506070809+02'00'")
	f.Add("D:2021")
	f.Fuzz(func(t *testing.T, text string) {
		if at := instant(text); at.Year() < -1 || at.Year() > 10000 {
			t.Errorf("%q: %s", text, at)
		}
	})
}
