package learn_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// page returns a change that puts a page with a menu and its own text.
func page(t *testing.T, host string, n int) *aranea.IndexChange {
	t.Helper()
	u, err := weburl.Parse(fmt.Sprintf("http://%s/%d", host, n))
	if err != nil {
		t.Fatal(err)
	}
	p := &aranea.Page{
		URL: u, Lang: "en", Format: "html", Sketch: 1 + uint64(n), Type: "text/html", Charset: "utf-8",
		Facets: []aranea.Facet{{Name: "version", Value: "2.0"}},
		Links:  []aranea.Link{{URL: u, Label: "itself"}}, Warnings: []aranea.Reason{aranea.BodyLimit},
		Published: aranea.Date{At: time.Unix(int64(n), 0), Source: "date"}, Modified: aranea.Date{At: time.Unix(100+int64(n), 0), Source: "Last-Modified"},
		Containers: []aranea.Container{
			{Path: 1, Parent: -1, Name: "body"}, {Path: 2, Name: "div.menu"}, {Path: 3, Name: "div.main"},
		},
	}
	for i, text := range []string{"Everything that the shop has to sell", strings.Repeat(fmt.Sprintf("what %c%c says. ", 'a'+n%26, 'a'+n/26), 12)} {
		from := uint32(len(p.Text))
		p.Text = append(append(p.Text, text...), '\n')
		p.HeadingIDs = append(p.HeadingIDs, aranea.HeadingID{Start: from, ID: fmt.Sprint("id", n, i)})
		p.Elements = append(p.Elements, aranea.Element{Container: uint16(1 + i), Start: from, End: from + uint32(len(text))})
	}
	return &aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, Page: p}
}

// asPut knows every page as it was put, except one that was deleted.
func asPut(out weburl.URL) learn.Known {
	return func(id weburl.ID) (aranea.Entry, bool, error) {
		e := aranea.Entry{State: aranea.StateDone, Indexed: true, Visits: 1}
		if id == out.ID() {
			e.Indexed = false
		}
		return e, true, nil
	}
}

// TestZonesOfEarlierPages: pages that came before the template was known are put again once it
// is, unless they were deleted meanwhile, and what was learned survives a restart.
func TestZonesOfEarlierPages(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	l, err := learn.New(learned.New(kv))
	if err != nil {
		t.Fatal(err)
	}
	gone := page(t, "a.test", 1).URL
	var again []aranea.IndexChange
	for n := range 8 {
		c := page(t, "a.test", n)
		more, err := l.Zone(c, asPut(gone))
		if err != nil {
			t.Fatal(err)
		}
		if again = append(again, more...); n < 7 && len(again) > 0 {
			t.Fatalf("page %d brings others back", n)
		}
		if known := c.Page.Elements[0].Zone == aranea.ZoneTemplate; known != (n >= 2) {
			t.Errorf("the menu of page %d is %s", n, c.Page.Elements[0].Zone)
		}
	}
	if len(again) != 1 || again[0].URL != page(t, "a.test", 0).URL || again[0].Page.Elements[0].Zone != aranea.ZoneTemplate {
		t.Fatalf("%d pages are put again: %+v", len(again), again)
	}
	want := page(t, "a.test", 0).Page
	want.Elements, want.Links, want.Warnings = again[0].Page.Elements, nil, nil // those do not concern the index
	if got := again[0].Page; !reflect.DeepEqual(got, want) {
		t.Errorf("a page is put again as %+v, was %+v", got, want)
	}
	if err := l.Flush(true); err != nil {
		t.Fatal(err)
	}
	if l, err = learn.New(learned.New(kv)); err != nil {
		t.Fatal(err)
	}
	c := page(t, "a.test", 9)
	if again, err = l.Zone(c, asPut(gone)); err != nil || len(again) > 0 || c.Page.Elements[0].Zone != aranea.ZoneTemplate {
		t.Errorf("the next process labels the menu %s, %v", c.Page.Elements[0].Zone, err)
	}
	o, _ := weburl.ParseOrigin("http://a.test")
	if err := l.Profile(o, func(p *zone.Profile) {
		if p == nil || p.Seen != 9 {
			t.Errorf("profile %+v", p)
		}
	}); err != nil {
		t.Error(err)
	}
}

