package console

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea/console/curation"
	"github.com/aranea-search/aranea/console/operators"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/weburl"
)

const password = "correct horse battery"

// annas are operators of whom there is one, anna.
func annas(t testing.TB) func() *operators.Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "operators")
	if _, err := operators.Write(path, "anna", password); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	set, err := operators.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return func() *operators.Set { return set }
}

// teapot is an API whose answers tell that they are from it.
func teapot(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { problem(w, http.StatusTeapot, "from "+name) })
}

// guarded returns a server where anna may sign in.
func guarded(t testing.TB, r *records, opt Options) *Server {
	t.Helper()
	return guardedBy(t, r, opt, true)
}

// guardedBy is guarded, also for a server where nobody has a password.
func guardedBy(t testing.TB, r *records, opt Options, passwords bool) *Server {
	t.Helper()
	s := &answers{}
	if opt.API, opt.MCP = teapot("the API for operators"), tools("operators"); passwords {
		opt.Operators = annas(t)
	}
	if opt.Orders == nil {
		opt.Orders = &obeying{}
	}
	opt.Crawls = func(urls []weburl.URL, refresh string) (service.Settings, error) {
		return service.Settings{Seeds: urls, Refresh: refresh}, nil
	}
	if opt.Setup == nil {
		opt.Setup = &remembering{Folder: setup.Folder{Settings: service.DefaultSettings(), Crawled: true, SeedCount: 1}}
	}
	if dir := t.TempDir(); opt.Curation == nil {
		opt.Curation = &curation.Files{Synonyms: filepath.Join(dir, "synonyms.txt"), Pins: filepath.Join(dir, "pins.txt"), Weights: filepath.Join(dir, "weights.txt")}
	}
	opt.Public = Public{Service: parts{s, r}, API: teapot("the API for all"), MCP: tools("all")}
	return serverOf(t, s, r, opt)
}

// remembering is a folder with settings.
type remembering struct {
	setup.Folder
	err    error
	faults []setup.Fault
}

func (r *remembering) InForce() (setup.Folder, error)        { return r.Folder, r.err }
func (r *remembering) Check(*service.Settings) []setup.Fault { return r.faults }

// obeying carries all orders out, and notes them.
type obeying struct {
	mu    sync.Mutex
	did   []string
	err   error
	still string
}

func (o *obeying) note(text string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.did = append(o.did, text)
	return o.err
}

func (o *obeying) Crawl(_ context.Context, s service.Settings, _ func(runreport.Progress)) (runreport.Report, error) {
	return runreport.Report{}, o.note(fmt.Sprint("crawl ", s.Seeds, " ", s.Refresh))
}

func (o *obeying) Steer(_ context.Context, x service.Order) (service.Steered, error) {
	return service.Steered{Changed: true}, o.note(strings.TrimSpace(string(x.Deed) + " " + x.Host))
}

func (o *obeying) Remove(_ context.Context, r service.Removal) (service.Removed, error) {
	if r.Seed {
		return service.Removed{URLs: 2, Documents: 1, SeedsLeft: 1}, o.note("drop " + r.Target)
	}
	return service.Removed{URLs: 2, Documents: 1, Still: o.still}, o.note(fmt.Sprint("remove ", r.Target, " ", r.Undo))
}

