package crawl

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// sitemapVisit returns the facts of a visit to a sitemap.
func sitemapVisit(t testing.TB, text string) facts {
	t.Helper()
	f := visit(t, 200, "")
	f.lease.Entry.Kind, f.lease.Entry.URL = aranea.KindSitemap, parse(t, "http://a.test/map/sitemap.xml")
	f.fetched.URL, f.fetched.Body = f.lease.Entry.URL, []byte(text)
	f.listed = listing.Read(&f.fetched)
	return f
}

// kinds returns the targets of an outcome's discoveries with their kinds.
func kinds(o aranea.Outcome) string {
	var out []string
	for _, d := range o.Links {
		out = append(out, fmt.Sprintf("%s %s %d %s %s", d.URL, d.Kind, d.Depth, d.How, d.Reason))
	}
	return strings.Join(out, ", ")
}

func coded(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPlanSitemap(t *testing.T) {
	t.Parallel()
	const index = "<sitemapindex><sitemap><loc>http://a.test/1.xml.gz</loc></sitemap><sitemap><loc>http://b.test/2.xml</loc></sitemap></sitemapindex>"
	const pages = "<urlset><url><loc>http://a.test/x</loc></url><url><loc>http://b.test/y</loc></url><url><loc>http://a.test/z.zip</loc></url></urlset>"
	const named = "http://a.test/x page 1 sitemap SCHEDULE.QUEUED, http://b.test/y page 1 sitemap SCOPE.HOST, http://a.test/z.zip page 1 sitemap SCOPE.TYPE"
	tests := []struct {
		name, body string
		reason     aranea.Reason
		links      string
	}{
		{"pages", pages, aranea.SitemapRead, named},
		{"coded with gzip", coded(t, pages), aranea.SitemapRead, named},
		{"an index", index, aranea.SitemapRead, "http://a.test/1.xml.gz sitemap 2 sitemap SCHEDULE.QUEUED, http://b.test/2.xml sitemap 2 sitemap SCOPE.HOST"},
		{"a plain list", "http://a.test/x\n", aranea.SitemapRead, "http://a.test/x page 1 sitemap SCHEDULE.QUEUED"},
		{"a feed", "<rss><channel><item><link>http://a.test/x</link></item></channel></rss>", aranea.SitemapRead, "http://a.test/x page 1 sitemap SCHEDULE.QUEUED"},
		{"a calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Fair\r\nURL:http://a.test/x\r\nEND:VEVENT\r\n", aranea.SitemapRead, "http://a.test/x page 1 sitemap SCHEDULE.QUEUED"},
		{"a podcast", "<rss><channel><item><title>One</title><link>http://a.test/x</link><enclosure url='http://a.test/x.mp3' type='audio/mpeg'/></item></channel></rss>", aranea.SitemapRead, "http://a.test/x page 1 sitemap SCHEDULE.QUEUED, http://a.test/x.mp3 page 1 recording SCOPE.TYPE"},
		{"an entry with a fault", "<urlset><url><loc>mailto:a@a.test</loc></url><url><loc>http://a.test/x</loc></url></urlset>", aranea.SitemapRead, "http://a.test/x page 1 sitemap SCHEDULE.QUEUED"},
		{"it breaks off", "<urlset><url><loc>http://a.test/x</loc></url><url>", aranea.SitemapBroken, "http://a.test/x page 1 sitemap SCHEDULE.QUEUED"},
		{"a web page", "<!doctype html><html><a href=/x>x</a></html>", aranea.SitemapBroken, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := plan(options(t), sitemapVisit(t, tt.body))
			if o.Entry.State != aranea.StateDone || o.Entry.Reason != tt.reason || o.Index.Action != aranea.IndexKeep || kinds(o) != tt.links {
				t.Errorf("%s %s (%s)\n%s\nwant %s\n%s", o.Entry.State, o.Entry.Reason, o.Entry.Detail, kinds(o), tt.reason, tt.links)
			}
			if !o.Entry.Due.After(t0) || o.Entry.Fingerprint.IsZero() {
				t.Errorf("next visit %s, fingerprint %x", o.Entry.Due, o.Entry.Fingerprint)
			}
		})
	}
}

