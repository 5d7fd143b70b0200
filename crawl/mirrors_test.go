package crawl_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A mirrorTrial is a crawl of several hosts that learns.
type mirrorTrial struct {
	f       *frontier.Frontier
	learner *learn.Learner
	web     *trialWeb
	fetcher crawl.Fetcher // web by default
	opt     crawl.Options
}

// newMirrorTrial returns a crawl of the seeds' hosts.
func newMirrorTrial(t *testing.T, pages map[string][]reply, seeds ...string) *mirrorTrial {
	t.Helper()
	return mirrorTrialIn(t, memstore.New(), pages, seeds...)
}

// mirrorTrialIn is newMirrorTrial over an existing store.
func mirrorTrialIn(t *testing.T, kv store.KV, pages map[string][]reply, seeds ...string) *mirrorTrial {
	t.Helper()
	f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	learner, err := learn.New(learned.New(kv))
	if err != nil {
		t.Fatal(err)
	}
	var urls []weburl.URL
	var found []aranea.Discovery
	for _, s := range seeds {
		urls = append(urls, url(t, s))
		found = append(found, aranea.Discovery{URL: url(t, s), How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	rules, err := scope.New(scope.Options{Seeds: urls})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
		t.Fatal(err)
	}
	return &mirrorTrial{
		f: f, learner: learner, web: &trialWeb{pages: pages, asked: map[string]int{}},
		opt: crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules, Learner: learner},
	}
}

func (x *mirrorTrial) run(t *testing.T) runreport.Report {
	t.Helper()
	return x.runUntil(t.Context(), t)
}

func (x *mirrorTrial) runUntil(ctx context.Context, t *testing.T) runreport.Report {
	t.Helper()
	if x.fetcher == nil {
		x.fetcher = x.web
	}
	c, err := crawl.New(x.f, x.fetcher, noIndex{}, noGraph{}, x.opt)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asked returns how often URLs with a prefix were requested.
func (x *mirrorTrial) asked(prefix string) (n int) {
	for u, times := range x.web.asked {
		if strings.HasPrefix(u, prefix) && !strings.HasSuffix(u, "/robots.txt") {
			n += times
		}
	}
	return n
}

// states counts the entries of an origin by reason.
func (x *mirrorTrial) states(t *testing.T, o weburl.Origin) map[aranea.Reason]int {
	t.Helper()
	n := map[aranea.Reason]int{}
	for e, err := range x.f.Entries(t.Context(), o, weburl.ID{}) {
		if err != nil {
			t.Fatal(err)
		}
		n[e.Reason]++
	}
	return n
}

// mirrorPages is how many pages a test site has.
const mirrorPages = 30

// siteOf adds a site to the pages of a web: each page links to the next five of the same
// origin. text returns the text of a page.
func siteOf(pages map[string][]reply, origin string, text func(i int) string) {
	largeSite(pages, origin, mirrorPages, text)
}

// largeSite is siteOf with n pages.
func largeSite(pages map[string][]reply, origin string, n int, text func(i int) string) {
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "<html lang=en><title>%s</title><p>%s", text(i), strings.Repeat(text(i)+" has words of its own. ", 5))
		for j := i + 1; j <= i+5 && j < n; j++ {
			fmt.Fprintf(&b, "<a href=%s/%d>next</a>", origin, j)
		}
		name := origin + "/"
		if i > 0 {
			name = fmt.Sprintf("%s/%d", origin, i)
		}
		pages[name] = get(b.String())
	}
}

func chapter(i int) string { return fmt.Sprintf("Chapter number%d", i) }

// TestSistersAreGlued: two names of one site, and two schemes, are visited as one
// after a few pages.
func TestSistersAreGlued(t *testing.T) {
	t.Parallel()
	for _, pair := range []struct {
		main, other string
		most        int // pages requested from the other mirror
	}{
		{"http://a.test", "http://www.a.test", 8},
		{"https://a.test", "http://a.test", mirrorPages}, // one name, one queue: http comes first
	} {
		main, other := pair.main, pair.other
		synctest.Test(t, func(t *testing.T) {
			pages := map[string][]reply{}
			siteOf(pages, main, chapter)
			siteOf(pages, other, chapter)
			x := newMirrorTrial(t, pages, other+"/", main+"/")
			x.run(t)
			if n := x.asked(main + "/"); n > mirrorPages+4 {
				t.Errorf("%s: the main mirror was asked for %d pages, want about %d", main, n, mirrorPages)
			}
			if n := x.asked(other + "/"); n > pair.most {
				t.Errorf("%s: the other mirror was asked for %d pages", main, n)
			}
			if n := x.states(t, weburl.Origin(main)); n[aranea.IndexAdded] != mirrorPages {
				t.Errorf("%s: pages of the main mirror: %v", main, n)
			}
			n := x.states(t, weburl.Origin(other))
			for r := range n {
				if r != aranea.MirrorMoved {
					t.Errorf("%s: pages of the other mirror: %v", main, n)
				}
			}
		})
	}
}

