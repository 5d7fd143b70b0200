package search

import (
	"strings"
	"testing"
)

// TestRelated: the pages with the main words of one come, without it, and whoever may
// not see it learns nothing of it.
func TestRelated(t *testing.T) {
	t.Parallel()
	s := shelve(t, []leaf{
		{url: "http://a.test/silk", title: "Silk of spiders", text: "Spiders spin a thread of silk from their glands and weave webs."},
		{url: "http://a.test/web", title: "Webs", text: "A web of silk thread is what spiders weave from glands."},
		{url: "http://a.test/moth", title: "Moths", text: "The moth spins silk, and people take the thread off its cocoon."},
		{url: "http://b.test/steel", title: "Steel", text: "Steel is iron with carbon, made for bridges."},
		{url: "http://b.test/iron", title: "Iron", text: "Iron with carbon is steel; bridges want it."},
	})
	for q, want := range map[string]string{
		"related:a.test/silk":               "a.test/web",
		"related:https://www.a.test/silk/":  "a.test/web",
		"related:http://b.test/steel":       "b.test/iron",
		"related:a.test/silk site:b.test":   "",
		"glands related:a.test/silk":        "a.test/web",
		"silk -related:http://a.test/silk":  "a.test/silk a.test/moth",
		"related:http://nowhere.test/":      "",
		"silk related:http://nowhere.test/": "",
	} {
		r := ask(t, s, q)
		if urls(r) != want || r.Query != q {
			t.Errorf("%s: %s, want %s; understood as %q", q, urls(r), want, r.Query)
		}
		if told := strings.Contains(strings.Join(r.Hints, " "), "not in the index"); told != strings.Contains(q, "nowhere") {
			t.Errorf("%s: hints %q", q, r.Hints)
		}
	}
	e, err := s.Why(t.Context(), Request{Query: "related:a.test/silk"}, address(t, "http://a.test/web"))
	if err != nil || !e.Matches || e.Score <= 0 {
		t.Errorf("explained %+v, %v", e, err)
	}
}
