package search

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/weburl"
)

// sources returns pages of source code with one title, which is in a zone, and a page that has its words as its own.
func sources(z aranea.Zone) (all []aranea.IndexChange) {
	put := func(path, title string, z aranea.Zone, kind aranea.ElementKind, text string) {
		p := &aranea.Page{URL: weburl.MustParse("http://a.test/" + path), Lang: "en", Text: []byte(title + "\n" + text + "\n")}
		end := uint32(len(title))
		p.Elements = []aranea.Element{{Kind: aranea.ElementTitle, End: end, Zone: z}, {Kind: kind, Start: end + 1, End: end + 1 + uint32(len(text))}}
		all = append(all, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, FetchedAt: time.Unix(1_790_000_000, 0), Page: p, Snippet: true})
	}
	for i := range 12 {
		put(fmt.Sprintf("src/Silk%d.html", i), "Source code", z, aranea.ElementText, fmt.Sprintf("class silk%d reads what a spider spins", i))
	}
	put("reading", "How to read the source code", aranea.ZoneMain, aranea.ElementHeading1, "Reading it")
	return all
}

// TestTitleOfSite: pages of which the title is that of many pages come behind one with a title of its own, are found
// by the words of the title all the same, and are told apart by the ends of their addresses, also after merges.
func TestTitleOfSite(t *testing.T) {
	t.Parallel()
	for zone, wanted := range map[aranea.Zone]string{aranea.ZoneTemplate: "reading", aranea.ZoneMain: "Silk"} {
		x, err := index.Open(t.TempDir(), index.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = x.Close() })
		for _, c := range sources(zone) {
			if err := x.Apply(t.Context(), []aranea.IndexChange{c}); err != nil {
				t.Fatal(err)
			}
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		s := New(x, time.Now, Options{})
		r := ask(t, s, "source code")
		if len(r.Results) != 13 || !strings.Contains(r.Results[0].URL.Path(), wanted) {
			t.Errorf("%s: found %s, want %s first", zone, urls(r), wanted)
		}
		for i := range r.Results {
			if name := r.Results[i].URL.Path()[1:]; strings.HasPrefix(name, "src/") && r.Results[i].Called() != "Source code – "+strings.TrimPrefix(name, "src/") {
				t.Errorf("%s: %s is shown as %q", zone, name, r.Results[i].Called())
			}
		}
		if r = ask(t, s, "intitle:source silk3"); len(r.Results) != 1 || (r.Results[0].Subtitle == "Silk3.html") != (zone == aranea.ZoneTemplate) {
			t.Errorf("%s: in titles are found %+v", zone, r.Results)
		}
		why, err := s.Why(t.Context(), Request{Query: "source code"}, weburl.MustParse("http://a.test/src/Silk3.html"))
		if err != nil || strings.Contains(fmt.Sprint(why.Why), "title") == (zone == aranea.ZoneTemplate) {
			t.Errorf("%s: explained by %v, %v", zone, why.Why, err)
		}
	}
}

// TestTitleBesideSite: what most titles of a site have is no part of a title that could be the query, unless it is all
// of the title; a query that names the site asks for no title without the name.
func TestTitleBesideSite(t *testing.T) {
	t.Parallel()
	sheets := []sheet{{"http://other.test/machines", "en", "Copy machines", "copy of a copy, copied from a copy"}}
	var pages []sitePage
	for i, name := range []string{"Copy", "Insert rows", "Drop", "Alter", "Merge", "Lock", "Call", "Close", "Fetch", "Grant"} {
		at := sheet{fmt.Sprintf("http://moth.test/%d", i), "en", name + " | Moth Manual 2", "silk"}
		sheets, pages = append(sheets, at), append(pages, sitePage{url: at.url, title: strings.Fields(strings.ToLower(name) + " moth manual 2")})
	}
	sheets = append(sheets, sheet{"http://moth.test/", "en", "Moth Manual 2", "silk"})
	s := build(t, sheets...)
	learned := affixes(t, pages, 3)
	for _, c := range []struct {
		query, before, after string // what is first, with a star if its title is the query
	}{
		{"copy", "other.test/machines", "moth.test/0*"},
		{"copy moth manual 2", "moth.test/0*", "moth.test/0*"},
		{"moth copy", "moth.test/0", "moth.test/0"},
		{"rows insert", "moth.test/1", "moth.test/1"},
		{"moth manual 2", "moth.test/*", "moth.test/*"},
	} {
		for i, want := range []string{c.before, c.after} {
			s.opt.Signals = []func() signals.Tables{nil, learned}[i]
			r, err := s.Search(t.Context(), Request{Query: c.query, Explain: true})
			if err != nil || len(r.Results) == 0 {
				t.Fatalf("%s: %v, %v", c.query, r.Results, err)
			}
			got := strings.TrimPrefix(r.Results[0].URL.String(), "http://")
			why := fmt.Sprint(r.Results[0].Why)
			if strings.Contains(why, "title is the query") {
				got += "*"
			}
			if got != want {
				t.Errorf("%s, learned %t: %s by %s, want %s", c.query, i == 1, got, why, want)
			}
		}
	}
}
