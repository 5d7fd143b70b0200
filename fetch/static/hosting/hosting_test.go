package hosting

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

const redirects = `
# What moved.
/old/page    /new/page
/trail/      /path 302 # it may come back
/news/*      /blog/:splat
/news/first  /never-reached
/:year/:month/day  /archive-:year-:month.html#:other 308
/away        https://other.test/x?y=1 307
/over/it     /instead 301!
/app/*       /app/index.html 200
/en/*        /en/404.html 404
/straße      /%C3%9Fen
/same/       /same
/loop/*      /loop/:splat
/open/*      /:splat
/two//:x     /2/:x
`

// TestRedirects checks which rule holds for a path, and what it makes of it.
func TestRedirects(t *testing.T) {
	t.Parallel()
	r := ParseRedirects([]byte(redirects))
	if len(r.Faults) > 0 {
		t.Fatal(r.Faults)
	}
	for path, want := range map[string]string{
		"/old/page":           "301 /new/page",
		"/old/page/":          "301 /new/page",
		"/old/page/x":         "",
		"/Old/page":           "",
		"/trail":              "302 /path",
		"/news/first":         "301 /blog/first",
		"/news/a/b/":          "301 /blog/a/b/",
		"/news":               "301 /blog/",
		"/newsletter":         "",
		"/2024/05/day":        "308 /archive-2024-05.html#:other",
		"/2024/05/06":         "",
		"/away":               "307 https://other.test/x?y=1",
		"/over/it":            "301 /instead",
		"/app/deep/er":        "200 /app/index.html",
		"/en/x":               "404 /en/404.html",
		"/stra%C3%9Fe":        "301 /%C3%9Fen",
		"/same":               "",
		"/same/":              "",
		"/loop/x":             "",
		"/open//evil.test/":   "301 /evil.test/",
		"/open/%2Fevil.test/": "301 /%2Fevil.test/",
		"/two//a":             "301 /2/a",
		"/two/b/a":            "",
		"/two///":             "",
		"/":                   "",
	} {
		got := ""
		if x, ok := r.Find(path, false); ok {
			got = fmt.Sprint(x.Status, " ", x.Target)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		if _, ok := r.Find(path, true); ok != (path == "/over/it") {
			t.Errorf("%s where a file is: %t", path, ok)
		}
	}
}

// TestOrder checks that a forced rule behind another one holds where a file is, and only there.
func TestOrder(t *testing.T) {
	t.Parallel()
	r := ParseRedirects([]byte("/a /first\n/* /any 302!\n/a /third 301!\n"))
	for forced, want := range map[bool]string{false: "/first", true: "/any"} {
		if x, ok := r.Find("/a", forced); !ok || x.Target != want {
			t.Errorf("%t: %+v, %t", forced, x, ok)
		}
	}
}

// TestFaults checks that lines which are not understood are told and left out.
func TestFaults(t *testing.T) {
	t.Parallel()
	for line, why := range map[string]string{
		"/alone":                          "a source and a target",
		"/a /b 301 Country=de":            "conditions",
		"/store id=:id /blog/:id 301":     "conditions",
		"/a /b 410":                       "none of the statuses",
		"/a /b Country=de":                "none of the statuses",
		"a /b":                            "begins with /",
		"https://a.test/* /b":             "a rule for a host",
		"/a?b=1 /b":                       "neither a query",
		"/a*b /c":                         "an asterisk is read only",
		"/*/b /c":                         "an asterisk is read only",
		"/:a/:a /c":                       "occurs once",
		"/x/:splat /c":                    "occurs once",
		"/:a-b /c":                        "a segment of its own",
		"/a b":                            "a target is a path",
		"/a //b.test/":                    "a target is a path",
		"/a ftp://b.test/":                "a target is a path",
		"/a https://b.test/ 200":          "not passed on",
		"/a /b/:splat":                    "the source no asterisk",
		"/a https://[bad/":                "",
		"/a /b\x00c":                      "control characters",
		"/" + strings.Repeat("a", 5000):   "too long",
		strings.Repeat("/a", 200) + " /b": "too many segments",
	} {
		r := ParseRedirects([]byte("/first /x\n" + line + "\n/last /y\n"))
		if len(r.Faults) != 1 || r.Faults[0].Line != 2 || !strings.Contains(r.Faults[0].String(), why) {
			t.Errorf("%.40q: %v", line, r.Faults)
		}
		if _, ok := r.Find("/last", false); !ok || len(r.rules) != 2 {
			t.Errorf("%.40q: %d rules", line, len(r.rules))
		}
	}
}

// TestLimits checks that a file ends at its limits, and that this is told.
func TestLimits(t *testing.T) {
	t.Parallel()
	r := ParseRedirects([]byte(strings.Repeat("/a /b\n", MaxRules+1)))
	if len(r.rules) != MaxRules || len(r.Faults) != 1 || r.Faults[0].Line != MaxRules+1 {
		t.Errorf("%d rules, %v", len(r.rules), r.Faults)
	}
	r = ParseRedirects([]byte(strings.Repeat("\n", MaxSize) + "/a /b\n"))
	if len(r.rules) != 0 || len(r.Faults) != 1 || r.Faults[0].Line != 0 {
		t.Errorf("%d rules, %v", len(r.rules), r.Faults)
	}
	h := ParseHeaders([]byte(strings.Repeat("/a\n", MaxRules+1)))
	if len(h.rules) != MaxRules || len(h.Faults) != 1 {
		t.Errorf("%d rules, %v", len(h.rules), h.Faults)
	}
	h = ParseHeaders([]byte("/a\n" + strings.Repeat(" Link: <x>\n", maxFields+1)))
	if len(h.rules[0].names) != maxFields || len(h.Faults) != 1 {
		t.Errorf("%d fields, %v", len(h.rules[0].names), h.Faults)
	}
}

const headers = `
/*
  X-Frame-Options: DENY
  X-Robots-Tag: noarchive
# The drafts.
/drafts/:name
  x-robots-tag : noindex
  Link: <https://a.test/x>; rel="canonical"
  Content-Type: text/plain; charset=utf-8
/drafts/latest
	Content-Type: text/html
https://:project.pages.test/*
  X-Robots-Tag: none
/two//empty
  X-Robots-Tag: none
/tail
  ! X-Robots-Tag
  no colon
`

// TestHeaders checks which fields the answer for a path gets.
func TestHeaders(t *testing.T) {
	t.Parallel()
	h := ParseHeaders([]byte(headers))
	var lines []int
	for _, f := range h.Faults {
		lines = append(lines, f.Line)
	}
	if !slices.Equal(lines, []int{12, 17, 18}) {
		t.Error(h.Faults)
	}
	for path, want := range map[string]string{
		"/":              "map[X-Robots-Tag:[noarchive]]",
		"/drafts/one":    `map[Content-Type:[text/plain; charset=utf-8] Link:[<https://a.test/x>; rel="canonical"] X-Robots-Tag:[noarchive noindex]]`,
		"/two//empty":    "map[X-Robots-Tag:[noarchive none]]",
		"/drafts/latest": `map[Content-Type:[text/html] Link:[<https://a.test/x>; rel="canonical"] X-Robots-Tag:[noarchive noindex]]`,
	} {
		to := http.Header{}
		if h.AddTo(to, path); fmt.Sprint(to) != want {
			t.Errorf("%s: %v", path, to)
		}
	}
	if h := ParseHeaders([]byte("  X-Robots-Tag: none\n")); len(h.Faults) != 1 || len(h.rules) != 0 {
		t.Error(h.Faults)
	}
}

// FuzzFiles: no file makes an answer that leads to another host by what stands for its parts, or
// that cannot be sent.
func FuzzFiles(f *testing.F) {
	f.Add(redirects, "/news/x")
	f.Add(headers, "/drafts/one")
	f.Add("/* //:splat\n/:a/* /:a:splat 302!", "//evil.test/")
	f.Add("/* /:splat", "/%0d%0aX: y")
	f.Add("/a//b /c", "/a//b")
	f.Fuzz(func(t *testing.T, file, path string) {
		r := ParseRedirects([]byte(file))
		for _, forced := range []bool{false, true} {
			x, ok := r.Find(path, forced)
			if ok && (strings.HasPrefix(x.Target, "//") || !strings.HasPrefix(x.Target, "/") && !strings.Contains(x.Target, "://")) {
				t.Errorf("%q leads to %q", path, x.Target)
			}
		}
		to := http.Header{}
		ParseHeaders([]byte(file)).AddTo(to, path)
		for name, texts := range to {
			if !matters(name) || strings.ContainsAny(strings.Join(texts, ""), "\r\n\x00") {
				t.Errorf("%s: %q", name, texts)
			}
		}
	})
}
