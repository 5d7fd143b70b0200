package console

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/curation"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/setup"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/weburl"
)

// TestOrders sends every order as a browser does: what must be confirmed is asked first, what cannot be
// is told, and each is in the log with the operator.
func TestOrders(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	o := &obeying{}
	h := guarded(t, newRecords(), Options{Orders: o, Logger: slog.New(slog.NewTextHandler(&log, nil))}).Handler()
	anna := asAnna(t, h)
	denied := &aranea.Error{Kind: aranea.Denied, Err: errors.New("a cluster is changed at its nodes")}
	for _, tt := range []struct {
		form url.Values
		err  error
		code int
		want string // of the page
		did  string
	}{
		{url.Values{"deed": {"visit"}, "urls": {"http://a.test/\nb.test"}}, nil, 200, "2 URLs will be visited", "crawl [http://a.test/ https://b.test/] none"},
		{url.Values{"deed": {"visit"}, "urls": {"<b>"}}, nil, 400, "line 1 is not a URL: https://&lt;b&gt;", ""},
		{url.Values{"deed": {"visit"}, "urls": {"http://a.test/\n<b>"}}, nil, 400, "<li>line 2 is not a URL: https://&lt;b&gt;</li>", ""},
		{url.Values{"deed": {"visit"}, "urls": {"http://a.test/\n<b>"}}, nil, 400, "\nhttp://a.test/\n&lt;b&gt;</textarea>", ""},
		{url.Values{"deed": {"visit"}, "urls": {"http://a.test/"}}, denied, 409, "\nhttp://a.test/</textarea>", "crawl [http://a.test/] none"},
		{url.Values{"deed": {"again"}, "target": {"http://a.test/"}}, nil, 200, "Every page of a.test is visited again", ""},
		{url.Values{"deed": {"again"}, "target": {"http://a.test/"}, "sure": {"yes"}}, nil, 200, "under way", "crawl [http://a.test/] all"},
		{url.Values{"deed": {"drop"}, "target": {"http://a.test/"}}, nil, 200, "is a seed no longer", ""},
		{url.Values{"deed": {"drop"}, "target": {"http://a.test/"}, "sure": {"yes"}}, nil, 200, "2 URLs left the crawl", "drop http://a.test/"},
		{url.Values{"deed": {"due"}}, nil, 200, "under way", "crawl [] due"},
		{url.Values{"deed": {"due"}}, denied, 409, "Nothing was done: a cluster is changed at its nodes.", "crawl [] due"},
		{url.Values{"deed": {"all"}}, nil, 200, "Are you sure?", ""},
		{url.Values{"deed": {"all"}, "sure": {"yes"}}, nil, 200, "under way", "crawl [] all"},
		{url.Values{"deed": {"pause"}}, nil, 200, "No request leaves", "pause"},
		{url.Values{"deed": {"pause"}, "target": {"a.test"}}, nil, 200, "No request to a.test leaves", "pause a.test"},
		{url.Values{"deed": {"resume"}}, nil, 200, "neither paused nor stopped", "resume"},
		{url.Values{"deed": {"stop"}}, nil, 200, "Are you sure?", ""},
		{url.Values{"deed": {"stop"}, "sure": {"yes"}}, nil, 200, "Crawls are stopped", "stop"},
		{url.Values{"deed": {"delete"}, "target": {"http://a.test/x/*"}}, nil, 200, `name="target" value="http://a.test/x/*"`, ""},
		{url.Values{"deed": {"delete"}, "target": {"http://a.test/x/*"}, "sure": {"yes"}}, nil, 200, "1 page out of the index", "remove http://a.test/x/* false"},
		{url.Values{"deed": {"admit"}, "target": {"http://a.test/"}}, nil, 200, "2 known URLs let in again", "remove http://a.test/ true"},
		{url.Values{"deed": {"admit"}, "target": {"http://a.test/"}}, errDisk, 500, "", "remove http://a.test/ true"},
		{url.Values{"deed": {"merge"}}, nil, 400, "no such order", ""},
		{url.Values{"deed": {"visit"}, "urls": {strings.Repeat("x", orders.MaxForm)}}, nil, 400, "too long", ""},
	} {
		o.did, o.err = nil, tt.err
		w := send(t, h, http.MethodPost, ordersPath, anna, tt.form)
		has(t, w, tt.code, tt.want)
		lacks(t, w, "/srv/secret")
		if did := strings.Join(o.did, "; "); did != tt.did {
			t.Errorf("%.100v: %q was done, want %q", tt.form, did, tt.did)
		}
		o.did = nil
		has(t, send(t, h, http.MethodPost, ordersPath, anna, tt.form, "Origin", "http://evil.test"), http.StatusForbidden)
		has(t, send(t, h, http.MethodPost, ordersPath, "", tt.form), http.StatusSeeOther)
		has(t, send(t, h, http.MethodGet, ordersPath+"?"+tt.form.Encode()[:min(200, len(tt.form.Encode()))], anna, nil), http.StatusSeeOther)
		if len(o.did) > 0 {
			t.Errorf("%.100v: %q was done for somebody else, or on GET", tt.form, o.did)
		}
	}
	for _, want := range []string{
		`msg="order of an operator" operator=anna order=delete target=http://a.test/x/* urls=0 first="" error=<nil>`,
		`operator=anna order=due target="" urls=0 first="" error="`, `operator=anna order=visit target="" urls=2 first=http://a.test/`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log.String())
		}
	}
	o.err, o.still = nil, "a.test"
	has(t, send(t, h, http.MethodPost, ordersPath, anna, url.Values{"deed": {"delete"}, "target": {"http://a.test/"}, "sure": {"y"}}), 200, "Let in a.test")
}

