package linkgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// mapOf is a sitemap that lists pages, of which those of other partitions are named.
func mapOf(t testing.TB, g *Graph, by string, pages ...string) aranea.EdgeChange {
	t.Helper()
	c := aranea.EdgeChange{Source: parse(t, by), IsList: true, Listed: []weburl.URL{}}
	for _, p := range pages {
		u := parse(t, p)
		c.Listed = append(c.Listed, u)
		if !g.Partition().Holds(u.Origin()) {
			c.Named = append(c.Named, aranea.Discovery{URL: u, How: aranea.HowSitemap, Depth: 1, Priority: -7, Every: time.Hour})
		}
	}
	return c
}

// namings returns the parts that wait for a partition: the number of each and what it names.
func namings(t testing.TB, g *Graph, to int) (text []string, marks []Mark, parts []Naming) {
	t.Helper()
	for d, err := range g.Outgoing(t.Context(), to, true) {
		if err != nil {
			t.Fatal(err)
		}
		if d.Naming == nil {
			text = append(text, "links")
			marks = append(marks, Mark{Page: d.Page, Version: d.Version})
			continue
		}
		names := ""
		for _, u := range d.Naming.URLs {
			names += " " + u.URL.String()
		}
		text = append(text, fmt.Sprint(d.Naming.Number, names))
		marks = append(marks, Mark{Page: d.Page, Version: d.Version, Naming: d.Naming.Number + 1})
		parts = append(parts, *d.Naming)
	}
	links := 0
	for d, err := range g.Outgoing(t.Context(), to, false) {
		if links++; d.Naming != nil || err != nil {
			t.Errorf("%+v waits without what is named, %v", d, err)
		}
	}
	if links+len(parts) != len(marks) {
		t.Errorf("links of %d pages wait without what is named; with it %q", links, text)
	}
	return text, marks, parts
}

// TestNaming: what a list names elsewhere waits for the partitions that it concerns when it has changed, beside the
// links of the same URL.
func TestNaming(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := divided(kv)
	own, two, three := siteOf(t, 1, 0), siteOf(t, 2, 0), siteOf(t, 3, 0)
	by := own + "map.xml"
	withLink := mapOf(t, g, by, own, two, three+"a")
	withLink.Edges = []aranea.Edge{{Target: parse(t, two+"picture")}}
	for _, s := range []struct {
		name   string
		change aranea.EdgeChange
		want   [4][]string
	}{
		{"two partitions", mapOf(t, g, by, own, two, three+"a"), [4][]string{2: {"0 " + two}, 3: {"0 " + three + "a"}}},
		{"the same", mapOf(t, g, by, own, own+"more", three+"a", two), [4][]string{}},
		{"a link", withLink, [4][]string{2: {"links"}}},
		{"kept parts", aranea.EdgeChange{Source: parse(t, by), KeepParts: true}, [4][]string{2: {"links"}}},
		{"one less", mapOf(t, g, by, own, two), [4][]string{2: {"0 " + two}, 3: {"0"}}},
		{"none", mapOf(t, g, by, own), [4][]string{2: {"0"}}},
		{"no list", aranea.EdgeChange{Source: parse(t, by)}, [4][]string{}},
		{"of another node", mapOf(t, g, two+"map.xml", three), [4][]string{}},
	} {
		apply(t, g, s.change)
		for to := 2; to <= 3; to++ {
			got, marks, _ := namings(t, g, to)
			if !slices.Equal(got, s.want[to]) {
				t.Errorf("%s: for %d wait %q, want %q", s.name, to, got, s.want[to])
			}
			delivered(t, g, to, marks)
			if got, _, _ := namings(t, g, to); len(got) > 0 {
				t.Errorf("%s: %q wait for %d once more", s.name, got, to)
			}
		}
	}
}

