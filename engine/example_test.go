package engine_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// A program owns a data folder, crawls a site into it, searches it, and asks why a page is in.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>Home</title><a href="/spiders">Spiders</a>`)
		case "/spiders":
			fmt.Fprint(w, `<title>House spiders</title><p>They weave webs of silk.`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	dir, err := os.MkdirTemp("", "aranea")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	ctx := context.Background()
	e, err := engine.Open(ctx, dir, engine.Options{Version: "1.0", Command: "mybot", Create: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	s := service.DefaultSettings()
	s.Seeds = []weburl.URL{weburl.MustParse(site.URL)}
	s.Contact = "you@example.org"
	s.AllowNet = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} // refused otherwise, as all private addresses
	s.Delay = 0                                                       // for your own site only: the default is a second
	result, err := e.Crawl(ctx, s, func(runreport.Progress) {})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict)

	found, err := e.Search(ctx, search.Request{Query: "silk"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range found.Results {
		fmt.Println(r.Title, "-", r.Snippet)
	}
	trail, err := e.Explain(ctx, site.URL+"/spiders")
	fmt.Println(trail.Reason, err)
	// Output:
	// ok
	// House spiders - They weave webs of silk.
	// INDEX.ADDED <nil>
}
