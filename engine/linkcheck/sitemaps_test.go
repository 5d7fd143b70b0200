package linkcheck

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// narrowed are the entries of a web of which those of a host can be selected.
type narrowed struct{ *web }

func (w narrowed) Select(ctx context.Context, f frontier.Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for e, err := range w.web.Select(ctx, f) {
			if (f.Host == "" || e.URL.Host() == f.Host) && !yield(e, err) {
				return
			}
		}
	}
}

func (w *web) Lists(context.Context) iter.Seq2[linkgraph.List, error] {
	return func(yield func(linkgraph.List, error) bool) {
		for _, l := range w.lists {
			if !yield(l, nil) {
				return
			}
		}
	}
}

func (w *web) HasList(u weburl.URL) (bool, error) {
	return slices.ContainsFunc(w.lists, func(l linkgraph.List) bool { return l.By == u }), nil
}

// listing adds a sitemap of a.test with paths there, or URLs.
func (w *web) listing(t *testing.T, sitemap string, paths ...string) {
	t.Helper()
	l := linkgraph.List{By: parse(t, "http://a.test"+sitemap)}
	for _, p := range paths {
		if strings.HasPrefix(p, "/") {
			p = "http://a.test" + p
		}
		l.Pages = append(l.Pages, p)
	}
	slices.Sort(l.Pages)
	w.lists = append(w.lists, l)
	w.entries = append(w.entries, aranea.Entry{URL: l.By, Kind: aranea.KindSitemap, How: aranea.HowRobots, State: aranea.StateDone, Reason: aranea.SitemapRead, Status: 200, Visits: 1})
}

func faultTexts(t *testing.T, all iter.Seq2[Fault, error]) []string {
	t.Helper()
	var out []string
	for x, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimRight(strings.ReplaceAll(strings.Join(Sitemaps.Cells(&x), " "), "http://a.test", ""), " "))
	}
	return out
}

