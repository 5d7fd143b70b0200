package linkcheck

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

func (w *web) WithCanonicals(context.Context) iter.Seq2[linkgraph.Canonicals, error] {
	return func(yield func(linkgraph.Canonicals, error) bool) {
		for _, c := range w.canonicals {
			if !yield(c, nil) {
				return
			}
		}
	}
}

func (w *web) CanonicalsOf(u weburl.URL) ([]weburl.URL, error) {
	for _, c := range w.canonicals {
		if c.Of == u {
			return c.To, nil
		}
	}
	return nil, nil
}

// canonical adds canonical links of a page of a.test.
func (w *web) canonical(t *testing.T, page string, to ...string) {
	t.Helper()
	c := linkgraph.Canonicals{Of: parse(t, "http://a.test"+page)}
	for _, u := range to {
		if strings.HasPrefix(u, "/") {
			u = "http://a.test" + u
		}
		if strings.HasPrefix(u, "http") {
			c.To = append(c.To, parse(t, u))
		} else {
			c.OtherSchemes = append(c.OtherSchemes, u)
		}
	}
	w.canonicals = append(w.canonicals, c)
}

// TestCanonicalFaults checks each fault of canonical links, and what is none.
func TestCanonicalFaults(t *testing.T) {
	t.Parallel()
	w := &web{}
	add := func(u string, e aranea.Entry) {
		if strings.HasPrefix(u, "/") {
			u = "http://a.test" + u
		}
		e.URL = parse(t, u)
		w.entries = append(w.entries, e)
	}
	done := aranea.StateDone
	for _, u := range []string{"/", "/two", "/missing-named", "/moved-named", "/closed-named", "/denied-named", "/waiting-named", "/elsewhere", "/away", "/hint", "/copied", "/at-home", "/at-work", "/on-disk", "/both", "http://b.test/"} {
		add(u, aranea.Entry{State: done, Reason: aranea.IndexAdded, Status: 200, Visits: 1, Indexed: true, MediaType: "text/html"})
	}
	add("/missing", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound, Status: 404, Visits: 1})
	add("/moved", aranea.Entry{State: done, Reason: aranea.HTTPRedirect, Status: 301, Visits: 1, Target: "http://a.test/"})
	add("/closed", aranea.Entry{State: done, Reason: aranea.DirectiveNoIndex, Status: 304, Visits: 2})
	add("/denied", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied})
	add("/waiting", aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScheduleQueued})
	add("/?x=1", aranea.Entry{State: done, Reason: aranea.DupCanonical, Status: 200, Visits: 1, Target: "http://a.test/"})
	add("/copy", aranea.Entry{State: done, Reason: aranea.DupExact, Status: 200, Visits: 1, Twin: parse(t, "http://a.test/copied").ID()})
	w.canonical(t, "/two", "/", "/hint")
	w.canonical(t, "/missing-named", "/missing")
	w.canonical(t, "/moved-named", "/moved")
	w.canonical(t, "/closed-named", "/closed")
	w.canonical(t, "/denied-named", "/denied")
	w.canonical(t, "/waiting-named", "/waiting")
	w.canonical(t, "/closed", "/")
	w.canonical(t, "/elsewhere", "http://b.test/")
	w.canonical(t, "/away", "http://c.test/")
	w.canonical(t, "/hint", "/")
	w.canonical(t, "/?x=1", "/")
	w.canonical(t, "/copied", "/copy") // its copy is not in the index
	w.canonical(t, "/copy", "http://b.test/")
	w.canonical(t, "/forgotten", "/")
	w.canonical(t, "/at-home", "http://localhost:3000/at-home")
	w.canonical(t, "/at-work", "http://10.1.2.3/")
	w.canonical(t, "/on-disk", "file:///C:/on-disk.html")
	w.canonical(t, "/both", "about:blank", "/missing")
	want := []string{
		"not-indexed /both /missing 404 HTTP.NOT-FOUND",
		"not-indexed /closed-named /closed 200 DIRECTIVE.NOINDEX",
		"not-indexed /denied-named /denied  ROBOTS.DENIED",
		"not-indexed /missing-named /missing 404 HTTP.NOT-FOUND",
		"not-indexed /moved-named /moved 301 HTTP.REDIRECT  /",
		"two-targets /two /   also /hint",
		"not-public /at-home http://localhost:3000/at-home",
		"not-public /at-work http://10.1.2.3/",
		"not-public /both about:blank",
		"not-public /on-disk file:///C:/on-disk.html",
		"other-host /away http://c.test/",
		"other-host /elsewhere http://b.test/",
		"noindex /closed / 200 DIRECTIVE.NOINDEX",
	}
	c := New(narrowed{w}, w, w, nil)
	for _, host := range []string{"", "a.test"} {
		if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Canonicals, Host: host})); !slices.Equal(got, want) {
			t.Errorf("faults of %q:\n%s\nwant\n%s", host, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	hints := []string{"hint /copied /copy", "hint /hint /"}
	if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Canonicals, Faults: []string{OnlyHint}})); !slices.Equal(got, hints) {
		t.Errorf("hints: %q", got)
	}
	if got := faultTexts(t, c.Faults(t.Context(), FaultFilter{Check: Canonicals, Host: "b.test"})); len(got) > 0 {
		t.Errorf("of another host: %q", got)
	}
	n, err := c.CountFaults(t.Context(), FaultFilter{Check: Canonicals})
	const said = "17 pages with canonical links to others.\nFor information: 2 pages in the index beside the named page (hint).\nNot checked: canonical links of 1 page, to what is out of scope or not read."
	if err != nil || Canonicals.Text(&n) != said || n.Faults[NotIndexed] != 5 {
		t.Errorf("%+v, %v: %s", n, err, Canonicals.Text(&n))
	}
	w.older = true
	if n, err := c.CountFaults(t.Context(), FaultFilter{Check: Canonicals}); err != nil || !strings.Contains(Canonicals.Text(&n), "earlier version") {
		t.Errorf("%+v, %v", n, err)
	}
	if n, err := New(&web{}, &web{}, w, nil).CountFaults(t.Context(), FaultFilter{Check: Canonicals}); err != nil || Canonicals.Text(&n) != "No page names another one as its canonical URL." {
		t.Errorf("%+v, %v", n, err)
	}
}