// TestLinksOfEarlierPages: pages that are put again have their links, and what they say about these, if that is wanted.
func TestLinksOfEarlierPages(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		l, err := learn.New(learned.New(memstore.New()))
		if err != nil {
			t.Fatal(err)
		}
		l.HoldLinks(on)
		for n := range 4 {
			if _, err := l.Zone(page(t, "a.test", n), asPut(weburl.URL{})); err != nil {
				t.Fatal(err)
			}
		}
		again, err := l.ZoneLeft(asPut(weburl.URL{}))
		if err != nil || len(again) == 0 {
			t.Fatalf("%d pages are put again, %v", len(again), err)
		}
		if had := page(t, "a.test", 0).Page; len(had.Links) == 0 || on != reflect.DeepEqual(again[0].Page.Links, had.Links) || on == (again[0].Page.Links == nil) {
			t.Errorf("held: %t; of %d links there are %d", on, len(had.Links), len(again[0].Page.Links))
		}
	}
}

// TestZonesOfSmallSites: at the end of a crawl, the pages of a site with few pages are labelled
// by what is known of it, and endless hosts hold no more than the limit.
func TestZonesOfSmallSites(t *testing.T) {
	t.Parallel()
	l, err := learn.New(learned.New(memstore.New()))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		if _, err := l.Zone(page(t, "small.test", n), asPut(weburl.URL{})); err != nil {
			t.Fatal(err)
		}
	}
	again, err := l.ZoneLeft(asPut(weburl.URL{}))
	if err != nil || len(again) != 2 {
		t.Errorf("%d pages are put again, %v", len(again), err)
	}
	early := 0
	for n := range 300 {
		for i := range 3 {
			c := page(t, fmt.Sprintf("h%d.test", n), i)
			c.Page.Elements = append(c.Page.Elements, make([]aranea.Element, 4000)...)
			for k := range c.Page.Elements[2:] {
				c.Page.Elements[2+k].Kind = aranea.ElementBold
			}
			more, err := l.Zone(c, asPut(weburl.URL{}))
			if err != nil {
				t.Fatal(err)
			}
			early += len(more)
		}
	}
	left, err := l.ZoneLeft(asPut(weburl.URL{}))
	if err != nil || early == 0 || len(left) == 0 || len(left) > 280 {
		t.Errorf("%d pages were put again early, and %d at the end, %v", early, len(left), err)
	}
}

// TestZonesOfShortPages: the choice of languages above the content of a short page, which is most
// of what is shown of it, is known as template at the end of a crawl, however long the menu is that
// the markup tells. A page of which next to nothing changes is not indexed again.
func TestZonesOfShortPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		own  int // sentences of the content
		want int // pages that are indexed again
	}{
		{"imprint", 2, 2},
		{"chapter", 100, 0},
	} {
		l, err := learn.New(learned.New(memstore.New()))
		if err != nil {
			t.Fatal(err)
		}
		for n := range 6 {
			if _, err := l.Zone(pageWithMenu(t, n, tt.own), asPut(weburl.URL{})); err != nil {
				t.Fatal(err)
			}
		}
		again, err := l.ZoneLeft(asPut(weburl.URL{}))
		if err != nil || len(again) != tt.want {
			t.Errorf("%s: %d pages are indexed again, want %d, %v", tt.name, len(again), tt.want, err)
		}
		for _, c := range again {
			for i, want := range []aranea.Zone{aranea.ZoneNavigation, aranea.ZoneTemplate, aranea.ZoneMain} {
				if e := c.Page.Elements[i]; e.Zone != want {
					t.Errorf("%s: %q is %s, want %s", tt.name, c.Page.Text[e.Start:e.End], e.Zone, want)
				}
			}
		}
	}
}

// pageWithMenu returns a change that puts a page with a long menu that its markup tells, a choice
// of languages, and its own sentences.
func pageWithMenu(t *testing.T, n, sentences int) *aranea.IndexChange {
	t.Helper()
	c := page(t, "firm.test", n)
	p := c.Page
	p.Text, p.Elements, p.HeadingIDs = nil, nil, nil
	p.Containers = []aranea.Container{
		{Path: 1, Parent: -1, Name: "body"}, {Path: 2, Name: "nav", Zone: aranea.ZoneNavigation}, {Path: 3, Name: "div.languages"}, {Path: 4, Name: "main"},
	}
	for i, text := range []string{
		strings.Repeat("Handbook of looms and other machines. ", 50), "English, Deutsch, Suomi",
		strings.Repeat(fmt.Sprintf("what %c%c says. ", 'a'+n%26, 'a'+n/26), sentences),
	} {
		from := uint32(len(p.Text))
		p.Text = append(append(p.Text, text...), '\n')
		p.Elements = append(p.Elements, aranea.Element{Container: uint16(1 + i), Start: from, End: from + uint32(len(text)), Zone: p.Containers[1+i].Zone})
	}
	return c
}

