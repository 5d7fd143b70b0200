package target

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func url(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestTargets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, canonical string
		in, out         []string
	}{
		{"A.test", "a.test", []string{"http://a.test/", "https://a.test:81/x"}, []string{"http://b.a.test/", "http://b.test/a.test"}},
		{"http://a.test", "http://a.test/", []string{"http://a.test/"}, []string{"http://a.test/x", "https://a.test/"}},
		{"http://A.test/x?y", "http://a.test/x?y", []string{"http://a.test/x?y"}, []string{"http://a.test/x?yz", "http://a.test/x"}},
		{"http://a.test/do*", "http://a.test/do*", []string{"http://a.test/do", "http://a.test/docs/x"}, []string{"http://a.test/d", "https://a.test/do"}},
		{"http://a.test*", "http://a.test/*", []string{"http://a.test/", "http://a.test/x"}, []string{"http://a.test:81/"}},
		{"[::1]", "[::1]", []string{"http://[::1]:8080/"}, []string{"http://[::2]/"}},
	} {
		x, err := Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if x.String() != tt.canonical {
			t.Errorf("%s became %s, want %s", tt.text, x, tt.canonical)
		}
		if again, err := Parse(x.String()); err != nil || again != x {
			t.Errorf("%s read again became %+v", x, again)
		}
		for _, u := range tt.in {
			if !x.Matches(url(t, u)) {
				t.Errorf("%s does not name %s", x, u)
			}
		}
		for _, u := range tt.out {
			if x.Matches(url(t, u)) {
				t.Errorf("%s names %s", x, u)
			}
		}
	}
	for _, s := range []string{"", "a.test/x", "a.test:81", "a.test:", "u@a.test", "ftp://a.test/", "http://", "http://a.test/x#*", "a b"} {
		if x, err := Parse(s); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%q was read as %s, %v", s, x, err)
		}
	}
}

// TestNamed: a text that names no URLs is rejected with advice.
func TestNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.test": "a.test", "a.test:81": "https://a.test:81/* http://a.test:81/*", "a.test/x*": "https://a.test/x* http://a.test/x*", "http://a.test/x": "http://a.test/x",
		"site:a.test": "host, such as a.test, for", "host:a.test/x": "host, such as a.test, for", "*.a.test": "host, such as a.test, for", "/x": "host for all",
		"inurl:": "host for all", "a b": "host for all", "*": "host for all", "": "host for all", "u@a.test": "host for all",
		"ftp://a.test/": "neither http nor https",
	} {
		all, err := Named(text)
		var got []string
		for _, x := range all {
			got = append(got, x.String())
		}
		if err == nil && strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
		if err != nil && (aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestSet: Changed returns a new set, and leaves the old one as it was.
func TestSet(t *testing.T) {
	t.Parallel()
	before := NewSet()
	after := before
	names := []string{"a.test", "http://b.test/x", "http://b.test/docs/*"}
	for i, name := range names {
		x, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		before, after = after, after.Changed(x, 7)
		if before.Has(x) || !after.Has(x) || after.Len() != i+1 {
			t.Errorf("%s: %v before, %v after, %d in all", name, before.Has(x), after.Has(x), after.Len())
		}
	}
	for u, want := range map[string]string{
		"https://a.test/1": "a.test", "http://b.test/x": "http://b.test/x", "http://b.test/docs/1": "http://b.test/docs/*", "http://b.test/y": "",
	} {
		if got := after.Match(url(t, u)); got != want {
			t.Errorf("%s is named by %q, want %q", u, got, want)
		}
	}
	for x, at := range after.All() {
		if again, err := Parse(x.String()); err != nil || again != x || at != 7 {
			t.Errorf("%s since %d, read again %+v, %v", x, at, again, err)
		}
		if after = after.Changed(x, 0); after.Has(x) {
			t.Errorf("%s stays", x)
		}
	}
	if after.Len() != 0 {
		t.Errorf("%d are left", after.Len())
	}
}

// TestMeets: two targets meet if one URL can match both, in either order.
func TestMeets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"a.test", "a.test", true}, {"a.test", "https://a.test:81/x*", true}, {"a.test", "http://a.test/x", true},
		{"a.test", "b.a.test", false}, {"a.test", "http://b.a.test/", false},
		{"http://a.test/x*", "http://a.test/xy*", true}, {"http://a.test/x*", "http://a.test/xy", true}, {"http://a.test/x*", "http://a.test/x", true},
		{"http://a.test/x*", "http://a.test/y*", false}, {"http://a.test/x*", "https://a.test/x*", false}, {"http://a.test/xy*", "http://a.test/x", false},
		{"http://a.test/x", "http://a.test/x", true}, {"http://a.test/x", "http://a.test/xy", false},
	} {
		a, err := Parse(tt.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Parse(tt.b)
		if err != nil {
			t.Fatal(err)
		}
		if a.Meets(b) != tt.want || b.Meets(a) != tt.want {
			t.Errorf("%s and %s: %t and %t, want %t", a, b, a.Meets(b), b.Meets(a), tt.want)
		}
	}
	if all := (Target{}); all.Meets(all) {
		t.Error("names of nothing meet")
	}
}
