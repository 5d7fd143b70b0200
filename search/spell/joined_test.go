package spell

import (
	"strings"
	"testing"
)

// TestWaysToPart checks where a word may be written apart.
func TestWaysToPart(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]string{
		"email":   "e-mail em-ail ema-il",
		"online":  "o-nline on-line onl-ine onli-ne",            // not "onlin e"
		"season":  "s-eason se-ason sea-son",                    // not "seas on"
		"away":    "aw-ay",                                      // not "a way"
		"вместе":  "вм-есте вме-сте вмес-те",                    // not "в месте"
		"covid19": "covid-19", "4ever": "4-ever", "mp3": "mp-3", // between letters and digits
		"a1b2": "", "2026": "", "usb": "", "": "", "12345678901": "", // codes, numbers, short words
	} {
		var got []string
		for _, parts := range waysToPart(form) {
			got = append(got, strings.Join(parts, "-"))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", form, s, want)
		}
	}
	for form, want := range map[string]string{"9783161484100": "978-3-16-148410-0", "080442957x": "0-8044-2957-x"} {
		found := false
		for _, parts := range waysToPart(form) {
			found = found || strings.Join(parts, "-") == want
		}
		if !found {
			t.Errorf("%s: %s is missing", form, want)
		}
	}
}

// TestInOne checks which words with hyphens, apostrophes and dots are looked up as one.
func TestInOne(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"e-mail": "email", "O'Reilly": "OReilly", "O’Reilly": "OReilly", "node.js": "nodejs", "e‑mail": "email", "covid-19": "covid19", "онлайн-курс": "онлайнкурс",
		"978-3-16-148410-0": "9783161484100", "0-8044-2957-X": "080442957X",
		"state-of-the-art": "", "2.10": "", "v1.2": "", "2026-11": "", "foo_bar": "", "a/b": "", "e-": "", "": "",
	} {
		if got := inOne(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
