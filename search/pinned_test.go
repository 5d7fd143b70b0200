package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/weburl"
)

// pinning makes an index of pages, of which the even ones have the word vpn, and a list.
func pinning(t *testing.T, list string) *Searcher {
	t.Helper()
	var sheets []sheet
	for i := range 30 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://h%d.test/%d", i%3, i), "en", fmt.Sprintf("Page %d", i), []string{"The vpn of the house", "Something else"}[i%2] + strings.Repeat(" more", i)})
	}
	s := build(t, sheets...)
	pinList(t, s, list)
	return s
}

func pinList(t *testing.T, s *Searcher, list string) {
	t.Helper()
	set, err := pin.Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	s.opt.Pins = func() *pin.Set { return set }
}

// paths returns the paths of results, those of pinned ones in brackets.
func paths(r Response) string {
	var out []string
	for _, res := range r.Results {
		p := res.URL.Path()[1:]
		if res.Pinned {
			p = "[" + p + "]"
		}
		out = append(out, p)
	}
	return strings.Join(out, " ")
}

// TestPinned checks that pinned pages come first, in their order, once, and where they may.
func TestPinned(t *testing.T) {
	t.Parallel()
	s := pinning(t, "vpn => http://h1.test/7 http://h2.test/8 http://nowhere.test/")
	all := ask(t, s, "vpn")
	if got := paths(all); !strings.HasPrefix(got, "[7] [8] ") || slices.Contains(strings.Fields(got), "8") || all.Total != 16 || all.First != 1 {
		t.Errorf("%s of %d, from %d", got, all.Total, all.First)
	}
	for _, tt := range []struct {
		name, want string
		total      int
		r          Request
	}{
		{"by date", "", 15, Request{Query: "vpn", Sort: ByDate}},
		{"another query", "", 15, Request{Query: "vpn house", Limit: 20}},
		{"on a site with one of them", "[8] ", 5, Request{Query: "vpn site:h2.test"}},
		{"on a site with the other, which lacks the word", "[7] ", 6, Request{Query: "vpn site:h1.test"}},
		{"on a site without them", "", 5, Request{Query: "vpn site:h0.test"}},
		{"one at a time", "[7]", 16, Request{Query: "vpn", Limit: 1}},
		{"the second", "[8]", 16, Request{Query: "vpn", Limit: 1, Offset: 1}},
		{"behind the first", "[8] ", 16, Request{Query: "vpn", Limit: 3, Offset: 1}},
		{"at the end", "", 16, Request{Query: "vpn", Limit: 5, Offset: 14}},
	} {
		r, err := s.Search(t.Context(), tt.r)
		if got := paths(r); err != nil || !strings.HasPrefix(got, tt.want) || tt.want == "" && strings.Contains(got, "[") || r.Total-r.Some != tt.total {
			t.Errorf("%s: %s of %d, %v; want %s of %d", tt.name, got, r.Total-r.Some, err, tt.want, tt.total)
		}
	}
	if r, err := s.Search(t.Context(), Request{Query: "vpn", Limit: 5, Offset: 14}); err != nil || len(r.Results) != 2 {
		t.Errorf("the last two: %s, %v", paths(r), err)
	}
	r, err := s.Search(t.Context(), Request{Query: "vpn", Facets: true})
	if err != nil || r.Facets == nil || !slices.Contains(r.Facets.Sites, facet.Value{Value: "h1.test", Pages: 6}) || !slices.Contains(r.Facets.Sites, facet.Value{Value: "h2.test", Pages: 5}) {
		t.Errorf("facets %+v, %v", r.Facets, err)
	}
}

// TestPinnedPages checks that a list that is read page by page, by offsets and by cursors, has each page
// once, whatever the length of its pages.
func TestPinnedPages(t *testing.T) {
	t.Parallel()
	for _, fixed := range []string{"vpn", "vpn the"} {
		s := pinning(t, fixed+" => http://h1.test/7 http://h2.test/8 http://h0.test/12")
		whole := ""
		for limit := 1; limit < 20; limit++ {
			var byOffset, byCursor []string
			for r := (Request{Query: fixed, Limit: limit, After: paging.First}); ; {
				a, err := s.Search(t.Context(), r)
				if err != nil || len(byCursor) > 40 {
					t.Fatalf("%d at a time: %v, %q", limit, err, byCursor)
				}
				if len(a.Results) > 0 {
					if a.First != len(strings.Fields(strings.Join(byCursor, " ")))+1 {
						t.Errorf("%d at a time: first %d behind %q", limit, a.First, byCursor)
					}
					byCursor = append(byCursor, paths(a))
				}
				if r.After = a.Next; r.After == "" {
					break
				}
			}
			for offset := 0; offset < 45; offset += limit {
				a, err := s.Search(t.Context(), Request{Query: fixed, Limit: limit, Offset: offset})
				if err != nil {
					t.Fatal(err)
				}
				if len(a.Results) > 0 {
					byOffset = append(byOffset, paths(a))
				}
			}
			one, two := strings.Join(byCursor, " "), strings.Join(byOffset, " ")
			if whole == "" {
				whole = one
			}
			fields := strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(one))
			slices.Sort(fields)
			if one != whole || two != whole || !strings.HasPrefix(one, "[7] [8] [12] ") || len(fields) < 16 || len(slices.Compact(fields)) != len(strings.Fields(one)) {
				t.Errorf("%s, %d at a time: by cursors %s, by offsets %s; want %s", fixed, limit, one, two, whole)
			}
		}
	}
}

