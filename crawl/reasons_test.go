package crawl_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/waitreason"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A reply is an answer of a server in the test web: a page by default.
type reply struct {
	status  int // 200 by default
	header  []string
	body    string
	cut     bool
	failure aranea.Reason // set if there is no answer, or a broken one
	unsent  bool
	access  string // the label of the secret that was sent
}

// get returns the reply with a page.
func get(body string, header ...string) []reply { return []reply{{body: body, header: header}} }

// lost returns the reply that does not arrive.
func lost(why aranea.Reason) []reply { return []reply{{failure: why}} }

// A trialWeb answers by URL, each time with the next reply and in the end with the last; URLs
// that it does not have are missing.
type trialWeb struct {
	pages  map[string][]reply
	always string // answer for all other URLs except robots files; "" for 404
	within string // the beginning of those URLs; "" for all
	during func() // called while a page is fetched

	mu    sync.Mutex
	asked map[string]int
	// conditional counts the requests with validators, by URL.
	conditional map[string]int
}

func (w *trialWeb) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	u := r.URL.String()
	w.mu.Lock()
	n := w.asked[u]
	w.asked[u]++
	if r.Validators != (aranea.Validators{}) {
		if w.conditional == nil {
			w.conditional = map[string]int{}
		}
		w.conditional[u]++
	}
	w.mu.Unlock()
	answer := reply{status: 404}
	if w.always != "" && strings.HasPrefix(u, w.within) && !strings.HasSuffix(u, "/robots.txt") {
		answer = reply{body: strings.ReplaceAll(w.always, "NAME", r.URL.Path())}
	}
	if list := w.pages[u]; len(list) > 0 {
		answer = list[min(n, len(list)-1)]
	}
	if w.during != nil && !strings.HasSuffix(u, "/robots.txt") {
		w.during()
	}
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Ended: time.Now(), Failure: answer.failure, Body: []byte(answer.body), Truncated: answer.cut, Access: answer.access}
	if !answer.unsent {
		out.Sent = time.Now()
	}
	if answer.failure != aranea.ReasonNone && answer.body == "" && answer.status == 0 {
		return out
	}
	out.Status, out.Header = max(answer.status, 200), aranea.Header{"Content-Type": {"text/html"}}
	if answer.status > 0 {
		out.Status = answer.status
	}
	for i := 0; i < len(answer.header); i += 2 {
		out.Header[answer.header[i]] = []string{answer.header[i+1]}
	}
	return out
}

// A trial is a crawl of a small web that produces reasons.
type trial struct {
	name     string
	pages    map[string][]reply
	seeds    string // separated by spaces; http://a.test/ by default
	options  func(*crawl.Options)
	maxPages uint64
	stop     time.Duration // when the operator stops the crawl
	again    time.Duration // when everything is visited once more
	rounds   int           // how often that is done; 0 is once
	during   func(*testing.T, *frontier.Frontier)
	after    func(*testing.T, *frontier.Frontier)
	always   string // answer for every other URL; "" for 404
	shows    []aranea.Reason
}

// A recorder is a frontier that records the reasons in what is committed to it.
type recorder struct {
	*frontier.Frontier
	seen map[aranea.Reason]bool
}

func (r *recorder) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) ([]aranea.LeaseID, error) {
	for i := range outcomes {
		o := &outcomes[i]
		r.seen[o.Entry.Reason] = true
		for _, e := range o.Events {
			r.seen[e.Reason] = true
		}
		for _, d := range o.Links {
			r.seen[d.Reason] = true
		}
	}
	return r.Frontier.Commit(ctx, now, outcomes)
}

