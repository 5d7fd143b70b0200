package linkcheck

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

func (w *web) WithAlternates(_ context.Context, site weburl.Origin) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		seen := map[weburl.URL]bool{}
		for _, s := range w.sets {
			if seen[s.Of] || site != "" && s.Of.Origin().Site() != site.Site() {
				continue
			}
			if seen[s.Of] = true; !yield(s.Of, nil) {
				return
			}
		}
	}
}

func (w *web) AlternatesOf(_ context.Context, page weburl.URL) (out []linkgraph.AlternateSet, _ error) {
	for _, s := range w.sets {
		if s.Of == page {
			out = append(out, s)
		}
	}
	return out, nil
}

func (w *web) SetsSince() (time.Time, bool, error) { return w.since, !w.older, nil }

// names adds alternates of a page of a.test that it, or a sitemap, names: each a language and a URL.
func (w *web) names(t *testing.T, of, by string, all ...string) {
	t.Helper()
	s := linkgraph.AlternateSet{Of: parse(t, "http://a.test"+of), By: parse(t, "http://a.test"+by)}
	for _, a := range all {
		lang, u, _ := strings.Cut(a, " ")
		if strings.HasPrefix(u, "/") {
			u = "http://a.test" + u
		}
		s.All = append(s.All, hreflang.Alternate{Lang: lang, URL: u})
	}
	w.sets = append(w.sets, s)
}

func (w *web) alternateFaults(t *testing.T, f FaultFilter) []string {
	t.Helper()
	var out []string
	f.Check = Alternates
	for x, err := range New(w, w, w, nil).Faults(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimRight(strings.ReplaceAll(strings.Join(Alternates.Cells(&x), " "), "http://a.test", ""), " "))
	}
	return out
}

// TestAlternateFaults checks each fault of alternates, and what is none.
func TestAlternateFaults(t *testing.T) {
	t.Parallel()
	w := &web{}
	for _, path := range []string{"/en", "/de", "/fr", "/one-way", "/twice", "/at", "/at2", "/wrong", "/plain", "/listed", "/listed-de"} {
		w.found(t, "http://a.test"+path, aranea.HowAnchor, "")
	}
	add := func(path string, e aranea.Entry) {
		e.URL = parse(t, "http://a.test"+path)
		w.entries = append(w.entries, e)
	}
	add("/us", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupExact, Status: 200, Visits: 1}) // two regions, one text
	add("/closed", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.DirectiveNoIndex, Status: 200, Visits: 1})
	add("/missing", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound, Status: 404, Visits: 1})
	add("/moved", aranea.Entry{State: aranea.StateDone, Reason: aranea.HTTPRedirect, Status: 301, Visits: 1, Target: "http://a.test/fr"})
	add("/denied", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied})
	add("/waiting", aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScheduleQueued})
	add("/checked", aranea.Entry{Kind: aranea.KindLink, State: aranea.StateDone, Reason: aranea.LinkAvailable, Status: 200, Visits: 1})
	add("/failing", aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPServer, Status: 503, Indexed: true, Visits: 9}) // kept in the index
	add("/imported", aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true, Imported: true})

	w.names(t, "/en", "/en", "en /en", "en-US /us", "de /de", "fr /fr", "x-default /en")
	w.names(t, "/us", "/us", "en /en", "en-US /us", "de /de", "fr /fr", "x-default /en")
	w.names(t, "/de", "/de", "en /en", "en-US /us", "de /de", "fr /fr", "x-default /en")
	w.names(t, "/fr", "/fr", "en /en", "en-US /us", "de /de", "FR /fr", "x-default /en")
	w.names(t, "/one-way", "/one-way", "it /one-way", "pt /closed", "es /missing", "nl /moved", "sv /denied", "da /waiting", "fi /checked", "no http://b.test/", "ja /plain", "ja-JP /plain", "ko /imported", "th /failing", "x-default /one-way")
	w.names(t, "/twice", "/twice", "en-UK /twice", "en_US /twice", "x-default /twice", "cs /at", "CS /at2")
	w.names(t, "/at", "/at", "de-AT /at", "en /twice", "x-default /at")
	w.names(t, "/at2", "/at2", "en /twice")
	w.names(t, "/wrong", "/wrong", "it /wrong", "x-default /wrong")
	w.names(t, "/closed", "/closed", "it /missing")                                 // is in no index
	w.names(t, "/listed", "/map.xml", "en /listed", "de /listed-de", "x-default /") // a sitemap names them for both
	w.names(t, "/listed-de", "/map.xml", "en /listed", "de /listed-de", "x-default /")
	want := []string{
		"not-indexed /one-way es /missing 404 HTTP.NOT-FOUND",
		"not-indexed /one-way nl /moved 301 HTTP.REDIRECT  /fr",
		"not-indexed /one-way pt /closed 200 DIRECTIVE.NOINDEX",
		"not-indexed /one-way sv /denied  ROBOTS.DENIED",
		"not-indexed /one-way th /failing 503 HTTP.SERVER-ERROR",
		"no-return /one-way ja /plain",
		"other-language /twice cs /at   it says de-AT",
		"two-targets /twice CS /at2   also /at",
		"no-language /twice en-UK /twice   UK is no code of a country; that of the United Kingdom is GB",
		"no-language /twice en_US /twice   \"_US\" does not belong in a language tag; subtags are separated by hyphens",
	}
	if got := w.alternateFaults(t, FaultFilter{}); !slices.Equal(got, want) {
		t.Errorf("faults:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := w.alternateFaults(t, FaultFilter{Faults: []string{NoDefault}}); !slices.Equal(got, []string{"no-default /at2"}) {
		t.Errorf("without x-default: %q", got)
	}
	if got := w.alternateFaults(t, FaultFilter{Faults: []string{NoSelf}, Host: "a.test"}); !slices.Equal(got, []string{"no-self /at2"}) {
		t.Errorf("not among their own: %q", got)
	}
	n, err := New(w, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Alternates, Host: ""})
	if err != nil || n.Pages != 11 || n.Unchecked != 6 || n.Faults[NotIndexed] != 5 || n.Faults[NoSelf] != 1 {
		t.Errorf("%+v, %v", n, err)
	}
	const said = "11 pages of the index with alternates.\nFor information: 1 page without x-default (no-default), 1 page not among the page's own alternates (no-self).\nNot checked: 6 alternates, out of scope or not read."
	if Alternates.Text(&n) != said {
		t.Errorf("%q", Alternates.Text(&n))
	}
}

