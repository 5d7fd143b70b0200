package linkgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// listing returns a change of a sitemap that lists paths of a.test.
func listing(t testing.TB, sitemap string, paths ...string) aranea.EdgeChange {
	t.Helper()
	c := aranea.EdgeChange{Source: parse(t, "http://a.test/"+sitemap), IsList: true, Listed: []weburl.URL{}}
	for _, p := range paths {
		c.Listed = append(c.Listed, parse(t, "http://a.test/"+p))
	}
	return c
}

// lists prints what sitemaps list.
func lists(t testing.TB, g *Graph) string {
	t.Helper()
	all, cut := map[string][]string{}, map[string]string{}
	for l, err := range g.Lists(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		by := l.By.Path()
		all[by] = append(all[by], l.Pages...)
		if l.Cut {
			cut[by] = "..."
		}
	}
	var out []string
	for by, pages := range all {
		out = append(out, strings.ReplaceAll(by+": "+strings.Join(pages, " ")+cut[by], "http://a.test", ""))
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// TestLists: what a sitemap lists is replaced with it, kept where that is said, and dropped with it; a
// feed, and one that is closed, list nothing.
func TestLists(t *testing.T) {
	t.Parallel()
	closed := map[weburl.URL]bool{}
	g := New(memstore.New(), func(u weburl.URL) (bool, error) { return !closed[u], nil })
	is := func(want string) {
		t.Helper()
		if got := lists(t, g); got != want {
			t.Errorf("lists: %q, want %q", got, want)
		}
	}
	feed := aranea.EdgeChange{Source: parse(t, "http://a.test/feed"), IsList: true}
	apply(t, g, listing(t, "map", "b", "a", "b"), listing(t, "empty"), feed, page(t, "http://a.test/", "http://a.test/map words"))
	is("/empty: ; /map: /a /b")
	apply(t, g, listing(t, "map", "c", "a"))
	is("/empty: ; /map: /a /c")
	apply(t, g, aranea.EdgeChange{Source: parse(t, "http://a.test/map"), KeepParts: true})
	partial := listing(t, "empty", "d")
	partial.Partial = true
	apply(t, g, partial)
	is("/empty: /d...; /map: /a /c")
	apply(t, g, listing(t, "map", "x"), listing(t, "map", "y")) // in one batch
	is("/empty: /d...; /map: /y")
	apply(t, g, aranea.EdgeChange{Source: parse(t, "http://a.test/map")}, listing(t, "map", "y")) // gone and back in one batch
	is("/empty: /d...; /map: /y")
	closed[parse(t, "http://a.test/map")] = true
	is("/empty: /d...")
	for u, want := range map[string]bool{"map": true, "feed": true, "": false} {
		if got, err := g.HasList(parse(t, "http://a.test/"+u)); err != nil || got != want {
			t.Errorf("%q has a list: %t, %v", u, got, err)
		}
	}
	var d Dropped
	if err := g.Drop(t.Context(), []weburl.URL{parse(t, "http://a.test/empty"), feed.Source}, &d); err != nil {
		t.Fatal(err)
	}
	is("")
	if has, err := g.HasList(feed.Source); has || err != nil {
		t.Errorf("a list that was dropped: %t, %v", has, err)
	}
}

// TestLongLists: a list has as many parts as it needs, those that stay are not written again, and those
// that are no longer needed go, in this process and in a later one.
func TestLongLists(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := New(kv, nil)
	paths := make([]string, 3*listPart+1)
	for i := range paths {
		paths[i] = fmt.Sprintf("page/%06d", i)
	}
	count := func() (parts, urls int) {
		t.Helper()
		for l, err := range g.Lists(t.Context()) {
			if err != nil || l.Cut || l.By.Path() != "/map" {
				t.Fatalf("%+v, %v", l.By, err)
			}
			for _, u := range l.Pages {
				if u != "http://a.test/"+paths[urls] {
					t.Fatalf("%s, want %s", u, paths[urls])
				}
				urls++
			}
			parts++
		}
		return parts, urls
	}
	for _, n := range []int{len(paths), 2 * listPart, listPart + 1, 2*listPart + 1, 1} {
		apply(t, g, listing(t, "map", paths[:n]...))
		if parts, urls := count(); parts != (n+listPart-1)/listPart || urls != n {
			t.Errorf("%d URLs: %d parts, %d URLs", n, parts, urls)
		}
		g = New(kv, nil)
	}
}

// TestHugeLists: a list of very long URLs is cut.
func TestHugeLists(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	c := listing(t, "map")
	for i := range maxListBytes / 2000 {
		c.Listed = append(c.Listed, parse(t, fmt.Sprintf("http://a.test/%d%s", i, strings.Repeat("x", 2000))))
	}
	apply(t, g, c)
	bytes, urls := 0, 0
	for l, err := range g.Lists(t.Context()) {
		if err != nil || !l.Cut {
			t.Fatalf("cut: %t, %v", l.Cut, err)
		}
		for _, u := range l.Pages {
			bytes += len(u)
		}
		urls += len(l.Pages)
	}
	if urls == 0 || urls == len(c.Listed) || bytes > maxListBytes {
		t.Errorf("%d of %d URLs, %d bytes", urls, len(c.Listed), bytes)
	}
}

// TestDamagedLists: a record that does not decode is damage.
func TestDamagedLists(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(record []byte) []byte{
		"cut":      func(b []byte) []byte { return b[:len(b)-1] },
		"version":  func(b []byte) []byte { return append([]byte{9}, b[1:]...) },
		"more":     func(b []byte) []byte { return append(b, 0) },
		"no URL":   func(b []byte) []byte { return appendText([]byte{recordVersion}, "no") },
		"a length": func(b []byte) []byte { return append(b[:len(b)-3], 99, 1, 'a') },
	} {
		kv := memstore.New()
		apply(t, New(kv, nil), listing(t, "map", "a"))
		b := kv.NewBatch()
		key := listKey(refOf(parse(t, "http://a.test/map").ID()), 0)
		record, err := kv.Get(key)
		if err != nil {
			t.Fatal(err)
		}
		b.Put(key, damage(slices.Clone(record)))
		if err := b.Commit(false); err != nil {
			t.Fatal(err)
		}
		var got error
		for _, err := range New(kv, nil).Lists(t.Context()) {
			got = err
		}
		if aranea.KindOf(got) != aranea.Corrupt {
			t.Errorf("%s: %v", name, got)
		}
	}
}
