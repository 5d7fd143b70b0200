package scope

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestAnyShape checks that where URLs of any shape are allowed, all other rules apply.
func TestAnyShape(t *testing.T) {
	t.Parallel()
	r, err := New(Options{Mode: Any, Depth: 3, AnyShape: []weburl.Origin{"http://a.test"}})
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range map[string]aranea.Reason{
		"http://a.test/v/v/v/v/v":                      aranea.ReasonNone,
		"https://a.test/v/v/v/v/v":                     aranea.ScopeTrap,
		"http://a.test:25/v":                           aranea.ScopePort,
		"http://b.test/v/v/v/v/v":                      aranea.ScopeTrap,
		"http://a.test/?" + strings.Repeat("a=1&", 30): aranea.ReasonNone,
	} {
		if v := r.Decide(parse(t, u), 1, aranea.HowAnchor); v.Reason != want {
			t.Errorf("%s: %s, want %s", u, v.Reason, want)
		}
	}
	if v := r.Decide(parse(t, "http://a.test/v/v/v/v/v"), 4, aranea.HowAnchor); v.Reason != aranea.ScopeDepth {
		t.Errorf("too deep: %s", v.Reason)
	}
}

// TestRobotsFileAsSeed: who names a robots file does not open its whole origin, but its host as
// with any other seed.
func TestRobotsFileAsSeed(t *testing.T) {
	t.Parallel()
	seeds := []weburl.URL{parse(t, "http://a.test/docs/"), parse(t, "http://a.test/robots.txt"), parse(t, "http://b.test/robots.txt")}
	for mode, want := range map[Mode][3]bool{Prefix: {true, false, false}, Host: {true, true, true}} {
		r, err := New(Options{Mode: mode, Seeds: seeds})
		if err != nil {
			t.Fatal(err)
		}
		for i, u := range []string{"http://a.test/docs/1", "http://a.test/1", "http://b.test/1"} {
			if v := r.Decide(parse(t, u), 1, aranea.HowAnchor); v.OK != want[i] {
				t.Errorf("scope %s: %s is in scope: %v", mode, u, v.OK)
			}
		}
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	seeds := []weburl.URL{parse(t, "http://www.example.org/docs/index.html"), parse(t, "https://other.example.net/")}
	tests := []struct {
		name  string
		mode  Mode
		depth int
		url   string
		at    int
		how   aranea.How
		want  aranea.Reason // ReasonNone: in
	}{
		{"same host", Host, 0, "http://www.example.org/x", 3, 0, 0},
		{"second seed's host", Host, 0, "https://other.example.net/x", 1, 0, 0},
		{"same host by another scheme", Host, 0, "https://www.example.org/x", 1, 0, 0},
		{"same host on another port", Host, 0, "http://www.example.org:8080/x", 1, 0, 0},
		{"port of another protocol", Host, 0, "http://www.example.org:25/x", 1, 0, aranea.ScopePort},
		{"port of another protocol of a seed", Host, 0, "http://www.example.org:6667/", 0, aranea.HowSeed, aranea.ScopePort},
		{"sister host", Host, 0, "http://shop.example.org/", 1, 0, aranea.ScopeHost},
		{"seed 000: a frame to another host is out", Host, 0, "http://foreign.example/", 1, aranea.HowFrame, aranea.ScopeHost},
		{"seed 000: a redirect must satisfy the rules", Host, 0, "http://foreign.example/", 1, aranea.HowRedirect, aranea.ScopeHost},
		{"sister host in site", Site, 0, "http://shop.example.org/", 1, 0, 0},
		{"other site", Site, 0, "http://example.com/", 1, 0, aranea.ScopeSite},
		{"inside prefix", Prefix, 0, "http://www.example.org/docs/a/b", 1, 0, 0},
		{"outside prefix", Prefix, 0, "http://www.example.org/docsearch", 1, 0, aranea.ScopePrefix},
		{"prefix holds scheme", Prefix, 0, "https://www.example.org/docs/a", 1, 0, aranea.ScopePrefix},
		{"the folder itself", Prefix, 0, "http://www.example.org/docs/", 1, 0, 0},
		{"the folder without its slash", Prefix, 0, "http://www.example.org/docs", 1, 0, aranea.ScopePrefix},
		{"second seed's folder is its whole origin", Prefix, 0, "https://other.example.net/any/where?x", 1, 0, 0},
		{"prefix on another origin", Prefix, 0, "http://other.example.org/docs/a", 1, 0, aranea.ScopePrefix},
		{"prefix holds port", Prefix, 0, "http://www.example.org:8080/docs/a", 1, 0, aranea.ScopePrefix},
		{"dot segments do not leave the folder unseen", Prefix, 0, "http://www.example.org/docs/../secret", 1, 0, aranea.ScopePrefix},
		{"site of the second seed", Site, 0, "http://example.net/", 1, 0, 0},
		{"name that ends like a site is another", Site, 0, "http://notexample.org/", 1, 0, aranea.ScopeSite},
		{"listed host", Host, 0, "https://cdn.example.com:8443/x", 1, 0, 0},
		{"listed host in site", Site, 0, "http://cdn.example.com/x", 1, 0, 0},
		{"listed host in prefix", Prefix, 0, "http://cdn.example.com/x", 1, 0, 0},
		{"listed host in another script", Host, 0, "http://xn--e1afmkfd.xn--p1ai/", 1, 0, 0},
		{"below a listed host", Host, 0, "http://a.cdn.example.com/x", 1, 0, aranea.ScopeHost},
		{"listed host keeps depth", Host, 2, "http://cdn.example.com/x", 3, 0, aranea.ScopeDepth},
		{"seed out of scope", Prefix, 0, "http://stranger.example/", 0, aranea.HowSeed, aranea.ScopePrefix},
		{"seed deeper than the limit", Host, 2, "http://www.example.org/", 3, aranea.HowSeed, 0},
		{"trap as seed", Host, 0, "http://www.example.org/a/a/a/a/", 0, aranea.HowSeed, 0},
		{"as many parameters as allowed", Host, 0, "http://www.example.org/?" + numbered(MaxParameters), 1, 0, 0},
		{"as many segments as allowed", Host, 0, "http://www.example.org/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24", 1, 0, 0},
		{"empty segments are no repetition", Host, 0, "http://www.example.org/a//////b", 1, 0, 0},
		{"any", Any, 0, "http://anywhere.example/", 1, 0, 0},
		{"seed 003: layer 2 is visited", Host, 2, "http://www.example.org/x", 2, 0, 0},
		{"seed 003: layer 3 is not", Host, 2, "http://www.example.org/x", 3, 0, aranea.ScopeDepth},
		{"image by name", Host, 0, "http://www.example.org/a/b.PNG", 1, 0, aranea.ScopeType},
		{"dot in folder", Host, 0, "http://www.example.org/v1.zip/readme", 1, 0, 0},
		{"html", Host, 0, "http://www.example.org/a.html", 1, 0, 0},
		{"image as seed", Host, 0, "http://www.example.org/a.png", 0, aranea.HowSeed, 0},
		{"segment three times", Host, 0, "http://www.example.org/a/a/a/", 1, 0, 0},
		{"segment four times", Host, 0, "http://www.example.org/a/b/a/b/a/b/a", 1, 0, aranea.ScopeTrap},
		{"too many segments", Host, 0, "http://www.example.org/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25", 1, 0, aranea.ScopeTrap},
		{"too many parameters", Host, 0, "http://www.example.org/?" + numbered(MaxParameters+1), 1, 0, aranea.ScopeTrap},
		{"pair three times", Host, 0, "http://www.example.org/?f=red&f=red&f=red&f=new", 1, 0, 0},
		{"pair four times", Host, 0, "http://www.example.org/?f=red&f=new&f=red&page=2&f=red&f=new&f=red", 1, 0, aranea.ScopeTrap},
		{"pair as seed", Host, 0, "http://www.example.org/?f=red&f=red&f=red&f=red", 0, aranea.HowSeed, 0},
		{"values of one parameter", Host, 0, "http://www.example.org/?f=a&f=b&f=c&f=d&f=e", 1, 0, 0},
		{"fields that are empty", Host, 0, "http://www.example.org/?f=&f=&f=&f=&f&f&f&f&&&&&", 1, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rules, err := New(Options{Mode: tt.mode, Depth: tt.depth, Seeds: seeds, Hosts: []string{"CDN.example.com", "пример.рф"}, Unread: []string{"png", "zip"}})
			if err != nil {
				t.Fatal(err)
			}
			v := rules.Decide(parse(t, tt.url), tt.at, tt.how)
			if v.OK != (tt.want == aranea.ReasonNone) || v.Reason != tt.want {
				t.Errorf("Decide(%s) = %+v, want %s", tt.url, v, tt.want)
			}
			if !v.OK && v.Rule == "" {
				t.Error("a no without a rule")
			}
		})
	}
}

