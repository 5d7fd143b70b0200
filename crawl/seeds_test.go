package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

func to(location string) []reply {
	return []reply{{status: 301, header: []string{"Location", location}}}
}

// TestSeedsThatLead: the scope follows a seed within its registrable domain, and the report
// names it; a seed that leads out of scope is reported with its target.
func TestSeedsThatLead(t *testing.T) {
	t.Parallel()
	page := func(links string) []reply { return get(words + links) }
	tests := []struct {
		name  string
		mode  scope.Mode
		seed  string
		pages map[string][]reply
		want  string // verdict, pages in the index, moves
	}{
		{"from the bare name to www", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": to("http://www.a.test/"), "http://www.a.test/": page("<a href=/2>2</a>"), "http://www.a.test/2": page("Second."),
		}, "ok complete 2 [{http://a.test/ http://www.a.test/}] []"},
		{"to nothing, by its wish", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": page("<meta name=robots content=nofollow><a href=/2>2</a>"), "http://a.test/2": page("Second."),
		}, "ok nofollow 1 [] []"},
		{"to other sites only, by its wish", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": page("<meta name=robots content=nofollow><a href=http://b.test/>b</a>"),
		}, "ok complete 1 [] []"},
		{"by https to www", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": to("https://a.test/"), "https://a.test/": to("https://www.a.test/en/"), "https://www.a.test/en/": page("<a href=/2>2</a>"), "https://www.a.test/2": page("Second."),
		}, "ok complete 2 [{http://a.test/ https://www.a.test/en/}] []"},
		{"by a refresh", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": get("<meta http-equiv=refresh content='0; url=http://www.a.test/'>"), "http://www.a.test/": page("<a href=/2>2</a>"), "http://www.a.test/2": page("Second."),
		}, "ok complete 2 [{http://a.test/ http://www.a.test/}] []"},
		{"a folder by https", scope.Prefix, "http://a.test/docs/", map[string][]reply{
			"http://a.test/docs/": to("https://a.test/docs/"), "https://a.test/docs/": page("<a href=2>2</a><a href=/>up</a>"), "https://a.test/docs/2": page("Second."), "https://a.test/": page("up"),
		}, "ok complete 2 [{http://a.test/docs/ https://a.test/docs/}] []"},
		{"a folder to the folder above", scope.Prefix, "http://a.test/docs/", map[string][]reply{
			"http://a.test/docs/": to("https://a.test/"), "https://a.test/": page(""),
		}, "empty redirected-away 0 [] [{http://a.test/docs/ https://a.test/}]"},
		{"to another site", scope.Site, "http://a.test/", map[string][]reply{
			"http://a.test/": to("http://b.test/"), "http://b.test/": page(""),
		}, "empty redirected-away 0 [] [{http://a.test/ http://b.test/}]"},
		{"from a page behind the seed", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": page("<a href=/out>out</a>"), "http://a.test/out": to("http://shop.a.test/"), "http://shop.a.test/": page("shop"),
		}, "ok complete 1 [] []"},
		{"to a page that its robots file denies", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": to("http://www.a.test/"), "http://www.a.test/robots.txt": get("User-agent: *\nDisallow: /", "Content-Type", "text/plain"),
		}, "blocked-by-site denied 0 [] []"},
		{"in a circle", scope.Host, "http://a.test/", map[string][]reply{
			"http://a.test/": to("http://www.a.test/"), "http://www.a.test/": to("http://a.test/"),
		}, "empty no-text 0 [] []"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, c := leading(t, tt.mode, tt.seed, tt.pages)
				report, err := c.Run(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprintf("%s %s %d %v %v", report.Verdict, report.Cause, report.Counts[aranea.CountIndexed], report.Moved, report.Away)
				if got != tt.want {
					t.Errorf("%s (%s)\nwant %s", got, report.Why, tt.want)
				}
				if report.Cause == verdict.CauseRedirected && !strings.Contains(report.Why, report.Target) {
					t.Errorf("the target is not told: %s", report.Why)
				}
			})
		})
	}
}