// told records the reasons reported for every URL and host at the end.
func (r *recorder) told(t *testing.T, full bool) {
	t.Helper()
	now := time.Now()
	for stored, err := range r.AllEntries() {
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := r.EntryByID(stored.URL.ID())
		if err != nil {
			t.Fatal(err)
		}
		h, _, err := r.Host(e.URL.Origin())
		if err != nil {
			t.Fatal(err)
		}
		e = waitreason.Of(e, h, full, now)
		r.seen[e.Reason] = true
		r.seen[e.Discovered("").Reason] = true
		robots := aranea.Entry{URL: h.Origin.RobotsURL(), Kind: aranea.KindRobots}
		r.seen[robots.Discovered("").Reason] = true
		for _, u := range []weburl.URL{e.URL, robots.URL} {
			events, err := r.Trail(u.ID())
			if err != nil {
				t.Fatal(err)
			}
			for _, ev := range events {
				r.seen[ev.Reason] = true
			}
		}
	}
}

// run runs the trial and returns the reasons that it produced.
func (x *trial) run(t *testing.T) map[aranea.Reason]bool {
	t.Helper()
	kv := memstore.New()
	f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: time.Second, MaxPages: x.maxPages})
	if err != nil {
		t.Fatal(err)
	}
	learner, err := learn.New(learned.New(kv))
	if err != nil {
		t.Fatal(err)
	}
	w := &trialWeb{pages: x.pages, always: x.always, asked: map[string]int{}}
	if x.during != nil {
		w.during = sync.OnceFunc(func() { x.during(t, f) })
	}
	r := &recorder{Frontier: f, seen: map[aranea.Reason]bool{}}
	var found []aranea.Discovery
	var seeds []weburl.URL
	for _, s := range strings.Fields(x.seeds + " http://a.test/") {
		u := url(t, s)
		seeds = append(seeds, u)
		found = append(found, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	rules, err := scope.New(scope.Options{Seeds: seeds, Unread: extract.Formats{}.Unread()})
	if err != nil {
		t.Fatal(err)
	}
	opt := crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules, Learner: learner}
	if x.options != nil {
		x.options(&opt)
	}
	if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
		t.Fatal(err)
	}
	report := r.crawl(t, w, opt, x.stop)
	for range max(x.rounds, min(int(x.again), 1)) {
		time.Sleep(x.again)
		var ids []weburl.ID
		for e, err := range f.AllEntries() {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, e.URL.ID())
		}
		if _, err := f.Requeue(t.Context(), time.Now(), ids, "asked for by the operator", false); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshDue, Max: len(ids)}, noIndex{}.Apply); err != nil {
			t.Fatal(err)
		}
		report = r.crawl(t, w, opt, x.stop)
	}
	if x.after != nil {
		x.after(t, f)
	}
	r.told(t, x.maxPages > 0 && report.Counts[aranea.CountFetched] >= x.maxPages)
	return r.seen
}

func (r *recorder) crawl(t *testing.T, w crawl.Fetcher, opt crawl.Options, stop time.Duration) runreport.Report {
	t.Helper()
	c, err := crawl.New(r, w, noIndex{}, noGraph{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if stop > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, stop)
		defer cancel()
	}
	report, err := c.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range report.Trouble {
		r.seen[h.Reason] = true
	}
	return report
}

const words = "<title>Words</title><p>Some words that are worth to be found, more than a few, so that they make a text of some length."

// in returns a web of one page at http://a.test/.
func in(replies []reply) map[string][]reply { return map[string][]reply{"http://a.test/": replies} }

// robots returns a web with a robots file and one page.
func robots(file ...reply) map[string][]reply {
	for i := range file {
		file[i].header = append(file[i].header, "Content-Type", "text/plain")
	}
	return map[string][]reply{"http://a.test/robots.txt": file, "http://a.test/": get(words)}
}

func yandex(o *crawl.Options)    { o.Dialect = dialect.Yandex() }
func draft1996(o *crawl.Options) { o.Dialect = dialect.Draft1996() }

