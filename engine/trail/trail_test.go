package trail

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// fewRecords is a set of records with few entries.
type fewRecords map[weburl.ID]aranea.Entry

var at = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func (r fewRecords) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, ok := r[id]
	return e, ok, nil
}

func (r fewRecords) StoredReason(id weburl.ID) (aranea.Reason, error) { return r[id].Reason, nil }

func (r fewRecords) Trail(weburl.ID) ([]aranea.Event, error) {
	return []aranea.Event{{At: at, Reason: aranea.HTTPOK, Detail: "status 200"}}, nil
}

func (r fewRecords) Host(o weburl.Origin) (aranea.Host, bool, error) {
	return aranea.Host{Origin: o, Robots: aranea.RobotsRef{Version: 1}}, true, nil
}

func (fewRecords) Full(weburl.URL) (string, error) { return "", nil }

func (r fewRecords) Robots(weburl.Origin) (acquire.Copy, bool, error) {
	return acquire.Copy{FetchedAt: at.Add(time.Hour), Class: acquire.ClassUnavailable}, true, nil
}

// neverRead has robots files that were never there.
type neverRead struct{ fewRecords }

func (neverRead) Robots(weburl.Origin) (acquire.Copy, bool, error) {
	return acquire.Copy{Class: acquire.ClassUnreachable, DownSince: at}, true, nil
}

// TestExplainUnreadFile: the trail of a robots file that is out of reach begins with its first visit.
func TestExplainUnreadFile(t *testing.T) {
	t.Parallel()
	got, err := Of(t.Context(), neverRead{}, "http://a.test/robots.txt", Outlook{Now: at})
	if err != nil || len(got.Events) != 2 || !got.Events[0].At.Equal(at) || got.Events[0].Code != aranea.DiscoverRobots.String() {
		t.Errorf("%+v, %v", got.Events, err)
	}
}

// TestExplainBegins checks that a trail begins with how the URL became known, and that robots
// files have trails too.
func TestExplainBegins(t *testing.T) {
	t.Parallel()
	home, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	page, err := home.Resolve("/page")
	if err != nil {
		t.Fatal(err)
	}
	sites := fewRecords{
		home.ID(): {URL: home, How: aranea.HowSeed, State: aranea.StateDone, FoundAt: at},
		page.ID(): {URL: page, How: aranea.HowFrame, State: aranea.StateDone, FoundAt: at, FoundOn: home.ID(), Depth: 1},
	}
	for text, want := range map[string]string{
		"http://a.test/":           "[DISCOVER.SEED was named by the operator HTTP.OK status 200]",
		"http://a.test/page":       "[DISCOVER.LINK frame of http://a.test/, 1 link from a seed HTTP.OK status 200]",
		"http://a.test/robots.txt": "[DISCOVER.ROBOTS is the robots file of a host HTTP.OK status 200]",
		"http://a.test/unknown":    "[]",
	} {
		trail, err := Of(t.Context(), sites, text, Outlook{Now: at})
		var got []string
		for _, e := range trail.Events {
			got = append(got, e.Code, e.Text)
			if !e.At.Equal(at) {
				t.Errorf("%s: %s at %s", text, e.Code, e.At)
			}
		}
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %s, %v, want %s", text, fmt.Sprint(got), err, want)
		}
		if trail.Known != (want != "[]") {
			t.Errorf("%s: known %v", text, trail.Known)
		}
	}
}

// unread has one robots file only.
type unread struct{ fewRecords }

func (r unread) Robots(o weburl.Origin) (c acquire.Copy, read bool, err error) {
	if o != "http://a.test" {
		return c, false, nil
	}
	return r.fewRecords.Robots(o)
}

