package engine

import (
	"fmt"
	"maps"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/search"
)

// A grown node is one of a cluster that grows.
type grown struct {
	e    *Engine
	s    service.Settings
	part partition.Partition
	web  *web
}

// split makes two nodes of each, of a folder and a copy of it.
func (w *web) split(t *testing.T, nodes []grown) (all []grown) {
	t.Helper()
	for _, n := range nodes {
		dir := filepath.Join(t.TempDir(), "copy")
		if _, err := n.e.Backup(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		of := max(n.part.Of, 1)
		for i, e := range []*Engine{n.e, openEngine(t, dir)} {
			x := grown{e: e, s: n.s, part: partition.Partition{Number: max(n.part.Number, 1) + i*of, Of: 2 * of}, web: &web{pages: w.pages, asked: map[string]bool{}}}
			srv := httptest.NewServer(x.web)
			t.Cleanup(srv.Close)
			x.s.Partition, x.s.Resolve, x.s.Refresh = x.part, []string{"*:80:" + strings.TrimPrefix(srv.URL, "http://")}, "all"
			all = append(all, x)
		}
	}
	return all
}

// together lets nodes crawl and hand over until nothing is left, and returns what they know.
func together(t *testing.T, nodes []grown) map[string]string {
	t.Helper()
	for rounds := 0; ; rounds++ {
		if rounds > 10 {
			t.Fatal("the nodes never come to an end")
		}
		n := 0
		for i := range nodes {
			x := &nodes[i]
			if _, err := x.e.Crawl(t.Context(), x.s, nil); err != nil {
				t.Fatal(err)
			}
			x.s.Refresh = ""
		}
		for _, x := range nodes {
			for _, y := range nodes {
				if x.part != y.part {
					n += x.handOverTo(t, &y)
				}
			}
		}
		if n == 0 {
			break
		}
	}
	all := map[string]string{}
	for _, x := range nodes {
		for u, facts := range known(t, x.e) {
			if x.part.Holds(parsed(t, u).Origin()) {
				all[u] = facts
			}
		}
		for host := range x.web.asked {
			if !x.part.Holds(parsed(t, "http://"+host).Origin()) {
				t.Errorf("node %s has asked %s", x.part, host)
			}
		}
		if st, err := x.e.Status(t.Context()); err != nil || st.Troubled > 0 {
			t.Errorf("node %s has hosts in trouble: %+v, %v", x.part, st.Trouble, err)
		}
		for f, err := range x.e.Check(t.Context(), false) {
			t.Errorf("node %s: %+v, %v", x.part, f, err)
		}
	}
	return all
}

func (x *grown) handOverTo(t *testing.T, y *grown) (n int) {
	t.Helper()
	for {
		out, err := x.e.Outgoing(t.Context(), handover.Wish{To: y.part.Number})
		if err != nil {
			t.Fatal(err)
		}
		if out.IsEmpty() {
			return n
		}
		if _, err := y.e.Receive(t.Context(), out.Batch); err != nil {
			t.Fatal(err)
		}
		if err := x.e.Delivered(t.Context(), out.Receipt); err != nil {
			t.Fatal(err)
		}
		n += len(out.Batch.Pages)
	}
}

// TestGrow makes two nodes of a folder and its copy, and four of these: together they always know what
// one folder knows, nothing is visited by two, and what waited to be handed over reaches its node.
func TestGrow(t *testing.T) {
	t.Parallel()
	var roots []string // of sites of the partitions 1, 2, 3, 4 of 4
	for part := 1; part <= 4; part++ {
		roots = append(roots, partitiontest.Site(t, partition.Partition{Number: part, Of: 4}, 0).String())
	}
	w := &web{pages: map[string]string{}}
	for i, root := range roots {
		next, other := roots[(i+1)%4], roots[(i+2)%4]
		w.pages[root] = fmt.Sprintf(`<title>Site %d</title><p>Words of site %d. <a href=%spage>anchor%d</a> <a href=%s>over there</a> <a href=/page>own</a>`, i, i, next, i, other)
		w.pages[root+"page"] = fmt.Sprintf(`<title>Page %d</title><p>A page with unique%d.`, i, i)
	}
	e, s, _ := w.node(t, partition.Partition{}, roots[0])
	whole := grown{e: e, s: s, web: &web{}}
	nodes := []grown{whole}
	if _, err := e.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		nodes = w.split(t, nodes)
		compareGrown(t, w, together(t, nodes), roots[0])
		for i, root := range roots { // it changes, and is not handed over before the cluster grows
			w.pages[root] += fmt.Sprintf(`<a href=%slate%d>late words</a>`, roots[(i+3)%4], len(nodes))
			w.pages[root+fmt.Sprintf("late%d", len(nodes))] = fmt.Sprintf("<title>Late %d of %d</title><p>What came late.", len(nodes), i)
		}
		for i := range nodes {
			nodes[i].s.Refresh = "all"
			if _, err := nodes[i].e.Crawl(t.Context(), nodes[i].s, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	compareGrown(t, w, together(t, nodes), roots[0])
	for i := range roots {
		var found []string
		for _, x := range nodes {
			r, err := x.e.Search(t.Context(), search.Request{Query: fmt.Sprintf("unique%d", i)})
			if err != nil {
				t.Fatal(err)
			}
			for _, page := range r.Results {
				found = append(found, page.URL.String())
			}
		}
		if !slices.Equal(found, []string{roots[i] + "page"}) {
			t.Errorf("page %d is found as %q", i, found)
		}
	}
	s = nodes[0].s
	for _, wrong := range []partition.Partition{{}, {Number: 1, Of: 2}, {Number: 2, Of: 4}, {Number: 2, Of: 8}, {Number: 1, Of: 6}} {
		if s.Partition = wrong; !strings.Contains(fmt.Sprint(crawlError(t, nodes[0].e, s)), "is no part of that") {
			t.Errorf("partition %q follows 1/4", wrong)
		}
	}
}

func crawlError(t *testing.T, e *Engine, s service.Settings) error {
	t.Helper()
	_, err := e.Crawl(t.Context(), s, nil)
	return err
}

// compareGrown holds what nodes know against what one folder knows of the same web.
func compareGrown(t *testing.T, w *web, got map[string]string, seed string) {
	t.Helper()
	e, s, _ := w.node(t, partition.Partition{}, seed)
	if _, err := e.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	want := known(t, e)
	for _, u := range slices.Sorted(maps.Keys(want)) {
		if got[u] != want[u] {
			t.Errorf("%s is\n%s, as a whole\n%s", u, got[u], want[u])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d URLs are known, as a whole %d", len(got), len(want))
	}
}