// TestPlanWebPageAsSitemap: a web page in place of a sitemap is queued as a page if it would be in
// scope as one and its name does not promise a list; otherwise the sitemap is broken.
func TestPlanWebPageAsSitemap(t *testing.T) {
	t.Parallel()
	const body = "<!doctype html><html><a href=/x>x</a></html>"
	tests := []struct {
		name, url string
		depth     uint16
		kind      aranea.EntryKind
		reason    aranea.Reason
		trail     string // last step before the result
	}{
		{"a page", "http://a.test/sitemap.htm", 1, aranea.KindPage, aranea.SitemapBroken, "status 200"},
		{"without an ending", "http://a.test/map", 3, aranea.KindPage, aranea.SitemapBroken, "status 200"},
		{"too deep", "http://a.test/map", 4, aranea.KindSitemap, aranea.SitemapBroken, "as a page: depth 4, limit 3"},
		{"on another host", "http://b.test/sitemap.htm", 1, aranea.KindSitemap, aranea.SitemapBroken, "as a page: scope host: b.test holds no seed"},
		{"named as XML", "http://a.test/sitemap.XML", 1, aranea.KindSitemap, aranea.SitemapBroken, "status 200"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := sitemapVisit(t, body)
			f.lease.Entry.URL, f.lease.Entry.How, f.depth = parse(t, tt.url), aranea.HowRobots, tt.depth
			f.lease.Entry.Validators.ETag, f.fetched.Captured = "x", t0
			o := plan(options(t), f)
			e, n := o.Entry, len(o.Events)
			if e.Kind != tt.kind || o.Events[n-1].Reason != tt.reason || !strings.HasPrefix(o.Events[n-2].Detail, tt.trail) || len(o.Links) != 0 {
				t.Errorf("%s %s, %+v", e.Kind, e.Reason, o.Events)
			}
			if asPage := e.State == aranea.StateQueued && e.Visits == 0 && e.Captured.IsZero() && e.Depth == tt.depth && e.Due.IsZero() && e.Validators == (aranea.Validators{}); asPage != (tt.kind == aranea.KindPage) {
				t.Errorf("the entry after: %+v", e)
			}
		})
	}
}

// TestPlanSitemapTellsUnvisited: the trail says how much of what a list names is not visited,
// and why the first of it is not.
func TestPlanSitemapTellsUnvisited(t *testing.T) {
	t.Parallel()
	closed := acquire.Copy{Class: acquire.ClassRules, Body: []byte("User-agent: *\nDisallow: /x\n")}
	for names, want := range map[string]string{
		"http://a.test/y\n":                                                       "1 page, 0 sitemaps",
		"http://a.test/y\nhttp://a.test/x\n":                                      "2 pages, 0 sitemaps; 1 of them is not visited: http://a.test/x (ROBOTS.DENIED)",
		"http://b.test/y\nhttp://a.test/x\nhttp://b.test/x\n":                     "3 pages, 0 sitemaps; 3 of them are not visited, such as http://b.test/y (SCOPE.HOST)",
		"http://a.test/" + strings.Repeat("z", 1000) + ".zip\n":                   "1 page, 0 sitemaps; 1 of them is not visited: http://a.test/" + strings.Repeat("z", 75) + "…" + strings.Repeat("z", 26) + ".zip (SCOPE.TYPE)",
		"<rss><channel><item><link>http://a.test/x</link></item></channel></rss>": "a feed of 1 page; 1 of them is not visited: http://a.test/x (ROBOTS.DENIED)",
		"<urlset><url><loc>http://b.test/x</loc></url><url></url>":                "1 page, 0 sitemaps; 1 of them is not visited: http://b.test/x (SCOPE.HOST); ",
	} {
		f := sitemapVisit(t, names)
		f.access = closed.Access(dialect.Dialect{}, "http://a.test", "Aranea")
		o := plan(options(t), f)
		if last := o.Events[len(o.Events)-1].Detail; !strings.HasPrefix(o.Entry.Detail, want) || last != o.Entry.Detail {
			t.Errorf("%.100s: %q, want %q; last step %q", names, o.Entry.Detail, want, last)
		}
	}
}

