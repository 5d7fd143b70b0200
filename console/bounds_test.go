package console

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/response"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
)

// TestFailures checks that internal errors are reported without the paths and names in them, with
// the status of their kind, and logged once.
func TestFailures(t *testing.T) {
	t.Parallel()
	of := func(k aranea.Kind) error {
		return &aranea.Error{Op: "search", Kind: k, Obj: "/srv/secret", Err: errDisk}
	}
	away := func(p partition.Partition, k aranea.Kind) error {
		return &aranea.Error{Op: "ask cluster", Kind: k, Err: &partition.Away{Partition: p, Why: of(k)}}
	}
	tests := []struct {
		err  error
		code int
		text string
		logs int // lines for any number of requests
	}{
		{errDisk, 500, "cannot be read", 1},
		{of(aranea.Internal), 500, "cannot be read", 1},
		{of(aranea.Corrupt), 500, "aranea check", 1},
		{of(aranea.Limit), 503, "Try again in a few seconds", 1},
		{of(aranea.Transient), 503, "Try again in a few seconds", 1},
		{of(aranea.Invalid), 400, "That cannot be asked", 0},
		{of(aranea.NotFound), 404, "Nothing is known", 0},
		{of(aranea.Canceled), 503, "called off", 0},
		{away(partition.Partition{Number: 2, Of: 3}, aranea.Transient), 503, "Partition 2 of 3 does not answer at this moment", 1},
		{away(partition.Partition{Number: 2, Of: 3}, aranea.Denied), 503, "Partition 2 of 3 does not answer at this moment", 1},
		{away(partition.Partition{}, aranea.Transient), 503, "Try again in a few seconds", 1},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), 503, "called off", 0},
	}
	for _, tt := range tests {
		var log bytes.Buffer
		r := newRecords()
		r.err = tt.err
		h := serverOf(t, broken{tt.err}, r, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}).Handler()
		for range 3 {
			for _, path := range []string{"/?q=x", "/status", "/stats", "/urls", "/urls.csv", "/hosts"} {
				w := get(t, h, path)
				has(t, w, tt.code, tt.text)
				lacks(t, w, "/srv/secret", "input/output")
				checkMarkup(t, path, w.Body.String())
				if after := w.Header().Get("Retry-After"); (after != "") != (tt.code == 503) {
					t.Errorf("%v: Retry-After %q", tt.err, after)
				}
			}
		}
		// /status has another text for its errors.
		if n := strings.Count(log.String(), "\n"); n < tt.logs || n > 2*tt.logs {
			t.Errorf("%v: %d lines in the log, want %d:\n%s", tt.err, n, tt.logs, &log)
		}
	}
	w := get(t, handler(t, broken{errDisk}, nil), "/")
	has(t, w, 200, "cannot be read at this moment")
	lacks(t, w, "in the index", "no pages")
	if _, err := New(nil, Options{}); err == nil {
		t.Error("a server without a service")
	}
}

// stuck is a service that does not respond until it is canceled.
type stuck struct {
	parts
	entered chan struct{}
}

func (s stuck) Stats(ctx context.Context) (service.Stats, error) {
	s.entered <- struct{}{}
	<-ctx.Done()
	return service.Stats{}, ctx.Err()
}

func (s stuck) Search(ctx context.Context, _ search.Request) (search.Response, error) {
	s.entered <- struct{}{}
	<-ctx.Done()
	return search.Response{}, ctx.Err()
}

// stuckServer serves a stuck service. start begins requests from an address and waits until they are under way; ended
// has the statuses of those that ended.
func stuckServer(t *testing.T) (h http.Handler, ended chan int, start func(n int, address, path string)) {
	t.Helper()
	s := stuck{parts{&answers{}, town(t)}, make(chan struct{})}
	srv, err := New(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	h, ended = srv.Handler(), make(chan int, maxRequests)
	return h, ended, func(n int, address, path string) {
		for range n {
			go func() { ended <- from(t, h, address, path).Code }()
			<-s.entered
		}
	}
}

// TestBounded checks that requests beyond the limits are asked to come again, that scans leave
// room for searches, and that requests for monitoring are always answered.
func TestBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, ended, start := stuckServer(t)
		refused := func(path string) bool {
			w := local(t, h, path)
			return w.Code == 503 && w.Header().Get("Retry-After") != "" && strings.Contains(w.Body.String(), "Too much")
		}
		start(maxScans, loopback, "/stats")
		if !refused("/stats") || !refused("/urls") || !refused("/hosts") || refused("/status") {
			t.Error("walks are not bounded on their own")
		}
		start(maxRequests-maxScans, loopback, "/?q=x")
		if !refused("/?q=x") || !refused("/status") || refused("/healthz") || refused("/help") || refused("/metrics") {
			t.Error("requests are not bounded")
		}
		for range maxRequests {
			if code := <-ended; code != 503 {
				t.Errorf("status %d", code)
			}
		}
		if refused("/urls") {
			t.Error("a place stays taken")
		}
	})
}