// TestEveryReasonIsEmitted runs crawls that produce every reason code except NONE. A code that
// nothing emits has no place in the list.
func TestEveryReasonIsEmitted(t *testing.T) {
	t.Parallel()
	shown := map[aranea.Reason]bool{aranea.ReasonNone: true}
	for _, x := range slices.Concat(discoveryTrials, robotsTrials, scheduleTrials, answerTrials, pageTrials) {
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := x.run(t)
				for _, r := range x.shows {
					if !seen[r] {
						t.Errorf("%s was not shown", r)
					}
					shown[r] = true
				}
			})
		})
	}
	shown[aranea.DupNear] = true                                      // not an event of a visit: explain reports it for indexed pages, see engine's TestNearCopies
	shown[aranea.LinkFragment] = true                                 // of links, not of a visit: see TestMissingParts of engine/linkcheck
	shown[aranea.ScopeDropped] = true                                 // seeds are dropped during a crawl or between two, see engine's TestDropSitemap
	shown[aranea.RenderDone], shown[aranea.RenderFailed] = true, true // see TestRenderedPages
	for _, r := range aranea.Reasons() {
		if !shown[r] {
			t.Errorf("no trial shows %s", r)
		}
	}
}

// manyLinks returns so many links to URLs below one.
func manyLinks(to string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<a href=%s%d>x</a>", to, i)
	}
	return b.String()
}

// sessionPages returns a web of a few pages, each linked to with many values of a parameter
// that changes nothing.
func sessionPages() map[string][]reply {
	pages, links := map[string][]reply{}, ""
	for i := range 60 {
		u := fmt.Sprintf("/p?a=%d&sid=%d", i%5, i)
		pages["http://a.test"+u] = get(words + strings.Repeat(" More", i%5))
		links += "<a href='" + u + "'>x</a>"
	}
	pages["http://a.test/"] = get(words + " Start." + links)
	return pages
}