// TestLocal: which hosts mean something only at home.
func TestLocal(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "localhost.": true, "app.localhost": true, "intranet": true, "nas.local": true, "wiki.corp.internal": true,
		"127.0.0.1": true, "192.168.1.1": true, "169.254.1.1": true, "0.0.0.0": true, "[::1]": true, "[fd00::1]": true, "[::ffff:10.0.0.1]": true,
		"example.org": false, "localhost.example.org": false, "local.example": false, "8.8.8.8": false, "[2001:db8::1]": false,
	} {
		if got := isLocal(parse(t, "http://"+host+"/")); got != want {
			t.Errorf("%s: %t", host, got)
		}
	}
}

// TestLocalPages: the visitors of a page that is local itself may have what it names.
func TestLocalPages(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.found(t, "http://intranet/", aranea.HowAnchor, "")
	w.canonicals = []linkgraph.Canonicals{{Of: parse(t, "http://intranet/"), To: []weburl.URL{parse(t, "http://wiki.internal/")}}}
	got := faultTexts(t, New(w, w, w, nil).Faults(t.Context(), FaultFilter{Check: Canonicals}))
	if !slices.Equal(got, []string{"other-host http://intranet/ http://wiki.internal/"}) {
		t.Errorf("%q", got)
	}
}

// TestListedCanonicals: a sitemap should list the canonical page, not the one that names it, although that
// is in the index, too.
func TestListedCanonicals(t *testing.T) {
	t.Parallel()
	w := &web{}
	for _, path := range []string{"/", "/print", "/old"} {
		w.found(t, "http://a.test"+path, aranea.HowAnchor, "")
	}
	for i := range w.entries {
		w.entries[i].MediaType = "text/html"
	}
	w.canonical(t, "/print", "/")
	w.canonical(t, "/old", "/")
	w.listing(t, "/map.xml", "/", "/print")
	got := faultTexts(t, New(w, w, w, nil).Faults(t.Context(), FaultFilter{Check: Sitemaps}))
	if len(got) != 1 || !strings.HasPrefix(got[0], "canonical /print / ") || !strings.Contains(got[0], "DIRECTIVE.CANONICAL") {
		t.Errorf("%q", got)
	}
}
