package search

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// handbook returns the pages of a manual in three versions, of which the first begins with the word in the
// title, so that it would come first, and the last has a page less.
func handbook(t *testing.T) (sheets []sheet, learned *versions.Table) {
	t.Helper()
	var pages []versions.Page
	for i := range 8 {
		for v, title := range []string{"Spider %d", "Keeping a spider %d", "About keeping a spider %d"} {
			if v == 2 && i == 7 {
				continue
			}
			url := fmt.Sprintf("http://a.test/%d.0/page%d", v+1, i)
			sheets = append(sheets, sheet{url, "en", fmt.Sprintf(title, i), essay(fmt.Sprint("silk", i), "spider", fmt.Sprint("web", i))})
			pages = append(pages, versions.Page{URL: url, Key: rank.KeyOf(weburl.MustParse(url).ID()), Sketch: uint64(i+1) * 0x9e37_79b9_7f4a_7c15})
		}
	}
	return sheets, learn(t, pages)
}

// learn returns what is learned of pages.
func learn(t *testing.T, pages []versions.Page) *versions.Table {
	t.Helper()
	learned, err := versions.Learn(func() iter.Seq2[versions.Page, error] {
		return func(yield func(versions.Page, error) bool) {
			for _, p := range pages {
				if !yield(p, nil) {
					return
				}
			}
		}
	}, func() iter.Seq2[versions.Choice, error] { return func(func(versions.Choice, error) bool) {} })
	if err != nil {
		t.Fatal(err)
	}
	return learned
}

// anyVersions returns a table by which pages, some of a host one after another, are versions of one.
func anyVersions(t *testing.T, urls []string, of int) *versions.Table {
	t.Helper()
	seen := map[weburl.Origin]int{}
	var pages []versions.Page
	for _, url := range urls {
		u := address(t, url)
		n := seen[u.Origin()]
		seen[u.Origin()]++
		pages = append(pages, versions.Page{URL: fmt.Sprintf("%s/%d.0/%d", u.Origin(), n%of, n/of), Key: rank.KeyOf(u.ID()), Sketch: uint64(n/of + 1)})
	}
	return learn(t, pages)
}

// TestVersions: of the versions of a page the newest that matches is shown, and stands for the others;
// who asks for one version finds that, as if there were no others.
func TestVersions(t *testing.T) {
	t.Parallel()
	sheets, learned := handbook(t)
	s := build(t, sheets...)
	first := func(r Request) (string, int) {
		got, err := s.Search(t.Context(), r)
		if err != nil || len(got.Results) == 0 {
			t.Fatalf("%s: %v, %v", r.Query, got.Results, err)
		}
		return strings.TrimPrefix(got.Results[0].URL.String(), "http://a.test"), got.Results[0].Copies
	}
	if got, _ := first(Request{Query: "spider web3"}); got != "/1.0/page3" {
		t.Fatalf("as if there were no versions: %s", got)
	}
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: learned} }
	if got := ask(t, s, "spider web3").Results[0].Versions; len(got) != 2 || fmt.Sprint(got[0].Name, got[0].URL, got[1].Name) != "2.0http://a.test/2.0/page31.0" {
		t.Errorf("other versions: %v", got)
	}
	for q, want := range map[string]string{
		"spider web3":                    "/3.0/page3 2",
		"spider web7":                    "/2.0/page7 1",
		"spider web3 site:a.test/1.0":    "/1.0/page3 0",
		"spider web3 inurl:1.0":          "/1.0/page3 0",
		"spider web3 site:a.test":        "/3.0/page3 2",
		`"spider web3" -intitle:keeping`: "/1.0/page3 0",
	} {
		page, copies := first(Request{Query: q})
		if got := fmt.Sprint(page, " ", copies); got != want {
			t.Errorf("%s: %s, want %s", q, got, want)
		}
	}
	r, err := s.Search(t.Context(), Request{Query: "spider web3", Copies: true, Explain: true})
	if err != nil || len(r.Results) < 3 {
		t.Fatalf("all versions: %s, %v", urls(r), err)
	}
	for i, want := range []float64{0, -0.2, -0.21} {
		got, all := 0.0, 0.0
		for _, p := range r.Results[i].Why {
			if p.Name == "older version, not translated, or a source" {
				got = p.Value
			}
			all += p.Value
		}
		if (got < 0) != (want < 0) || got > want || math.Abs(all-r.Results[i].Score) > 1e-9 {
			t.Errorf("%s: %v", r.Results[i].URL, r.Results[i].Why)
		}
	}
}

