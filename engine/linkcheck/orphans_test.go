package linkcheck

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

func (w *web) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	i := slices.IndexFunc(w.entries, func(e aranea.Entry) bool { return e.URL.ID() == id })
	if i < 0 {
		return aranea.Entry{}, false, nil
	}
	return w.entries[i], true, nil
}

func (w *web) AnyLinksTo(ctx context.Context, u weburl.URL, _ *linkgraph.Seen) iter.Seq2[linkgraph.Link, error] {
	return w.LinksTo(ctx, u, "")
}

// found adds a page of the index.
func (w *web) found(t *testing.T, url string, how aranea.How, on string) {
	e := aranea.Entry{URL: parse(t, url), State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true, Visits: 1, How: how}
	if on != "" {
		e.FoundOn = parse(t, on).ID()
	}
	w.entries = append(w.entries, e)
}

// redirect adds a URL that redirects to another one.
func (w *web) redirect(t *testing.T, from, to string) {
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, from), State: aranea.StateDone, Reason: aranea.HTTPRedirect, Target: to, Visits: 1})
	w.links = append(w.links, linkgraph.Link{From: parse(t, from), To: parse(t, to), Kind: "redirect"})
}

func (w *web) orphans(t *testing.T, host string) []string {
	t.Helper()
	var out []string
	for o, err := range New(w, w, w, nil).Orphans(t.Context(), OrphanFilter{Host: host}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprint(o.Cells()))
	}
	return out
}

// TestOrphans checks which pages count as linked.
func TestOrphans(t *testing.T) {
	t.Parallel()
	w := &web{mirrors: map[weburl.Origin]*mirror.Record{"http://a.test": {Origin: "http://a.test", Members: []weburl.Origin{"http://www.a.test"}}}}
	w.found(t, "http://a.test/", aranea.HowSeed, "")
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://a.test/map.xml"), Kind: aranea.KindSitemap, State: aranea.StateDone, Visits: 1})
	for _, path := range []string{"only-listed", "listed-and-linked", "closed-links-here", "gone-links-here", "feed-links-here", "redirected", "by-two", "lost", "copied", "on-the-mirror"} {
		w.found(t, "http://a.test/"+path, aranea.HowSitemap, "http://a.test/map.xml")
	}
	w.link(t, "http://a.test/by-two", "http://a.test/listed-and-linked", "on", "main")
	// A page that may not be indexed is there for people; one that is gone is not, and a feed is no page.
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://a.test/closed"), State: aranea.StateExcluded, Reason: aranea.DirectiveNoIndex, Visits: 1},
		aranea.Entry{URL: parse(t, "http://a.test/gone"), State: aranea.StateGone, Indexed: true, Visits: 2})
	w.link(t, "http://a.test/closed", "http://a.test/closed-links-here", "on", "main")
	w.link(t, "http://a.test/gone", "http://a.test/gone-links-here", "on", "main")
	w.link(t, "http://a.test/map.xml", "http://a.test/feed-links-here", "on", "")
	// A link to a URL that redirects is a link; a redirect that nobody links to is none.
	w.redirect(t, "http://a.test/old", "http://a.test/redirected")
	w.link(t, "http://a.test/", "http://a.test/old", "on", "main")
	w.redirect(t, "http://a.test/1", "http://a.test/by-two")
	w.redirect(t, "http://a.test/2", "http://a.test/1")
	w.link(t, "http://a.test/", "http://a.test/2", "on", "main")
	w.redirect(t, "http://a.test/nobody", "http://a.test/lost")
	w.redirect(t, "http://a.test/lost-too", "http://a.test/nobody")
	w.redirect(t, "http://a.test/nobody", "http://a.test/lost-too")
	// So are links to a copy, and to another mirror.
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://a.test/copy"), State: aranea.StateDone, Reason: aranea.DupExact, Visits: 1})
	w.links = append(w.links, linkgraph.Link{From: parse(t, "http://a.test/copy"), To: parse(t, "http://a.test/copied"), Kind: "canonical"})
	w.link(t, "http://a.test/", "http://a.test/copy", "on", "main")
	w.link(t, "http://a.test/", "http://www.a.test/on-the-mirror", "on", "main")
	// A page does not lead to itself, by another URL either.
	w.found(t, "http://a.test/itself", aranea.HowSitemap, "")
	w.redirect(t, "http://a.test/itself/", "http://a.test/itself")
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://a.test/itself?print"), State: aranea.StateDone, Reason: aranea.DupCanonical, Visits: 1})
	w.links = append(w.links, linkgraph.Link{From: parse(t, "http://a.test/itself?print"), To: parse(t, "http://a.test/itself"), Kind: "canonical"})
	for _, to := range []string{"http://a.test/itself/", "http://a.test/itself?print", "http://www.a.test/itself"} {
		w.link(t, "http://a.test/itself", to, "this page", "main")
	}
	// What has lost a parameter is linked where that was.
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://b.test/x?sid=1"), State: aranea.StateExcluded})
	w.found(t, "http://b.test/x", aranea.HowCleanParam, "http://b.test/x?sid=1")
	w.link(t, "http://a.test/", "http://b.test/x?sid=1", "on", "main")
	w.found(t, "http://b.test/", aranea.HowImport, "")
	want := []string{
		"[http://a.test/ seed ]", "[http://a.test/feed-links-here sitemap http://a.test/map.xml]", "[http://a.test/gone-links-here sitemap http://a.test/map.xml]",
		"[http://a.test/itself sitemap ]", "[http://a.test/lost sitemap http://a.test/map.xml]", "[http://a.test/only-listed sitemap http://a.test/map.xml]", "[http://b.test/ import ]",
	}
	if got := w.orphans(t, ""); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if err := first(New(w, w, w, nil).Orphans(t.Context(), OrphanFilter{Host: "c d"})); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("no host: %v", err)
	}
}

// TestManyLeads checks that redirects to a page are read up to a limit, and in circles, too.
func TestManyLeads(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.found(t, "http://a.test/p", aranea.HowSitemap, "")
	w.redirect(t, "http://a.test/r", "http://a.test/p")
	for range MaxPerTarget + 10 {
		w.links = append(w.links, w.links[0])
	}
	if got := w.orphans(t, "a.test"); len(got) != 0 || w.read > MaxPerTarget+1 {
		t.Errorf("%q after %d links", got, w.read)
	}
}

// TestLongMirror checks that a page whose URL would be too long on a mirror ends no list.
func TestLongMirror(t *testing.T) {
	t.Parallel()
	long := "http://a.test/" + strings.Repeat("a", weburl.MaxLength-len("http://a.test/"))
	w := &web{mirrors: map[weburl.Origin]*mirror.Record{"http://a.test": {Origin: "http://a.test", Members: []weburl.Origin{"http://www.a.test"}}}}
	w.found(t, long, aranea.HowSitemap, "")
	if got := w.orphans(t, ""); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

func first[T any](list iter.Seq2[T, error]) error {
	for _, err := range list {
		return err
	}
	return nil
}

// TestUnread checks what is said of URLs that were not read.
func TestUnread(t *testing.T) {
	t.Parallel()
	for text, u := range map[string]Unread{
		"Complete: no URL waits for its first visit, and none is denied by robots.txt.":                       {},
		"Not complete: what other URLs link to is not known (1,200 not visited yet, 1 denied by robots.txt).": {Waiting: 1200, Denied: 1},
	} {
		if u.String() != text {
			t.Errorf("%+v: %s", u, u)
		}
	}
}
