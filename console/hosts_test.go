package console

import (
	"fmt"
	"net/url"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// town is a few hosts with numbers.
func town(t testing.TB) *records {
	t.Helper()
	r := site(t)
	big := aranea.Host{Origin: "http://a.test", Robots: aranea.RobotsRef{Version: 1}, Delay: 2e9, DelayReason: "crawl-delay", NextAllowed: noon, Failures: 3}
	big.Counts = aranea.HostCounts{aranea.CountIndexed: 12345, aranea.CountQueued: 1, aranea.CountDenied: 7, aranea.CountMissing: 2, aranea.CountFailed: 3, aranea.CountRequests: 20000, aranea.CountBytes: 1 << 20}
	r.hosts["http://a.test"] = big
	small := aranea.Host{Origin: "https://xn--80aqfsv.test:8443"}
	r.hosts[small.Origin] = small
	r.robots["http://a.test"] = acquire.Copy{
		Class: acquire.ClassRules, FetchedAt: noon, Expires: noon,
		Body: []byte("\uFEFFUser-agent: *\r\nDisallow: /private/ # <b>\r\rAllow: /\u202Ex\n"),
	}
	return r
}

func TestHosts(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	w := get(t, h, "/hosts")
	has(t, w, 200, `<a href="/hosts?origin=http%3A%2F%2Fa.test" dir="ltr">http://a.test</a>`, "12,345", `<td data-name="pause">2s (crawl-delay)</td>`,
		`<a href="/hosts?origin=https%3A%2F%2Fxn--80aqfsv.test%3A8443" dir="ltr">https://пауки.test:8443</a>`, `<td data-name="pause">none</td>`)
	if big, small := strings.Index(w.Body.String(), "//a.test"), strings.Index(w.Body.String(), "//пауки.test"); big > small {
		t.Error("the host with the most pages does not come first")
	}
	checkMarkup(t, "hosts", w.Body.String())
	w = get(t, h, "/hosts?origin=http%3A%2F%2Fa.test")
	has(t, w, 200, "<h1 dir=\"ltr\">http://a.test</h1>", `href="/?q=host%3Aa.test"`, `<a href="/why?url=http%3A%2F%2Fa.test%2Frobots.txt">read 2026-11-20 12:00:00 UTC`,
		"not before 2026-11-20 12:00:00 UTC", "<td>12,345 URLs</td>", "<td>1 URL</td>", "<td>20,000 requests, 1.05 MB</td>", "Failures in a row",
		"<li><code>User-agent: *</code></li><li><code>Disallow: /private/ # &lt;b&gt;</code></li><li><code></code></li><li><code>Allow: /x</code></li></ol>")
	checkMarkup(t, "host", w.Body.String())
	has(t, get(t, h, "/hosts?origin=a.test/some/page"), 200, "http://a.test</h1>")
	has(t, get(t, h, "/hosts?origin=https%3A%2F%2Fxn--80aqfsv.test%3A8443"), 200, "not asked for yet", "<td>none</td>")
	has(t, get(t, h, "/hosts?origin=http://b.test"), 404, "This host is not known")
	has(t, get(t, h, "/why?url=http://a.test/new"), 200, `<a href="/hosts?origin=http%3A%2F%2Fa.test">How its host stands`)
	lacks(t, get(t, h, "/why?url=http://b.test/"), "How its host stands")
	has(t, get(t, handler(t, &answers{}, newRecords()), "/hosts"), 200, "No host is known yet.")
	for _, bad := range []string{"ftp://a.test", "someone@a.test", "%00", "http://"} {
		has(t, get(t, h, "/hosts?origin="+bad), 400, "not a URL of a host")
	}
	for _, path := range []string{"/hosts", "/hosts?origin=http://a.test"} {
		has(t, get(t, handler(t, &answers{}, nil), path), 503, "another process is crawling")
		down := town(t)
		down.err = errDisk
		w := get(t, handler(t, &answers{}, down), path)
		has(t, w, 500, "aranea explain")
		lacks(t, w, "secret")
	}
}

// TestHostsBounds: a long list, a long file and long lines are cut, and it is said.
func TestHostsBounds(t *testing.T) {
	t.Parallel()
	r := town(t)
	for i := range maxScanned + 10 {
		o := weburl.Origin(fmt.Sprintf("http://h%d.test", i))
		r.hosts[o] = aranea.Host{Origin: o}
	}
	body := strings.Repeat("Disallow: /"+strings.Repeat("x", 100)+"\n", maxRobotsLines+1)
	r.robots["http://a.test"] = acquire.Copy{Class: acquire.ClassRules, Body: []byte(strings.Repeat("y", 100_000) + "\n" + body)}
	h := handler(t, &answers{}, r)
	w := get(t, h, "/hosts")
	has(t, w, 200, "More hosts are known than the 5,000 that were looked at.", "The list holds the 200 hosts with the most pages")
	if n := strings.Count(w.Body.String(), `<th scope="row">`); n != maxListed {
		t.Errorf("%d hosts", n)
	}
	w = get(t, h, "/hosts?origin=http://a.test")
	has(t, w, 200, "The first 2,000 lines are shown.")
	if n := strings.Count(w.Body.String(), "<li><code>"); n != maxRobotsLines || w.Body.Len() > 400_000 {
		t.Errorf("%d lines, %d bytes", n, w.Body.Len())
	}
}

// TestHostileRobotsFiles shows hostile robots files and hosts.
func TestHostileRobotsFiles(t *testing.T) {
	t.Parallel()
	for _, p := range polyglots {
		r := town(t)
		big := r.hosts["http://a.test"]
		big.DelayReason = p
		r.hosts["http://a.test"] = big
		r.robots["http://a.test"] = acquire.Copy{Class: acquire.ClassRules, Body: []byte(p + "\n" + "Disallow: /" + p)}
		h := handler(t, &answers{}, r)
		for _, path := range []string{"/hosts", "/hosts?origin=a.test", "/hosts?origin=" + url.QueryEscape(p)} {
			w := get(t, h, path)
			if w.Code >= 500 {
				t.Errorf("%q: status %d", path, w.Code)
			}
			checkMarkup(t, p, w.Body.String())
		}
	}
}

// TestFieldsAreDocumented: every field of the API is in docs/http-api.md.
func TestFieldsAreDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/http-api.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{search.Response{}, search.Result{}, search.Span{}, Trail{}, Fact{}, TrailEvent{}} {
		for f := range reflect.TypeOf(v).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || !strings.Contains(string(text), "`"+name+"`") {
				t.Errorf("field %s of %T, in JSON %q, is not described", f.Name, v, name)
			}
		}
	}
}