// TestOffers checks which pages offer which orders, and that they offer none to those who cannot sign
// in.
func TestOffers(t *testing.T) {
	t.Parallel()
	r := newRecords()
	r.state.InForce = &seeds.InForce{SeedCount: 1}
	host := weburl.Origin("http://a.test")
	r.hosts[host] = service.HostFacts{Origin: host, Asked: true}
	r.hosts["http://b.test"] = service.HostFacts{Origin: "http://b.test", Held: true}
	r.trails["http://a.test/x/y"] = trail.Trail{URL: "http://a.test/x/y", Known: true, In: true, Reason: "OK", Sentence: "It is in."}
	r.trails["http://a.test/out"] = trail.Trail{URL: "http://a.test/out", Known: true, Reason: aranea.OperatorRemoved.String(), Sentence: "It is out."}
	guardedBy := guarded(t, r, Options{}).Handler()
	anna := asAnna(t, guardedBy)
	open := serverOf(t, &answers{}, r, Options{}).Handler()
	button := func(deed, target string) string {
		return fmt.Sprintf(`name="deed" value="%s"><input type="hidden" name="target" value="%s">`, deed, target)
	}
	for path, want := range map[string][]string{
		"/status":                      {`value="due"`, `value="all"`, `value="stop"`, `<textarea id="urls" name="urls"`, ">Pause</button>"},
		"/hosts?origin=http://a.test/": {button("pause", "a.test"), button("again", "http://a.test/"), button("delete", "http://a.test/*"), `href="/settings" lang="en"`, `href="/seeds" lang="en"`}, "/hosts?origin=http://b.test/": {button("resume", "b.test")},
		"/why?url=http://a.test/x/y": {button("delete", "http://a.test/x/y"), button("delete", "http://a.test/x/*"), `value="visit"><input type="hidden" name="urls" value="http://a.test/x/y"`},
		"/why?url=http://a.test/out": {button("admit", "http://a.test/out")},
	} {
		has(t, send(t, guardedBy, http.MethodGet, path, anna, nil), 200, want...)
		w := get(t, open, path)
		has(t, w, 200)
		lacks(t, w, ordersPath, "Sign out", signInPath, setup.Path, setup.SeedsPath)
	}
	searching := serverOf(t, &answers{}, r, Options{SearchOnly: true}).Handler()
	for _, path := range []string{setup.Path, setup.SeedsPath} {
		for _, h := range []http.Handler{open, searching} {
			has(t, get(t, h, path), 404)
			has(t, do(t, h, http.MethodPost, path, "delay=1h"), 405)
		}
	}
	has(t, get(t, open, ordersPath), 404)
	has(t, do(t, open, http.MethodPost, ordersPath, "deed=pause"), 405)
}