var discoveryTrials = []trial{
	{name: "ways to become known", shows: []aranea.Reason{
		aranea.DiscoverSeed, aranea.DiscoverLink, aranea.DiscoverRedirect, aranea.DiscoverRobots, aranea.ScheduleQueued,
		aranea.HTTPOK, aranea.HTTPRedirect, aranea.IndexAdded, aranea.HTTPNotFound,
	}, pages: map[string][]reply{
		"http://a.test/":      get(words + "<a href=/moved>x</a>"),
		"http://a.test/moved": {{status: 301, header: []string{"Location", "/new"}}},
	}},
	{name: "links that lead out", shows: []aranea.Reason{
		aranea.ScopeHost, aranea.ScopePort, aranea.ScopeType, aranea.ScopeTrap, aranea.ScopeNoFollow,
	}, pages: in(get(words + "<a href=http://b.test/>b</a><a href=http://a.test:25/>p</a><a href=x.zip>z</a><a href=/a/a/a/a/a/a>t</a><a rel=nofollow href=n>n</a>"))},
	{name: "scope site and depth", shows: []aranea.Reason{aranea.ScopeSite, aranea.ScopeDepth}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Mode: scope.Site, Depth: 1, Seeds: o.Scope.Seeds()})
	}, pages: map[string][]reply{"http://a.test/": get(words + "<a href=http://b.test/>b</a><a href=/1>1</a>"), "http://a.test/1": get(words + "<a href=/2>2</a>")}},
	{name: "scope prefix", shows: []aranea.Reason{aranea.ScopePrefix}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Mode: scope.Prefix, Seeds: o.Scope.Seeds()})
	}, pages: in(get(words + "<a href=http://b.test/>b</a>"))},
	{name: "scope list", shows: []aranea.Reason{aranea.ScopeList}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Mode: scope.List, Seeds: o.Scope.Seeds()})
	}, pages: in(get(words + "<a href=/1>1</a>"))},
	{name: "links that are checked", shows: []aranea.Reason{aranea.LinkAvailable, aranea.LinkRefused, aranea.LinkLimit}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Seeds: o.Scope.Seeds(), Links: true})
	}, pages: map[string][]reply{
		"http://a.test/": get(words + "<a href=http://b.test/>b</a><a href=http://b.test/2>2</a>" + manyLinks("http://c.test/", budget.SiteLinks+1)),
		"http://b.test/": get(words), "http://b.test/2": {{status: 403}},
	}},
	{name: "a folder for a part of the host", shows: []aranea.Reason{aranea.ScopeFolder}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Seeds: o.Scope.Seeds(), Folders: o.Scope.Seeds()})
	}, pages: in(get(words + "<a href=https://a.test/>by https</a>"))},
	{name: "what an archive does not have", shows: []aranea.Reason{aranea.ScopeArchive}, pages: map[string][]reply{
		"http://a.test/": get(words + "<a href=/1>1</a>"), "http://a.test/1": {{failure: aranea.ScopeArchive, unsent: true}},
	}},
	{name: "sites of another partition", shows: []aranea.Reason{aranea.ScopePartition}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Mode: scope.Any, Partition: partition.Partition{Number: partition.Of("http://a.test", 64), Of: 64}})
	}, pages: in(get(words + "<a href=http://b.test/>b</a>"))},
	{name: "patterns", shows: []aranea.Reason{aranea.ScopePattern}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Seeds: o.Scope.Seeds(), Patterns: scope.Patterns{Exclude: []string{"/tag/"}}})
	}, pages: in(get(words + "<a href=/tag/1>1</a>"))},
	{name: "pages that are followed only", shows: []aranea.Reason{aranea.ScopeNoIndex}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Seeds: o.Scope.Seeds(), Patterns: scope.Patterns{FollowOnly: []string{"/tag/"}}})
	}, pages: map[string][]reply{"http://a.test/": get(words + "<a href=/tag/1>1</a>"), "http://a.test/tag/1": get(words + "One.")}},
	{name: "a folder that a program wrote", shows: []aranea.Reason{aranea.ScopeGenerated}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Seeds: o.Scope.Seeds(), Folders: o.Scope.Seeds(), Listed: o.Scope.Seeds()})
	}, pages: map[string][]reply{"http://a.test/": get("<a href=vendor/ rel=nofollow>vendor: has modules.txt</a>")}},
	{name: "files in a folder", shows: []aranea.Reason{aranea.IndexName, aranea.DiskDenied}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Seeds: o.Scope.Seeds(), Folders: o.Scope.Seeds(), Listed: o.Scope.Seeds()})
	}, pages: map[string][]reply{"http://a.test/": get("<a href=empty>1</a> <a href=denied>2</a>"), "http://a.test/empty": get(""), "http://a.test/denied": {{status: 403}}}},
	{name: "redirects to what is no URL to visit", shows: []aranea.Reason{
		aranea.ScopeScheme, aranea.ScopeLength, aranea.ScopeInvalid, aranea.HTTPBadRedirect,
	}, seeds: "http://a.test/1 http://a.test/2", pages: map[string][]reply{
		"http://a.test/":  {{status: 302, header: []string{"Location", "mailto:a@a.test"}}},
		"http://a.test/1": {{status: 302, header: []string{"Location", "/" + strings.Repeat("x", 3000)}}},
		"http://a.test/2": {{status: 302, header: []string{"Location", "http://a.test:port/"}}},
	}},
	{name: "a seed that moves", shows: []aranea.Reason{aranea.ScopeMoved}, pages: map[string][]reply{
		"http://a.test/": {{status: 301, header: []string{"Location", "https://www.a.test/"}}}, "https://www.a.test/": get(words),
	}},
	{name: "sitemaps", shows: []aranea.Reason{aranea.DiscoverSitemap, aranea.SitemapRead, aranea.SitemapBroken}, pages: map[string][]reply{
		"http://a.test/": get(words), "http://a.test/robots.txt": get("Sitemap: /list.txt\nSitemap: /half.xml\n"),
		"http://a.test/list.txt": get("http://a.test/listed\n"), "http://a.test/half.xml": get("<urlset><url><loc>http://a.test/"),
	}},
	{name: "a form", shows: []aranea.Reason{aranea.DiscoverForm}, options: func(o *crawl.Options) { o.Forms = true }, pages: map[string][]reply{
		"http://a.test/": get(words + "<form action=/list><select name=a><option>b</select></form>"), "http://a.test/list?a=b": get(words + "Found."),
	}},
	{name: "two names of one site", shows: []aranea.Reason{aranea.DiscoverMirror, aranea.MirrorMoved}, seeds: "http://a.test/ http://www.a.test/ http://www.a.test/1 http://www.a.test/2 http://www.a.test/3", pages: map[string][]reply{
		"http://a.test/": get(words), "http://a.test/1": get(words + " One."), "http://a.test/2": get(words + " Two."), "http://a.test/3": get(words + " Three."),
		"http://www.a.test/": get(words), "http://www.a.test/1": get(words + " One."), "http://www.a.test/2": get(words + " Two."), "http://www.a.test/3": get(words + " Three."),
	}},
	{name: "a parameter without meaning", shows: []aranea.Reason{aranea.ScopeParameter}, pages: sessionPages()},
	{name: "the page limit", shows: []aranea.Reason{aranea.ScopeBudget}, maxPages: 1, seeds: "http://a.test/2", pages: map[string][]reply{"http://a.test/": get(words), "http://a.test/2": get(words)}},
}

