package merge_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/merge"
	"github.com/aranea-search/aranea/weburl"
)

// part returns an answer with results, each written as host/path score and flags: p for one with some of the
// words, m for one that may come before those with all, b for one that only the first stage has looked at,
// i for a picture that was never read, a number after a # for a pinned page, and one after a ~ for a sketch.
func part(t testing.TB, results ...string) answer.Response {
	t.Helper()
	out := answer.Response{Results: []answer.Result{}}
	for _, text := range results {
		words := strings.Fields(text)
		u, err := weburl.Parse("http://" + words[0])
		if err != nil {
			t.Fatal(err)
		}
		res := answer.Result{URL: u, Lang: "en", Placing: &answer.Placing{}}
		if _, err := fmt.Sscan(words[1], &res.Score); err != nil {
			t.Fatal(err)
		}
		for _, flag := range words[2:] {
			p := res.Placing
			switch {
			case flag == "p" || flag == "m":
				p.Partial, p.Mixed = true, flag == "m"
				out.Some++
				out.Partial = true
			case flag == "b":
				p.Behind = true
			case flag == "i":
				res.Unread, res.Format = true, "image"
			case flag[0] == '#':
				res.Pinned = true
				_, err = fmt.Sscan(flag[1:], &p.Pin)
			case flag[0] == '~':
				_, err = fmt.Sscan(flag[1:], &p.Sketch)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		out.Total++
		out.Results = append(out.Results, res)
	}
	return out
}

// many returns n results on a host with scores below one.
func many(host string, n int, below float64, flags string) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%s/%d %v %s", host, i, below-float64(i)/1000, flags))
	}
	return out
}

func hosts(r answer.Response) string {
	var out []string
	for _, res := range r.Results {
		out = append(out, strings.TrimSuffix(strings.TrimPrefix(res.URL.String(), "http://"), "/"))
	}
	return strings.Join(out, " ")
}

