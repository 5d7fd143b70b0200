package response

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

func TestRefusal(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]struct {
		page, link aranea.Reason
		passing    bool
	}{
		304: {aranea.HTTPStatus, aranea.HTTPStatus, false}, 400: {aranea.HTTPClient, aranea.HTTPClient, false},
		401: {aranea.HTTPForbidden, aranea.LinkRefused, false}, 403: {aranea.HTTPForbidden, aranea.LinkRefused, false},
		404: {aranea.HTTPNotFound, aranea.HTTPNotFound, false}, 410: {aranea.HTTPNotFound, aranea.HTTPNotFound, false},
		429: {aranea.HTTPThrottled, aranea.HTTPThrottled, true}, 451: {aranea.HTTPForbidden, aranea.HTTPForbidden, false},
		503: {aranea.HTTPServer, aranea.HTTPServer, true},
	} {
		reason, passing := Refusal(status)
		link, linkPassing := RefusalOfLink(status)
		if reason != want.page || link != want.link || passing != want.passing || linkPassing != want.passing {
			t.Errorf("%d: %s, %v; of a link %s, %v", status, reason, passing, link, linkPassing)
		}
	}
	if reason, passing := RefusalOfLink(999); reason != aranea.LinkRefused || passing {
		t.Errorf("999: %s, %v", reason, passing)
	}
}

func TestTarget(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/dir/page")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		status         int
		location, want string
		why            aranea.Reason
	}{
		{301, "new", "http://a.test/dir/new", aranea.ReasonNone}, {308, " /new ", "http://a.test/new", aranea.ReasonNone},
		{302, "", "", aranea.ReasonNone}, {300, "/new", "", aranea.ReasonNone}, {200, "/new", "", aranea.ReasonNone},
		{302, "ftp://a.test/", "", aranea.ScopeScheme},
	} {
		to, v := Target(&aranea.Fetched{URL: u, Status: tt.status, Header: aranea.Header{"Location": {tt.location}}})
		if to.String() != tt.want && !(to.IsZero() && tt.want == "") || v.Reason != tt.why {
			t.Errorf("%d to %q: %s, %s", tt.status, tt.location, to, v.Reason)
		}
	}
}

// TestShield: a page with the words of a challenge is one, unless a folder on disk answers for it.
func TestShield(t *testing.T) {
	t.Parallel()
	site, folder := weburl.MustParse("https://a.test/"), weburl.MustParse("https://b.test/docs/")
	rules, err := scope.New(scope.Options{Seeds: []weburl.URL{site}, Folders: []weburl.URL{folder}})
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range map[string]string{"https://a.test/p": "Cloudflare", "https://b.test/docs/p": ""} {
		f := aranea.Fetched{URL: weburl.MustParse(u), Status: 200, Body: []byte("<title>Just a moment...</title> Cloudflare")}
		if got := Shield(&f, rules); got != want {
			t.Errorf("%s: %q, want %q", u, got, want)
		}
	}
}
