package results

import (
	"maps"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// TestInYear checks that a year replaces the previous one.
func TestInYear(t *testing.T) {
	t.Parallel()
	if got := inYear(query.Parse("silk after:2020"), "2026"); got != "silk after:2026 before:2027" {
		t.Errorf("in a year: %s", got)
	}
}

// TestWider checks that for each field by which a search is narrowed there is a search without
// that filter, unless it would be empty.
func TestWider(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]map[Line]string{
		"silk":                      {},
		"lang:ru":                   {},
		"silk lang:ru filetype:pdf": {{Field: query.Lang}: "silk filetype:pdf", {Field: query.FileType}: "silk lang:ru"},
		"silk site:a.test after:2026 before:2027 intitle:x": {{Field: query.Site}: "silk after:2026 before:2027 intitle:x", {Field: query.After}: "silk site:a.test intitle:x"},
		`silk facet:Version=2.0 facet:product="Web Server"`: {{query.Facet, "version"}: `silk facet:"product=Web Server"`, {query.Facet, "product"}: "silk facet:Version=2.0"},
		"silk -lang:ru (site:a.test OR site:b.test)":        {},
	} {
		if got := Wider(q); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", q, got, want)
		}
	}
}

// TestFacetsStay checks that a field with a selected value is still shown, so that the value can
// be changed or removed, and that without the facets of the wider search it can be removed.
func TestFacetsStay(t *testing.T) {
	t.Parallel()
	one := &facet.Facets{Sites: []facet.Value{{Value: "a.test", Pages: 2}}, Types: []facet.Value{{Value: "pdf", Pages: 2}}, Years: []facet.Value{{Value: "2026", Pages: 2}}}
	all := &facet.Facets{Types: []facet.Value{{Value: "html", Pages: 40}, {Value: "text", Pages: 3}}, Years: []facet.Value{{Value: "2027", Pages: 5}, {Value: "2026", Pages: 2}}}
	for _, tt := range []struct {
		name, q string
		wider   map[Line]*facet.Facets
		want    string
	}{
		{"a type", "silk filetype:pdf", map[Line]*facet.Facets{{Field: query.FileType}: all}, "Types /?q=silk html text [pdf] "},
		{"a year", "silk after:2026 before:2027", map[Line]*facet.Facets{{Field: query.After}: all}, "Years /?q=silk 2027 [2026] "},
		{"a day", "silk after:2026-03-01", map[Line]*facet.Facets{{Field: query.After}: all}, "Years /?q=silk 2027 2026 "},
		{"a range", "silk facet:price=10..20", map[Line]*facet.Facets{{query.Facet, "price"}: {Own: []facet.Own{{Name: "price", Values: []facet.Value{{Value: "15", Pages: 2}}}}}}, "Price /?q=silk 15 [10 – 20] "},
		{"not known", "silk filetype:pdf", nil, "Types /?q=silk [pdf] "},
		{"a site without pages", "silk site:b.test", nil, "Sites /?q=silk a.test [b.test] "},
	} {
		m := makerOf(t, tt.q, search.Response{Facets: one})
		m.Wider = tt.wider
		got := ""
		for _, l := range m.facetLists() {
			got += l.Title + " " + l.All + " "
			for _, c := range l.Values {
				if c.Current {
					c.Text = "[" + c.Text + "]"
				}
				got += c.Text + " "
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
