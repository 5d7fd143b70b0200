package crawl_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/trap"
)

// A trapSite is a site with an endless calendar, whose links carry a new session identifier
// each time, and with decoys: an archive of many pages by parameter, and tables that differ
// only in numbers.
type trapSite struct {
	archive, tables int // pages
	sessions        bool

	mu    sync.Mutex
	asked map[string]int // by first path segment
	next  int            // the next session
}

func (s *trapSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path == "/robots.txt" {
		out.Status = 404
		return out
	}
	kind := strings.Trim(u.Path, "/")
	s.asked[kind]++
	out.Body = []byte(s.page(kind, u.Query()))
	return out
}

func (s *trapSite) session() string {
	if !s.sessions {
		return ""
	}
	s.next++
	return fmt.Sprintf("&sid=%x", 7919*s.next)
}

func (s *trapSite) page(kind string, q neturl.Values) string {
	var n int
	_, _ = fmt.Sscan(q.Get("n"), &n) // 0 for a page without a number
	switch kind {
	case "calendar":
		link := func(month int) string {
			return fmt.Sprintf("<a href='/calendar?n=%d%s'>month</a> ", month, s.session())
		}
		return fmt.Sprintf("<title>Month %d</title><p>Nothing is planned in month %d of this calendar, which goes on and on. %s%s%s", n, n, link(n-1), link(n+1), link(n+2))
	case "archive":
		return "<title>Letter</title><p>" + strings.Repeat(fmt.Sprintf("Letter of %s to %s. ", spelled(n), spelled(n+7)), 4) + s.links("archive", n, s.archive)
	case "tables":
		return fmt.Sprintf("<title>Day %d</title><p>Rates of day %d: %d, %d, %d, and no words but these, which are the same on each page. ", n, n, 3*n, 5*n, 7*n) + s.links("tables", n, s.tables)
	}
	return "<title>Start</title><p>Everything begins here. <a href='/calendar?n=1" + s.session() + "'>calendar</a> <a href='/archive?n=1'>archive</a> <a href='/tables?n=1'>tables</a>"
}

// links returns links to the next pages of a kind.
func (s *trapSite) links(kind string, n, last int) string {
	text := ""
	for i := n + 1; i <= min(n+10, last); i++ {
		text += fmt.Sprintf("<a href='/%s?n=%d'>more</a> ", kind, i)
	}
	return text
}

// spelled turns a number into a word without digits.
func spelled(n int) string {
	return strings.Map(func(r rune) rune { return 'a' + r - '0' }, fmt.Sprint(1000+n))
}

// TestEndlessCalendar: an endless calendar is abandoned after a few hundred pages; the pages of
// the archive and of the tables are all visited.
func TestEndlessCalendar(t *testing.T) {
	t.Parallel()
	for _, sessions := range []bool{false, true} {
		t.Run(fmt.Sprintf("sessions %t", sessions), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := &trapSite{archive: 1200, tables: 1200, sessions: sessions, asked: map[string]int{}}
				x := newMirrorTrial(t, nil, "http://a.test/")
				x.fetcher = site
				r := x.run(t)
				t.Logf("asked: %v, sessions given: %d", site.asked, site.next)
				if site.asked["archive"] != site.archive || site.asked["tables"] != site.tables {
					t.Errorf("pages of the decoys: %v", site.asked)
				}
				if n := site.asked["calendar"]; n < 100 || n > 700 {
					t.Errorf("the calendar was asked for %d pages", n)
				}
				n := x.states(t, "http://a.test")
				if n[aranea.ScopeTrap] == 0 || sessions && n[aranea.ScopeParameter] == 0 || r.Counts[aranea.CountIndexed] < uint64(site.archive+site.tables) {
					t.Errorf("reasons: %v", n)
				}
				b, err := x.learner.Traps("http://a.test")
				if err != nil || b == nil {
					t.Fatal(b, err)
				}
				for _, p := range b.Params {
					if p.Why != "" && p.Name != "sid" {
						t.Errorf("parameter %+v", p)
					}
				}
			})
		})
	}
}

