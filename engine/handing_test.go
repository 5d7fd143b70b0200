package engine

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/search"
)

// rootIn returns the root of the nth site of a partition of two.
func rootIn(t *testing.T, part, n int) string {
	t.Helper()
	return partitiontest.Site(t, partition.Partition{Number: part, Of: 2}, n).String()
}

// A web serves pages by URL; those that are missing are not found.
type web struct {
	pages map[string]string // a text that begins with > is where a redirect leads
	mu    sync.Mutex
	asked map[string]bool // hosts
}

func (w *web) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.asked[r.Host] = true
	w.mu.Unlock()
	text, ok := w.pages["http://"+r.Host+r.URL.Path]
	to, redirect := strings.CutPrefix(text, ">")
	switch {
	case !ok:
		http.NotFound(out, r)
	case redirect:
		http.Redirect(out, r, to, http.StatusMovedPermanently)
	case strings.HasSuffix(r.URL.Path, ".rss"):
		out.Header().Set("Content-Type", "application/rss+xml")
		fmt.Fprint(out, text)
	default:
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(out, "<html lang=en>", text)
	}
}

// node opens a folder for the pages of a partition, and returns it with how it is crawled.
func (w *web) node(t *testing.T, p partition.Partition, seed string) (*Engine, service.Settings, *web) {
	t.Helper()
	own := &web{pages: w.pages, asked: map[string]bool{}}
	srv := httptest.NewServer(own)
	t.Cleanup(srv.Close)
	s := servicetest.Settings(parsed(t, seed))
	s.Scope, s.Partition, s.Resolve = "any", p, []string{"*:80:" + strings.TrimPrefix(srv.URL, "http://")}
	return openEngine(t, filepath.Join(t.TempDir(), "data")), s, own
}

// exchange hands over what waits, in both directions, and returns how many pages that were.
func exchange(t *testing.T, nodes [2]*Engine) (n int) {
	t.Helper()
	for i, from := range nodes {
		for to := 2 - i; ; {
			out, err := from.Outgoing(t.Context(), handover.Wish{To: to})
			if err != nil {
				t.Fatal(err)
			}
			if out.IsEmpty() {
				break
			}
			for range 2 { // repeating it is harmless
				if _, err := nodes[to-1].Receive(t.Context(), out.Batch); err != nil {
					t.Fatal(err)
				}
			}
			if err := from.Delivered(t.Context(), out.Receipt); err != nil {
				t.Fatal(err)
			}
			n += len(out.Batch.Pages)
		}
	}
	return n
}

// known tells of each URL that is not left to another node its reason, how it was found and who links
// to it.
func known(t *testing.T, e *Engine) map[string]string {
	t.Helper()
	all := map[string]string{}
	for u, err := range e.URLs(t.Context(), service.URLFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Reason == aranea.ScopePartition.String() || u.Kind == "robots" {
			continue
		}
		in, err := e.Inlinks(t.Context(), parsed(t, u.URL))
		if err != nil {
			t.Fatal(err)
		}
		var from []string
		for _, l := range in.Examples {
			from = append(from, fmt.Sprintf("%s %s %q %t", l.From, l.Kind, l.Anchor, l.NoFollow))
		}
		slices.Sort(from)
		all[u.URL] = fmt.Sprintf("%s %s %s %d %s", u.Kind, u.Reason, u.How, u.Depth, strings.Join(from, ", "))
	}
	return all
}

