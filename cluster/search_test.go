package cluster_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/weburl"
)

// urlsOf returns the addresses of results.
func urlsOf(r search.Response) (urls []string) {
	for _, x := range r.Results {
		urls = append(urls, strings.TrimPrefix(x.URL.String(), "http://"))
	}
	return urls
}

// walk reads a list page by page by its cursors, and calls between before each page but the first. Each page tells
// the same total, if that is exact.
func walk(t *testing.T, s service.Searching, r search.Request, between func(seen []string)) (urls []string) {
	t.Helper()
	total := -1
	for r.After = paging.First; r.After != ""; {
		resp, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatalf("%s, page of %d: %v", r.Query, r.Limit, err)
		}
		if len(resp.Results) > 0 && resp.First != len(urls)+1 {
			t.Errorf("%s: the first result has number %d after %d", r.Query, resp.First, len(urls))
		}
		if total < 0 {
			total = resp.Total
		}
		if r.ExactTotal && resp.Total != total {
			t.Errorf("%s, pages of %d: a total of %d on the first page, and %d behind result %d", r.Query, r.Limit, total, resp.Total, len(urls))
		}
		urls = append(urls, urlsOf(resp)...)
		if r.After = resp.Next; r.After != "" && between != nil {
			between(urls)
		}
	}
	return urls
}

// TestValues checks that the values of a facet add up over nodes, as one folder lists them.
func TestValues(t *testing.T) {
	t.Parallel()
	whole, front := crawlWeb(t)
	for _, w := range []facet.Wanted{{Name: "number"}, {Name: "Number", ByName: true, Offset: 2, Limit: 3}, {Name: "number", Part: "1"}, {Name: "none"}} {
		for _, q := range []string{"silk", "page OR start", "nowhere"} {
			r := search.Request{Query: q, Limit: 1, NoSnippets: true, Values: &w}
			want, werr := whole.Search(t.Context(), r)
			got, err := front.Search(t.Context(), r)
			if err != nil || werr != nil {
				t.Fatal(err, werr)
			}
			if want.Values == nil {
				want.Values = &facet.List{Name: "number"}
			}
			if got.Values.All != want.Values.All || got.Values.AtLeast || fmt.Sprint(got.Values.Values) != fmt.Sprint(want.Values.Values) || q == "silk" && w.Part == "1" && got.Values.All == 0 {
				t.Errorf("%s, %+v: %+v, of a folder %+v", q, w, got.Values, want.Values)
			}
		}
	}
	if _, err := front.Search(t.Context(), search.Request{Query: "silk", Values: &facet.Wanted{}}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("no name: %v", err)
	}
}

// distinct returns how many texts differ.
func distinct(texts []string) int {
	return len(slices.Compact(slices.Sorted(slices.Values(texts))))
}

// TestSearch compares the results of a front with those of a folder that has all pages: the same pages with the
// same scores, but for how popular they are, whether read by offset or by cursors.
func TestSearch(t *testing.T) {
	t.Parallel()
	whole, front := crawlWeb(t)
	for _, r := range []search.Request{
		{Query: "spider silk"}, {Query: "word3"}, {Query: `"web"`}, {Query: "silk site:s4.test"}, {Query: "hermit OR word1"}, {Query: "spider -word2"},
		{Query: "silk", Sort: search.ByDate}, {Query: "page"}, {Query: "silk", Sort: "number"}, {Query: "silk", Sort: "number", NoSnippets: true}, {Query: "page OR start", Sort: "-number", ExactTotal: true}, {Query: "silk facet:number=2..4"}, {Query: "silk -facet:number=..3", Sort: "number"}, {Query: "silk", Copies: true}, {Query: "spider", Facets: true, ExactTotal: true},
	} {
		r.Limit = 100
		want, werr := whole.Search(t.Context(), r)
		got, err := front.Search(t.Context(), r)
		if err != nil || werr != nil || got.Total != want.Total || got.More != want.More || len(got.Hints) != len(want.Hints) || len(want.Results) == 0 {
			t.Errorf("%s: %d results, more %t, %q, %v; of a folder %d, %q, %v", r.Query, got.Total, got.More, got.Hints, err, want.Total, want.Hints, werr)
			continue
		}
		scores, held := map[weburl.URL]float64{}, map[weburl.URL][]facet.Held{}
		for _, x := range want.Results {
			scores[x.URL], held[x.URL] = x.Score, x.Facets
		}
		for i, x := range got.Results {
			score, ok := scores[x.URL]
			if !reflect.DeepEqual(x.Facets, held[x.URL]) || (x.Facets != nil) != (r.TellsFacets() && strings.HasPrefix(x.URL.Path(), "/p")) {
				t.Errorf("%s: %s has the facets %v; in a folder %v", r.Query, x.URL, x.Facets, held[x.URL])
			}
			if r.Sort == "" {
				ok = ok && math.Abs(x.Score-score) < 0.05
			}
			if !ok || i > 0 && x.Score > got.Results[i-1].Score {
				t.Errorf("%s: %s, %s has the score %f after %f; in a folder %f", r.Query, r.Sort, x.URL, x.Score, got.Results[max(i-1, 0)].Score, score)
			}
		}
		for _, x := range []*facet.Facets{got.Facets, want.Facets} {
			if x != nil { // of sites with as many pages each comes first
				slices.SortFunc(x.Sites, func(a, b facet.Value) int { return strings.Compare(a.Value, b.Value) })
			}
		}
		if !reflect.DeepEqual(got.Facets, want.Facets) || (got.Facets != nil) != r.Facets {
			t.Errorf("%s: facets %+v, of a folder %+v", r.Query, got.Facets, want.Facets)
		}
		all := slices.Sorted(slices.Values(urlsOf(got)))
		for _, limit := range []int{1, 3, 7, 50} {
			r.Limit = limit
			pages := walk(t, front, r, nil)
			if slices.Sort(pages); !slices.Equal(pages, all) {
				t.Errorf("%s, pages of %d: %d results, %d of them differ; %d at once", r.Query, limit, len(pages), distinct(pages), len(all))
			}
		}
		r.Limit, r.Offset = 5, 3
		if part, err := front.Search(t.Context(), r); err != nil || !slices.Equal(urlsOf(part), urlsOf(got)[min(3, len(got.Results)):min(8, len(got.Results))]) || len(part.Results) > 0 && part.First != 4 {
			t.Errorf("%s from the fourth result on: %q, number %d, %v; of all %q", r.Query, urlsOf(part), part.First, err, urlsOf(got))
		} else if part.Next != "" {
			r.Offset, r.After, r.Limit = 0, part.Next, 100
			if rest, err := front.Search(t.Context(), r); err != nil || len(rest.Results) != len(got.Results)-8 || rest.First != 9 {
				t.Errorf("%s behind the eighth result: %d, number %d, %v; want %d", r.Query, len(rest.Results), rest.First, err, len(got.Results)-8)
			}
		}
	}
}

