package missingsite_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/missingsite"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// hosts is a frontier with counts of origins, all treated as one site.
type hosts map[weburl.Origin]aranea.HostCounts

func (h hosts) Hosts(weburl.Origin) iter.Seq2[aranea.Host, error] {
	return func(yield func(aranea.Host, error) bool) {
		for o, n := range h {
			if !yield(aranea.Host{Origin: o, Counts: n}, nil) {
				return
			}
		}
	}
}

// Select yields two pictures that are not read and three pages that are out of scope by their
// host.
func (h hosts) Select(_ context.Context, x frontier.Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for i, r := range []aranea.Reason{aranea.ScopeType, aranea.ScopeHost, aranea.ScopeHost, aranea.ScopeType, aranea.ScopeHost} {
			if !yield(aranea.Entry{URL: weburl.MustParse(fmt.Sprintf("%s/%d", x.Origin, i)), Reason: r}, nil) {
				return
			}
		}
	}
}

func explain(_ context.Context, url string) (trail.Trail, error) {
	t := trail.Trail{URL: url, Known: !strings.HasSuffix(url, "homeless.test/"), Reason: "SCOPE.HOST", Sentence: "Not in the index: it is out."}
	t.Add(trail.Evidence, "because")
	return t, nil
}

// TestTell checks that the answer describes the URLs of a known site without pages, including
// its subdomains, and says so if the site is not known.
func TestTell(t *testing.T) {
	t.Parallel()
	known := hosts{
		"http://gone.test":           {aranea.CountExcluded: 1200, aranea.CountFetched: 3, aranea.CountDuplicates: 1},
		"https://www.shut.test":      {aranea.CountDenied: 5, aranea.CountHidden: 4},
		"http://in.test":             {aranea.CountIndexed: 1, aranea.CountFetched: 1},
		"http://half.test":           {aranea.CountDenied: 7},
		"https://docs.half.test":     {aranea.CountIndexed: 1, aranea.CountFetched: 1},
		"http://empty.test":          {aranea.CountRequests: 1},
		"http://port.test:8080":      {aranea.CountFailed: 1, aranea.CountRefused: 1},
		"http://homeless.test":       {aranea.CountQueued: 1},
		"http://xn--bcher-kva.test":  {aranea.CountMissing: 2},
		"http://docs.deep.test:8000": {aranea.CountDenied: 1},
		"http://api.deep.test":       {aranea.CountDenied: 2},
	}
	const home = "/: Not in the index: it is out."
	shut := "No page of %s can be found now, though 5 URLs of it are known: 5 denied by its robots file. 4 pages are still kept, and found again if the robots file opens in time.|https://www.shut.test" + home
	gone := "No page of gone.test can be found now, though 1,203 URLs of it are known: 1,200 left out by scope, mirror, type, nofollow or the operator, 1 with the text of other pages, 2 with nothing to index.|http://gone.test" + home
	for q, want := range map[string]string{
		"site:gone.test silk":     gone,
		"site:*.gone.test lang:":  gone,
		"site:shut.test":          fmt.Sprintf(shut, "shut.test"),
		"host:shut.test":          "No page of shut.test is known, and no link to one.",
		"host:www.shut.test":      fmt.Sprintf(shut, "www.shut.test"),
		"site:port.test:8080":     "No page of port.test:8080 can be found now, though 2 URLs of it are known: 2 refused or without a usable answer.|http://port.test:8080" + home,
		"site:port.test":          "No page of port.test can be found now, though 2 URLs of it are known: 2 refused or without a usable answer.|http://port.test:8080" + home,
		"site:port.test:81":       "No page of port.test:81 is known, and no link to one.",
		"site:homeless.test":      "No page of homeless.test can be found now, though 1 URL of it is known: 1 waiting to be visited.|http://homeless.test/1: Not in the index: it is out.",
		"site:BÜCHER.test":        "No page of bücher.test can be found now, though 2 URLs of it are known: 2 missing.|http://bücher.test" + home,
		"site:docs.deep.test x":   "No page of docs.deep.test can be found now, though 1 URL of it is known: 1 denied by its robots file.|http://docs.deep.test:8000" + home,
		"site:never.test":         "No page of never.test is known, and no link to one.",
		"site:in.test silk":       "",
		"site:half.test":          "",
		"site:empty.test":         "",
		"site:org":                "",
		"silk -site:gone.test":    "",
		"(site:gone.test OR x)":   "",
		"gone.test":               "",
		`site:"gone test" silk`:   "",
		"host:docs.half.test:443": "",
	} {
		var r search.Response
		err := missingsite.Teller{Frontier: known, Explain: explain}.Tell(t.Context(), q, &r)
		got := ""
		if r.Absent != nil {
			got = strings.Join(r.Absent.Told, "|")
			if told := r.Absent.URL != ""; told != (r.Absent.Known > 0) || told && (r.Absent.Reason != "SCOPE.HOST" || r.Absent.Evidence != "because") {
				t.Errorf("%s: %+v", q, r.Absent)
			}
		}
		if err != nil || got != want {
			t.Errorf("%s: %v\n%s, want\n%s", q, err, got, want)
		}
	}
}

// TestTellOnce checks that the explanation replaces the hint that the site has no pages, and
// that an answer with results does not change.
func TestTellOnce(t *testing.T) {
	t.Parallel()
	teller := missingsite.Teller{Frontier: hosts{"http://gone.test": {aranea.CountDenied: 1}}, Explain: explain}
	var r search.Response
	missing := filter.Missing(query.Site, "gone.test")
	r.Tell(missing, hint.Hint{Code: hint.LinksCost})
	if err := teller.Tell(t.Context(), "site:gone.test", &r); err != nil || r.Absent == nil || len(r.Hints) != 1 || !slices.Equal(r.Notes, []hint.Hint{{Code: hint.LinksCost}}) {
		t.Errorf("%+v, %v", r, err)
	}
	r = search.Response{Total: 12}
	if err := teller.Tell(t.Context(), "site:gone.test", &r); err != nil || r.Absent != nil {
		t.Errorf("%+v, %v", r, err)
	}
	teller.Explain = func(context.Context, string) (trail.Trail, error) { return trail.Trail{}, errors.New("damaged") }
	r = search.Response{}
	if err := teller.Tell(t.Context(), "site:gone.test", &r); err == nil {
		t.Error("what cannot be read is told")
	}
}

// TestManyHosts checks that only the first of very many hosts of a site are considered and the
// answer says that there may be more, and that nothing is said unless the index has no page of
// the site, because the other hosts may have pages.
func TestManyHosts(t *testing.T) {
	t.Parallel()
	known := hosts{}
	for i := range 1500 {
		known[weburl.Origin(fmt.Sprintf("http://h%d.many.test", i))] = aranea.HostCounts{aranea.CountDenied: 1}
	}
	teller := missingsite.Teller{Frontier: known, Explain: explain}
	var r search.Response
	missing := filter.Missing(query.Site, "many.test")
	r.Tell(missing)
	err := teller.Tell(t.Context(), "site:many.test", &r)
	if err != nil || r.Absent == nil || !r.Absent.More || r.Absent.Known != 1000 || !strings.Contains(r.Absent.Told[0], "though at least 1,000 URLs of it are known") {
		t.Errorf("%+v, %v", r.Absent, err)
	}
	r = search.Response{}
	if err := teller.Tell(t.Context(), "site:many.test", &r); err != nil || r.Absent != nil {
		t.Errorf("where the index may have some: %+v, %v", r.Absent, err)
	}
}