// TestNodes crawls one web as a whole and as two nodes: together, these know what the one knows, and
// each asks only the sites of its own partition.
func TestNodes(t *testing.T) {
	t.Parallel()
	a, b, c, d := rootIn(t, 1, 0), rootIn(t, 2, 0), rootIn(t, 1, 1), rootIn(t, 2, 1)
	w := &web{pages: map[string]string{
		a: fmt.Sprintf(`<title>Start</title><p>Welcome <a href=%sp>gossamer words</a> <a rel=nofollow href=%sclosed>closed</a> <a href=/moved>moved</a>
			<a href=/copy>copy</a> <a href=%sfile.zip>tarantula archive</a> <a href=%sfeed.rss>feed</a>`, b, b, b, b),
		a + "moved":    ">" + d + "target",
		a + "copy":     fmt.Sprintf(`<link rel=canonical href=%sp><title>Copy</title><p>A copy of a page elsewhere.`, b),
		b + "p":        fmt.Sprintf(`<title>P</title><p>The second page. <a href=%s>back</a> <a href=%s>home</a>`, c, a),
		b + "feed.rss": fmt.Sprintf(`<rss version=2.0><channel><title>F</title><item><title>One</title><link>%sitem</link></item></channel></rss>`, b),
		b + "item":     "<title>Item</title><p>An item of a feed.",
		c:              fmt.Sprintf(`<title>C</title><p>The third site. <a href=%s>onward</a><meta name=robots content=nofollow>`, d),
		d + "target":   fmt.Sprintf(`<title>Target</title><p>Where a redirect leads. <a href=%sp>more words</a>`, b),
	}}
	whole, s, _ := w.node(t, partition.Partition{}, a)
	if _, err := whole.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	var nodes [2]*Engine
	var settings [2]service.Settings
	var webs [2]*web
	for i := range nodes {
		nodes[i], settings[i], webs[i] = w.node(t, partition.Partition{Number: 1 + i, Of: 2}, a)
	}
	for rounds := 0; rounds == 0 || exchange(t, nodes) > 0; rounds++ {
		if rounds > 10 {
			t.Fatal("the nodes never come to an end")
		}
		for i, e := range nodes {
			if _, err := e.Crawl(t.Context(), settings[i], nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	want, got := known(t, whole), known(t, nodes[0])
	maps.Copy(got, known(t, nodes[1]))
	for _, u := range slices.Sorted(maps.Keys(want)) {
		if got[u] != want[u] {
			t.Errorf("%s is\n%s, as a whole\n%s", u, got[u], want[u])
		}
	}
	if len(want) < 9 || len(got) != len(want) {
		t.Errorf("%d URLs are known, as a whole %d", len(got), len(want))
	}
	for i, of := range webs {
		for host := range of.asked {
			if !settings[i].Partition.Holds(parsed(t, "http://"+host).Origin()) {
				t.Errorf("node %d has asked %s", i+1, host)
			}
		}
	}
	for query, found := range map[string][2]string{"gossamer": {a, b + "p"}, "tarantula": {a, b + "file.zip"}, "third": {c, ""}} {
		for i, e := range nodes {
			r, err := e.Search(t.Context(), search.Request{Query: query})
			var urls []string
			for _, x := range r.Results {
				urls = append(urls, x.URL.String())
			}
			if got := strings.Join(urls, " "); err != nil || got != found[i] {
				t.Errorf("node %d finds %q for %s, want %q; %v", i+1, got, query, found[i], err)
			}
		}
	}
	for i, e := range nodes {
		checkNode(t, e, i+1)
	}
}

// checkNode checks that pages of other nodes are neither orphans' lack of links nor faults.
func checkNode(t *testing.T, e *Engine, number int) {
	t.Helper()
	for o, err := range e.OrphanPages(t.Context(), linkcheck.OrphanFilter{}) {
		if err != nil || !strings.HasSuffix(o.URL.String(), "/item") && o.How != "seed" { // only a feed names it; nothing links to the seed of another node
			t.Errorf("node %d: an orphan %+v, %v", number, o, err)
		}
	}
	for f, err := range e.Check(t.Context(), false) {
		t.Errorf("node %d: %+v, %v", number, f, err)
	}
	before, err := e.Rank(t.Context())
	if err != nil || before.Anchors.Changed != 0 {
		t.Errorf("node %d: ranked again: %+v, %v", number, before, err)
	}
	if again, err := e.Rerank(t.Context()); err != nil || again.Anchors.Targets != before.Anchors.Targets || again.Pages.Pages != before.Pages.Pages {
		t.Errorf("node %d: ranked from scratch: %+v, before %+v, %v", number, again, before, err)
	}
}

// TestReceiveUnderWay: a crawl under way visits at once what another node hands over.
func TestReceiveUnderWay(t *testing.T) {
	t.Parallel()
	begun, visited := make(chan struct{}), make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<title>Start</title><p>Words <a href=/slow>slow</a>")
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		select {
		case <-visited:
		case <-r.Context().Done():
		}
		fmt.Fprint(w, "<title>Slow</title><p>Slow words.")
	})
	mux.HandleFunc("/found", func(w http.ResponseWriter, _ *http.Request) {
		close(visited)
		fmt.Fprint(w, "<title>Found</title><p>Other words.")
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	s, elsewhere := servicetest.Node(t, parsed(t, srv.URL+"/"))
	s.PerHost = 2
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	ended := make(chan error, 1)
	go func() {
		_, err := e.Crawl(t.Context(), s, nil)
		ended <- err
	}()
	<-begun
	b := handover.Batch{From: partition.Partition{Number: 3 - s.Partition.Number, Of: 2}, Pages: []handover.Page{{URL: elsewhere, Links: []handover.Link{{To: parsed(t, srv.URL+"/found")}}}}}
	if did, err := e.Receive(t.Context(), b); !did.Due() || err != nil {
		t.Errorf("received %+v, %v", did, err)
	}
	if err := <-ended; err != nil { // the slow page waits until the other one was visited
		t.Fatal(err)
	}
	if told, err := e.Explain(t.Context(), srv.URL+"/found"); err != nil || !told.In {
		t.Errorf("%+v, %v", told, err)
	}
}

// TestRemovedForeign: links of a page of another node that the operator removes here count no longer.
func TestRemovedForeign(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "<title>Page</title><p>Words of ", r.URL.Path)
	}))
	defer srv.Close()
	site := parsed(t, srv.URL+"/")
	s, elsewhere := servicetest.Node(t, site)
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	b := handover.Batch{From: partition.Partition{Number: 3 - s.Partition.Number, Of: 2}, Pages: []handover.Page{{URL: elsewhere, Links: []handover.Link{{To: site, Anchor: "gossamer"}}}}}
	if _, err := e.Receive(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	found := func(want int) {
		t.Helper()
		if _, err := e.Rank(t.Context()); err != nil {
			t.Fatal(err)
		}
		r, err := e.Search(t.Context(), search.Request{Query: "gossamer"})
		in, failed := e.Inlinks(t.Context(), site)
		if err != nil || failed != nil || r.Total != want || in.Pages != want {
			t.Errorf("%d results, %+v, %v, %v; want %d", r.Total, in, err, failed, want)
		}
	}
	found(1)
	for _, target := range []string{elsewhere.String()} {
		if _, err := e.Remove(t.Context(), service.Removal{Target: target}); err != nil {
			t.Fatal(err)
		}
	}
	found(0)
	if _, err := e.Remove(t.Context(), service.Removal{Target: elsewhere.String(), Undo: true}); err != nil {
		t.Fatal(err)
	}
	found(1)
	if len(slices.Collect(func(yield func(linkgraph.Link) bool) {
		for l, err := range e.Links(t.Context(), linkgraph.Filter{URL: elsewhere, From: true}) {
			if err != nil || !yield(l) {
				return
			}
		}
	})) != 1 {
		t.Error("the links of the page are lost")
	}
}

