package target

import (
	"slices"
	"testing"
)

// TestSchemes: a text without a scheme that could have either stands for both; a host name
// already stands for both.
func TestSchemes(t *testing.T) {
	t.Parallel()
	both := func(s string) []string { return []string{"https://" + s, "http://" + s} }
	for text, want := range map[string][]string{
		"": {""}, "a.test": {"a.test"}, "[::1]": {"[::1]"}, "http://a.test/x": {"http://a.test/x"}, "https://a.test/*": {"https://a.test/*"},
		"a.test/x": both("a.test/x"), "a.test/x*": both("a.test/x*"), "a.test:8080": both("a.test:8080"), "[::1]:8080": both("[::1]:8080"),
	} {
		if got := Schemes(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
