package checks

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule/refusal"
	"github.com/aranea-search/aranea/weburl"
)

const site weburl.Origin = "http://b.test"

// isAskedWithHead reports whether the next link to an origin is asked for with HEAD.
func isAskedWithHead(t *testing.T, m *Memory, o weburl.Origin) bool {
	t.Helper()
	u, err := weburl.Parse(string(o) + "/page")
	if err != nil {
		t.Fatal(err)
	}
	if m.Head(&aranea.Entry{URL: u, Attempts: 1}) {
		t.Error("another try has the method HEAD")
	}
	return m.Head(&aranea.Entry{URL: u})
}

// TestGetAfterHead checks which answers to HEAD make a GET necessary, and what is remembered of it.
func TestGetAfterHead(t *testing.T) {
	t.Parallel()
	head := func(status int) Answer { return Answer{Status: status, Head: true} }
	after := func(before, status int) Answer { return Answer{Status: status, Before: before} }
	for _, tt := range []struct {
		name    string
		earlier []Answer
		last    Answer
		again   bool // a GET follows the last answer
		head    bool // the next link is asked for with HEAD
	}{
		{"there", nil, head(200), false, true},
		{"moved", nil, head(301), false, true},
		{"missing", nil, head(404), true, true},
		{"gone", nil, head(410), false, true},
		{"a wrong request", nil, head(400), true, true},
		{"refused", nil, head(403), true, true},
		{"a login", nil, head(401), false, true},
		{"to be paid for", nil, head(402), false, true},
		{"by law", nil, head(451), false, true},
		{"refused to robots", nil, head(999), false, true},
		{"a challenge", nil, Answer{Status: 403, Head: true, Challenge: true}, false, true},
		{"a fault", nil, head(500), false, true},
		{"HEAD is not known", nil, head(405), true, false},
		{"501 to HEAD", nil, head(501), false, false},
		{"missing to GET", []Answer{head(404)}, after(404, 404), false, true},
		{"missing to HEAD only", []Answer{head(404)}, after(404, 200), false, false},
		{"refused to HEAD only", []Answer{head(403)}, after(403, 301), false, false},
		{"a fault that passed", []Answer{head(500)}, after(500, 200), false, true},
		{"missing where GET said the same", []Answer{head(404), after(404, 404)}, head(404), true, true},
		{"refused where GET said the same", []Answer{head(403), after(403, 403)}, head(403), false, true},
		{"missing where GET refused", []Answer{head(403), after(403, 403)}, head(404), true, true},
		{"GET at once", []Answer{head(405), after(405, 200)}, Answer{Status: 404}, false, false},
	} {
		m := New()
		for _, a := range tt.earlier {
			m.Note(site, a)
		}
		if again, head := m.Note(site, tt.last), isAskedWithHead(t, m, site); again != tt.again || head != tt.head {
			t.Errorf("%s: a GET follows %v, HEAD for the next %v", tt.name, again, head)
		}
		if !isAskedWithHead(t, m, "http://c.test") {
			t.Errorf("%s: it counts for another origin", tt.name)
		}
	}
}

// TestRefuses checks which answers make an origin count as one that refuses everything.
func TestRefuses(t *testing.T) {
	t.Parallel()
	host := &aranea.Host{Origin: site}
	for name, tt := range map[string]struct {
		answer Answer
		want   bool
	}{
		"refused":            {Answer{Status: 403, Before: 403}, true},
		"a login":            {Answer{Status: 401, Head: true}, true},
		"a challenge":        {Answer{Status: 200, Head: true, Challenge: true}, true},
		"too many":           {Answer{Status: 429, Head: true}, false},
		"too many, rested":   {Answer{Status: 429, Head: true, Rested: true}, true},
		"no answer":          {Answer{}, false},
		"a fault":            {Answer{Status: 500}, false},
		"by law":             {Answer{Status: 451}, false},
		"missing":            {Answer{Status: 404}, false},
		"there":              {Answer{Status: 200}, false},
		"undecided till GET": {Answer{Status: 403, Head: true}, false},
	} {
		m := New()
		for range refusal.InRow - 1 {
			if m.Note(site, tt.answer); m.Refuses(host) {
				t.Errorf("%s: too soon", name)
			}
		}
		if m.Note(site, tt.answer); m.Refuses(host) != tt.want {
			t.Errorf("%s: refuses %v, want %v", name, m.Refuses(host), tt.want)
		}
		if m.Refuses(&aranea.Host{Origin: site, Counts: aranea.HostCounts{aranea.CountFetched: 1}}) {
			t.Errorf("%s: a host that gives pages counts as well", name)
		}
		if m.Note(site, Answer{Status: 404, Head: true}); tt.want && !m.Refuses(host) {
			t.Errorf("%s: a link that may be missing ends the row", name)
		}
		if m.Note(site, Answer{Status: 404}); m.Refuses(host) {
			t.Errorf("%s: a missing link does not end the row", name)
		}
	}
}

// TestMaxOrigins: what is remembered is limited.
func TestMaxOrigins(t *testing.T) {
	t.Parallel()
	m := New()
	for i := range 3*maxOrigins + 1 {
		m.Note(weburl.Origin(fmt.Sprintf("http://%d.test", i)), Answer{Status: 405, Head: true})
		if len(m.origins) > maxOrigins {
			t.Fatalf("%d origins", len(m.origins))
		}
	}
	if last := weburl.Origin(fmt.Sprintf("http://%d.test", 3*maxOrigins)); len(m.origins) != 1 || isAskedWithHead(t, m, last) {
		t.Errorf("%d origins, and the last of them is forgotten", len(m.origins))
	}
}
