package crawl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/frontiertest"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// What the crawl asks of a frontier is what the contract of frontiers tests.
var _ crawl.Frontier = frontiertest.Frontier(nil)

// asleep is a web whose first answer for one page arrives after the lease has ended, as when a
// machine sleeps.
type asleep struct {
	trialWeb
	url string
}

func (w *asleep) Do(ctx context.Context, r fetch.Request) aranea.Fetched {
	out := w.trialWeb.Do(ctx, r)
	w.mu.Lock()
	first := w.asked[w.url] == 1
	w.mu.Unlock()
	if r.URL.String() == w.url && first {
		time.Sleep(time.Hour)
		out.Ended = time.Now()
		out.Status, out.Body = 404, nil // must not be believed
	}
	return out
}

// fencing is a frontier in which a lease is taken over between Confirm and Commit.
type fencing struct {
	*frontier.Frontier
	url string
}

func (f *fencing) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) ([]aranea.LeaseID, error) {
	for i := range outcomes {
		if outcomes[i].Entry.URL.String() != f.url {
			continue
		}
		f.url = ""
		if _, err := f.Frontier.Commit(ctx, now, outcomes[i:i+1]); err != nil {
			return nil, err
		}
	}
	return f.Frontier.Commit(ctx, now, outcomes)
}

// TestFencedVisits: a visit whose lease has ended is dropped and counted, before or during its
// commit, and the crawl continues; its page is visited again.
func TestFencedVisits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		w := &asleep{trialWeb{pages: map[string][]reply{}, asked: map[string]int{}}, "http://a.test/late"}
		urls := []string{w.url, "http://c.test/fenced"}
		for i := range 100 {
			urls = append(urls, fmt.Sprintf("http://b.test/%d", i))
		}
		var seeds []weburl.URL
		var found []aranea.Discovery
		for i, u := range urls {
			w.pages[u] = get(strings.ReplaceAll(words, "text", fmt.Sprint("text ", i)))
			seeds = append(seeds, url(t, u))
			found = append(found, aranea.Discovery{URL: seeds[i], How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
		}
		if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
			t.Fatal(err)
		}
		rules, err := scope.New(scope.Options{Seeds: seeds})
		if err != nil {
			t.Fatal(err)
		}
		c, err := crawl.New(&fencing{f, urls[1]}, w, noIndex{}, noGraph{}, crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Run(t.Context())
		if err != nil || r.Fenced != 2 || r.Counts[aranea.CountIndexed] != uint64(len(urls)) || r.Run[aranea.CountFetched] != uint64(len(urls)-1) || w.asked[w.url] != 2 {
			t.Errorf("%+v, %v; the late page was asked for %d times", r, err, w.asked[w.url])
		}
	})
}
