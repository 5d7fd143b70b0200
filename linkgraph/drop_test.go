package linkgraph

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestDrop: what depended on the links of a page goes with it, also where a URL leads to
// another, and a scan of all links finds nothing left to do.
func TestDrop(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.standings["http://old.test/"] = Unlisted
	s.standings["http://c.test/photo.bmp"] = Unread
	g := New(memstore.New(), func(u weburl.URL) (bool, error) { return !s.closed[u.String()], nil })
	redirect := aranea.EdgeChange{Source: parse(t, "http://old.test/"), Edges: []aranea.Edge{{Target: parse(t, "http://c.test/"), How: aranea.HowRedirect}}}
	if err := g.Apply(t.Context(), []aranea.EdgeChange{
		redirect, page(t, "http://a.test/", "http://old.test/ spiders", "http://c.test/photo.bmp A photo", "http://b.test/ friends"),
		page(t, "http://b.test/", "http://c.test/ home", "http://a.test/ back"), page(t, "http://closed.test/", "http://c.test/ closed"),
	}); err != nil {
		t.Fatal(err)
	}
	s.closed["http://closed.test/"] = true
	if _, err := bringUp(t, g, s); err != nil {
		t.Fatal(err)
	}
	const before = "a.test/ = h2:back\nb.test/ = h2:friends\nc.test/ = h2:home, h2:spiders\nc.test/photo.bmp = image, title:A photo, h2:A photo, keywords:photo"
	if s.print() != before {
		t.Fatalf("before:\n%s", s.print())
	}
	s.closed["http://a.test/"], s.standings["http://a.test/"] = true, Unlisted
	var d Dropped
	if err := g.Drop(t.Context(), []weburl.URL{parse(t, "http://a.test/"), parse(t, "http://unknown.test/")}, &d); err != nil {
		t.Fatal(err)
	}
	s.applied = 0
	if done, err := g.UpdateDropped(t.Context(), &d, s.uses()); !done || err != nil || s.applied != 4 || s.print() != "c.test/ = h2:home" {
		t.Errorf("%v, %v, %d documents written, left:\n%s", done, err, s.applied, s.print())
	}
	for l, err := range g.Links(t.Context(), Filter{URL: parse(t, "http://a.test/"), From: true}) {
		t.Errorf("the page still has the link %v, %v", l, err)
	}
	if done, err := bringUp(t, g, s); err != nil || done.Changed != 0 {
		t.Errorf("a walk through all links: %+v, %v", done, err)
	}
}

// TestDropMany: if more links are affected than are examined one by one, the work is left to a
// scan of all links.
func TestDropMany(t *testing.T) {
	t.Parallel()
	g, s := New(memstore.New(), nil), newShelf()
	var pages []weburl.URL
	for i := range maxNamedBy/MaxLinks + 1 {
		var links []string
		for n := range MaxLinks {
			links = append(links, fmt.Sprintf("http://b.test/%d/%d words", i, n))
		}
		from := fmt.Sprintf("http://a.test/%d", i)
		pages = append(pages, parse(t, from))
		if err := g.Apply(t.Context(), []aranea.EdgeChange{page(t, from, links...)}); err != nil {
			t.Fatal(err)
		}
	}
	var d Dropped
	if err := g.Drop(t.Context(), pages, &d); err != nil {
		t.Fatal(err)
	}
	if done, err := g.UpdateDropped(t.Context(), &d, s.uses()); done || err != nil || s.applied != 0 {
		t.Errorf("%v, %v, %d documents written", done, err, s.applied)
	}
}
