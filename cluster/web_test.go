package cluster_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// sites are those of the web, pagesOf is how many pages each has besides its start page.
const (
	sites   = 9
	pagesOf = 6
	parts   = 3
)

// serveWeb serves sites on all hosts: each has a start page with links to its pages, to one that moved, to one
// that is gone and to one that is closed, and a sitemap with a page that no page links to.
func serveWeb(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := func(title, text string) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<html lang=en><title>%s of %s</title><p>%s", title, r.Host, text)
		}
		n := 0
		switch _, err := fmt.Sscanf(r.URL.Path, "/p%d", &n); {
		case r.URL.Path == "/":
			links := `<a href=/moved>moved</a> <a href=/gone>gone</a> <a href=/closed>closed</a>`
			for i := range pagesOf {
				links += fmt.Sprintf(" <a href=/p%d>page %d</a>", i, i)
			}
			page("Start", links)
		case r.URL.Path == "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /closed\nSitemap: /sitemap.xml\n")
		case r.URL.Path == "/sitemap.xml":
			fmt.Fprintf(w, "<urlset><url><loc>http://%[1]s/</loc></url><url><loc>http://%[1]s/lone</loc></url><url><loc>http://%[1]s/lost</loc></url></urlset>", r.Host)
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/p1", http.StatusFound)
		case r.URL.Path == "/lone":
			page("Lone", "This page is in the sitemap alone, like a hermit of "+r.Host+".")
		case err == nil && n < pagesOf:
			page(fmt.Sprintf("Page %d", n), "A spider of "+r.Host+" spins"+strings.Repeat(" silk", n+1)+strings.Repeat(fmt.Sprintf(" word%d", n), 20-2*n)+" in its web.")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	return "*:*:" + strings.TrimPrefix(srv.URL, "http://")
}

// crawlOf crawls the sites of a partition into a folder.
func crawlOf(t *testing.T, resolve string, part partition.Partition) *engine.Engine {
	t.Helper()
	set := servicetest.Settings()
	set.Resolve = []string{resolve}
	set.Facets = numbered(t)
	for i := range sites {
		if u := weburl.MustParse(fmt.Sprintf("http://s%d.test/", i)); part.Holds(u.Origin()) {
			set.Seeds = append(set.Seeds, u)
		}
	}
	if len(set.Seeds) == 0 {
		t.Fatalf("no site is in partition %s", part)
	}
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	if _, err := e.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	return e
}

// numbered are rules by which pages have their number on their site as a facet.
func numbered(t *testing.T) facets.Rules {
	t.Helper()
	r, err := facets.Parse("number=/p{}")
	if err != nil {
		t.Fatal(err)
	}
	return facets.Rules{r}
}

// frontOf crawls the web into a folder for each partition.
func frontOf(t *testing.T, resolve string) (front *cluster.Front, nodes []*engine.Engine) {
	t.Helper()
	answering := make([]service.Answering, parts)
	for i := range parts {
		nodes = append(nodes, crawlOf(t, resolve, partition.Partition{Number: i + 1, Of: parts}))
		answering[i] = nodes[i]
	}
	return newFront(t, answering...), nodes
}

// crawlParts crawls the web into a folder for each partition.
func crawlParts(t *testing.T) (front *cluster.Front, nodes []*engine.Engine) {
	t.Helper()
	return frontOf(t, serveWeb(t))
}

// crawlWeb crawls the web, once into one folder, and once into one for each partition.
func crawlWeb(t *testing.T) (whole *engine.Engine, front *cluster.Front) {
	t.Helper()
	resolve := serveWeb(t)
	front, _ = frontOf(t, resolve)
	return crawlOf(t, resolve, partition.Partition{}), front
}

