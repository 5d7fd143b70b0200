package weburl

import (
	"net/url"
	"testing"
	"unicode/utf8"
)

// TestEscapeFragment holds the fragment percent-encode set of the URL standard.
func TestEscapeFragment(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"":                     "",
		"install":              "install",
		"method()":             "method()",
		"a b\"c<d>e`f":         "a%20b%22c%3Cd%3Ee%60f",
		"#%?&/{|}~'^[]\\":      "#%?&/{|}~'^[]\\",
		"\x00\t\n\x1f\x7f":     "%00%09%0A%1F%7F",
		"установка":            "%D1%83%D1%81%D1%82%D0%B0%D0%BD%D0%BE%D0%B2%D0%BA%D0%B0",
		"安":                    "%E5%AE%89",
		"\xff":                 "%EF%BF%BD",
		"javascript:alert(1)":  "javascript:alert(1)",
		"x' onclick='alert(1)": "x'%20onclick='alert(1)",
	} {
		if got := EscapeFragment(id); got != want {
			t.Errorf("%q gives %q, want %q", id, got, want)
		}
	}
}

// FuzzEscapeFragment: a fragment is printable ASCII without what ends an attribute in double
// quotes, and leads back to its identifier.
func FuzzEscapeFragment(f *testing.F) {
	for _, s := range []string{"a", "a b", "ж", "\xff\"", "100%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, id string) {
		got := EscapeFragment(id)
		for _, c := range []byte(got) {
			if c <= ' ' || c > '~' || c == '"' || c == '<' || c == '>' {
				t.Fatalf("%q gives %q", id, got)
			}
		}
		back, err := url.PathUnescape(got)
		if plain, e := url.PathUnescape(id); e == nil && plain == id && utf8.ValidString(id) && (err != nil || back != id) {
			t.Errorf("%q gives %q, which is %q", id, got, back)
		}
	})
}
