package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// few is a graph in which only some URLs have links.
type few struct {
	noGraph
	linked map[string]bool
}

func (g few) IsLinked(_ context.Context, u weburl.URL) (bool, error) {
	return g.linked[u.String()], nil
}

// checkLinks crawls http://a.test/ and checks its links to other sites.
func checkLinks(t *testing.T, f *frontier.Frontier, w crawl.Fetcher, g crawl.Graph) runreport.Report {
	t.Helper()
	seed := url(t, "http://a.test/")
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{seed}, Links: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := crawl.New(f, w, noIndex{}, g, crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: seed, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
		t.Fatal(err)
	}
	report, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func openFrontier(t *testing.T) *frontier.Frontier {
	t.Helper()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCrawlWithLinks: sites that do not answer, refuse or miss what is linked to do not change how a
// crawl is judged, and their pages are not counted as pages.
func TestCrawlWithLinks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &trialWeb{asked: map[string]int{}, pages: map[string][]reply{
			"http://a.test/":              get(words + "<a href=http://dead.test/>d</a><a href=http://b.test/gone>g</a><a href=http://b.test/no>n</a><a href=http://b.test/500>s</a><a href=http://c.test/x>c</a>"),
			"http://dead.test/robots.txt": lost(aranea.NetDial),
			"http://b.test/no":            {{status: 403}},
			"http://b.test/500":           {{status: 500}},
			"http://c.test/robots.txt":    {{body: "User-agent: *\nDisallow: /", header: []string{"Content-Type", "text/plain"}}},
		}}
		f := openFrontier(t)
		r := checkLinks(t, f, w, noGraph{})
		if r.Verdict != verdict.OK || r.Ending != verdict.EndFinished || r.Cause != verdict.CauseComplete || len(r.Trouble) > 0 {
			t.Errorf("%s (%s), %s, trouble %+v", r.Verdict, r.Why, r.Ending, r.Trouble)
		}
		for c, want := range map[aranea.Counter]uint64{
			aranea.CountFetched: 1, aranea.CountIndexed: 1, aranea.CountLinks: 4, aranea.CountLinksWaiting: 1, aranea.CountMissing: 0, aranea.CountFailed: 0,
			aranea.CountDenied: 0, aranea.CountRefused: 0, aranea.CountQueued: 0, aranea.CountExcluded: 0,
		} {
			if r.Counts[c] != want {
				t.Errorf("%s: %d, want %d", c, r.Counts[c], want)
			}
		}
		for u, want := range map[string]int{"http://b.test/gone": 2, "http://b.test/no": 2, "http://b.test/500": 3, "http://c.test/x": 0, "http://a.test/": 1} {
			if w.asked[u] != want {
				t.Errorf("%s was asked for %d times, want %d", u, w.asked[u], want)
			}
		}
	})
}

// TestClosedFiles: a host that has pages does not refuse everything because it refuses some files.
func TestClosedFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const files = 2 * refusal.InRow
		w, text := &trialWeb{asked: map[string]int{}, pages: map[string][]reply{}}, words
		for i := range files {
			u := fmt.Sprintf("http://a.test/%d.zip", i)
			text += "<a href=" + u + ">z</a>"
			w.pages[u] = []reply{{status: 403}}
		}
		w.pages["http://a.test/"] = get(text)
		checkLinks(t, openFrontier(t), w, noGraph{})
		if len(w.asked) != 2+files {
			t.Errorf("%d URLs were asked for: %v", len(w.asked), w.asked)
		}
	})
}