// numbered returns a query of n parameters.
func numbered(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("a%d=1", i)
	}
	return strings.Join(out, "&")
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	seed := []weburl.URL{parse(t, "http://example.org/")}
	tests := []struct {
		name    string
		options Options
		want    []string // every fault must be named
	}{
		{"no seed", Options{Mode: Host}, []string{"scope host needs a seed"}},
		{"negative depth", Options{Mode: Any, Depth: -1}, []string{"depth limit -1"}},
		{"unknown mode", Options{Mode: 9, Seeds: seed}, []string{"mode(9)"}},
		{"zero seed", Options{Seeds: []weburl.URL{seed[0], {}}}, []string{"seed 2"}},
		{"host with port", Options{Hosts: []string{"example.org:8080"}}, []string{"example.org:8080"}},
		{"host with default port", Options{Hosts: []string{"example.org:80"}}, []string{"example.org:80"}},
		{"host with path", Options{Hosts: []string{"example.org/a"}}, []string{"example.org/a"}},
		{"host with user", Options{Hosts: []string{"a@example.org"}}, []string{"a@example.org"}},
		{"URL as host", Options{Hosts: []string{"http://example.org"}}, []string{"http://example.org"}},
		{"empty host", Options{Hosts: []string{""}}, []string{`""`}},
		{"several faults", Options{Mode: 9, Depth: -1, Hosts: []string{" "}}, []string{"mode(9)", "depth", "host name"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := New(tt.options)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not name %q", err, want)
				}
			}
		})
	}
	if v := (Rules{}).Decide(parse(t, "http://example.org/"), 0, aranea.HowSeed); v.OK {
		t.Error("the zero Rules let a URL in")
	}
	if v := (Rules{reach: reach{mode: Any}}).Decide(weburl.URL{}, 0, aranea.HowSeed); v.OK || v.Reason != aranea.ScopeInvalid {
		t.Errorf("the zero URL: %+v", v)
	}
	if _, err := New(Options{Hosts: []string{"[::1]", "10.0.0.1"}}); err != nil {
		t.Errorf("addresses as hosts: %v", err)
	}
}

