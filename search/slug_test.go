package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/index"
)

// TestSlugs: the page that its address calls as the query does comes first, if it has the words or the
// others name its site, and what that adds is explained.
func TestSlugs(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://moth.test/faq.html", "en", "Questions of readers", "What is asked of moths in the faq"},
		sheet{"http://moth.test/glossary.html", "en", "Words", "What words mean"},
		sheet{"http://moth.test/log.html", "en", "The log", "A new faq, and the faq of faq answers about moths"},
		sheet{"http://a.test/wing-span/", "en", "Measures", "How wide a wing is, and its span"},
		sheet{"http://a.test/b", "en", "Wing span", "The span of a wing: wing and span"},
		sheet{"http://a.test/Lamp.dimmed/", "en", "Lights", "How a lamp is dimmed"},
		sheet{"http://a.test/c", "en", "Evenings", "Lamp.dimmed, Lamp.dimmed and Lamp.dimmed"},
	)
	for q, want := range map[string]string{
		"moth faq": "faq.html log.html", "moth glossary": "glossary.html", "what is the moth glossary": "glossary.html", "how do i use the moth glossary in it": "", "questions glossary": "", "glossary": "", "wing span measures": "wing-span/", "wing span": "b wing-span/", "wing-span": "b wing-span/", "Lamp.dimmed": "Lamp.dimmed/ c", `"faq" moth`: "log.html faq.html",
	} {
		r, err := s.Search(t.Context(), Request{Query: q, Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		r.Results = slices.DeleteFunc(r.Results, func(res Result) bool { return len(res.Missing) > 0 })
		if got := paths(r); got != want {
			t.Errorf("%s: %s, want %s", q, got, want)
		}
		for _, res := range r.Results {
			why, err := s.Why(t.Context(), Request{Query: q}, res.URL)
			if d := why.Score - res.Score; err != nil || !why.Matches || d > 1e-9 || d < -1e-9 {
				t.Errorf("%s: %s alone: %+v, %v", q, res.URL, why, err)
			}
			sum := 0.0
			for _, p := range res.Why {
				sum += p.Value
			}
			if d := sum - res.Score; d > 1e-9 || d < -1e-9 {
				t.Errorf("%s: %v adds up to %g, not %g", q, res.Why, sum, res.Score)
			}
		}
	}
}

// TestSlugsAndLinks: a page that its address calls as the query does counts for what links say of it as
// well, even if many others have links that say more.
func TestSlugsAndLinks(t *testing.T) {
	t.Parallel()
	sheets := []sheet{{"http://a.test/faq.html", "en", "Questions", "The faq of a moth"}}
	links := []sheet{{"http://a.test/faq.html", "en", "the faq", ""}}
	for i := range anchorWant + 50 {
		url := fmt.Sprintf("http://a.test/%d", i)
		sheets = append(sheets, sheet{url, "en", "Page", "A page"})
		links = append(links, sheet{url, "en", "a moth faq", ""})
	}
	s, anchors := build(t, sheets...), build(t, links...)
	s.opt.Anchors = anchors.src.(*index.Index)
	r := ask(t, s, "moth faq")
	if len(r.Results) == 0 || r.Results[0].URL.Path() != "/faq.html" {
		t.Fatalf("%s, want the faq first", paths(r))
	}
	why, err := s.Why(t.Context(), Request{Query: "moth faq"}, r.Results[0].URL)
	if d := why.Score - r.Results[0].Score; err != nil || d > 1e-9 || d < -1e-9 {
		t.Errorf("%v adds up to %g, not %g; %v", why.Why, why.Score, r.Results[0].Score, err)
	}
}

// TestSlugOfOtherSite: a page that its address calls as the query does must have the words, unless it is on
// the site that all others name.
func TestSlugOfOtherSite(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://moth.test/faq.html", "en", "Questions", "What is asked"},
		sheet{"http://other.test/faq.html", "en", "Questions", "What is asked of a moth"},
	)
	r, err := s.Search(t.Context(), Request{Query: "moth faq"})
	if err != nil || len(r.Results) != 2 || urls(r) != "moth.test/faq.html other.test/faq.html" {
		t.Fatal(urls(r), err)
	}
	if got := r.Results[1]; strings.Join(got.Missing, " ") != "faq" || r.Total-r.Some != 1 {
		t.Errorf("%d pages have all the words; the second lacks %q, want faq", r.Total-r.Some, got.Missing)
	}
}
