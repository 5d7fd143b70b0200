package cluster_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/weburl"
)

// A listed is a web whose lists are not where their pages are.
type listed struct {
	a, b, c, maps, stray string // hosts: those of b, maps and stray are in the second of two partitions
	more                 bool   // the list has one more page
}

func newListed(t *testing.T) *listed {
	site := func(part, n int) string {
		return weburl.MustParse(partitiontest.Site(t, partition.Partition{Number: part, Of: 2}, n).String()).Host()
	}
	return &listed{a: site(1, 0), b: site(2, 0), c: site(1, 1), maps: site(2, 1), stray: site(2, 2)}
}

// serve answers: the robots file of a names an index on maps, which lists a list there, one of c that nobody
// vouches for, and one of b. The list there has pages of a, b and of a site out of scope. A page of a names a
// feed of b.
func (x *listed) serve(w http.ResponseWriter, r *http.Request) {
	list := func(pages ...string) {
		fmt.Fprint(w, "<urlset>")
		for _, p := range pages {
			fmt.Fprintf(w, "<url><loc>http://%s</loc><priority>0.9</priority><changefreq>daily</changefreq></url>", p)
		}
		fmt.Fprint(w, "</urlset>")
	}
	host, _, _ := strings.Cut(r.Host, ":")
	switch host + r.URL.Path {
	case x.a + "/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nSitemap: http://%s/index.xml\nSitemap: http://%s/page.htm\n", x.maps, x.b)
	case x.maps + "/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nSitemap: http://%s/none.xml\n", x.stray)
	case x.maps + "/index.xml":
		fmt.Fprintf(w, "<sitemapindex><sitemap><loc>http://%[1]s/list.xml</loc></sitemap><sitemap><loc>http://%[2]s/own.xml</loc></sitemap><sitemap><loc>http://%[3]s/own.xml</loc></sitemap><sitemap><loc>http://%[4]s/own.xml</loc></sitemap></sitemapindex>", x.maps, x.b, x.stray, x.a)
	case x.maps + "/list.xml":
		pages := []string{x.a + "/one", x.a + "/two", x.a + "/lost", x.b + "/one", x.stray + "/", x.c + "/one"}
		if x.more {
			pages = append(pages, x.a+"/late")
		}
		list(pages...)
	case x.a + "/own.xml":
		list(x.b+"/of-a", x.a+"/own")
	case x.b + "/own.xml":
		list(x.a+"/of-b", x.b+"/own")
	case x.b + "/feed.xml":
		fmt.Fprintf(w, "<rss version='2.0'><channel><item><link>http://%s/news</link></item><item><link>http://%s/news</link></item></channel></rss>", x.a, x.b)
	case x.a + "/lost":
		http.NotFound(w, r)
	default:
		if strings.HasSuffix(r.URL.Path, ".txt") || strings.HasSuffix(r.URL.Path, ".xml") || host == x.maps {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html lang=en><title>%s of %s</title>", r.URL.Path, host)
		if host == x.a && r.URL.Path == "/" {
			fmt.Fprintf(w, "<link rel=alternate type=application/rss+xml href=http://%s/feed.xml>", x.b)
		}
		fmt.Fprintf(w, "<p>Words of the page %s on %s alone.", r.URL.Path, host)
	}
}

// TestListedElsewhere: sitemaps and feeds of sites of another partition, and pages there that they list, are
// visited as by one folder, and so are their faults.
func TestListedElsewhere(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"host", "any", "list"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			x := newListed(t)
			srv := httptest.NewServer(http.HandlerFunc(x.serve))
			t.Cleanup(srv.Close)
			set := servicetest.Settings(weburl.MustParse("http://"+x.a+"/"), weburl.MustParse("http://"+x.b+"/"), weburl.MustParse("http://"+x.c+"/"))
			set.Resolve, set.Scope = []string{"*:*:" + strings.TrimPrefix(srv.URL, "http://")}, mode
			if mode == "list" {
				set.Sitemaps = []weburl.URL{weburl.MustParse("http://" + x.maps + "/index.xml")}
				set.Seeds = append(set.Seeds, set.Sitemaps...)
			}
			open := func() *engine.Engine { return openEngine(t, filepath.Join(t.TempDir(), "data")) }
			whole, nodes := open(), []*engine.Engine{open(), open()}
			for _, x.more = range []bool{false, true} {
				for range 4 {
					if _, err := whole.Crawl(t.Context(), set, nil); err != nil {
						t.Fatal(err)
					}
					for i, n := range nodes {
						own := set
						own.Partition = partition.Partition{Number: i + 1, Of: len(nodes)}
						if _, err := n.Crawl(t.Context(), own, nil); err != nil {
							t.Fatal(err)
						}
					}
					handOver(t, nodes)
				}
				compareListed(t, x, whole, newFront(t, nodes[0], nodes[1]))
				set.Refresh = "all"
			}
		})
	}
}

func compareListed(t *testing.T, x *listed, whole service.Answering, front *cluster.Front) {
	t.Helper()
	urls := func(s service.Answering) (out []string) {
		for _, u := range servicetest.Gather(t, s.URLs(t.Context(), service.URLFilter{})) {
			tr, err := s.Explain(t.Context(), u.URL)
			if err != nil {
				t.Fatal(err)
			}
			if u.Reason == "SCOPE.LIST" && u.How == "feed" {
				continue // only what is in scope is handed over
			}
			found := ""
			for _, f := range tr.Facts {
				if f.Name == "Found on" && u.How != "robots" { // of which a folder has no page
					found = f.Text + f.URL
				}
			}
			out = append(out, fmt.Sprint(u.URL, " ", u.State, " ", u.Reason, " ", u.How, " ", u.Depth, " on ", found))
		}
		return out
	}
	if got, want := urls(front), urls(whole); !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("more %t\n%s\n-- of a folder\n%s", x.more, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, host := range []string{"", x.a, x.b} {
		f := linkcheck.FaultFilter{Check: linkcheck.Sitemaps, Host: host, WithCounts: true}
		want, got := servicetest.Gather(t, whole.Faults(t.Context(), f)), servicetest.Gather(t, front.Faults(t.Context(), f))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("faults on %q: %+v %+v, of a folder %+v %+v", host, got, got[len(got)-1].Counts, want, want[len(want)-1].Counts)
		}
	}
}
