package console

import (
	"crypto/tls"
	"encoding/xml"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// stylePath returns the address of the style sheet in the pages.
func stylePath(t *testing.T, h http.Handler) string {
	t.Helper()
	_, rest, _ := strings.Cut(get(t, h, "/").Body.String(), `rel="stylesheet" href="`)
	path, _, ok := strings.Cut(rest, `"`)
	if !ok {
		t.Fatal("the page names no style sheet")
	}
	return path
}

// TestRoutes requests all existing paths and some others with every method: only reading is
// allowed, and each response has the required header fields.
func TestRoutes(t *testing.T) {
	t.Parallel()
	api := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { problem(w, http.StatusTeapot, "from the API") })
	h := serverOf(t, indexOf(t, plain("http://a.test/", "A page", "with words")), newRecords(), Options{API: api}).Handler()
	const page, text, bad = "text/html; charset=utf-8", "text/plain; charset=utf-8", "application/problem+json"
	tests := []struct {
		path  string
		code  int
		ctype string
	}{
		{"/", 200, page},
		{"/?q=words", 200, page},
		{"/why", 200, page},
		{"/why?url=http://a.test/", 200, page},
		{"/help", 200, page},
		{"/status", 200, page},
		{"/status?live=1", 200, page},
		{"/stats", 200, page},
		{"/urls", 200, page},
		{"/urls?status=x", 400, page},
		{"/urls.csv", 200, "text/csv; charset=utf-8; header=present"},
		{"/urls.csv?status=x", 400, page},
		{"/robots", 200, page},
		{"/docs", 200, page},
		{"/docs/http-api", 200, page},
		{"/reasons", 200, page},
		{"/hosts", 200, page},
		{"/hosts?origin=http://a.test/", 404, page},
		{"/api/v1/search?q=words", 418, bad},
		{"/api/v1/documents", 404, bad},
		{"/opensearch.xml", 200, "application/opensearchdescription+xml; charset=utf-8"},
		{"/robots.txt", 200, text},
		{"/healthz", 200, text},
		{"/readyz", 200, text},
		{stylePath(t, h), 200, "text/css; charset=utf-8"},
		{"/icon.svg", 200, "image/svg+xml"},
		{"/nothing", 404, page},
		{"/why/", 404, page},
		{"/help/more", 404, page},
		{"/status/events", 404, page},
		{"/style-000000000000.css", 404, page},
		{"/templates/home.html", 404, page},
		{"/api/v2/search?q=words", 404, bad},
	}
	for _, tt := range tests {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"} {
			w := do(t, h, method, tt.path, "")
			code, ctype := tt.code, tt.ctype
			if method != "GET" && method != "HEAD" {
				if code, ctype = 405, page; strings.HasPrefix(tt.path, "/api/") {
					ctype = bad
				}
				if got := w.Header().Get("Allow"); got != "GET, HEAD" {
					t.Errorf("%s %s: Allow %q", method, tt.path, got)
				}
			}
			if w.Code != code || w.Header().Get("Content-Type") != ctype {
				t.Errorf("%s %s: %d %s, want %d %s", method, tt.path, w.Code, w.Header().Get("Content-Type"), code, ctype)
			}
			checkHeaders(t, method+" "+tt.path, w)
		}
	}
}