// TestTranslationsStandApart: two hosts of one site, one of which shows the other's pages where
// it has none of its own yet, are visited separately, even if hardly a page differs; hosts with
// the same home page are visited as one.
func TestTranslationsStandApart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, a, b string
		translated int // the page from which on the two have the same text
		moved      bool
	}{
		{"a home page each", "http://manual.a.test", "http://handbuch.a.test", 1, false},
		{"a language each", "http://en.a.test", "http://pt-br.a.test", 0, false},
		{"one home page", "http://manual.a.test", "http://old.a.test", 0, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			pages := map[string][]reply{}
			siteOf(pages, tt.a, chapter)
			siteOf(pages, tt.b, func(i int) string {
				if i < tt.translated {
					return fmt.Sprintf("Kapitel Nummer%d", i)
				}
				return chapter(i)
			})
			x := newMirrorTrial(t, pages, tt.a+"/", tt.b+"/")
			x.run(t)
			moved := 0
			for _, o := range []string{tt.a, tt.b} {
				moved += x.states(t, weburl.Origin(o))[aranea.MirrorMoved]
			}
			if (moved > 0) != tt.moved {
				t.Errorf("%s: %d pages moved to another mirror: %v, %v", tt.name, moved, x.states(t, weburl.Origin(tt.a)), x.states(t, weburl.Origin(tt.b)))
			}
		})
	}
}

// TestMirrorsBySeparation: hosts that the operator separates are visited on their own again,
// with all their pages.
func TestMirrorsBySeparation(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{}
		siteOf(pages, "http://a.test", chapter)
		siteOf(pages, "http://www.a.test", chapter)
		x := newMirrorTrial(t, pages, "http://a.test/", "http://www.a.test/")
		x.run(t)
		if err := x.learner.Separate("http://a.test", "http://www.a.test", time.Now()); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		for _, o := range []string{"http://a.test", "http://www.a.test"} {
			if n := x.asked(o + "/"); n < mirrorPages {
				t.Errorf("%s was asked for %d pages, want %d", o, n, mirrorPages)
			}
			if n := x.states(t, weburl.Origin(o)); n[aranea.IndexAdded]+n[aranea.DupExact] != mirrorPages {
				t.Errorf("pages of %s: %v", o, n)
			}
		}
		if err := x.learner.Glue("http://a.test", "http://www.a.test", time.Now()); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.MirrorMoved] != mirrorPages {
			t.Errorf("after gluing, pages of a.test: %v", n)
		}
	})
}

// TestRedirectorIsGlued: an origin that answers every page with a redirect to the
// other scheme costs a few requests and no more.
func TestRedirectorIsGlued(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{}
		siteOf(pages, "https://a.test", chapter)
		for _, u := range slices.Collect(maps.Keys(pages)) {
			path := strings.TrimPrefix(u, "https://a.test")
			pages["http://a.test"+path] = []reply{{status: 301, header: []string{"Location", u}}}
			body := strings.ReplaceAll(pages[u][0].body, "href=https:", "href=http:") // all links are old
			pages[u] = get(body)
		}
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		if n := x.asked("http://"); n > 8 {
			t.Errorf("%d redirects were asked for", n)
		}
		if n := x.states(t, "https://a.test"); n[aranea.IndexAdded] != mirrorPages {
			t.Errorf("pages: %v", n)
		}
	})
}

// TestBareNameBehindItsSister: a name without www that the pages of the site link to, and that
// redirects all of them, is recognised although nothing links to its home page.
func TestBareNameBehindItsSister(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{}
		siteOf(pages, "https://www.a.test", chapter)
		for _, u := range slices.Collect(maps.Keys(pages)) {
			path := strings.TrimPrefix(u, "https://www.a.test")
			pages["https://a.test"+path] = []reply{{status: 301, header: []string{"Location", u}}}
			pages[u] = get(strings.ReplaceAll(pages[u][0].body, "href=https://www.", "href=https://"))
		}
		x := newMirrorTrial(t, pages, "https://www.a.test/")
		var err error
		if x.opt.Scope, err = scope.New(scope.Options{Mode: scope.Site, Seeds: []weburl.URL{url(t, "https://www.a.test/")}}); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if n := x.asked("https://a.test"); n == 0 || n > 12 {
			t.Errorf("%d redirects were asked for", n)
		}
		if n := x.states(t, "https://www.a.test"); n[aranea.IndexAdded] != mirrorPages {
			t.Errorf("pages: %v", n)
		}
	})
}

// TestNoTakeover: a foreign host that names another host, or copies some of its pages, affects
// only itself.
func TestNoTakeover(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		robots string // of the foreign host
		text   func(i int) string
	}{
		{"a Host line for itself, and a copy of some pages", "User-agent: *\nDisallow: /x\nHost: evil.test\n", func(i int) string {
			if i < 8 {
				return chapter(i)
			}
			return fmt.Sprintf("Advertisement number%d", i)
		}},
		{"a Host line for the other, and pages of its own", "User-agent: *\nDisallow: /x\nHost: good.test\n", func(i int) string {
			return fmt.Sprintf("Something else, number%d", i)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages := map[string][]reply{"http://evil.test/robots.txt": get(tt.robots)}
				siteOf(pages, "http://good.test", chapter)
				siteOf(pages, "http://evil.test", tt.text)
				x := newMirrorTrial(t, pages, "http://good.test/", "http://evil.test/")
				x.run(t)
				for _, o := range []weburl.Origin{"http://good.test", "http://evil.test"} {
					if n := x.states(t, o); n[aranea.MirrorMoved] > 0 || n[aranea.IndexAdded]+n[aranea.DupExact]+n[aranea.HTTPNotFound] != mirrorPages {
						t.Errorf("pages of %s: %v", o, n)
					}
				}
			})
		})
	}
}

