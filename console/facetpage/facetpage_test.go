package facetpage

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/console/locale"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// TestAsked: an address asks for a part of the list, within bounds, and without a query or a facet for nothing.
func TestAsked(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]Question{
		"q=silk&facet=Brand": {Query: "silk", Facet: "brand", Page: 1},
		"q=silk&facet=brand&part=+Ac%ff+&order=name&page=3":       {Query: "silk", Facet: "brand", Part: "Ac", Order: "name", Page: 3},
		"q=silk&facet=brand&order=x&page=-1&sort=-price":          {Query: "silk", Facet: "brand", Page: 1, Sort: "-price"},
		"q=silk&facet=brand&page=999999&sort=a+b":                 {Query: "silk", Facet: "brand", Page: maxPage},
		"q=silk&facet=brand&sort=date&page=x":                     {Query: "silk", Facet: "brand", Page: 1, Sort: "date"},
		"facet=brand":                                             {Page: 1},
		"q=silk":                                                  {Query: "silk", Page: 1},
		"q=silk&facet=brand&part=" + strings.Repeat("ab", 100):    {Query: "silk", Facet: "brand", Part: strings.Repeat("ab", 50), Page: 1},
		"q=silk&facet=" + strings.Repeat("x", 41) + "&sort=score": {Query: "silk", Facet: strings.Repeat("x", 40), Page: 1, Sort: "score"},
	} {
		v, err := url.ParseQuery(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := Asked(v); got != want {
			t.Errorf("%s: %+v, want %+v", address, got, want)
		}
		if r := Asked(v); r.Facet != "" && r.Request(nil, false).Values.Check() != nil {
			t.Errorf("%s asks for what cannot be listed", address)
		}
	}
	q := Question{Query: "silk facet:brand=acme facet:size=m", Facet: "brand", Page: 2}
	if r := q.Request([]string{"a"}, true); r.Query != "silk facet:size=m" || r.Values.Offset != size || len(r.Access) != 1 || !r.Copies {
		t.Errorf("%+v", r)
	}
	if r := (&Question{Query: "facet:brand=acme", Facet: "brand", Page: 1}).Request(nil, false); r.Query != "facet:brand=acme" {
		t.Errorf("%+v", r)
	}
}

// TestOf: each value leads to the results that have it, in the same order; numbers that are lower bounds have a +.
func TestOf(t *testing.T) {
	t.Parallel()
	c, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	in := c.English()
	l := facet.List{Name: "stock", Values: []facet.Value{{Value: "InStock", Pages: 1234}, {Value: "Acme\u202e", Pages: 2}}, All: 2}
	q := Question{Query: "silk facet:stock=acme", Sort: "-price", Facet: "stock", Page: 1}
	p := Of(in, q, &search.Response{Values: &l})
	want := "[{In stock /?q=silk+facet%3Astock%3DInStock&sort=-price  1,234 false} {Acme /?q=silk+facet%3Astock%3DAcme%E2%80%AE&sort=-price  2 false}]"
	if got := fmt.Sprint(p.Values); got != want || p.Status != "All values: 2" || p.Some || p.Title != "Stock" || p.Back != "/?q=silk+facet%3Astock%3Dacme&sort=-price" || len(p.Pager) > 0 {
		t.Errorf("%+v, want %s", p, want)
	}
	l = facet.List{All: 900, AtLeast: true, Values: make([]facet.Value, size)}
	q.Part, q.Order, q.Page = "a", byName, 2
	p = Of(in, q, &search.Response{Values: &l})
	var links []string
	for _, c := range append(p.Orders, p.Pager...) {
		links = append(links, c.Text+" "+strings.TrimPrefix(c.URL, results.ValuesPath+"?facet=stock&q=silk+facet%3Astock%3Dacme&sort=-price"))
	}
	if got := strings.Join(links, "; "); got != "Most pages first &part=a; By name &order=name&part=a; Previous &order=name&part=a; Next &order=name&page=3&part=a" || p.Status != "All values: 900+" || !p.Some {
		t.Errorf("%s, %s", got, p.Status)
	}
	if p = Of(in, q, &search.Response{}); len(p.Values) > 0 || p.Status != "All values: 0" {
		t.Errorf("of nothing: %+v", p)
	}
}
