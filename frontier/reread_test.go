package frontier

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestReread: what a different reader may read is visited again, including what was left out
// because of its name; what the operator removed and everything else stay.
func TestReread(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	seed(t, f, "http://a.test/seen.gpx", "http://a.test/seen.html")
	visitAll(t, f, t0)
	var found []aranea.Discovery
	for _, x := range []struct {
		url    string
		how    aranea.How
		reason aranea.Reason
	}{
		{"http://a.test/named.gpx", aranea.HowAnchor, aranea.ScopeType}, {"http://a.test/named.zip", aranea.HowAnchor, aranea.ScopeType},
		{"http://a.test/out.gpx", aranea.HowAnchor, aranea.ScopeType}, {"http://a.test/shown.gpx", aranea.HowPicture, aranea.ScopeType}, {"http://a.test/closed.gpx", aranea.HowAnchor, aranea.RobotsDenied},
	} {
		found = append(found, aranea.Discovery{URL: parse(t, x.url), How: x.how, Reason: x.reason})
	}
	if _, err := f.Add(ctx, t0, found); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Remove(ctx, t0, targetOf(t, "http://a.test/out.gpx"), nil); err != nil {
		t.Fatal(err)
	}
	may := func(e *aranea.Entry) bool {
		return strings.HasSuffix(e.URL.Path(), ".gpx") && e.How != aranea.HowPicture
	}
	for _, want := range []int{2, 0} {
		if n, err := f.Reread(ctx, t0, "another reader", may); err != nil || n != want {
			t.Errorf("%d are queued, %v; want %d", n, err, want)
		}
	}
	wantURLs(t, "visited then", visitAll(t, f, t0), "http://a.test/named.gpx", "http://a.test/seen.gpx")
	wantEntry(t, f, "http://a.test/shown.gpx", aranea.StateExcluded, aranea.ScopeType)
}

// TestRereadIsKept: an entry that is read in another way says so until its text is compared again,
// also one that waits for a visit already. One that was never visited does not.
func TestRereadIsKept(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	seed(t, f, "http://a.test/done", "http://a.test/due")
	tag := aranea.Validators{ETag: `"1"`}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	for range 2 {
		ls, _ := lease(t, f, t0, 1)
		o := done(ls[0], t0)
		o.Entry.Validators = tag
		commit(t, f, t0, o)
	}
	if _, err := f.Requeue(ctx, t0, []weburl.ID{parse(t, "http://a.test/due").ID()}, "it is due", false); err != nil {
		t.Fatal(err)
	}
	seed(t, f, "http://a.test/new")
	for _, want := range []int{2, 0} {
		if n, err := f.Reread(ctx, t0, "another reader", func(*aranea.Entry) bool { return true }); err != nil || n != want {
			t.Errorf("%d are to be read again, %v; want %d", n, err, want)
		}
	}
	for range 3 {
		ls, _ := lease(t, f, t0, 1)
		e := ls[0].Entry
		if known := !strings.HasSuffix(e.URL.Path(), "/new"); e.Reread != known || known && e.Validators == tag {
			t.Errorf("%s: in another way %v, with %+v", e.URL, e.Reread, e.Validators)
		}
		commit(t, f, t0, done(ls[0], t0))
	}
}

// TestRereadSitemaps: a sitemap that was refused is requested again when there is a secret for
// it; one that was read is not.
func TestRereadSitemaps(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	reasons := map[string]aranea.Reason{"http://a.test/shut.xml": aranea.HTTPForbidden, "http://a.test/read.xml": aranea.SitemapRead}
	for u := range reasons {
		if _, err := f.Add(ctx, t0, []aranea.Discovery{{URL: parse(t, u), Kind: aranea.KindSitemap, Reason: aranea.ScheduleQueued}}); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	for range reasons {
		ls, _ := lease(t, f, t0, 1)
		o := done(ls[0], t0)
		o.Entry.State, o.Entry.Reason = aranea.StateGone, reasons[o.Entry.URL.String()]
		commit(t, f, t0, o)
	}
	if n, err := f.Reread(ctx, t0, "a secret", func(*aranea.Entry) bool { return true }); err != nil || n != 1 {
		t.Errorf("%d are queued, %v", n, err)
	}
	one(t, f, t0, "http://a.test/shut.xml")
}

// TestRereadAfterLogin: a page that waits for its login is leased at once when it is queued again,
// and one that waits for something else keeps waiting.
func TestRereadAfterLogin(t *testing.T) {
	t.Parallel()
	f, ctx := open(t, memstore.New(), Options{}), context.Background()
	reasons := map[string]aranea.Reason{"http://a.test/login": aranea.ScheduleLogin, "http://a.test/retry": aranea.ScheduleRetry}
	for u := range reasons {
		seed(t, f, u)
	}
	commit(t, f, t0, done(one(t, f, t0, "http://a.test/robots.txt"), t0))
	for range reasons {
		ls, _ := lease(t, f, t0, 1)
		o := aranea.Outcome{Lease: ls[0].ID, Host: ls[0].Host, Entry: ls[0].Entry}
		if o.Entry.Reason, o.Entry.Due = reasons[o.Entry.URL.String()], t0.Add(time.Hour); o.Entry.Reason == aranea.ScheduleRetry {
			o.Entry.Due = t0.Add(2 * time.Hour)
		}
		commit(t, f, t0, o)
	}
	for _, want := range []int{1, 0} {
		if n, err := f.Reread(ctx, t0, "its login succeeded", func(*aranea.Entry) bool { return true }); err != nil || n != want {
			t.Errorf("%d are queued, %v; want %d", n, err, want)
		}
	}
	l := one(t, f, t0, "http://a.test/login")
	if l.Entry.Again {
		t.Error("a page that was never visited is visited again")
	}
	commit(t, f, t0, done(l, t0))
	if ls, wake := lease(t, f, t0.Add(time.Minute), 1); len(ls) > 0 || !wake.Equal(t0.Add(2*time.Hour)) {
		t.Errorf("%d leases, then %s: the page that waited still does", len(ls), wake)
	}
}
