package version

import (
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// TestOf: where the version of an address is, and where none is.
func TestOf(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][3]string{ // manual, version, what stands after it
		"https://a.test/3.11/library/os.html":            {"https://a.test", "3.11", "/library/os.html"},
		"https://a.test/en/v2/install?x=1":               {"https://a.test/en", "v2", "/install?x=1"},
		"https://a.test/docs/latest/":                    {"https://a.test/docs", "latest", "/"},
		"https://a.test/docs/2.0":                        {"https://a.test/docs", "2.0", ""},
		"https://a.test/libs/1_81_0/doc/":                {"https://a.test/libs", "1_81_0", "/doc/"},
		"https://a.test/python3.11/os.html":              {"https://a.test/python ", "python3.11", "/os.html"},
		"https://a.test/release-2.0-rc1/x":               {"https://a.test/release ", "release-2.0-rc1", "/x"},
		"https://a.test/doc/3.x/api/v1/y":                {"https://a.test/doc", "3.x", "/api/v1/y"},
		"https://a.test/jdk17/x":                         {"https://a.test/jdk ", "jdk17", "/x"},
		"https://a.test/arch/x86_64/x":                   {"https://a.test", "", "/arch/x86_64/x"},
		"https://a.test/wasm32/x":                        {"https://a.test", "", "/wasm32/x"},
		"https://a.test/v64/x":                           {"https://a.test", "v64", "/x"},
		"https://a.test/about":                           {"https://a.test", "", "/about"},
		"https://a.test/?v=2":                            {"https://a.test", "", "/?v=2"},
		"https://a.test/article/123456/":                 {"https://a.test", "", "/article/123456/"},
		"https://a.test/chapter2":                        {"https://a.test", "", "/chapter2"}, // a page
		"https://a.test/%D1%8F1/x":                       {"https://a.test", "", "/%D1%8F1/x"},
		"https://a.test/1.0%20/x":                        {"https://a.test", "", "/1.0%20/x"},
		"https://a.test/20240115/x":                      {"https://a.test", "", "/20240115/x"},
		"https://a.test/99999999999999999999.1/x":        {"https://a.test", "", "/99999999999999999999.1/x"},
		"https://a.test/1.99999999999999999999/x":        {"https://a.test", "1.99999999999999999999", "/x"},
		"https://a.test/1.2.3.4.5.6/x":                   {"https://a.test", "1.2.3.4.5.6", "/x"},
		"https://a.test/a//1./x":                         {"https://a.test", "", "/a//1./x"},
		"https://a.test/javase/17/docs/api/x.html#main1": {"https://a.test/javase", "17", "/docs/api/x.html"},
	} {
		a, is := Of(weburl.MustParse(in))
		if got := [3]string{a.Manual(), a.Name, a.After}; got != want || is != (want[1] != "") {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// TestOrder: from the oldest version to the newest.
func TestOrder(t *testing.T) {
	t.Parallel()
	order := []string{"alpha", "2.0-beta2", "2.0-rc1", "3.0-dev", "0.9", "v1", "1.2", "1.10.1", "1.x", "9.6", "17", "2024", "", "latest", "stable"}
	for i, older := range order {
		for j, newer := range order {
			if got, want := IsNewer(address(newer), address(older)), j > i; got != want {
				t.Errorf("%q newer than %q: %t", newer, older, got)
			}
		}
	}
	for name, pair := range map[string][2]string{
		"another page":           {"http://a.test/2.0/x", "http://a.test/1.0/y"},
		"another manual":         {"http://a.test/x/2.0/x", "http://a.test/y/1.0/x"},
		"another kind":           {"http://a.test/perl5/x", "http://a.test/python3/x"},
		"no version of a kind":   {"http://a.test/perl5/x", "http://a.test/perl/x"},
		"another host":           {"http://a.test/2.0/x", "http://b.test/1.0/x"},
		"the same":               {"http://a.test/1.0/x", "http://a.test/v1/x"},
		"neither has one":        {"http://a.test/x", "http://a.test/y"},
		"the version, elsewhere": {"http://a.test/x/2.0/", "http://a.test/1.0/x/"},
	} {
		if a, b := weburl.MustParse(pair[0]), weburl.MustParse(pair[1]); IsNewer(a, b) || IsNewer(b, a) {
			t.Errorf("%s: one of %q is a newer version of the other", name, pair)
		}
	}
}

func address(v string) weburl.URL {
	if v != "" {
		v = "/" + v
	}
	return weburl.MustParse("http://a.test/docs" + v + "/install.html")
}

// FuzzOf: the parts of an address make the address, and no page is newer than one that is newer than it.
func FuzzOf(f *testing.F) {
	f.Add("http://a.test/docs/v1.0-rc.1/x?y", "http://a.test/docs/1.x/x?y")
	f.Add("http://a.test/latest", "http://a.test/")
	f.Fuzz(func(t *testing.T, x, y string) {
		u, err := weburl.Parse(x)
		if err != nil {
			return
		}
		a, is := Of(u)
		if whole := a.Before + "/" + a.Name + a.After; is && whole != u.String() || !is && a.Page() != u.String() {
			t.Errorf("%s is %+v", u, a)
		}
		if o, err := weburl.Parse(y); err == nil && IsNewer(u, o) && IsNewer(o, u) {
			t.Errorf("%s and %s are newer than each other", u, o)
		}
	})
}