// TestZonesOfArticlesBehindLists: the first articles of a site, which come after its lists, are
// labelled again when 64 pages are known, or at the end of a crawl: what stands above each of them
// was not known to be template before.
func TestZonesOfArticlesBehindLists(t *testing.T) {
	t.Parallel()
	for _, pages := range []int{40, 80} {
		l, err := learn.New(learned.New(memstore.New()))
		if err != nil {
			t.Fatal(err)
		}
		var again []aranea.IndexChange
		first := []aranea.Zone{}
		for n := range pages {
			c := page(t, "blog.test", n)
			if n >= 20 { // the lists come first
				c.Page.Containers = append(c.Page.Containers, aranea.Container{Path: 4, Name: "div.byline"})
				from := uint32(len(c.Page.Text))
				c.Page.Text = append(c.Page.Text, "By the weavers of the mill at the river\n"...)
				c.Page.Elements = append(c.Page.Elements, aranea.Element{Container: 3, Start: from, End: uint32(len(c.Page.Text)) - 1})
			}
			more, err := l.Zone(c, asPut(weburl.URL{}))
			if err != nil {
				t.Fatal(err)
			}
			if n == 20 {
				first = append(first, c.Page.Elements[2].Zone)
			}
			if n >= 8 {
				again = append(again, more...)
			}
			if n < 63 && len(again) > 0 {
				t.Fatalf("page %d brings others back", n)
			}
		}
		if pages > 64 && len(again) == 0 {
			t.Error("no page is indexed again at page 64")
		}
		left, err := l.ZoneLeft(asPut(weburl.URL{}))
		if err != nil {
			t.Fatal(err)
		}
		again = append(again, left...)
		if len(again) == 0 || first[0] != aranea.ZoneMain || again[0].URL != page(t, "blog.test", 20).URL || again[0].Page.Elements[2].Zone != aranea.ZoneTemplate {
			t.Fatalf("of %d pages, %d are indexed again; the first article had its byline in %v", pages, len(again), first)
		}
		for _, c := range again {
			if c.Page.Elements[1].Zone != aranea.ZoneMain {
				t.Errorf("the text of %s is %s", c.URL, c.Page.Elements[1].Zone)
			}
		}
	}
}

// TestZonesOfPagesReadAgain: a page that is read again is not another page of its site, even if
// part of it differs at each visit: the constant part of its own text does not become the
// template.
func TestZonesOfPagesReadAgain(t *testing.T) {
	t.Parallel()
	l, err := learn.New(learned.New(memstore.New()))
	if err != nil {
		t.Fatal(err)
	}
	const pages = 12
	for round := range 5 {
		for n := range pages {
			c := page(t, "a.test", n)
			c.Version = uint32(round + 1)
			from := uint32(len(c.Page.Text))
			c.Page.Text = fmt.Appendf(c.Page.Text, "this page was asked for %d times until now\n", round*pages+n)
			c.Page.Elements = append(c.Page.Elements, aranea.Element{Container: 2, Start: from, End: uint32(len(c.Page.Text)) - 1})
			if _, err := l.Zone(c, asPut(weburl.URL{})); err != nil {
				t.Fatal(err)
			}
			if round > 0 && (c.Page.Elements[0].Zone != aranea.ZoneTemplate || c.Page.Elements[1].Zone == aranea.ZoneTemplate) {
				t.Fatalf("visit %d of page %d: the menu is %s, the text %s", round+1, n, c.Page.Elements[0].Zone, c.Page.Elements[1].Zone)
			}
		}
	}
	err = l.Profile(page(t, "a.test", 0).URL.Origin(), func(p *zone.Profile) {
		if p.Seen != pages {
			t.Errorf("learned from %d pages, want %d", p.Seen, pages)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLanguageOfEarlierPages: a page that is put again because of its zones gets the usual
// language of its site if nothing else gives one, and counts for it once.
func TestLanguageOfEarlierPages(t *testing.T) {
	t.Parallel()
	l, err := learn.New(learned.New(memstore.New()))
	if err != nil {
		t.Fatal(err)
	}
	var again []aranea.IndexChange
	for n := range 8 {
		c := page(t, "a.test", n)
		if c.Page.Lang = "sv"; n == 0 {
			c.Page.Lang, c.Page.Text = "", bytes.Map(func(r rune) rune { return map[bool]rune{true: '1', false: r}[unicode.IsLetter(r)] }, c.Page.Text)
		}
		more, err := l.Zone(c, asPut(weburl.URL{}))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Language(c); err != nil {
			t.Fatal(err)
		}
		again = append(again, more...)
	}
	for _, c := range again {
		if c.Page.Lang != "sv" {
			t.Errorf("%s is put again in %q", c.URL, c.Page.Lang)
		}
	}
	if len(again) == 0 || again[0].URL != page(t, "a.test", 0).URL {
		t.Errorf("%d pages are put again", len(again))
	}
}
