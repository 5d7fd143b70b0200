package crawl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
)

// A soft404 is a web in which a.test has thirty pages, links to ten more that do not exist, and
// answers for those with always; "" is 404.
func soft404(t *testing.T, always string) *mirrorTrial {
	t.Helper()
	pages := map[string][]reply{}
	var links strings.Builder
	for i := range 30 {
		name := fmt.Sprintf("/shop/%s.html", spelled(i))
		fmt.Fprintf(&links, "<a href=%s>page</a>", name)
		pages["http://a.test"+name] = get(fmt.Sprintf("<title>%[1]s</title><p>The article %[1]s is made by hand, and holds longer than others.", spelled(i)))
	}
	for i := range 10 {
		fmt.Fprintf(&links, "<a href=/shop/old-%s.html>gone</a>", spelled(i))
	}
	pages["http://a.test/"] = get(words + links.String())
	// A page about missing pages is a page.
	pages["http://a.test/shop/help.html"] = get("<title>404: what to do</title><p>If a page is not found, ask us for it; we know where everything is that was here once.")
	pages["http://a.test/"][0].body += "<a href=/shop/help.html>help</a>"
	x := newMirrorTrial(t, pages, "http://a.test/")
	x.web.always = always
	return x
}

// TestSoftMissing: missing pages that a host answers with status 200 are recognised by one
// request for a made-up name, including those visited before, and never the pages that exist.
func TestSoftMissing(t *testing.T) {
	t.Parallel()
	for name, always := range map[string]string{
		"one text":                 "<title>Not found</title><p>This page does not exist. <a href=/>home</a>",
		"a text with the name":     "<title>Sorry</title><h1>NAME not found</h1><p>We looked for NAME everywhere.",
		"a text with a new number": "<title>Sorry, 404</title><p>We looked for it everywhere, and that was visit 12345.",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := soft404(t, always)
				r := x.run(t)
				n := x.states(t, "http://a.test")
				if n[aranea.HTTPSoftMissing] != 11 || n[aranea.IndexAdded] != 32 || r.Counts[aranea.CountMissing] != 10 { // nobody links to the made-up name
					t.Errorf("reasons: %v, missing %d", n, r.Counts[aranea.CountMissing])
				}
				probes := 0
				for u := range x.web.asked {
					if strings.Contains(u, "0aranea") {
						probes += x.web.asked[u]
					}
				}
				if probes != 1 {
					t.Errorf("%d made-up names were asked for", probes)
				}
			})
		})
	}
}

// TestSoftMissingByName: the pages of a wiki are named by a parameter, and one that was deleted says so in the
// text below its menu, with status 200. It leaves the index when it is visited again; those that exist, and one
// about missing pages, stay.
func TestSoftMissingByName(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		menu := "<ul><li><a href=/wiki/Wiki.jsp?page=Main>Main</a><li><a href=/wiki/Edit.jsp>Edit</a></ul>"
		page := func(name, text string) string {
			return "<title>Tools: " + name + "</title>" + menu + "<div>" + text + "</div>"
		}
		pages, links := map[string][]reply{}, ""
		for i := range 30 {
			name := "Page" + spelled(i)
			links += "<a href=/wiki/Wiki.jsp?page=" + name + ">" + name + "</a> "
			pages["http://a.test/wiki/Wiki.jsp?page="+name] = get(page(name, "What there is to know of "+spelled(i)+" is written here, and everybody may add to it."))
		}
		gone := page("Pagetwo", "This page does not exist. Why don’t you go and <a href=/wiki/Edit.jsp?page=Pagetwo>create it</a>?")
		deleted := "http://a.test/wiki/Wiki.jsp?page=Page" + spelled(2)
		pages[deleted] = append(pages[deleted], reply{body: strings.ReplaceAll(gone, "Pagetwo", "Page"+spelled(2))})
		pages["http://a.test/"] = get(words + links + "<a href=/wiki/Wiki.jsp?page=Help>help</a>")
		pages["http://a.test/wiki/Wiki.jsp?page=Main"] = get(page("Main", "Welcome to what the team knows of its tools and of the days before them."))
		pages["http://a.test/wiki/Wiki.jsp?page=Help"] = get(page("Help", "If a page does not exist, write it."))
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.web.always, x.web.within = strings.ReplaceAll(gone, "Pagetwo", "0araneanowhere1"), "http://a.test/wiki/Wiki.jsp?page="
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.IndexAdded] != 33 || n[aranea.HTTPSoftMissing] != 1 {
			t.Errorf("before: %v", n)
		}
		x.visitAgain(t)
		if e, _, err := x.f.EntryByID(url(t, deleted).ID()); err != nil || e.Reason != aranea.HTTPSoftMissing {
			t.Errorf("%s: %s %s, %v", e.URL, e.Reason, e.Detail, err)
		}
		if n := x.states(t, "http://a.test"); n[aranea.HTTPSoftMissing] != 2 {
			t.Errorf("after: %v", n)
		}
	})
}