// TestSettings sends the form of settings as a browser does: what is wrong comes back with what was
// typed, a change is asked about, what was asked counts for the settings of then alone, and each change is
// in the log with the operator.
func TestSettings(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	o, folder := &obeying{}, &remembering{Folder: setup.Folder{Settings: service.DefaultSettings(), Crawled: true, SeedCount: 3}}
	folder.Settings.Contact, folder.Settings.Secrets = "you@example.org", "/srv/secret"
	folder.Settings.Seeds = []weburl.URL{weburl.Origin("http://a.test").Root(), weburl.Origin("http://b.test").Root()}
	folder.Fixed = []string{"depth"}
	h := guarded(t, newRecords(), Options{Orders: o, Setup: folder, Logger: slog.New(slog.NewTextHandler(&log, nil))}).Handler()
	anna := asAnna(t, h)
	w := send(t, h, http.MethodGet, setup.Path, anna, nil)
	has(t, w, 200, `name="contact" value="you@example.org"`, `<option value="host" selected>`, "given <code>--depth</code>", "--secrets", `aria-current="page">Settings<`)
	lacks(t, w, "/srv/secret", "Start URLs")
	has(t, send(t, h, http.MethodGet, setup.SeedsPath, anna, nil), 200, `name="deed" value="drop"><input type="hidden" name="target" value="http://b.test/">`, "Some of 3", `<textarea id="urls"`)
	all, count := folder.Settings.Seeds, folder.SeedCount
	folder.Settings.Seeds, folder.SeedCount = all[:1], 1
	has(t, send(t, h, http.MethodGet, setup.SeedsPath, anna, nil), 200, "The only seed cannot be dropped")
	folder.Settings.Seeds, folder.SeedCount = all, count
	post := func(form url.Values, fields ...string) *httptest.ResponseRecorder {
		return send(t, h, http.MethodPost, setup.Path, anna, form, fields...)
	}
	has(t, post(url.Values{"delay": {"10ms"}, "exclude": {"/a/\n<b>"}}), 400, `value="10ms"`, "10ms is shorter than 1s", "line 2: the pattern", "\n/a/\n&lt;b&gt;</textarea>")
	has(t, post(url.Values{"delay": {"1s"}}), 400, "Nothing differs")
	has(t, post(url.Values{"delay": {"1s"}, setup.Seeds: {"c.test"}}), http.StatusConflict, "Another crawl was begun in this folder meanwhile")
	has(t, post(url.Values{"exclude": {strings.Repeat("x", setup.MaxForm)}}), 400, "too long")
	change := url.Values{"delay": {"3s"}, "exclude": {"/old/"}, "depth": {"9"}}
	w = post(change)
	has(t, w, 200, "Are you sure?", "leave the index", `name="delay" value="3s"`, `<td data-name="now:">1s</td><td data-name="then:">3s</td>`)
	lacks(t, w, "Depth")
	asked := regexp.MustCompile(`name="sure" value="([0-9a-f]+)"`).FindStringSubmatch(w.Body.String())
	if len(asked) == 0 {
		t.Fatalf("nothing is asked:\n%s", w.Body)
	}
	change.Set("sure", asked[1])
	has(t, post(change, "Origin", "http://evil.test"), http.StatusForbidden)
	has(t, send(t, h, http.MethodPost, setup.Path, "", change), http.StatusSeeOther)
	has(t, send(t, h, http.MethodGet, setup.Path+"?"+change.Encode(), anna, nil), 200)
	folder.Settings.Delay = 2 * time.Second // somebody else changes it
	has(t, post(change), 200, "Are you sure?", `<td data-name="now:">2s</td>`)
	folder.Settings.Delay = time.Second
	change.Set("back", "yes")
	has(t, post(change), 200, `value="3s"`, "\n/old/</textarea>")
	change.Del("back")
	if len(o.did) > 0 {
		t.Fatalf("%q was done", o.did)
	}
	o.err = &aranea.Error{Kind: aranea.Denied, Err: errors.New("the folder cannot be written to")}
	has(t, post(change), 409, "the folder cannot be written to", `value="3s"`)
	o.err = errDisk
	w = post(change)
	has(t, w, 500)
	lacks(t, w, "/srv/secret")
	o.did, o.err = nil, nil
	w = post(change)
	if has(t, w, http.StatusSeeOther); w.Header().Get("Location") != "/status?live=1" || strings.Join(o.did, "; ") != "crawl [http://a.test/ http://b.test/] " {
		t.Errorf("%q; leads to %q", o.did, w.Header().Get("Location"))
	}
	if want := `msg="order of an operator" operator=anna order=set changes="[Delay Exclude]" urls=2 error=<nil>`; !strings.Contains(log.String(), want) {
		t.Errorf("the log lacks %s:\n%s", want, log.String())
	}
}

