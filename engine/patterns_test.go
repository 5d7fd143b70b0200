package engine

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/weburl"
)

// TestCopiesTakeOver checks that a copy takes the place of a page that patterns take out of the index,
// as in a folder that began with these patterns.
func TestCopiesTakeOver(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, "<title>Start</title><p>Two ways lead to one text. <a href=/a>one</a> <a href=/b>two</a>")
		case "/a", "/b":
			fmt.Fprint(w, "<title>Copy</title><p>The spider weaves a web between two branches.")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	for name, set := range map[string]func(*service.Settings, []string){
		"exclude":     func(s *service.Settings, p []string) { s.Exclude = p },
		"follow only": func(s *service.Settings, p []string) { s.FollowOnly = p },
	} {
		s := servicetest.Settings(weburl.MustParse(srv.URL + "/"))
		e := openEngine(t, filepath.Join(t.TempDir(), "data"))
		indexed := func() (paths []string) {
			t.Helper()
			if _, err := e.Crawl(t.Context(), s, nil); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{"/", "/a", "/b"} {
				if x, _, err := e.frontier.Entry(weburl.MustParse(srv.URL + path)); err != nil || x.Reason == aranea.IndexAdded {
					paths = append(paths, path)
				}
			}
			return paths
		}
		before := indexed()
		if len(before) != 2 {
			t.Fatalf("%s: %q are in the index, want the start and one of the copies", name, before)
		}
		other := map[string]string{"/a": "/b", "/b": "/a"}[before[1]]
		set(&s, []string{before[1] + "$"})
		if got := indexed(); !slices.Equal(got, []string{"/", other}) {
			t.Errorf("%s: without %s there are %q, want its copy", name, before[1], got)
		}
	}
}