// TestHandedOverAgain: a node whose folder is lost gets a new one, and is handed over all that it had.
func TestHandedOverAgain(t *testing.T) {
	t.Parallel()
	a, b := rootIn(t, 1, 0), rootIn(t, 2, 0)
	w := &web{pages: map[string]string{
		a:       fmt.Sprintf(`<title>Start</title><p>Welcome <a href=%sp>gossamer words</a>`, b),
		b + "p": `<title>P</title><p>The second page.`,
	}}
	var nodes [2]*Engine
	open := func(i int) {
		n, s, _ := w.node(t, partition.Partition{Number: i + 1, Of: 2}, a)
		nodes[i] = n
		if _, err := n.Crawl(t.Context(), s, nil); err != nil {
			t.Fatal(err)
		}
	}
	open(0)
	open(1)
	if n := exchange(t, nodes); n != 1 {
		t.Fatalf("%d pages are handed over", n)
	}
	greet := func() handover.Received {
		out, err := nodes[0].Outgoing(t.Context(), handover.Wish{To: 2})
		if err != nil || !out.IsEmpty() {
			t.Fatalf("%+v, %v", out, err)
		}
		got, err := nodes[1].Receive(t.Context(), out.Batch)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := greet(); got != (handover.Received{Held: got.Held}) || got.Held.Bytes == 0 {
		t.Errorf("nothing is lost, and %+v", got)
	}
	open(1)
	got := greet()
	if got != (handover.Received{Again: true}) {
		t.Fatalf("of a new folder: %+v", got)
	}
	if err := nodes[0].Delivered(t.Context(), handover.Receipt{To: 2, Last: got.Last, Again: true}); err != nil {
		t.Fatal(err)
	}
	if n := exchange(t, nodes); n != 1 || greet() != (handover.Received{}) {
		t.Errorf("%d pages are handed over again", n)
	}
	if in, err := nodes[1].Inlinks(t.Context(), parsed(t, b+"p")); err != nil || in.Pages != 1 {
		t.Errorf("%+v, %v", in, err)
	}
}