// TestKept: a list that was read by an earlier version, or before the folder had a partition, is not known whole in the
// folder of a partition until it was read again, whatever it names; then what it names elsewhere waits.
func TestKept(t *testing.T) {
	t.Parallel()
	own, two := siteOf(t, 1, 0), siteOf(t, 2, 0)
	for name, pages := range map[string][]string{"names others": {own, two}, "names none": {own}, "is empty": {}} {
		kv := memstore.New()
		whole := New(kv, nil)
		change := mapOf(t, divided(memstore.New()), own+"map.xml", pages...)
		is := func(g *Graph, want bool) {
			t.Helper()
			if got, err := g.Kept(change.Source); err != nil || got != want {
				t.Errorf("%s: kept %t, %v", name, got, err)
			}
		}
		is(whole, false)
		apply(t, whole, change)
		is(whole, true)
		g := divided(kv)
		is(g, false)
		apply(t, g, aranea.EdgeChange{Source: change.Source, KeepParts: true})
		is(g, false)
		apply(t, g, change)
		is(g, true)
		if got, _, _ := namings(t, g, 2); len(got) != len(pages)/2 {
			t.Errorf("%s: %q wait", name, got)
		}
		apply(t, g, aranea.EdgeChange{Source: change.Source})
		is(g, false)
	}
}

// TestNamingParts: a long list waits in parts, as one page, of which only those that have changed wait again; and
// all that name URLs of a partition whose node has lost them.
func TestNamingParts(t *testing.T) {
	t.Parallel()
	g := divided(memstore.New())
	kept := partition.Partition{Number: 1, Of: 6}
	own, two, three := partitiontest.Site(t, kept, 0).String(), siteOf(t, 2, 0), siteOf(t, 3, 0)
	by := own + "map.xml"
	var pages []string
	for i := range 2*MaxNamed + 1 {
		pages = append(pages, fmt.Sprintf("%sp%04d", two, i))
	}
	apply(t, g, mapOf(t, g, by, append(pages, three)...))
	_, marks, parts := namings(t, g, 2)
	if n, more, err := g.Waiting(t.Context(), 2, 10); n != 1 || more || err != nil || len(parts) != 3 {
		t.Errorf("%d parts, %d pages, more %t, %v", len(parts), n, more, err)
	}
	delivered(t, g, 2, marks[:1])
	if got, _, left := namings(t, g, 2); len(left) != 2 || left[0].Number == 0 {
		t.Errorf("%q are left", got)
	}
	delivered(t, g, 2, marks)
	apply(t, g, mapOf(t, g, by, append(pages[:len(pages)-1], three)...))
	if got, marks, _ := namings(t, g, 2); !slices.Equal(got, []string{"2"}) {
		t.Errorf("%q wait", got)
	} else {
		delivered(t, g, 2, marks)
	}
	for next, err := g.MarkAgain(t.Context(), 2, 9, nil); next != nil || err != nil; next, err = g.MarkAgain(t.Context(), 2, 9, next) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, _, parts := namings(t, g, 2); len(parts) != 2 {
		t.Errorf("%d parts wait again", len(parts))
	}
	if err := g.Redivide(t.Context(), g.Partition(), kept); err != nil {
		t.Fatal(err)
	}
	g.Divide(kept)
	n := 0
	for _, part := range []int{2, 5} {
		_, _, parts := namings(t, g, part)
		for _, p := range parts {
			n += len(p.URLs)
		}
	}
	if n != 2*MaxNamed {
		t.Errorf("%d URLs wait in a larger cluster", n)
	}
}

// TestNamingTooLong: of a list that names more than is kept, every part says so.
func TestNamingTooLong(t *testing.T) {
	t.Parallel()
	c := aranea.EdgeChange{Source: parse(t, siteOf(t, 1, 0)+"map.xml"), IsList: true, Listed: []weburl.URL{}}
	for i := range maxNamedBytes/2000 + MaxNamed {
		u := parse(t, fmt.Sprintf("%s%05d%s", siteOf(t, 2, 0), i, strings.Repeat("p", 2000)))
		c.Listed, c.Named = append(c.Listed, u), append(c.Named, aranea.Discovery{URL: u})
	}
	parts := namingsOf(&c)
	if n := len(parts); n < 2 || n*MaxNamed >= len(c.Named) {
		t.Fatalf("%d parts", n)
	}
	for _, p := range parts {
		if !p.Cut {
			t.Errorf("part %d is of a whole list", p.Number)
		}
	}
}

