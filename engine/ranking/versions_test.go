package ranking

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/versions"
)

// manual adds two versions of a manual to the index, and a third one that only searchers with a secret may
// read.
func manual(t *testing.T, opt Options) {
	t.Helper()
	var docs []aranea.IndexChange
	for i := range 8 {
		for v, access := range map[string]string{"1.0": "", "2.0": "", "3.0": "wiki"} {
			text := fmt.Sprintf("Page %d", i)
			p := &aranea.Page{
				URL: parse(t, fmt.Sprintf("http://a.test/%s/%d", v, i)), Text: []byte(text), Sketch: uint64(i+1) * 0x9e37_79b9_7f4a_7c15,
				Elements: []aranea.Element{{Kind: aranea.ElementTitle, End: uint32(len(text))}},
			}
			docs = append(docs, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Access: access})
		}
	}
	if err := opt.Pages.Apply(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	if err := opt.Pages.Flush(); err != nil {
		t.Fatal(err)
	}
}

// TestListsLearned: lists on several pages, and single lists, are learned with the versions, without pages that need a secret.
func TestListsLearned(t *testing.T) {
	t.Parallel()
	opt := options(t)
	manual(t, opt)
	var docs []aranea.IndexChange
	for url, access := range map[string]string{"http://a.test/jane/": "", "http://a.test/jane/page/2/": "", "http://a.test/jane/page/3/": "wiki"} {
		p := &aranea.Page{URL: parse(t, url), Text: []byte("Jane"), Elements: []aranea.Element{{Kind: aranea.ElementTitle, End: 4}}}
		docs = append(docs, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Access: access})
	}
	for url, access := range map[string]string{"http://a.test/orb/": "", "http://a.test/tag/silk/": "", "http://a.test/tag/closed/": "wiki"} {
		text := "The orb weaver\nIt spins by night"
		p := &aranea.Page{URL: parse(t, url), Text: []byte(text), Elements: []aranea.Element{{Kind: aranea.ElementHeading2, End: 14}, {Start: 15, End: uint32(len(text))}}}
		docs = append(docs, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Access: access, Snippet: true})
	}
	text := "Days of spiders\nThe orb weaver"
	p := &aranea.Page{URL: parse(t, "http://a.test/schedule.xml"), Format: "xml", Text: []byte(text), Elements: []aranea.Element{{End: 15}, {Start: 16, End: uint32(len(text))}}}
	docs = append(docs, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Snippet: true})
	if err := opt.Pages.Apply(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	table := r.Signals().Versions
	for _, list := range []string{"http://a.test/tag/silk/", "http://a.test/schedule.xml"} {
		if at := table.Of(rank.KeyOf(parse(t, list).ID())); at.Page != versions.SingleList {
			t.Errorf("%s: %+v", list, at)
		}
	}
	if table.Len() != 20 {
		t.Errorf("%d pages", table.Len())
	}
	if at := table.Of(rank.KeyOf(parse(t, "http://a.test/jane/page/2/").ID())); !versions.IsList(at.Page) || at.Older != 1 {
		t.Errorf("the second page: %+v", at)
	}
}

