package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A shelf is an index that stores only which URLs it has, and which of them are found.
type shelf map[string]bool

func (s shelf) Apply(_ context.Context, changes []aranea.IndexChange) error {
	for _, c := range changes {
		switch u := c.URL.String(); c.Action {
		case aranea.IndexDelete:
			delete(s, u)
		case aranea.IndexHide, aranea.IndexShow:
			if _, there := s[u]; there {
				s[u] = c.Action == aranea.IndexShow
			}
		default:
			s[u] = true
		}
	}
	return nil
}

func (s shelf) Has(id weburl.ID) bool {
	for text := range s {
		if u, err := weburl.Parse(text); err == nil && u.ID() == id {
			return true
		}
	}
	return false
}

func (shelf) Later(weburl.ID, time.Time) bool { return false }

func (shelf) Sketch(weburl.ID) uint64 { return 0 }

func (shelf) ShowsMore(weburl.ID, *aranea.IndexChange) bool { return false }

func (s shelf) Hidden(id weburl.ID) bool {
	for text, found := range s {
		if u, err := weburl.Parse(text); err == nil && u.ID() == id {
			return !found
		}
	}
	return false
}

// String returns the URLs that are found, and in parentheses those that are hidden.
func (s shelf) String() string {
	var all []string
	for _, u := range slices.Sorted(maps.Keys(s)) {
		if u = strings.TrimPrefix(u, "http://a.test"); s["http://a.test"+u] {
			all = append(all, u)
		} else {
			all = append(all, "("+u+")")
		}
	}
	return strings.Join(all, " ")
}

// A mind is a crawl, in several runs, of a site whose owner changes the robots file.
type mind struct {
	f     *frontier.Frontier
	w     *trialWeb
	index shelf
	told  []aranea.RobotsChange
}

// newMind returns a crawl of a site with two pages in a folder. Each request for its robots
// file gets the next of the given lines.
func newMind(t *testing.T, lines ...string) *mind {
	t.Helper()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var files []reply
	for _, l := range lines {
		files = append(files, reply{body: "User-agent: *\n" + l + "\n", header: []string{"Content-Type", "text/plain"}})
	}
	m := &mind{f: f, index: shelf{}, w: &trialWeb{asked: map[string]int{}, pages: map[string][]reply{
		"http://a.test/robots.txt": files,
		"http://a.test/":           get(words + "<a href=/f/1>1</a><a href=/f/2>2</a><a href=/open>o</a>"),
		"http://a.test/f/1":        get(words+"One.", "Etag", `"1"`), "http://a.test/f/2": get(words + "Two."), "http://a.test/open": get(words + "Open."),
	}}}
	d := aranea.Discovery{URL: url(t, "http://a.test/"), How: aranea.HowSeed, Reason: aranea.ScheduleQueued}
	if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{d}); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *mind) run(t *testing.T) {
	t.Helper()
	m.told = nil
	if _, err := m.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshDue, Max: 100}, m.index.Apply); err != nil {
		t.Fatal(err)
	}
	if _, err := m.crawler(t, m.f).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, err := m.f.Undecided(t.Context(), 9); err != nil || len(left) > 0 {
		t.Errorf("left undecided: %v, %v", left, err)
	}
}

