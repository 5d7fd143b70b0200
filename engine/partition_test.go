package engine

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// A dividedWeb is a site of partition 1 of 2 and one of partition 2, behind one server that counts
// the requests for each host.
type dividedWeb struct {
	own, foreign string // names of sites
	settings     service.Settings

	mu    sync.Mutex
	asked map[string]int // by host
}

func newDividedWeb(t *testing.T) *dividedWeb {
	t.Helper()
	w := &dividedWeb{asked: map[string]int{}}
	for n := 0; w.own == "" || w.foreign == ""; n++ {
		name := fmt.Sprintf("site%d.test", n)
		if partition.Of(weburl.Origin("http://"+name), 2) == 2 {
			w.foreign = name
		} else {
			w.own = name
		}
	}
	srv := httptest.NewServer(w)
	t.Cleanup(srv.Close)
	w.settings = servicetest.Settings(parsed(t, "http://"+w.own+"/"), parsed(t, "http://"+w.foreign+"/"))
	w.settings.Resolve, w.settings.Scope, w.settings.CheckLinks = []string{"*:*:" + strings.TrimPrefix(srv.URL, "http://")}, "any", true
	w.settings.Partition = partition.Partition{Number: 1, Of: 2}
	w.settings.Named = w.settings.Seeds
	return w
}

func (w *dividedWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.asked[r.Host]++
	w.mu.Unlock()
	away := "http://" + w.foreign
	switch r.Host + r.URL.Path {
	case w.own + "/robots.txt":
		fmt.Fprintf(rw, "User-agent: *\nDisallow: /x\nHost: %s\nSitemap: %s/map.xml\nSitemap: /map.xml\n", w.foreign, away)
	case w.own + "/map.xml":
		fmt.Fprintf(rw, "<urlset><url><loc>%s/listed</loc></url><url><loc>http://%s/own</loc></url></urlset>", away, w.own)
	case w.own + "/redirect":
		http.Redirect(rw, r, away+"/target", http.StatusFound)
	case w.own + "/", w.own + "/own":
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(rw, `<html lang=en><title>Page</title><link rel=canonical href="%[1]s%[2]s"><link rel=alternate hreflang=de href="%[1]s/de"><link rel=alternate type="application/rss+xml" href="%[1]s/feed.xml">
<p>These are the words of %[2]s. <a href="%[1]s/page">away</a> <a href="%[1]s/file.zip">file</a> <a href=/redirect>on</a> <a href=/own>own</a>`, away, r.URL.Path)
	default:
		http.NotFound(rw, r)
	}
}

// requests returns the requests so far, by host.
func (w *dividedWeb) requests() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.asked)
}

// TestPartition: a node asks nothing of sites of other partitions, whoever names them: pages, redirects,
// robots files, sitemaps, links that are checked, logins, notices, the operator. What it found of them is
// known with its reason, and a main mirror there that an own site names takes the place of nothing.
func TestPartition(t *testing.T) {
	t.Parallel()
	w := newDividedWeb(t)
	secrets := t.TempDir() + "/secrets.toml"
	text := fmt.Sprintf("[[secret]]\nlabel = \"club\"\nurl = \"http://%[1]s/club/\"\nkind = \"form\"\nlogin = \"http://%[1]s/login\"\nuser = \"me\"\npassword = \"sentinel\"\n", w.foreign)
	if err := os.WriteFile(secrets, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w.settings.Secrets = secrets
	e := openEngine(t, t.TempDir())
	end, err := e.Crawl(t.Context(), w.settings, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(end.NotIndexed)+len(end.Away) > 0 || end.Counts[aranea.CountIndexed] != 2 {
		t.Errorf("told %s, %s; not indexed %v, away %v, %d in the index", end.Verdict, end.Why, end.NotIndexed, end.Away, end.Counts[aranea.CountIndexed])
	}
	for _, path := range []string{"/", "/page", "/listed", "/target", "/de", "/map.xml", "/feed.xml"} {
		tr, err := e.Explain(t.Context(), "http://"+w.foreign+path)
		if err != nil || tr.Reason != aranea.ScopePartition.String() || !strings.Contains(fmt.Sprint(tr), "partition 2 of 2 visits it") {
			t.Errorf("%s: %s, %v: %+v", path, tr.Reason, err, tr)
		}
	}
	if tr, err := e.Explain(t.Context(), "http://"+w.foreign+"/unheard-of"); err != nil || !strings.Contains(fmt.Sprint(tr), "partition 2 of 2 visits it") {
		t.Errorf("an unknown URL: %v: %+v", err, tr)
	}
	listed := 0
	for u, err := range e.URLs(t.Context(), service.URLFilter{Reason: aranea.ScopePartition.String()}) {
		if listed++; err != nil || !strings.HasPrefix(u.URL, "http://"+w.foreign+"/") {
			t.Errorf("listed as of another partition: %s, %v", u.URL, err)
		}
	}
	if listed != 8 {
		t.Errorf("%d URLs are listed as of another partition", listed)
	}
	if st, err := e.Status(t.Context()); err != nil || st.InForce == nil || st.InForce.Partition != w.settings.Partition {
		t.Errorf("the status says %+v, %v", st.InForce, err)
	}
	if _, err := e.Claim(t.Context(), weburl.Origin("http://"+w.foreign)); aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), "partition 2 of 2 visits it") {
		t.Errorf("the operator may ask: %v", err)
	}
	if _, err := e.Claim(t.Context(), weburl.Origin("http://"+w.own)); err != nil {
		t.Errorf("the operator may not ask an own site: %v", err)
	}
	if got, err := e.Notify(t.Context(), indexnow.Notice{Host: w.foreign, Key: "0123-abcd", URLs: []string{"http://" + w.foreign + "/new"}}); err == nil {
		t.Errorf("a notice of another partition is taken: %+v", got)
	}
	asked := w.requests()
	if asked[w.foreign] > 0 || asked[w.own] < 5 {
		t.Errorf("requests by host: %v; %s is of another partition", asked, w.foreign)
	}
}

