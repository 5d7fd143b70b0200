package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// someDay is when these tests search.
var someDay = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// TestFreshness: where a query asks for what is new, of pages that answer alike the newest comes first,
// and the explanation says why; other queries are answered as ever, and words decide more.
func TestFreshness(t *testing.T) {
	t.Parallel()
	now := someDay
	day := func(ago int) time.Time { return now.AddDate(0, 0, -ago) }
	const text = "The silk museum: news and reports of its halls."
	s := shelve(t, []leaf{
		{url: "http://a.test/old", text: text, at: now, published: day(900)},
		{url: "http://b.test/none", text: text, at: now},
		{url: "http://c.test/new", text: text, at: day(3), published: day(3)},
		{url: "http://d.test/year", text: text, at: now, published: day(300)},
		{url: "http://e.test/title", title: "News of silk", text: "All news of silk of the last thirty years.", at: now, published: day(9000)},
	})
	s.now = func() time.Time { return now }
	for query, want := range map[string]string{
		"silk news":   "e.test/title c.test/new d.test/year a.test/old b.test/none",
		"museum news": "c.test/new d.test/year a.test/old b.test/none e.test/title",
		`silk "news"`: "e.test/title a.test/old b.test/none c.test/new d.test/year",
	} {
		r, err := s.Search(t.Context(), Request{Query: query, Explain: true, Copies: true})
		if err != nil {
			t.Fatal(err)
		}
		got := urls(r)
		if strings.Contains(query, `"`) { // alike but for their places
			if got = strings.Fields(got)[0]; !strings.HasPrefix(want, got) {
				t.Errorf("%s: %s comes first", query, got)
			}
		} else if got != want {
			t.Errorf("%s: found %s, want %s", query, got, want)
		}
		for _, x := range r.Results {
			sum, fresh := 0.0, 0.0
			for _, part := range x.Why {
				if sum += part.Value; part.Name == "freshness" {
					fresh += part.Value
				}
			}
			if d := sum - x.Score; d > 1e-9 || d < -1e-9 {
				t.Errorf("%s: the parts of %s are %v together, the score is %v", query, x.URL, sum, x.Score)
			}
			if dated := x.DateKind == "published" && !strings.Contains(query, `"`); dated != (fresh > 0) {
				t.Errorf("%s: freshness of %s (%s) adds %v", query, x.URL, x.DateKind, fresh)
			}
		}
	}
}

// TestFreshnessAgainstScan: pages that are passed over because they cannot be among the
// best are not those whose dates would bring them there.
func TestFreshnessAgainstScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(4, 10))
	now := someDay
	var leaves []leaf
	for i := range 3000 {
		text := "news" + strings.Repeat(" news", rnd.IntN(4)) + strings.Repeat(" silk", rnd.IntN(3)) + strings.Repeat(" filler", rnd.IntN(30))
		l := leaf{url: fmt.Sprintf("http://a.test/%04d", i), text: text, at: now}
		if i%3 > 0 {
			l.published = now.AddDate(0, 0, -rnd.IntN(2000))
		}
		leaves = append(leaves, l)
	}
	s := shelve(t, leaves)
	s.now = func() time.Time { return now }
	for _, query := range []string{"news", "silk news", "news OR silk"} {
		var got [2]string
		for i, exact := range []bool{false, true} {
			r, err := s.Search(t.Context(), Request{Query: query, Copies: true, Limit: 10, ExactTotal: exact, NoSnippets: true})
			if err != nil {
				t.Fatal(err)
			}
			got[i] = urls(r)
			if exact {
				continue
			}
			least, better := r.Results[len(r.Results)-1].Score, 0
			for _, l := range leaves {
				x, err := s.Why(t.Context(), Request{Query: query}, address(t, l.url))
				if err != nil {
					t.Fatal(err)
				}
				if x.Matches && x.Score > least+1e-9 {
					better++
				}
			}
			if better >= len(r.Results) {
				t.Errorf("%s: %d pages score more than the last of %d results", query, better, len(r.Results))
			}
		}
		if got[0] != got[1] {
			t.Errorf("%s: found %s, and %s where all are counted", query, got[0], got[1])
		}
	}
}
