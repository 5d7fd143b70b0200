package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/versions"
)

// blog returns a list on some pages and a post of which its third page tells, and what is learned of them.
func blog(t *testing.T, n int) (sheets []sheet, learned *versions.Table) {
	t.Helper()
	var list []versions.Listed
	for i := range n {
		url := "http://a.test/author/jane/"
		if i > 0 {
			url += fmt.Sprintf("page/%d/", i+1)
		}
		text := fmt.Sprintf("post%d ", i)
		if i == 2 {
			text += "orb weaver "
		}
		sheets = append(sheets, sheet{url, "en", "Jane spins", text})
		list = append(list, versions.Listed{Key: rank.KeyOf(address(t, url).ID()), Before: uint8(min(i, 255))})
	}
	return append(sheets, sheet{"http://a.test/orb/", "en", "", "an orb weaver, and many other words about what it does by night"}), (&versions.Table{}).With([][]versions.Listed{list}, nil)
}

// TestLists: a list is one result, which names its other pages; the page that answers best stands for it, and of those
// that answer alike the first.
func TestLists(t *testing.T) {
	t.Parallel()
	sheets, learned := blog(t, 20)
	s := build(t, sheets...)
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: learned} }
	got := ask(t, s, "jane spins")
	if urls(got) != "a.test/author/jane/" || got.Total != 20 || got.Copies != 19 {
		t.Fatalf("%s, %d in all, %d folded", urls(got), got.Total, got.Copies)
	}
	r := got.Results[0]
	if r.Copies != 19 || r.Listed != 19 || len(r.ListPages) != answer.MaxListPages || r.ListPages[0].Number != 2 || r.ListPages[0].URL.String() != "http://a.test/author/jane/page/2/" || len(r.Versions) != 0 {
		t.Errorf("%+v", r)
	}
	if got := ask(t, s, `"orb weaver"`); urls(got) != "a.test/author/jane/page/3/ a.test/orb/" && urls(got) != "a.test/orb/ a.test/author/jane/page/3/" || got.Copies != 0 {
		t.Errorf("the page that alone has the words: %s", urls(got))
	}
	if got := ask(t, s, "jane orb"); !strings.HasPrefix(urls(got), "a.test/author/jane/page/3/ ") {
		t.Errorf("the page that answers best: %s", urls(got))
	}
	all, err := s.Search(t.Context(), Request{Query: "jane spins", Copies: true, Limit: 30, Explain: true})
	if err != nil || len(all.Results) != 20 || all.Results[0].URL.String() != "http://a.test/author/jane/" || all.Copies != 0 {
		t.Fatalf("all: %s, %v", urls(all), err)
	}
	for i, r := range all.Results {
		later := 0.0
		for _, p := range r.Why {
			if p.Name == "later page of a list" {
				later = p.Value
			}
		}
		if (later < 0) != (i > 0) {
			t.Errorf("%s: %v", r.URL, r.Why)
		}
	}
}

// TestSingleLists: a post comes before the list of a tag that repeats its beginning and is shorter, and the list of the
// tag comes first for who asks for the tag.
func TestSingleLists(t *testing.T) {
	t.Parallel()
	const list, post = "http://a.test/tag/weaver/", "http://a.test/orb/"
	rest := strings.Repeat("and many other words about what it does by night ", 20)
	sheets := []sheet{{list, "en", "Tag weaver", "The orb of autumn spins every evening " + rest[:200]}, {post, "en", "The orb of autumn", "It spins every evening " + rest + "weaver"}}
	for i := range 30 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://b.test/%d", i), "en", "Another page", rest})
	}
	s := build(t, sheets...)
	for _, known := range []bool{false, true} {
		if known {
			learned := (&versions.Table{}).With(nil, []rank.Key{rank.KeyOf(address(t, list).ID())})
			s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: learned} }
		}
		r, err := s.Search(t.Context(), Request{Query: "spins every evening", Limit: 5, Explain: true})
		if err != nil || len(r.Results) != 2 || (r.Results[0].URL.String() == post) != known {
			t.Fatalf("known: %v: %s, %v, %+v", known, urls(r), err, r.Results)
		}
		for _, res := range r.Results {
			lost := slices.ContainsFunc(res.Why, func(p score.Part) bool { return p.Name == "list of other pages" && p.Value < 0 })
			if lost != (known && res.URL.String() == list) {
				t.Errorf("known: %v: %s: %v", known, res.URL, res.Why)
			}
		}
		if r := ask(t, s, "tag weaver"); len(r.Results) == 0 || r.Results[0].URL.String() != list {
			t.Errorf("known: %v: the tag: %s", known, urls(r))
		}
	}
}

// TestListPageGone: a page of a list that its owner wants to be gone by now is counted and not named; numbers behind
// those that the table has are those of the addresses.
func TestListPageGone(t *testing.T) {
	t.Parallel()
	sheets, learned := blog(t, 300)
	s := build(t, append(sheets[:1:1], sheets[297:300]...)...)
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: learned} }
	x, _ := s.src.(*index.Index)
	text := []byte("Jane spins no more.")
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s.now = func() time.Time { return now }
	p := &aranea.Page{URL: address(t, "http://a.test/author/jane/page/298/"), Lang: "en", Text: text, Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: p.URL, Page: p, Expires: now}}); err != nil {
		t.Fatal(err)
	}
	r := ask(t, s, "jane spins").Results[0]
	if got := fmt.Sprint(r.Listed, r.ListPages); got != "3 [{299 http://a.test/author/jane/page/299/} {300 http://a.test/author/jane/page/300/}]" {
		t.Error(got)
	}
}
