package linkgraph

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// shelf keeps anchor documents as an index would.
type shelf struct {
	docs      map[string]string // by URL
	standings map[string]Standing
	closed    map[string]bool
	known     []Known
	applied   int
}

func newShelf() *shelf {
	return &shelf{docs: map[string]string{}, standings: map[string]Standing{}, closed: map[string]bool{}}
}

func (s *shelf) uses() Uses {
	return Uses{
		Kind: func(u weburl.URL) string { return map[bool]string{true: "image"}[strings.HasSuffix(u.Path(), ".bmp")] },
		Standing: func(u weburl.URL) (Standing, error) {
			if st, ok := s.standings[u.String()]; ok {
				return st, nil
			}
			return Read, nil
		},
		Apply: func(_ context.Context, changes []aranea.IndexChange) error {
			for i := range changes {
				s.applied++
				if changes[i].Action == aranea.IndexDelete {
					delete(s.docs, changes[i].URL.String())
				} else {
					s.docs[changes[i].URL.String()] = shown(changes[i].Page)
				}
			}
			return nil
		},
	}
}

// list yields what is known.
func (s *shelf) list(context.Context) iter.Seq2[Known, error] {
	return func(yield func(Known, error) bool) {
		for _, k := range s.known {
			if !yield(k, nil) {
				return
			}
		}
	}
}

// shown prints the elements of a page as "kind:text".
func shown(p *aranea.Page) string {
	var out []string
	if p.Format != "" {
		out = append(out, p.Format)
	}
	for _, e := range p.Elements {
		out = append(out, e.Kind.String()+":"+string(p.Text[e.Start:e.End]))
	}
	return strings.Join(out, ", ")
}

