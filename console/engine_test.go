package console

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/admission"
)

// Guard lines: every owner of a folder implements Service.
var (
	_ Service = (*engine.Engine)(nil)
	_ Service = (*api.Client)(nil)
	_ Service = (*session.Session)(nil)
)

// TestOverAnEngine requests every page and the API of a real, empty data folder.
func TestOverAnEngine(t *testing.T) {
	t.Parallel()
	e, err := engine.Open(context.Background(), t.TempDir()+"/data", engine.Options{Create: true, Version: "9.9"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	srv, err := New(e, Options{API: api.Reading(e), Begin: "aranea crawl --data d"})
	if err != nil {
		t.Fatal(err)
	}
	h := srv.Handler()
	for path, want := range map[string]string{
		"/": "There are no pages in the index yet. Crawl a site first:</p>\n<pre class=\"begin\"><code>aranea crawl --data d</code>", "/?q=x": "Nothing found", "/status": "No crawl is under way.", "/stats": "0 URLs known",
		"/urls": "No URL meets all filters.", "/urls?reason=ROBOTS&state=queued&status=200&since=2026-01-01&prefix=http://a": "No URL meets",
		"/hosts": "No host meets all filters.", "/hosts?list=known&sort=name&name=a": "No host meets", "/why?url=http://a.test/": "not known",
		"/robots?url=http://a.test/": "is stored", "/readyz": "ready", "/metrics": "aranea_folder_up 1", "/urls.csv": "url,kind",
		"/api/v1/search?q=x": `"results":[]`, "/api/v1/search?q=x&limit=3": `"results":[]`, "/api/v1/stats": `"urls":0`, "/api/v1/urls?reason=ROBOTS": `{"end":true}`, "/api/v1/status": `"version":"9.9"`,
		"/api/v1/docs": `{"docs":0}`, "/api/v1/hosts": `{"end":true}`, "/api/v1/explain?url=a.test": `"known":false`,
	} {
		has(t, get(t, h, path), 200, want)
	}
	for path, code := range map[string]int{
		"/hosts?origin=http://a.test": 404, "/api/v1/search": 400, "/api/v1/search?q=x&limit=1000": 400, "/api/v1/host?origin=http://a.test": 404, "/api/v1/urls?reason=NONSENSE": 400,
		"/api/v1/explain?url=ftp://a": 400, "/api/v1/documents": 404, "/api/v1/crawl": 404, "/api/v1/none": 404, "/why?url=ftp://a": 400,
	} {
		w := get(t, h, path)
		if w.Code != code {
			t.Errorf("%s: status %d, want %d", path, w.Code, code)
		}
		if path[:5] == "/api/" && (w.Header().Get("Content-Type") != "application/problem+json" || !json.Valid(w.Body.Bytes())) {
			t.Errorf("%s: %s %s", path, w.Header().Get("Content-Type"), w.Body)
		}
	}
	has(t, get(t, h, "/metrics"), 200, `aranea_http_requests_total{route="/api/v1/search",status="200"} 2`)
}

// TestAPIOfDearSearches checks that the response to a search that costs too much says that
// waiting does not help.
func TestAPIOfDearSearches(t *testing.T) {
	t.Parallel()
	dear := broken{&aranea.Error{Op: "search", Kind: aranea.Limit, Err: admission.ErrDear}}
	w := get(t, serverOf(t, dear, nil, Options{API: api.Reading(searching{nil, dear})}).Handler(), "/api/v1/search?q=x")
	if has(t, w, 422); w.Header().Get("Retry-After") != "" {
		t.Error("it is asked to come again")
	}
}

// searching is an engine's service of which only the searcher is used.
type searching struct {
	service.Service
	searcher Searcher
}

func (s searching) Search(ctx context.Context, r search.Request) (search.Response, error) {
	return s.searcher.Search(ctx, r)
}

// TestDescriptionOfTheConsole checks that the console answers each call in its description, and
// describes each call that it answers.
func TestDescriptionOfTheConsole(t *testing.T) {
	t.Parallel()
	h := serverOf(t, searching{}, nil, Options{API: http.NotFoundHandler()}).Handler()
	w := get(t, h, "/api/v1/openapi.json")
	var d struct{ Paths map[string]any }
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%v\n%s", err, w.Body)
	}
	for name := range openAPI {
		if d.Paths[apiRoot+name] == nil {
			t.Errorf("%s is not described", name)
		}
	}
	if d.Paths[apiRoot+"status"] == nil || len(d.Paths) != len(openAPI)+1 || d.Paths[apiRoot+"documents"] != nil {
		t.Errorf("described are %v", d.Paths)
	}
}

// TestDescriptionTellsWhere checks that programs that go by the description find the calls where
// the pages are.
func TestDescriptionTellsWhere(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"": "", "/search/": "/search"} {
		h := serverOf(t, searching{}, nil, Options{API: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }), Path: path}).Handler()
		for _, at := range []string{want, ""} { // as a proxy passes it on that takes the path away
			var d struct{ Servers []struct{ URL string } }
			if err := json.Unmarshal(get(t, h, at+"/api/v1/openapi.json").Body.Bytes(), &d); err != nil {
				t.Fatal(err)
			}
			server := ""
			if len(d.Servers) > 0 {
				server = d.Servers[0].URL
			}
			if w := get(t, h, server+"/api/v1/search?q=x"); server != want || w.Code != http.StatusTeapot {
				t.Errorf("%q: servers %v, where a call is answered with %d", path, d.Servers, w.Code)
			}
		}
	}
}

// TestDescribedFailures checks that what the console answers in place of the API when too much is
// asked at once is described.
func TestDescribedFailures(t *testing.T) {
	t.Parallel()
	s := serverOf(t, searching{}, nil, Options{API: http.NotFoundHandler()})
	h := s.Handler()
	var d struct {
		Paths      map[string]map[string]struct{ Responses map[string]any }
		Components struct {
			Responses map[string]struct{ Headers map[string]any }
			Schemas   map[string]struct {
				Required   []string
				Properties map[string]any
			}
		}
	}
	if err := json.Unmarshal(get(t, h, "/api/v1/openapi.json").Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	for range maxRequests - 1 {
		s.requests.Take(netip.Addr{})
	}
	for range maxScans {
		s.scans.Take(netip.Addr{})
	}
	for path, methods := range d.Paths {
		busy := openAPI[strings.TrimPrefix(path, apiRoot)] || isStreamed(strings.TrimPrefix(path, apiRoot))
		for _, status := range []string{"400", "429", "503"} {
			if methods["get"].Responses[status] == nil {
				t.Errorf("%s: %s is not described", path, status)
			}
		}
		if !busy {
			continue
		}
		w := get(t, h, path)
		var body map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || d.Components.Responses["ServiceUnavailable"].Headers["Retry-After"] == nil {
			t.Errorf("%s: status %d, %v: %s", path, w.Code, err, w.Body)
		}
		for _, name := range d.Components.Schemas["Problem"].Required {
			if body[name] == nil {
				t.Errorf("%s: %s is missing in %v", path, name, body)
			}
		}
		for name := range body {
			if d.Components.Schemas["Problem"].Properties[name] == nil {
				t.Errorf("%s: %s is not described", path, name)
			}
		}
	}
}
