package typedurl

import "testing"

// TestComplete: only a text without a scheme gets one.
func TestComplete(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.test":         "https://a.test",
		"a.test:8080/x":  "https://a.test:8080/x",
		"localhost:8080": "https://localhost:8080",
		"a.test/?u=b:c":  "https://a.test/?u=b:c",
		"http://a.test":  "http://a.test",
		"htp:/a.test":    "htp:/a.test",
		"mailto:x":       "mailto:x",
	} {
		if got := Complete(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
