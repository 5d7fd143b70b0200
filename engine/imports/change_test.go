package imports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// page is a page whose owner excludes the word "unshown" from snippets and "excluded" from the index.
func page(t *testing.T) *aranea.IndexChange {
	t.Helper()
	u, err := weburl.Parse("http://a.test/page.html")
	if err != nil {
		t.Fatal(err)
	}
	p := &aranea.Page{URL: u, Lang: "en", Format: "html", Published: aranea.Date{At: now.AddDate(-1, 0, 0)}, Facets: []aranea.Facet{{Name: "version", Value: "2.0"}}}
	for _, e := range []struct {
		text string
		kind aranea.ElementKind
		zone aranea.Zone
	}{
		{"A <title>", aranea.ElementTitle, aranea.ZoneMain}, {"About it", aranea.ElementDescription, aranea.ZoneMain}, {"Menu", aranea.ElementListItem, aranea.ZoneNavigation},
		{"Silk", aranea.ElementHeading2, aranea.ZoneMain}, {"excluded", aranea.ElementText, aranea.ZoneMain}, {"to be unshown in part", aranea.ElementText, aranea.ZoneMain}, {"term", aranea.ElementListItem, aranea.ZoneMain},
	} {
		start := uint32(len(p.Text))
		p.Text = append(append(p.Text, e.text...), '\n')
		p.Elements = append(p.Elements, aranea.Element{Kind: e.kind, Zone: e.zone, Start: start, End: start + uint32(len(e.text)), Excluded: e.text == "excluded"})
		if e.text == "Silk" || e.text == "term" {
			p.HeadingIDs = append(p.HeadingIDs, aranea.HeadingID{Start: start, ID: "id of " + e.text})
		}
	}
	for _, l := range []struct {
		path, words string
		how         aranea.How
		rel         robotsmeta.Rel
	}{
		{"/menu", "Menu", aranea.HowAnchor, 0}, {"/silk", "Silk", aranea.HowAnchor, robotsmeta.RelUGC}, {"/x", "excluded", aranea.HowAnchor, 0}, {"/part", "unshown in", aranea.HowAnchor, 0},
		{"/next", "", aranea.HowNext, 0}, {"/a.png", "term", aranea.HowPicture, 0}, {"/no-words", "", aranea.HowAnchor, 0}, {"/go?k=1", "", aranea.HowForm, 0},
	} {
		start := uint32(bytes.Index(p.Text, []byte(l.words)))
		p.Links = append(p.Links, aranea.Link{URL: weburl.MustParse("http://a.test" + l.path), How: l.how, Rel: l.rel, NoFollow: l.rel.NoFollow(), Start: start, End: start + uint32(len(l.words))})
	}
	p.Links[len(p.Links)-1].Label = "Hidden one" // where the form stands, and whether that may be shown, is not known
	at := uint32(bytes.Index(p.Text, []byte("unshown")))
	p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: at, End: at + uint32(len("unshown"))})
	return &aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: now, Depth: 3, Page: p, Snippet: true}
}

func TestOfChange(t *testing.T) {
	t.Parallel()
	c := page(t)
	c.MaxSnippet, c.Expires = 80, now.AddDate(0, 1, 0)
	text, err := json.Marshal(imports.OfChange(c))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"url":"http://a.test/page.html","title":"A \u003ctitle\u003e","description":"About it","lang":"en","type":"html","fetched":"2026-11-22T12:00:00Z","published":"2025-11-22T12:00:00Z","depth":3,` +
		`"blocks":[{"kind":"list-item","zone":"navigation","text":"Menu"},{"kind":"h2","text":"Silk","id":"id of Silk"},{"text":"to be … in part"},{"kind":"list-item","text":"term","id":"id of term"}],` +
		`"facets":[{"name":"version","value":"2.0"}],` +
		`"links":[{"to":"http://a.test/menu","anchor":"Menu","zone":"navigation"},{"to":"http://a.test/silk","anchor":"Silk","rel":"ugc","nofollow":true},{"to":"http://a.test/x"},{"to":"http://a.test/part"},` +
		`{"to":"http://a.test/a.png","kind":"picture","anchor":"term"},{"to":"http://a.test/no-words"},{"to":"http://a.test/go?k=1","kind":"form"}],"max_snippet":80,"expires":"2026-12-22T12:00:00Z"}`
	if string(text) != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	for _, deny := range []func(c *aranea.IndexChange){func(c *aranea.IndexChange) { c.Snippet = false }, func(c *aranea.IndexChange) { c.NoCopy = true }} {
		c := page(t)
		deny(c)
		if d := imports.OfChange(c); d.Title == "" || len(d.Blocks)+len(d.Links) > 0 || (d.Description != "") != c.Snippet {
			t.Errorf("%+v", d)
		}
	}
}

// TestReadBack checks that a line that was written is read back as the same page.
func TestReadBack(t *testing.T) {
	t.Parallel()
	c := page(t)
	c.MaxSnippet, c.Expires = 80, now.AddDate(0, 1, 0)
	written := imports.OfChange(c)
	text, err := json.Marshal(written)
	if err != nil {
		t.Fatal(err)
	}
	d, err := imports.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := d.Page(now, extract.Formats{})
	if err != nil {
		t.Fatal(err)
	}
	again := imports.OfChange(&back)
	again.Links = written.Links // an import makes no links
	if !reflect.DeepEqual(again, written) {
		t.Errorf("%+v\nwant\n%+v", again, written)
	}
	// The digest is that of what is said, whenever that was.
	again.Fetched, again.Depth = now.AddDate(0, 1, 0), 7
	first, _ := written.WithDigest()
	second, _ := again.WithDigest()
	again.Blocks[0].Text = "Other menu"
	if third, _ := again.WithDigest(); len(first.Digest) != 32 || first.Digest != second.Digest || third.Digest == first.Digest {
		t.Errorf("%q, %q and %q", first.Digest, second.Digest, third.Digest)
	}
}

// TestLongPage checks that the line of the largest page can be imported, and says that it is cut.
func TestLongPage(t *testing.T) {
	t.Parallel()
	for _, word := range []string{`"`, "a", "\u202e", "\u009f", "\U000E0001"} {
		c := page(t)
		p := c.Page
		for len(p.Text) < 2<<20 {
			start := uint32(len(p.Text))
			text := strings.Repeat(word, 30/len(word))
			p.Text = append(append(p.Text, text...), '\n')
			p.Elements = append(p.Elements, aranea.Element{Start: start, End: start + uint32(len(text))})
		}
		for i := range extract.DefaultLinks {
			u := weburl.MustParse(fmt.Sprintf("http://a.test/%d/%s", i, strings.Repeat("a", 300)))
			p.Links = append(p.Links, aranea.Link{URL: u, End: uint32(len("A <title>")), Rel: robotsmeta.RelNoFollow, NoFollow: true})
		}
		d := imports.OfChange(c)
		line, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		line = show.JSON(line)
		back, err := imports.Parse(line)
		if err != nil || !back.Cut || len(back.Blocks) < 1000 || len(back.Links) < 1000 {
			t.Fatalf("%v, %d bytes, cut: %v, %d blocks", err, len(line), back.Cut, len(back.Blocks))
		}
		if _, _, err := back.Page(now, extract.Formats{}); err != nil {
			t.Error(err)
		}
	}
}