// TestPartitionIsKept: a folder is crawled for one partition only; a crawl of another one is refused
// before anything is asked, and the same one goes on.
func TestPartitionIsKept(t *testing.T) {
	t.Parallel()
	w := newDividedWeb(t)
	dir := t.TempDir()
	e := openEngine(t, dir)
	if _, err := e.Crawl(t.Context(), w.settings, nil); err != nil {
		t.Fatal(err)
	}
	before := w.requests()
	for _, p := range []partition.Partition{{}, {Number: 2, Of: 2}, {Number: 1, Of: 3}} {
		other := w.settings
		other.Partition = p
		if _, err := e.Crawl(t.Context(), other, nil); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "partition 1 of 2") {
			t.Errorf("partition %q: %v", p, err)
		}
	}
	if after := w.requests(); !maps.Equal(before, after) {
		t.Errorf("a refused crawl has sent requests: %v, %v", before, after)
	}
	if _, err := e.Crawl(t.Context(), w.settings, nil); err != nil {
		t.Errorf("the same partition: %v", err)
	}
}

// TestPartitionWithoutSeeds: a node of which all seeds are visited by others is well, and waits.
func TestPartitionWithoutSeeds(t *testing.T) {
	t.Parallel()
	w := newDividedWeb(t)
	w.settings.Seeds = w.settings.Seeds[1:]
	w.settings.Named = w.settings.Seeds
	e := openEngine(t, t.TempDir())
	for range 2 {
		end, err := e.Crawl(t.Context(), w.settings, nil)
		if err != nil || end.Verdict != verdict.OK || end.Cause != verdict.CauseElsewhere || len(end.NotIndexed) > 0 {
			t.Errorf("%s, %s: %s, %v, %v", end.Verdict, end.Cause, end.Why, end.NotIndexed, err)
		}
	}
	if asked := w.requests(); len(asked) > 0 {
		t.Errorf("requests: %v", asked)
	}
	st, err := e.Status(t.Context())
	if err != nil || st.Last == nil || st.Last.Cause != verdict.CauseElsewhere {
		t.Errorf("the status says %+v, %v", st.Last, err)
	}
}

// TestPartitionSharesAddresses: turns of a host at one address are as many times further apart as there
// are nodes, also in a folder of which no crawl is under way.
func TestPartitionSharesAddresses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := newDividedWeb(t)
	w.settings.Delay = time.Millisecond
	e := owner(t, dir, nil)
	if _, err := e.Crawl(t.Context(), w.settings, nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = openEngine(t, dir)
	o := weburl.Origin("http://" + w.own)
	p, err := e.Claim(t.Context(), o)
	if err != nil || !p.Address.IsValid() || p.Spacing != (aranea.Spacing{Behind: time.Millisecond, Apart: time.Millisecond / 8}) {
		t.Errorf("permit %+v, %v", p, err)
	}
	if err := e.EndClaim(t.Context(), o, p, p.At); err != nil {
		t.Fatal(err)
	}
	if next, err := e.Claim(t.Context(), o); err != nil || next.At.Sub(p.At) < ratelimit.Among(2, time.Millisecond/8) {
		t.Errorf("the next permit is %s later, %v", next.At.Sub(p.At), err)
	}
}
