package search

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/signals"
)

// A shelf is where ranks lie.
type shelf struct{ disk.Folder }

func (s shelf) Create(name string) (rank.File, error) { return s.Folder.Create(name) }

// ranks computes ranks of pages by their links.
func ranks(t *testing.T, indexed []string, links map[string][]string) func() signals.Tables {
	t.Helper()
	in := rank.Input{
		Indexed: func(context.Context) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) {
				for _, url := range indexed {
					if !yield(url, nil) {
						return
					}
				}
			}
		},
		Pages: func(context.Context) iter.Seq2[linkgraph.Page, error] {
			return func(yield func(linkgraph.Page, error) bool) {
				for from, to := range links {
					if !yield(linkgraph.Page{URL: from, Links: to}, nil) {
						return
					}
				}
			}
		},
	}
	table, _, err := rank.Update(t.Context(), shelf{disk.NewMemory()}, in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() signals.Tables { return signals.Tables{Ranks: table} }
}

// Of pages that answer alike the one that others link to comes first, and the
// explanation says why; words still count for more.
func TestStaticRank(t *testing.T) {
	t.Parallel()
	const a, b, c = "http://a.test/x", "http://b.test/x", "http://c.test/x"
	s := build(t, sheet{a, "en", "Numbat", "An animal of Australia."}, sheet{b, "en", "Numbat", "An animal of Australia."},
		sheet{c, "en", "Animals", "The numbat is an animal of Australia, of which there are others."})
	s.opt.Signals = ranks(t, []string{a, b, c}, map[string][]string{"http://one.test/": {b, c}, "http://two.test/": {c}})
	r, err := s.Search(t.Context(), Request{Query: "numbat", Explain: true, Copies: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := urls(r); got != "b.test/x a.test/x c.test/x" {
		t.Fatalf("found %s", got)
	}
	names := map[string]float64{}
	for _, p := range r.Results[0].Why {
		names[p.Name] += p.Value
	}
	for _, name := range []string{"rank: links to the page", "rank: links to its site", "rank: sites that link to it"} {
		if names[name] <= 0 {
			t.Errorf("%s adds %v", name, names[name])
		}
	}
	sum := 0.0
	for _, p := range r.Results[0].Why {
		sum += p.Value
	}
	if d := sum - r.Results[0].Score; d > 1e-9 || d < -1e-9 {
		t.Errorf("the parts are %v together, the score is %v", sum, r.Results[0].Score)
	}
	for _, p := range r.Results[1].Why {
		if strings.HasPrefix(p.Name, "rank") {
			t.Errorf("a page that nobody links to has %s", p.Name)
		}
	}
	// Without words the rank alone says what comes first.
	if got := urls(ask(t, s, "lang:en")); got != "c.test/x b.test/x a.test/x" {
		t.Errorf("without words: %s", got)
	}
}

// TestScoreIsThePagesOwn: a score does not depend on which pages were looked at before:
// the forms of a stem count on pages of its language alone.
func TestScoreIsThePagesOwn(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 15 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://en.test/%d", i), "en", "", essay(fmt.Sprint("kind", i), "versions", "debian", "version")})
	}
	sheets = append(sheets, sheet{"http://fr.test/", "fr", "", "versions debian " + essay("far") + " version"})
	s := build(t, sheets...)
	r, err := s.Search(t.Context(), Request{Query: "version debian", Limit: 50})
	if err != nil || len(r.Results) != len(sheets) {
		t.Fatalf("%d results, %v", len(r.Results), err)
	}
	for _, x := range r.Results {
		e, err := s.Why(t.Context(), Request{Query: "version debian"}, x.URL)
		if err != nil || math.Abs(e.Score-x.Score) > 1e-9 {
			t.Errorf("%s has %f, explained as %f, %v", x.URL, x.Score, e.Score, err)
		}
	}
}

// TestWordsBeforeCrossingPairs: a page with the words of a run comes before one that has
// only a rare pair which reaches from one word into the next, and the score is explained so.
func TestWordsBeforeCrossingPairs(t *testing.T) {
	t.Parallel()
	sheets := []sheet{
		{"http://zh.test/both", "zh", "北京", "很大的大学"},
		{"http://zh.test/crossing", "zh", "东京大阪", "旅行的记录"},
	}
	for i := range 6 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://zh.test/city/%d", i), "zh", "北京", "城市"}, sheet{fmt.Sprintf("http://zh.test/school/%d", i), "zh", "大学", "学校"})
	}
	s := build(t, sheets...)
	found := ask(t, s, "北京大学")
	r := found.Results
	if len(r) == 0 || r[0].URL.String() != "http://zh.test/both" {
		t.Fatalf("北京大学 finds %v", urls(found))
	}
	e, err := s.Why(t.Context(), Request{Query: "北京大学"}, r[0].URL)
	if err != nil || e.Score != r[0].Score {
		t.Errorf("the explanation says %v, the result %v: %v", e.Score, r[0].Score, err)
	}
}
