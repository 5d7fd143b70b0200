package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A collector takes the pages of a crawl in place of an index.
type collector struct {
	mu    sync.Mutex
	pages map[weburl.ID]string // titles
}

// Apply is called with the changes of each batch of visits.
func (c *collector) Apply(_ context.Context, changes []aranea.IndexChange) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, change := range changes {
		if change.Page == nil {
			delete(c.pages, change.URL.ID())
		} else {
			c.pages[change.URL.ID()] = change.Page.Title()
		}
	}
	return nil
}

// Has reports whether a page is there.
func (c *collector) Has(id weburl.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.pages[id]
	return ok
}

// Hidden and Later are about pages whose owner hides them for a time; here no page waits.
func (c *collector) Hidden(weburl.ID) bool           { return false }
func (c *collector) Later(weburl.ID, time.Time) bool { return false }

func (c *collector) Sketch(weburl.ID) uint64 { return 0 }

func (c *collector) ShowsMore(weburl.ID, *aranea.IndexChange) bool { return false }

// A crawl gives its pages to a handler of one's own; what it remembers lies in memory.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>Home</title><a href="/spiders">Spiders</a><a href="/private/">Private</a>`)
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
		default:
			fmt.Fprintf(w, "<title>%s</title><p>A page.", r.URL.Path)
		}
	}))
	defer site.Close()
	seed := weburl.MustParse(site.URL)

	ctx := context.Background()
	kv := memstore.New()
	f, err := frontier.Open(ctx, kv, frontier.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	fetcher, err := fetch.New(fetch.Options{Contact: "you@example.org", AllowNet: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{seed}})
	if err != nil {
		fmt.Println(err)
		return
	}
	all := &collector{pages: map[weburl.ID]string{}}
	c, err := crawl.New(f, fetcher, all, linkgraph.New(kv, nil), crawl.Options{
		Agents: []dialect.AgentToken{"MyBot"},
		Scope:  rules,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = f.Add(ctx, time.Now(), []aranea.Discovery{{URL: seed, Kind: aranea.KindPage, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := c.Run(ctx)
	fmt.Println(result.Verdict, len(all.pages), err)
	// Output: ok 2 <nil>
}