// TestAbsentSite: what became of a site of which nothing is found is told by its node.
func TestAbsentSite(t *testing.T) {
	t.Parallel()
	front, nodes := crawlParts(t)
	for _, n := range nodes {
		if _, err := n.Remove(t.Context(), service.Removal{Target: "s4.test"}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := front.Search(t.Context(), search.Request{Query: "silk site:s4.test"})
	if a := r.Absent; err != nil || r.Total != 0 || a == nil || a.Name != "s4.test" || a.Reason != "OPERATOR.REMOVED" {
		t.Errorf("%+v, %+v, %v", r, a, err)
	}
}

// TestSearchWhileChanging: while pages leave the indexes, a list read by cursors shows no page twice, and loses none that stays.
func TestSearchWhileChanging(t *testing.T) {
	t.Parallel()
	front, nodes := crawlParts(t)
	r := search.Request{Query: "silk", Limit: 4}
	all, err := front.Search(t.Context(), search.Request{Query: "silk", Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var removed []string
	got := walk(t, front, r, func(seen []string) {
		one := seen[len(seen)-2] // it was shown, and the others of its node move up
		removed = append(removed, one)
		for _, n := range nodes {
			if _, err := n.Remove(t.Context(), service.Removal{Target: "http://" + one}); err != nil {
				t.Fatal(err)
			}
		}
	})
	if distinct(got) != len(got) || len(got) != len(all.Results) || len(removed) < 5 {
		t.Errorf("%d results, %d of them differ, while %d were removed; want %d", len(got), distinct(got), len(removed), len(all.Results))
	}
	left, err := front.Search(t.Context(), search.Request{Query: "silk", Limit: 100})
	if err != nil || len(left.Results) != len(all.Results)-len(removed) {
		t.Errorf("%d are left, %v; want %d", len(left.Results), err, len(all.Results)-len(removed))
	}
}

// TestCursors: a cursor belongs to its search, and to its cluster.
func TestCursors(t *testing.T) {
	t.Parallel()
	whole, front := crawlWeb(t)
	first, err := front.Search(t.Context(), search.Request{Query: "silk", Limit: 2})
	if err != nil || first.Next == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	own, err := whole.Search(t.Context(), search.Request{Query: "silk", Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]search.Request{
		"another query": {Query: "spider", After: first.Next}, "another order": {Query: "silk", Sort: search.ByDate, After: first.Next},
		"with an offset": {Query: "silk", Offset: 2, After: first.Next}, "of one folder": {Query: "silk", After: own.Next}, "cut": {Query: "silk", After: first.Next[1:]},
	} {
		if _, err := front.Search(t.Context(), r); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := whole.Search(t.Context(), search.Request{Query: "silk", After: first.Next}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("the cursor of a front in a folder: %v", err)
	}
}

// TestComplete: what is typed is completed by words of all nodes, each once.
func TestComplete(t *testing.T) {
	t.Parallel()
	_, front := crawlWeb(t)
	c, err := front.Complete(t.Context(), search.Request{Query: "spi"})
	if err != nil || len(c.Completions) == 0 || c.Completions[0].Text != "spider" {
		t.Errorf("%+v, %v", c, err)
	}
	var texts []string
	for _, x := range c.Completions {
		texts = append(texts, x.Text)
	}
	if distinct(texts) != len(texts) || len(texts) > 8 {
		t.Errorf("%q", texts)
	}
	if _, err := front.Complete(t.Context(), search.Request{Query: "spi", Limit: 21}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("21 completions: %v", err)
	}
}

// TestWhy: the score of a page is that by which it is in the list, whatever node has it.
func TestWhy(t *testing.T) {
	t.Parallel()
	_, front := crawlWeb(t)
	r, err := front.Search(t.Context(), search.Request{Query: "spider word1", Limit: 30, Explain: true})
	if err != nil || len(r.Results) < sites {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, x := range r.Results {
		why, err := front.Why(t.Context(), search.Request{Query: "spider word1"}, x.URL)
		if err != nil || fmt.Sprintf("%.4f", why.Score) != fmt.Sprintf("%.4f", x.Score) || !why.Indexed {
			t.Errorf("%s: %+v, %v; in the list %f", x.URL, why, err, x.Score)
		}
	}
	if why, err := front.Why(t.Context(), search.Request{Query: "spider"}, weburl.MustParse("http://nobody.test/")); err != nil || why.Indexed {
		t.Errorf("a page of nobody: %+v, %v", why, err)
	}
}