// TestExplainRobotsFile checks that a robots file is explained as one, whether it was read or
// not, also if an earlier version had visited it as a page; and that it is a page as long as its
// document is found.
func TestExplainRobotsFile(t *testing.T) {
	t.Parallel()
	file := weburl.MustParse("http://a.test/robots.txt")
	for _, tt := range []struct {
		text, want, instead string
		known               bool
		entry               aranea.Entry
	}{
		{"http://a.test/robots.txt", "Not in the index: it is the robots file of its host.", "", true, aranea.Entry{}},
		{"https://a.test/robots.txt", "Not in the index: it is the robots file of its host, and was not read yet.", file.String(), false, aranea.Entry{}},
		{"http://a.test/robots.txt", "Not in the index: it is the robots file of its host.", "", true, aranea.Entry{State: aranea.StateExcluded, Reason: aranea.DiscoverRobots}},
		{"http://a.test/robots.txt", "In the index.", "", true, aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}},
	} {
		records := fewRecords{}
		if tt.entry.URL = file; tt.entry.State != aranea.StateUnknown {
			records[file.ID()] = tt.entry
		}
		got, err := Of(t.Context(), unread{records}, tt.text, Outlook{Now: at})
		instead := ""
		for _, f := range got.Facts {
			if f.Name == "Known instead" {
				instead += f.URL
			}
		}
		if err != nil || got.Sentence != tt.want || got.Known != tt.known || instead != tt.instead {
			t.Errorf("%s: %+v, %v", tt.text, got, err)
		}
	}
}

// TestExplainOtherPorts checks that for a URL of a known host without its port, the one with the
// port is offered.
func TestExplainOtherPorts(t *testing.T) {
	t.Parallel()
	seed, other := weburl.MustParse("http://zoo.test:18511/"), weburl.MustParse("http://other.test:18511/")
	records := fewRecords{seed.ID(): {URL: seed}, other.ID(): {URL: other}}
	got, err := Of(t.Context(), records, "zoo.test", Outlook{Now: at, Seeds: []weburl.URL{other, seed, seed}})
	if err != nil {
		t.Fatal(err)
	}
	if offered := offeredBy(&got); got.Known || len(offered) != 1 || offered[0] != seed.String() {
		t.Errorf("%s: known %t, offered %q", got.URL, got.Known, offered)
	}
}

// offeredBy returns the known URLs that a trail offers instead of its own.
func offeredBy(t *Trail) []string {
	var out []string
	for _, f := range t.Facts {
		if f.Name == "Known instead" {
			out = append(out, f.URL)
		}
	}
	return out
}

// TestExplainOtherScheme checks that a page of a seed's host is offered once for its URL with the
// other scheme, although it is both a lookalike and on another port of a seed.
func TestExplainOtherScheme(t *testing.T) {
	t.Parallel()
	seed, page := weburl.MustParse("http://zoo.test/"), weburl.MustParse("http://zoo.test/spiders")
	got, err := Of(t.Context(), fewRecords{page.ID(): {URL: page}}, "https://zoo.test/spiders", Outlook{Now: at, Seeds: []weburl.URL{seed}})
	if err != nil {
		t.Fatal(err)
	}
	if offered := offeredBy(&got); len(offered) != 1 || offered[0] != page.String() {
		t.Errorf("offered %q", offered)
	}
}

// TestExplainForesees checks that the trail of an unknown URL says what would be decided, and
// that of a queued one what it waits for.
func TestExplainForesees(t *testing.T) {
	t.Parallel()
	home, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{home}})
	if err != nil {
		t.Fatal(err)
	}
	sites := fewRecords{home.ID(): {URL: home, How: aranea.HowSeed, State: aranea.StateQueued, Reason: aranea.ScheduleQueued, FoundAt: at}}
	o := Outlook{Now: at, Crawl: &crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules}, Full: true}
	for text, want := range map[string]string{
		"http://a.test/unknown": "If one did, it would be queued.",
		"http://b.test/unknown": "If one did, the answer would be that it is on another host than the seeds.",
		"http://a.test/":        "Not in the index yet: it was not reached before the page limit of the crawl.",
	} {
		trail, err := Of(t.Context(), sites, text, o)
		if err != nil || !strings.HasSuffix(trail.Sentence, want) {
			t.Errorf("%s: %q, %v, want %q", text, trail.Sentence, err, want)
		}
		told := map[string]bool{}
		for _, f := range trail.Facts {
			if told[f.Name] {
				t.Errorf("%s: two facts are called %q", text, f.Name)
			}
			told[f.Name] = true
		}
	}
}