func (m *mind) crawler(t *testing.T, f crawl.Frontier) *crawl.Crawler {
	t.Helper()
	c, err := crawl.New(f, m.w, m.index, noGraph{}, crawl.Options{
		Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, "http://a.test/"),
		Changed: func(c aranea.RobotsChange) { m.told = append(m.told, c) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// asked returns how often the pages of the folder were requested.
func (m *mind) asked() int { return m.w.asked["http://a.test/f/1"] + m.w.asked["http://a.test/f/2"] }

// TestOwnerChangesHisMind (seed 004): closed pages are hidden at once and without a request,
// and are kept; opened ones come back without a request; an owner who closes everything is
// reported; what stays closed leaves the index in the end, and comes back with a visit.
func TestOwnerChangesHisMind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(t, "Disallow: /x", "Disallow: /f/", "Disallow: /y", "Disallow: /", "Disallow: /", "Disallow: /z")
		for i, want := range []struct {
			index string
			asked int
			told  string
			left  uint64
			after time.Duration
		}{
			{"/ /f/1 /f/2 /open", 2, "", 0, 25 * time.Hour},
			{"/ (/f/1) (/f/2) /open", 2, "2 closed, 2 of them hidden: ", 2, 25 * time.Hour},
			{"/ /f/1 /f/2 /open", 2, "2 opened, 2 of them shown again: ", 4, 25 * time.Hour},
			{"(/) (/f/1) (/f/2) (/open)", 2, "4 closed, 4 of them hidden: ", 0, 31 * 24 * time.Hour},
			{"", 2, "", 0, 25 * time.Hour},
			{"/ /f/1 /f/2 /open", 4, "4 opened, 0 of them shown again: ", 0, 0},
		} {
			m.run(t)
			if m.index.String() != want.index || m.asked() != want.asked {
				t.Errorf("run %d: the index has %s, the folder was asked for %d pages", i, m.index, m.asked())
			}
			told := ""
			if len(m.told) == 1 {
				told = m.told[0].String()
				if m.told[0].Findable != want.left {
					t.Errorf("run %d: %+v", i, m.told[0])
				}
			}
			if !strings.HasPrefix(told, want.told) || (told == "") != (want.told == "") || len(m.told) > 1 {
				t.Errorf("run %d: told %+v", i, m.told)
			}
			time.Sleep(want.after)
		}
		events, err := m.f.Trail(url(t, "http://a.test/f/1").ID())
		if err != nil {
			t.Fatal(err)
		}
		var trail []aranea.Reason
		for _, e := range events {
			switch e.Reason {
			case aranea.RobotsDenied, aranea.IndexAdded, aranea.IndexHidden, aranea.IndexShown, aranea.IndexRemoved:
				trail = append(trail, e.Reason)
			}
		}
		if !slices.Equal(trail, []aranea.Reason{
			aranea.IndexAdded, aranea.RobotsDenied, aranea.IndexHidden, aranea.IndexShown,
			aranea.RobotsDenied, aranea.IndexHidden, aranea.IndexRemoved, aranea.IndexAdded,
		}) {
			t.Errorf("its trail: %v", trail)
		}
		events, err = m.f.Trail(url(t, "http://a.test/robots.txt").ID())
		if last := events[len(events)-1]; err != nil || last.Reason != aranea.RobotsChanged || !strings.HasPrefix(last.Detail, "4 opened, 0 of them shown again: http://a.test/") {
			t.Errorf("the trail of the file: %v, %v", events, err)
		}
	})
}

// TestClosedByAccident (seed 004): a file that closes a whole site with indexed pages is read
// again within the hour, then at doubling intervals, and in the end daily; the pages come back
// with it.
func TestClosedByAccident(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(t, "Disallow: /x", "Disallow: /", "Disallow: /", "Disallow: /", "Disallow: /", "Disallow: /", "Disallow: /", "Disallow: /", "Disallow: /z")
		begin, robots := time.Now(), "http://a.test/robots.txt"
		var read []int // the hours at which it was read
		for hour := range 24 * 5 {
			before := m.w.asked[robots]
			m.run(t)
			if m.w.asked[robots] > before {
				read = append(read, hour)
			}
			want := "/ /f/1 /f/2 /open"
			if len(read) > 1 && len(read) < 9 {
				want = "(/) (/f/1) (/f/2) (/open)"
			}
			if m.index.String() != want {
				t.Fatalf("hour %d, read %v: the index has %s", hour, read, m.index)
			}
			time.Sleep(time.Until(begin.Add(time.Duration(hour+1) * time.Hour)))
		}
		if fmt.Sprint(read) != "[0 24 25 27 31 39 55 79 103]" {
			t.Errorf("the file was read in the hours %v", read)
		}
	})
}

// TestRemovedStaysRemoved: a file that opens a page does not overrule the
// operator.
func TestRemovedStaysRemoved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(t, "Disallow: /f/", "Disallow: /x")
		m.run(t)
		one, err := target.Parse("http://a.test/f/1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.f.Remove(t.Context(), time.Now(), one, m.index.Apply); err != nil {
			t.Fatal(err)
		}
		time.Sleep(25 * time.Hour)
		m.run(t)
		if got := m.index.String(); got != "/ /f/2 /open" {
			t.Errorf("the index has %s", got)
		}
	})
}

// A shaky frontier dies before entries are redecided.
type shaky struct{ *frontier.Frontier }

var errShaky = errors.New("killed")

func (shaky) Redecide(context.Context, time.Time, *aranea.RobotsChange, weburl.ID, int, func(*aranea.Entry) []aranea.Event, func(context.Context, []aranea.IndexChange) error) (weburl.ID, error) {
	return weburl.ID{}, errShaky
}

// TestKilledBeforeDeciding: what a killed process did not finish is done by the next one,
// before it sends any request.
func TestKilledBeforeDeciding(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(t, "Disallow: /x", "Disallow: /f/")
		m.run(t)
		time.Sleep(25 * time.Hour)
		if _, err := m.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshDue, Max: 100}, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := m.crawler(t, shaky{m.f}).Run(t.Context()); !errors.Is(err, errShaky) {
			t.Fatalf("killed with %v", err)
		}
		if !m.index["http://a.test/f/1"] {
			t.Fatal("the page is closed already")
		}
		m.run(t)
		if m.index["http://a.test/f/1"] || m.w.asked["http://a.test/robots.txt"] != 2 || len(m.told) != 1 {
			t.Errorf("the index has %s, told %v", m.index, m.told)
		}
	})
}

