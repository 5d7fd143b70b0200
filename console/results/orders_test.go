package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

// TestOrders checks that sorting is offered by facets that are numbers or dates, and by the facet that
// results are sorted by.
func TestOrders(t *testing.T) {
	t.Parallel()
	values := func(name string, all ...string) facet.Own {
		o := facet.Own{Name: name}
		for i, v := range all {
			o.Values = append(o.Values, facet.Value{Value: v, Pages: 9 - i})
		}
		return o
	}
	own := []facet.Own{
		values("a", "1", "2"), values("brand", "Acme", "Bolt", "3", "4"), values("date", "2024-01", "2024-02"), values("one", "5"), values("price", "9.99", "19,90 €", "sold"),
		values("released", "2024-01-01", "2023-05"), values("weight", "1", "2"),
	}
	for sort, want := range map[string]string{
		"":          "a -a price -price released -released",
		"-price":    "a -a price [-price] released -released weight -weight",
		"Price":     "a -a [price] -price released -released weight -weight",
		"brand":     "a -a [brand] -brand price -price released -released",
		"colour":    "a -a [colour] -colour price -price released -released",
		ByScore:     "a -a price -price released -released",
		"no name":   "a -a price -price released -released",
		"?q=&sort=": "a -a price -price released -released",
	} {
		m := makerOf(t, "silk", search.Response{Facets: &facet.Facets{Own: own}})
		m.Sort = sort
		var got []string
		for _, c := range m.orders()[3:] {
			_, name, _ := strings.Cut(c.URL, "&sort=")
			if title, direction, _ := strings.Cut(c.Text, ": "); title != capital(strings.TrimPrefix(name, "-")) || direction != map[bool]string{true: "descending", false: "ascending"}[strings.HasPrefix(name, "-")] {
				t.Errorf("%s is called %s", name, c.Text)
			}
			if c.Current {
				name = "[" + name + "]"
			}
			got = append(got, name)
		}
		if fmt.Sprint(got) != "["+want+"]" {
			t.Errorf("%s: %v, want %s", sort, got, want)
		}
	}
	m := makerOf(t, "silk", search.Response{})
	if got := m.orders(); len(got) != 3 {
		t.Errorf("without facets %v", got)
	}
}