// listedWeb has a page for each fault of sitemaps, and pages without one.
func listedWeb(t *testing.T) *web {
	t.Helper()
	w := &web{}
	add := func(u string, e aranea.Entry) {
		e.URL = parse(t, u)
		w.entries = append(w.entries, e)
	}
	const a = "http://a.test"
	done, gone, excluded := aranea.StateDone, aranea.StateGone, aranea.StateExcluded
	for _, u := range []string{"/", "/unlisted", "/sound.mp3"} {
		add(a+u, aranea.Entry{State: done, Reason: aranea.IndexAdded, Status: 200, Visits: 1, Indexed: true, MediaType: "text/html"})
	}
	w.entries[2].MediaType = "audio/mpeg"
	add("http://b.test/", aranea.Entry{State: done, Reason: aranea.IndexAdded, Indexed: true, Visits: 1, MediaType: "text/html"}) // its host has no sitemap
	add(a+"/imported", aranea.Entry{State: done, Reason: aranea.IndexImported, Indexed: true, Imported: true, MediaType: "text/html"})
	add(a+"/moved", aranea.Entry{State: done, Reason: aranea.HTTPRedirect, Status: 301, Visits: 1, Target: a + "/"})
	add(a+"/missing", aranea.Entry{State: gone, Reason: aranea.HTTPNotFound, Status: 404, Visits: 1})
	add(a+"/failing", aranea.Entry{State: gone, Reason: aranea.HTTPServer, Status: 503, Visits: 9, Indexed: true, MediaType: "text/html"}) // kept in the index
	add(a+"/denied", aranea.Entry{State: excluded, Reason: aranea.RobotsDenied})
	add(a+"/closed", aranea.Entry{State: excluded, Reason: aranea.DirectiveNoIndex, Status: 200, Visits: 1})
	add(a+"/canonical", aranea.Entry{State: done, Reason: aranea.DupCanonical, Status: 200, Visits: 1, Target: a + "/"})
	add(a+"/copy", aranea.Entry{State: done, Reason: aranea.DupExact, Status: 200, Visits: 1, Twin: parse(t, a+"/").ID()})
	add(a+"/empty", aranea.Entry{State: done, Reason: aranea.IndexNoText, Status: 200, Visits: 1})
	add(a+"/waiting", aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScheduleQueued})
	add(a+"/slow-down", aranea.Entry{State: gone, Reason: aranea.HTTPThrottled, Status: 429, Visits: 1})
	add(a+"/links", aranea.Entry{State: done, Reason: aranea.ScopeNoIndex, Status: 200, Visits: 1}) // the operator wants only its links
	add(a+"/removed", aranea.Entry{State: excluded, Reason: aranea.OperatorRemoved})
	add("http://c.test/out", aranea.Entry{State: excluded, Reason: aranea.ScopeHost})
	add("http://c.test/checked", aranea.Entry{Kind: aranea.KindLink, State: done, Reason: aranea.LinkAvailable, Status: 200, Visits: 1})
	w.listing(t, "/map.xml", "/", "/moved", "/missing", "/failing", "/denied", "/closed", "/canonical", "/copy", "/empty", "/waiting", "/slow-down", "/links", "/removed", "/unknown", "http://c.test/out", "http://c.test/checked")
	w.listing(t, "/map2.xml", "/", "/moved")
	add(a+"/broken.xml", aranea.Entry{Kind: aranea.KindSitemap, How: aranea.HowRobots, FoundOn: parse(t, a+"/robots.txt").ID(), State: done, Reason: aranea.SitemapBroken, Detail: "no list", Status: 200, Visits: 1})
	add(a+"/lost.xml", aranea.Entry{Kind: aranea.KindSitemap, How: aranea.HowSitemap, FoundOn: parse(t, a+"/map.xml").ID(), State: gone, Reason: aranea.HTTPNotFound, Status: 404, Visits: 1})
	add(a+"/feed", aranea.Entry{Kind: aranea.KindSitemap, How: aranea.HowAlternate, State: gone, Reason: aranea.HTTPNotFound, Status: 404, Visits: 1})
	return w
}

// TestSitemapFaults checks each fault of sitemaps, and what is none.
func TestSitemapFaults(t *testing.T) {
	t.Parallel()
	w := listedWeb(t)
	want := []string{
		"redirect /moved  301 HTTP.REDIRECT  / /map.xml",
		"broken /failing  503 HTTP.SERVER-ERROR   /map.xml",
		"broken /missing  404 HTTP.NOT-FOUND   /map.xml",
		"denied /denied   ROBOTS.DENIED   /map.xml",
		"noindex /closed  200 DIRECTIVE.NOINDEX   /map.xml",
		"canonical /canonical / 200 DUP.CANONICAL   /map.xml",
		"copy /copy / 200 DUP.EXACT   /map.xml",
		"not-indexed /empty  200 INDEX.NO-TEXT   /map.xml",
		"unlisted /unlisted",
	}
	c := New(narrowed{w}, w, w, nil)
	for _, host := range []string{"", "a.test"} {
		if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Sitemaps, Host: host})); !slices.Equal(got, want) {
			t.Errorf("faults of %q:\n%s\nwant\n%s", host, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Sitemaps, Faults: []string{ListedUnvisited}})); !slices.Equal(got, []string{"not-visited /waiting   SCHEDULE.QUEUED   /map.xml"}) {
		t.Errorf("not visited: %q", got)
	}
	unread := []string{"unread /broken.xml  200 SITEMAP.BROKEN no list  /robots.txt", "unread /lost.xml  404 HTTP.NOT-FOUND   /map.xml"}
	if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Sitemaps, Faults: []string{UnreadSitemap}})); !slices.Equal(got, unread) {
		t.Errorf("not read: %q", got)
	}
	if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Sitemaps, Host: "b.test"})); len(got) > 0 {
		t.Errorf("of a host without sitemaps: %q", got)
	}
	n, err := c.CountFaults(t.Context(), FaultFilter{Check: Sitemaps, Host: ""})
	const said = "2 sitemaps with 16 pages.\nFor information: 1 page not visited yet (not-visited), 2 pages named as sitemap, missing or broken at the last visit (unread).\nNot checked: 5 pages, out of scope, removed, or not answered to robots."
	if err != nil || Sitemaps.Text(&n) != said || n.Faults[ListedBroken] != 2 || n.Faults[Unlisted] != 1 {
		t.Errorf("%+v, %v: %s", n, err, Sitemaps.Text(&n))
	}
}