// TestMerge: the order of results of several indexes.
func TestMerge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		r     answer.Request
		parts [][]string
		want  string
	}{
		{"by score", answer.Request{}, [][]string{{"a 9", "b 5"}, {"c 7", "d 1"}}, "a c b d"},
		{"of as many, the first index", answer.Request{}, [][]string{{"a 9"}, {"b 9"}}, "a b"},
		{"a part", answer.Request{Offset: 1, Limit: 2}, [][]string{{"a 9", "b 5", "x 3"}, {"c 7", "d 1"}}, "c b"},
		{"beyond the end", answer.Request{Offset: 9}, [][]string{{"a 9"}}, ""},
		{"some of the words", answer.Request{}, [][]string{{"a 2", "b 9 p"}, {"c 1"}}, "a c b"},
		{"some of the words, much better", answer.Request{}, [][]string{{"b 9 m", "a 7"}, {"c 1"}}, "a b c"},
		{"much better, but enough have all", answer.Request{Limit: 20}, [][]string{append([]string{"b 9 m"}, many("a", 6, 1, "")...), many("c", 6, 1, "")}, "a/0 c/0 a/1 c/1 a/2 c/2 a/3 c/3 a/4 c/4 a/5 c/5 b"},
		{"others have enough", answer.Request{Limit: 5}, [][]string{{"b 1", "e 9 p"}, many("c", 5, 3, "")}, "c/0 c/1 c/2 c/3 c/4"},
		{"one more is wanted", answer.Request{Limit: 12}, [][]string{{"b 1", "e 9 p"}, many("c", 11, 3, "")}, "c/0 c/1 c/2 c/3 c/4 c/5 c/6 c/7 c/8 c/9 c/10 b"},
		{"pinned", answer.Request{}, [][]string{{"b 1 #2", "x 9"}, {"c 1 #3"}, {"a 0 #1", "y 10"}}, "a b c y x"},
		{"pictures", answer.Request{}, [][]string{{"a 1", "pic 9 i"}, {"b 2"}}, "b a pic"},
		{"behind", answer.Request{}, [][]string{{"a 1", "x 9 b"}, {"b 2"}}, "b a x"},
		{"near copies", answer.Request{}, [][]string{{"a 3 ~5", "b 2"}, {"c 2.5 ~5", "d 1 ~7999999999999999999"}}, "a b d"},
		{"near copies are kept", answer.Request{Copies: true}, [][]string{{"a 3 ~5", "b 2"}, {"c 2.5 ~5"}}, "a c b"},
		{"of one site", answer.Request{MaxPerSite: 1}, [][]string{{"a.test/1 4", "a.test/2 3.9"}, {"b.test 3.8"}}, "a.test/1 b.test a.test/2"},
		{"the site is asked for", answer.Request{Query: "web site:a.test", MaxPerSite: 1}, [][]string{{"a.test/1 4", "a.test/2 3.9"}, {"b.test 3.8"}}, "a.test/1 a.test/2 b.test"},
		{"no limit", answer.Request{Limit: -5, Offset: -3}, [][]string{{"a 9"}}, "a"},
	} {
		if tt.r.Query == "" {
			tt.r.Query = "web silk"
		}
		var parts []answer.Response
		for _, results := range tt.parts {
			parts = append(parts, part(t, results...))
		}
		got := merge.Merge(tt.r, parts)
		if hosts(got) != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, hosts(got), tt.want)
		}
		if slices.ContainsFunc(got.Results, func(r answer.Result) bool { return r.Placing == nil }) || got.First != max(tt.r.Offset, 0)+1 {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

// TestCounts: what is counted and told of the whole list.
func TestCounts(t *testing.T) {
	t.Parallel()
	a, b := part(t, "a 9 ~5", "x 3 p"), part(t, "b 8 ~5", "y 4 p")
	a.Copies, a.Elapsed, b.Elapsed, b.Shut, b.More = 2, 5, 7, true, true
	a.Results[0].Copies = 2
	a.Tell(hint.Hint{Code: hint.NoSite, Value: "s"}, hint.Hint{Code: hint.NoType, Value: "pdf"}, hint.Hint{Code: hint.FewBegin, Value: "w", N: 3}, hint.Hint{Code: hint.SomeCost})
	b.Tell(hint.Hint{Code: hint.NoType, Value: "pdf"}, hint.Hint{Code: hint.FewBegin, Value: "w", N: 8}, hint.Hint{Code: hint.LinksCost})
	a.Facets = &facet.Facets{Sites: []facet.Value{{Value: "a", Pages: 2}}, Languages: []facet.Value{{Value: "en", Pages: 2}}, Years: []facet.Value{{Value: "2020", Pages: 2}}, Own: []facet.Own{{Name: "v", Values: []facet.Value{{Value: "One", Pages: 2}}}}}
	b.Facets = &facet.Facets{Sites: []facet.Value{{Value: "b", Pages: 3}}, Languages: []facet.Value{{Value: "en", Pages: 2}, {Value: "de", Pages: 1}}, Years: []facet.Value{{Value: "2021", Pages: 3}}, Own: []facet.Own{{Name: "v", Values: []facet.Value{{Value: "one", Pages: 1}}}}}
	got := merge.Merge(answer.Request{Query: "web silk", Facets: true}, []answer.Response{a, b})
	if got.Total != 4 || got.Some != 2 || !got.Partial || !got.More || !got.Shut || got.Copies != 3 || got.Elapsed != 7 || got.Results[0].Copies != 3 || got.Next != "" {
		t.Errorf("%+v", got)
	}
	var codes []string
	for _, h := range got.Notes {
		codes = append(codes, fmt.Sprint(h.Code, h.N))
	}
	if want := "no-type0 few-begin8 some-cost0 links-cost0"; strings.Join(codes, " ") != want || len(got.Hints) != 4 {
		t.Errorf("hints %v, want %s", codes, want)
	}
	if f := fmt.Sprint(*got.Facets); f != "{false [{b 3} {a 2}] [{en 4} {de 1}] [] [{2021 3} {2020 2}] [{v [{One 3}] 1 false [] <nil>}] false}" {
		t.Errorf("facets %s", f)
	}
	enough := merge.Merge(answer.Request{Query: "web silk", Limit: 1}, []answer.Response{part(t, append(many("a", 11, 9, ""), "x 3 p")...), part(t, "b 8")})
	if enough.Total != 12 || enough.Some != 0 || enough.Partial {
		t.Errorf("enough have all: %+v", enough)
	}
	if none := merge.Merge(answer.Request{Query: "web"}, nil); none.Results == nil || none.Query != "web" {
		t.Errorf("no index: %+v", none)
	}
	if none := merge.Merge(answer.Request{Query: " "}, []answer.Response{a}); len(none.Results) > 0 || none.First != 0 {
		t.Errorf("no query: %+v", none)
	}
}

// TestOfferedRange: a range is offered in place of a value of a facet that no index has, and not if one has it.
func TestOfferedRange(t *testing.T) {
	t.Parallel()
	lacks, offered := hint.Hint{Code: hint.NoFacet, Value: "price=20 eur"}, hint.Hint{Code: hint.FacetRange, Value: "price=20eur..20eur"}
	with := func(hints ...hint.Hint) answer.Response {
		p := part(t)
		p.Tell(hints...)
		return p
	}
	for _, tt := range []struct {
		name  string
		parts []answer.Response
		want  []hint.Hint
	}{
		{"one has the number", []answer.Response{with(lacks, offered), with(lacks)}, []hint.Hint{lacks, offered}},
		{"one has the value", []answer.Response{with(lacks, offered), with()}, nil},
		{"one lacks another facet", []answer.Response{with(lacks, offered), with(hint.Hint{Code: hint.NoFacet, Value: "size=20eur"})}, nil},
	} {
		if got := merge.Merge(answer.Request{Query: "web"}, tt.parts).Notes; !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestMeant: what may have been meant, and what became of a site, is told if little or nothing is found.
func TestMeant(t *testing.T) {
	t.Parallel()
	suggest := func(q string) answer.Response {
		return answer.Response{Suggestion: &answer.Suggestion{Query: q}, Absent: &answer.Absent{Name: q, Known: uint64(len(q))}}
	}
	parts := []answer.Response{suggest("silk"), suggest("spider"), suggest("spider"), {}}
	got := merge.Merge(answer.Request{Query: "spidre"}, parts)
	if got.Suggestion == nil || got.Suggestion.Query != "spider" || got.Absent == nil || got.Absent.Known != 6 {
		t.Errorf("%+v, %+v", got.Suggestion, got.Absent)
	}
	found := append(parts, part(t, many("a", 11, 1, "")...))
	if got := merge.Merge(answer.Request{Query: "spidre"}, found); got.Suggestion != nil || got.Absent != nil {
		t.Errorf("found: %+v, %+v", got.Suggestion, got.Absent)
	}
	large := &collection.Facts{Pages: collection.Index{Docs: 50_000}}
	if got := merge.Merge(answer.Request{Query: "spidre", Collection: large}, found); got.Suggestion == nil {
		t.Error("few of very many pages match, and nothing is suggested")
	}
	if got := merge.Merge(answer.Request{Query: "spidre", Offset: 10}, parts); got.Suggestion != nil {
		t.Errorf("on the second page: %+v", got.Suggestion)
	}
}

// FuzzMerge: whatever other nodes answer, the results are some of theirs, as many as are wanted.
func FuzzMerge(f *testing.F) {
	for _, p := range []answer.Response{part(f, "a 9 ~5", "x 3 p", "y 1 #1", "z 2 b"), part(f, "b 8 i", "c 9 m")} {
		text, err := json.Marshal([]answer.Response{p, {Facets: &facet.Facets{Own: []facet.Own{{Name: "v"}}}}, p})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, "web silk", 0, 10, 2)
		f.Add(text, "site:a.test web", 2, 3, 0)
	}
	f.Fuzz(func(t *testing.T, text []byte, q string, offset, limit, perSite int) {
		var parts []answer.Response
		if json.Unmarshal(text, &parts) != nil {
			return
		}
		r := answer.Request{Query: q, Offset: min(offset, 1000), Limit: min(limit, 100), MaxPerSite: perSite, Facets: true}
		got := merge.Merge(r, parts)
		if len(got.Results) > 100 || got.Results == nil || got.Next != "" {
			t.Errorf("%d results, next %q", len(got.Results), got.Next)
		}
	})
}
