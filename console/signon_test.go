package console

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/console/signon"
)

// proxied is the file of a proxy at the address from which send asks.
const proxied = `from = ["192.0.2.1"]
sign-in = "/oauth2/start"
sign-out = "/oauth2/sign_out"
[find]
everybody = ["wiki"]
[find.groups]
staff = ["forum"]
[operators]
users = ["carla"]
`

// naming returns whom a proxy names.
func naming(t testing.TB, text string) func() *signon.Set {
	t.Helper()
	set, err := signon.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return func() *signon.Set { return set }
}

// TestNamedSearcher checks that whatever a searcher asks for is answered with the rights of whom the proxy
// names, never with claimed ones, and that nobody else may keep the answer.
func TestNamedSearcher(t *testing.T) {
	t.Parallel()
	a, r := &answers{}, newRecords()
	r.state.Labels = []string{"forum", "wiki"}
	var asked string
	programs := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked = r.URL.RawQuery })
	h := serverOf(t, a, r, Options{SearchOnly: true, API: programs, MCP: programs, SignOn: naming(t, proxied), Path: "/find/"}).Handler()
	bob := []string{"Remote-User", "bob", "Remote-Groups", "staff,other"}
	for _, tt := range []struct {
		target string
		fields []string
		want   string
	}{
		{"/?q=x", bob, "[forum wiki]"}, {"/feed?q=x", bob, "[forum wiki]"}, {"/suggest?q=x", bob, "[forum wiki]"}, {"/values?facet=sites&q=x", bob, "[forum wiki]"},
		{"/?q=x", bob[:2], "[wiki]"}, {"/?q=x", bob[2:], "[]"}, {"/?q=x&access=wiki", nil, "[]"}, {"/?q=x", []string{"X-Forwarded-User", "bob"}, "[]"},
	} {
		w := send(t, h, http.MethodGet, tt.target, "", nil, tt.fields...)
		has(t, w, 200)
		if got := fmt.Sprint(a.asked.Access); got != tt.want || w.Header().Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s with %q: access %s, want %s, %v", tt.target, tt.fields, got, tt.want, w.Header())
		}
		a.asked.Access = nil
	}
	for _, tt := range []struct {
		method, target string
		fields         []string
		want           string
	}{
		{http.MethodGet, "/api/v1/search?q=x&access=all", bob, "access=forum&access=wiki&q=x"}, {http.MethodGet, "/api/v1/search?q=x&access=all", nil, "q=x"},
		{http.MethodGet, "/api/v1/complete?q=x", bob, "access=forum&access=wiki&q=x"},
		{http.MethodPost, "/mcp?access=all", bob, "access=forum&access=wiki"}, {http.MethodPost, "/mcp?access=all", nil, ""},
	} {
		if send(t, h, tt.method, tt.target, "", url.Values{}, tt.fields...); asked != tt.want {
			t.Errorf("%s with %q: asked %q, want %q", tt.target, tt.fields, asked, tt.want)
		}
	}
	has(t, send(t, h, http.MethodGet, "/find/login", "", nil, bob...), 200, "You are signed in as", "bob", "are found now", `href="http://127.0.0.1:8080/oauth2/sign_out"`)
	w := send(t, h, http.MethodGet, "/find/login", "", nil)
	lacks(t, w, "are found now", "sign_out")
	has(t, w, 200, `href="http://127.0.0.1:8080/oauth2/start"`, "left out")
}

// TestNamedAndProven checks that the rights of whom the proxy names come beside those that were proven.
func TestNamedAndProven(t *testing.T) {
	t.Parallel()
	a, r := &answers{}, newRecords()
	r.state.Labels = []string{"club", "wiki"}
	h := serverOf(t, a, r, Options{SearchOnly: true, SignOn: naming(t, strings.Replace(proxied, "wiki", "club", 1))}).Handler()
	req := httptest.NewRequest(http.MethodGet, "/login/wiki", nil)
	req.Host, req.RemoteAddr = "127.0.0.1:8080", "192.0.2.1:1000"
	req.SetBasicAuth("me", "my")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	has(t, w, http.StatusSeeOther)
	c, err := http.ParseSetCookie(w.Header().Get("Set-Cookie"))
	if err != nil {
		t.Fatal(err)
	}
	send(t, h, http.MethodGet, "/?q=x", c.Name+"="+c.Value, nil, "Remote-User", "bob")
	if got := fmt.Sprint(a.asked.Access); got != "[club wiki]" {
		t.Errorf("access %s", got)
	}
}