func (s *shelf) print() string {
	var out []string
	for u, d := range s.docs {
		out = append(out, strings.TrimPrefix(u, "http://")+" = "+d)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// bringUp updates the documents of a shelf.
func bringUp(t *testing.T, g *Graph, s *shelf) (Updated, error) {
	t.Helper()
	c, err := g.Census(t.Context(), s.list)
	if err != nil {
		return Updated{}, err
	}
	return c.UpdateAnchors(t.Context(), s.uses())
}

// TestWordsOfForms: what was selected in a form finds the page that came of it, and a URL that was
// never read is not found because a form leads there.
func TestWordsOfForms(t *testing.T) {
	t.Parallel()
	s := newShelf()
	g := New(memstore.New(), func(weburl.URL) (bool, error) { return true, nil })
	s.standings["http://c.test/closed"] = Unread
	form := page(t, "http://c.test/", "http://c.test/read North", "http://c.test/closed South")
	for i := range form.Edges {
		form.Edges[i].How = aranea.HowForm
	}
	linked := page(t, "http://c.test/x", "http://c.test/closed there")
	for _, step := range []struct {
		change aranea.EdgeChange
		want   string
	}{
		{form, "c.test/read = caption:North"},
		{linked, "c.test/closed = title:South, caption:South, caption:there\nc.test/read = caption:North"},
	} {
		if err := g.Apply(t.Context(), []aranea.EdgeChange{step.change}); err != nil {
			t.Fatal(err)
		}
		if _, err := bringUp(t, g, s); err != nil {
			t.Fatal(err)
		}
		if got := s.print(); got != step.want {
			t.Errorf("%s\nwant %s", got, step.want)
		}
	}
}

func TestUpdateAnchors(t *testing.T) {
	t.Parallel()
	s := newShelf()
	g := New(memstore.New(), func(u weburl.URL) (bool, error) { return !s.closed[u.String()], nil })
	s.standings["http://c.test/photo.bmp"] = Unread
	s.standings["http://c.test/unknown"] = Unlisted
	s.standings["http://old.test/"] = Unlisted
	redirect := aranea.EdgeChange{Source: parse(t, "http://old.test/"), Edges: []aranea.Edge{{Target: parse(t, "http://c.test/"), How: aranea.HowRedirect}}}
	steps := []struct {
		name    string
		changes []aranea.EdgeChange
		do      func()
		changed int
		want    string
	}{
		{"nothing", nil, nil, 0, ""},
		{
			"one site votes once, its own little", []aranea.EdgeChange{
				page(t, "http://a.test/1", "http://c.test/ the  spider"), page(t, "http://a.test/2", "http://c.test/ The spider"),
				page(t, "http://b.test/", "http://c.test/ the spider", "http://c.test/unknown who"),
				page(t, "http://c.test/x", "http://c.test/ home", "http://c.test/photo.bmp A photo"), page(t, "http://c.test/y", "http://c.test/ home"),
			}, nil, 2,
			"c.test/ = h2:The spider, h2:The spider, caption:home\nc.test/photo.bmp = image, title:A photo, caption:A photo, keywords:photo",
		},
		{"nothing changed", nil, nil, 0, "c.test/ = h2:The spider, h2:The spider, caption:home\nc.test/photo.bmp = image, title:A photo, caption:A photo, keywords:photo"},
		{
			"links without recommendation do not count", []aranea.EdgeChange{page(t, "http://b.test/", "http://c.test/ !the spider")}, nil, 1,
			"c.test/ = h2:The spider, caption:home\nc.test/photo.bmp = image, title:A photo, caption:A photo, keywords:photo",
		},
		{
			"links to what leads there count", []aranea.EdgeChange{redirect, page(t, "http://d.test/", "http://old.test/ old name")}, nil, 1,
			"c.test/ = h2:The spider, h2:old name, caption:home\nc.test/photo.bmp = image, title:A photo, caption:A photo, keywords:photo",
		},
		{
			"a page is closed", nil, func() {
				s.closed["http://d.test/"] = true
				s.closed["http://a.test/1"] = true
				s.closed["http://a.test/2"] = true
			}, 1,
			"c.test/ = caption:home\nc.test/photo.bmp = image, title:A photo, caption:A photo, keywords:photo",
		},
		{"the photo is gone", nil, func() { s.standings["http://c.test/photo.bmp"] = Unlisted }, 1, "c.test/ = caption:home"},
		{"the links are gone", []aranea.EdgeChange{page(t, "http://c.test/x"), page(t, "http://c.test/y"), {Source: redirect.Source}, page(t, "http://a.test/1"), page(t, "http://a.test/2"), page(t, "http://b.test/")}, nil, 1, ""},
	}
	for _, step := range steps {
		apply(t, g, step.changes...)
		if step.do != nil {
			step.do()
		}
		r, err := bringUp(t, g, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.print(); got != step.want || r.Changed != step.changed || r.Targets != len(s.docs) {
			t.Errorf("%s: %+v\n%s\nwant %d changes and\n%s", step.name, r, got, step.changed, step.want)
		}
	}
}

// TestKnownInAnyOrder: a URL in the list of known ones needs no lookup; one that is not at its
// place in the list, or not in it, is looked up.
func TestKnownInAnyOrder(t *testing.T) {
	t.Parallel()
	var links []string
	var all []Known
	for _, host := range strings.Fields("a b c d e f") {
		u := parse(t, "http://"+host+".test/")
		links = append(links, u.String()+" words of "+host)
		all = append(all, Known{URL: u, ID: u.ID(), Counts: true, Standing: Read})
	}
	slices.SortFunc(all, func(a, b Known) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	all[3].Standing = Unlisted
	want := ""
	for name, known := range map[string][]Known{
		"all in order": all, "in descending order": {all[5], all[4], all[3], all[2], all[1], all[0]},
		"some": {all[0], all[4]}, "none": nil, "the last first": {all[5], all[0], all[3], all[4]},
	} {
		s := newShelf()
		s.known = known
		s.standings[all[3].URL.String()] = Unlisted
		asked := 0
		use := s.uses()
		use.Standing = func(u weburl.URL) (Standing, error) {
			asked++
			return s.uses().Standing(u)
		}
		g := New(memstore.New(), nil)
		apply(t, g, page(t, "http://z.test/", links...))
		c, err := g.Census(t.Context(), s.list)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.UpdateAnchors(t.Context(), use); err != nil || len(s.docs) != 5 {
			t.Errorf("%s: %s, %v", name, s.print(), err)
		}
		if want = cmp.Or(want, s.print()); s.print() != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, s.print(), want)
		}
		if name == "all in order" && asked > 0 {
			t.Errorf("%d URLs were asked for that are known", asked)
		}
	}
}

// TestForgetAnchors writes everything again after the index of anchors was lost.
func TestForgetAnchors(t *testing.T) {
	t.Parallel()
	s := newShelf()
	g := New(memstore.New(), nil)
	apply(t, g, page(t, "http://a.test/", "http://b.test/ bee"))
	for want := 1; want <= 2; want++ {
		if _, err := bringUp(t, g, s); err != nil || s.applied != want {
			t.Fatalf("%d documents written, %v; want %d", s.applied, err, want)
		}
		clear(s.docs)
		if err := g.ForgetAnchors(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinksThatGoMeanwhile: a link that goes while documents are updated is no damage, and the
// next update sees it.
func TestLinksThatGoMeanwhile(t *testing.T) {
	t.Parallel()
	s := newShelf()
	g := New(memstore.New(), nil)
	apply(t, g, page(t, "http://a.test/", "http://c.test/ one"), page(t, "http://b.test/", "http://d.test/ two"))
	if _, err := bringUp(t, g, s); err != nil || len(s.docs) != 2 {
		t.Fatalf("%q, %v", s.docs, err)
	}
	apply(t, g, page(t, "http://a.test/", "http://c.test/ three"), page(t, "http://b.test/", "http://d.test/ four"))
	c, err := g.Census(t.Context(), s.list)
	if err != nil {
		t.Fatal(err)
	}
	uses := s.uses()
	first := weburl.URL{}
	uses.Standing = func(u weburl.URL) (Standing, error) {
		if first == (weburl.URL{}) {
			first = u
			other := map[string]string{"http://c.test/": "http://b.test/", "http://d.test/": "http://a.test/"}[u.String()]
			apply(t, g, page(t, other))
		}
		return Read, nil
	}
	if _, err := c.UpdateAnchors(t.Context(), uses); err != nil || s.applied != 3 || len(s.docs) != 2 {
		t.Errorf("%d documents written, %q, %v", s.applied, s.docs, err)
	}
	if _, err := bringUp(t, g, s); err != nil || len(s.docs) != 1 || s.docs[first.String()] == "" {
		t.Errorf("afterwards %q, %v", s.docs, err)
	}
}

// TestAnchorLoops: following URLs that lead to one another ends.
func TestAnchorLoops(t *testing.T) {
	t.Parallel()
	s := newShelf()
	g := New(memstore.New(), nil)
	lead := func(from, to string) aranea.EdgeChange {
		return aranea.EdgeChange{Source: parse(t, from), Edges: []aranea.Edge{{Target: parse(t, to), How: aranea.HowRedirect}}}
	}
	apply(t, g, lead("http://a.test/", "http://b.test/"), lead("http://b.test/", "http://a.test/"), page(t, "http://c.test/", "http://a.test/ loop"))
	if _, err := bringUp(t, g, s); err != nil || s.docs["http://a.test/"] != "h2:loop" || s.docs["http://b.test/"] != "h2:loop" {
		t.Errorf("%q, %v", s.docs, err)
	}
}

// TestCensusBeyondItsMemory: pages whose links do not count are left out even if there are more
// of them than a census records.
func TestCensusBeyondItsMemory(t *testing.T) {
	t.Parallel()
	s := newShelf()
	g := New(memstore.New(), func(u weburl.URL) (bool, error) { return !s.closed[u.String()], nil })
	var changes []aranea.EdgeChange
	for _, host := range strings.Fields("a b c d e f") {
		s.closed["http://"+host+".test/"] = host < "e"
		changes = append(changes, page(t, "http://"+host+".test/", "http://to.test/ by "+host))
	}
	if err := g.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	for most := range 6 {
		if most == 5 { // then it records half of the pages, and looks up the others
			for _, c := range changes[:3] {
				s.known = append(s.known, Known{URL: c.Source, ID: c.Source.ID()})
			}
			slices.SortFunc(s.known, func(a, b Known) int { return bytes.Compare(a.ID[:], b.ID[:]) })
		}
		c, err := g.census(t.Context(), s.list, most)
		if err != nil || len(c.dead) != min(most, 4) {
			t.Fatalf("%d pages remembered, %v", len(c.dead), err)
		}
		var urls []string
		for p, err := range c.Pages(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			urls = append(urls, p.URL)
		}
		slices.Sort(urls)
		if got := strings.Join(urls, " "); got != "http://e.test/ http://f.test/" {
			t.Errorf("with %d remembered, the links of %s count", most, got)
		}
		clear(s.docs)
		if err := g.ForgetAnchors(); err != nil {
			t.Fatal(err)
		}
		if _, err := c.UpdateAnchors(t.Context(), s.uses()); err != nil || strings.Contains(s.print(), "by a") || !strings.Contains(s.print(), "by e") {
			t.Errorf("with %d remembered, the words are %s, %v", most, s.print(), err)
		}
	}
}

func TestNamesOfFiles(t *testing.T) {
	t.Parallel()
	s := newShelf()
	g := New(memstore.New(), func(weburl.URL) (bool, error) { return true, nil })
	for i := range maxNamed + 1 {
		links := []string{"http://c.test/spider-head.bmp"}
		if i < maxNamed {
			links = append(links, "http://c.test/red_kite.bmp", "http://c.test/DSC01.bmp", "http://c.test/red_kite")
		}
		if i == 0 {
			links = append(links, "http://c.test/owl.bmp !")
		}
		apply(t, g, page(t, fmt.Sprintf("http://a.test/%d", i), links...))
	}
	if _, err := bringUp(t, g, s); err != nil {
		t.Fatal(err)
	}
	if got, want := s.print(), "c.test/red_kite.bmp = image, keywords:red kite"; got != want {
		t.Errorf("documents\n%s\nwant\n%s", got, want)
	}
}