// TestListsLeaveRoom checks that clients who do not read their lists keep nobody from the pages.
func TestListsLeaveRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		entered, read := make(chan struct{}), make(chan struct{})
		api := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { entered <- struct{}{}; <-read })
		h := serverOf(t, &answers{}, town(t), Options{API: api}).Handler()
		ended := make(chan int)
		for range maxLists {
			go func() { ended <- local(t, h, "/api/v1/urls").Code }()
			<-entered
		}
		for _, path := range []string{"/api/v1/hosts", "/api/v1/robots-history", "/urls.csv", "/broken.csv", "/orphans.csv"} {
			if w := local(t, h, path); w.Code != 503 || w.Header().Get("Retry-After") == "" {
				t.Errorf("%s beside lists that are not read: status %d", path, w.Code)
			}
		}
		for _, path := range []string{"/urls", "/hosts", "/stats"} {
			if w := local(t, h, path); w.Code != 200 {
				t.Errorf("%s beside lists that are not read: status %d", path, w.Code)
			}
		}
		close(read)
		for range maxLists {
			<-ended
		}
		if w := local(t, h, "/urls.csv"); w.Code != 200 {
			t.Errorf("a list after others: status %d", w.Code)
		}
	})
}

// TestReadyHasNoShare checks that monitoring by way of a proxy is answered while its readers have all that one may have.
func TestReadyHasNoShare(t *testing.T) {
	t.Parallel()
	s := serverOf(t, &answers{}, town(t), Options{})
	for range requestsEach {
		s.requests.Take(netip.MustParseAddr("192.0.2.1"))
	}
	has(t, from(t, s.Handler(), "192.0.2.1", "/status"), http.StatusTooManyRequests)
	has(t, from(t, s.Handler(), "192.0.2.1", "/readyz"), http.StatusOK)
}

// loopback is an address from which a proxy may ask for everybody.
const loopback = "127.0.0.1"

// local gets a page from there.
func local(t testing.TB, h http.Handler, target string) *httptest.ResponseRecorder {
	t.Helper()
	return from(t, h, loopback, target)
}

// from gets a page from an address, which may say for whom.
func from(t testing.TB, h http.Handler, address, target string, client ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Header["X-Forwarded-For"] = client
	r.Host, r.RemoteAddr = "127.0.0.1:8080", net.JoinHostPort(address, "1234")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestShares checks that one reader cannot take the places of all others, and is told so; a proxy says who its readers
// are.
func TestShares(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, ended, start := stuckServer(t)
		start(scansEach, "192.0.2.1", "/stats")
		start(requestsEach-scansEach, "192.0.2.1", "/?q=x")
		w := from(t, h, "192.0.2.1", "/?q=x")
		if has(t, w, http.StatusTooManyRequests, "Too much"); w.Header().Get("Retry-After") == "" {
			t.Error("nothing says when to ask again")
		}
		for _, path := range []string{"/", "/status"} {
			has(t, from(t, h, "192.0.2.1", path), http.StatusTooManyRequests)
			has(t, from(t, h, "192.0.2.2", path), http.StatusOK)
		}
		start(scansEach, "192.0.2.2", "/stats")
		has(t, from(t, h, "192.0.2.2", "/stats"), http.StatusServiceUnavailable)
		start(1, "2001:db8::1", "/?q=x")
		has(t, from(t, h, "127.0.0.1", "/status", "192.0.2.1"), http.StatusTooManyRequests)
		has(t, from(t, h, "10.0.0.1", "/status", "10.0.0.2, 192.0.2.1"), http.StatusTooManyRequests)
		has(t, from(t, h, "10.0.0.1", "/status", "192.0.2.1, 10.0.0.2"), http.StatusOK)
		has(t, from(t, h, "198.51.100.1", "/status", "192.0.2.1"), http.StatusOK)
		for range requestsEach + scansEach + 1 {
			if code := <-ended; code != http.StatusServiceUnavailable {
				t.Errorf("status %d", code)
			}
		}
		has(t, from(t, h, "192.0.2.1", "/status"), http.StatusOK)
	})
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	r := town(t)
	r.state = busy()
	h := handler(t, &answers{}, r)
	get(t, h, "/?q=x")
	get(t, h, "/nothing")
	get(t, h, "/why?url=ftp://x")
	do(t, h, "POST", "/", "")
	w := get(t, h, "/metrics")
	has(t, w, 200, `aranea_http_requests_total{route="/{$}",status="200"} 1`, `aranea_http_requests_total{route="/",status="404"} 1`,
		`aranea_http_requests_total{route="/why",status="400"} 1`, `aranea_http_requests_total{route="refused",status="405"} 1`,
		"aranea_search_seconds_count 1", "aranea_folder_up 1", `aranea_urls{state="queued"} 1500`, "aranea_crawl_requests_total 40",
		"aranea_crawl_received_bytes_total 50000", "aranea_documents 20", `aranea_hosts{asked="yes"} 12`, "aranea_hosts_in_trouble 4",
		"aranea_crawl_running 1", "aranea_crawl_requests_per_second 12.34", "aranea_crawl_visits_running 5", "aranea_damaged_files 2", "go_goroutines")
	if ctype := w.Header().Get("Content-Type"); !strings.HasPrefix(ctype, "text/plain; version=0.0.4") {
		t.Errorf("type %s", ctype)
	}
	line := regexp.MustCompile(`^(# (HELP|TYPE) .*|[a-z_:]+(\{[^}]*\}+)? [-+0-9.eInf]+|[a-z_]+\{.*\} [-+0-9.eInf]+)$`)
	for l := range strings.Lines(w.Body.String()) {
		if !line.MatchString(strings.TrimSuffix(l, "\n")) {
			t.Errorf("line %q", l)
		}
	}
	r.err = errDisk
	w = get(t, h, "/metrics")
	has(t, w, 200, "aranea_folder_up 0")
	lacks(t, w, "secret", "aranea_urls{")
}