// TestDoubtful checks that nothing is answered to a request of the proxy that may have a client's fields,
// and that those of others count for nothing.
func TestDoubtful(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	a := &answers{}
	s := serverOf(t, a, newRecords(), Options{SearchOnly: true, API: teapot("the API"), SignOn: naming(t, proxied), Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for _, target := range []string{"/?q=x", "/status", "/healthz"} {
		has(t, send(t, s.Handler(), http.MethodGet, target, "", nil, "Remote-User", "bob", "Remote_user", "carla"), http.StatusBadRequest, "who makes this request")
	}
	has(t, send(t, s.Handler(), http.MethodGet, "/api/v1/search?q=x", "", nil, "Remote-User", "bo\x01b"), http.StatusBadRequest, "who makes this request")
	other := serverOf(t, a, newRecords(), Options{SearchOnly: true, SignOn: naming(t, `from = ["127.0.0.1"]
find.everybody = ["wiki"]`), Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for range 2 {
		has(t, send(t, other.Handler(), http.MethodGet, "/?q=x", "", nil, "Remote-User", "bob", "X-Forwarded-For", "127.0.0.1"), 200)
	}
	if len(a.asked.Access) > 0 || strings.Count(log.String(), "level=WARN") != 2 || strings.Contains(log.String(), "carla") {
		t.Errorf("access %q\n%s", a.asked.Access, log.String())
	}
}

// TestNamedOperator checks that an operator whom the proxy names gives orders as one who has signed in, only
// from pages of this server, and that the log has the name.
func TestNamedOperator(t *testing.T) {
	t.Parallel()
	for _, passwords := range []bool{true, false} {
		var log bytes.Buffer
		orders := &obeying{}
		opt := Options{SignOn: naming(t, proxied), Orders: orders, Logger: slog.New(slog.NewTextHandler(&log, nil))}
		h := guardedBy(t, newRecords(), opt, passwords).Handler()
		again, carla := url.Values{"deed": {"resume"}}, []string{"Remote-User", "carla"}
		has(t, send(t, h, http.MethodPost, ordersPath, "", again, carla...), 200)
		has(t, send(t, h, http.MethodPost, ordersPath, "", again, append(carla, "Origin", "", "Sec-Fetch-Site", "same-origin")...), 200)
		for _, fields := range [][]string{{"Origin", ""}, {"Origin", "null"}, {"Origin", "https://evil.test"}, {"Sec-Fetch-Site", "cross-site"}} {
			has(t, send(t, h, http.MethodPost, ordersPath, "", again, append(slices.Clone(carla), fields...)...), http.StatusForbidden, "page of another site")
		}
		has(t, send(t, h, http.MethodPost, ordersPath, "", again, "Remote-User", "bob"), http.StatusSeeOther)
		if got := fmt.Sprint(orders.did); got != "[resume resume]" || strings.Count(log.String(), `msg="order of an operator" operator=carla order=resume`) != 2 {
			t.Errorf("carried out: %s\n%s", got, log.String())
		}
		w := send(t, h, http.MethodGet, "/status", "", nil, carla...)
		lacks(t, w, `action="/signout"`)
		has(t, w, 200, "<bdi>carla</bdi>", `<a href="http://127.0.0.1:8080/oauth2/sign_out">Sign out</a>`)
		has(t, send(t, h, http.MethodGet, signInPath+"?to=/urls", "", nil, carla...), http.StatusSeeOther)
		w = send(t, h, http.MethodGet, signInPath, "", nil, "Remote-User", "bob")
		has(t, w, 200, "<bdi>bob</bdi>, who is not one of them", `href="http://127.0.0.1:8080/oauth2/start"`)
		if has := strings.Contains(w.Body.String(), `type="password"`); has != passwords {
			t.Errorf("a form for passwords: %t, want %t", has, passwords)
		}
		if !passwords {
			has(t, send(t, h, http.MethodPost, signInPath, "", url.Values{"name": {"carla"}, "password": {""}}), http.StatusForbidden, "wrong")
			continue
		}
		w = send(t, h, http.MethodGet, "/status", asAnna(t, h), nil, "Remote-User", "bob")
		has(t, w, 200, `action="/signout"`, "<bdi>anna</bdi>", "<bdi>bob</bdi>")
	}
}

// TestNamedNeedsPages checks that pages for operators are never those for all, also if nobody has a
// password.
func TestNamedNeedsPages(t *testing.T) {
	t.Parallel()
	public := parts{&answers{}, newRecords()}
	if _, err := New(public, Options{SignOn: naming(t, proxied)}); err == nil {
		t.Error("a server without pages for those who are no operators")
	}
	h := serverOf(t, &answers{}, newRecords(), Options{SearchOnly: true, SignOn: naming(t, proxied)}).Handler()
	for _, path := range []string{"/status", signInPath, "/urls"} {
		has(t, send(t, h, http.MethodGet, path, "", nil, "Remote-User", "carla"), http.StatusNotFound)
	}
	if w := send(t, h, http.MethodPost, ordersPath, "", url.Values{"deed": {"resume"}}, "Remote-User", "carla"); w.Code != http.StatusMethodNotAllowed {
		body, _ := io.ReadAll(w.Body)
		t.Errorf("%d %s", w.Code, body)
	}
}
