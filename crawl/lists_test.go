package crawl_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A listWeb has one sitemap, which never changes; whole counts the full answers for it.
type listWeb struct{ whole, unchanged int }

func (w *listWeb) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	now := time.Now()
	out := aranea.Fetched{URL: r.URL, Sent: now, Ended: now, TTFB: time.Millisecond, Status: 404}
	switch {
	case r.URL.Path() != "/map.xml":
	case r.Validators.ETag == `"1"`:
		out.Status = 304
		w.unchanged++
	default:
		out.Status, out.Header = 200, aranea.Header{"Content-Type": {"text/xml"}, "Etag": {`"1"`}}
		out.Body = []byte("<urlset><url><loc>http://a.test/1</loc></url></urlset>")
		w.whole++
	}
	return out
}

// TestListOfOlderVersions: a sitemap of which it is not known what it lists, because an earlier version
// read it, or what in other partitions, because the folder had none then, is requested in full at its next visit, and
// then not again.
func TestListOfOlderVersions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, web, graph := openFrontier(t), &listWeb{}, linkgraph.New(memstore.New(), nil)
		at := url(t, "http://a.test/map.xml")
		if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: at, Kind: aranea.KindSitemap, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
			t.Fatal(err)
		}
		visit := func() {
			t.Helper()
			c, err := crawl.New(f, web, noIndex{}, graph, crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, "http://a.test/")})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshAll}, noIndex{}.Apply); err != nil {
				t.Fatal(err)
			}
		}
		visit()
		visit()
		if web.whole != 1 || web.unchanged != 1 {
			t.Errorf("%d full answers, %d of an unchanged sitemap", web.whole, web.unchanged)
		}
		var d linkgraph.Dropped
		if err := graph.Drop(t.Context(), []weburl.URL{at}, &d); err != nil {
			t.Fatal(err)
		}
		visit()
		visit()
		if web.whole != 2 || web.unchanged != 2 {
			t.Errorf("without its list: %d full answers, %d of an unchanged sitemap", web.whole, web.unchanged)
		}
		graph.Divide(partition.Partition{Number: partition.Of(at.Origin(), 2), Of: 2})
		visit()
		visit()
		if web.whole != 3 || web.unchanged != 3 {
			t.Errorf("in a folder that has a partition now: %d full answers, %d of an unchanged sitemap", web.whole, web.unchanged)
		}
	})
}
