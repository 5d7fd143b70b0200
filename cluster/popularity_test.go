package cluster_test

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// rings serves sites with the same words, each of which leads to the next, and some of them to the first.
func rings(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if _, err := fmt.Sscanf(r.Host, "s%d.test", &n); err != nil || n >= sites || r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<html lang=en><title>Silk %d</title><p>Words of number %[1]d. <a href="http://s%d.test/">next</a>`, n, n+1)
		if n%3 == 2 {
			fmt.Fprint(w, ` <a href="http://s1.test/">next</a>`)
		}
	}))
	t.Cleanup(srv.Close)
	return "*:*:" + strings.TrimPrefix(srv.URL, "http://")
}

// TestRanksOfCluster: when nodes have told each other the ranks of their pages, results have the scores that they have
// in a folder that has all; before that they have not.
func TestRanksOfCluster(t *testing.T) {
	t.Parallel()
	set := servicetest.Settings()
	set.Resolve, set.Scope = []string{rings(t)}, "any"
	for i := range sites {
		set.Seeds = append(set.Seeds, weburl.MustParse(fmt.Sprintf("http://s%d.test/", i)))
	}
	whole := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := whole.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	var nodes []*engine.Engine
	var answering []service.Answering
	for i := range parts {
		e := openEngine(t, filepath.Join(t.TempDir(), "data"))
		nodes, answering = append(nodes, e), append(answering, e)
		set.Partition = partition.Partition{Number: i + 1, Of: parts}
		if _, err := e.Crawl(t.Context(), set, nil); err != nil {
			t.Fatal(err)
		}
	}
	front := newFront(t, answering...)
	scores := func(s service.Searching) map[string]float64 {
		t.Helper()
		r, err := s.Search(t.Context(), search.Request{Query: "silk", Limit: sites})
		if err != nil || len(r.Results) != sites {
			t.Fatalf("%+v, %v", r, err)
		}
		out := map[string]float64{}
		for _, x := range r.Results {
			out[x.URL.String()] = x.Score
		}
		return out
	}
	want := scores(whole)
	off := func() (most float64) {
		for url, score := range scores(front) {
			most = max(most, math.Abs(score-want[url]))
		}
		return most
	}
	before := off()
	for range 15 {
		handOver(t, nodes)
		for _, n := range nodes {
			if _, err := n.Rank(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if after := off(); before < 0.005 || after > 0.003 {
		t.Errorf("scores are off by %.4f before, and by %.4f when nodes have told each other their ranks", before, after)
	}
}