// send makes a request as a browser does, with a cookie and, with the method POST, a form.
func send(t testing.TB, h http.Handler, method, target, cookie string, form url.Values, fields ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	r.Host, r.RemoteAddr = "127.0.0.1:8080", "192.0.2.1:1000"
	r.Header.Set("Accept", "text/html")
	if method == http.MethodPost {
		r.Body = io.NopCloser(strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://127.0.0.1:8080")
	}
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// asAnna signs in and returns the cookie.
func asAnna(t testing.TB, h http.Handler) string {
	t.Helper()
	w := send(t, h, http.MethodPost, signInPath, "", url.Values{"name": {"anna"}, "password": {password}})
	has(t, w, http.StatusSeeOther)
	c, err := http.ParseSetCookie(w.Header().Get("Set-Cookie"))
	if err != nil || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Secure {
		t.Fatalf("%v, %v", c, err)
	}
	return c.Name + "=" + c.Value
}

// closedPaths are all addresses that a server has for operators alone, found by what it routes.
func closedPaths(t testing.TB, s *Server) []string {
	t.Helper()
	var all []string
	s.routeOperation(func(pattern string, _ http.HandlerFunc) {
		all = append(all, strings.NewReplacer("{$}", "", "{name...}", "http-api").Replace(pattern))
	})
	if len(all) < 20 || !slices.Contains(all, "/status") || !slices.Contains(all, results.FaultPages()[0].Path) {
		t.Fatalf("the addresses for operators: %q", all)
	}
	return all
}

// TestMatrix asks for every address with every method, signed in, not signed in, with a cookie that is
// no sign-in, after the sign-out, and as the proxy names somebody: who is no operator gets what searchers
// get, and nothing else.
func TestMatrix(t *testing.T) {
	t.Parallel()
	const key = "0123456789abcdef0123456789abcdef"
	s := guarded(t, newRecords(), Options{SignOn: naming(t, "key = \""+key+"\"\n"+proxied)})
	h := s.Handler()
	out := asAnna(t, h)
	has(t, send(t, h, http.MethodPost, signOutPath, out, nil), http.StatusSeeOther)
	visitors := map[string]struct {
		cookie   string
		fields   []string
		operates bool
	}{
		"nobody": {}, "a guess": {cookie: "aranea-operator=guess"}, "who has signed out": {cookie: out}, "anna": {asAnna(t, h), nil, true},
		"carla of the proxy": {"", []string{"X-Proxy-Key", key, "Remote-User", "carla"}, true}, "bob of the proxy": {"", []string{"X-Proxy-Key", key, "Remote-User", "bob"}, false},
		"who says it without the key": {"", []string{"Remote-User", "carla"}, false},
	}
	type rule struct {
		path         string
		public, anna int // answers to GET
	}
	rules := []rule{
		{"/", 200, 200}, {"/?q=words", 200, 200}, {"/feed?q=words", 200, 200}, {"/suggest?q=wor", 200, 200}, {"/login", 200, 200}, {"/login/x", 404, 404},
		{"/bot", 200, 200}, {"/bot/ips.json", 200, 200}, {"/help", 200, 200}, {"/opensearch.xml", 200, 200}, {"/robots.txt", 200, 200},
		{"/healthz", 200, 200}, {"/readyz", 200, 200}, {"/icon.svg", 200, 200}, {s.stylePath, 200, 200}, {s.scriptPath, 200, 200},
		{signInPath, 200, 303}, {"/nothing", 404, 404}, {"/indexnow", 404, 404}, {"/api/v1/openapi.json", 200, 200}, {"/api/v1/documents", 404, 404}, {"/api/v1/steer", 404, 404},
	}
	for _, path := range closedPaths(t, s) {
		anna := 200
		if path == ordersPath {
			anna = 303 // to the status
		}
		rules = append(rules, rule{path, 303, anna})
	}
	for name := range maps.Keys(openAPI) {
		public := 403
		if slices.Contains(searchAPI, name) {
			public = 418
		}
		rules = append(rules, rule{apiRoot + name, public, 418})
	}
	rules = append(rules, rule{apiRoot + statusPart, 403, 200})
	for _, tt := range rules {
		for who, v := range visitors {
			want := tt.public
			if v.operates {
				want = tt.anna
			}
			for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"} {
				code := want
				switch {
				case method == "POST" && tt.path == signInPath:
					continue // TestSignInPage
				case method == "POST" && (tt.path == ordersPath || tt.path == setup.Path) && v.operates:
					code = 400
				case method == "POST" && slices.Contains([]string{curation.SynonymsPath, curation.PinsPath, curation.WeightsPath}, tt.path) && v.operates:
					code = 409 // the form does not say of which list it was made
				case method == "POST" && slices.Contains([]string{ordersPath, setup.Path, curation.SynonymsPath, curation.PinsPath, curation.WeightsPath}, tt.path):
				case method != "GET" && method != "HEAD":
					code = 405
				}
				w := send(t, h, method, tt.path, v.cookie, nil, v.fields...)
				if w.Code != code {
					t.Errorf("%s, %s %s: %d, want %d", who, method, tt.path, w.Code, code)
				}
				if to := w.Header().Get("Location"); code == 303 && to != signInPath+"?to="+url.QueryEscape(tt.path) && (!v.operates || to != "/status") {
					t.Errorf("%s %s leads to %s", method, tt.path, to)
				}
				if !v.operates && strings.Contains(w.Body.String(), "for operators\"") && w.Code == 418 {
					t.Errorf("%s asks the API for operators at %s", who, tt.path)
				}
			}
		}
	}
}

// TestPublicPages checks that no page leads who has not signed in to a page that is not for him, but to
// the sign-in, and that programs are refused in place of led.
func TestPublicPages(t *testing.T) {
	t.Parallel()
	h := guarded(t, newRecords(), Options{Begin: "aranea crawl --data /private"}).Handler()
	for _, path := range []string{"/", "/?q=words", "/?q=nothing", "/help", "/bot", "/login", signInPath} {
		w := send(t, h, http.MethodGet, path, "", nil)
		lacks(t, w, "/private", `href="/status`, `href="/why`, "Sign out")
		has(t, w, 200, `<a href="/signin" lang="en">Operators</a>`)
		for _, m := range regexp.MustCompile(`href="(/[^"]*)"`).FindAllStringSubmatch(w.Body.String(), -1) {
			if to := send(t, h, http.MethodGet, strings.ReplaceAll(m[1], "&amp;", "&"), "", nil); to.Code != 200 && to.Code != http.StatusTeapot {
				t.Errorf("%s leads to %s, which answers %d", path, m[1], to.Code)
			}
		}
	}
	for _, path := range []string{"/metrics", "/urls.csv"} {
		has(t, send(t, h, http.MethodGet, path, "", nil, "Accept", "*/*"), http.StatusForbidden, "signed in")
	}
	has(t, send(t, h, http.MethodGet, "/status", asAnna(t, h), nil), 200, "Sign out", "<bdi>anna</bdi>")
	lacks(t, send(t, h, http.MethodGet, "/api/v1/openapi.json", "", nil), "/api/v1/urls")
}

// TestSignInPage checks what becomes of a form: who is let in, what wrong attempts get, and that pages
// of other sites cannot send one.
func TestSignInPage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testSignInPage)
}