// TestVouchedList: the robots file of a host in scope vouches for a list on another host, and
// only for that list: neither the robots file there nor the list leads to anything out of
// scope.
func TestVouchedList(t *testing.T) {
	t.Parallel()
	plain := []string{"Content-Type", "text/plain"}
	pages := map[string][]reply{
		"http://a.test/": get(words), "http://a.test/docs/": get(words + "Docs."), "http://a.test/listed": get(words + "Listed."), "http://a.test/docs/listed": get(words + "Both."),
		"http://a.test/robots.txt": get("Sitemap: http://b.test/u.xml", plain...),
		"http://b.test/robots.txt": get("Sitemap: http://b.test/own.xml\nSitemap: http://c.test/s.xml", plain...),
		"http://b.test/u.xml":      get("<urlset><url><loc>http://a.test/listed</loc></url><url><loc>http://a.test/docs/listed</loc></url><url><loc>http://b.test/page</loc></url></urlset>"),
	}
	tests := []struct {
		mode       scope.Mode
		seed, want string
	}{
		{scope.Host, "http://a.test/", "SITEMAP.READ SCOPE.HOST SCOPE.HOST SCOPE.HOST INDEX.ADDED INDEX.ADDED"},
		{scope.Prefix, "http://a.test/docs/", "SITEMAP.READ SCOPE.PREFIX SCOPE.PREFIX SCOPE.PREFIX SCOPE.PREFIX INDEX.ADDED"},
	}
	for _, tt := range tests {
		t.Run(tt.mode.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, c := leading(t, tt.mode, tt.seed, pages)
				if _, err := c.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, u := range []string{"http://b.test/u.xml", "http://b.test/own.xml", "http://c.test/s.xml", "http://b.test/page", "http://a.test/listed", "http://a.test/docs/listed"} {
					e, _, err := f.EntryByID(url(t, u).ID())
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, e.Reason.String())
				}
				if text := strings.Join(got, " "); text != tt.want {
					t.Errorf("%s\nwant %s", text, tt.want)
				}
			})
		})
	}
}

// TestFolderVouchesForNoHost: a robots file in a folder on disk leads to no list on a host of the
// network, nor to one beside the folder; another host's file vouches as ever.
func TestFolderVouchesForNoHost(t *testing.T) {
	t.Parallel()
	plain := []string{"Content-Type", "text/plain"}
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{
			"http://a.test/": get(words), "http://n.test/": get(words + "Network."),
			"http://a.test/robots.txt": get("Sitemap: http://b.test/s.xml\nSitemap: https://a.test/s.xml\nSitemap: /s.xml", plain...),
			"http://n.test/robots.txt": get("Sitemap: http://c.test/s.xml", plain...),
			"http://b.test/robots.txt": get("", plain...), "http://c.test/robots.txt": get("", plain...),
		}
		f, _ := leading(t, scope.Host, "http://a.test/", pages)
		found := []aranea.Discovery{{URL: url(t, "http://n.test/"), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}
		if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
			t.Fatal(err)
		}
		rules, err := scope.New(scope.Options{Seeds: []weburl.URL{url(t, "http://a.test/"), url(t, "http://n.test/")}, Folders: []weburl.URL{url(t, "http://a.test/")}})
		if err != nil {
			t.Fatal(err)
		}
		web := &trialWeb{pages: pages, asked: map[string]int{}}
		c, err := crawl.New(f, web, noIndex{}, noGraph{}, crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for u, want := range map[string]bool{"http://b.test/robots.txt": false, "http://b.test/s.xml": false, "https://a.test/s.xml": false, "http://a.test/s.xml": true, "http://c.test/s.xml": true} {
			if (web.asked[u] > 0) != want {
				t.Errorf("%s was asked for %d times", u, web.asked[u])
			}
		}
		for u, want := range map[string]aranea.Reason{"http://b.test/s.xml": aranea.ScopeHost, "https://a.test/s.xml": aranea.ScopeFolder} {
			if e, _, err := f.EntryByID(url(t, u).ID()); err != nil || e.Reason != want {
				t.Errorf("%s: %s, %v, want %s", u, e.Reason, err, want)
			}
		}
	})
}

// leading returns a crawler of a seed that redirects.
func leading(t *testing.T, mode scope.Mode, seed string, pages map[string][]reply) (*frontier.Frontier, *crawl.Crawler) {
	t.Helper()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	found := []aranea.Discovery{{URL: url(t, seed), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}
	if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
		t.Fatal(err)
	}
	return f, leader(t, f, mode, seed, pages)
}