// TestSitemapTurns: of more pages than are held at once, the faults are the same.
func TestSitemapTurns(t *testing.T) {
	t.Parallel()
	w := listedWeb(t)
	c := New(narrowed{w}, w, w, nil)
	want := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Sitemaps}))
	c.held = 3
	if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Sitemaps})); !slices.Equal(got, want) {
		t.Errorf("in turns:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n, err := c.CountFaults(t.Context(), FaultFilter{Check: Sitemaps, Host: ""}); err != nil || n.Pages != 16 || n.Sitemaps != 2 {
		t.Errorf("%+v, %v", n, err)
	}
}

// TestPartialSitemaps: where a sitemap was not read to its end, or an earlier version kept no list of it,
// nobody knows which pages no sitemap lists.
func TestPartialSitemaps(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.found(t, "http://a.test/", aranea.HowAnchor, "")
	w.found(t, "http://a.test/x", aranea.HowAnchor, "")
	for i := range w.entries {
		w.entries[i].MediaType = "text/html"
	}
	w.listing(t, "/map.xml", "/")
	w.lists[0].Cut = true
	c := New(narrowed{w}, w, w, nil)
	if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Sitemaps})); len(got) > 0 {
		t.Errorf("%q", got)
	}
	const said = "1 sitemap with 1 page.\nNot known: whether sitemaps list 1 page of the index, because some were not read, or not to their end."
	if n, err := c.CountFaults(t.Context(), FaultFilter{Check: Sitemaps, Host: ""}); err != nil || Sitemaps.Text(&n) != said {
		t.Errorf("%q, %v", Sitemaps.Text(&n), err)
	}
	w.lists = nil
	if n, err := c.CountFaults(t.Context(), FaultFilter{Check: Sitemaps, Host: "a.test"}); err != nil || !n.Older || !strings.Contains(Sitemaps.Text(&n), "earlier version") {
		t.Errorf("%q, %v", Sitemaps.Text(&n), err)
	}
}

// TestUnreadSitemaps: while a sitemap of a host was not read, nobody knows which pages no sitemap lists; one
// that is missing, closed or no list has none.
func TestUnreadSitemaps(t *testing.T) {
	t.Parallel()
	queued, done, gone, excluded := aranea.StateQueued, aranea.StateDone, aranea.StateGone, aranea.StateExcluded
	for name, c := range map[string]struct {
		e    aranea.Entry
		open bool
	}{
		"not visited":         {aranea.Entry{State: queued, Reason: aranea.ScheduleQueued, How: aranea.HowSitemap}, true},
		"tried again":         {aranea.Entry{State: queued, Reason: aranea.ScheduleRetry, Detail: "HTTP.SERVER-ERROR 503", How: aranea.HowRobots}, true},
		"failing":             {aranea.Entry{State: gone, Reason: aranea.HTTPServer, Status: 503, Visits: 4, How: aranea.HowRobots}, true},
		"by an earlier one":   {aranea.Entry{State: done, Reason: aranea.SitemapRead, Status: 200, Visits: 1, How: aranea.HowAnchor}, true},
		"a feed, not visited": {aranea.Entry{State: queued, Reason: aranea.ScheduleQueued, How: aranea.HowFeed}, false},
		"missing":             {aranea.Entry{State: gone, Reason: aranea.HTTPNotFound, Status: 404, Visits: 1, How: aranea.HowRobots}, false},
		"no list":             {aranea.Entry{State: done, Reason: aranea.SitemapBroken, Status: 200, Visits: 1, How: aranea.HowRobots}, false},
		"closed":              {aranea.Entry{State: excluded, Reason: aranea.RobotsDenied, How: aranea.HowRobots}, false},
		"one that leads on":   {aranea.Entry{State: done, Reason: aranea.HTTPRedirect, Status: 301, Visits: 1, How: aranea.HowRobots}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &web{}
			w.found(t, "http://a.test/x", aranea.HowAnchor, "")
			w.entries[0].MediaType = "text/html"
			w.listing(t, "/map.xml", "/")
			c.e.URL, c.e.Kind = parse(t, "http://a.test/map2.xml"), aranea.KindSitemap
			w.entries = append(w.entries, c.e)
			n, err := New(narrowed{w}, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Sitemaps})
			if open := n.Unsure == 1 && n.Faults[Unlisted] == 0; err != nil || open != c.open || !open && n.Faults[Unlisted] != 1 {
				t.Errorf("%+v, %v", n, err)
			}
		})
	}
}