// TestUnlinked: a URL that is only checked is checked again as long as something leads to it, and
// then forgotten without a request.
func TestUnlinked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &trialWeb{asked: map[string]int{}, pages: map[string][]reply{
			"http://a.test/":  {{body: words + "<a href=http://b.test/1>1</a><a href=http://b.test/2>2</a><a href=http://b.test/3>3</a>"}, {body: words}},
			"http://b.test/1": get(words), "http://b.test/2": get(words), "http://b.test/4": get(words),
			"http://b.test/3": {{status: 301, header: []string{"Location", "/4"}}, {status: 301, header: []string{"Location", "/4"}}, {status: 301, header: []string{"Location", "/1"}}},
		}}
		f, g := openFrontier(t), few{linked: map[string]bool{"http://b.test/1": true, "http://b.test/3": true}}
		for _, want := range []struct {
			links uint64
			asked [5]int
		}{{4, [5]int{0, 1, 1, 1, 1}}, {3, [5]int{0, 2, 1, 2, 2}}, {2, [5]int{0, 3, 1, 3, 2}}} {
			r := checkLinks(t, f, w, g)
			var asked [5]int
			for i := range asked {
				asked[i] = w.asked["http://b.test/"+string(rune('0'+i))]
			}
			if r.Counts[aranea.CountLinks] != want.links || asked != want.asked {
				t.Errorf("%d links, asked for %v times; want %d, %v", r.Counts[aranea.CountLinks], asked, want.links, want.asked)
			}
			time.Sleep(100 * 24 * time.Hour)
			if _, err := f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshDue, Max: 100}, noIndex{}.Apply); err != nil {
				t.Fatal(err)
			}
		}
		if e, _, err := f.Entry(url(t, "http://b.test/2")); err != nil || e.Kind != aranea.KindPage || e.State != aranea.StateExcluded || e.Reason != aranea.ScopeHost || e.Visits != 0 {
			t.Errorf("%+v, %v", e, err)
		}
	})
}

// headless is a web in which one host answers every HEAD with 405.
type headless struct {
	*trialWeb
	host string
}

func (w headless) Do(ctx context.Context, r fetch.Request) aranea.Fetched {
	f := w.trialWeb.Do(ctx, r)
	if r.Head && r.URL.Host() == w.host {
		f.Status = http.StatusMethodNotAllowed
	}
	return f
}

// TestNeedlessChecks: requests of which the answer is known beforehand are not made: to a host that
// refuses everything, a GET for what a host refuses either way, and a HEAD where HEAD means nothing.
func TestNeedlessChecks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const links = 41
		w := &trialWeb{asked: map[string]int{}, pages: map[string][]reply{"http://a.test/": get(words + manyLinks("http://no.test/", links) + manyLinks("http://head.test/", links))}}
		for i := range links {
			w.pages[fmt.Sprintf("http://no.test/%d", i)] = []reply{{status: 403}}
			w.pages[fmt.Sprintf("http://head.test/%d", i)] = get(words)
		}
		f, began := openFrontier(t), time.Now()
		r := checkLinks(t, f, headless{w, "head.test"}, noGraph{})
		if r.Ending != verdict.EndFinished || r.Counts[aranea.CountLinks] != 2*links || r.Counts[aranea.CountLinksWaiting] != 0 {
			t.Errorf("%s, %d links, %d wait", r.Ending, r.Counts[aranea.CountLinks], r.Counts[aranea.CountLinksWaiting])
		}
		requests := map[string]int{}
		for u, n := range w.asked {
			requests[url(t, u).Host()] += n
		}
		if took := time.Since(began); requests["no.test"] != 1+1+refusal.InRow || requests["head.test"] != 1+1+links || took > 3*links*time.Second {
			t.Errorf("%v requests in %s", requests, took)
		}
		asked := 0
		for i := range links {
			e, _, err := f.Entry(url(t, fmt.Sprintf("http://no.test/%d", i)))
			if err != nil || e.State != aranea.StateGone || e.Reason != aranea.LinkRefused || e.Due.Before(began.Add(7*24*time.Hour)) {
				t.Errorf("%+v, %v", e, err)
			}
			asked += int(e.Visits)
		}
		if asked != refusal.InRow {
			t.Errorf("%d links count as asked for", asked)
		}
	})
}
