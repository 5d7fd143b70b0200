package learn

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// TestOpens compares opens with counting the first eight links, whichever of them are known;
// opens stops looking entries up once too few can be new.
func TestOpens(t *testing.T) {
	t.Parallel()
	parse := func(text string) weburl.URL {
		u, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	from := aranea.Entry{URL: parse("http://a.test/x/from")}
	page := aranea.Entry{URL: parse("http://a.test/x/page"), How: aranea.HowAnchor, FoundOn: from.URL.ID()}
	const most = linksLooked + 1
	for links := range most + 1 {
		for news := range 1 << links {
			v := &Visit{Entry: &page}
			isNew := map[weburl.ID]bool{}
			looked, fresh := 0, 0
			for i := range links {
				u := parse(fmt.Sprintf("http://a.test/x/%d", i))
				v.Links = append(v.Links, aranea.Discovery{URL: u, How: aranea.HowAnchor, Reason: aranea.ScheduleQueued})
				if isNew[u.ID()] = news>>i&1 == 1; i < linksLooked {
					looked++
					fresh += news >> i & 1
				}
			}
			reads := 0
			known := func(id weburl.ID) (aranea.Entry, bool, error) {
				reads++
				return from, !isNew[id], nil
			}
			at := trap.Sight{Path: "/x/"}
			if err := opens(v, known, page.URL.Origin(), &at); err != nil {
				t.Fatal(err)
			}
			if want := looked > 0 && in*fresh >= newOf*looked; at.Opens != want || !at.Inside {
				t.Fatalf("%d links, new ones %b: opens %v, want %v", links, news, at.Opens, want)
			}
			if news == 0 && reads > 1+linksLooked-linksLooked*newOf/in+1 {
				t.Fatalf("%d links, all known: %d reads", links, reads)
			}
		}
	}
}
