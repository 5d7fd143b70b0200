package verdict

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestOfNamed checks the verdict on a crawl by what became of the URLs that were named.
func TestOfNamed(t *testing.T) {
	t.Parallel()
	at := func(text string) weburl.URL {
		u, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	u, other := at("http://a.test/1"), at("http://b.test/")
	end := func(s aranea.EntryState, r aranea.Reason) SeedEnd {
		return SeedEnd{Seed: u, Last: aranea.Entry{URL: u, State: s, Reason: r, Detail: "a.test"}}
	}
	found := end(aranea.StateDone, aranea.IndexAdded)
	found.Last.Indexed = true
	missing, denied := end(aranea.StateGone, aranea.HTTPNotFound), end(aranea.StateExcluded, aranea.RobotsDenied)
	away := SeedEnd{Seed: u, Last: aranea.Entry{URL: u, State: aranea.StateDone, Reason: aranea.HTTPRedirect, Target: other.String()}, Beyond: aranea.Entry{URL: other, State: aranea.StateExcluded, Reason: aranea.ScopeSite}}
	led := SeedEnd{Seed: u, Last: aranea.Entry{URL: other, State: aranea.StateGone, Reason: aranea.HTTPForbidden}}
	hidden := denied
	hidden.Last.Indexed = true
	for _, tt := range []struct {
		name string
		ends []SeedEnd
		want string // verdict and sentence, "" if the verdict stays
	}{
		{"nothing", nil, ""},
		{"one found", []SeedEnd{missing, found}, ""},
		{"one waits", []SeedEnd{missing, end(aranea.StateQueued, aranea.ScheduleQueued)}, ""},
		{"one is a copy", []SeedEnd{missing, end(aranea.StateDone, aranea.DupExact)}, ""},
		{"one is a broken list", []SeedEnd{missing, end(aranea.StateDone, aranea.SitemapBroken)}, ""},
		{"one is a list", []SeedEnd{end(aranea.StateDone, aranea.SitemapRead)}, ""},
		{"one is a robots file", []SeedEnd{{Seed: at("http://a.test/robots.txt")}, denied}, ""},
		{"one never stored", []SeedEnd{{Seed: u}}, ""},
		{"missing", []SeedEnd{missing}, "empty: what was named is not in the index: http://a.test/1 does not exist (404 or 410)"},
		{"denied", []SeedEnd{denied}, "blocked-by-site: what was named is not in the index: http://a.test/1 is denied by the robots file"},
		{"denied and hidden", []SeedEnd{hidden}, "blocked-by-site: what was named is not in the index: http://a.test/1 is denied by the robots file"},
		{"all refuse", []SeedEnd{denied, led, end(aranea.StateDone, aranea.DirectiveNoIndex)}, "blocked-by-site: none of the 3 URLs that were named is in the index"},
		{"one of them missing", []SeedEnd{denied, missing}, "empty: none of the 2 URLs that were named is in the index"},
		{"one may come later", []SeedEnd{denied, missing, end(aranea.StateGone, aranea.HTTPServer)}, "partial: none of the 3 URLs that were named is in the index"},
		{"removed", []SeedEnd{end(aranea.StateExcluded, aranea.OperatorRemoved)}, "empty: the seed http://a.test/1 is kept out, because you removed a.test"},
		{"away", []SeedEnd{away}, "empty: the seed http://a.test/1 leads to http://b.test/, which is out of the scope of this crawl"},
	} {
		j, none := OfNamed(tt.ends)
		got := ""
		if none {
			got = j.Verdict.String() + ": " + j.Sentence()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	mirrored := denied
	mirrored.Main = other.Origin()
	if j, _ := OfNamed([]SeedEnd{denied, mirrored}); j.Verdict != Blocked || j.Target != other.String() {
		t.Errorf("the main mirror is told as %q, %s", j.Target, j.Verdict)
	}
	if j, _ := OfNamed([]SeedEnd{mirrored, missing}); j.Target != "" {
		t.Errorf("the main mirror %s is told beside a page that is missing", j.Target)
	}
	for _, tt := range []struct {
		end    SeedEnd
		why    aranea.Reason
		target string
		out    bool
	}{{found, aranea.ReasonNone, "", false}, {missing, aranea.HTTPNotFound, "", true}, {led, aranea.HTTPForbidden, "http://b.test/", true}, {away, aranea.ScopeSite, "http://b.test/", true}, {hidden, aranea.RobotsDenied, "", true}} {
		if why, target, out := tt.end.NotIndexed(); why != tt.why || target != tt.target || out != tt.out {
			t.Errorf("%s %q %t, want %s %q %t", why, target, out, tt.why, tt.target, tt.out)
		}
	}
}
