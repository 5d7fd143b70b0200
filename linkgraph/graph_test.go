package linkgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// page returns the change of a page with links, each a URL, a space and its words; a ! before
// the words is nofollow.
func page(t testing.TB, source string, links ...string) aranea.EdgeChange {
	t.Helper()
	c := aranea.EdgeChange{Source: parse(t, source)}
	for _, l := range links {
		to, words, _ := strings.Cut(l, " ")
		words, closed := strings.CutPrefix(words, "!")
		e := aranea.Edge{Target: parse(t, to), Anchor: words, NoFollow: closed}
		if closed {
			e.Rel = robotsmeta.RelNoFollow
		}
		c.Edges = append(c.Edges, e)
	}
	return c
}

func apply(t testing.TB, g *Graph, changes ...aranea.EdgeChange) {
	t.Helper()
	if err := g.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
}

// list prints the links that a filter selects, by the path of their other end.
func list(t testing.TB, g *Graph, f Filter) string {
	t.Helper()
	var out []string
	for l, err := range g.Links(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		other := l.From
		if f.From {
			other = l.To
		}
		out = append(out, strings.TrimPrefix(other.String(), "http://")+" "+l.Anchor)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func TestGraph(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := New(kv, nil)
	to := func(s string) Filter { return Filter{URL: parse(t, s)} }
	from := func(s string) Filter { return Filter{URL: parse(t, s), From: true} }
	steps := []struct {
		name    string
		changes []aranea.EdgeChange
		filter  Filter
		want    string
	}{
		{"nothing is known", nil, to("http://a.test/x"), ""},
		{"a page", []aranea.EdgeChange{page(t, "http://a.test/", "http://a.test/x ex", "http://b.test/ bee")}, from("http://a.test/"), "a.test/x ex, b.test/ bee"},
		{"its target", nil, to("http://b.test/"), "a.test/ bee"},
		{"a link to itself is none", []aranea.EdgeChange{page(t, "http://c.test/", "http://c.test/ me", "http://a.test/x ix")}, from("http://c.test/"), "a.test/x ix"},
		{"two pages", nil, to("http://a.test/x"), "a.test/ ex, c.test/ ix"},
		{"repeated", []aranea.EdgeChange{page(t, "http://c.test/", "http://c.test/ me", "http://a.test/x ix")}, to("http://a.test/x"), "a.test/ ex, c.test/ ix"},
		{"visited again", []aranea.EdgeChange{page(t, "http://a.test/", "http://a.test/y why", "http://b.test/ other words")}, to("http://a.test/x"), "c.test/ ix"},
		{"other words", nil, to("http://b.test/"), "a.test/ other words"},
		{"a new link", nil, to("http://a.test/y"), "a.test/ why"},
		{"twice in one batch", []aranea.EdgeChange{page(t, "http://d.test/", "http://a.test/1"), page(t, "http://d.test/", "http://a.test/2")}, to("http://a.test/1"), ""},
		{"the later one counts", nil, to("http://a.test/2"), "d.test/ "},
		{"removed", []aranea.EdgeChange{page(t, "http://a.test/"), page(t, "http://d.test/")}, to("http://b.test/"), ""},
		{"what is left", nil, Filter{}, "c.test/ ix"},
		{"removed twice", []aranea.EdgeChange{page(t, "http://c.test/"), page(t, "http://c.test/")}, Filter{}, ""},
	}
	for _, s := range steps {
		apply(t, g, s.changes...)
		if got := list(t, g, s.filter); got != s.want {
			t.Errorf("%s: %q, want %q", s.name, got, s.want)
		}
		if linked, err := g.IsLinked(t.Context(), s.filter.URL); err != nil || !s.filter.From && linked != (s.want != "") && !s.filter.URL.IsZero() {
			t.Errorf("%s: linked %v, %v", s.name, linked, err)
		}
	}
	for p := range kv.Scan(nil, nil) {
		if string(p.Key) != string(keptKey()) { // that the folder has the alternates of all pages
			t.Errorf("left behind: %x", p.Key)
		}
	}
}

// TestCopies: only pages that declare the URL to stand for them.
func TestCopies(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	changes := []aranea.EdgeChange{page(t, "http://a.test/link", "http://a.test/ home")}
	for i := range 3 {
		c := page(t, fmt.Sprintf("http://a.test/copy%d", i), "http://a.test/")
		c.Edges[0].How = aranea.HowCanonical
		changes = append(changes, c)
	}
	apply(t, g, changes...)
	for most, want := range map[int]int{2: 2, 10: 3} {
		pages, err := g.Copies(t.Context(), parse(t, "http://a.test/"), most)
		if err != nil || len(pages) != want {
			t.Errorf("at most %d: %v, %v", most, pages, err)
		}
		for _, u := range pages {
			if !strings.HasPrefix(u.Path(), "/copy") {
				t.Errorf("%s is no alternate", u)
			}
		}
	}
	if pages, err := g.Copies(t.Context(), parse(t, "http://a.test/link"), 10); err != nil || len(pages) > 0 {
		t.Errorf("of a page without: %v, %v", pages, err)
	}
}

func TestInlinks(t *testing.T) {
	t.Parallel()
	gone := map[string]bool{"http://gone.test/": true}
	g := New(memstore.New(), func(u weburl.URL) (bool, error) { return !gone[u.String()], nil })
	apply(t, g,
		page(t, "http://a.test/1", "http://a.test/ home"), page(t, "http://a.test/2", "http://a.test/ home"),
		page(t, "http://www.b.test/", "http://a.test/ the spider"), page(t, "http://b.test/x", "http://a.test/ !paid"),
		page(t, "http://gone.test/", "http://a.test/ gone"),
	)
	in, err := g.Inlinks(t.Context(), parse(t, "http://a.test/"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(in.Pages, in.Hosts, in.Sites, in.Foreign, in.NoFollow, in.More); got != "4 3 2 2 1 false" {
		t.Errorf("pages, hosts, sites, foreign, nofollow, more: %s", got)
	}
	if got := in.String(); got != "4 pages on 3 hosts of 2 sites, 1 link without recommendation (nofollow)" {
		t.Errorf("%q", got)
	}
	var shown []string
	for _, l := range in.Examples {
		shown = append(shown, l.From.Host()+" "+l.Anchor+" "+l.Rel)
	}
	if len(shown) != 4 || !strings.Contains(shown[0], "b.test") || !strings.Contains(shown[1], "b.test") {
		t.Errorf("other sites do not come first: %q", shown)
	}
	gone["http://www.b.test/"] = true // its owner closes it
	if in, err = g.Inlinks(t.Context(), parse(t, "http://a.test/")); err != nil || in.Pages != 3 || in.Hosts != 2 {
		t.Errorf("after a page was closed: %+v, %v", in, err)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	c := aranea.EdgeChange{Source: parse(t, "http://a.test/")}
	for i := range MaxLinks + 5 {
		c.Edges = append(c.Edges, aranea.Edge{Target: parse(t, fmt.Sprintf("http://b.test/%04d", i)), Anchor: strings.Repeat("ы", MaxAnchor)})
	}
	apply(t, g, c)
	n := 0
	for l, err := range g.Links(t.Context(), Filter{Offset: 2}) {
		if err != nil || len(l.Anchor) != MaxAnchor {
			t.Fatalf("an anchor of %d bytes, %v", len(l.Anchor), err)
		}
		n++
	}
	if n != MaxLinks-2 {
		t.Errorf("%d links", n)
	}
}

// TestLinksThatGo: a page that loses its links while they are read is left out. It is no damage.
func TestLinksThatGo(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	target := parse(t, "http://a.test/x")
	var pages, bare []aranea.EdgeChange
	for i := range 5 {
		source := fmt.Sprintf("http://a.test/%d", i)
		pages, bare = append(pages, page(t, source, "http://a.test/x ex")), append(bare, page(t, source))
	}
	apply(t, g, pages...)
	seen := 0
	for l, err := range g.Links(t.Context(), Filter{URL: target}) {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; seen == 1 {
			for _, c := range bare {
				if c.Source != l.From {
					apply(t, g, c)
				}
			}
		}
	}
	if seen != 1 {
		t.Errorf("%d links, of which four were gone", seen)
	}
	if in, err := g.Inlinks(t.Context(), target); err != nil || in.Pages != 1 {
		t.Errorf("%+v, %v", in, err)
	}
}

// TestDamage: records that are not what was written are reported, not used.
func TestDamage(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := New(kv, nil)
	apply(t, g, page(t, "http://a.test/", "http://b.test/ bee"))
	for _, table := range []byte{tableOut, tableIn} {
		var damaged store.Pair
		for p := range kv.Scan([]byte{table}, []byte{table + 1}) {
			damaged = store.Pair{Key: slices.Clone(p.Key), Value: slices.Clone(p.Value)}
		}
		b := kv.NewBatch()
		b.Put(damaged.Key, damaged.Value[:len(damaged.Value)-1])
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		f := Filter{From: table == tableOut, URL: parse(t, "http://b.test/")}
		if f.From {
			f.URL = parse(t, "http://a.test/")
		}
		for _, err := range g.Links(t.Context(), f) {
			if aranea.KindOf(err) != aranea.Corrupt {
				t.Errorf("table %c: %v", table, err)
			}
		}
		b = kv.NewBatch()
		b.Put(damaged.Key, damaged.Value)
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
	}
}

// TestZonesOfLinks: the zone of a link is stored with it; records of version 1, which had none,
// are read until their page is visited again.
func TestZonesOfLinks(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g, b := New(kv, nil), kv.NewBatch()
	from, to := parse(t, "http://a.test/"), parse(t, "http://b.test/")
	b.Put(outKey(refOf(from.ID())), []byte("\x01\x0ehttp://a.test/\x01\x07\x07b.test/\x80\x01\x04paid"))
	b.Put(inKey(nil, refOf(to.ID()), refOf(from.ID())), []byte("\x01\x80\x01\x04paid"))
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	check := func(want Link) {
		t.Helper()
		want.From, want.To, want.Kind = from, to, "link"
		for _, f := range []Filter{{URL: to}, {URL: from, From: true}, {}} {
			for l, err := range g.Links(t.Context(), f) {
				if err != nil || l != want {
					t.Errorf("%+v, %v; want %+v", l, err, want)
				}
			}
		}
	}
	check(Link{Anchor: "paid", Rel: "nofollow", NoFollow: true})
	for zone := range aranea.Zone(aranea.Zones) {
		apply(t, g, aranea.EdgeChange{Source: from, Edges: []aranea.Edge{{Target: to, Anchor: "x", Rel: robotsmeta.RelPrev, Zone: zone, HasZone: true}}})
		check(Link{Anchor: "x", Rel: "prev", Zone: zone.String()})
	}
	if list(t, g, Filter{URL: to}) == "" {
		t.Error("the link is lost")
	}
	apply(t, g, aranea.EdgeChange{Source: from})
	for p := range kv.Scan(nil, nil) {
		t.Errorf("%x is left", p.Key)
	}
}

func FuzzDecodePage(f *testing.F) {
	f.Add([]byte("\x01\x0ehttp://a.test/\x01\x07\x07b.test/\x80\x01\x04paid"))
	f.Add(appendPage(nil, "http://a.test/", []edge{{to: "http://a.test/x", anchor: "ex"}, {to: "http://b.test/", closed: true, rel: 7, zone: 3}}))
	f.Add([]byte{recordVersion})
	f.Fuzz(func(t *testing.T, b []byte) {
		source, edges, err := decodePage(b)
		if err != nil {
			return
		}
		s2, again, err := decodePage(appendPage(nil, source, edges))
		if err != nil || s2 != source || !slices.Equal(again, edges) {
			t.Errorf("%q %v became %q %v, %v", source, edges, s2, again, err)
		}
		if _, err := decodeIn(b); err == nil && len(b) == 0 {
			t.Error("nothing is a link")
		}
	})
}

// TestLinksOfASite checks that links to a URL are narrowed to those on all hosts of a site.
func TestLinksOfASite(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	gone := "http://x.test/gone"
	apply(t, g, page(t, "http://a.test/", gone), page(t, "https://www.a.test/p", gone), page(t, "http://b.test/", gone), page(t, "http://a.test/q", "http://x.test/"))
	for site, want := range map[weburl.Origin]int{"": 3, "http://a.test": 2, "http://www.a.test": 2, "http://b.test": 1, "http://c.test": 0} {
		n := 0
		for l, err := range g.LinksTo(t.Context(), parse(t, gone), site) {
			if err != nil || site != "" && l.From.Origin().Site() != site.Site() {
				t.Errorf("%s: %s, %v", site, l.From, err)
			}
			n++
		}
		if n != want {
			t.Errorf("%q: %d links, want %d", site, n, want)
		}
	}
}
