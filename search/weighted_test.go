package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/weburl"
)

// weigh gives a Searcher a list of weights.
func weigh(t *testing.T, s *Searcher, list string) {
	t.Helper()
	set, err := pageweight.Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	s.opt.Weights = func() *pageweight.Set { return set }
}

// TestWeights: of pages that answer alike those with more weight come first, whatever is asked, and none is lost;
// what the weight adds is a part of its own in explanations.
func TestWeights(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 6 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://h%d.test/x", i), "en", "Numbat", fmt.Sprintf("The animal number%d of Australia.", i)})
	}
	s := build(t, sheets...)
	plain := urls(ask(t, s, "numbat"))
	weigh(t, s, "http://h5.test/ much more\nhttp://h4.test/ more\nhttp://h1.test/ less\nhttp://h0.test/ much less\n")
	const want = "h5.test/x h4.test/x h2.test/x h3.test/x h1.test/x h0.test/x"
	for _, q := range []string{"numbat", "animal australia", "lang:en", "numbat OR moth"} {
		if got := urls(ask(t, s, q)); got != want {
			t.Errorf("%s: %s", q, got)
		}
	}
	if got := urls(ask(t, s, "number0")); got != "h0.test/x" {
		t.Errorf("a page that alone answers: %q", got)
	}
	if r, err := s.Search(t.Context(), Request{Query: "numbat", Sort: ByDate}); err != nil || urls(r) != plain {
		t.Errorf("by date: %s, %v; want %s", urls(r), err, plain)
	}
	r, err := s.Search(t.Context(), Request{Query: "numbat", Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"http://h5.test/ much more", "http://h4.test/ more", "", "", "http://h1.test/ less", "http://h0.test/ much less"} {
		x, got, sum := r.Results[i], "", 0.0
		for _, p := range x.Why {
			if name, is := strings.CutPrefix(p.Name, "weight of the operator: "); is {
				got = name
			}
			sum += p.Value
		}
		if got != want || math.Abs(sum-x.Score) > 1e-9 {
			t.Errorf("%s has %q, want %q; its parts are %g, its score %g", x.URL, got, want, sum, x.Score)
		}
		e, err := s.Why(t.Context(), Request{Query: "numbat"}, x.URL)
		if err != nil || math.Abs(e.Score-x.Score) > 1e-9 {
			t.Errorf("%s is explained by %g, and has %g, %v", x.URL, e.Score, x.Score, err)
		}
	}
}

// TestWeightsOfExactAnswers: a page whose title or address is the query comes first with the least weight, though
// others have all words in their titles and texts and the most weight.
func TestWeightsOfExactAnswers(t *testing.T) {
	t.Parallel()
	sheets := []sheet{{"http://blog.test/exact", "en", "Silk moth", "Silk moth."}, {"http://blog.test/silk-moth.html", "en", "Notes", "Of the silk and the moth."}}
	for i := range 40 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://docs.test/%d", i), "en", fmt.Sprintf("Chapter %d of the silk moth guide", i), strings.Repeat("silk moth and others ", 1+i)})
	}
	s := build(t, sheets...)
	weigh(t, s, "http://docs.test/ much more\nhttp://blog.test/ much less")
	for query, want := range map[string]string{"silk moth": "blog.test/exact", "http://blog.test/exact": "blog.test/exact", "blog.test/silk-moth.html": "blog.test/silk-moth.html"} {
		if got, _, _ := strings.Cut(urls(ask(t, s, query)), " "); got != want {
			t.Errorf("%s: first %s, want %s", query, got, want)
		}
	}
}