// TestCuration edits lists as a browser does, which only operators may.
func TestCuration(t *testing.T) {
	t.Parallel()
	h := guarded(t, newRecords(), Options{}).Handler()
	anna := asAnna(t, h)
	w := send(t, h, http.MethodGet, curation.PinsPath+"?add=vpn", anna, nil)
	has(t, w, 200, "\nvpn =&gt; \n</textarea>", `aria-current="page">Pinned pages<`)
	before := regexp.MustCompile(`name="before" value="([0-9a-f]+)"`).FindStringSubmatch(w.Body.String())
	form := url.Values{"before": before[1:], "text": {"vpn => http://a.test/none"}}
	has(t, send(t, h, http.MethodPost, curation.PinsPath, "", form), http.StatusSeeOther)
	has(t, send(t, h, http.MethodPost, curation.PinsPath, anna, form, "Origin", "http://evil.test"), http.StatusForbidden)
	has(t, send(t, h, http.MethodPost, curation.PinsPath, anna, url.Values{"before": before[1:], "text": {"vpn <b>"}}), 400, "line 1: it has no arrow", "\nvpn &lt;b&gt;\n</textarea>")
	has(t, send(t, h, http.MethodPost, curation.PinsPath, anna, form), 200, "list of 1 query", "Not in the index", `/why?url=http%3a%2f%2fa.test%2fnone"`)
	has(t, send(t, h, http.MethodPost, curation.PinsPath, anna, form), 200, "list of 1 query") // a page loaded again
	form.Set("text", "vpn => http://a.test/other")
	has(t, send(t, h, http.MethodPost, curation.PinsPath, anna, form), 409, "<pre dir=\"auto\">vpn =&gt; http://a.test/none")
	has(t, send(t, h, http.MethodGet, curation.SynonymsPath, anna, nil), 200, "tv, television", "\n</textarea>")
	w = send(t, h, http.MethodGet, curation.WeightsPath, anna, nil)
	has(t, w, 200, "much more", `aria-current="page">Weights<`)
	before = regexp.MustCompile(`name="before" value="([0-9a-f]+)"`).FindStringSubmatch(w.Body.String())
	form = url.Values{"before": before[1:], "text": {"/docs/ a lot"}}
	has(t, send(t, h, http.MethodPost, curation.WeightsPath, anna, form), 400, "line 1: behind the pattern it must have one of these")
	form.Set("text", "/docs/ more")
	has(t, send(t, h, http.MethodPost, curation.WeightsPath, anna, form), 200, "list of 1 pattern")
	has(t, send(t, h, http.MethodGet, curation.SearchesPath, anna, nil), 200, "--search-log FILE")
	cluster := guarded(t, newRecords(), Options{Curation: &curation.Files{Searches: filepath.Join(t.TempDir(), "log")}}).Handler()
	anna = asAnna(t, cluster)
	w = send(t, cluster, http.MethodGet, curation.SearchesPath, anna, nil)
	has(t, w, 200, "No searches.")
	lacks(t, w, "/pins", "/synonyms", "/weights")
	has(t, send(t, cluster, http.MethodGet, curation.PinsPath, anna, nil), 404)
	for _, o := range []Options{{}, {SearchOnly: true}} {
		has(t, get(t, serverOf(t, &answers{}, newRecords(), o).Handler(), curation.PinsPath), 404)
	}
}

// TestFirstCrawl: in an empty folder the form begins the first crawl at once, if it has what the command
// line would need as well.
func TestFirstCrawl(t *testing.T) {
	t.Parallel()
	o, folder := &obeying{}, &remembering{Folder: setup.Folder{Settings: service.DefaultSettings()}}
	h := guarded(t, newRecords(), Options{Orders: o, Setup: folder}).Handler()
	anna := asAnna(t, h)
	has(t, send(t, h, http.MethodGet, "/status", anna, nil), 200, `<a href="/settings">Begin the first crawl</a>`)
	has(t, send(t, h, http.MethodGet, setup.Path, anna, nil), 200, "<h1>The first crawl</h1>", "Start URLs", "Begin the crawl")
	has(t, send(t, h, http.MethodGet, setup.SeedsPath, anna, nil), http.StatusSeeOther)
	form := url.Values{"seeds": {"a.test\nftp://b.test/"}, "contact": {"you@example.org"}}
	has(t, send(t, h, http.MethodPost, setup.Path, anna, form), 400, "line 2 is not a URL: ftp://b.test/", "\na.test\nftp://b.test/</textarea>")
	folder.faults = []setup.Fault{{Field: "contact", Text: "there is no contact"}, {Field: setup.Seeds, Text: "told before"}}
	w := send(t, h, http.MethodPost, setup.Path, anna, form)
	has(t, w, 400, "line 2 is not a URL", "there is no contact")
	lacks(t, w, "told before")
	form.Set("seeds", "a.test")
	has(t, send(t, h, http.MethodPost, setup.Path, anna, form), 400, "there is no contact", "\na.test</textarea>")
	folder.faults = nil
	if has(t, send(t, h, http.MethodPost, setup.Path, anna, form), http.StatusSeeOther); strings.Join(o.did, "; ") != "crawl [https://a.test/] " {
		t.Errorf("%q was done", o.did)
	}
	folder.err = &aranea.Error{Kind: aranea.Denied, Err: errors.New("the nodes of a cluster have settings of their own")}
	for _, path := range []string{setup.Path, setup.SeedsPath} {
		has(t, send(t, h, http.MethodGet, path, anna, nil), 409, "the nodes of a cluster have settings of their own.")
	}
}