// TestName: what another node tells is what its list says of this partition, until it tells otherwise.
func TestName(t *testing.T) {
	t.Parallel()
	from, g := divided(memstore.New()), New(memstore.New(), nil)
	g.Divide(partition.Partition{Number: 2, Of: 3})
	own, two, three := siteOf(t, 1, 0), siteOf(t, 2, 0), siteOf(t, 3, 0)
	c := mapOf(t, from, own+"map.xml", own, two+"a", two+"b", three)
	c.Partial = true
	c.Named[0].Kind, c.Named[0].Depth = aranea.KindSitemap, 2
	apply(t, from, c)
	_, _, parts := namings(t, from, 2)
	parts[0].Vouched = true
	var listed []List
	take := func() {
		t.Helper()
		if err := g.Name(t.Context(), parts); err != nil {
			t.Fatal(err)
		}
		listed = nil
		for l, err := range g.Lists(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			listed = append(listed, l)
		}
	}
	take()
	if len(listed) != 1 || !listed[0].Told || !listed[0].Vouched || !listed[0].Cut || listed[0].By != c.Source || !slices.Equal(listed[0].Pages, []string{two + "a", two + "b"}) {
		t.Errorf("%+v", listed)
	}
	u, found, err := g.Source(c.Source.ID())
	if u != c.Source || !found || err != nil {
		t.Errorf("the source is %s, %v", u, err)
	}
	if _, found, err := g.Source(parse(t, own+"other.xml").ID()); found || err != nil {
		t.Errorf("another source is known, %v", err)
	}
	apply(t, g, page(t, two, own)) // which hands over nothing of what was told
	if got, _, _ := namings(t, g, 1); !slices.Equal(got, []string{"links"}) {
		t.Errorf("%q wait", got)
	}
	if got, _, _ := namings(t, g, 3); len(got) > 0 {
		t.Errorf("%q wait", got)
	}
	apply(t, g, aranea.EdgeChange{Source: c.Source, KeepParts: true})
	parts[0].Number = 3
	if take(); len(listed) != 2 {
		t.Errorf("in two parts: %+v", listed)
	}
	apply(t, g, aranea.EdgeChange{Source: c.Source}) // the operator takes it out
	if _, found, err := g.Source(c.Source.ID()); found || err != nil {
		t.Errorf("it is still there, %v", err)
	}
	take()
	parts[0].URLs = nil
	if take(); len(listed) > 0 {
		t.Errorf("%+v", listed)
	}
	for l, err := range from.Lists(t.Context()) {
		if err != nil || !l.Others || l.Told || !slices.Equal(l.Pages, []string{own}) {
			t.Errorf("at its own node: %+v, %v", l, err)
		}
	}
}

// TestNamingRecord: a part is read as it was written, and what was cut or is none is damage.
func TestNamingRecord(t *testing.T) {
	t.Parallel()
	g := divided(memstore.New())
	c := mapOf(t, g, siteOf(t, 1, 0)+"map.xml", siteOf(t, 2, 0)+"a", siteOf(t, 2, 0)+"b", siteOf(t, 3, 0))
	c.Named[2].Kind, c.Named[2].How, c.Named[2].Depth, c.Named[2].Priority = aranea.KindSitemap, aranea.HowRobots, 65_535, 20
	want := namingsOf(&c)[0]
	key, record := namingKey(refOf(c.Source.ID()), 0), want.record()
	got, err := decodeNaming(store.Pair{Key: key, Value: record})
	if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for i := range record {
		if _, err := decodeNaming(store.Pair{Key: key, Value: record[:i]}); aranea.KindOf(err) != aranea.Corrupt {
			t.Errorf("cut to %d bytes: %v", i, err)
		}
	}
	if _, err := decodeNaming(store.Pair{Key: key[:5], Value: record}); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("another key: %v", err)
	}
	if _, err := decodeNaming(store.Pair{Key: key, Value: append(record, 0)}); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a byte more: %v", err)
	}
}