// TestPlanSitemapOfHostileRules: the cost of a robots file for each URL of a list is bounded,
// and the trail says that not all were checked.
func TestPlanSitemapOfHostileRules(t *testing.T) {
	t.Parallel()
	const rules, urls = 4096, 2000
	file, list := "User-agent: *\n", ""
	for i := range rules {
		file += fmt.Sprintf("Disallow: /*%04d$\n", i)
	}
	for i := range urls {
		list += fmt.Sprintf("http://a.test/%s%04d\n", strings.Repeat("x", 59), i) // a target of 64 bytes
	}
	closed := acquire.Copy{Class: acquire.ClassRules, Body: []byte(file)}
	f := sitemapVisit(t, list)
	f.access = closed.Access(dialect.Dialect{}, "http://a.test", "Aranea")
	o := plan(options(t), f)
	if want := fmt.Sprintf("2,000 pages, 0 sitemaps; at least %d of them are not visited, such as ", maxDecided/rules/64); !strings.HasPrefix(o.Entry.Detail, want) {
		t.Errorf("%q, want %q", o.Entry.Detail, want)
	}
}

// TestPlanSitemapEnds: a chain of indexes ends, an empty answer is noted, and what a sitemap
// redirects to is a sitemap.
func TestPlanSitemapEnds(t *testing.T) {
	t.Parallel()
	deep := sitemapVisit(t, "<sitemapindex><sitemap><loc>http://a.test/1.xml</loc></sitemap></sitemapindex>")
	deep.lease.Entry.Depth = maxIndexDepth
	if o := plan(options(t), deep); len(o.Links) != 0 || o.Events[len(o.Events)-2].Reason != aranea.ScopeDepth {
		t.Errorf("an index inside of others: %s, %v", kinds(o), o.Events)
	}
	empty := sitemapVisit(t, "")
	empty.listed = nil
	if o := plan(options(t), empty); o.Entry.Reason != aranea.HTTPEmpty {
		t.Errorf("empty: %s", o.Entry.Reason)
	}
	moved := sitemapVisit(t, "")
	moved.listed, moved.fetched.Status, moved.fetched.Header["Location"] = nil, 301, []string{"/new.xml.gz"}
	if o := plan(options(t), moved); kinds(o) != "http://a.test/new.xml.gz sitemap 1 redirect SCHEDULE.QUEUED" || o.Links[0].Hops != 1 {
		t.Errorf("a redirect: %s", kinds(o))
	}
	unsent := sitemapVisit(t, "")
	unsent.fetched = aranea.Fetched{Failure: aranea.ScheduleStopped}
	if o := plan(options(t), unsent); o.Entry.State != aranea.StateQueued || o.Entry.Reason != aranea.ScheduleStopped {
		t.Errorf("given back: %s %s", o.Entry.State, o.Entry.Reason)
	}
}

// TestReadSitemapLimits: what one sitemap names is bounded in number and bytes.
func TestReadSitemapLimits(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range listing.MaxListed + 1 {
		fmt.Fprintf(&many, "http://a.test/%d\n", i)
	}
	long := plan(options(t), sitemapVisit(t, many.String()))
	cut := sitemapVisit(t, "http://a.test/x\n")
	cut.fetched.Truncated, cut.fetched.Header["Etag"] = true, []string{`"1"`}
	for name, tt := range map[string]struct {
		o     aranea.Outcome
		links int
		why   aranea.Reason
	}{
		"pages": {long, listing.MaxListed, aranea.BodyLimit},
		"bytes": {plan(options(t), cut), 1, aranea.BodyTooLarge},
	} {
		o := tt.o
		if len(o.Links) != tt.links || o.Entry.Reason != aranea.SitemapRead || !strings.Contains(o.Entry.Detail, "; not read to its end: ") || o.Events[len(o.Events)-2].Reason != tt.why || o.Entry.Validators.ETag != "" {
			t.Errorf("%s: %d links, %s %s, %v", name, len(o.Links), o.Entry.Reason, o.Entry.Detail, o.Events)
		}
	}
	f := sitemapVisit(t, coded(t, strings.Repeat("http://a.test/x\n", listing.MaxBytes/16+1)))
	if l := f.listed; l.Ended == nil || len(l.Pages) > 1 {
		t.Errorf("a file that unfolds to 50 MiB: %d pages, ended by %v", len(l.Pages), l.Ended)
	}
}