// TestSearchOnly checks that everything for searchers is available, that nothing for operators
// is, and that no page links to what is not available.
func TestSearchOnly(t *testing.T) {
	t.Parallel()
	api := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { problem(w, http.StatusTeapot, "from the API") })
	h := serverOf(t, indexOf(t, plain("http://a.test/", "A page", "with words")), newRecords(), Options{API: api, SearchOnly: true, Begin: "aranea crawl --data /private"}).Handler()
	served := map[string]int{
		"/": 200, "/?q=words": 200, "/?q=zebra+site%3Aa.test": 200, "/help": 200, "/login": 200, "/feed?q=words": 200, "/suggest?q=wor": 200, "/opensearch.xml": 200, "/robots.txt": 200, "/healthz": 200, "/readyz": 200,
		"/bot": 200, "/icon.svg": 200, stylePath(t, h): 200, "/api/v1/search?q=words": 418, "/api/v1/complete?q=w": 418, "/api/v1/openapi.json": 200,
	}
	for path, code := range served {
		w := get(t, h, path)
		has(t, w, code)
		lacks(t, w, "/private")
		for _, m := range regexp.MustCompile(`href="(/[^"]*)"`).FindAllStringSubmatch(w.Body.String(), -1) {
			if to := get(t, h, html.UnescapeString(m[1])); to.Code >= 400 {
				t.Errorf("%s leads to %s, which answers %d", path, m[1], to.Code)
			}
		}
	}
	for _, path := range []string{"/why", "/links", "/broken", "/orphans", "/chains", "/alternates", "/sitemaps", "/canonicals", "/status", "/stats", "/urls", "/urls.csv", "/hosts", "/robots", "/docs", "/docs/http-api", "/reasons", "/metrics", "/indexnow"} {
		has(t, get(t, h, path), 404, "There is no such page here.")
	}
	for name := range openAPI {
		if name != "search" && name != "facet-values" && name != "complete" {
			has(t, get(t, h, apiRoot+name), 404, "There is no such page here.")
		}
	}
	has(t, get(t, h, "/api/v1/status"), 404)
	lacks(t, get(t, h, "/api/v1/openapi.json"), "/api/v1/urls", "/api/v1/status", "/api/v1/explain")
	has(t, get(t, h, "/api/v1/openapi.json"), 200, "/api/v1/search")
	empty := serverOf(t, &answers{}, nil, Options{SearchOnly: true, Begin: "aranea crawl --data /private"}).Handler()
	lacks(t, get(t, empty, "/"), "/private", "/status")
}

// checkHeaders checks the header fields of all responses.
func checkHeaders(t *testing.T, what string, w *httptest.ResponseRecorder) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy":      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %s is %q", what, name, got)
		}
	}
	for _, name := range []string{"Set-Cookie", "Access-Control-Allow-Origin", "Server"} {
		if got := w.Header().Get(name); got != "" {
			t.Errorf("%s: %s is %q", what, name, got)
		}
	}
	want := "private, no-cache"
	if ctype := w.Header().Get("Content-Type"); w.Code == 200 && (strings.HasPrefix(ctype, "text/css") || ctype == "image/svg+xml") {
		want = "public, max-age=31536000, immutable"
	}
	if got := w.Header().Get("Cache-Control"); got != want {
		t.Errorf("%s: Cache-Control %q, want %q", what, got, want)
	}
}

// TestForeignNames checks that a page of another site whose name points to this machine (DNS
// rebinding) gets no response.
func TestForeignNames(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t, plain("http://a.test/", "Secret", "secret")), newRecords(), "Search.Intra:8080", "other.intra.", "пауки.intra", "")
	tests := []struct {
		host string
		ok   bool
	}{
		{"127.0.0.1", true}, {"127.0.0.1:8080", true}, {"127.9.9.9:1", true}, {"[::1]", true}, {"[::1]:8080", true}, {"192.168.1.7:8080", true},
		{"[fe80::1%25eth0]:8080", true}, {"localhost", true}, {"LocalHost:8080", true}, {"localhost.:8080", true},
		{"search.intra", true}, {"SEARCH.INTRA:99", true}, {"search.intra.", true}, {"other.intra", true}, {"xn--80aqfsv.intra", true},
		{"", false}, {":8080", false}, {".", false}, {"evil.test", false}, {"evil.test:8080", false}, {"localhost.evil.test", false},
		{"127.0.0.1.evil.test", false}, {"evil.test.localhost", false}, {"x.search.intra", false}, {"search.intra.evil.test", false},
		{"127.0.0.1@evil.test", false}, {"evil.test#127.0.0.1", false}, {"localhost evil.test", false}, {"localhost,evil.test", false},
		{"0x7f.1", false}, {"2130706433", false}, {"127.1", false}, {"[evil.test]", false}, {"127.0.0.1:8080:evil.test", false},
	}
	for _, tt := range tests {
		r := httptest.NewRequest("GET", "/?q=secret", nil)
		r.Host = tt.host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if (w.Code == 200) != tt.ok || !tt.ok && w.Code != http.StatusMisdirectedRequest {
			t.Errorf("host %q: status %d, want an answer: %v", tt.host, w.Code, tt.ok)
		}
		if !tt.ok {
			checkHeaders(t, "host "+tt.host, w)
			lacks(t, w, "a.test", "ecret")
		}
	}
}