// TestWeightsAreExact: what comes first is what looking at every page gives, with weights of all levels, though
// pages that cannot come first are passed over; and it does not depend on how many results are wanted.
func TestWeightsAreExact(t *testing.T) {
	t.Parallel()
	s, word := crowd(t)
	left, looked, changed := 0, 0, 0
	for n := range 150 {
		q := []string{word(), word() + " " + word(), word() + " OR " + word(), word() + " -" + word(), word() + " " + word() + " " + word()}[n%5]
		r := Request{Query: q, NoSnippets: true, MaxPerSite: []int{0, 0, 3}[n%3], Copies: n%7 == 0, Limit: MaxLimit}
		s.opt.Weights = nil
		plain, _ := found(t, s, r)
		weigh(t, s, []string{
			"http://h1.test/ much more\nhttp://h2.test/ less\n*7$ much less\n*13$ more\n",
			"http://h3.test/ less\n*1 much less\n", "/1 more\n*99$ much more\n"}[n%3])
		all, resp := found(t, s, r)
		for _, part := range [][2]int{{0, 1}, {0, 10}, {0, 40}, {7, 13}, {50, 50}} {
			from, to := min(part[0], len(all)), min(part[0]+part[1], len(all))
			r.Offset, r.Limit = part[0], part[1]
			if got, _ := found(t, s, r); !slices.Equal(got, all[from:to]) {
				t.Errorf("%s, %d results from %d on: %v, want %v", q, part[1], part[0], got, all[from:to])
			}
		}
		r.Offset, r.Limit, r.ExactTotal = 0, MaxLimit, true
		if got, _ := found(t, s, r); !slices.Equal(got, all) {
			t.Errorf("%s: with all pages counted %v, want %v", q, got, all)
		}
		if r.ExactTotal = false; resp.More {
			left++
		}
		if !slices.Equal(all, plain) {
			changed++
		}
		if resp.Total > refineMax || resp.Partial {
			continue
		}
		looked++
		if want, _ := byLooking(t, s, r, 5000); !slices.Equal(all, want[:min(len(want), MaxLimit)]) {
			t.Errorf("%s: %v, want %v", q, all, want)
		}
	}
	if left < 20 || looked < 10 || changed < 100 {
		t.Errorf("pages were passed over for %d queries, all were looked at for %d, weights changed %d: too few to say anything", left, looked, changed)
	}
}

// TestWeightsWhileReadingOn: a list that changes while somebody reads on by cursors neither repeats a page nor
// leaves one out, and every page that answers is there, whatever its weight.
func TestWeightsWhileReadingOn(t *testing.T) {
	t.Parallel()
	s, word := crowd(t)
	lists := []string{"*7$ much less\n*3$ much more", "*7$ much more\n*3$ much less", "/1 less"}
	for range 3 {
		q := word()
		weigh(t, s, lists[0])
		seen, r := map[string]int{}, Request{Query: q, NoSnippets: true, Limit: 60, Copies: true, After: paging.First}
		total := 0
		for i := 1; r.After != ""; i++ {
			a, err := s.Search(t.Context(), r)
			if err != nil || i > 100 {
				t.Fatal(i, err)
			}
			for _, x := range a.Results {
				seen[x.URL.String()]++
			}
			r.After, total = a.Next, a.Total
			weigh(t, s, lists[i%len(lists)])
		}
		s.opt.Weights = nil
		a, err := s.Search(t.Context(), Request{Query: q, NoSnippets: true, ExactTotal: true})
		if err != nil || len(seen) != a.Total || total > a.Total {
			t.Errorf("%s: %d pages of %d, %v", q, len(seen), a.Total, err)
		}
		for u, times := range seen {
			if times > 1 {
				t.Errorf("%s: %s comes %d times", q, u, times)
			}
		}
	}
}

// TestWeightOfUnread: a URL that was never read and that links name has its weight, too.
func TestWeightOfUnread(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://a.test/", "en", "Start", "A text."})
	anchors := build(t, sheet{"http://a.test/one.mp3", "", "silk song", ""}, sheet{"http://a.test/two.mp3", "", "silk song", ""})
	s.opt.Anchors, s.opt.Listed = anchors.src, func(weburl.URL) (bool, error) { return true, nil }
	for list, want := range map[string]string{"*one.mp3$ less": "a.test/two.mp3 a.test/one.mp3", "*two.mp3$ less": "a.test/one.mp3 a.test/two.mp3"} {
		weigh(t, s, list)
		if got := urls(ask(t, s, "silk song")); got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}

// TestWeightsTogether: several indexes with the same list answer as one index of all pages does.
func TestWeightsTogether(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(11, 7)), 90)
	one, all := w.searcher(t, partition.Partition{}), w.nodes(t, 3)
	for _, s := range append(all, one) {
		weigh(t, s, "*guide$ much more\nhttp://spider.test/ less\nhttp://a.test/ much less\n/1 more\n*wal$ less")
	}
	weighed := 0
	for _, q := range kinds {
		r := Request{Query: q, Explain: true, NoSnippets: true, Limit: 100}
		want, err := one.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got := all.search(t, r)
		if diff := w.likeness(got.Results, want.Results); diff != "" || counts(got) != counts(want) {
			t.Errorf("%s: %s %s; in one index %s", q, diff, counts(got), counts(want))
		}
		for _, x := range want.Results {
			if slices.ContainsFunc(x.Why, func(p score.Part) bool { return strings.HasPrefix(p.Name, "weight of the operator: ") }) {
				weighed++
			}
		}
	}
	if weighed < 100 {
		t.Errorf("%d results have a weight: too few to say anything", weighed)
	}
}
