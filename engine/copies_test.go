package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
)

// crawled serves pages by path, as patterns of net/http, and crawls them. It returns the engine
// and the origin of the pages.
func crawled(t *testing.T, pages map[string]string) (*Engine, string) {
	t.Helper()
	mux := http.NewServeMux()
	for path, text := range pages {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html lang=en><p>"+text) })
	}
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), servicetest.Settings(parsed(t, srv.URL+"/")), nil); err != nil {
		t.Fatal(err)
	}
	return e, srv.URL
}

// TestRemovedOriginal checks that, when the operator removes the indexed one of two pages with
// the same text, the other one is queued, its trail says why, and the next crawl indexes it.
func TestRemovedOriginal(t *testing.T) {
	t.Parallel()
	e, site := crawled(t, map[string]string{"/{$}": "<a href=/a>a</a> <a href=/b>b</a>", "/a": "the very same text", "/b": "the very same text"})
	explain := func(url string) trail.Trail {
		told, err := e.Explain(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		return told
	}
	original, other := site+"/a", site+"/b"
	if explain(other).In {
		original, other = other, original
	}
	if told := explain(other); told.In || told.Reason != "DUP.EXACT" {
		t.Fatalf("the copy: %+v", told)
	}
	if r, err := e.Remove(t.Context(), service.Removal{Target: original}); err != nil || r.Documents != 1 {
		t.Fatalf("removed: %+v, %v", r, err)
	}
	if told := explain(other); !slices.ContainsFunc(told.Events, func(e trail.Event) bool { return e.Text == replacement.Why }) {
		t.Errorf("the copy was not queued: %+v", told.Events)
	}
	if _, err := e.Crawl(t.Context(), servicetest.Settings(parsed(t, site+"/")), nil); err != nil {
		t.Fatal(err)
	}
	if !explain(other).In || explain(original).In {
		t.Errorf("in the end: %+v, %+v", explain(other), explain(original))
	}
}

// TestManyRemovedOriginals checks that copies take the places of all pages that one removal takes out, also
// if these are more than are remembered at once.
func TestManyRemovedOriginals(t *testing.T) {
	t.Parallel()
	const n = replacement.MaxGone + 200
	var links strings.Builder
	for i := range 2 * n { // without digits, for programs make these
		name := strings.Map(func(r rune) rune { return r - '0' + 'a' }, strconv.Itoa(i%n))
		fmt.Fprintf(&links, "<a href=/%c/%s>x</a> ", 'a'+rune(i/n), name)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, links.String()) })
	mux.HandleFunc("/{folder}/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<p>the very same text, that of %s", r.PathValue("name"))
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	crawl := func() uint64 {
		if _, err := e.Crawl(t.Context(), servicetest.Settings(parsed(t, srv.URL+"/")), nil); err != nil {
			t.Fatal(err)
		}
		r, err := e.Search(t.Context(), search.Request{Query: "very same text"})
		if err != nil {
			t.Fatal(err)
		}
		return uint64(r.Total)
	}
	if got := crawl(); got != n {
		t.Fatalf("%d of %d texts are in the index", got, n)
	}
	r, err := e.Remove(t.Context(), service.Removal{Target: srv.URL + "/a/*"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Documents <= replacement.MaxGone {
		t.Fatalf("the removal took out %d documents only", r.Documents)
	}
	if got := crawl(); got != n {
		t.Errorf("after a removal of %d, %d of %d texts are in the index", r.Documents, got, n)
	}
}

// TestLinksToCopies checks that links to a copy of a page count as links to the page.
func TestLinksToCopies(t *testing.T) {
	t.Parallel()
	e, site := crawled(t, map[string]string{
		"/{$}": "all about moths <a href=/page>more</a> <a href=/next>next</a> <a href=/index.html>home</a>", "/page": "the very same text", "/next": "a link <a href=/index.html>home</a>",
		"/index.html": "all about moths <a href=/page>more</a> <a href=/next>next</a> <a href=/index.html>home</a>",
	})
	r, err := e.Search(t.Context(), search.Request{Query: "link:" + site + "/"})
	if err != nil || r.Total != 1 || r.Results[0].URL.String() != site+"/next" {
		t.Errorf("%d pages link to the start page: %+v, %v", r.Total, r.Results, err)
	}
}

// TestNearCopies checks that two pages with nearly the same text are both indexed, that each
// trail names the other page (DUP.NEAR), and that a search shows one of them.
func TestNearCopies(t *testing.T) {
	t.Parallel()
	var words strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&words, "word%d ", i*i%9973)
	}
	e, site := crawled(t, map[string]string{
		"/{$}": "<a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a>", "/a": "on monday " + words.String(), "/b": "on tuesday " + words.String(),
		"/c": "on monday " + strings.ToUpper(strings.ReplaceAll(words.String(), "word", "term")),
	})
	for path, want := range map[string]string{"a": "b", "b": "a", "c": ""} {
		told, err := e.Explain(t.Context(), site+"/"+path)
		if err != nil || !told.In {
			t.Fatalf("%s: in %t, %v", path, told.In, err)
		}
		i := slices.IndexFunc(told.Facts, func(f trail.Fact) bool { return strings.Contains(f.Text, "(DUP.NEAR, ") })
		switch {
		case want == "" && i >= 0, want != "" && i < 0:
			t.Errorf("%s: %+v", path, told.Facts)
		case want != "" && told.Facts[i].URL != site+"/"+want:
			t.Errorf("%s is near to %s", path, told.Facts[i].URL)
		}
	}
	for copies, want := range map[bool]string{false: "1 and 1", true: "2 and 0"} {
		r, err := e.Search(t.Context(), search.Request{Query: "word4", Copies: copies})
		if got := fmt.Sprint(len(r.Results), " and ", r.Copies); err != nil || got != want {
			t.Errorf("copies %t: %s, %v", copies, got, err)
		}
	}
}
