package trail

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// TestExplainWithin: an unknown URL among files says what keeps it from being found: the folder above it that
// was left out, or a name that is never listed. Elsewhere nothing but links makes a page known.
func TestExplainWithin(t *testing.T) {
	t.Parallel()
	base, site := weburl.MustParse("http://files.test/share/"), weburl.MustParse("http://site.test/")
	left, read := base.String()+"shop/node_modules/", base.String()+"shop/"
	sites := fewRecords{}
	for text, reason := range map[string]aranea.Reason{base.String(): aranea.ScopeNoIndex, read: aranea.ScopeNoIndex, left: aranea.ScopeGenerated} {
		e := aranea.Entry{URL: weburl.MustParse(text), State: aranea.StateDone, Reason: reason, FoundAt: at}
		if reason == aranea.ScopeGenerated {
			e.State, e.Detail = aranea.StateExcluded, "node_modules: called node_modules"
		}
		sites[e.URL.ID()] = e
	}
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{base, site}, Folders: []weburl.URL{base}, Listed: []weburl.URL{base}})
	if err != nil {
		t.Fatal(err)
	}
	o := Outlook{Now: at, Crawl: &crawl.Options{Scope: rules}}
	for text, want := range map[string]string{
		left + "grind/index.js":        "it lies in a folder that a program wrote and can write again.",
		left + "grind":                 "it lies in a folder that a program wrote and can write again.",
		left + "grind/":                "it lies in a folder that a program wrote and can write again.",
		read + "node_modules.txt":      "no list of a folder of files has it. If one did, it would be queued.",
		read + ".git/HEAD":             "names that begin with a dot are not listed.",
		read + ".git/":                 "names that begin with a dot are not listed.",
		read + "%2eenv":                "names that begin with a dot are not listed.",
		read + "Thumbs.db":             "what systems keep among files is not listed.",
		read + "lost+found/a.txt":      "what systems keep among files is not listed.",
		"http://site.test/.git/HEAD":   "no page that was visited links to it. If one did, it would be queued.",
		"http://files.test/other/.env": "no page that was visited links to it. If one did, the answer would be that it is on a host that a folder answers for, and outside of that folder.",
	} {
		got, err := Of(t.Context(), sites, text, o)
		if err != nil || got.Sentence != "This URL is not known: "+want || got.Known {
			t.Errorf("%s: %q, %v, want %q", text, got.Sentence, err, want)
		}
		folder, why := got.LeftOutFolder()
		if inside := strings.HasPrefix(text, left); inside && (folder != left || why != "node_modules: called node_modules") || !inside && folder != "" {
			t.Errorf("%s: lies in %q, %q", text, folder, why)
		}
	}
}
