package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// TestDamageMetWhileRanking checks that damage found only by the ranking at the end of a crawl
// is the error of the crawl, and that other errors of the ranking are not.
func TestDamageMetWhileRanking(t *testing.T) {
	t.Parallel()
	damage := &aranea.Error{Op: "read frontier", Kind: aranea.Corrupt, Err: &store.FileDamage{Name: "frontier/000154.sst", Text: "a checksum is wrong"}}
	for name, c := range map[string]struct{ met, want error }{
		"damage": {damage, damage},
		"other":  {errors.New("met"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := openEngine(t, filepath.Join(t.TempDir(), "data"))
			failRanking(t, e, c.met)
			if _, err := e.Crawl(t.Context(), servicetest.Settings(servicetest.NewSite(t)), nil); !errors.Is(err, c.want) {
				t.Errorf("the crawl ends with %v, want %v", err, c.want)
			}
		})
	}
}

// failRanking makes every ranking of e fail with err.
func failRanking(t *testing.T, e *Engine, err error) {
	t.Helper()
	if err := e.ranker.Close(); err != nil {
		t.Fatal(err)
	}
	var openErr error
	e.ranker, openErr = ranking.Open(t.Context(), ranking.Options{
		AnchorsDir: e.folder.AnchorsDir(), RankDir: e.folder.RankDir(),
		BufferBytes: memory.Of(e.opt.Memory).Anchors, Graph: e.graph, Pages: e.index, Mirrors: e.learner.Mirrors, Still: e.atRest, Logger: e.opt.Logger,
		Known: func(context.Context) iter.Seq2[linkgraph.Known, error] {
			return func(yield func(linkgraph.Known, error) bool) { yield(linkgraph.Known{}, err) }
		},
		Standing: func(weburl.URL) (linkgraph.Standing, error) { return linkgraph.Unlisted, err },
	})
	if openErr != nil {
		t.Fatal(openErr)
	}
}

// TestStoppedCrawlIsRanked checks that what a crawl has read before it was stopped is found by
// the words of links.
func TestStoppedCrawlIsRanked(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	mux := http.NewServeMux()
	for path, link := range map[string]string{"/{$}": `<a href="/read">a page</a>`, "/read": `<a href="/slow">another</a>`} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<html lang=en><title>%s</title><p>A spider spins. %s</p>", path, link)
		})
	}
	mux.HandleFunc("/slow", func(http.ResponseWriter, *http.Request) {
		e.current().stop()
		panic(http.ErrAbortHandler) // the connection ends, and nobody waits for the page
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	u, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	report, err := e.Crawl(t.Context(), servicetest.Settings(u), nil)
	if err != nil || report.Verdict != verdict.Partial || report.Ending != verdict.EndStopped {
		t.Fatalf("the crawl ends with %+v, %v", report, err)
	}
	if st, err := e.ranker.Anchors().Stats(); err != nil || st.Docs != 1 || e.ranker.Ranks() == nil {
		t.Errorf("links name %d pages (%v), ranks: %t; want 1 and ranks", st.Docs, err, e.ranker.Ranks() != nil)
	}
}

// TestLinksOfAKilledOwnerAreRanked checks that an owner that keeps running ranks the links for
// which the last one had no time.
func TestLinksOfAKilledOwnerAreRanked(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	made := crawlSite(t, dir)
	if err := errors.Join(os.RemoveAll(made.AnchorsDir()), os.RemoveAll(made.RankDir())); err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, dir)
	if isClosed(e.tended) {
		t.Error("the next owner does not catch up")
	}
	e.catchUp(t.Context())
	if st, err := e.ranker.Anchors().Stats(); err != nil || st.Docs != 5 || e.ranker.Ranks() == nil {
		t.Errorf("links name %d pages (%v), ranks: %t; want 5 and ranks", st.Docs, err, e.ranker.Ranks() != nil)
	}
}

// TestNewFolderHasNothingLeft checks that the owner of a new folder has no links to rank, and
// checks its files in the background like every other owner.
func TestNewFolderHasNothingLeft(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	opt := Options{Create: true, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	e, err := Open(t.Context(), filepath.Join(t.TempDir(), "data"), opt)
	if err != nil {
		t.Fatal(err)
	}
	if isClosed(e.tended) {
		t.Error("nothing is done in the background")
	}
	e.catchUp(t.Context())
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if got := log.String(); strings.Contains(got, "links ranked") || !strings.Contains(got, "files verified") {
		t.Errorf("it did: %s", got)
	}
}

// isClosed reports whether a channel is closed.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
