package search

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// TestSections: a result says from which section of its page the snippet is, with a URL that
// leads there, unless that is the beginning of the page or its owner limits snippets.
func TestSections(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	u := weburl.MustParse("http://a.test/manual?v=2")
	p := &aranea.Page{URL: u, Lang: "en"}
	add := func(k aranea.ElementKind, text, id string) {
		start := uint32(len(p.Text))
		p.Text = append(append(p.Text, text...), '\n')
		p.Elements = append(p.Elements, aranea.Element{Kind: k, Start: start, End: start + uint32(len(text))})
		if id != "" {
			p.HeadingIDs = append(p.HeadingIDs, aranea.HeadingID{Start: start, ID: id})
		}
	}
	filler := strings.Repeat("Nothing else of this kind is known about the matter at hand. ", 12)
	add(aranea.ElementHeading1, "The manual", "manual")
	add(aranea.ElementText, "Read this before you switch on the kettle. "+filler, "")
	add(aranea.ElementHeading2, "Boil water¶", "boil water")
	add(aranea.ElementText, "Fill the kettle with water up to the marmot line. "+filler, "")
	add(aranea.ElementHeading2, "Описание", "описание")
	add(aranea.ElementText, "The walrus button makes it whistle. "+filler, "")
	add(aranea.ElementText, "As kettle.whistle and kettle.stop do. Kettle whistle, kettle stop. "+filler, "")
	add(aranea.ElementListItem, "kettle.whistle(loud=True)", "kettle.whistle")
	add(aranea.ElementListItem, "Makes it heard by a lynx. "+filler, "")
	add(aranea.ElementListItem, "kettle.stop()", "kettle.stop")
	add(aranea.ElementListItem, "Makes it silent. "+filler, "")
	add(aranea.ElementListItem, "open(lid)", "kettle.Lid.open")
	add(aranea.ElementListItem, "Opens a lid. "+filler, "")
	add(aranea.ElementListItem, "lid.open()", "lid.open")
	add(aranea.ElementListItem, "Opens the one. "+filler, "")
	add(aranea.ElementHeading2, "Summary", "summary")
	add(aranea.ElementText, "The refill is drain's friend: int drain(), void refill(int litres). Drain or refill. "+filler, "")
	add(aranea.ElementHeading3, "void refill(int litres)", "refill(int)")
	add(aranea.ElementText, "Takes water from the tap. "+filler, "")
	c := aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(1_790_000_000, 0), Page: p, Snippet: true}
	s := New(x, time.Now, Options{})
	for _, limit := range []uint32{0, 60} {
		c.MaxSnippet = limit
		if err := x.Apply(context.Background(), []aranea.IndexChange{c}); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]string{
			"marmot":          "Boil water http://a.test/manual?v=2#boil%20water",
			"kettle water":    "Boil water http://a.test/manual?v=2#boil%20water",
			"walrus":          "Описание http://a.test/manual?v=2#%D0%BE%D0%BF%D0%B8%D1%81%D0%B0%D0%BD%D0%B8%D0%B5",
			"lynx":            "kettle.whistle(loud=True) http://a.test/manual?v=2#kettle.whistle",
			"kettle.stop()":   "kettle.stop() http://a.test/manual?v=2#kettle.stop",
			"kettle whistle":  "kettle.whistle(loud=True) http://a.test/manual?v=2#kettle.whistle",
			"whistle":         "kettle.whistle(loud=True) http://a.test/manual?v=2#kettle.whistle",
			"manual::refill":  "void refill(int litres) http://a.test/manual?v=2#refill(int)",
			"refill":          "void refill(int litres) http://a.test/manual?v=2#refill(int)",
			"lid.open":        "lid.open() http://a.test/manual?v=2#lid.open",
			"Kettle.Lid.open": "open(lid) http://a.test/manual?v=2#kettle.Lid.open",
			"switch kettle":   "",
			"manual":          "",
		} {
			r := ask(t, s, query)
			got := ""
			if len(r.Results) == 1 && r.Results[0].Section != nil {
				got = r.Results[0].Section.Heading + " " + r.Results[0].Section.URL
			}
			if limit > 0 {
				want = ""
			}
			if got != want || len(r.Results) != 1 {
				t.Errorf("%s, %d characters: %q of %d results, want %q", query, limit, got, len(r.Results), want)
			}
		}
	}
	r, err := s.Search(context.Background(), Request{Query: "marmot", NoSnippets: true})
	if err != nil || len(r.Results) != 1 || r.Results[0].Section != nil {
		t.Errorf("without snippets: %+v, %v", r.Results, err)
	}
}