// TestKilledBehindHiding: documents that a killed process had hidden or indexed before the
// frontier knew are set to what the rules say when these change.
func TestKilledBehindHiding(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(t, "Disallow: /x", "Disallow: /g/")
		m.run(t)
		m.index["http://a.test/f/1"] = false
		m.index["http://a.test/g/1"] = true
		d := aranea.Discovery{URL: url(t, "http://a.test/g/1"), Depth: 1, Reason: aranea.ScheduleQueued}
		if _, err := m.f.Add(t.Context(), time.Now(), []aranea.Discovery{d}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(25 * time.Hour)
		m.run(t)
		if got := m.index.String(); got != "/ /f/1 /f/2 /open" || m.asked() != 2 {
			t.Errorf("the index has %s, the folder was asked for %d pages", got, m.asked())
		}
	})
}

// TestHiddenPageComesWhole: a page that a killed process had hidden is requested
// unconditionally when it is due, and found again.
func TestHiddenPageComesWhole(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(t, map[string]string{"http://a.test/": "home"})
		k.runFor(t, 1)
		k.index["http://a.test/"] = false
		k.runFor(t, 5)
		if got := k.index.String(); got != "/" || k.w.whole != 2 {
			t.Errorf("the index has %s, and the page came in whole %d times", got, k.w.whole)
		}
	})
}

// TestSitemapDatesAreHints: a page that has changed according to its sitemap is visited early,
// and whether the date was right is recorded.
func TestSitemapDatesAreHints(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sitemap := func(date time.Time) reply {
			const entry = "<url><loc>http://a.test/f/%d</loc><lastmod>%s</lastmod></url>"
			old := time.Now().Add(-1000 * time.Hour).Format(time.RFC3339)
			return reply{body: "<urlset>" + fmt.Sprintf(entry, 1, date.Format(time.RFC3339)) + fmt.Sprintf(entry, 2, old) + "</urlset>", header: []string{"Content-Type", "text/xml"}}
		}
		m := newMind(t, "Allow: /\nSitemap: http://a.test/map.xml")
		m.w.pages["http://a.test/map.xml"] = []reply{sitemap(time.Now().Add(-1000 * time.Hour)), sitemap(time.Now().Add(70 * time.Hour))}
		m.w.pages["http://a.test/f/1"] = append(m.w.pages["http://a.test/f/1"], get(words+"Other.")...)
		m.run(t)
		first := [2]int{m.w.asked["http://a.test/f/1"], m.w.asked["http://a.test/f/2"]}
		time.Sleep(71 * time.Hour) // the pages are due after three days
		if _, err := m.f.Requeue(t.Context(), time.Now(), []weburl.ID{url(t, "http://a.test/map.xml").ID()}, "asked for by the operator", false); err != nil {
			t.Fatal(err)
		}
		m.run(t)
		if one, two := m.w.asked["http://a.test/f/1"]-first[0], m.w.asked["http://a.test/f/2"]-first[1]; one != 1 || two != 0 {
			t.Errorf("the page that changed was asked for %d times again, the other %d times", one, two)
		}
		h, _, err := m.f.Host("http://a.test")
		if err != nil || h.HintsRight != 1 || h.HintsWrong != 0 {
			t.Errorf("dates that were right: %d, wrong: %d, %v", h.HintsRight, h.HintsWrong, err)
		}
	})
}

// TestSitemapPriorityOfQueued: a page that waits for its visit gets the priority that the sitemap of its
// site gives it.
func TestSitemapPriorityOfQueued(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(t, "Allow: /\nSitemap: http://a.test/map.xml")
		const entry = "<urlset><url><loc>http://a.test/f/2</loc><priority>1.0</priority></url></urlset>"
		m.w.pages["http://a.test/map.xml"] = []reply{{body: entry, header: []string{"Content-Type", "text/xml"}}}
		d := aranea.Discovery{URL: url(t, "http://a.test/f/2"), How: aranea.HowAnchor, Depth: 3, Reason: aranea.ScheduleQueued}
		if n, err := m.f.Add(t.Context(), time.Now(), []aranea.Discovery{d}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		m.run(t)
		if e, _, err := m.f.Entry(d.URL); err != nil || e.Visits != 1 || e.Priority != 20 || e.Depth != 3 {
			t.Errorf("visited %d times with priority %d, depth %d: %v", e.Visits, e.Priority, e.Depth, err)
		}
	})
}
