package console

import (
	"context"
	"errors"
	"fmt"
	"html"
	"iter"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// Guard lines: the parts fit.
var (
	_ Searcher = (*search.Searcher)(nil)
	_ Sites    = (*frontier.Frontier)(nil)
	_ Sites    = (*records)(nil)
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func parse(t testing.TB, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A doc is a page of a test: its URL and its HTML.
type doc struct{ url, body string }

// plain makes a doc of plain text.
func plain(url, title, text string) doc {
	return doc{url, "<title>" + html.EscapeString(title) + "</title><p>" + html.EscapeString(text)}
}

// indexOf puts docs through extraction into an index and returns a searcher.
func indexOf(t testing.TB, docs ...doc) *search.Searcher {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{FlushAfter: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	e := extract.New(extract.Limits{})
	var changes []aranea.IndexChange
	for _, d := range docs {
		u := parse(t, d.url)
		page := e.Extract(extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(d.body)})
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: noon, Page: &page, Snippet: true})
	}
	if err := x.Apply(context.Background(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	return search.New(x, func() time.Time { return noon }, search.Options{})
}

// records are Sites in memory.
type records struct {
	entries map[weburl.ID]aranea.Entry
	trails  map[weburl.ID][]aranea.Event
	hosts   map[weburl.Origin]aranea.Host
	robots  map[weburl.Origin]acquire.Copy
	err     error
}

func newRecords() *records {
	return &records{
		entries: map[weburl.ID]aranea.Entry{}, trails: map[weburl.ID][]aranea.Event{},
		hosts: map[weburl.Origin]aranea.Host{}, robots: map[weburl.Origin]acquire.Copy{},
	}
}

func (r *records) put(e aranea.Entry, events ...aranea.Event) {
	r.entries[e.URL.ID()], r.trails[e.URL.ID()] = e, events
}

func (r *records) Hosts() iter.Seq2[aranea.Host, error] {
	return func(yield func(aranea.Host, error) bool) {
		if r.err != nil {
			yield(aranea.Host{}, r.err)
			return
		}
		for _, o := range slices.Sorted(maps.Keys(r.hosts)) {
			if !yield(r.hosts[o], nil) {
				return
			}
		}
	}
}

func (r *records) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, ok := r.entries[id]
	return e, ok, r.err
}

func (r *records) Trail(id weburl.ID) ([]aranea.Event, error) { return r.trails[id], r.err }

func (r *records) Host(o weburl.Origin) (aranea.Host, bool, error) {
	h, ok := r.hosts[o]
	return h, ok, r.err
}

func (r *records) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	c, ok := r.robots[o]
	return c, ok, r.err
}

// broken is a searcher that cannot search.
type broken struct{ err error }

func (b broken) Search(context.Context, search.Request) (search.Response, error) {
	return search.Response{}, b.err
}
func (b broken) Docs() (int, error) { return 0, b.err }

// answers is a searcher with one answer; it keeps the last request.
type answers struct {
	response search.Response
	asked    search.Request
}

func (a *answers) Search(_ context.Context, r search.Request) (search.Response, error) {
	a.asked = r
	return a.response, nil
}
func (a *answers) Docs() (int, error) { return a.response.Total, nil }

// results returns n results, as those of a page.
func results(t testing.TB, n int) []search.Result {
	var out []search.Result
	for i := range n {
		out = append(out, search.Result{URL: parse(t, fmt.Sprintf("http://a.test/%d", i)), Title: "A title", FetchedAt: noon})
	}
	return out
}

func handler(t testing.TB, s Searcher, sites Sites, hosts ...string) http.Handler {
	t.Helper()
	srv, err := New(s, sites, Options{Hosts: hosts, Try: []string{"a <b> & c"}})
	if err != nil {
		t.Fatal(err)
	}
	return srv.Handler()
}

// get asks for a path under a loopback name.
func get(t testing.TB, h http.Handler, target string) *httptest.ResponseRecorder {
	t.Helper()
	return do(t, h, http.MethodGet, target, "")
}

func do(t testing.TB, h http.Handler, method, target, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "127.0.0.1:8080"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// has checks the status and that the answer holds all texts.
func has(t testing.TB, w *httptest.ResponseRecorder, code int, texts ...string) {
	t.Helper()
	if w.Code != code {
		t.Errorf("status %d, want %d", w.Code, code)
	}
	for _, text := range texts {
		if !strings.Contains(w.Body.String(), text) {
			t.Errorf("the answer lacks %q:\n%s", text, w.Body)
		}
	}
}

// lacks checks that the answer holds none of the texts.
func lacks(t testing.TB, w *httptest.ResponseRecorder, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(w.Body.String(), text) {
			t.Errorf("the answer holds %q:\n%s", text, w.Body)
		}
	}
}

var errDisk = errors.New("open /srv/secret/index: input/output error")
