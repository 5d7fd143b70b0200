package console

import (
	"cmp"
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
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
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

// plain returns a doc with plain text.
func plain(url, title, text string) doc {
	return doc{url, "<title>" + html.EscapeString(title) + "</title><p>" + html.EscapeString(text)}
}

// indexOf extracts and indexes docs and returns a searcher for them.
func indexOf(t testing.TB, docs ...doc) Searcher {
	t.Helper()
	var changes []aranea.IndexChange
	for _, d := range docs {
		changes = append(changes, putOf(t, d))
	}
	return searcherOf(t, changes)
}

// putOf returns the change that indexes a doc.
func putOf(t testing.TB, d doc) aranea.IndexChange {
	t.Helper()
	u := parse(t, d.url)
	page, _ := extract.New(extract.Limits{}).Extract(t.Context(), extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(d.body)})
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: noon, Page: &page, Snippet: true}
}

// searcherOf returns a searcher for what changes put into an index.
func searcherOf(t testing.TB, changes []aranea.IndexChange) Searcher {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := x.Apply(context.Background(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	return search.New(x, func() time.Time { return noon }, search.Options{})
}

// records are facts about URLs and hosts, in memory.
type records struct {
	templates map[string][]zone.Template
	trails    map[string]trail.Trail
	hosts     map[weburl.Origin]service.HostFacts
	history   map[weburl.Origin][]service.RobotsCopy
	urls      []service.URLFacts
	checked   []linkcheck.Link
	orphans   []linkcheck.Orphan
	faults    []linkcheck.Fault
	links     []linkgraph.Link
	stats     service.Stats
	state     service.Status
	identity  service.Identity
	err       error
	countErr  error // of the count of unchecked links
}

func newRecords() *records {
	return &records{
		trails: map[string]trail.Trail{}, hosts: map[weburl.Origin]service.HostFacts{}, history: map[weburl.Origin][]service.RobotsCopy{},
		state: service.Status{Version: "0.0", Since: noon},
	}
}

func (r *records) Explain(_ context.Context, text string) (trail.Trail, error) {
	u, err := weburl.Parse(text)
	if err != nil {
		return trail.Trail{}, &aranea.Error{Op: "explain", Kind: aranea.Invalid, Err: err}
	}
	t, ok := r.trails[u.String()]
	if !ok {
		t = trail.Trail{URL: u.String(), State: "unknown", Reason: "NONE", Sentence: "This URL is not known."}
	}
	return t, r.err
}

func (r *records) Host(_ context.Context, o weburl.Origin) (service.HostFacts, error) {
	h, ok := r.hosts[o]
	if !ok && r.err == nil {
		return h, &aranea.Error{Op: "host", Kind: aranea.NotFound}
	}
	return h, r.err
}

func (r *records) RobotsHistory(_ context.Context, o weburl.Origin) iter.Seq2[service.RobotsCopy, error] {
	return stream(slices.Values(r.history[o]), r.err)
}

func (r *records) Templates(_ context.Context, host string) iter.Seq2[zone.Template, error] {
	return stream(slices.Values(r.templates[host]), r.err)
}

func (r *records) Inlinks(_ context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return linkgraph.Inlinks{URL: u, Pages: len(r.links), Hosts: 1, Sites: 1}, r.err
}

func (r *records) Links(_ context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return stream(slices.Values(r.links[min(f.Offset, len(r.links)):]), r.err)
}

func (r *records) CheckedLinks(_ context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error] {
	return stream(func(yield func(linkcheck.Link) bool) {
		for _, l := range r.checked[min(f.Offset, len(r.checked)):] {
			if (f.Host == "" || l.From.Host() == f.Host) && f.Moved == l.Permanent && !yield(l) {
				return
			}
		}
	}, r.err)
}

func (r *records) OrphanPages(_ context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error] {
	return stream(func(yield func(linkcheck.Orphan) bool) {
		for _, o := range r.orphans[min(f.Offset, len(r.orphans)):] {
			if (f.Host == "" || o.URL.Host() == f.Host) && !yield(o) {
				return
			}
		}
	}, r.err)
}

func (r *records) Faults(_ context.Context, f linkcheck.FaultFilter) iter.Seq2[linkcheck.Fault, error] {
	n := linkcheck.FaultCounts{Sitemaps: 1, Pages: 60, Faults: map[string]int{}, Unchecked: 2}
	var all []linkcheck.Fault
	for _, x := range r.faults {
		if n.Faults[x.Fault]++; f.Check.Has(x.Fault) && (f.Host == "" || x.URL.Host() == f.Host) && f.Selects(x.Fault) {
			all = append(all, x)
		}
	}
	all = all[min(f.Offset, len(all)):]
	all = slices.Clip(all[:min(cmp.Or(f.Limit, len(all)), len(all))])
	switch {
	case f.WithCounts && r.countErr != nil:
		return func(yield func(linkcheck.Fault, error) bool) {
			stream(slices.Values(all), nil)(yield)
			yield(linkcheck.Fault{}, r.countErr)
		}
	case f.WithCounts:
		all = append(all, linkcheck.Fault{Counts: &n})
	}
	return stream(slices.Values(all), r.err)
}

func (r *records) UncheckedLinks(context.Context, string) (linkcheck.Unchecked, error) {
	return linkcheck.Unchecked{URLs: 3, Outside: 2, Denied: 1}, cmp.Or(r.countErr, r.err)
}

func (r *records) Hosts(_ context.Context, f service.HostFilter) iter.Seq2[service.HostFacts, error] {
	return stream(func(yield func(service.HostFacts) bool) {
		n := 0
		for _, o := range slices.Sorted(maps.Keys(r.hosts)) {
			h := r.hosts[o]
			if f.Asked && !h.Asked || f.Known && h.Asked || !strings.Contains(string(o), f.Name) {
				continue
			}
			if n++; n > f.Offset && (f.Limit == 0 || n <= f.Offset+f.Limit) && !yield(h) {
				return
			}
		}
	}, r.err)
}

func (r *records) URLs(_ context.Context, f service.URLFilter) iter.Seq2[service.URLFacts, error] {
	return stream(func(yield func(service.URLFacts) bool) {
		n := 0
		for _, u := range r.urls {
			if f.Reason != "" && !strings.HasPrefix(u.Reason, f.Reason) || f.State != "" && u.State != f.State && (f.State != indexed || !u.Indexed) ||
				!f.Status.Has(u.Status) || !strings.HasPrefix(u.URL, f.Prefix) || u.Visited.Before(f.Since) ||
				f.Host != "" && !strings.HasPrefix(u.URL, f.Host+"/") {
				continue
			}
			if n++; n > f.Offset && (f.Limit == 0 || n <= f.Offset+f.Limit) && !yield(u) {
				return
			}
		}
	}, r.err)
}

func (r *records) Stats(context.Context) (service.Stats, error) { return r.stats, r.err }
func (r *records) Prove(_ context.Context, p service.Proof) (service.Proven, error) {
	return service.Proven{Holds: p.Label == "wiki" && p.User == "me" && p.Password == "my"}, r.err
}
func (r *records) Notify(_ context.Context, n indexnow.Notice) (indexnow.Received, error) {
	switch n.Key {
	case "denied":
		return indexnow.Received{}, &indexnow.Refusal{Why: &aranea.Error{Kind: aranea.Denied, Err: errors.New("no key")}}
	case "limit":
		return indexnow.Received{}, &indexnow.Refusal{Why: &aranea.Error{Kind: aranea.Limit, Err: errors.New("too many")}}
	case "settings":
		return indexnow.Received{}, &aranea.Error{Kind: aranea.Invalid}
	case "0123-wait":
		return indexnow.Received{Waiting: 1}, nil
	}
	if _, err := n.Claim(); err != nil {
		return indexnow.Received{}, err
	}
	return indexnow.Received{New: len(n.URLs)}, nil
}
func (r *records) Identity(context.Context) (service.Identity, error) { return r.identity, r.err }

func (r *records) Status(context.Context) (service.Status, error) { return r.state, r.err }

// stream yields values, or an error instead.
func stream[T any](values iter.Seq[T], err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		for v := range values {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// broken is a searcher that fails.
type broken struct{ err error }

func (b broken) Search(context.Context, search.Request) (search.Response, error) {
	return search.Response{}, b.err
}
func (b broken) Complete(context.Context, search.Request) (search.Completions, error) {
	return search.Completions{}, b.err
}
func (b broken) Docs(context.Context) (int, error) { return 0, b.err }
func (b broken) Why(context.Context, search.Request, weburl.URL) (search.Explanation, error) {
	return search.Explanation{}, b.err
}

// answers is a searcher with one response; it keeps the last request.
type answers struct {
	response    search.Response
	explanation search.Explanation
	completions search.Completions
	asked       search.Request
}

func (a *answers) Search(_ context.Context, r search.Request) (search.Response, error) {
	if r.Limit > 1 || r.Values != nil { // other requests only count
		a.asked = r
	}
	out := a.response
	out.First = cmp.Or(out.First, r.Offset+1)
	return out, nil
}
func (a *answers) Complete(_ context.Context, r search.Request) (search.Completions, error) {
	a.asked = r
	return a.completions, nil
}
func (a *answers) Docs(context.Context) (int, error) { return a.response.Total, nil }
func (a *answers) Why(_ context.Context, r search.Request, _ weburl.URL) (search.Explanation, error) {
	a.asked = r
	return a.explanation, nil
}

// answersOf returns n results, like those of one page.
func answersOf(t testing.TB, n int) []search.Result {
	var out []search.Result
	for i := range n {
		out = append(out, search.Result{URL: parse(t, fmt.Sprintf("http://a.test/%d", i)), Title: "A title", FetchedAt: noon})
	}
	return out
}

// parts is a service that consists of a searcher and records.
type parts struct {
	Searcher
	*records
}

// serverOf returns a server with a searcher and records; nil means none.
func serverOf(t testing.TB, s Searcher, r *records, opt Options) *Server {
	t.Helper()
	if r == nil {
		r = newRecords()
	}
	srv, err := New(parts{s, r}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func handler(t testing.TB, s Searcher, r *records, hosts ...string) http.Handler {
	t.Helper()
	return serverOf(t, s, r, Options{Hosts: hosts, Try: []string{"a <b> & c"}}).Handler()
}

// get requests a path under a loopback name.
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

// has checks the status and that the response contains all texts.
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

// lacks checks that the response contains none of the texts.
func lacks(t testing.TB, w *httptest.ResponseRecorder, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(w.Body.String(), text) {
			t.Errorf("the answer holds %q:\n%s", text, w.Body)
		}
	}
}

var errDisk = errors.New("open /srv/secret/index: input/output error")

// getIn requests a page like a browser with the given preferred languages.
func getIn(t testing.TB, h http.Handler, target, langs string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Host = "127.0.0.1:8080"
	r.Header.Set("Accept-Language", langs)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
