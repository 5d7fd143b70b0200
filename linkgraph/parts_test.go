package linkgraph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// withParts returns the change of a page with identifiers, separated by spaces, and links to parts,
// each a URL with a fragment, a space and its words.
func withParts(t testing.TB, source, ids string, links ...string) aranea.EdgeChange {
	t.Helper()
	c := aranea.EdgeChange{Source: parse(t, source), Parts: &aranea.PartEdges{}}
	var hashes []uint32
	for id := range strings.FieldsSeq(ids) {
		hashes = append(hashes, fragment.Hash([]byte(id)))
	}
	c.Parts.IDs = fragment.SetOf(hashes)
	for _, l := range links {
		to, words, _ := strings.Cut(l, " ")
		e := aranea.PartEdge{Edge: aranea.Edge{Target: parse(t, to), Anchor: words, Zone: aranea.ZoneNavigation, HasZone: true}, Fragment: string(fragment.Of([]byte(to)))}
		c.Parts.Edges = append(c.Parts.Edges, e)
	}
	return c
}

// partList prints the links to parts on pages of a site.
func partList(t testing.TB, g *Graph, site weburl.Origin) string {
	t.Helper()
	var out []string
	for l, err := range g.PartLinks(t.Context(), site) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s>%s#%s %s", strings.TrimPrefix(l.From.String(), "http://"), strings.TrimPrefix(l.To.String(), "http://"), l.Fragment, l.Anchor)))
		if l.Kind != "link" || l.Zone != "navigation" {
			t.Errorf("%+v", l)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestParts: the parts of a page and its links to parts are replaced with it, kept where that is
// said, and dropped with it.
func TestParts(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := New(kv, nil)
	a, b := parse(t, "http://a.test/"), parse(t, "http://b.test/")
	has := func(u weburl.URL, name string, want bool) {
		t.Helper()
		if p, ok, err := g.Parts(u); err != nil || !ok || !p.Known || p.IDs.Has(name) != want {
			t.Errorf("%s#%s: %+v, %t, %v", u, name, p, ok, err)
		}
	}
	apply(t, g, withParts(t, a.String(), "one two", "http://a.test/x#p words", "http://a.test/x#q", "http://a.test/#none"), withParts(t, b.String(), "", "http://a.test/#one"))
	has(a, "one", true)
	has(a, "three", false)
	has(b, "one", false)
	if got := partList(t, g, ""); got != "a.test/>a.test/#none, a.test/>a.test/x#p words, a.test/>a.test/x#q, b.test/>a.test/#one" {
		t.Error(got)
	}
	if got := partList(t, g, b.Origin()); got != "b.test/>a.test/#one" {
		t.Error(got)
	}
	if got := list(t, g, Filter{URL: a}); got != "" {
		t.Errorf("links to parts became links: %s", got)
	}

	apply(t, g, aranea.EdgeChange{Source: a, KeepParts: true}, aranea.EdgeChange{Source: parse(t, "http://c.test/"), KeepParts: true})
	has(a, "one", true)
	if got := partList(t, g, a.Origin()); got != "" {
		t.Errorf("links of a copy: %s", got)
	}
	apply(t, g, withParts(t, a.String(), "three"))
	has(a, "one", false)
	has(a, "three", true)
	g = New(kv, nil) // another process
	var d Dropped
	if err := g.Drop(t.Context(), []weburl.URL{a}, &d); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := g.Parts(a); ok || err != nil {
		t.Errorf("parts of a dropped page: %t, %v", ok, err)
	}
	if got := partList(t, g, ""); got != "b.test/>a.test/#one" {
		t.Error(got)
	}
}

// TestUnknownParts: of a page whose parts are unknown that is known, and its links are.
func TestUnknownParts(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	c := withParts(t, "http://a.test/", "one", "http://b.test/#x")
	c.Parts.Unknown = true
	apply(t, g, c)
	if p, ok, err := g.Parts(c.Source); !ok || p.Known || len(p.IDs) > 0 || err != nil {
		t.Errorf("%+v, %t, %v", p, ok, err)
	}
	if got := partList(t, g, ""); got != "a.test/>b.test/#x" {
		t.Error(got)
	}
}

// TestPartsDamaged: a record that does not decode is named.
func TestPartsDamaged(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := New(kv, nil)
	u := parse(t, "http://a.test/")
	apply(t, g, withParts(t, u.String(), "one two", "http://b.test/#x"))
	key := partsKey(refOf(u.ID()))
	whole, err := kv.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		b := kv.NewBatch()
		b.Put(key, whole[:n])
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		var failed error
		for _, err := range g.PartLinks(t.Context(), "") {
			failed = err
		}
		if aranea.KindOf(failed) != aranea.Corrupt {
			t.Errorf("the first %d bytes: %v", n, failed)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	for _, err := range g.PartLinks(ctx, "") {
		if err == nil || err.Error() != "enough" {
			t.Errorf("after the end: %v", err)
		}
	}
}

func FuzzDecodeParts(f *testing.F) {
	f.Add(appendParts(nil, "http://a.test/", withParts(f, "http://a.test/", "one two", "http://a.test/x#p words", "http://b.test/#q").Parts))
	f.Add(appendParts(nil, "http://a.test/", &aranea.PartEdges{Unknown: true}))
	f.Add([]byte{recordVersion})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := readerOf(b)
		r.text()
		if p := r.parts(); len(p.IDs) > len(b)/hashSize || !slices.IsSorted(p.IDs) && !r.bad {
			t.Errorf("%d identifiers", len(p.IDs))
		}
		source, links, err := decodePartLinks(b)
		if err != nil {
			return
		}
		for i := range links {
			if max(len(links[i].fragment), len(links[i].anchor)) > len(b) || len(source) > len(b) {
				t.Errorf("%+v", links[i])
			}
		}
	})
}
