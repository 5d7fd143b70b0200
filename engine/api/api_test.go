package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestCompletionsWanted checks that a request for more completions than there can be is refused
// with the same text as one for too many results.
func TestCompletionsWanted(t *testing.T) {
	t.Parallel()
	api := Reading(fake{})
	for path, want := range map[string]string{
		"complete?q=spid&n=20":                   `"completions":[]`,
		"complete?q=spid&n=50":                   "n is a number from 1 to 20",
		"complete?q=spid&n=x":                    "n is a number from 1 to 20",
		"complete?q=+":                           "q, the query, is missing",
		"facet-values?q=spid":                    `"detail":"facet is the name of a facet"`,
		"facet-values?q=spid&facet=a&order=size": "order is pages or name",
		"facet-values?q=spid&facet=a&limit=1001": `"detail":"limit is a number from 0 to 1000"`,
		"facet-values?facet=a":                   "q, the query, is missing",
		"search?q=spid&n=101":                    "n is a number from 1 to 100",
	} {
		w := httptest.NewRecorder()
		api.ServeHTTP(w, httptest.NewRequest(http.MethodGet, apiRoot+path, nil))
		if refused := strings.Contains(want, " is "); !strings.Contains(w.Body.String(), want) || (w.Code == http.StatusBadRequest) != refused {
			t.Errorf("%s: status %d, %s", path, w.Code, w.Body)
		}
	}
}

// TestQuestionsArriveWhole checks that the owner of a folder reads each field of a question as
// its caller has set it, except those that the call does not use.
func TestQuestionsArriveWhole(t *testing.T) {
	t.Parallel()
	unused := []string{"After", "Collection", "Copies", "ExactTotal", "Explain", "Facets", "MaxPerSite", "NoSnippets", "Offset", "Shown", "Sort", "Typing", "Values"}
	arrives(t, "search", []string{"Collection", "Shown", "Values"}, searchQuery, searchRequest) // that is sent as JSON
	arrives(t, "complete", unused, completeQuery, completeRequest)
	page, err := weburl.Parse("http://a.test/?x=1&y=2")
	if err != nil {
		t.Fatal(err)
	}
	arrives(t, "why", append(unused, "Limit"), func(r *search.Request) url.Values { return whyQuery(r, page) }, func(r *http.Request) (search.Request, error) {
		q, err := whyRequest(r)
		if q.url != page {
			t.Errorf("why: the URL is %s", q.url)
		}
		return q.Request, err
	})
	arrives(t, "urls", nil, (*service.URLFilter).Query, selection.FilterOf)
	arrives(t, "hosts", nil, hostQuery, hostFilter)
	arrives(t, "sitemap-pages", nil, (*sitemappages.Filter).Query, sitemappages.FilterOf)
	arrives(t, "links", nil, linkQuery, linkFilter)
	for _, check := range linkcheck.Checks() {
		arrives(t, string(check), []string{"Check"}, (*linkcheck.FaultFilter).Query, func(r *http.Request) (linkcheck.FaultFilter, error) {
			f, err := check.FilterOf(r)
			if f.Check != check {
				t.Errorf("%s: the check is %q", check, f.Check)
			}
			f.Check = ""
			return f, err
		})
	}
}

// arrives checks that a question is read as it was asked, with each field set alone.
func arrives[Q any](t *testing.T, call string, unused []string, write func(*Q) url.Values, read func(*http.Request) (Q, error)) {
	t.Helper()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Q]()) {
		if !f.IsExported() {
			continue
		}
		var asked, want Q
		if query := reflect.ValueOf(&asked).Elem().FieldByName("Query"); query.IsValid() {
			query.SetString("spider")
		}
		want = asked
		for _, q := range []*Q{&asked, &want} {
			if q == &asked || !slices.Contains(unused, f.Name) {
				servicetest.Fill(t, reflect.ValueOf(q).Elem().FieldByIndex(f.Index))
			}
		}
		got, err := read(httptest.NewRequest(http.MethodGet, "/?"+write(&asked).Encode(), nil))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v arrives as %+v, %v", call, asked, got, err)
		}
	}
}
