package results

import (
	"net/url"
	"strings"
	"testing"
)

// TestWithin: a form limits a search to places, which the search field shows.
func TestWithin(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/?q=silk":                                               "silk",
		"/?q=silk&within=https://a.test/docs/":                   "silk site:a.test/docs",
		"/?q=silk+OR+web&within=a.test&within=b.test":            "(silk OR web) (site:a.test OR site:b.test)",
		"/?q=silk&within=":                                       "silk",
		"/?within=a.test":                                        "",
		"/?q=silk" + strings.Repeat("&within=a.test", 1000):      "silk (" + strings.TrimSuffix(strings.Repeat("site:a.test OR ", maxPlaces), " OR ") + ")",
		"/?q=silk&range=price&from=10&to=20":                     "silk facet:price=10..20",
		"/?q=silk+facet:price=5..9&range=price&from=&to=1+299+€": "silk facet:price=..1299€",
		"/?q=silk+facet:price=5..9&range=price&from=&to=":        "silk",
		"/?q=silk&range=price&from=cheap":                        "silk facet:price=cheap..",
		"/?range=price&from=10":                                  "facet:price=10..",
		"/?q=silk&range=pri+ce&from=\"&to=x":                     `silk facet:price=..x`,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := QueryOf(u.Query()); got != want {
			t.Errorf("%.60s asks %q, want %q", address, got, want)
		}
	}
}
