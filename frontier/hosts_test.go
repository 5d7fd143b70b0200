package frontier

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestHostsOfSite: for a site, all its origins are listed, including subdomains and other ports;
// without a site, those of all sites.
func TestHostsOfSite(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	site := []weburl.Origin{"http://a.test", "http://www.a.test", "https://docs.a.test:8443"}
	all := append(slices.Clone(site), "http://b.test", "http://c.test", "http://other.test")
	for _, o := range all {
		seed(t, f, string(o)+"/")
	}
	hosts := func(site weburl.Origin) (out []weburl.Origin) {
		for h, err := range f.Hosts(site) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, h.Origin)
		}
		slices.Sort(out)
		return out
	}
	for _, o := range append(site, "http://never-seen.a.test") {
		if got := hosts(o); !slices.Equal(got, site) {
			t.Errorf("%s: %v, want %v", o, got, site)
		}
	}
	slices.Sort(all)
	if got := hosts(""); !slices.Equal(got, all) {
		t.Errorf("%v, want %v", got, all)
	}
}
