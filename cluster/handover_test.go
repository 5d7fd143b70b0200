package cluster_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// chainOf serves sites each of which leads to the next one, with words of its own, and to a page of that that is
// missing.
func chainOf(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if _, err := fmt.Sscanf(r.Host, "s%d.test", &n); err != nil || n >= sites || r.URL.Path != "/" && r.URL.Path != "/door" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html lang=en><title>%s on %s</title><p>Words about silk number%d of %[1]s. ", r.URL.Path, r.Host, n)
		if r.URL.Path == "/" {
			fmt.Fprintf(w, `<a href="/door">here</a> <a href="http://s%[1]d.test/door">gateway%[1]d</a> <a href="http://s%[1]d.test/">next</a> <a href="http://s%[1]d.test/lost">lost</a>`, n+1)
		}
	}))
	t.Cleanup(srv.Close)
	return "*:*:" + strings.TrimPrefix(srv.URL, "http://")
}

// TestHandedOver crawls a web whose sites lead to each other, with nodes that hand over to each other, and compares
// what a front says of it with a folder that has all.
func TestHandedOver(t *testing.T) {
	t.Parallel()
	set := servicetest.Settings(weburl.MustParse("http://s0.test/"))
	set.Resolve, set.Scope = []string{chainOf(t)}, "any"
	whole := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := whole.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	var nodes []*engine.Engine
	var answering []service.Answering
	for range parts {
		e := openEngine(t, filepath.Join(t.TempDir(), "data"))
		nodes, answering = append(nodes, e), append(answering, e)
	}
	crawl := func() {
		for i, n := range nodes {
			own := set
			own.Partition = partition.Partition{Number: i + 1, Of: parts}
			if _, err := n.Crawl(t.Context(), own, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	crawl()
	for range sites {
		handOver(t, nodes)
		crawl()
	}
	front, err := cluster.New(answering, cluster.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer front.Close()
	compareHandedOver(t, whole, front)
}

// handOver hands over what waits between nodes.
func handOver(t *testing.T, nodes []*engine.Engine) {
	t.Helper()
	for i, from := range nodes {
		for j, to := range nodes {
			if i == j {
				continue
			}
			for {
				out, err := from.Outgoing(t.Context(), handover.Wish{To: j + 1})
				if err != nil {
					t.Fatal(err)
				}
				if out.IsEmpty() {
					break
				}
				if _, err := to.Receive(t.Context(), out.Batch); err != nil {
					t.Fatal(err)
				}
				if err := from.Delivered(t.Context(), out.Receipt); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestMovedDomain: of a domain that has moved as a whole to one of another partition, with its robots file, the
// new one is visited, and nothing of the old one.
func TestMovedDomain(t *testing.T) {
	t.Parallel()
	var old, fresh string
	for i := 0; old == "" || fresh == ""; i++ { // one in each partition
		switch host := fmt.Sprintf("m%d.test", i); {
		case partition.Of(weburl.Origin("http://"+host), 2) == 1 && old == "":
			old = host
		case partition.Of(weburl.Origin("http://"+host), 2) == 2:
			fresh = host
		}
	}
	var asked atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch host, _, _ := strings.Cut(r.Host, ":"); {
		case host == old:
			if r.URL.Path != "/robots.txt" {
				asked.Add(1)
			}
			http.Redirect(w, r, "http://"+fresh+r.URL.Path, http.StatusMovedPermanently)
		case host == fresh && r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html lang=en><title>The new place</title><p>All that was elsewhere.")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	set := servicetest.Settings(weburl.MustParse("http://" + old + "/"))
	set.Resolve, set.Scope = []string{"*:*:" + strings.TrimPrefix(srv.URL, "http://")}, "any"
	nodes := []*engine.Engine{openEngine(t, filepath.Join(t.TempDir(), "data")), openEngine(t, filepath.Join(t.TempDir(), "data"))}
	for _, again := range []bool{false, true} {
		for i, n := range nodes {
			own := set
			own.Partition = partition.Partition{Number: i + 1, Of: 2}
			if _, err := n.Crawl(t.Context(), own, nil); err != nil {
				t.Fatal(err)
			}
		}
		if !again {
			handOver(t, nodes)
		}
	}
	front := newFront(t, nodes[0], nodes[1])
	tr, err := front.Explain(t.Context(), "http://"+fresh+"/")
	if err != nil || tr.Reason != "INDEX.ADDED" || !strings.Contains(fmt.Sprint(tr.Facts), "http://"+old+"/robots.txt") {
		t.Errorf("the new place: %+v, %v", tr, err)
	}
	tr, err = front.Explain(t.Context(), "http://"+old+"/")
	if err != nil || tr.Reason != "ROBOTS.UNREACHABLE" || !strings.Contains(fmt.Sprintf("%+v", tr), "the file redirects to http://"+fresh+"/robots.txt; partition 2 of 2 visits it") {
		t.Errorf("the old place: %+v, %v", tr, err)
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("%d pages of the old place were asked for", n)
	}
	for u := range front.URLs(t.Context(), service.URLFilter{Host: fresh}) {
		if u.Depth != 0 {
			t.Errorf("%s has depth %d", u.URL, u.Depth)
		}
	}
}

// compareHandedOver compares lists, searches and counts.
func compareHandedOver(t *testing.T, whole, front service.Answering) {
	t.Helper()
	lines := func(name string, list func(s service.Answering) []string) {
		t.Helper()
		want, got := list(whole), list(front)
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s:\n%s\n-- of a folder\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	lines("urls", func(s service.Answering) (out []string) {
		for _, u := range servicetest.Gather(t, s.URLs(t.Context(), service.URLFilter{})) {
			out = append(out, fmt.Sprint(u.URL, " ", u.State, " ", u.Reason, " ", u.How, " ", u.Depth))
		}
		return out
	})
	lines("hosts", func(s service.Answering) (out []string) {
		for _, h := range servicetest.Gather(t, s.Hosts(t.Context(), service.HostFilter{})) {
			out = append(out, fmt.Sprint(h.Origin, " ", h.Counts[aranea.CountIndexed]))
		}
		return out
	})
	lines("links", func(s service.Answering) (out []string) {
		for _, l := range servicetest.Gather(t, s.Links(t.Context(), linkgraph.Filter{})) {
			out = append(out, fmt.Sprintf("%+v", l))
		}
		return out
	})
	for _, f := range []linkcheck.Filter{{}, {Host: "s3.test"}} {
		lines(fmt.Sprintf("broken %+v", f), func(s service.Answering) (out []string) {
			for _, l := range servicetest.Gather(t, s.CheckedLinks(t.Context(), f)) {
				out = append(out, fmt.Sprintf("%s %s %s %d", l.From, l.To, l.Anchor, l.Status))
			}
			return out
		})
	}
	lines("orphans", func(s service.Answering) (out []string) {
		for _, o := range servicetest.Gather(t, s.OrphanPages(t.Context(), linkcheck.OrphanFilter{})) {
			out = append(out, strings.Join(o.Cells(), " "))
		}
		return out
	})
	for i := 1; i < sites; i++ {
		door := weburl.MustParse(fmt.Sprintf("http://s%d.test/door", i))
		for _, q := range []string{fmt.Sprintf("gateway%d", i), fmt.Sprintf("inanchor:gateway%d", i), "link:" + door.String(), fmt.Sprintf("silk number%d", i), fmt.Sprintf("related:%s", door)} {
			lines(q, func(s service.Answering) (out []string) {
				r, err := s.Search(t.Context(), search.Request{Query: q, Limit: 50})
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, fmt.Sprint(q, " ", r.Total, r.Partial, r.Some, r.Hints))
				for _, x := range r.Results {
					out = append(out, fmt.Sprintf("%s unread %t %v", x.URL, x.Unread, x.Missing))
				}
				slices.Sort(out)
				return out
			})
		}
		lines("inlinks", func(s service.Answering) (out []string) {
			in, err := s.Inlinks(t.Context(), door)
			return []string{fmt.Sprintf("%+v, %v", in, err)}
		})
		tr, err := front.Explain(t.Context(), door.String())
		if err != nil || tr.Reason != "INDEX.ADDED" || !strings.Contains(fmt.Sprint(tr.Facts), "Found on") {
			t.Errorf("%+v, %v", tr, err)
		}
	}
	want, err := whole.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := front.Stats(t.Context())
	if err != nil || got.URLs != want.URLs || fmt.Sprint(got.State, got.Reason, got.Status, got.Lang) != fmt.Sprint(want.State, want.Reason, want.Status, want.Lang) {
		t.Errorf("%+v, %v; of a folder %+v", got, err, want)
	}
	u, err := front.UncheckedLinks(t.Context(), "")
	if want, werr := whole.UncheckedLinks(t.Context(), ""); u != want || err != nil || werr != nil {
		t.Errorf("unchecked %+v, %v; of a folder %+v", u, err, want)
	}
}
