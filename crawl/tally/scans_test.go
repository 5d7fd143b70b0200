package tally

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestScans: documents are counted in which there is no text and for which there was no reader of pictures.
func TestScans(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/scan.pdf")
	if err != nil {
		t.Fatal(err)
	}
	of := func(kinds ...aranea.ElementKind) *aranea.Page {
		p := &aranea.Page{Format: "pdf", Reader: "pdfium 1"}
		for _, k := range kinds {
			p.Elements = append(p.Elements, aranea.Element{Kind: k})
		}
		return p
	}
	with := func(p *aranea.Page, change func(*aranea.Page)) *aranea.Page {
		change(p)
		return p
	}
	none := aranea.Entry{URL: u, Kind: aranea.KindPage, State: aranea.StateDone, Reason: aranea.IndexNoText}
	named := aranea.Entry{URL: u, Kind: aranea.KindPage, State: aranea.StateDone, Reason: aranea.IndexName, Indexed: true}
	closed := aranea.Entry{URL: u, Kind: aranea.KindPage, State: aranea.StateDone, Reason: aranea.DirectiveNoIndex}
	for name, tt := range map[string]struct {
		page  *aranea.Page
		entry aranea.Entry
		want  uint64
	}{
		"a scan":                             {of(), none, 1},
		"one that is found by its name":      {of(aranea.ElementTitle, aranea.ElementDescription), named, 1},
		"one that is not to be indexed":      {of(), closed, 0},
		"a text":                             {of(aranea.ElementTitle, aranea.ElementText), named, 0},
		"a page of the web":                  {with(of(), func(p *aranea.Page) { p.Format = "html" }), none, 0},
		"one in which nothing is recognised": {with(of(), func(p *aranea.Page) { p.Reader = "ocr 1-eng" }), none, 0},
		"a damaged one":                      {with(of(), func(p *aranea.Page) { p.Trouble = "damaged" }), named, 0},
		"no page":                            {nil, none, 0},
	} {
		var ta Tally
		ta.Add(&aranea.Entry{URL: u}, tt.page, &aranea.Outcome{Entry: tt.entry})
		if got := ta.Counts().Scans; got.Documents != tt.want || (got.First == u.String()) != (tt.want == 1) {
			t.Errorf("%s: %+v, want %d", name, got, tt.want)
		}
	}
	if got := (Scans{2, "a"}).Add(Scans{1, "b"}); got != (Scans{3, "a"}) {
		t.Errorf("sum %+v", got)
	}
}
