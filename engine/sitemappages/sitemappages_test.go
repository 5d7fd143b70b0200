package sitemappages

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// A web is a frontier, a link graph and an index.
type web struct {
	t          *testing.T
	entries    []aranea.Entry
	sets       []linkgraph.AlternateSet
	canonicals map[weburl.URL][]weburl.URL
	pages      *index.Index
	err        error // of AlternatesOf
}

func (w *web) Select(_ context.Context, f frontier.Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for _, e := range w.entries {
			if (f.Host == "" || e.URL.Host() == f.Host) && (f.Origin == "" || e.URL.Origin() == f.Origin) && (f.Target.IsZero() || f.Target.Matches(e.URL)) && !yield(e, nil) {
				return
			}
		}
	}
}

func (w *web) Entry(u weburl.URL) (aranea.Entry, bool, error) {
	i := slices.IndexFunc(w.entries, func(e aranea.Entry) bool { return e.URL == u })
	if i < 0 {
		return aranea.Entry{}, false, nil
	}
	return w.entries[i], true, nil
}

func (w *web) AlternatesOf(_ context.Context, page weburl.URL) (out []linkgraph.AlternateSet, err error) {
	for _, s := range w.sets {
		if s.Of == page {
			out = append(out, s)
		}
	}
	return out, w.err
}

func (w *web) CanonicalsOf(page weburl.URL) ([]weburl.URL, error) { return w.canonicals[page], nil }

var now = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)

// newWeb returns an empty web.
func newWeb(t *testing.T) *web {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	return &web{t: t, canonicals: map[weburl.URL][]weburl.URL{}, pages: x}
}

// add adds a page of the index, whose entry and document may be changed first.
func (w *web) add(u string, change func(*aranea.Entry, *aranea.IndexChange)) {
	w.t.Helper()
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	e := aranea.Entry{URL: weburl.MustParse(u), State: aranea.StateDone, Reason: aranea.IndexAdded, Status: 200, Visits: 1, VisitedAt: at, Indexed: true, MediaType: "text/html"}
	c := aranea.IndexChange{Action: aranea.IndexPut, URL: e.URL, Version: 1, FetchedAt: at, Page: &aranea.Page{URL: e.URL, Format: "html"}}
	if change != nil {
		change(&e, &c)
	}
	if e.Indexed {
		if err := w.pages.Apply(w.t.Context(), []aranea.IndexChange{c}); err != nil {
			w.t.Fatal(err)
		}
	}
	w.entries = append(w.entries, e)
}

// names adds alternates of a page of a.test that somebody names, each a language and a path.
func (w *web) names(page, by string, all ...string) {
	s := linkgraph.AlternateSet{Of: weburl.MustParse("http://a.test" + page), By: weburl.MustParse("http://a.test" + by)}
	for _, a := range all {
		lang, path, _ := strings.Cut(a, " ")
		s.All = append(s.All, hreflang.Alternate{Lang: lang, URL: "http://a.test" + path})
	}
	w.sets = append(w.sets, s)
}

// list returns what is listed, without http://.
func (w *web) list(f Filter) (out []string) {
	w.t.Helper()
	for p, err := range (Lister{Entries: w, Graph: w, Pages: w.pages, Now: func() time.Time { return now }}).List(w.t.Context(), f) {
		if err != nil {
			w.t.Fatal(err)
		}
		text := p.URL.String()
		if !p.Modified.IsZero() {
			text += " " + p.Modified.Format(time.DateOnly)
		}
		for _, a := range p.Alternates {
			text += fmt.Sprintf(" %s=%s", a.Lang, strings.TrimPrefix(a.URL.String(), "http://a.test"))
		}
		out = append(out, strings.TrimPrefix(text, "http://"))
	}
	return out
}