var robotsTrials = []trial{
	{name: "a file with rules", shows: []aranea.Reason{aranea.RobotsParsed, aranea.RobotsDenied, aranea.RobotsAllowed}, seeds: "http://a.test/private",
		pages: robots(reply{body: "User-agent: *\nDisallow: /private\n"})},
	{name: "no file", shows: []aranea.Reason{aranea.RobotsUnavailable, aranea.RobotsAllowed}, pages: in(get(words))},
	{name: "an outage", shows: []aranea.Reason{aranea.RobotsUnreachable, aranea.HTTPServer}, pages: robots(reply{status: 503})},
	{name: "an outage after a good copy", shows: []aranea.Reason{aranea.RobotsStale}, again: 25 * time.Hour,
		pages: robots(reply{body: "User-agent: *\nDisallow: /private\n"}, reply{status: 503})},
	{name: "an owner who changes his mind", shows: []aranea.Reason{aranea.RobotsChanged, aranea.IndexHidden, aranea.IndexShown}, again: 25 * time.Hour, rounds: 2,
		pages: robots(reply{body: "User-agent: *\nDisallow: /private\n"}, reply{body: "User-agent: *\nDisallow: /\n"}, reply{body: "User-agent: *\nDisallow: /private\n"})},
	{name: "a refusal that closes", shows: []aranea.Reason{aranea.RobotsForbidden}, options: draft1996, pages: robots(reply{status: 403})},
	{name: "a web page", shows: []aranea.Reason{aranea.RobotsWebPage}, pages: map[string][]reply{"http://a.test/robots.txt": get("<!doctype html><p>Please log in")}},
	{name: "a file on a site of another partition", shows: []aranea.Reason{aranea.RobotsUnreachable, aranea.ScopePartition}, options: func(o *crawl.Options) {
		o.Scope, _ = scope.New(scope.Options{Seeds: o.Scope.Seeds(), Partition: partition.Partition{Number: partition.Of("http://a.test", 64), Of: 64}})
	}, pages: map[string][]reply{
		"http://a.test/robots.txt": {{status: 301, header: []string{"Location", "http://b.test/robots.txt"}}}, "http://b.test/robots.txt": get("User-agent: *\nDisallow: /x"),
	}},
	{name: "hours", shows: []aranea.Reason{aranea.RobotsHours}, options: func(o *crawl.Options) { o.Dialect = dialect.Conner2() },
		pages: robots(reply{body: "User-agent: *\nAllow: /\nVisit-time: 0100-0200\n"})},
	{name: "parameters without meaning", shows: []aranea.Reason{aranea.RobotsCleanParam, aranea.DiscoverCleaned}, options: yandex, seeds: "http://a.test/p?sid=1",
		pages: robots(reply{body: "User-agent: *\nDisallow: /x\nClean-param: sid\n"})},
}

