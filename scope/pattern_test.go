package scope

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func at(t testing.TB, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestPatterns checks which URLs patterns let in, that the longest one decides, and what is told.
func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, include, exclude string
		in                     string            // paths, or URLs, that are in scope
		out                    map[string]string // the others, with what is told
	}{
		{"none", "", "", "/ /a http://b.test/x", nil},
		{"to exclude", "", "/tag/ *.zip$ *?print=", "/ /tags /a.zip.html /a?b=print",
			map[string]string{"/tag/x": "pattern to exclude /tag/", "/x/a.zip": "pattern to exclude *.zip$", "/a?print=1": "pattern to exclude *?print="}},
		{"to include", "/docs/ /*.pdf$", "", "/docs/a /x/y.pdf http://b.test/docs/", map[string]string{"/": visiting.none(), "/doc": visiting.none(), "/x.pdf?a": visiting.none()}},
		{"the longest decides", "/docs/ /docs/old/keep", "/docs/old", "/docs/a /docs/old/keep/1",
			map[string]string{"/docs/old/x": "pattern to exclude /docs/old", "/docs/older": "pattern to exclude /docs/old", "/x": visiting.none()}},
		{"of the same length, that to include", "/abc", "/abc", "/abcd", map[string]string{"/x": visiting.none()}},
		{"of one host", "", "https://a.test/x/ /y/", "http://b.test/x/1 /xy", map[string]string{
			"/x/1": "pattern to exclude https://a.test/x/", "http://a.test:8080/x/1": "pattern to exclude https://a.test/x/",
			"/y/1": "pattern to exclude /y/", "http://b.test/y/1": "pattern to exclude /y/"}},
		{"of one port", "", "http://a.test:8080/x", "/x http://a.test:81/x", map[string]string{"http://a.test:8080/x": "pattern to exclude http://a.test:8080/x"}},
		{"a whole host", "", "http://b.test", "/", map[string]string{"http://b.test/": "pattern to exclude http://b.test", "http://b.test/x": "pattern to exclude http://b.test"}},
		{"other characters", "", "/каталог/ /a%2Fb", "/a/b", map[string]string{"/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3/1": "pattern to exclude /каталог/", "/a%2fb": "pattern to exclude /a%2Fb"}},
		{"the robots file", "/docs/", "", "/docs/", map[string]string{"/x": visiting.none()}},
	} {
		r, err := New(Options{Mode: Any, Patterns: Patterns{Include: strings.Fields(tt.include), Exclude: strings.Fields(tt.exclude)}, Seeds: []weburl.URL{at(t, "http://a.test/x/seed.zip")}})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		whole := func(path string) weburl.URL {
			if strings.HasPrefix(path, "/") {
				path = "http://a.test" + path
			}
			return at(t, path)
		}
		for _, path := range strings.Fields(tt.in) {
			if v := r.Decide(whole(path), 1, aranea.HowAnchor); !v.OK {
				t.Errorf("%s: %s is left out: %+v", tt.name, path, v)
			}
		}
		for path, why := range tt.out {
			if v := r.Decide(whole(path), 1, aranea.HowAnchor); v.OK || v.Reason != aranea.ScopePattern || v.Rule != why {
				t.Errorf("%s: %s: %+v, want %s", tt.name, path, v, why)
			}
			if v := r.Decide(whole(path), 0, aranea.HowSeed); !v.OK {
				t.Errorf("%s: the seed %s is left out: %+v", tt.name, path, v)
			}
		}
		if v := r.Decide(at(t, "http://a.test/x/seed.zip"), 1, aranea.HowAnchor); !v.OK {
			t.Errorf("%s: a seed that a page links to is left out: %+v", tt.name, v)
		}
	}
}

