package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestNearCopies: of two pages with nearly the same text both are in the index,
// each trail names the other one (DUP.NEAR), and a search shows one of them.
func TestNearCopies(t *testing.T) {
	t.Parallel()
	var words strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&words, "word%d ", i*i%9973)
	}
	mux := http.NewServeMux()
	for path, text := range map[string]string{
		"/{$}": "<a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a>", "/a": "on monday " + words.String(), "/b": "on tuesday " + words.String(),
		"/c": "on monday " + strings.ToUpper(strings.ReplaceAll(words.String(), "word", "term")),
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html lang=en><p>"+text) })
	}
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	site, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), siteSettings(site), nil); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a": "b", "b": "a", "c": ""} {
		trail, err := e.Explain(t.Context(), srv.URL+"/"+path)
		if err != nil || !trail.In {
			t.Fatalf("%s: in %t, %v", path, trail.In, err)
		}
		i := slices.IndexFunc(trail.Facts, func(f Fact) bool { return strings.Contains(f.Text, "(DUP.NEAR, ") })
		switch {
		case want == "" && i >= 0, want != "" && i < 0:
			t.Errorf("%s: %+v", path, trail.Facts)
		case want != "" && trail.Facts[i].URL != srv.URL+"/"+want:
			t.Errorf("%s is near to %s", path, trail.Facts[i].URL)
		}
	}
	for copies, want := range map[bool]string{false: "1 and 1", true: "2 and 0"} {
		r, err := e.Search(t.Context(), search.Request{Query: "word4", Copies: copies})
		if got := fmt.Sprint(len(r.Results), " and ", r.Copies); err != nil || got != want {
			t.Errorf("copies %t: %s, %v", copies, got, err)
		}
	}
}