// TestMemberAlone: a query that is the name of a member leads to the page that describes it, and there to its
// heading, not to a page that speaks of it more.
func TestMemberAlone(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	put := func(url, id string, texts ...string) aranea.IndexChange {
		u := weburl.MustParse(url)
		p := &aranea.Page{URL: u, Lang: "en"}
		for i, text := range texts {
			start := uint32(len(p.Text))
			p.Text = append(append(p.Text, text...), '\n')
			e := aranea.Element{Kind: aranea.ElementText, Start: start, End: start + uint32(len(text))}
			switch i {
			case 0:
				e.Kind = aranea.ElementTitle
			case 1:
				e.Kind, p.HeadingIDs = aranea.ElementHeading1, []aranea.HeadingID{{Start: start, ID: "top"}}
			case 3:
				e.Kind, p.HeadingIDs = aranea.ElementHeading3, append(p.HeadingIDs, aranea.HeadingID{Start: start, ID: id})
			}
			p.Elements = append(p.Elements, e)
		}
		return aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(1_790_000_000, 0), Page: p, Snippet: true}
	}
	filler := strings.Repeat("Much more is known about the matter at hand. ", 40)
	if err := x.Apply(t.Context(), []aranea.IndexChange{
		put("http://a.test/Kettle.html", "isBoiling()", "Kettle", "Class Kettle", filler, "isBoiling", "Tells whether it boils. "+filler),
		put("http://a.test/uses", "uses", "Uses of isBoiling", "Package tea", filler, "Uses of isBoiling", "isBoiling is used where isBoiling may be."),
	}); err != nil {
		t.Fatal(err)
	}
	r := ask(t, New(x, time.Now, Options{}), "isBoiling")
	if urls(r) != "a.test/Kettle.html a.test/uses" || r.Results[0].Section == nil || r.Results[0].Section.URL != "http://a.test/Kettle.html#isBoiling()" {
		t.Errorf("%s, the first with the section %+v", urls(r), r.Results[0].Section)
	}
}

// TestNamedByAddress: a query that is the name of a page leads to the page and not to what is called so in
// it, as a constructor is; and a name whose section says nothing has the snippet of its page.
func TestNamedByAddress(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	u := weburl.MustParse("http://a.test/marmot/KettleLid.html")
	p := &aranea.Page{URL: u, Lang: "en"}
	add := func(k aranea.ElementKind, text, id string) {
		start := uint32(len(p.Text))
		p.Text = append(append(p.Text, text...), '\n')
		p.Elements = append(p.Elements, aranea.Element{Kind: k, Start: start, End: start + uint32(len(text))})
		if id != "" {
			p.HeadingIDs = append(p.HeadingIDs, aranea.HeadingID{Start: start, ID: id})
		}
	}
	add(aranea.ElementHeading1, "The guide", "")
	add(aranea.ElementHeading1, "Class KettleLid", "kettlelid")
	add(aranea.ElementHeading2, "About", "about")
	add(aranea.ElementText, "A KettleLid keeps the steam of a kettle inside until it whistles to the neighbours.", "")
	add(aranea.ElementHeading2, "KettleLid", "<init>()")
	add(aranea.ElementText, "public KettleLid()", "")
	add(aranea.ElementHeading1, "lift_whistle", "lift_whistle")
	add(aranea.ElementHeading2, "Synopsis", "synopsis")
	add(aranea.ElementText, "What lift_whistle does is to open the lid.", "")
	c := aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(1_790_000_000, 0), Page: p, Snippet: true}
	if err := x.Apply(context.Background(), []aranea.IndexChange{c}); err != nil {
		t.Fatal(err)
	}
	s := New(x, time.Now, Options{})
	for query, want := range map[string]string{
		"KettleLid":    "A [KettleLid] keeps the steam",
		"lift_whistle": "What [lift_whistle] does",
	} {
		r := ask(t, s, query)
		if len(r.Results) != 1 || !strings.Contains(shown(r.Results[0].Spans), want) {
			t.Errorf("%s: %+v", query, r.Results)
		}
		if r.Results[0].Section != nil && strings.Contains(r.Results[0].Section.URL, "init") {
			t.Errorf("%s leads to %+v", query, r.Results[0].Section)
		}
	}
}