// TestPatternFaults checks that what is no pattern is refused with the reason.
func TestPatternFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "begins with neither", "docs/": "begins with neither", "a.test/docs": "begins with neither", "ftp://a.test/": "begins with neither",
		"http:///x": "names no host", "http://*.test/x": "names no host", "http://u@a.test/": "names no host",
		"/a b": "has a space", "/a#b": "has a space, a #", "/a\nDisallow: /": "has a space",
		"/" + strings.Repeat("a", MaxPattern): "bytes, and may have",
	} {
		for _, o := range []Options{{Mode: Any, Patterns: Patterns{Include: []string{text}}}, {Mode: Any, Patterns: Patterns{Exclude: []string{text}}}} {
			if _, err := New(o); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		}
	}
	many := make([]string, MaxPatterns+1)
	for i := range many {
		many[i] = fmt.Sprintf("/%0*d", MaxPattern-1, i)
	}
	if _, err := New(Options{Mode: Any, Patterns: Patterns{Exclude: many}}); err == nil {
		t.Error("too many patterns are read")
	}
	r, err := New(Options{Mode: Any, Patterns: Patterns{Exclude: many[:MaxPatterns]}})
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Decide(at(t, "http://a.test"+many[MaxPatterns-1]), 1, aranea.HowAnchor); v.OK {
		t.Error("the last pattern of as many as there may be is not read")
	}
}

// TestList checks that the scope list holds the seeds, what sitemaps list, and where seeds lead.
func TestList(t *testing.T) {
	t.Parallel()
	r, err := New(Options{Mode: List, Seeds: []weburl.URL{at(t, "http://a.test/1"), at(t, "http://www.b.test/")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		url string
		how aranea.How
		ok  bool
	}{
		{"http://a.test/1", aranea.HowSeed, true}, {"http://a.test/1", aranea.HowAnchor, true}, {"http://a.test/2", aranea.HowAnchor, false},
		{"http://a.test/2", aranea.HowSeed, false}, {"http://a.test/2", aranea.HowRedirect, true}, {"http://b.test/x", aranea.HowRedirect, true},
		{"http://c.test/", aranea.HowRedirect, false}, {"http://a.test/2", aranea.HowRefresh, true}, {"http://a.test/2", aranea.HowCanonical, false},
		{"http://a.test/2", aranea.HowCleanParam, true}, {"http://www.b.test/2", aranea.HowSitemap, true}, {"http://c.test/2", aranea.HowSitemap, false}, {"http://a.test/2", aranea.HowFeed, false},
	} {
		if v := r.Decide(at(t, tt.url), 0, tt.how); v.OK != tt.ok || !v.OK && v.Reason != aranea.ScopeList {
			t.Errorf("%s by %v: %+v", tt.url, tt.how, v)
		}
	}
	moved := at(t, "http://c.test/3")
	if wider := r.With(moved); !wider.Decide(moved, 0, aranea.HowRedirect).OK || !wider.Reaches(moved) || r.Decide(moved, 0, aranea.HowRedirect).OK || r.Reaches(moved) {
		t.Error("where a seed moved to is not in scope, or was before")
	}
	if r.Holds(at(t, "http://a.test/").Origin()) {
		t.Error("the sitemaps of a robots file are on the list")
	}
}

// TestWhatIsIndexed checks which visited pages patterns let into the index, seeds among them.
func TestWhatIsIndexed(t *testing.T) {
	t.Parallel()
	r, err := New(Options{
		Mode: Any, Seeds: []weburl.URL{at(t, "http://a.test/")},
		Patterns: Patterns{Exclude: []string{"/private/"}, IndexOnly: []string{"/articles/"}, FollowOnly: []string{"/articles/*?page=", "http://b.test/articles/1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range map[string]string{
		"http://a.test/articles/1": "", "http://a.test/articles/?page=2": "pattern to follow only /articles/*?page=",
		"http://a.test/": "no pattern to index", "http://b.test/articles/1": "pattern to follow only http://b.test/articles/1",
	} {
		v := r.Indexes(at(t, u))
		if v.OK != (want == "") || v.Rule != want || !v.OK && v.Reason != aranea.ScopeNoIndex {
			t.Errorf("%s: %+v, want %q", u, v, want)
		}
		if v := r.Decide(at(t, u), 1, aranea.HowAnchor); !v.OK {
			t.Errorf("%s is not visited: %+v", u, v)
		}
	}
	if v := (Rules{}).Indexes(at(t, "http://a.test/")); !v.OK {
		t.Errorf("without patterns: %+v", v)
	}
	if _, err := New(Options{Mode: Any, Patterns: Patterns{FollowOnly: []string{"articles"}}}); err == nil {
		t.Error("a pattern that begins with neither / nor * is taken")
	}
}