// TestExplainLinked checks that exactly a page that comes sooner because of its links says so.
func TestExplainLinked(t *testing.T) {
	t.Parallel()
	linked, plain := weburl.MustParse("http://zoo.test/linked"), weburl.MustParse("http://zoo.test/plain")
	records := fewRecords{linked.ID(): {URL: linked, State: aranea.StateQueued, Nearer: 2}, plain.ID(): {URL: plain, State: aranea.StateQueued}}
	for u, want := range map[weburl.URL]string{linked: "with --order best: for who links to it, its way counts 1/3", plain: ""} {
		got, err := Of(t.Context(), records, u.String(), Outlook{Now: at})
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, f := range got.Facts {
			if f.Name == "Comes sooner" {
				told = f.Text
			}
		}
		if told != want {
			t.Errorf("%s: %q, want %q", u, told, want)
		}
	}
}

// TestNextVisitOfNamed checks that the trail says that a page comes first as long as it does.
func TestNextVisitOfNamed(t *testing.T) {
	t.Parallel()
	for priority, want := range map[int8]string{0: "in its turn", aranea.PriorityNamed: "before others"} {
		var tr Trail
		tr.addNext(&aranea.Entry{State: aranea.StateDone, Again: true, Priority: priority})
		if len(tr.Facts) != 1 || !strings.HasPrefix(tr.Facts[0].Text, want) {
			t.Errorf("%d: %v", priority, tr.Facts)
		}
	}
	var tr Trail
	tr.addNext(&aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScopeBudget, Priority: aranea.PriorityNamed})
	if len(tr.Facts) != 0 {
		t.Errorf("behind the page limit: %v", tr.Facts)
	}
}

// TestHostThatRefuses checks that the trail of a page says until when it stays in the index if its
// host refuses everything.
func TestHostThatRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		h    aranea.Host
		want string
	}{
		{aranea.Host{Refusals: 3}, ""},
		{aranea.Host{Refusals: 8, RefusedSince: at}, "since 2026-11-20 12:00:00 UTC; its pages in the index stay until 2026-12-04 12:00:00 UTC"},
		{aranea.Host{Refusals: 8, RefusedSince: at, RefusedUntil: at.Add(time.Hour)}, "; asked again 2026-11-20 13:00:00 UTC"},
	} {
		var tr Trail
		tr.addRefusals(&tt.h)
		if len(tr.Facts) != min(len(tt.want), 1) || tt.want != "" && !strings.HasSuffix(tr.Facts[0].Text, tt.want) {
			t.Errorf("%+v: %v", tt.h, tr.Facts)
		}
	}
}

// TestCircle checks that redirects in a circle are reported for URLs in it and before it, and
// that redirects with an end are not.
func TestCircle(t *testing.T) {
	t.Parallel()
	sites := fewRecords{}
	for from, to := range map[string]string{"/self": "/self", "/a": "/b", "/b": "/a", "/before": "/a", "/old": "/older", "/older": "/page", "/away": "/unknown", "/odd": "http://["} {
		u := weburl.MustParse("http://a.test" + from)
		if strings.HasPrefix(to, "/") {
			to = "http://a.test" + to
		}
		sites[u.ID()] = aranea.Entry{URL: u, How: aranea.HowAnchor, State: aranea.StateDone, Reason: aranea.HTTPRedirect, Target: to, FoundAt: at}
	}
	page := weburl.MustParse("http://a.test/page")
	sites[page.ID()] = aranea.Entry{URL: page, How: aranea.HowAnchor, State: aranea.StateDone, Reason: aranea.HTTPOK, FoundAt: at}
	for path, want := range map[string]bool{"/self": true, "/a": true, "/before": true, "/old": false, "/page": false, "/away": false, "/odd": false} {
		tr, err := Of(t.Context(), sites, "http://a.test"+path, Outlook{Now: at})
		told := slices.ContainsFunc(tr.Facts, func(f Fact) bool { return f.Name == "Never ends" })
		if err != nil || told != want {
			t.Errorf("%s: told %t, %v", path, told, err)
		}
	}
}