// TestPrefixAgainstNaive compares the search in the sorted folders with a loop over the seeds.
func TestPrefixAgainstNaive(t *testing.T) {
	t.Parallel()
	var seeds []weburl.URL
	var urls []weburl.URL
	for _, a := range []string{"", "a", "a/", "a/b/", "a/bc/", "a-b/", "a0/x", "b/", "b/c/d", "z/y/x/"} {
		seeds = append(seeds, parse(t, "http://example.org/base/"+a))
		for _, b := range []string{"", "b", "b/", "c", "?q", "0", "~"} {
			urls = append(urls, parse(t, "http://example.org/base/"+a+b))
		}
	}
	for mask := 1; mask < 1<<len(seeds); mask++ {
		var some []weburl.URL
		for i, u := range seeds {
			if mask>>i&1 == 1 {
				some = append(some, u)
			}
		}
		rules, err := New(Options{Mode: Prefix, Seeds: some})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range urls {
			want := false
			for _, s := range some {
				full := s.String()
				want = want || strings.HasPrefix(u.String(), full[:strings.LastIndexByte(full, '/')+1])
			}
			if got := rules.Decide(u, 0, aranea.HowSeed).OK; got != want {
				t.Fatalf("seeds %v: Decide(%s) = %v, want %v", some, u, got, want)
			}
		}
	}
}

func TestParseMode(t *testing.T) {
	t.Parallel()
	for m := Host; m <= Any; m++ {
		if got, err := ParseMode(m.String()); err != nil || got != m {
			t.Errorf("ParseMode(%s) = %s, %v", m, got, err)
		}
	}
	if _, err := ParseMode("world"); err == nil {
		t.Error("ParseMode took an unknown name")
	}
}

