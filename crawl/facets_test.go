package crawl_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
)

// A facetedSite has lists of its items by filters, orders and pages. Each list names every list that differs
// from it in one parameter, as trackers of issues and shops do.
type facetedSite struct {
	items   int
	shown   int            // items on a page of a list
	further bool           // lists have further pages
	filters map[string]int // values of each parameter that leaves out items
	orders  map[string]int // values of each parameter that does not
	always  bool           // the first order is named by all lists
	folders bool           // parameters are segments of the path

	mu    sync.Mutex
	lists int
	found map[string]bool
}

func (s *facetedSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path == "/robots.txt" || strings.Contains(u.Path, "0aranea") || s.lists > 6000 {
		out.Status = 404
		return out
	}
	if item, ok := strings.CutPrefix(u.Path, "/shop/all/item-"); ok {
		s.found[item] = true
		out.Body = []byte("<title>" + item + "</title>" + lines("Item "+item, 0, 30) + link("/shop/all/list"))
		return out
	}
	s.lists++
	q := u.Query()
	for seg := range strings.SplitSeq(strings.TrimPrefix(u.Path, "/shop/all/list"), "/") {
		if key, value, ok := strings.Cut(seg, ":"); ok {
			q.Set(key, value)
		}
	}
	out.Body = []byte("<title>All items</title>" + lines("Terms", 0, 20) + s.list(q))
	return out
}

// list returns the items that a list shows, and the lists beside it.
func (s *facetedSite) list(q neturl.Values) (text string) {
	page, of := sum(q.Get("page")), 0
	for i := range s.items {
		rest, in := i, true
		for _, name := range names(s.filters) {
			in, rest = in && (q.Get(name) == "" || sum(q.Get(name)) == rest%s.filters[name]), rest/s.filters[name]
		}
		if !in {
			continue
		}
		if of++; of > page*s.shown && of <= (page+1)*s.shown {
			text += "<li>" + link("/shop/all/item-"+spelled(i))
		}
	}
	to := func(name string, value int) {
		other := neturl.Values{}
		for k, v := range q {
			other[k] = v
		}
		if other.Set(name, fmt.Sprint(value)); name != "page" {
			other.Del("page")
		}
		if s.always && !other.Has(names(s.orders)[0]) {
			other.Set(names(s.orders)[0], "0")
		}
		query := "?" + other.Encode()
		if s.folders {
			query = "/" + strings.NewReplacer("=", ":", "&", "/").Replace(other.Encode()) + "/"
		}
		text += link("/shop/all/list" + query)
	}
	for _, all := range []map[string]int{s.filters, s.orders} {
		for _, name := range names(all) {
			for v := range all[name] {
				to(name, v)
			}
		}
	}
	for p := 1; s.further && p*s.shown < of; p++ {
		to("page", p)
	}
	return text
}

func names(of map[string]int) []string {
	var all []string
	for name := range of {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// TestFacets: the lists of a site by filters and orders end after a number that does not grow like that of
// their combinations, and all items are found, even if only combinations of filters or further pages name
// them.
func TestFacets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		site *facetedSite
		most int // lists
	}{
		{"tracker of issues", &facetedSite{
			items: 200, shown: 20, further: true, filters: map[string]int{"assignee": 5, "label": 8, "milestone": 4, "state": 2}, orders: map[string]int{"sort": 8, "type": 4},
		}, 2000},
		{"many values", &facetedSite{
			items: 200, shown: 20, further: true, filters: map[string]int{"assignee": 10, "label": 20, "milestone": 8, "state": 2}, orders: map[string]int{"sort": 8, "type": 4},
		}, 4000},
		{"parameters in the path", &facetedSite{
			items: 200, shown: 20, further: true, folders: true, filters: map[string]int{"assignee": 5, "label": 8, "milestone": 4, "state": 2}, orders: map[string]int{"sort": 8, "type": 4},
		}, 2000},
		{"shop without further pages", &facetedSite{
			items: 180, shown: 3, filters: map[string]int{"brand": 5, "category": 6, "color": 2}, orders: map[string]int{"sort": 3, "view": 2},
		}, 2000},
		{"catalogue with further pages that name an order", &facetedSite{
			items: 400, shown: 10, further: true, always: true, filters: map[string]int{"category": 6}, orders: map[string]int{"sort": 4, "view": 3},
		}, 2000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				site := tt.site
				site.found = map[string]bool{}
				x := newMirrorTrial(t, nil, "http://a.test/shop/all/list")
				x.fetcher = site
				x.run(t)
				t.Logf("%d lists were asked for, and %d items of %d", site.lists, len(site.found), site.items)
				if site.lists > tt.most || len(site.found) != site.items {
					t.Errorf("%d lists were asked for, at most %d expected, and %d items of %d; reasons %v", site.lists, tt.most, len(site.found), site.items, x.states(t, "http://a.test"))
				}
			})
		})
	}
}
