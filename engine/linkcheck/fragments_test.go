package linkcheck

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/weburl"
)

func (w *web) PartLinks(_ context.Context, site weburl.Origin) iter.Seq2[linkgraph.PartLink, error] {
	return func(yield func(linkgraph.PartLink, error) bool) {
		for _, l := range w.to {
			if (site == "" || l.From.Origin().Site() == site.Site()) && !yield(l, nil) {
				return
			}
		}
	}
}

func (w *web) Parts(u weburl.URL) (linkgraph.Parts, bool, error) {
	w.asked++
	p, ok := w.parts[u]
	return p, ok, nil
}

// has records the identifiers of a page.
func (w *web) has(t *testing.T, path string, ids ...string) {
	if w.parts == nil {
		w.parts = map[weburl.URL]linkgraph.Parts{}
	}
	var hashes []uint32
	for _, id := range ids {
		hashes = append(hashes, fragment.Hash([]byte(id)))
	}
	w.parts[parse(t, "http://a.test"+path)] = linkgraph.Parts{IDs: fragment.SetOf(hashes), Known: true}
}

func (w *web) linkPart(t *testing.T, from, to, anchor, zone string) {
	w.to = append(w.to, linkgraph.PartLink{
		Link:     linkgraph.Link{From: parse(t, from), To: parse(t, "http://a.test"+to), Kind: "link", Anchor: anchor, Zone: zone},
		Fragment: string(fragment.Of([]byte(to))),
	})
}

// missing lists the links to parts that do not exist: "page target#fragment pages".
func (w *web) missing(t *testing.T, f Filter) []string {
	t.Helper()
	var out []string
	for l, err := range New(w, w, w, nil).Links(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		if l.Fragment == "" {
			continue
		}
		if l.Reason != "LINK.FRAGMENT" || l.Status != 200 {
			t.Errorf("%+v", l)
		}
		s := fmt.Sprintf("%s %s#%s %d", strings.TrimPrefix(l.From.String(), "http://"), l.To.Target(), l.Fragment, l.Pages)
		if l.LeadsTo != "" {
			s += fmt.Sprintf(" %s %t", l.LeadsTo, l.Permanent)
		}
		out = append(out, s)
	}
	return out
}

