package sorting

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]By{"": {}, "date": {}, "price": {Facet: "price"}, "-Price": {"price", true}, "--x_1": {"-x_1", true}, "мера": {Facet: "мера"}} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"-", "a b", "a=b", "price,-size", "Date", "-date", "score", "-score", "\x00", "a\xff", fmt.Sprintf("%041d", 0)} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// TestParts: however many pages are in memory at once, each has its score, in whatever order they are
// asked for.
func TestParts(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var changes []aranea.IndexChange
	for i := range 20 {
		p := &aranea.Page{URL: weburl.MustParse(fmt.Sprint("http://a.test/", i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}}
		if i%3 > 0 {
			p.Facets = []aranea.Facet{{Name: "price", Value: fmt.Sprint(i)}, {Name: "price", Value: fmt.Sprint(-i)}, {Name: "price", Value: "?"}}
		}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	s, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var hints hint.List
	for _, name := range []string{"price", "-price"} {
		o, err := New(s, name, &hints)
		if err != nil || len(hints) > 0 {
			t.Fatal(hints, err)
		}
		o.most = 6
		for _, doc := range []uint32{0, 1, 5, 6, 7, 19, 2, 12, 11} {
			want := float64(doc)
			if doc%3 == 0 {
				want = Last
			}
			if got := o.Score(0, doc); got != want {
				t.Errorf("%s of page %d: %v, want %v", name, doc, got, want)
			}
		}
		tally := admission.NewTally(20)
		if o.Cost(tally); o.Err() != nil || tally.Postings(true) < 2*13+1 {
			t.Errorf("it costs %d, %v", tally.Postings(true), o.Err())
		}
	}
	if o, err := New(s, "colour", &hints); err != nil || fmt.Sprint(hints) != "[No page of the index has a number or a date as facet colour.]" || o.Score(0, 1) != Last {
		t.Errorf("%v, %v", hints, err)
	}
	if o, err := New(s, "", &hints); o != nil || err != nil {
		t.Errorf("an order that nobody wants: %+v, %v", o, err)
	}
	if o, err := New(s, ByDate, &hints); err != nil || o.Score(0, 1) != float64(s.Date(0, 1)) {
		t.Error(err)
	}
}
