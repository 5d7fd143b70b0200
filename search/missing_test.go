package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search/contest"
)

// TestMissing: a result with only some of the words tells which it lacks, as they are
// asked for, and one with all of them nothing.
func TestMissing(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	for _, tt := range []struct{ name, query, want string }{
		{"some lack one, some two", "spider silk cellar", "en.test/house silk, en.test/silk cellar, en.test/steel spider+cellar"},
		{"a word that no page has", "spider zebra", "en.test/house zebra, en.test/silk zebra"},
		{"a word that makes no difference", "the spider with carbon", "en.test/house carbon, en.test/silk carbon, en.test/steel spider"},
		{"a phrase, which is asked for", `steel "house spider"`, "en.test/house steel"},
		{"conditions are met", "spider zebra -steel site:en.test", "en.test/house zebra"},
		{"pieces of a word", "机器人常常访问网页", "zh.test/robot 常常"},
		{"all pieces of a word, but not together", "spider-silk liquid", "en.test/house silk+liquid, en.test/silk, en.test/steel spider+liquid"},
		{"not together, and no page has them so", "steel-spider", "en.test/house steel, en.test/silk steel-spider, en.test/steel spider"},
		{"a group, as a word", "(zebra OR carbon) spider", "en.test/house zebra OR carbon, en.test/silk zebra OR carbon, en.test/steel spider"},
		{"a group, in its place", `spider (zebra OR "yak") cellar`, `en.test/house zebra OR "yak", en.test/silk zebra OR "yak"+cellar`},
		{"two groups", "(zebra OR cellar) (yak OR carbon)", "en.test/house yak OR carbon, en.test/steel zebra OR cellar"},
		{"a group of phrases, which are asked for", `("made of steel" OR "house spider") liquid`, "en.test/house liquid, en.test/steel liquid"},
		{"a group with a condition, which is met", "(carbon OR site:ru.test) liquid steel", "en.test/steel liquid"},
		{"all words of a run, but not side by side", "机器人网页", "zh.test/robot"},
		{"characters and letters without whitespace", "访问web网页", "zh.test/robot web"},
		{"beside a word", "机器人网页 zebra", "zh.test/robot zebra"},
		{"nothing is missing", "stronger than", "en.test/silk"},
	} {
		var got []string
		for _, res := range ask(t, s, tt.query).Results {
			got = append(got, strings.TrimSpace(strings.TrimPrefix(res.URL.String(), "http://")+" "+strings.Join(res.Missing, "+")))
		}
		if slices.Sort(got); strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %s finds\n%s, want\n%s", tt.name, tt.query, strings.Join(got, ", "), tt.want)
		}
	}
}

// TestMissingExplained: what a page lacks of a word that is cut is explained by its pieces,
// with the score of the result.
func TestMissingExplained(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	for q, want := range map[string]string{"机器人常常访问网页": "常常", "机器人网页": "机器人网页", "机器人网页 zebra": "zebra", "常常访问 zebra": "常常 zebra"} {
		r := ask(t, s, q).Results
		if len(r) != 1 {
			t.Fatalf("%s finds %v", q, r)
		}
		e, err := s.Why(t.Context(), Request{Query: q}, r[0].URL)
		if got := strings.Join(e.Missing, " "); err != nil || got != want || e.Matches || e.Score != r[0].Score {
			t.Errorf("%s: lacks %s, want %s; matches %t with %v, the result has %v; %v", q, got, want, e.Matches, e.Score, r[0].Score, err)
		}
	}
}

// TestMissingSaidByLinks: a page does not lack what links say of it.
func TestMissingSaidByLinks(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	for q, want := range map[string]string{"runner zebra": "", "cellar runner zebra": "zebra", "cellar (runner OR yak) zebra": "zebra", "cellar yak zebra": "yak zebra"} {
		got := ""
		for _, r := range ask(t, s, q).Results {
			if r.URL.String() == "http://en.test/house" {
				got = strings.Join(r.Missing, " ")
			}
		}
		if got != want {
			t.Errorf("%s: the page lacks %s, want %s", q, got, want)
		}
	}
}

// TestMissingBehind: also behind the results that are looked at twice.
func TestMissingBehind(t *testing.T) {
	t.Parallel()
	s := shelve(t, rows("a.test", 0, 330))
	some := 0
	for r := (Request{Query: "spider silk thread", Limit: 40, Copies: true}); ; {
		resp, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, res := range resp.Results {
			var want []string
			var i int
			if _, err := fmt.Sscanf(res.URL.String(), "http://a.test/%d", &i); err != nil {
				t.Fatal(err)
			}
			if i%3 != 0 {
				want = append(want, "silk")
			}
			if i%5 != 0 {
				want = append(want, "thread")
			}
			if some += len(want); !slices.Equal(res.Missing, want) {
				t.Errorf("%s lacks %q, want %q", res.URL, res.Missing, want)
			}
		}
		if r.After = resp.Next; r.After == "" {
			break
		}
	}
	if want := 330*2 - 110 - 66; some != want {
		t.Errorf("%d words are missing in all, want %d", some, want)
	}
}

// TestApart: it is told that pages with some of the words may have all of a run apart, where
// there is a run.
func TestApart(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	for q, want := range map[string]bool{
		"机器人网页": true, "机器人网页 zebra": true, "机器人": false, "蜘蛛 zebra": false, `"机器人网页" 蜘蛛`: false, "steel-spider": false, "spider zebra": false,
	} {
		if r := ask(t, s, q); r.Apart != want {
			t.Errorf("%s: %t, want %t: %d pages, %d with some", q, r.Apart, want, r.Total, r.Some)
		}
	}
}

// TestBetterWithSome: a page about most words comes before a book that has all of them far
// apart, however many results are wanted, but where many pages have all the words.
func TestBetterWithSome(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("Other things are written on every further page of it. ", 600)
	pages := []sheet{
		{"http://a.test/book", "en", "The great book of nearly everything", "Moths come. " + filler + "A lantern stands there. " + filler + "Pieces of string."},
		{"http://a.test/lantern", "en", "Lantern and moths", "Moths fly to the lantern. The lantern draws moths."},
		{"http://a.test/other", "en", "String", "Nothing else."},
	}
	s := build(t, pages...)
	for _, n := range []int{1, 2, 3} {
		r, err := s.Search(t.Context(), Request{Query: "moths lantern string", Limit: n})
		if err != nil || r.Total != 3 || r.Some != 2 || urls(r) != strings.Join(strings.Fields("a.test/lantern a.test/book a.test/other")[:n], " ") {
			t.Errorf("of %d wanted: %s, %d pages, %d with some (%v)", n, urls(r), r.Total, r.Some, err)
		}
	}
	for i := range contest.FirstPage {
		pages = append(pages, sheet{fmt.Sprintf("http://b.test/%d", i), "en", "Chapter", fmt.Sprintf("Moths. %d. A lantern. %s String.", i, filler)})
	}
	r, err := build(t, pages...).Search(t.Context(), Request{Query: "moths lantern string", Limit: contest.FirstPage, Copies: true})
	if err != nil || r.Some != 0 || strings.Contains(urls(r), "a.test/lantern") {
		t.Errorf("beside many with all words: %s, %d with some (%v)", urls(r), r.Some, err)
	}
}