// TestSitemapsOfOthers: a sitemap that lists a page of another site does not make its other pages unlisted,
// unless the robots file there, or the operator, named it or its index.
func TestSitemapsOfOthers(t *testing.T) {
	t.Parallel()
	own, other := parse(t, "http://a.test/robots.txt").ID(), parse(t, "http://b.test/robots.txt").ID()
	for name, c := range map[string]struct {
		how      aranea.How
		from     weburl.ID
		unlisted int
	}{
		"by its own robots file":    {aranea.HowRobots, own, 0},
		"by a page":                 {aranea.HowAnchor, parse(t, "http://a.test/").ID(), 0},
		"by the other robots file":  {aranea.HowRobots, other, 1},
		"by the operator":           {aranea.HowSeed, weburl.ID{}, 1},
		"by an index that is named": {aranea.HowSitemap, parse(t, "http://a.test/index.xml").ID(), 1},
		"by itself":                 {aranea.HowSitemap, parse(t, "http://a.test/map.xml").ID(), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &web{}
			w.found(t, "http://b.test/x", aranea.HowAnchor, "")
			w.found(t, "http://b.test/y", aranea.HowAnchor, "")
			w.entries[0].MediaType, w.entries[1].MediaType = "text/html", "text/html"
			w.listing(t, "/map.xml", "http://b.test/x")
			w.entries[2].How, w.entries[2].FoundOn = c.how, c.from
			w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://a.test/index.xml"), Kind: aranea.KindSitemap, How: aranea.HowRobots, FoundOn: other, State: aranea.StateDone, Reason: aranea.SitemapRead, Status: 200, Visits: 1})
			n, err := New(narrowed{w}, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Sitemaps, Host: "b.test"})
			if err != nil || n.Faults[Unlisted] != c.unlisted || n.Pages != 1 || n.Sitemaps != 1 {
				t.Errorf("%+v, %v", n, err)
			}
		})
	}
}

// TestSitemapFilter: a fault that there is not, and a host without pages, are errors.
func TestSitemapFilter(t *testing.T) {
	t.Parallel()
	w := &web{}
	fails(t, w, FaultFilter{Check: Sitemaps, Faults: []string{"lost"}, WithCounts: true}, aranea.Invalid)
	fails(t, w, FaultFilter{Check: Sitemaps, Host: "a/b"}, aranea.Invalid)
	fails(t, w, FaultFilter{Check: Sitemaps, Host: "other.test", WithCounts: true}, aranea.NotFound)
	fails(t, w, FaultFilter{Check: "lost"}, aranea.Invalid)
	if n, err := New(w, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Sitemaps}); err != nil || Sitemaps.Text(&n) != "No sitemap that lists pages is known." {
		t.Errorf("%+v, %v", n, err)
	}
}