// TestNoTakeoverByCopies: who copies pages, to hosts that all point to one of them, takes nothing of the
// original: neither if that is on the site of a seed, even if the copies are visited first, nor if it was
// known before the copy.
func TestNoTakeoverByCopies(t *testing.T) {
	t.Parallel()
	const many = 40 // as many as strangers need
	link := func(to string) []reply {
		return get(fmt.Sprintf("<html><title>List</title><p>A list of links <a href=%s>one</a>", to))
	}
	for _, tt := range []struct {
		name, seed string
		copied     int // from the end on
	}{
		{"some pages of a seed's site", "http://documentation.good.test/", 12},
		{"all pages of a seed's site", "http://documentation.good.test/", many},
		{"all pages of a site that is known first", "http://list.test/", many},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages := map[string][]reply{"http://list.test/": link("http://documentation.good.test/")}
				largeSite(pages, "http://documentation.good.test", many, chapter)
				pages["http://documentation.good.test/"][0].body += "<a href=http://e1.evil.test/>friends</a><a href=http://e.evil.test/>more</a><a href=http://e2.evil.test/>more</a>"
				for _, host := range []string{"http://e1.evil.test", "http://e2.evil.test", "http://e.evil.test"} {
					largeSite(pages, host, many, chapter)
					pages[host+"/robots.txt"] = get("User-agent: *\nHost: e.evil.test\n")
					if tt.copied == many {
						pages[host+"/"] = get(strings.ReplaceAll(pages["http://documentation.good.test/"][0].body, "http://documentation.good.test/", "/"))
						continue
					}
					body := "<html><title>Deals</title><p>" + host
					for i := many - tt.copied; i < many; i++ {
						body += fmt.Sprintf("<a href=/%d>a</a>", i)
					}
					pages[host+"/"] = get(body)
				}
				x := newMirrorTrial(t, pages, tt.seed)
				rules, err := scope.New(scope.Options{Mode: scope.Any, Seeds: []weburl.URL{url(t, tt.seed)}})
				if err != nil {
					t.Fatal(err)
				}
				x.opt.Scope = rules
				x.run(t)
				if n := x.states(t, "http://documentation.good.test"); n[aranea.IndexAdded] != many {
					t.Errorf("pages of the original: %v", n)
				}
			})
		})
	}
}

// TestCanonicalHostIsSilent: a host that only canonical links name, and that does not answer, is
// asked for its home page and one path, and does not make the verdict on the crawl worse. If it
// answers after all, it is compared with the other one.
func TestCanonicalHostIsSilent(t *testing.T) {
	t.Parallel()
	const site, other = "http://a.test", "https://a.test"
	for _, tt := range []struct {
		name  string
		each  bool // each page names its own path there
		alive bool
		most  int // URLs that are known there
	}{
		{"some name it", false, false, 4},
		{"each page names it", true, false, mirrorPages},
		{"it answers", false, true, mirrorPages},
	} {
		synctest.Test(t, func(t *testing.T) {
			pages := map[string][]reply{}
			siteOf(pages, site, chapter)
			if tt.alive {
				siteOf(pages, other, chapter)
			} else {
				pages[other+"/robots.txt"] = []reply{{failure: aranea.NetDial}}
			}
			for i, u := range slices.Sorted(maps.Keys(pages)) {
				if strings.HasPrefix(u, site) && (tt.each || i < 3) {
					path := strings.TrimPrefix(u, site)
					pages[u] = get(strings.Replace(pages[u][0].body, "<title>", "<link rel=canonical href="+other+path+"><title>", 1))
				}
			}
			x := newMirrorTrial(t, pages, site+"/")
			r := x.run(t)
			if r.Verdict != verdict.OK || r.Cause != verdict.CauseComplete {
				t.Errorf("%s: %s: %s", tt.name, r.Verdict, r.Why)
			}
			n := 0
			for _, of := range x.states(t, other) {
				n += of
			}
			if n == 0 || n > tt.most {
				t.Errorf("%s: %d URLs of the other host are known", tt.name, n)
			}
			moved := x.states(t, site)[aranea.MirrorMoved]
			if (moved > 0) != tt.alive {
				t.Errorf("%s: %d pages moved", tt.name, moved)
			}
			if !tt.alive && (len(r.Trouble) != 1 || !strings.HasSuffix(r.Trouble[0].Detail, "only canonical links lead there")) {
				t.Errorf("%s: trouble %+v", tt.name, r.Trouble)
			}
		})
	}
}