var scheduleTrials = []trial{
	{name: "a delay", shows: []aranea.Reason{aranea.ScheduleDelay}, seeds: "http://a.test/2", stop: 1500 * time.Millisecond, pages: in(get(words))},
	{name: "a host that asks for rest", shows: []aranea.Reason{aranea.ScheduleBackoff, aranea.ScheduleRetry, aranea.HTTPThrottled}, seeds: "http://a.test/2", stop: 2500 * time.Millisecond,
		pages: map[string][]reply{"http://a.test/": {{status: 429, header: []string{"Retry-After", "60"}}}, "http://a.test/2": {{status: 429, header: []string{"Retry-After", "60"}}}}},
	{name: "requests that did not leave", shows: []aranea.Reason{aranea.ScheduleLate, aranea.ScheduleStopped}, seeds: "http://b.test/", pages: map[string][]reply{
		"http://a.test/": {{failure: aranea.ScheduleLate, unsent: true}, {body: words}},
		"http://b.test/": {{failure: aranea.ScheduleStopped, unsent: true}, {body: words}},
	}},
	{name: "a large page that finds no memory", shows: []aranea.Reason{aranea.ScheduleRoom, aranea.IndexAdded}, pages: map[string][]reply{
		"http://a.test/": {{status: 200, failure: aranea.ScheduleRoom}, {body: words}},
	}},
	{name: "the operator's words", shows: []aranea.Reason{aranea.ScheduleHeld, aranea.OperatorRemoved}, seeds: "http://b.test/", stop: time.Minute, pages: in(get(words)),
		during: func(t *testing.T, f *frontier.Frontier) {
			home, err := target.Parse("http://a.test/")
			if err != nil {
				t.Error(err)
			}
			drop := func(context.Context, []aranea.IndexChange) error { return nil }
			if _, err := f.Remove(t.Context(), time.Now(), home, drop); err != nil {
				t.Error(err)
			}
		},
		after: func(t *testing.T, f *frontier.Frontier) {
			found := []aranea.Discovery{{URL: url(t, "http://b.test/more"), Reason: aranea.ScheduleQueued}}
			if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
				t.Error(err)
			}
			if err := f.Hold(t.Context(), time.Now(), "b.test", true); err != nil {
				t.Error(err)
			}
		}},
}