// TestItemsOfChange: the line of a page has its items, unless its owner lets nobody show or copy its
// text; an import passes over them.
func TestItemsOfChange(t *testing.T) {
	t.Parallel()
	items := pageitem.List{Cut: true, All: []pageitem.Item{
		{Kind: "quote", Fields: pageitem.Fields{{Name: "text", Values: []string{"<One>"}}, {Name: "tags", Values: []string{"a", "b"}, List: true}}}, {Kind: "quote"},
	}}
	c := page(t)
	c.Page.Items = items
	d, err := imports.OfChange(c).WithDigest()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d)
	if want := `"items":[{"kind":"quote","fields":{"text":"\u003cOne\u003e","tags":["a","b"]}}],"items_cut":true,"digest"`; err != nil || !bytes.Contains(text, []byte(want)) {
		t.Errorf("%s, %v\nwant %s in it", text, err, want)
	}
	if back, err := imports.Parse(text); err != nil || len(back.Items) != 1 {
		t.Errorf("%+v, %v", back, err)
	}
	if without, err := imports.OfChange(page(t)).WithDigest(); err != nil || without.Digest == d.Digest {
		t.Errorf("other items have the same digest, %v", err)
	}
	for _, deny := range []func(c *aranea.IndexChange){func(c *aranea.IndexChange) { c.Snippet = false }, func(c *aranea.IndexChange) { c.NoCopy = true }} {
		c := page(t)
		c.Page.Items = items
		deny(c)
		if d := imports.OfChange(c); d.Items != nil || d.ItemsCut {
			t.Errorf("%+v", d)
		}
	}
}

// TestManyItems: the line of a page with the most and longest items and blocks can be imported.
func TestManyItems(t *testing.T) {
	t.Parallel()
	c := page(t)
	for range 262 { // of 1,000 bytes that are escaped
		c.Page.Items.All = append(c.Page.Items.All, pageitem.Item{Kind: "q", Fields: pageitem.Fields{{Name: "t", Values: []string{strings.Repeat("\x01", 1000)}}}})
	}
	c.Page.Text, c.Page.Elements = nil, nil
	for range 4000 {
		start := uint32(len(c.Page.Text))
		c.Page.Text = append(c.Page.Text, strings.Repeat("w", 1000)+"\n"...)
		c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: aranea.ElementText, Start: start, End: start + 1000})
	}
	line, err := json.Marshal(imports.OfChange(c))
	if err != nil || len(line) > imports.MaxLine {
		t.Fatalf("%d bytes, %v", len(line), err)
	}
	if back, err := imports.Parse(line); err != nil || !back.Cut || len(back.Blocks) < 1000 || len(back.Items) != 262 {
		t.Errorf("%v, cut: %v, %d blocks, %d items", err, back.Cut, len(back.Blocks), len(back.Items))
	}
}

// TestKept checks what is told of a page from the index alone.
func TestKept(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	c := page(t)
	c.MaxSnippet = 80
	if err := x.Apply(t.Context(), []aranea.IndexChange{*c}); err != nil {
		t.Fatal(err)
	}
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	seg, doc, has := snap.Lookup(c.URL.ID())
	if !has {
		t.Fatal("the page is not in the index")
	}
	d, err := imports.Kept(snap, seg, doc)
	if err != nil || d.Title != "A <title>" || !strings.Contains(d.Text, "Silk") || d.MaxSnippet != 80 || d.Type != "html" {
		t.Errorf("%+v, %v", d, err)
	}
}
