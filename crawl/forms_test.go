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

// catalogue is a site whose items are reached through forms only.
func catalogue() map[string][]reply {
	const pick = "<select name=region><option value=n>North<option value=s>South</select>"
	pages := map[string][]reply{
		"http://a.test/robots.txt": get("User-agent: *\nDisallow: /closed\n"),
		"http://a.test/": get(words + "<form action=/list>" + pick + "<select name=year><option>2023<option>2024</select><input type=submit></form>" +
			"<form action=/kind><label><input type=radio name=k value=a checked>Apples</label><label><input type=radio name=k value=p>Pears</label></form>" +
			"<form action=/order method=post>" + pick + "</form><form action=/login>" + pick + "<input type=password name=p></form>" +
			"<form action=/closed>" + pick + "</form><form action=http://b.test/list>" + pick + "</form><form action=/search><input name=q></form>" +
			"<noindex><form action=/excluded>" + pick + "</form></noindex><a href=/quiet>quiet</a>" +
			"<select onchange='location=this.value'><option value=''>Choose<option value=/menu/1>One</select>"),
		"http://a.test/quiet":  get("<title>Quiet</title><meta name=robots content=nofollow><p>A page that asks not to be followed.<form action=/followed>" + pick + "</form>"),
		"http://a.test/menu/1": get("<title>Menu</title><p>What the menu leads to."),
	}
	for _, q := range []string{"list?region=n&year=2023", "list?region=n&year=2024", "list?region=s&year=2023", "list?region=s&year=2024", "kind?k=a", "kind?k=p"} {
		item := "http://a.test/item/" + strings.NewReplacer("?", "-", "&", "-", "=", "-").Replace(q)
		pages["http://a.test/"+q] = get("<title>Found</title><p>Items of " + q + " are here: <a href=" + item + ">an item</a>")
		pages[item] = get("<title>An item</title><p>The only one of " + q)
	}
	return pages
}

// TestCatalogueBehindForms: what forms with selections lead to is visited, and nothing that
// another form leads to.
func TestCatalogueBehindForms(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, catalogue(), "http://a.test/")
		x.opt.Forms = true
		x.run(t)
		if lists, kinds, items := x.asked("http://a.test/list?"), x.asked("http://a.test/kind?"), x.asked("http://a.test/item/"); lists != 4 || kinds != 2 || items != 6 || x.asked("http://a.test/menu/") != 1 {
			t.Errorf("%d lists, %d kinds and %d items were asked for: %v", lists, kinds, items, x.web.asked)
		}
		if n := len(x.web.asked); n != 16 { // with the robots file, the start page and the quiet one
			t.Errorf("%d URLs were asked for: %v", n, x.web.asked)
		}
		for u, want := range map[string]aranea.Reason{"http://a.test/closed?region=n": aranea.RobotsDenied, "http://b.test/list?region=s": aranea.ScopeHost} {
			e, ok, err := x.f.EntryByID(url(t, u).ID())
			if err != nil || !ok || e.Reason != want || e.How != aranea.HowForm {
				t.Errorf("%s: %s, %s, %t, %v", u, e.Reason, e.How, ok, err)
			}
		}
		for _, u := range []string{"http://a.test/followed?region=n", "http://a.test/excluded?region=n", "http://a.test/order?region=n", "http://a.test/login?region=n"} {
			if _, ok, err := x.f.EntryByID(url(t, u).ID()); ok || err != nil {
				t.Errorf("%s is known, %v", u, err)
			}
		}
		e, _, err := x.f.EntryByID(url(t, "http://a.test/kind?k=p").ID())
		if ev := e.Discovered("http://a.test/"); err != nil || ev.Reason != aranea.DiscoverForm || ev.Detail != "found through a form on http://a.test/, 1 link from a seed" {
			t.Errorf("%s %q, %v", ev.Reason, ev.Detail, err)
		}
	})
}

// TestFormsAreLeftAlone: without the option no form is filled in.
func TestFormsAreLeftAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, catalogue(), "http://a.test/")
		x.run(t)
		if got, want := len(x.web.asked), 3; got != want {
			t.Errorf("%d URLs were asked for, want %d: %v", got, want, x.web.asked)
		}
	})
}

// A formSite is a site with a form on every page, whose answers have the form again. kind says
// how it differs there.
type formSite struct {
	kind string

	mu    sync.Mutex
	asked int
	seen  map[string]bool // answers by what is selected
}

func (s *formSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path == "/robots.txt" || strings.Contains(u.Path, "aranea") { // a made-up name
		out.Status = 404
		return out
	}
	s.asked++
	q := u.Query()
	q.Del("token")
	s.seen[u.Path+q.Encode()] = true
	out.Body = []byte(s.page(u.Path, q))
	return out
}