func (w *web) wants(f Filter, want ...string) {
	w.t.Helper()
	if got := w.list(f); !slices.Equal(got, want) {
		w.t.Errorf("%+v:\n%s\nwant\n%s", f, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestListed: which pages are listed, and in which order.
func TestListed(t *testing.T) {
	t.Parallel()
	w := newWeb(t)
	w.add("http://b.test/", nil)
	w.add("http://a.test/z", nil)
	w.add("http://a.test/", nil)
	w.add("https://a.test/", nil)
	w.add("http://a.test/pdf", func(e *aranea.Entry, c *aranea.IndexChange) { e.MediaType, c.Page.Format = "application/pdf", "pdf" })
	w.add("http://a.test/picture", func(e *aranea.Entry, c *aranea.IndexChange) {
		e.MediaType, c.Page.Format = "image/png", extract.MediaKinds()[0]
	})
	w.add("http://a.test/secret", func(_ *aranea.Entry, c *aranea.IndexChange) { c.Access = "members" })
	w.add("http://a.test/expired", func(_ *aranea.Entry, c *aranea.IndexChange) { c.Expires = now })
	w.add("http://a.test/expires", func(_ *aranea.Entry, c *aranea.IndexChange) { c.Expires = now.Add(time.Hour) })
	w.add("http://a.test/imported", func(e *aranea.Entry, _ *aranea.IndexChange) { e.Imported = true })
	w.add("http://a.test/gone", func(e *aranea.Entry, _ *aranea.IndexChange) { e.State = aranea.StateGone })
	w.add("http://a.test/hidden", func(e *aranea.Entry, _ *aranea.IndexChange) { e.State = aranea.StateExcluded })
	w.add("http://a.test/closed", func(e *aranea.Entry, _ *aranea.IndexChange) {
		e.Indexed, e.Reason = false, aranea.DirectiveNoIndex
	})
	w.add("http://a.test/hint", nil)
	w.add("http://a.test/self", nil)
	w.canonicals[weburl.MustParse("http://a.test/hint")] = []weburl.URL{weburl.MustParse("http://a.test/")}
	w.canonicals[weburl.MustParse("http://a.test/self")] = []weburl.URL{weburl.MustParse("http://a.test/self")}
	w.wants(Filter{}, "a.test/", "a.test/expires", "a.test/pdf", "a.test/self", "a.test/z", "b.test/", "https://a.test/")
	w.wants(Filter{Host: "a.test"}, "a.test/", "a.test/expires", "a.test/pdf", "a.test/self", "a.test/z", "https://a.test/")
	w.wants(Filter{Host: "https://a.test"}, "https://a.test/")
	w.wants(Filter{Offset: 1, Limit: 2}, "a.test/expires", "a.test/pdf")
}

// TestModified: when a page was published is not when it was changed, and a change that was seen is.
func TestModified(t *testing.T) {
	t.Parallel()
	w := newWeb(t)
	day := func(d int) time.Time { return time.Date(2026, 10, d, 0, 0, 0, 0, time.UTC) }
	w.add("http://a.test/modified", func(_ *aranea.Entry, c *aranea.IndexChange) { c.Page.Modified.At = day(3) })
	w.add("http://a.test/published", func(_ *aranea.Entry, c *aranea.IndexChange) { c.Page.Published.At = day(3) })
	w.add("http://a.test/seen", func(e *aranea.Entry, c *aranea.IndexChange) {
		c.Page.Modified.At, e.Change.ChangedAt = day(3), uint32(day(5).Unix())
	})
	w.add("http://a.test/seen-before", func(e *aranea.Entry, c *aranea.IndexChange) {
		c.Page.Modified.At, e.Change.ChangedAt = day(3), uint32(day(1).Unix())
	})
	w.wants(Filter{}, "a.test/modified 2026-10-03", "a.test/published", "a.test/seen 2026-10-05", "a.test/seen-before 2026-10-03")
}

// TestAlternates: which versions in other languages are told.
func TestAlternates(t *testing.T) {
	t.Parallel()
	w := newWeb(t)
	for _, path := range []string{"/en", "/de", "/fr", "/alone", "/own"} {
		w.add("http://a.test"+path, nil)
	}
	w.add("http://a.test/closed", func(e *aranea.Entry, _ *aranea.IndexChange) { e.Indexed = false })
	w.names("/en", "/map.xml", "fr /fr", "DE /fr", "it /closed")                               // a sitemap adds to what the page says
	w.names("/en", "/en", "en /en", "de /de", "es /missing", "en_US /fr", "x-default /closed") // and what is none is left out
	w.names("/alone", "/alone", "en /alone", "es /missing")
	w.names("/own", "/own", "x-default /en")
	w.wants(Filter{}, "a.test/alone", "a.test/de", "a.test/en de=/de en=/en fr=/fr", "a.test/fr", "a.test/own x-default=/en")
	w.err = errors.New("disk")
	n := 0
	for _, err := range (Lister{Entries: w, Graph: w, Pages: w.pages, Now: func() time.Time { return now }}).List(t.Context(), Filter{}) {
		if n++; n > 1 || !errors.Is(err, w.err) {
			t.Errorf("%d: %v", n, err)
		}
	}
}