// TestUnreadType: of the many files of one unread type that a site serves, only a few are
// requested.
func TestUnreadType(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages, links := map[string][]reply{}, ""
		for i := range 40 {
			pages[fmt.Sprintf("http://a.test/%d.dat", i)] = get("\x00\x01\x02", "Content-Type", "application/x-unheard-of")
			pages[fmt.Sprintf("http://a.test/%d.php", i)] = get(words + spelled(i))
			links += fmt.Sprintf("<a href=/%d.dat>d</a> <a href=/%d.php>p</a> ", i, i)
		}
		pages["http://a.test/"] = get(words + links)
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		n := x.states(t, "http://a.test")
		if n[aranea.IndexAdded] != 41 || n[aranea.BodyType] > 10 || n[aranea.ScopeType] < 30 || n[aranea.BodyType]+n[aranea.ScopeType] != 40 {
			t.Errorf("reasons: %v", n)
		}
		if err := x.learner.Allow("http://a.test", ".dat"); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.BodyType] != 40 {
			t.Errorf("after it was allowed: %v", n)
		}
	})
}

// TestFilesOfProgram: of the pictures that one program of a forum sends, a few are asked for. Where the
// program sends texts as well, all of them are read in the end.
func TestFilesOfProgram(t *testing.T) {
	t.Parallel()
	for _, texts := range []int{0, 40} {
		synctest.Test(t, func(t *testing.T) {
			pages, links := map[string][]reply{}, ""
			for i := range 400 {
				file, topic := fmt.Sprintf("http://a.test/download.php?id=%d", i), fmt.Sprintf("http://a.test/topic.php?id=%d", i)
				pages[file] = get("\x00\x01\x02", "Content-Type", "application/x-unheard-of")
				if i >= 400-texts {
					pages[file] = get("file "+spelled(i)+words, "Content-Type", "text/plain")
				}
				pages[topic] = get(words + spelled(i) + "<a href='" + file + "'>file</a>")
				links += "<a href='" + topic + "'>topic</a> "
			}
			pages["http://a.test/"] = get(words + links)
			x := newMirrorTrial(t, pages, "http://a.test/")
			x.run(t)
			n := x.states(t, "http://a.test")
			if n[aranea.IndexAdded] != 401+texts || n[aranea.BodyType]+n[aranea.ScopeType] != 400-texts {
				t.Errorf("%d texts: reasons %v", texts, n)
			}
			if texts > 0 {
				if n[aranea.ScopeType] != 0 {
					t.Errorf("left out although one was read: %v", n)
				}
				return
			}
			if n[aranea.BodyType] > 70 {
				t.Errorf("%d files were requested", n[aranea.BodyType])
			}
			if err := x.learner.Allow("http://a.test", "/download.php?id"); err != nil {
				t.Fatal(err)
			}
			x.run(t)
			if n := x.states(t, "http://a.test"); n[aranea.BodyType] != 400 {
				t.Errorf("after it was allowed: %v", n)
			}
		})
	}
}

// TestAllowedChallenge: a page that looks like a challenge, but is allowed, is visited again
// and read as it comes; if it is in fact refused, it stays refused.
func TestAllowedChallenge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const challenge = "<title>Just a moment...</title><p>Security by Cloudflare<script></script> " + words
		x := newMirrorTrial(t, map[string][]reply{
			"http://a.test/": get(words + "<a href=/like>like</a> <a href=/shut>shut</a>"), "http://a.test/like": get(challenge),
			"http://a.test/shut": {{status: 403, body: challenge}},
		}, "http://a.test/")
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.HTTPChallenge] != 2 {
			t.Fatalf("reasons: %v", n)
		}
		if err := x.learner.Allow("http://a.test", trap.RuleChallenge); err != nil {
			t.Fatal(err)
		}
		time.Sleep(24 * time.Hour) // its host rests after challenges
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.HTTPChallenge] != 0 || n[aranea.HTTPForbidden] != 1 || n[aranea.IndexAdded] != 2 {
			t.Errorf("after it was allowed: %v", n)
		}
	})
}

// TestAllowedTrap: what the operator allows is visited again, and is not taken for a trap a
// second time.
func TestAllowedTrap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &trapSite{asked: map[string]int{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		x.run(t)
		before := site.asked["calendar"]
		if err := x.learner.Allow("http://a.test", "/calendar?n"); err != nil {
			t.Fatal(err)
		}
		if err := x.learner.Allow("http://a.test", "/other?n"); aranea.KindOf(err) != aranea.NotFound {
			t.Errorf("allow what is no trap: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 1000*time.Second)
		defer cancel()
		x.runUntil(ctx, t)
		if n := site.asked["calendar"] - before; n < 900 {
			t.Errorf("%d more pages were asked for", n)
		}
	})
}
