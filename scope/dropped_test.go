package scope

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestWithout checks what is out of scope because a seed was dropped, and what is so anyway.
func TestWithout(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		mode Mode
		url  string
		how  aranea.How
		kind aranea.EntryKind
		want aranea.Reason // none if the dropped seed makes no difference
	}{
		{"its host", Host, "http://old.test/1", aranea.HowAnchor, aranea.KindPage, aranea.ScopeHost},
		{"it", Host, "http://old.test/list.xml", aranea.HowSeed, aranea.KindPage, aranea.ScopeHost},
		{"where it led to", Host, "http://www.old.test/1", aranea.HowAnchor, aranea.KindPage, aranea.ScopeHost},
		{"the host of another seed", Host, "http://a.test/1", aranea.HowAnchor, aranea.KindPage, aranea.ReasonNone},
		{"was out before", Host, "http://c.test/1", aranea.HowAnchor, aranea.KindPage, aranea.ReasonNone},
		{"a sitemap among the seeds", Any, "http://old.test/list.xml", aranea.HowSeed, aranea.KindSitemap, aranea.ScopeDropped},
		{"a sitemap that a robots file names", Any, "http://old.test/list.xml", aranea.HowRobots, aranea.KindSitemap, aranea.ReasonNone},
		{"a page, everywhere", Any, "http://old.test/list.xml", aranea.HowSeed, aranea.KindPage, aranea.ReasonNone},
		{"a site", Site, "http://x.old.test/", aranea.HowAnchor, aranea.KindPage, aranea.ScopeSite},
		{"a folder", Prefix, "http://old.test/x", aranea.HowAnchor, aranea.KindPage, aranea.ScopePrefix},
		{"a list", List, "http://old.test/list.xml", aranea.HowSeed, aranea.KindSitemap, aranea.ScopeList},
		{"what it listed", List, "http://old.test/1", aranea.HowSitemap, aranea.KindPage, aranea.ScopeDropped},
		{"what a redirect in it leads to", List, "http://old.test/2", aranea.HowRedirect, aranea.KindPage, aranea.ScopeDropped},
		{"what it listed, and is a seed", List, "http://old.test/kept", aranea.HowSitemap, aranea.KindPage, aranea.ReasonNone},
	} {
		seeds := []weburl.URL{at(t, "http://a.test/")}
		if tt.mode == List {
			seeds = append(seeds, at(t, "http://old.test/kept"))
		}
		dropped := at(t, "http://old.test/list.xml")
		rules, err := New(Options{Mode: tt.mode, Seeds: seeds})
		if err != nil {
			t.Fatal(err)
		}
		rules = rules.Without([]weburl.URL{dropped}, []weburl.URL{at(t, "http://www.old.test/")}).With(at(t, "http://b.test/"))
		listed := aranea.Entry{URL: at(t, "http://old.test/1"), How: aranea.HowSitemap, FoundOn: dropped.ID()}
		known := map[weburl.ID]aranea.Entry{
			dropped.ID(): {URL: dropped, How: aranea.HowSeed, Kind: aranea.KindSitemap}, listed.URL.ID(): listed,
		}
		e := aranea.Entry{URL: at(t, tt.url), How: tt.how, Kind: tt.kind, FoundOn: dropped.ID()}
		if tt.how == aranea.HowRedirect {
			e.FoundOn = listed.URL.ID()
		}
		v, err := rules.Lost(&e, func(id weburl.ID) (aranea.Entry, bool, error) {
			x, ok := known[id]
			return x, ok, nil
		})
		if err != nil || v.Reason != tt.want || v.OK != (tt.want == aranea.ReasonNone) {
			t.Errorf("%s: %+v, %v; want %s", tt.name, v, err, tt.want)
		}
	}
}
