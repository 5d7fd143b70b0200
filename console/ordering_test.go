package console

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/orders"
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
		"/hosts?origin=http://a.test/": {button("pause", "a.test")}, "/hosts?origin=http://b.test/": {button("resume", "b.test")},
		"/why?url=http://a.test/x/y": {button("delete", "http://a.test/x/y"), button("delete", "http://a.test/x/*"), `value="visit"><input type="hidden" name="urls" value="http://a.test/x/y"`},
		"/why?url=http://a.test/out": {button("admit", "http://a.test/out")},
	} {
		has(t, send(t, guardedBy, http.MethodGet, path, anna, nil), 200, want...)
		w := get(t, open, path)
		has(t, w, 200)
		lacks(t, w, ordersPath, "Sign out", signInPath)
	}
	has(t, get(t, open, ordersPath), 404)
	has(t, do(t, open, http.MethodPost, ordersPath, "deed=pause"), 405)
}
