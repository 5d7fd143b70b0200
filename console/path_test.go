package console

import (
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestPath checks that every link of every page leads below the path where the pages are, and
// that the same pages are served there and, for a proxy that takes the path away, at the root.
func TestPath(t *testing.T) {
	t.Parallel()
	api := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { problem(w, http.StatusTeapot, "from the API") })
	for _, searchOnly := range []bool{false, true} {
		h := serverOf(t, indexOf(t, plain("http://a.test/", "A page", "with words"), plain("http://b.test/", "Words", "other words")), town(t),
			Options{API: api, SearchOnly: searchOnly, Path: "/search/", Try: []string{"words"}}).Handler()
		links := regexp.MustCompile(` (?:href|src|action)="([^"?#][^"]*)"`)
		seen, next := map[string]bool{}, []string{"/search/", "/search/?q=words", "/search/nosuch"}
		for len(next) > 0 && len(seen) < 60 {
			path := next[0]
			next = next[1:]
			if seen[path] {
				continue
			}
			seen[path] = true
			w := get(t, h, path)
			if path != "/search/nosuch" && w.Code >= 400 {
				t.Errorf("%s answers %d", path, w.Code)
			}
			if at := get(t, h, strings.TrimPrefix(path, "/search")); at.Code != w.Code {
				t.Errorf("%s answers %d, without its beginning %d", path, w.Code, at.Code)
			}
			if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
				continue
			}
			for _, m := range links.FindAllStringSubmatch(w.Body.String(), -1) {
				to := html.UnescapeString(m[1])
				to, _, _ = strings.Cut(to, "#")
				switch {
				case strings.HasPrefix(to, "/search/"):
					next = append(next, to)
				case !strings.Contains(to, "://"):
					t.Errorf("%s leads to %s", path, to)
				}
			}
		}
		if want := map[bool]int{false: 20, true: 8}[searchOnly]; len(seen) < want {
			t.Errorf("only %d pages were found: %v", len(seen), seen)
		}
	}
}

// TestPathInAnswers checks the addresses below a path that stand elsewhere than in links.
func TestPathInAnswers(t *testing.T) {
	t.Parallel()
	h := serverOf(t, indexOf(t, plain("http://a.test/", "A page", "with words")), nil, Options{Path: "/search", Hosts: []string{"www.example.org"}}).Handler()
	ask := func(path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "http://www.example.org"+path, nil)
		r.Header.Set("X-Forwarded-Proto", "https")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for path, want := range map[string]string{
		"/search/opensearch.xml":   `template="https://www.example.org/search/suggest?q={searchTerms}"`,
		"/opensearch.xml":          `template="https://www.example.org/search/?q={searchTerms}"`,
		"/search/feed?q=words":     `<id>https://www.example.org/search/feed?q=words</id>`,
		"/search/?hl=de":           `action="/search/"`,
		"/search/?q=words":         `href="/search/feed?q=words"`,
		"/search/api/v1/none":      `"status":404`,
		"/search/readyz":           "ready",
		"/healthz":                 "ok",
		"/search/suggest?q=wor":    `["wor",["words"]]`,
		"/search/complete-none.js": `href="/search/"`,
	} {
		if w := ask(path); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: no %s in %s", path, want, w.Body)
		}
	}
	if c := ask("/search/?hl=de").Header().Get("Set-Cookie"); !strings.Contains(c, "; Path=/search/;") {
		t.Errorf("cookie: %s", c)
	}
	for path, want := range map[string]string{"/search": "/search/", "/search/docs/../help": "/search/help", "/search//h.test/": "/search/h.test/"} {
		if got := ask(path).Header().Get("Location"); got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
	}
}