func TestOpenSearch(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, nil, "search.example.org")
	for _, tt := range []struct {
		host  string
		tls   *tls.ConnectionState
		proxy string // the scheme in the field of a proxy
		want  string
	}{
		{"127.0.0.1:8080", nil, "", "http://127.0.0.1:8080"},
		{"localhost", &tls.ConnectionState{}, "", "https://localhost"},
		{"[::1]:8080", nil, "", "http://[::1]:8080"},
		{"search.example.org", nil, "https", "https://search.example.org"},
		{"search.example.org", nil, "HTTPS, http", "https://search.example.org"},
		{"search.example.org", nil, "http", "http://search.example.org"},
		{"search.example.org", nil, "javascript:", "http://search.example.org"},
		{"[fe80::1%<a\"&>]:80", nil, "", "http://[fe80::1%<a\"&>]:80"},
	} {
		r := httptest.NewRequest("GET", "/opensearch.xml", nil)
		r.Host, r.TLS = tt.host, tt.tls
		if tt.proxy != "" {
			r.Header.Set("X-Forwarded-Proto", tt.proxy)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var d struct {
			XMLName   xml.Name `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
			ShortName string
			Urls      []struct {
				Type     string `xml:"type,attr"`
				Rel      string `xml:"rel,attr"`
				Template string `xml:"template,attr"`
			} `xml:"Url"`
		}
		if err := xml.Unmarshal(w.Body.Bytes(), &d); err != nil {
			t.Fatalf("%s: %v\n%s", tt.host, err, w.Body)
		}
		if d.ShortName != "Aranea" || len(d.Urls) != 4 {
			t.Fatalf("%s: %+v", tt.host, d)
		}
		for i, want := range []string{"text/html " + tt.want + "/?q={searchTerms}", "application/x-suggestions+json " + tt.want + "/suggest?q={searchTerms}", "application/json " + tt.want + "/api/v1/search?q={searchTerms}",
			"application/opensearchdescription+xml " + tt.want + "/opensearch.xml"} {
			if got := d.Urls[i].Type + " " + d.Urls[i].Template; got != want {
				t.Errorf("%s: %s, want %s", tt.host, got, want)
			}
		}
	}
}

// TestSiteName checks that the pages, the feed and the OpenSearch description have the operator's
// name for the search, as text.
func TestSiteName(t *testing.T) {
	t.Parallel()
	const name = "Tom & Jerry's <search> of everything"
	h := serverOf(t, indexOf(t, plain("http://a.test/", "A page", "with words")), newRecords(), Options{SiteName: name}).Handler()
	const shown = "Tom &amp; Jerry&#39;s &lt;search&gt; of everything"
	has(t, get(t, h, "/"), 200, "<title>"+shown+"</title>", "<h1>"+shown+"</h1>", `title="`+shown+`" href="/opensearch.xml"`)
	for _, path := range []string{"/?q=words", "/help", "/status", "/nosuch"} {
		w := get(t, h, path)
		has(t, w, w.Code, " – "+shown+"</title>", "<span>"+shown+"</span>")
		lacks(t, w, "Aranea</title>", "<span>Aranea")
	}
	has(t, get(t, h, "/feed?q=words"), 200, "<title>words – Tom &amp; Jerry&#39;s &lt;search&gt; of everything</title>")
	has(t, get(t, h, "/opensearch.xml"), 200, "<ShortName>Tom &amp; Jerry…hing</ShortName>", "<LongName>"+shown+"</LongName>", "<Description>Search "+shown+"</Description>")
	if _, err := New(parts{&answers{}, newRecords()}, Options{SiteName: "x\ny"}); err == nil {
		t.Error("a name of two lines is taken")
	}
}

func TestHomeAndHelp(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, nil)
	has(t, get(t, h, "/"), 200, "no pages in the index yet", `href="/?q=a%20%3cb%3e%20%26%20c"`, "a &lt;b&gt; &amp; c", `<html lang="en" dir="ltr">`, `aria-label="Search words"`, "autofocus")
	full := &answers{}
	full.response.Total = 1234567
	h = handler(t, full, nil)
	has(t, get(t, h, "/?q=%20%20"), 200, "Searching 1,234,567 pages.")
	has(t, get(t, h, "/help"), 200, "intitle:silk", "1,234,567 pages in the index")
	full.response.Total = 1
	has(t, get(t, h, "/"), 200, "Searching 1 page.")
	has(t, get(t, h, "/robots.txt"), 200, "User-agent: *\nDisallow: /\n")
	has(t, get(t, h, "/nothing"), 404, "<h1>Not Found</h1>", `<a href="/">`)
}