var answerTrials = []trial{
	{name: "no answers", seeds: "http://1.test/ http://2.test/ http://3.test/ http://4.test/ http://5.test/ http://6.test/ http://7.test/ http://8.test/", shows: []aranea.Reason{
		aranea.NetDNS, aranea.NetDial, aranea.NetTLS, aranea.NetTimeout, aranea.NetReset, aranea.NetProxy, aranea.NetProto, aranea.NetGuard, aranea.BodyHeader,
	}, pages: map[string][]reply{
		"http://a.test/": lost(aranea.NetDNS), "http://1.test/": lost(aranea.NetDial), "http://2.test/": lost(aranea.NetTLS), "http://3.test/": lost(aranea.NetTimeout),
		"http://4.test/": lost(aranea.NetReset), "http://5.test/": lost(aranea.NetProxy), "http://6.test/": lost(aranea.NetProto), "http://7.test/": lost(aranea.BodyHeader),
		"http://8.test/": {{failure: aranea.NetGuard, unsent: true}},
	}},
	{name: "answers without a page", seeds: "http://a.test/1 http://a.test/2 http://a.test/3 http://a.test/4 http://a.test/5", shows: []aranea.Reason{
		aranea.HTTPForbidden, aranea.HTTPClient, aranea.HTTPServer, aranea.HTTPStatus, aranea.HTTPEmpty, aranea.HTTPBadRedirect,
	}, pages: map[string][]reply{
		"http://a.test/": {{status: 403}}, "http://a.test/1": {{status: 418}}, "http://a.test/2": {{status: 500}},
		"http://a.test/3": {{status: 101}}, "http://a.test/4": {{status: 200}}, "http://a.test/5": {{status: 302}},
	}},
	{name: "a notice of a site", shows: []aranea.Reason{aranea.DiscoverNotice}, pages: map[string][]reply{"http://a.test/": get(words), "http://a.test/n": get(words + "New.")},
		during: func(t *testing.T, f *frontier.Frontier) {
			if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: url(t, "http://a.test/n"), How: aranea.HowNotice, Depth: 1, Reason: aranea.ScheduleQueued}}); err != nil {
				t.Error(err)
			}
		}},
	{name: "what the operator imports", shows: []aranea.Reason{aranea.IndexImported}, pages: map[string][]reply{"http://a.test/": get(words + "<a href=/i>i</a>"), "http://a.test/i": get(words + "Imported.")},
		during: func(t *testing.T, f *frontier.Frontier) {
			if _, err := f.Import(t.Context(), time.Now(), []aranea.Entry{{URL: url(t, "http://a.test/i")}}); err != nil {
				t.Error(err)
			}
		}},
	{name: "a challenge", seeds: "http://a.test/2", shows: []aranea.Reason{aranea.HTTPChallenge}, pages: map[string][]reply{
		"http://a.test/":  {{status: 403, header: []string{"Cf-Mitigated", "challenge"}}},
		"http://a.test/2": get("<title>Just a moment...</title><p>Security by Cloudflare<script></script>"),
	}},
	{name: "a host without missing pages", shows: []aranea.Reason{aranea.DiscoverProbe, aranea.HTTPSoftMissing}, always: "<title>Sorry</title><h1>Page not found</h1><p>Nothing is here.", pages: map[string][]reply{
		"http://a.test/": get(words + "<a href=/gone>gone</a>"),
	}},
	{name: "a session that is over", shows: []aranea.Reason{aranea.HTTPLogin}, pages: map[string][]reply{"http://a.test/": {{status: 302, access: "club"}}},
		options: func(o *crawl.Options) {
			o.LoginLost = func(f *aranea.Fetched, _ bool) string {
				if f.Status != 302 {
					return ""
				}
				return "secret " + f.Access
			}
		}},
	{name: "a login that takes long", shows: []aranea.Reason{aranea.ScheduleLogin, aranea.IndexAdded}, pages: map[string][]reply{"http://a.test/": get(words)},
		options: func(o *crawl.Options) {
			begun := time.Now()
			o.LoginAwaited = func(weburl.URL) (string, time.Time) {
				if time.Since(begun) < time.Minute {
					return "secret club", time.Time{}
				}
				return "", time.Time{}
			}
		}},
	{name: "visits of a page that changes", again: 25 * time.Hour, seeds: "http://a.test/gone", shows: []aranea.Reason{aranea.HTTPNotModified, aranea.IndexRemoved}, pages: map[string][]reply{
		"http://a.test/":     {{body: words, header: []string{"Etag", `"1"`}}, {status: 304}},
		"http://a.test/gone": {{body: words + " And more."}, {status: 410}},
	}},
	{name: "bodies", seeds: "http://a.test/1 http://a.test/2 http://a.test/3 http://a.test/4 http://a.test/5", shows: []aranea.Reason{
		aranea.BodyTooLarge, aranea.BodyBroken, aranea.BodyBomb, aranea.BodyType, aranea.BodyCharset, aranea.BodyLimit,
	}, options: func(o *crawl.Options) { o.Extract = extract.Limits{Text: 500} }, pages: map[string][]reply{
		"http://a.test/":  {{body: words, cut: true}},
		"http://a.test/1": {{body: words + " One.", failure: aranea.BodyBroken}},
		"http://a.test/2": {{status: 200, failure: aranea.BodyBomb}},
		"http://a.test/3": get("%PDF-1.4", "Content-Type", "application/pdf"),
		"http://a.test/4": get(words+" Four.", "Content-Type", "text/html; charset=klingon"),
		"http://a.test/5": get(strings.Repeat("<p>Five words in each of many paragraphs.", 100)),
	}},
	{name: "documents", seeds: "http://a.test/1 http://a.test/2", shows: []aranea.Reason{
		aranea.BodyDamaged, aranea.BodyKilled, aranea.BodySkipped,
	}, options: func(o *crawl.Options) { o.Outside = new(failing) }, pages: map[string][]reply{
		"http://a.test/": get("%PDF-1.4"), "http://a.test/1": get("%PDF-1.5"), "http://a.test/2": get("%PDF-1.6"),
	}},
}

