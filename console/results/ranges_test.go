package results

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// TestRangesOffered: ranges come before the values, the one in use is marked, and a form asks for another one
// where the values are a poor list.
func TestRangesOffered(t *testing.T) {
	t.Parallel()
	prices := facet.Own{Name: "price", Ranges: []facet.Value{{Value: "1..9.99", Pages: 5}, {Value: "20..20", Pages: 1234}}}
	for i := range 9 {
		prices.Values = append(prices.Values, facet.Value{Value: fmt.Sprint(i), Pages: 1})
	}
	few := facet.Own{Name: "price", Values: prices.Values[:3]}
	for _, tt := range []struct {
		name, q string
		own     facet.Own
		want    string
	}{
		{"ranges", "silk", prices, "1 – 9.99=silk facet:price=1..9.99 20=silk facet:price=20..20 | 9 more | form silk from <> to <>"},
		{"a range in use", "silk facet:price=1..9.99", prices, "[1 – 9.99]=silk facet:price=1..9.99 20=silk facet:price=20..20 | 9 more | form silk facet:price=1..9.99 from <1> to <9.99>"},
		{"a range of one's own", "silk facet:price=3..", prices, "1 – 9.99=silk facet:price=1..9.99 20=silk facet:price=20..20 [3..]=silk facet:price=3.. | 9 more | form silk facet:price=3.. from <3> to <>"},
		{"two bounds of one's own", "silk facet:price=3..7.5", prices, "1 – 9.99=silk facet:price=1..9.99 20=silk facet:price=20..20 [3 – 7.5]=silk facet:price=3..7.5 | 9 more | form silk facet:price=3..7.5 from <3> to <7.5>"},
		{"a value", "silk facet:price=3", prices, "1 – 9.99=silk facet:price=1..9.99 20=silk facet:price=20..20 [3]=silk facet:price=3 | 8 more | form silk facet:price=3 from <> to <>"},
		{"few values", "silk", few, "0=silk facet:price=0 1=silk facet:price=1 2=silk facet:price=2 | 0 more | "},
		{"few values and a range", "silk facet:price=..1", few, "0=silk facet:price=0 1=silk facet:price=1 2=silk facet:price=2 [..1]=silk facet:price=..1 | 0 more | form silk facet:price=..1 from <> to <1>"},
		{"no range", "silk facet:price=x..1", few, "0=silk facet:price=0 1=silk facet:price=1 2=silk facet:price=2 [x..1]=silk facet:\"price=x..1\" | 0 more | form silk facet:price=x..1 from <> to <>"},
	} {
		m := makerOf(t, tt.q, search.Response{})
		m.Wider = map[Line]*facet.Facets{{query.Facet, "price"}: {Own: []facet.Own{tt.own}}}
		m.resp.Facets = &facet.Facets{Own: []facet.Own{tt.own}}
		l := m.facetLists()[0]
		got := ""
		for _, c := range l.Values {
			if c.Current {
				c.Text = "[" + c.Text + "]"
			}
			got += c.Text + "=" + asks(t, c.URL) + " "
		}
		got += fmt.Sprintf("| %d more | ", len(l.More))
		if f := l.Form; f != nil {
			got += fmt.Sprintf("form %s from <%s> to <%s>", f.Query, f.From, f.To)
		}
		if got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.name, got, tt.want)
		}
	}
}

// asks returns the query of an address.
func asks(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return QueryOf(u.Query())
}