// TestWorksLearned: pages in several languages are learned with the versions, from what they name as alternates, without
// pages that need a secret.
func TestWorksLearned(t *testing.T) {
	t.Parallel()
	opt := options(t)
	names := map[string]string{"http://a.test/looms": "en", "http://a.test/webstuhl": "de", "http://a.test/tear": "pt"}
	var docs []aranea.IndexChange
	var edges []aranea.EdgeChange
	for url, lang := range names {
		text := []byte(strings.Repeat(map[string]string{"en": "the looms that were in the old house ", "de": "die Webstühle sind nicht in dem alten Haus ", "pt": "os teares não estão na casa que era "}[lang], 9))
		p := &aranea.Page{URL: parse(t, url), Lang: lang, Text: text, Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
		access := ""
		if lang == "pt" {
			access = "wiki"
		}
		docs = append(docs, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p, Access: access})
		var set hreflang.Set
		for other, in := range names {
			set.Add(in, other)
		}
		edges = append(edges, aranea.EdgeChange{Source: p.URL, Alternates: []hreflang.Set{set}})
	}
	if err := errors.Join(opt.Pages.Apply(t.Context(), docs), opt.Pages.Flush(), opt.Graph.Apply(t.Context(), edges)); err != nil {
		t.Fatal(err)
	}
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	table := r.Signals().Versions
	of := func(url string) uint32 { return table.Of(rank.KeyOf(parse(t, url).ID())).Work }
	if of("http://a.test/looms") == 0 || of("http://a.test/looms") != of("http://a.test/webstuhl") || of("http://a.test/tear") != 0 || table.Len() != 2 {
		t.Errorf("%d, %d, %d, %d pages", of("http://a.test/looms"), of("http://a.test/webstuhl"), of("http://a.test/tear"), table.Len())
	}
}

// TestVersionsLearned: versions are learned with the ranks, from pages that everybody can find, and kept; a
// copy has them; damage is told, and repaired by the next update.
func TestVersionsLearned(t *testing.T) {
	t.Parallel()
	opt := options(t)
	manual(t, opt)
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil || r.manuals.Table().Len() != 16 {
		t.Fatalf("%d pages with versions, %v", r.manuals.Table().Len(), err)
	}
	copied := opt
	copied.AnchorsDir, copied.RankDir, copied.View = filepath.Join(t.TempDir(), "anchors"), filepath.Join(t.TempDir(), "rank"), true
	if err := errors.Join(r.Anchors().Backup(t.Context(), copied.AnchorsDir), r.Backup(copied.RankDir)); err != nil {
		t.Fatal(err)
	}
	if got := open(t, copied).Signals().Versions; !got.Equal(r.Signals().Versions) {
		t.Errorf("a copy has %d", got.Len())
	}
	file := filepath.Join(opt.RankDir, "versions")
	flip(t, file, -6)
	if err := r.Check(); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a check says %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r = open(t, opt)
	if f := r.Faults(); len(f) != 1 || f[0].File != versionsName || r.manuals.Table() != nil {
		t.Errorf("faults %v, %d versions", f, r.manuals.Table().Len())
	}
	if _, err := r.Update(t.Context()); err != nil || r.manuals.Table().Len() != 16 || r.Check() != nil {
		t.Errorf("learned anew: %d, %v, %v", r.manuals.Table().Len(), err, r.Check())
	}
	if err := r.Forget(t.Context()); err != nil || r.manuals.Table() != nil {
		t.Errorf("forgotten: %v", err)
	}
}

// TestCanonicalVersions: a version comes before a newer one whose pages call it canonical, and nothing else;
// a page with two canonical URLs says nothing.
func TestCanonicalVersions(t *testing.T) {
	t.Parallel()
	for _, named := range []int{1, 2} {
		opt := options(t)
		manual(t, opt)
		var links []aranea.EdgeChange
		for i := range 8 {
			c := aranea.EdgeChange{Source: parse(t, fmt.Sprintf("http://a.test/2.0/%d", i))}
			for v := range named {
				c.Canonicals = append(c.Canonicals, parse(t, fmt.Sprintf("http://a.test/%d.0/%d", 1+v*9, i)))
			}
			links = append(links, c)
		}
		if err := opt.Graph.Apply(t.Context(), links); err != nil {
			t.Fatal(err)
		}
		r := open(t, opt)
		if _, err := r.Update(t.Context()); err != nil {
			t.Fatal(err)
		}
		older := r.manuals.Table().Of(rank.KeyOf(parse(t, "http://a.test/1.0/3").ID())).Older
		if want := uint8(named - 1); older != want {
			t.Errorf("%d canonical URLs: %d versions are before it, want %d", named, older, want)
		}
	}
}
