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
	plain   bool           // and have a hyphen before their values; a list may have them in any order
	several bool           // lists show items of any of several values of a filter
	named   bool           // lists are called after their filters, and say how many items they have
	program bool           // items are at the path of the lists, by further parameters
	only    string         // the filter without which lists have no further pages, "" for none

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
	item, ok := strings.CutPrefix(u.Path, "/shop/all/item-")
	if s.program {
		item, ok = u.Query().Get("item"), u.Query().Has("item")
	}
	if ok {
		s.found[item] = true
		out.Body = []byte("<title>" + item + "</title>" + lines("Item "+item, 0, 30) + link("/shop/all/list"))
		return out
	}
	s.lists++
	q := u.Query()
	if before, page, ok := strings.Cut(u.Path, "/page/"); ok {
		u.Path = before
		q.Set("page", strings.Trim(page, "/"))
	}
	for seg := range strings.SplitSeq(strings.TrimPrefix(u.Path, "/shop/all/list"), "/") {
		if key, value, ok := strings.Cut(seg, s.separator()); ok {
			if s.plain {
				value = fmt.Sprint(strings.Index(digits, value))
			}
			q.Set(key, value)
		}
	}
	title := "All items"
	for _, name := range names(s.filters) {
		for _, v := range q[name] {
			if s.named {
				title += " " + spelled(sum(name)) + " " + spelled(sum(v))
			}
		}
	}
	out.Body = []byte("<title>" + title + "</title><h1>" + title + "</h1>" + lines("Terms", 0, 20) + s.list(q))
	return out
}

// list returns the items that a list shows, and the lists beside it.
func (s *facetedSite) list(q neturl.Values) (text string) {
	page, of := sum(q.Get("page")), 0
	for i := range s.items {
		rest, in := i, true
		for _, name := range names(s.filters) {
			in, rest = in && (q.Get(name) == "" || slices.Contains(q[name], fmt.Sprint(rest%s.filters[name]))), rest/s.filters[name]
		}
		if !in {
			continue
		}
		if of++; of > page*s.shown && of <= (page+1)*s.shown {
			if s.program {
				text += "<li>" + link("/shop/all/list?route=item&item="+spelled(i))
			} else {
				text += "<li>" + link("/shop/all/item-"+spelled(i))
			}
		}
	}
	if s.named {
		text += fmt.Sprintf("<p>There are %d items of %d.</p>", of, s.items)
	}
	to := func(name string, value int) {
		other := neturl.Values{}
		for k, v := range q {
			other[k] = slices.Clone(v)
		}
		switch now := fmt.Sprint(value); {
		case s.several && s.filters[name] > 0 && slices.Contains(q[name], now):
			other[name] = slices.DeleteFunc(other[name], func(v string) bool { return v == now })
		case s.several && s.filters[name] > 0:
			other.Add(name, now)
		default:
			other.Set(name, now)
		}
		if name != "page" {
			other.Del("page")
		}
		if s.always && !other.Has(names(s.orders)[0]) {
			other.Set(names(s.orders)[0], "0")
		}
		query := "?" + other.Encode()
		if s.folders || s.plain {
			query = "/" + strings.NewReplacer("=", s.separator(), "&", "/").Replace(other.Encode()) + "/"
		}
		if s.plain {
			query = plainPath(query, name)
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
	for p := 1; s.further && p*s.shown < of && (s.only == "" || q.Has(s.only)); p++ {
		to("page", p)
	}
	return text
}

// separator returns what stands between the name and the value of a parameter in a path.
func (s *facetedSite) separator() string {
	if s.plain {
		return "-"
	}
	return ":"
}

// digits are letters for the values of filters in plain paths, below ten.
const digits = "abcdefghij"

// worded returns a segment with a letter for its number.
func worded(seg string) string {
	name, value, _ := strings.Cut(seg, "-")
	return name + "-" + digits[sum(value):sum(value)+1]
}

// plainPath returns a path of filters with the one that was chosen last behind the others, and with a page behind all.
func plainPath(path, last string) string {
	var in []string
	behind, page := "", ""
	for seg := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		switch key, value, _ := strings.Cut(seg, "-"); key {
		case "page":
			page = "page/" + value + "/"
		case last:
			behind = worded(seg)
		default:
			in = append(in, worded(seg))
		}
	}
	if behind != "" {
		in = append(in, behind)
	}
	return "/" + strings.Join(in, "/") + "/" + page
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
		{"filters that are folders", &facetedSite{
			items: 400, shown: 20, further: true, plain: true, filters: map[string]int{"brand": 8, "color": 6, "material": 4, "size": 5}, orders: map[string]int{"view": 3},
		}, 2000},
		{"filters that are folders, without further pages", &facetedSite{
			items: 180, shown: 3, plain: true, filters: map[string]int{"brand": 5, "category": 6, "color": 2}, orders: map[string]int{"sort": 3, "view": 2},
		}, 3000},
		{"shop without further pages", &facetedSite{
			items: 180, shown: 3, filters: map[string]int{"brand": 5, "category": 6, "color": 2}, orders: map[string]int{"sort": 3, "view": 2},
		}, 2000},
		{"catalogue with further pages that name an order", &facetedSite{
			items: 400, shown: 10, further: true, always: true, filters: map[string]int{"category": 6}, orders: map[string]int{"sort": 4, "view": 3},
		}, 2000},
		{"shop with several values of a filter", &facetedSite{
			items: 200, shown: 20, further: true, several: true, named: true, filters: map[string]int{"brand": 8, "color": 8, "material": 6, "rating": 4, "size": 5}, orders: map[string]int{"sort": 4, "view": 2},
		}, 600},
		{"several values, and further pages of one filter only", &facetedSite{
			items: 200, shown: 10, further: true, several: true, only: "brand", filters: map[string]int{"brand": 8, "color": 3, "size": 5}, orders: map[string]int{"sort": 4, "view": 2},
		}, 1000},
		{"items at the path of the lists", &facetedSite{
			items: 200, shown: 10, further: true, program: true, only: "brand", filters: map[string]int{"brand": 8, "color": 3, "size": 5}, orders: map[string]int{"sort": 4, "view": 2},
		}, 1000},
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