// failing is a reader that fails for every document, each time differently.
type failing struct{}

func (*failing) Plugins() []frame.Hello { return nil }

func (*failing) Reader(string) string { return "" }

func (*failing) Turn(context.Context, <-chan struct{}, string) (func(), error) { return func() {}, nil }

func (*failing) Read(_ context.Context, _ string, _ frame.Job, body []byte) (content.Document, error) {
	b := content.New(content.Limits{Text: 100, Elements: 10})
	switch string(body) {
	case "%PDF-1.4":
		b.Write("the first page")
		return b.Document("test 1"), content.ErrDamaged
	case "%PDF-1.5":
		return b.Document(""), content.ErrKilled
	}
	return b.Document(""), content.ErrSkipped
}

var pageTrials = []trial{
	{name: "directives", seeds: "http://a.test/1 http://a.test/2 http://a.test/3 http://a.test/4 http://a.test/5", shows: []aranea.Reason{
		aranea.DirectiveNoIndex, aranea.DirectiveNoFollow, aranea.DirectiveNoSnippet, aranea.DirectiveNoArchive, aranea.DirectiveMaxSnippet,
		aranea.DirectiveExpires, aranea.DirectiveExpired, aranea.DirectiveParts, aranea.DirectiveRefresh,
	}, pages: map[string][]reply{
		"http://a.test/":  get(words, "X-Robots-Tag", "noindex, nofollow"),
		"http://a.test/1": get(words+" One.", "X-Robots-Tag", "nosnippet, noarchive"),
		"http://a.test/2": get(words+" Two.", "X-Robots-Tag", "max-snippet: 20"),
		"http://a.test/3": get(words+" Three. <noindex>Closed.</noindex>", "X-Robots-Tag", "unavailable_after: 2050-01-01"),
		"http://a.test/4": get(words+" Four.", "X-Robots-Tag", "unavailable_after: 1999-01-01"),
		"http://a.test/5": get("<meta http-equiv=refresh content='0; url=/1'>"),
	}},
	{name: "other pages", seeds: "http://a.test/copy http://a.test/form?a=1 http://a.test/hint http://a.test/void http://a.test/app http://a.test/next http://a.test/login", shows: []aranea.Reason{
		aranea.DupExact, aranea.DupCanonical, aranea.DirectiveCanonical, aranea.IndexNoText, aranea.IndexScript, aranea.IndexData, aranea.IndexLogin,
	}, pages: map[string][]reply{
		"http://a.test/": get(words), "http://a.test/copy": get(words),
		"http://a.test/form?a=1": get("<link rel=canonical href=/form>" + words + " A form."), "http://a.test/form": get(words + " A form."),
		"http://a.test/hint": get("<link rel=canonical href=/>" + words + " Else."), "http://a.test/void": get("<div></div>"),
		"http://a.test/app":   get("<title>An app</title><div id=root></div><noscript>Turn scripts on.<iframe src=/count></iframe></noscript><script src=app.js></script>"),
		"http://a.test/next":  get("<div id=root></div><script id=__NEXT_DATA__ type=application/json>{\"body\":\"A heron stands in the reeds.\"}</script>"),
		"http://a.test/login": get("<title>Log in</title><form><label>Name <input name=n></label><label>Password <input type=password></label></form>"),
	}},
}