func (s *formSite) page(path string, q neturl.Values) string {
	var fields strings.Builder
	action, more := "/list", ""
	switch s.kind {
	case "combinations": // five selects that keep what is selected
		for i := range 5 {
			fields.WriteString(options(fmt.Sprint("s", i), q.Get(fmt.Sprint("s", i)), "0", "1", "2", "3", "4"))
		}
	case "session": // a hidden field of each page, on each of 30 pages
		fmt.Fprintf(&fields, "<input type=hidden name=token value=%d>", s.asked)
		fields.WriteString(options("s0", q.Get("s0"), "north", "south", "east", "west"))
		for i := range 30 {
			more += fmt.Sprintf("<a href=/page/%s>page</a> ", spelled(i))
		}
	case "issues": // lists that are ordered by four selects, and whose links to further pages keep the order
		by := strings.Split(q.Get("by")+",,,", ",")
		for i := range 4 {
			if v := q.Get(fmt.Sprint("sort", i)); v != "" {
				by[i] = v
			}
			fields.WriteString(options(fmt.Sprint("sort", i), by[i], "number", "title", "age", "author"))
		}
		status := q.Get("status")
		fields.WriteString("<input type=hidden name=status value=" + status + ">")
		for i := range 3 {
			more += fmt.Sprintf("<a href='/list?status=%d&by=%s&page=2'>more</a> <a href='/list?status=%d'>others</a> ", i, strings.Join(by[:4], ","), i)
		}
	case "calendar": // a form on each month that leads to further ones
		var month int
		_, _ = fmt.Sscan(q.Get("n"), &month)
		action = fmt.Sprint("/month/", month)
		path, q = fmt.Sprint("month ", month), nil
		fields.WriteString(options("n", "", fmt.Sprint(month+1), fmt.Sprint(month+2)))
	}
	return fmt.Sprintf("<title>Found</title><p>Nothing else is said here but what was selected, %s in %s, on this page of a large catalogue. %s<form action=%s>%s</form>", q.Encode(), path, more, action, fields.String())
}

// options returns a select.
func options(name, selected string, values ...string) string {
	text := "<select name=" + name + ">"
	for _, v := range values {
		mark := ""
		if v == selected {
			mark = " selected"
		}
		text += "<option" + mark + ">" + v
	}
	return text + "</select>"
}

// TestEndlessForms: answers that have the form again, with other values, do not keep a crawl from
// ending.
func TestEndlessForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind      string
		least     int // pages
		most      int
		different int // least number of different answers
		reason    aranea.Reason
	}{
		{"combinations", 22, 22, 22, aranea.ReasonNone}, // the start page and 21 answers, of 3,125 combinations
		{"session", 36, 100, 35, aranea.ScopeParameter}, // the token changes nothing
		{"issues", 7, 7, 7, aranea.ReasonNone},          // the start page, three lists and their second pages
		{"calendar", 100, 700, 100, aranea.ScopeTrap},   // a template that never ends
	} {
		t.Run(tt.kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := &formSite{kind: tt.kind, seen: map[string]bool{}}
				x := newMirrorTrial(t, nil, "http://a.test/")
				x.fetcher, x.opt.Forms = site, true
				x.run(t)
				n := x.states(t, "http://a.test")
				t.Logf("%d pages, %d different answers, reasons %v", site.asked, len(site.seen), n)
				if site.asked < tt.least || site.asked > tt.most || len(site.seen) < tt.different {
					t.Errorf("%d pages and %d different answers, want between %d and %d with %d answers", site.asked, len(site.seen), tt.least, tt.most, tt.different)
				}
				if tt.reason != aranea.ReasonNone && n[tt.reason] == 0 {
					t.Errorf("none has the reason %s: %v", tt.reason, n)
				}
			})
		})
	}
}

// TestFormsInOrder: a page recommends what it links to, and not what its forms lead to.
func TestFormsInOrder(t *testing.T) {
	t.Parallel()
	var shown, chosen []string
	for h := aranea.HowAnchor; h <= aranea.HowForm; h++ {
		if !h.Recommends() {
			shown = append(shown, h.String())
		}
		if h.IsChosen() {
			chosen = append(chosen, h.String())
		}
	}
	if !slices.Equal(shown, []string{"picture", "recording", "form"}) || !slices.Equal(chosen, []string{"link", "form"}) {
		t.Errorf("not recommended: %v; chosen: %v", shown, chosen)
	}
}
