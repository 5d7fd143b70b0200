package linkgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// setOf returns the alternates of a page, "" for the one that names them, each a language, a space
// and a path of a.test.
func setOf(of string, all ...string) hreflang.Set {
	s := hreflang.Set{Of: of}
	for _, a := range all {
		lang, path, _ := strings.Cut(a, " ")
		s.Add(lang, "http://a.test/"+path)
	}
	return s
}

// naming returns a change of a page, or of a sitemap, that names alternates.
func naming(t testing.TB, source string, sets ...hreflang.Set) aranea.EdgeChange {
	t.Helper()
	return aranea.EdgeChange{Source: parse(t, source), Alternates: sets}
}

// alternates prints the alternates that a filter selects.
func alternates(t testing.TB, g *Graph, f Filter) string {
	t.Helper()
	var out []string
	for l, err := range g.Links(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		if l.Kind != "alternate" {
			continue
		}
		text := strings.TrimPrefix(l.From.String(), "http://a.test/") + ">" + l.Lang + " " + strings.TrimPrefix(l.To.String(), "http://a.test/")
		if l.By != "" {
			text += " by " + strings.TrimPrefix(l.By, "http://a.test/")
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestAlternatesOfPages: the alternates of a page are links of the graph with their language, are
// replaced with it, kept where that is said, and dropped with it.
func TestAlternatesOfPages(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	closed := map[weburl.URL]bool{}
	g := New(kv, func(u weburl.URL) (bool, error) { return !closed[u], nil })
	en, de := parse(t, "http://a.test/en"), parse(t, "http://a.test/de")
	is := func(f Filter, want string) {
		t.Helper()
		if got := alternates(t, g, f); got != want {
			t.Errorf("alternates: %q, want %q", got, want)
		}
	}
	apply(t, g, naming(t, "http://a.test/en", setOf("", "en en", "de de", "x-default en", "fr fr")),
		naming(t, "http://a.test/de", setOf("", "de de", "en en")), page(t, "http://a.test/x", "http://a.test/de words"))
	is(Filter{URL: en, From: true}, "en>de de, en>fr fr")
	is(Filter{URL: de}, "en>de de")
	is(Filter{}, "de>en en, en>de de, en>fr fr")
	if sets, err := g.AlternatesOf(t.Context(), en); err != nil || len(sets) != 1 || fmt.Sprint(sets[0].All) != "[{de http://a.test/de} {en http://a.test/en} {x-default http://a.test/en} {fr http://a.test/fr}]" {
		t.Errorf("%+v, %v", sets, err)
	}
	// They are no links for people, and recommend nothing.
	if in, err := g.Inlinks(t.Context(), de); err != nil || in.Pages != 1 {
		t.Errorf("%+v, %v", in, err)
	}
	all, err := g.Census(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range all.Pages(t.Context()) {
		if err != nil || p.URL != "http://a.test/x" {
			t.Errorf("%+v, %v", p, err)
		}
	}
	apply(t, g, naming(t, "http://a.test/en", setOf("", "de-AT de")))
	is(Filter{URL: en, From: true}, "en>de-AT de")
	is(Filter{URL: parse(t, "http://a.test/fr")}, "")
	apply(t, g, aranea.EdgeChange{Source: en, KeepParts: true})
	is(Filter{URL: de}, "en>de-AT de")
	of := func() (out []string) {
		for s, err := range g.AlternateSets(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, fmt.Sprint(s.Of, " ", len(s.All)))
		}
		slices.Sort(out)
		return out
	}
	if got := fmt.Sprint(of()); got != "[http://a.test/de 2 http://a.test/en 1]" {
		t.Error(got)
	}
	closed[en] = true
	is(Filter{URL: de}, "")
	if got := fmt.Sprint(of()); got != "[http://a.test/de 2]" {
		t.Errorf("without those of a closed page: %s", got)
	}
	delete(closed, en)
	apply(t, g, naming(t, "http://a.test/en", setOf("", "it it")), naming(t, "http://a.test/en", setOf("", "es es"))) // twice in a batch
	is(Filter{URL: en, From: true}, "en>es es")
	is(Filter{URL: parse(t, "http://a.test/it")}, "")
	if err := g.Drop(t.Context(), []weburl.URL{en, de, parse(t, "http://a.test/x")}, &Dropped{}); err != nil {
		t.Fatal(err)
	}
	is(Filter{}, "")
	if n := count(t, kv); n != 1 { // that of the folder
		t.Errorf("%d records are left", n)
	}
}

func count(t *testing.T, kv *memstore.Store) (n int) {
	t.Helper()
	for _, err := range kv.Scan(nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// TestAlternatesOfSitemaps: what a sitemap names belongs to the pages that it lists, beside what
// they name themselves.
func TestAlternatesOfSitemaps(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	gone := false
	g := New(kv, func(u weburl.URL) (bool, error) { return !gone || u.Path() != "/map.xml", nil })
	apply(t, g, naming(t, "http://a.test/map.xml", setOf("http://a.test/en", "de de"), setOf("http://a.test/de", "en en")), naming(t, "http://a.test/en", setOf("", "fr fr")))
	if got := alternates(t, g, Filter{URL: parse(t, "http://a.test/en"), From: true}); got != "en>de de by map.xml, en>fr fr" {
		t.Errorf("of the page: %q", got)
	}
	if got := alternates(t, g, Filter{URL: parse(t, "http://a.test/map.xml"), From: true}); got != "de>en en by map.xml, en>de de by map.xml" {
		t.Errorf("of the sitemap: %q", got)
	}
	var pages []string
	for u, err := range g.WithAlternates(t.Context(), "http://a.test") {
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, u.Path())
	}
	if slices.Sort(pages); fmt.Sprint(pages) != "[/de /en]" {
		t.Errorf("pages with alternates: %v", pages)
	}
	for range g.WithAlternates(t.Context(), "http://b.test") {
		t.Error("another site has alternates")
	}
	gone = true
	if sets, err := g.AlternatesOf(t.Context(), parse(t, "http://a.test/en")); err != nil || len(sets) != 1 || sets[0].By.Path() != "/en" {
		t.Errorf("%+v, %v", sets, err)
	}
	gone = false
	g = New(kv, nil) // as the next process
	apply(t, g, naming(t, "http://a.test/map.xml", setOf("http://a.test/de", "en en")))
	if got := alternates(t, g, Filter{}); got != "de>en en by map.xml, en>fr fr" {
		t.Errorf("after a change: %q", got)
	}
	apply(t, g, naming(t, "http://a.test/map.xml"), naming(t, "http://a.test/en"))
	if n := count(t, kv); n != 1 {
		t.Errorf("%d records are left", n)
	}
}

// TestDroppedSetsCount: what a sitemap no longer names counts in the size of a batch, which is bounded.
func TestDroppedSetsCount(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	var sets []hreflang.Set
	for i := range 3 {
		s := hreflang.Set{Of: fmt.Sprint("http://a.test/", i)}
		for k := range 5 {
			s.Add("de", fmt.Sprintf("http://a.test/%d/%d", i, k))
		}
		sets = append(sets, s)
	}
	apply(t, g, naming(t, "http://a.test/map.xml", sets...))
	b := &deleting{Batch: g.kv.NewBatch()}
	w := writer{g: g, b: b, latest: map[ref][]byte{}, named: map[ref]bool{}}
	c := naming(t, "http://a.test/map.xml")
	if err := w.alternates(refOf(c.Source.ID()), &c); err != nil {
		t.Fatal(err)
	}
	if b.deleted == 0 || w.size != b.deleted {
		t.Errorf("%d bytes of keys are deleted, of which %d count", b.deleted, w.size)
	}
}

// deleting is a batch that knows how many bytes of keys it deletes.
type deleting struct {
	store.Batch
	deleted int
}

func (d *deleting) Delete(key []byte) {
	d.deleted += len(key)
	d.Batch.Delete(key)
}

// TestSetsSince: of a folder whose pages were read by a program that kept no alternates, it is said until these
// are read again.
func TestSetsSince(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	all := func(g *Graph, want bool) {
		t.Helper()
		if at, got, err := g.SetsSince(); err != nil || got != want || !at.IsZero() {
			t.Errorf("all known: %t, since %s, %v", got, at, err)
		}
	}
	g := New(kv, nil)
	all(g, true)
	apply(t, g, page(t, "http://a.test/", "http://a.test/b words"))
	all(New(kv, nil), true)
	b := kv.NewBatch()
	b.Delete(keptKey())
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	g = New(kv, nil)
	apply(t, g, naming(t, "http://a.test/en", setOf("", "de de")))
	all(g, false)
	since := time.Date(2026, 11, 29, 1, 2, 3, 4_000_000, time.UTC)
	if err := g.KeepSets(since); err != nil {
		t.Fatal(err)
	}
	g = New(kv, nil)
	apply(t, g, naming(t, "http://a.test/de", setOf("", "en en")))
	if at, ok, err := g.SetsSince(); err != nil || !ok || !at.Equal(since) {
		t.Errorf("known since %s, %t, %v", at, ok, err)
	}
	if got := alternates(t, g, Filter{}); got != "de>en en, en>de de" {
		t.Errorf("alternates: %q", got)
	}
	b = kv.NewBatch()
	b.Put(keptKey(), []byte{recordVersion, 0x80})
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	if _, _, err := g.SetsSince(); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a damaged record: %v", err)
	}
}

// TestManyAlternates: a set has a limit, and a record that does not decode is an error that names it.
func TestManyAlternates(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := New(kv, nil)
	many := hreflang.Set{}
	for i := range hreflang.Max + 1 {
		many.All = append(many.All, hreflang.Alternate{Lang: "de", URL: fmt.Sprint("http://a.test/", i)})
	}
	apply(t, g, naming(t, "http://a.test/en", many))
	if sets, err := g.AlternatesOf(t.Context(), parse(t, "http://a.test/en")); err != nil || len(sets) != 1 || !sets[0].Cut || len(sets[0].All) != hreflang.Max {
		t.Errorf("%+v, %v", sets, err)
	}
	r := refOf(parse(t, "http://a.test/en").ID())
	record, err := kv.Get(setKey(r, r))
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(record) {
		b := kv.NewBatch()
		b.Put(setKey(r, r), record[:n])
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		if _, err := g.AlternatesOf(t.Context(), parse(t, "http://a.test/en")); aranea.KindOf(err) != aranea.Corrupt {
			t.Fatalf("%d bytes of a record: %v", n, err)
		}
	}
}