// TestUnreadVersion: a URL that is known by links alone, although its page was once a version of another one,
// is no version of that: of what it says nothing is known.
func TestUnreadVersion(t *testing.T) {
	t.Parallel()
	sheets, learned := handbook(t)
	const gone = "http://a.test/2.0/page3"
	s := build(t, slices.DeleteFunc(sheets, func(sh sheet) bool { return sh.url == gone })...)
	s.opt = Options{
		Signals: func() signals.Tables { return signals.Tables{Versions: learned} },
		Anchors: build(t, sheet{gone, "en", "web3", ""}).src, Listed: func(weburl.URL) (bool, error) { return true, nil },
	}
	r := ask(t, s, "web3")
	if got, want := urls(r), "a.test/3.0/page3 a.test/2.0/page3"; got != want || !r.Results[1].Unread {
		t.Fatalf("%s, want %s", got, want)
	}
	if got := r.Results[0].Versions; len(got) != 1 || got[0].URL.String() != "http://a.test/1.0/page3" {
		t.Errorf("versions: %v", got)
	}
}

// TestVersionGone: a version that its owner wants to be gone by now is not named.
func TestVersionGone(t *testing.T) {
	t.Parallel()
	sheets, learned := handbook(t)
	s := build(t, sheets...)
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: learned} }
	x, _ := s.src.(*index.Index)
	text := []byte(strings.Repeat("Of this too. ", 4000) + "web3")
	old := &aranea.Page{URL: address(t, "http://a.test/2.0/page3"), Lang: "en", Text: text, Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: old.URL, Page: old, Expires: now}}); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Time]string{now: "1.0", now.Add(-time.Second): "2.0 1.0"} {
		s.now = func() time.Time { return at }
		var got []string
		for _, v := range ask(t, s, "web3").Results[0].Versions {
			got = append(got, v.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("at %v: versions %v, want %s", at, got, want)
		}
	}
}

// TestVersionsBehind: behind the pages that are looked at again, a result names the other versions too, and
// only those that do not come later in the list.
func TestVersionsBehind(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	var all []string
	for i := range 900 {
		all = append(all, fmt.Sprintf("http://a.test/%d.0/page%d", i%3, i/3))
		sheets = append(sheets, sheet{all[i], "en", "", fmt.Sprintf("spider %d", i)})
	}
	s := build(t, sheets...)
	learned := anyVersions(t, all, 3)
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: learned} }
	behind, list := 0, map[string]bool{}
	for r := (Request{Query: "spider", Limit: 90, After: paging.First}); r.After != ""; {
		got, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, res := range got.Results {
			list[res.URL.String()] = true
			if len(list) > refineMax {
				behind += len(res.Versions)
			}
			if len(res.Versions) != res.Copies {
				t.Fatalf("%s, result %d: %d copies, versions %v", res.URL, len(list), res.Copies, res.Versions)
			}
			for _, v := range res.Versions {
				if list[v.URL.String()] {
					t.Errorf("%s is a result and a version of %s", v.URL, res.URL)
				}
			}
		}
		r.After = got.Next
	}
	if behind < 10 {
		t.Errorf("%d results, %d versions named behind those that are looked at again: too few to say anything", len(list), behind)
	}
}
