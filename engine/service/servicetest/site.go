package servicetest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/weburl"
)

// NewSite serves a small site: a start page, four pages about spiders, one that is disallowed
// and one that is missing.
func NewSite(t testing.TB) weburl.URL {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /private\nSitemap: /sitemap.xml\n")
	})
	mux.HandleFunc("/sitemap.xml", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<urlset><url><loc>http://%s/</loc></url></urlset>", r.Host)
	})
	page := func(title, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<html lang=en><title>%s</title><h1>%s</h1><p>%s</p>", title, title, text)
		}
	}
	links := ""
	for i := range 4 {
		links += fmt.Sprintf(`<a href="/p%d">page</a> `, i)
		mux.HandleFunc(fmt.Sprintf("/p%d", i), page(fmt.Sprintf("Page %d", i), fmt.Sprintf("A spider number%d spins its silk.", i)))
	}
	start := page("Start", links+`<a href="/private/x">p</a><a href="/missing">m</a> welcome`)
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</>; rel=alternate; hreflang=de, </missing>; rel=alternate; hreflang=de, </missing>; rel=alternate; hreflang=fr")
		start(w, r)
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	u, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Settings returns settings of a crawl without delays from seeds on the loopback network.
func Settings(seeds ...weburl.URL) service.Settings {
	s := service.DefaultSettings()
	s.Seeds, s.Delay = seeds, 0
	s.AllowNet = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	return s
}

// Crawl crawls a new site with a Service and returns its start page.
func Crawl(t testing.TB, s service.Service) weburl.URL {
	t.Helper()
	site := NewSite(t)
	r, err := s.Crawl(t.Context(), Settings(site), func(runreport.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != verdict.OK || r.Counts[aranea.CountIndexed] != 5 || r.Run[aranea.CountFetched] != 5 || r.Hosts != 1 {
		t.Fatalf("report: %+v", r)
	}
	return site
}