// hurt is a service whose frontier is damaged.
type hurt struct{ Service }

func (hurt) Explain(context.Context, string) (trail.Trail, error) {
	return trail.Trail{}, &aranea.Error{Op: "read store", Kind: aranea.Corrupt, Obj: "/srv/secret", Err: errDisk}
}

func (h hurt) Hosts(ctx context.Context, _ service.HostFilter) iter.Seq2[service.HostFacts, error] {
	return func(yield func(service.HostFacts, error) bool) {
		_, err := h.Explain(ctx, "")
		yield(service.HostFacts{}, err)
	}
}

// TestDamage checks that a request that fails because of damage shows a page with the damaged
// files and the remedy: a repair if that helps, and nothing that does not help.
func TestDamage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ file, helps, not string }{
		{"frontier/000007.sst", "from a backup", "--repair"},
		{"index/seg-1.pst", "aranea check --repair", "backup"},
	} {
		r := newRecords()
		r.state.Damage = []service.Fault{{File: tt.file, Text: "a part of it differs from its checksum"}}
		srv, err := New(hurt{parts{&answers{}, r}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/why?url=http://a.test/", "/hosts"} {
			w := get(t, srv.Handler(), path)
			has(t, w, 503, "The data folder is damaged", tt.file, "differs from its checksum", tt.helps)
			lacks(t, w, tt.not, "/srv/secret", "input/output")
			checkMarkup(t, path, w.Body.String())
			if w.Header().Get("Retry-After") != "" {
				t.Error("to ask again is no help")
			}
		}
		w := get(t, srv.Handler(), "/status")
		has(t, w, 200, tt.file, tt.helps)
		lacks(t, w, tt.not)
		if told := strings.Contains(w.Body.String(), "Hosts asked"); told != (tt.helps != "from a backup") {
			t.Errorf("%s: numbers of a frontier that was not opened are told: %t", tt.file, told)
		}
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	r := town(t)
	h := handler(t, &answers{}, r)
	has(t, get(t, h, "/healthz"), 200, "ok\n")
	has(t, get(t, h, "/readyz"), 200, "ready\n")
	r.state.Damage = []service.Fault{{File: "frontier/x"}, {File: "index/y", Repaired: true}}
	has(t, get(t, h, "/readyz"), 200, "ready")
	var log bytes.Buffer
	r.state.Damage = []service.Fault{{File: "index/y", Text: "checksum"}}
	h = serverOf(t, &answers{}, r, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}).Handler()
	for range 3 {
		has(t, get(t, h, "/readyz"), 503, "the index is damaged\n")
	}
	if n := strings.Count(log.String(), "index/y"); n != 1 || strings.Count(log.String(), "\n") != 1 {
		t.Errorf("the log: %s", &log)
	}
	has(t, get(t, handler(t, broken{errDisk}, town(t)), "/readyz"), 503, "the index cannot be read")
	has(t, get(t, handler(t, broken{&aranea.Error{Kind: aranea.Limit}}, town(t)), "/readyz"), 200, "ready")
	r.err = errDisk
	has(t, get(t, h, "/readyz"), 503, "does not answer")
	has(t, get(t, h, "/healthz"), 200, "ok")
}