func BenchmarkDecide(b *testing.B) {
	u := parse(b, "http://docs.example.org/guide/chapter/section/page.html?x=1&y=2")
	foreign := parse(b, "http://www.example.co.uk/a.html")
	for mode := Host; mode <= Any; mode++ {
		rules, err := New(Options{Mode: mode, Seeds: []weburl.URL{parse(b, "http://docs.example.org/guide/")}})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(mode.String()+"/in", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !rules.Decide(u, 3, aranea.HowAnchor).OK {
					b.Fatal("out")
				}
			}
		})
		b.Run(mode.String()+"/foreign", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if rules.Decide(foreign, 3, aranea.HowAnchor).OK != (mode == Any) {
					b.Fatal("wrong")
				}
			}
		})
	}
}

// TestUnread checks that URLs with the extension of an unread type are out of scope, and other
// URLs are not.
func TestUnread(t *testing.T) {
	t.Parallel()
	seed := parse(t, "http://a.test/")
	r, err := New(Options{Seeds: []weburl.URL{seed}, Unread: []string{"doc", "woff2"}})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/x.pdf": true, "/x.PDF": true, "/x.doc": false, "/x.Woff2": false, "/x.doc/y": true, "/x.html": true, "/x": true, "/.": true} {
		if v := r.Decide(parse(t, "http://a.test"+path), 1, aranea.HowAnchor); v.OK != want {
			t.Errorf("%s: %+v", path, v)
		}
	}
}

// TestShown checks that pictures and recordings in pages are out of scope if their kind is not
// wanted, whatever their extension; for links to them only the extension counts.
func TestShown(t *testing.T) {
	t.Parallel()
	seed := parse(t, "http://a.test/")
	for _, wanted := range []bool{false, true} {
		for how, o := range map[aranea.How]Options{aranea.HowPicture: {Pictures: wanted, Recordings: !wanted}, aranea.HowRecording: {Recordings: wanted, Pictures: !wanted}} {
			o.Seeds = []weburl.URL{seed}
			r, err := New(o)
			if err != nil {
				t.Fatal(err)
			}
			x := parse(t, "http://a.test/x")
			if v := r.Decide(x, 1, how); v.OK != wanted {
				t.Errorf("%v, wanted %t: %+v", how, wanted, v)
			}
			if v := r.Decide(x, 1, aranea.HowAnchor); !v.OK {
				t.Errorf("a link: %+v", v)
			}
		}
	}
}

// TestDomains checks that allowed domains (seeds 000 and 002) are in scope with all their
// subdomains, in addition to the scope of the seeds, and that the verdict names them.
func TestDomains(t *testing.T) {
	t.Parallel()
	seed := parse(t, "http://start.example/")
	r, err := New(Options{Seeds: []weburl.URL{seed}, Domains: []string{".ru.", "Example.ORG", "пример.испытание"}, Unread: []string{"zip"}})
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"http://start.example/a":        "",
		"http://www.a.ru/b":             "allowed domain ru",
		"https://ru/":                   "allowed domain ru",
		"http://example.org:8080/":      "allowed domain example.org",
		"http://deep.sub.example.org/":  "allowed domain example.org",
		"http://a.ru./":                 "allowed domain ru",
		"http://x.пример.испытание/":    "allowed domain xn--e1afmkfd.xn--80akhbyknj4f",
		"http://notexample.org/":        "no",
		"http://example.org.evil.test/": "no",
		"http://ru.test/":               "no",
		"http://192.0.2.1/":             "no",
		"http://www.a.ru/x.zip":         "no",
		"http://other.start.example/":   "no",
	} {
		v := r.Decide(parse(t, url), 1, aranea.HowAnchor)
		if v.OK != (want != "no") || v.OK && v.Rule != want {
			t.Errorf("%s: %+v, want %q", url, v, want)
		}
	}
	for _, bad := range []string{"", ".", "http://a.ru", "a/b", "192.0.2.1", "[::1]", "a:80", "*.ru", "a..b", "..ru"} {
		if _, err := New(Options{Mode: Any, Domains: []string{bad}}); err == nil {
			t.Errorf("the domain %q is taken", bad)
		}
	}
	if _, err := New(Options{Domains: []string{".ru"}}); err != nil {
		t.Errorf("domains without a seed: %v", err)
	}
}