// TestListedAlternates: versions in other languages have their own limit, and what is listed
// twice counts once, by its own entry.
func TestListedAlternates(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("<urlset>")
	const pages, versions = 6000, 20
	for i := range pages {
		fmt.Fprintf(&text, "<url><loc>http://a.test/%d</loc><changefreq>weekly</changefreq>", i)
		for k := range versions {
			fmt.Fprintf(&text, "<link rel='alternate' hreflang='l%d' href='http://a.test/l%d/%d'/>", k, k, i)
		}
		fmt.Fprintf(&text, "<link rel='alternate' hreflang='x' href='http://a.test/%d'/></url>", (i+1)%pages)
	}
	fmt.Fprint(&text, "<url><loc>http://a.test/l1/1</loc><changefreq>daily</changefreq></url></urlset>")
	f := sitemapVisit(t, text.String())
	o := plan(options(t), f)
	if want := pages + listing.MaxAlternates; len(o.Links) != want || f.listed.Ended != nil {
		t.Errorf("%d links, want %d; %v", len(o.Links), want, f.listed.Ended)
	}
	every := map[string]time.Duration{}
	for _, d := range o.Links {
		if every[d.URL.String()] != 0 {
			t.Fatalf("%s twice", d.URL)
		}
		every[d.URL.String()] = d.Every
	}
	if every["http://a.test/l1/1"] != 24*time.Hour || every["http://a.test/l1/2"] != 7*24*time.Hour || every["http://a.test/5999"] == 0 {
		t.Errorf("pages change every %s, %s", every["http://a.test/l1/1"], every["http://a.test/l1/2"])
	}
	if o.Entry.Reason != aranea.SitemapRead || !strings.Contains(o.Entry.Detail, "versions in other languages beyond 100000 are left out") || o.Events[len(o.Events)-2].Reason != aranea.BodyLimit {
		t.Errorf("%s %s, %v", o.Entry.Reason, o.Entry.Detail, o.Events)
	}
}

func TestPlanNamed(t *testing.T) {
	t.Parallel()
	robots := func(text string) aranea.Outcome {
		f := visit(t, 200, "", "Content-Type", "text/plain")
		f.lease.Entry = aranea.Entry{URL: parse(t, "http://a.test/robots.txt"), Kind: aranea.KindRobots, State: aranea.StateQueued}
		f.fetched.URL, f.fetched.Body = f.lease.Entry.URL, []byte(text)
		return plan(options(t), f)
	}
	o := robots("User-agent: *\nDisallow: /x\nSitemap: http://a.test/s.xml.gz\nsitemap: /t.xml\nSitemap: http://b.test/u.xml\nSitemap: http://b.test:25/v.xml\nSitemap: ftp://a.test/\n")
	if want := "http://a.test/s.xml.gz sitemap 1 robots SCHEDULE.QUEUED, http://a.test/t.xml sitemap 1 robots SCHEDULE.QUEUED, http://b.test/u.xml sitemap 1 robots SCHEDULE.QUEUED, http://b.test:25/v.xml sitemap 1 robots SCOPE.PORT"; kinds(o) != want {
		t.Errorf("got %s\nwant %s", kinds(o), want)
	}
	if o.Links[0].FoundOn != parse(t, "http://a.test/robots.txt").ID() || o.Events[0].Reason != aranea.ScopeScheme {
		t.Errorf("found on %s, %v", o.Links[0].FoundOn, o.Events)
	}
	if o := robots("<!doctype html><p>Log in\nSitemap: http://a.test/s.xml\n"); len(o.Links) != 0 {
		t.Errorf("a web page: %s", kinds(o))
	}
	var many strings.Builder
	for i := range maxNamed + 5 {
		fmt.Fprintf(&many, "Sitemap: /%d.xml\n", i)
	}
	if o := robots(many.String()); len(o.Links) != maxNamed || o.Events[0].Reason != aranea.BodyLimit || !strings.HasPrefix(o.Events[0].Detail, "5 more") {
		t.Errorf("%d links, %v", len(o.Links), o.Events)
	}
}