// visitAgain visits all pages once more, a day later.
func (x *mirrorTrial) visitAgain(t *testing.T) {
	t.Helper()
	time.Sleep(24 * time.Hour)
	drop := func(context.Context, []aranea.IndexChange) error { return nil }
	if _, err := x.f.Refresh(t.Context(), time.Now(), frontier.Renewal{Which: schedule.RefreshAll, Max: 1000}, drop); err != nil {
		t.Fatal(err)
	}
	x.run(t)
}

// TestRightMissing: once a host was seen to answer 404, no made-up names are requested from it,
// and none of its pages is taken for missing.
func TestRightMissing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := soft404(t, "")
		x.run(t)
		n := x.states(t, "http://a.test")
		if n[aranea.HTTPSoftMissing] != 0 || n[aranea.IndexAdded] != 32 || n[aranea.HTTPNotFound] != 10 {
			t.Errorf("reasons: %v", n)
		}
	})
}

// TestMadeUpNameFirst: a made-up name is requested before the other pages in the queue, so that
// none of these is taken for a mere copy before the answer is known.
func TestMadeUpNameFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const missing = 60
		var links strings.Builder
		for i := range missing {
			fmt.Fprintf(&links, "<a href=/shop/old-%s.html>old</a>", spelled(i))
		}
		x := newMirrorTrial(t, map[string][]reply{"http://a.test/": get(words + links.String())}, "http://a.test/")
		x.web.always = "<title>The shop</title><p>We are sorry; please go to the first page of the shop, and look around there."
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.HTTPSoftMissing] != missing+1 || n[aranea.DupExact] != 0 {
			t.Errorf("reasons: %v", n)
		}
	})
}

// TestCopiesOfHome: on a host that answers for everything with its home page, a page with that
// text is a copy of it, not a missing page; only the made-up name is missing.
func TestCopiesOfHome(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := soft404(t, "")
		home := x.web.pages["http://a.test/"][0].body
		home = "<a href=/shop/help.html>help</a>" + home + "<a href=/index.html>home</a><a href=/a.html>a</a><a href=/b.html>b</a><a href=/c.html>c</a>"
		x.web.pages["http://a.test/"] = get(home)
		x.web.always = home
		x.run(t)
		n := x.states(t, "http://a.test")
		if n[aranea.HTTPSoftMissing] != 1 || n[aranea.DupExact] != 14 || n[aranea.IndexAdded] != 32 {
			t.Errorf("reasons: %v", n)
		}
		e, _, err := x.f.EntryByID(url(t, "http://a.test/index.html").ID())
		if err != nil || e.Reason != aranea.DupExact || e.Detail != "http://a.test/" {
			t.Errorf("%s: %s %s, %v", e.URL, e.Reason, e.Detail, err)
		}
	})
}

// TestAllowedMissing: what the operator allows is visited again and treated like any other
// page.
func TestAllowedMissing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := soft404(t, "<title>Not found</title><p>This page does not exist, says the shop, and shows you NAME in its place.")
		x.run(t)
		if err := x.learner.Allow("http://a.test", "/shop/**.html"); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		n := x.states(t, "http://a.test")
		if n[aranea.HTTPSoftMissing] != 1 || n[aranea.IndexAdded] != 42 { // the made-up name is not allowed
			t.Errorf("reasons: %v", n)
		}
	})
}

// TestChallenge: pages behind a challenge are not indexed, are retried with rests between, and
// appear in the verdict with advice.
func TestChallenge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{}
		pages["http://a.test/"] = get(words + "<a href=/1>1</a>")
		pages["http://a.test/1"] = get("<title>Just a moment...</title><p>Cloudflare checks your browser<script></script>")
		x := newMirrorTrial(t, pages, "http://a.test/")
		r := x.run(t)
		n := x.states(t, "http://a.test")
		if n[aranea.HTTPChallenge] != 1 || n[aranea.IndexAdded] != 1 || x.web.asked["http://a.test/1"] < 2 || r.Counts[aranea.CountRefused] != 1 {
			t.Errorf("reasons: %v, asked %v", n, x.web.asked)
		}
		if r.Cause.String() != "challenge" || !strings.Contains(r.Why, "1 page stands behind a page that wants to see a browser first, such as that of http://a.test") {
			t.Errorf("%s: %s", r.Verdict, r.Why)
		}
		if h, _, err := x.f.Host("http://a.test"); err != nil || h.Backoff == 0 {
			t.Errorf("the host has no rest: %+v, %v", h, err)
		}
	})
}
