package budget

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func TestForeign(t *testing.T) {
	t.Parallel()
	of := func(url string) weburl.ID {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		return u.ID()
	}
	page := of("http://www.a.test/1")
	for name, tt := range map[string]struct {
		d    aranea.Discovery
		want bool
	}{
		"a link of another site":    {aranea.Discovery{FoundOn: of("http://b.test/")}, true},
		"a list of another site":    {aranea.Discovery{FoundOn: of("http://b.test/"), How: aranea.HowSitemap, Priority: 5}, true},
		"a redirect of another":     {aranea.Discovery{FoundOn: of("http://b.test/"), How: aranea.HowRedirect}, true},
		"a link of its host":        {aranea.Discovery{FoundOn: of("http://www.a.test/")}, false},
		"a link of its site":        {aranea.Discovery{FoundOn: of("https://m.a.test:8080/")}, false},
		"a mirror":                  {aranea.Discovery{FoundOn: of("http://b.test/"), How: aranea.HowMirror}, false},
		"the operator":              {aranea.Discovery{How: aranea.HowSeed}, false},
		"where a seed has moved to": {aranea.Discovery{FoundOn: of("http://b.test/"), How: aranea.HowRedirect, Priority: aranea.PriorityNamed}, false},
	} {
		if got := Foreign(page, &tt.d); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestRoomForOthers: URLs named by other sites fill half of the room of a site.
func TestRoomForOthers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		site                 Site
		origin, own, foreign bool // whether there is room for a URL that its own site names, and for another
	}{
		{Site{}, true, true, true},
		{Site{Entries: SiteEntries/2 - 1}, false, true, true},
		{Site{Entries: SiteEntries / 2}, false, true, false},
		{Site{Entries: SiteEntries}, false, false, false},
		{Site{Origins: SiteOrigins / 2}, false, true, true},
		{Site{Origins: SiteOrigins / 2}, true, true, false},
	} {
		if own, foreign := tt.site.For(false).Full(tt.origin) == "", tt.site.For(true).Full(tt.origin) == ""; own != tt.own || foreign != tt.foreign {
			t.Errorf("%+v: room for its own %t, for others %t", tt.site, own, foreign)
		}
	}
}