// TestAlternateOfSeveralLanguages: a version that stands for several languages must be in one of them, and
// x-default says nothing of it, whichever is named first.
func TestAlternateOfSeveralLanguages(t *testing.T) {
	t.Parallel()
	w := &web{}
	for _, path := range []string{"/en", "/zh", "/gb"} {
		w.found(t, "http://a.test"+path, aranea.HowAnchor, "")
	}
	w.names(t, "/en", "/en", "en /en", "x-default /zh", "zh /zh", "en-AU /gb", "en-GB /gb")
	w.names(t, "/zh", "/zh", "x-default /zh", "ja /zh", "en /en")
	w.names(t, "/gb", "/gb", "en-GB /gb", "en /en", "x-default /en")
	want := []string{"other-language /en zh /zh   it says ja"}
	if got := w.alternateFaults(t, FaultFilter{}); !slices.Equal(got, want) {
		t.Errorf("faults:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestAlternatesOfOlder: of a page that an earlier version read nobody knows whether it names alternates.
func TestAlternatesOfOlder(t *testing.T) {
	t.Parallel()
	w := &web{older: true}
	w.found(t, "http://a.test/en", aranea.HowAnchor, "")
	w.found(t, "http://a.test/de", aranea.HowAnchor, "")
	w.names(t, "/en", "/en", "en /en", "de /de", "x-default /en")
	if got := w.alternateFaults(t, FaultFilter{}); len(got) != 0 {
		t.Errorf("%q", got)
	}
	n, err := New(w, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Alternates, Host: "a.test"})
	if err != nil || n.Unchecked != 1 || !n.Older || !strings.Contains(Alternates.Text(&n), "earlier version") {
		t.Errorf("%+v, %v", n, err)
	}
	at := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	w.since, w.older = at, false // what was visited before is visited again now
	w.entries[0].VisitedAt, w.entries[1].VisitedAt = at, at.Add(-time.Second)
	if got := w.alternateFaults(t, FaultFilter{}); len(got) != 0 {
		t.Errorf("while a page waits for its visit: %q", got)
	}
	w.entries[1].VisitedAt = at
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://a.test/map.xml"), Kind: aranea.KindSitemap, State: aranea.StateDone, Reason: aranea.SitemapRead})
	if n, err = New(w, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Alternates, Host: ""}); err != nil || !n.Older {
		t.Errorf("while a sitemap waits for its visit: %+v, %v", n, err)
	}
	w.entries[2].VisitedAt = at
	if n, err = New(w, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Alternates, Host: ""}); err != nil || n.Older || n.Faults[NoReturn] != 1 {
		t.Errorf("after all visits: %+v, %v", n, err)
	}
	w.names(t, "/de", "/de", "de /de")
	if got := w.alternateFaults(t, FaultFilter{}); !slices.Equal(got, []string{"no-return /en de /de"}) {
		t.Errorf("%q", got)
	}
}

// fails checks that a list of faults is an error of a kind, and no more.
func fails(t *testing.T, w *web, f FaultFilter, want aranea.Kind) {
	t.Helper()
	n := 0
	for x, err := range New(w, w, w, nil).Faults(t.Context(), f) {
		if n++; n > 1 || aranea.KindOf(err) != want {
			t.Errorf("%+v: %+v, %v", f, x, err)
		}
	}
}

// TestAlternateFilter: a fault that there is not, and a host without pages, are errors.
func TestAlternateFilter(t *testing.T) {
	t.Parallel()
	w := &web{}
	fails(t, w, FaultFilter{Check: Alternates, Faults: []string{NoSelf, "lost"}}, aranea.Invalid)
	fails(t, w, FaultFilter{Check: Alternates, Host: "a/b"}, aranea.Invalid)
	fails(t, w, FaultFilter{Check: Alternates, Host: "other.test"}, aranea.NotFound)
	if n, err := New(w, w, w, nil).CountFaults(t.Context(), FaultFilter{Check: Alternates, Host: ""}); err != nil || Alternates.Text(&n) != "No page of the index names alternates." {
		t.Errorf("%+v, %v", n, err)
	}
}
