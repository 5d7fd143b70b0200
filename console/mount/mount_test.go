package mount

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestParse checks which paths pages may be served below.
func TestParse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want Point
		bad  bool
	}{
		{"", "", false},
		{"/", "", false},
		{"/search", "/search", false},
		{"/search/", "/search", false},
		{"/a/b.c/~d/", "/a/b.c/~d", false},
		{"/" + strings.Repeat("a", maxPoint-1), Point("/" + strings.Repeat("a", maxPoint-1)), false},
		{"/" + strings.Repeat("a", maxPoint), "", true},
		{"search", "", true},
		{"//search", "", true},
		{"/search//", "", true},
		{"/a/../b", "", true},
		{"/.well-known", "", true},
		{"/a b", "", true},
		{"/a%20b", "", true},
		{"/suche?q", "", true},
		{`/"><script>`, "", true},
		{"/søk", "", true},
		{"https://www.example.org/search/", "", true},
	} {
		if got, err := Parse(tt.text); got != tt.want || (err != nil) != tt.bad {
			t.Errorf("%q: %q, %v; want %q", tt.text, got, err, tt.want)
		}
	}
}

// TestHTML checks that the links to pages of the server lead below the point, and nothing else
// changes.
func TestHTML(t *testing.T) {
	t.Parallel()
	const page = `<a class="b" href="/">x</a><form action="/" method="get"><script src="/c.js" defer></script>` +
		`<a href="/?q=a&amp;b">href=&#34;/ &quot;</a><a href="?hl=de"></a><a href="#main"></a><a href="//h.test/"></a><a href="https://h.test/"></a><input value=" href=&#34;/">`
	const want = `<a class="b" href="/s/">x</a><form action="/s/" method="get"><script src="/s/c.js" defer></script>` +
		`<a href="/s/?q=a&amp;b">href=&#34;/ &quot;</a><a href="?hl=de"></a><a href="#main"></a><a href="//h.test/"></a><a href="https://h.test/"></a><input value=" href=&#34;/">`
	if got := string(Point("/s").HTML([]byte(page))); got != want {
		t.Errorf("below /s:\n%s\nwant\n%s", got, want)
	}
	if got := string(Point("").HTML([]byte(page))); got != page {
		t.Errorf("at the root:\n%s", got)
	}
}

// TestHandler checks which paths the pages see, and where redirects lead.
func TestHandler(t *testing.T) {
	t.Parallel()
	pages := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusSeeOther)
			return
		}
		fmt.Fprint(w, r.URL.EscapedPath())
	})
	for _, tt := range []struct {
		at           Point
		method       string
		target       string
		code         int
		seen, leadTo string
	}{
		{"/s", "GET", "/s/", 200, "/", ""},
		{"/s", "GET", "/s/help", 200, "/help", ""},
		{"/s", "HEAD", "/s/a%2fb", 200, "/a%2fb", ""},
		{"/s", "GET", "/help", 200, "/help", ""},
		{"/s", "GET", "/search", 200, "/search", ""},
		{"/s", "GET", "/s", 308, "", "/s/"},
		{"/s", "GET", "/s?q=a+b", 308, "", "/s/?q=a+b"},
		{"/s", "POST", "/s", 200, "/s", ""},
		{"/s", "GET", "/s/x?to=/login", 303, "", "/s/login"},
		{"/s", "GET", "/x?to=/login", 303, "", "/s/login"},
		{"/s", "GET", "/s/x?to=//h.test/", 303, "", "//h.test/"},
		{"/s", "GET", "/s/x?to=https://h.test/", 303, "", "https://h.test/"},
		{"/s", "GET", "/s//h.test", 200, "//h.test", ""},
		{"", "GET", "/s/", 200, "/s/", ""},
		{"", "GET", "/x?to=/login", 303, "", "/login"},
	} {
		w := httptest.NewRecorder()
		tt.at.Handler(pages).ServeHTTP(w, httptest.NewRequest(tt.method, tt.target, nil))
		if w.Code != tt.code || w.Header().Get("Location") != tt.leadTo || tt.seen != "" && w.Body.String() != tt.seen {
			t.Errorf("%s %s below %q: %d to %q, sees %q; want %d to %q, %q", tt.method, tt.target, tt.at, w.Code, w.Header().Get("Location"), w.Body, tt.code, tt.leadTo, tt.seen)
		}
	}
}

// TestBase checks the addresses that feeds and descriptions name.
func TestBase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		at     Point
		tls    bool
		proto  string
		wanted string
	}{
		{"", false, "", "http://www.example.org"},
		{"/s", false, "", "http://www.example.org/s"},
		{"/s", true, "", "https://www.example.org/s"},
		{"/s", false, "HTTPS, http", "https://www.example.org/s"},
		{"/s", false, "javascript", "http://www.example.org/s"},
	} {
		r := httptest.NewRequest("GET", "http://www.example.org/", nil)
		r.Header.Set("X-Forwarded-Proto", tt.proto)
		if tt.tls {
			r.TLS = &tls.ConnectionState{}
		}
		if got := tt.at.Base(r); got != tt.wanted {
			t.Errorf("%+v: %s", tt, got)
		}
	}
	if got := Point("/s").Path("/help"); got != "/s/help" {
		t.Errorf("path of a page: %s", got)
	}
}
