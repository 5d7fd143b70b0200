package results

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// TestHeld: with a result stand its values of the facets in use, as they are written but without what cannot be seen;
// what schema.org enumerates stands in the words of the reader's language, or else in English.
func TestHeld(t *testing.T) {
	t.Parallel()
	r := search.Result{URL: weburl.MustParse("http://a.test/"), Facets: []facet.Held{
		{Name: "price", Values: []string{"19,90 €"}}, {Name: "size", Values: []string{"M\u202e", "L"}}, {Name: "availability", Values: []string{"https://schema.org/InStock", "madetoorder", "PlayStation"}},
		{Name: "format", Values: []string{"DVDFormat"}},
	}}
	for lang, want := range map[string]string{
		"en": "[{Price:  [19,90 €] } {Size:  [M L] } {Availability:  [In stock Made to order PlayStation] } {Format:  [DVD format] }]",
		"de": "[{Price:  [19,90 €] } {Size:  [M L] } {Availability:  [Auf Lager Auf Bestellung gefertigt PlayStation] } {Format:  [DVD format] }]",
		"ar": "[{\u2068Price\u2069:  [19,90 €] } {\u2068Size\u2069:  [M L] } {\u2068Availability\u2069:  [متوفر يُصنع حسب الطلب PlayStation] } {\u2068Format\u2069:  [DVD format] }]",
	} {
		m := makerOf(t, "silk", search.Response{})
		m.In = in(t, lang)
		if got := fmt.Sprint(m.result(&r).Held); got != want {
			t.Errorf("%s:\n%s, want\n%s", lang, got, want)
		}
	}
}

// TestMembersListed: a list of values has the same words, and its links lead to what pages write.
func TestMembersListed(t *testing.T) {
	t.Parallel()
	m := makerOf(t, "silk facet:stock=outofstock", search.Response{})
	l := m.facetOf(Line{query.Facet, "stock"}, []facet.Value{{Value: "InStock", Pages: 3}, {Value: "Acme", Pages: 2}}, false)
	want := "[{In stock /?q=silk+facet%3Astock%3DInStock  3 false} {Acme /?q=silk+facet%3Astock%3DAcme  2 false} {Out of stock /?q=silk+facet%3Astock%3Doutofstock   true}]"
	if got := fmt.Sprint(l.Values); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := m.facetOf(Line{Field: query.Site}, []facet.Value{{Value: "instock"}}, false).Values[0].Text; got != "instock" {
		t.Errorf("a site is called %s", got)
	}
}