// TestMonitored checks that who watches a node of a cluster is told of the node, while its pages are about
// all nodes.
func TestMonitored(t *testing.T) {
	t.Parallel()
	all, own := town(t), town(t)
	all.state.Docs, own.state.Docs = 700, 7
	h := serverOf(t, &answers{}, all, Options{Monitored: parts{&answers{}, own}}).Handler()
	has(t, get(t, h, "/metrics"), 200, "\naranea_documents 7\n")
	has(t, get(t, h, "/status"), 200, "700")
	all.err = errDisk // other nodes are away
	has(t, get(t, h, "/readyz"), 200, "ready")
	own.state.Damage = []service.Fault{{File: "index/y", Text: "checksum"}}
	has(t, get(t, h, "/readyz"), 503, "the index is damaged\n")
}

// TestMonitoring checks that those who watch a server get its metrics also where the pages are for
// searchers alone, with what these asked for, and nothing else.
func TestMonitoring(t *testing.T) {
	t.Parallel()
	s := serverOf(t, &answers{}, town(t), Options{SearchOnly: true, Path: "/search/"})
	has(t, get(t, s.Handler(), "/search/?q=x"), 200, "")
	has(t, get(t, s.Handler(), "/metrics"), 404, "")
	h := s.Monitoring()
	has(t, get(t, h, "/metrics"), 200, `aranea_http_requests_total{route="/{$}",status="200"} 1`)
	has(t, get(t, h, "/healthz"), 200, "ok\n")
	has(t, get(t, h, "/readyz"), 200, "ready\n")
	for _, path := range []string{"/", "/status", "/urls", "/api/v1/search?q=x", "/search/"} {
		has(t, get(t, h, path), 404, "")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://rebound.example/metrics", nil))
	has(t, w, 421, "")
}

// TestMonitoringIsServed checks that both listeners answer until the server ends.
func TestMonitoringIsServed(t *testing.T) {
	t.Parallel()
	s := serverOf(t, &answers{}, town(t), Options{SearchOnly: true})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.ServeMonitoring(ctx, l) }()
	resp, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", resp, err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Error(err)
	}
	end()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestRequestLog checks that requests are logged at debug level, without their query.
func TestRequestLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := serverOf(t, &answers{}, nil, Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}).Handler()
	get(t, h, "/?q=private")
	if got := log.String(); !strings.Contains(got, "level=DEBUG msg=request method=GET route=/{$} status=200 took=") || strings.Contains(got, "private") {
		t.Errorf("%s", got)
	}
}

// TestAPI checks that API calls are passed on, and that internal errors are reported without
// their details.
func TestAPI(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch strings.TrimPrefix(r.URL.Path, apiRoot) {
		case "search":
			fmt.Fprint(w, "good")
		case "why":
			problem(w, http.StatusBadRequest, "q is missing")
		case "docs":
			problem(w, http.StatusServiceUnavailable, "busy")
		case "explain":
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, `{"detail":"open /srv/secret","kind":"corrupt"}`+strings.Repeat(" ", response.MaxProblem))
		default:
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, "/srv/secret")
		}
	})
	h := serverOf(t, &answers{}, nil, Options{API: api, Logger: slog.New(slog.NewTextHandler(&log, nil))}).Handler()
	has(t, get(t, h, "/api/v1/search"), 200, "good")
	has(t, get(t, h, "/api/v1/why"), 400, "q is missing")
	has(t, get(t, h, "/api/v1/docs"), 503, "busy")
	w := get(t, h, "/api/v1/explain")
	has(t, w, 500, "aranea check")
	lacks(t, w, "secret")
	w = get(t, h, "/api/v1/urls")
	has(t, w, 500, "cannot be read")
	lacks(t, w, "secret")
	for _, closed := range []string{"documents", "crawl", "", "search/", "status/x"} {
		has(t, get(t, h, "/api/v1/"+closed), 404, "no such page")
	}
	r := town(t)
	r.state = busy()
	w = get(t, serverOf(t, &answers{}, r, Options{API: api}).Handler(), "/api/v1/status")
	has(t, w, 200, `"version":"1.2.3"`, `"hosts_known":3400`, `"requests_per_second":12.34`)
	lacks(t, w, "secret", "4711")
	if n := strings.Count(log.String(), "secret"); n != 2 {
		t.Errorf("the log: %s", &log)
	}
	has(t, get(t, handler(t, &answers{}, nil), "/api/v1/search"), 404, "no such page")
}