// leader returns a crawler over the state that an earlier one left.
func leader(t *testing.T, f *frontier.Frontier, mode scope.Mode, seed string, pages map[string][]reply) *crawl.Crawler {
	t.Helper()
	rules, err := scope.New(scope.Options{Mode: mode, Seeds: []weburl.URL{url(t, seed)}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := crawl.New(f, &trialWeb{pages: pages, asked: map[string]int{}}, noIndex{}, noGraph{}, crawl.Options{
		Agents: []dialect.AgentToken{"Aranea"}, Scope: rules,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestMovedSeedIsRemembered: a crawl that is continued later follows the seed again, although
// only the frontier knows where it led.
func TestMovedSeedIsRemembered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{
			"http://a.test/": to("http://www.a.test/"), "http://www.a.test/": get(words + "<a href=/2>2</a>"), "http://www.a.test/2": get(words + "Second."),
		}
		f, c := leading(t, scope.Host, "http://a.test/", pages)
		ctx, stop := context.WithTimeout(t.Context(), 1500*time.Millisecond) // after the redirect, before its target
		defer stop()
		first, err := c.Run(ctx)
		if err != nil || first.Ending != verdict.EndStopped || first.Counts[aranea.CountRedirects] != 1 || first.Counts[aranea.CountIndexed] != 0 {
			t.Fatalf("%s, %v, %v", first.Ending, first.Counts, err)
		}
		r, err := leader(t, f, scope.Host, "http://a.test/", pages).Run(t.Context())
		if err != nil || r.Counts[aranea.CountIndexed] != 2 || len(r.Moved) != 1 {
			t.Errorf("%s, %d in the index, moved %v, %v", r.Why, r.Counts[aranea.CountIndexed], r.Moved, err)
		}
	})
}

// noReasons is a frontier that counts how often a stored reason is asked for.
type noReasons struct {
	*frontier.Frontier
	asked int
}

func (n *noReasons) StoredReason(id weburl.ID) (aranea.Reason, error) {
	n.asked++
	return n.Frontier.StoredReason(id)
}

// TestLedIsGiven: a crawler that is told where its seeds moved does not look for it, and follows
// them even if its scope is widened.
func TestLedIsGiven(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{
			"http://a.test/": to("http://www.a.test/"), "http://www.a.test/": get(words + "<a href=/2>2</a>"), "http://www.a.test/2": get(words + "Second."),
		}
		seed, other := url(t, "http://a.test/"), url(t, "http://b.test/")
		f, c := leading(t, scope.Host, seed.String(), pages)
		ctx, stop := context.WithTimeout(t.Context(), 1500*time.Millisecond) // after the redirect, before its target
		defer stop()
		if _, err := c.Run(ctx); err != nil {
			t.Fatal(err)
		}
		rules := func(seeds ...weburl.URL) scope.Rules {
			r, err := scope.New(scope.Options{Seeds: seeds})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		counted := &noReasons{Frontier: f}
		led, err := seedreport.Led(t.Context(), counted, rules(seed), "")
		if err != nil || len(led) != 1 || counted.asked != 1 {
			t.Fatalf("led to %v, %v, with %d questions", led, err, counted.asked)
		}
		var next *crawl.Crawler
		var once sync.Once
		next, err = crawl.New(counted, &trialWeb{pages: pages, asked: map[string]int{}}, noIndex{}, noGraph{}, crawl.Options{
			Agents: []dialect.AgentToken{"Aranea"}, Scope: rules(seed), Led: led,
			Watch: func(runreport.Progress) { once.Do(func() { next.Widen(rules(seed, other)) }) },
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := next.Run(t.Context())
		if err != nil || r.Counts[aranea.CountIndexed] != 2 || counted.asked != 1 {
			t.Errorf("%s, %d in the index, %d questions, %v", r.Why, r.Counts[aranea.CountIndexed], counted.asked, err)
		}
	})
}

// brokenEntries is a frontier whose entries cannot be read.
type brokenEntries struct{ *frontier.Frontier }

var errBroken = errors.New("the disk is gone")

func (brokenEntries) EntryByID(weburl.ID) (aranea.Entry, bool, error) {
	return aranea.Entry{}, false, errBroken
}

func (brokenEntries) StoredReason(weburl.ID) (aranea.Reason, error) {
	return aranea.ReasonNone, errBroken
}

// TestBrokenSeeds: a crawl that cannot read where its seeds lead ends with the error and sends
// no request.
func TestBrokenSeeds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, _ := leading(t, scope.Host, "http://a.test/", nil)
		w := &trialWeb{asked: map[string]int{}}
		rules, err := scope.New(scope.Options{Seeds: []weburl.URL{url(t, "http://a.test/")}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := crawl.New(brokenEntries{f}, w, noIndex{}, noGraph{}, crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Run(t.Context())
		if !errors.Is(err, errBroken) || r.Verdict != verdict.Partial || r.Cause != verdict.CauseBroken || len(w.asked) != 0 {
			t.Errorf("%s, %s, %v, asked for %v", r.Verdict, r.Cause, err, w.asked)
		}
	})
}