// TestPinnedChange checks lists that change while somebody reads on: a page that was shown does not
// come again, and one that was not pinned any more before its turn comes where it belongs.
func TestPinnedChange(t *testing.T) {
	t.Parallel()
	s := pinning(t, "vpn => http://h2.test/8 http://h0.test/12 http://h0.test/18")
	first, err := s.Search(t.Context(), Request{Query: "vpn", Limit: 1, After: paging.First})
	if err != nil || paths(first) != "[8]" {
		t.Fatalf("%s, %v", paths(first), err)
	}
	pinList(t, s, "vpn => http://h0.test/18 http://h1.test/4")
	rest, err := s.Search(t.Context(), Request{Query: "vpn", Limit: 40, After: first.Next})
	got := paths(rest)
	if err != nil || !strings.HasPrefix(got, "[18] ") || len(rest.Results) != 14 || slices.Contains(strings.Fields(got), "8") || !slices.Contains(strings.Fields(got), "12") || rest.Total != 15 {
		t.Errorf("%s of %d, %v", got, rest.Total, err)
	}
}

// TestPinnedWhy checks that an explanation tells that a page is pinned, and that the operator is told
// of pages that are not there.
func TestPinnedWhy(t *testing.T) {
	t.Parallel()
	s := pinning(t, "vpn => http://nowhere.test/ http://h2.test/8 http://h1.test/7")
	for _, tt := range []struct {
		url, query string
		place      int
		matches    bool
	}{
		{"http://h2.test/8", "vpn", 1, true}, {"http://h1.test/7", "vpn", 2, false}, {"http://h0.test/12", "vpn", 0, true},
		{"http://h2.test/8", "vpn site:h0.test", 0, false}, {"http://h1.test/7", "vpn site:h1.test", 1, false}, {"http://h2.test/8", "house", 0, true},
	} {
		u, err := weburl.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.Why(t.Context(), Request{Query: tt.query}, u)
		if err != nil || e.Pinned != tt.place || e.Matches != tt.matches {
			t.Errorf("%s for %s: %+v, %v; want place %d", tt.url, tt.query, e, err, tt.place)
		}
	}
	r, err := s.Search(t.Context(), Request{Query: "vpn", Explain: true, Access: []string{AllAccess}})
	if err != nil || r.Results[1].Why[0].Name != "pinned by the operator" {
		t.Errorf("%+v, %v", r.Results[1], err)
	}
	told := hint.Hint{Code: hint.PinNotIndexed, Value: "http://nowhere.test/"}
	if !slices.Contains(r.Notes, told) || slices.Contains(ask(t, s, "vpn").Notes, told) {
		t.Errorf("told %+v", r.Notes)
	}
}

// TestPinnedUnseen checks that a pinned page is shown only to those who may see it, and only while it can
// be found.
func TestPinnedUnseen(t *testing.T) {
	t.Parallel()
	s := pinning(t, "vpn => http://h1.test/7 http://h2.test/8 http://h0.test/12")
	x, ok := s.src.(*index.Index)
	if !ok {
		t.Fatal("the source is no index")
	}
	change := func(url string, a aranea.IndexAction, access string) aranea.IndexChange {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		return aranea.IndexChange{Action: a, URL: u, Page: &aranea.Page{URL: u, Text: []byte("The vpn.\n")}, Access: access}
	}
	for _, step := range []struct {
		name     string
		change   aranea.IndexChange
		open, of string // what begins the list of strangers, and of those with the secret
	}{
		{"behind a login", change("http://h2.test/8", aranea.IndexPut, "wiki"), "[7] [12] ", "[7] [8] [12] "},
		{"hidden", change("http://h1.test/7", aranea.IndexHide, ""), "[12] ", "[8] [12] "},
		{"shown again", change("http://h1.test/7", aranea.IndexShow, ""), "[7] [12] ", "[7] [8] [12] "},
		{"removed", change("http://h0.test/12", aranea.IndexDelete, ""), "[7] ", "[7] [8] "},
	} {
		if err := x.Apply(t.Context(), []aranea.IndexChange{step.change}); err != nil {
			t.Fatal(err)
		}
		for access, want := range map[string]string{"": step.open, "wiki": step.of, AllAccess: step.of} {
			r, err := s.Search(t.Context(), Request{Query: "vpn", Limit: 40, Access: strings.Fields(access)})
			got := paths(r)
			if err != nil || !strings.HasPrefix(got, want) || strings.Count(got, "[") != strings.Count(want, "[") || access == "" && slices.Contains(strings.Fields(got), "8") {
				t.Errorf("%s, access %q: %s, %v; want %s", step.name, access, got, err, want)
			}
		}
	}
}