func testSignInPage(t *testing.T) {
	var log bytes.Buffer
	h := guarded(t, newRecords(), Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}).Handler()
	form := func(name, password, to string) url.Values {
		return url.Values{"name": {name}, "password": {password}, "to": {to}}
	}
	has(t, send(t, h, http.MethodGet, signInPath+"?to=/urls%3Fhost%3Da.test", "", nil), 200, `name="to" value="/urls?host=a.test"`, `type="password"`)
	has(t, send(t, h, http.MethodGet, signInPath+"?to=https://evil.test/", "", nil), 200, `name="to" value="/status"`)
	for _, fields := range [][]string{
		{"Origin", "http://evil.test"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		w := send(t, h, http.MethodPost, signInPath, "", form("anna", password, ""), fields...)
		has(t, w, http.StatusForbidden, "a page of another site")
		if w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%v: it was let in", fields)
		}
	}
	has(t, send(t, h, http.MethodPost, signInPath, "", form("anna", "wrong", "/hosts")), http.StatusForbidden, "The name or the password is wrong.", `value="/hosts"`)
	has(t, send(t, h, http.MethodPost, signInPath, "", form("carl", password, "")), http.StatusForbidden, "The name or the password is wrong.")
	w := send(t, h, http.MethodPost, signInPath, "", form("anna", password, "/urls?host=a.test"))
	has(t, w, http.StatusSeeOther)
	if to := w.Header().Get("Location"); to != "/urls?host=a.test" {
		t.Errorf("it leads to %q", to)
	}
	has(t, send(t, h, http.MethodPost, signInPath, "", form("anna", password, "//evil.test")), http.StatusSeeOther)
	has(t, send(t, h, http.MethodPost, signInPath, "", url.Values{"name": {strings.Repeat("x", maxForm)}}), http.StatusBadRequest)
	for range 2 {
		w = send(t, h, http.MethodPost, signInPath, "", form("bob", "wrong", ""))
	}
	has(t, w, http.StatusTooManyRequests, "too many attempts")
	if w.Header().Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	for _, want := range []string{`msg="operator signed in" operator=anna address=192.0.2.1`, `level=WARN msg="nobody was signed in: the name or the password was wrong" operator="" address=192.0.2.1`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "horse") || strings.Contains(log.String(), "carl") {
		t.Errorf("the log tells what was typed:\n%s", log.String())
	}
}

// TestSignOut checks that only a form ends a sign-in, not a link.
func TestSignOut(t *testing.T) {
	t.Parallel()
	h := guarded(t, newRecords(), Options{Path: "/search/"}).Handler()
	w := send(t, h, http.MethodPost, "/search/signin", "", url.Values{"name": {"anna"}, "password": {password}}, "X-Forwarded-Proto", "https")
	c, err := http.ParseSetCookie(w.Header().Get("Set-Cookie"))
	if err != nil || c.Path != "/search/" || !c.Secure || w.Header().Get("Location") != "/search/status" {
		t.Fatalf("%v, %v, leads to %q", c, err, w.Header().Get("Location"))
	}
	anna := c.Name + "=" + c.Value
	has(t, send(t, h, http.MethodGet, "/search/signout", anna, nil), http.StatusSeeOther)
	has(t, send(t, h, http.MethodPost, "/search/signout", anna, nil, "Origin", "http://evil.test"), http.StatusForbidden)
	has(t, send(t, h, http.MethodGet, "/search/status", anna, nil), 200, `action="/search/signout"`)
	w = send(t, h, http.MethodPost, "/search/signout", anna, nil)
	has(t, w, http.StatusSeeOther)
	if !strings.Contains(w.Header().Get("Set-Cookie"), "Max-Age=0") {
		t.Errorf("the cookie stays: %q", w.Header().Get("Set-Cookie"))
	}
	has(t, send(t, h, http.MethodGet, "/search/status", anna, nil), http.StatusSeeOther)
}

// TestOperatorsNeedPages checks that a server cannot be made that would show everything to all.
func TestOperatorsNeedPages(t *testing.T) {
	t.Parallel()
	public := parts{&answers{}, newRecords()}
	for _, opt := range []Options{
		{Operators: annas(t)},
		{Operators: annas(t), Public: Public{Service: public}},
		{Operators: annas(t), SearchOnly: true, Public: Public{Service: public}, Orders: &obeying{}, Crawls: func([]weburl.URL, string) (service.Settings, error) { return service.Settings{}, nil }, Setup: &remembering{}},
	} {
		if _, err := New(public, opt); err == nil {
			t.Errorf("%+v: a server", opt)
		}
	}
}
