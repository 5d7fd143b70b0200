package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestSymbols: a page has its names in code where they stand, counting as much as words do there, and they
// change neither its words nor the lengths of its fields.
func TestSymbols(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/x")
	if err != nil {
		t.Fatal(err)
	}
	p := &aranea.Page{URL: u, Lang: "en"}
	add := func(k aranea.ElementKind, z aranea.Zone, text string) {
		from := uint32(len(p.Text))
		p.Text = append(p.Text, text+"\n"...)
		p.Elements = append(p.Elements, aranea.Element{Kind: k, Zone: z, Start: from, End: from + uint32(len(text))})
	}
	add(aranea.ElementTitle, aranea.ZoneMain, "ROW_NUMBER")
	add(aranea.ElementHeading1, aranea.ZoneMain, "row_number")
	add(aranea.ElementText, aranea.ZoneMain, "see dense_rank")
	p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementAnchor, Start: p.Elements[2].Start + 4, End: p.Elements[2].End})
	add(aranea.ElementText, aranea.ZoneNavigation, "__init__")
	d := NewMaker(0).Of(&aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: p})
	var got []string
	for _, s := range d.Symbols {
		got = append(got, fmt.Sprintf("%s in %s counts %.1f", s.Text, s.Field, s.Emphasis))
	}
	want := "row_number in title counts 1.0, row_number in heading counts 1.4, dense_rank in text counts 0.4, __init__ in template counts 1.0"
	if strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if words, lengths := len(d.Words()), d.Lengths; words != 8 || lengths[FieldTitle] != 2 || lengths[FieldHeading] != 2 || lengths[FieldText] != 3 {
		t.Errorf("%d words, lengths %v", words, lengths)
	}
}