// TestMissingParts: a link is broken if its page was read and does not have the part, whatever
// else the page is; of other targets nothing is said.
func TestMissingParts(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/read", aranea.IndexAdded, 200, "")
	w.visited(t, "/copy", aranea.DupExact, 200, "")
	w.visited(t, "/noindex", aranea.DirectiveNoIndex, 200, "")
	w.visited(t, "/unchanged", aranea.IndexAdded, 304, "")
	w.visited(t, "/document", aranea.IndexAdded, 200, "") // of another format
	w.visited(t, "/cut", aranea.IndexAdded, 200, "")
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	w.visited(t, "/denied", aranea.RobotsDenied, 200, "")
	for _, path := range []string{"/read", "/copy", "/noindex", "/unchanged", "/cut", "/gone", "/denied", "/unknown"} {
		w.has(t, path, "one", "two")
	}
	w.parts[parse(t, "http://a.test/cut")] = linkgraph.Parts{}
	for _, path := range []string{"/read", "/copy", "/noindex", "/unchanged", "/document", "/cut", "/gone", "/denied", "/unknown"} {
		w.linkPart(t, "http://a.test/", path+"#one", "one", "main")
		w.linkPart(t, "http://a.test/", path+"#three", "three", "main")
	}
	w.linkPart(t, "http://a.test/read", "/read#own", "", "")
	want := []string{"a.test/ /copy#three 1", "a.test/ /noindex#three 1", "a.test/read /read#own 1", "a.test/ /read#three 1", "a.test/ /unchanged#three 1"}
	if got := w.missing(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := w.missing(t, Filter{Moved: true}); len(got) > 0 {
		t.Errorf("moved: %q", got)
	}
	all := w.list(t, Filter{})
	if len(all) != 6 || all[0] != "http://a.test/ /gone 404 HTTP.NOT-FOUND  false 1" {
		t.Errorf("with the others: %q", all)
	}
	for range New(w, w, w, nil).Links(t.Context(), Filter{}) {
		break // what wants no more gets no more
	}
	w.has(t, "/read", "three", "own") // visited again
	want = []string{"a.test/ /copy#three 1", "a.test/ /noindex#three 1", "a.test/ /read#one 1", "a.test/ /unchanged#three 1"}
	if got := w.missing(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("then: %q", got)
	}
}

// TestPartsBehindRedirects: the fragment belongs to the page that the redirects lead to, unless
// one of them names a part itself. A refresh has a fragment of its own or none.
func TestPartsBehindRedirects(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/new", aranea.IndexAdded, 200, "")
	w.has(t, "/new", "one")
	w.visited(t, "/temporary", aranea.HTTPRedirect, 302, "http://a.test/new")
	w.visited(t, "/chain", aranea.HTTPRedirect, 301, "http://a.test/temporary")
	w.visited(t, "/moved", aranea.HTTPRedirect, 301, "http://a.test/new")
	w.visited(t, "/named", aranea.HTTPRedirect, 301, "http://a.test/new")
	w.parts[parse(t, "http://a.test/named")] = linkgraph.Parts{}
	w.visited(t, "/refresh", aranea.DirectiveRefresh, 200, "http://a.test/new")
	w.visited(t, "/loop", aranea.HTTPRedirect, 301, "http://a.test/loop")
	w.visited(t, "/away", aranea.HTTPRedirect, 301, "http://b.test/")
	for _, path := range []string{"/chain", "/moved", "/named", "/refresh", "/loop", "/away"} {
		w.linkPart(t, "http://a.test/", path+"#one", "one", "main")
		w.linkPart(t, "http://a.test/", path+"#two", "two", "main")
	}
	want := []string{"a.test/ /chain#two 1 http://a.test/new false", "a.test/ /moved#two 1 http://a.test/new true"}
	if got := w.missing(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestFoldParts: links of a template to one part are listed once per host, as others are.
func TestFoldParts(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/read", aranea.IndexAdded, 200, "")
	w.has(t, "/read")
	for i := range Few + 1 {
		w.linkPart(t, fmt.Sprintf("http://a.test/p%02d", Few-i), "/read#a", "Menu", "navigation")
		w.linkPart(t, fmt.Sprintf("http://a.test/u%02d", Few-i), "/read#b", "without a zone", "")
	}
	for i := range 2 {
		w.linkPart(t, fmt.Sprintf("http://b.test/p%d", i), "/read#a", "Menu", "navigation")
		w.linkPart(t, fmt.Sprintf("http://c.test/m%d", 1-i), "/read#a", "here", "main")
	}
	w.linkPart(t, "http://a.test/p00", "/read#a", "other words", "navigation")
	want := []string{"a.test/p00 /read#a 11", "a.test/p00 /read#a 1", "b.test/p0 /read#a 2", "c.test/m0 /read#a 1", "c.test/m1 /read#a 1", "a.test/u00 /read#b 11"}
	if got := w.missing(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	w.visited(t, "/c", aranea.IndexAdded, 200, "")
	w.entries[len(w.entries)-1].URL = parse(t, "http://c.test/")
	if got := w.missing(t, Filter{Host: "c.test"}); !slices.Equal(got, want[3:5]) {
		t.Errorf("of one host: %q", got)
	}
}

// TestManyParts: the list is sorted in parts of a limited size, and what is known of targets is
// held within limits.
func TestManyParts(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/read", aranea.IndexAdded, 200, "")
	w.has(t, "/read", "one")
	for i := range MaxSorted + 1 {
		w.linkPart(t, "http://a.test/", fmt.Sprintf("/read#%05d", MaxSorted-i), "", "main")
	}
	for i := range maxPages + 1 {
		w.linkPart(t, "http://a.test/", fmt.Sprintf("/p%d#x", i), "", "main")
	}
	got := w.missing(t, Filter{})
	if len(got) != MaxSorted+1 || !slices.IsSorted(got[:MaxSorted]) || got[MaxSorted] != "a.test/ /read#00000 1" {
		t.Errorf("%d links, the last %q", len(got), got[len(got)-1])
	}
	p := &partList{c: New(w, w, w, nil), pages: map[weburl.URL]page{}, groups: map[part]*group{}}
	large := make(fragment.Set, maxIdentifiers/2)
	for i := range 4 {
		path := fmt.Sprintf("/large%d", i)
		w.visited(t, path, aranea.IndexAdded, 200, "")
		w.parts[parse(t, "http://a.test"+path)] = linkgraph.Parts{IDs: large, Known: true}
		if err := p.add(&linkgraph.PartLink{Link: linkgraph.Link{To: parse(t, "http://a.test"+path)}, Fragment: "x"}); err != nil {
			t.Fatal(err)
		}
		if p.identifiers > maxIdentifiers || len(p.pages) > 2 {
			t.Errorf("%d identifiers of %d pages", p.identifiers, len(p.pages))
		}
	}
}

// A failing graph cannot be read.
type failing struct{ *web }

var errDisk = errors.New("disk")

func (failing) Parts(weburl.URL) (linkgraph.Parts, bool, error) {
	return linkgraph.Parts{}, false, errDisk
}

// TestPartsThroughMirrors checks links to parts by way of a host that redirects to the main mirror,
// whether the URL is known or not; nothing is said of a mirror that answers itself.
func TestPartsThroughMirrors(t *testing.T) {
	t.Parallel()
	w := &web{mirrors: map[weburl.Origin]*mirror.Record{
		"http://a.test":     {Members: []weburl.Origin{"http://www.a.test", "http://same.test"}},
		"http://www.a.test": {Main: "http://a.test", Home: "http://a.test"},
		"http://same.test":  {Main: "http://a.test"},
	}}
	for _, path := range []string{"/known", "/not"} {
		w.visited(t, path, aranea.IndexAdded, 200, "")
		w.has(t, path, "there")
	}
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://www.a.test/known"), State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Target: "http://a.test/known"})
	for _, to := range []string{"http://www.a.test/known", "http://www.a.test/not", "http://same.test/not"} {
		for _, part := range []string{"#there", "#nowhere"} {
			w.linkPart(t, "http://a.test/", part, "", "main")
			w.to[len(w.to)-1].To = parse(t, to)
		}
	}
	want := []string{
		"a.test/ /known#nowhere 1 http://a.test/known true",
		"a.test/ /not#nowhere 1 http://a.test/not true",
	}
	if got := w.missing(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestPartsFail: an error ends the list.
func TestPartsFail(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/read", aranea.IndexAdded, 200, "")
	w.linkPart(t, "http://a.test/", "/read#x", "", "main")
	var last error
	for _, err := range New(w, failing{w}, w, nil).Links(t.Context(), Filter{}) {
		last = err
	}
	if !errors.Is(last, errDisk) {
		t.Errorf("%v", last)
	}
}