// TestTargetIsNamed checks that a trail says what the target of an entry is.
func TestTargetIsNamed(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	const target = "http://b.test/"
	for _, tt := range []struct {
		state   aranea.EntryState
		reason  aranea.Reason
		indexed bool
		want    string
	}{
		{aranea.StateDone, aranea.HTTPRedirect, false, "Redirects to"},
		{aranea.StateDone, aranea.DirectiveRefresh, false, "Redirects to"},
		{aranea.StateDone, aranea.DupCanonical, false, "Canonical URL"},
		{aranea.StateDone, aranea.DupExact, false, "Canonical URL"},
		{aranea.StateDone, aranea.IndexAdded, true, "Canonical URL"},
		{aranea.StateDone, aranea.BodyTooLarge, true, "Canonical URL"},
		{aranea.StateExcluded, aranea.MirrorMoved, false, "On the main mirror"},
		{aranea.StateExcluded, aranea.ScopeParameter, false, "Without the parameter"},
	} {
		e := aranea.Entry{URL: u, FoundAt: at, State: tt.state, Reason: tt.reason, Indexed: tt.indexed, Target: target}
		told, err := Of(t.Context(), fewRecords{u.ID(): e}, u.String(), Outlook{Now: at})
		if i := slices.IndexFunc(told.Facts, func(f Fact) bool { return f.URL == target }); err != nil || i < 0 || told.Facts[i].Name != tt.want {
			t.Errorf("%s: %+v, %v; want %q", tt.reason, told.Facts, err, tt.want)
		}
	}
}

// TestSentenceOfCertificates checks that a page whose host has no trusted certificate says so, and
// what helps if its authority is unknown.
func TestSentenceOfCertificates(t *testing.T) {
	t.Parallel()
	const unknown, expired = "x509: certificate signed by unknown authority", "x509: certificate has expired or is not yet valid"
	const cause, help = "its host is without a trusted certificate", "; if you trust the authority that signed it, name the file of its certificate with --ca-file."
	for _, tt := range []struct {
		reason      aranea.Reason
		state       aranea.EntryState
		detail      string
		cause, help bool
	}{
		{aranea.RobotsUnreachable, aranea.StateQueued, "NET.TLS tls: " + unknown, true, true},
		{aranea.RobotsUnreachable, aranea.StateQueued, "NET.TLS tls: " + expired, true, false},
		{aranea.RobotsUnreachable, aranea.StateQueued, "status 503", false, false},
		{aranea.ScheduleRetry, aranea.StateQueued, "NET.TLS tls: " + unknown, true, true},
		{aranea.ScheduleRetry, aranea.StateQueued, "NET.DIAL refused", false, false},
		{aranea.NetTLS, aranea.StateGone, "tls: " + unknown, false, true},
		{aranea.HTTPServer, aranea.StateGone, unknown, false, false},
	} {
		got := sentence(&aranea.Entry{State: tt.state, Reason: tt.reason, Detail: tt.detail})
		if strings.Contains(got, cause) != tt.cause || strings.HasSuffix(got, help) != tt.help || tt.help != strings.Contains(got, "--ca-file") {
			t.Errorf("%s %s: %s", tt.reason, tt.detail, got)
		}
	}
}