// TestLists compares the lists of a front with those of a folder that has all pages: they are the same, in the
// same order, whole and in parts.
func TestLists(t *testing.T) {
	t.Parallel()
	whole, front := crawlWeb(t)
	same := func(name string, list func(s service.Answering) []string, least int) {
		t.Helper()
		want, got := list(whole), list(front)
		if len(want) < least || !slices.Equal(got, want) {
			t.Errorf("%s: %d of the front, %d of a folder:\n%s\n--\n%s", name, len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	for _, f := range []service.URLFilter{
		{}, {State: "indexed"}, {Status: 4}, {Reason: "ROBOTS"}, {Offset: 11, Limit: 20}, {Limit: 3}, {Host: "s2.test"}, {Prefix: "http://s3.test/p"}, {Prefix: "s3.test/p", Offset: 1},
	} {
		same(fmt.Sprintf("URLs %+v", f), func(s service.Answering) (out []string) {
			for _, u := range servicetest.Gather(t, s.URLs(t.Context(), f)) {
				out = append(out, fmt.Sprint(u.URL, " ", u.State, u.Reason, u.Status, u.How, u.Target))
			}
			return out
		}, 3)
	}
	for _, f := range []service.HostFilter{{}, {Sort: "indexed"}, {Sort: "denied", Offset: 2, Limit: 4}, {Name: "S5"}, {Asked: true, Limit: 1}} {
		same(fmt.Sprintf("hosts %+v", f), func(s service.Answering) (out []string) {
			for _, h := range servicetest.Gather(t, s.Hosts(t.Context(), f)) {
				out = append(out, fmt.Sprint(h.Origin, h.Counts[aranea.CountIndexed], h.Counts[aranea.CountDenied]))
			}
			return out
		}, 1)
	}
	start := weburl.MustParse("http://s1.test/")
	for _, f := range []linkgraph.Filter{{}, {Offset: 5, Limit: 30}, {URL: start, From: true}, {URL: weburl.MustParse("http://s1.test/p1")}} {
		same(fmt.Sprintf("links %+v", f), func(s service.Answering) (out []string) {
			for _, l := range servicetest.Gather(t, s.Links(t.Context(), f)) {
				out = append(out, fmt.Sprintf("%+v", l))
			}
			return out
		}, 1)
	}
	for _, f := range []linkcheck.Filter{{}, {Moved: true}, {Host: "s4.test"}, {Offset: 2, Limit: 3}} {
		same(fmt.Sprintf("links checked %+v", f), func(s service.Answering) (out []string) {
			for _, l := range servicetest.Gather(t, s.CheckedLinks(t.Context(), f)) {
				out = append(out, fmt.Sprintf("%+v", l))
			}
			return out
		}, 1)
	}
	for _, f := range []linkcheck.OrphanFilter{{}, {Host: "s4.test"}, {Offset: 2, Limit: 3}} {
		same(fmt.Sprintf("orphans %+v", f), func(s service.Answering) (out []string) {
			for _, o := range servicetest.Gather(t, s.OrphanPages(t.Context(), f)) {
				out = append(out, strings.Join(o.Cells(), " "))
			}
			return out
		}, 1)
	}
	for _, f := range []sitemappages.Filter{{}, {Host: "s4.test"}, {Host: "http://s0.test"}, {Offset: 7, Limit: 9}} {
		same(fmt.Sprintf("pages for sitemaps %+v", f), func(s service.Answering) (out []string) {
			for _, p := range servicetest.Gather(t, s.PublishedPages(t.Context(), f)) {
				out = append(out, p.URL.String())
			}
			return out
		}, 7)
	}
	sameFaults(t, whole, front)
	same("documents", func(s service.Answering) (out []string) {
		for _, d := range servicetest.Gather(t, s.Documents(t.Context(), nil)) {
			out = append(out, d.URL+d.Title)
		}
		slices.Sort(out) // they have no order
		return out
	}, sites*pagesOf)
	same("pages of URLs", func(s service.Answering) (out []string) {
		return readPages(t, s)
	}, sites*pagesOf)
	same("templates", func(s service.Answering) (out []string) {
		for _, x := range servicetest.Gather(t, s.Templates(t.Context(), "")) {
			out = append(out, fmt.Sprint(x.Origin, x.Pages))
		}
		return out
	}, sites)
}

// readPages reads the URLs of a folder, or of a cluster by its front, page by page.
func readPages(t *testing.T, s service.Answering) (out []string) {
	t.Helper()
	h := api.Reading(answering{s, nil})
	for after := "start"; after != ""; {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/urls?limit=7&after="+after, nil))
		var page struct {
			Items []service.URLFacts
			Next  string
		}
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != http.StatusOK || len(page.Items) == 0 {
			t.Fatalf("status %d, %v: %s", w.Code, err, w.Body)
		}
		for _, u := range page.Items {
			out = append(out, u.URL)
		}
		after = page.Next
	}
	return out
}

// An answering service takes no orders.
type answering struct {
	service.Answering
	service.Changing
}

// sameFaults compares the faults of checks, and the counts behind them.
func sameFaults(t *testing.T, whole, front service.Answering) {
	t.Helper()
	for _, c := range linkcheck.Checks() {
		for _, f := range []linkcheck.FaultFilter{{}, {Offset: 2, Limit: 3}, {WithCounts: true}, {WithCounts: true, Limit: 1}, {Host: "s4.test", WithCounts: true}} {
			f.Check = c
			want, got := servicetest.Gather(t, whole.Faults(t.Context(), f)), servicetest.Gather(t, front.Faults(t.Context(), f))
			if !reflect.DeepEqual(got, want) || c == linkcheck.Sitemaps && len(want) == 0 {
				t.Errorf("faults %+v: %+v, of a folder %+v", f, got, want)
			}
		}
	}
}

// TestNumbers compares the counts of a front with those of a folder that has all pages.
func TestNumbers(t *testing.T) {
	t.Parallel()
	whole, front := crawlWeb(t)
	want, err := whole.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := front.Stats(t.Context())
	if got, want := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); err != nil || got != want {
		t.Errorf("stats %s, %v; of a folder %s", got, err, want)
	}
	s, err := front.Status(t.Context())
	one, werr := whole.Status(t.Context())
	if err = cmp.Or(err, werr); err != nil || s.Docs != one.Docs || s.Counts != one.Counts || s.Asked != sites || s.Known != one.Known || len(s.Nodes) != parts || s.Last == nil || s.InForce == nil {
		t.Errorf("status %+v, %v; of a folder %+v", s, err, one)
	}
	docs := 0
	for i, n := range s.Nodes {
		docs += n.Docs
		if n.Away != "" || n.Partition != (partition.Partition{Number: i + 1, Of: parts}) || n.Version != "test" || n.Crawling {
			t.Errorf("node %+v", n)
		}
	}
	if n, err := front.Docs(t.Context()); err != nil || n != one.Docs || docs != n {
		t.Errorf("%d pages, %d of the nodes, %v; want %d", n, docs, err, one.Docs)
	}
	u, err := front.UncheckedLinks(t.Context(), "")
	if want, werr := whole.UncheckedLinks(t.Context(), ""); u != want || cmp.Or(err, werr) != nil || u.Denied != sites {
		t.Errorf("unchecked links %+v, %v; of a folder %+v", u, err, want)
	}
	stats, err := front.IndexStats(t.Context())
	if err != nil || len(stats) != 2*parts || stats[0].Dir != "1/index" || stats[2*parts-1].Dir != "3/anchors" {
		t.Errorf("indexes: %+v, %v", stats, err)
	}
	last := int64(0)
	for _, v := range servicetest.Gather(t, front.Verify(t.Context())) {
		if v.Bytes < last || v.Of < v.Bytes || v.File != "" || !strings.Contains(v.Segment, "/index/") && !strings.Contains(v.Segment, "/anchors/") {
			t.Errorf("read: %+v", v)
		}
		last = v.Bytes
	}
	if last == 0 {
		t.Error("nothing was read")
	}
	if id, err := front.Identity(t.Context()); err != nil || id.UserAgent == "" {
		t.Errorf("identity %+v, %v", id, err)
	}
}

// TestQuestions: what is asked of a URL or a host is answered by the node that has it.
func TestQuestions(t *testing.T) {
	t.Parallel()
	_, front := crawlWeb(t)
	for i := range sites {
		host := fmt.Sprintf("s%d.test", i)
		for text, want := range map[string]string{host + "/p1": "INDEX.ADDED", "http://" + host + "/closed": "ROBOTS.DENIED", "https://" + host + "/p1": "NONE", host + "/moved": "HTTP.REDIRECT"} {
			if tr, err := front.Explain(t.Context(), text); err != nil || tr.Reason != want {
				t.Errorf("explain %s: %s, %v; want %s", text, tr.Reason, err, want)
			}
		}
		u := weburl.MustParse("http://" + host + "/")
		if h, err := front.Host(t.Context(), u.Origin()); err != nil || h.Robots == nil || h.Counts[aranea.CountIndexed] != pagesOf+2 {
			t.Errorf("host %s: %+v, %v", host, h, err)
		}
		if all := servicetest.Gather(t, front.RobotsHistory(t.Context(), u.Origin())); len(all) != 1 {
			t.Errorf("robots copies of %s: %+v", host, all)
		}
		p1, err := u.Resolve("/p1")
		if err != nil {
			t.Fatal(err)
		}
		if in, err := front.Inlinks(t.Context(), p1); err != nil || in.Pages != 2 {
			t.Errorf("links to %s: %+v, %v", p1, in, err)
		}
	}
}
