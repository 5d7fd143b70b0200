package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/postings"
)

// crowd is an index of many pages that answer alike: words by chance from a few, in
// titles and texts of all lengths, some pages near copies of others.
func crowd(t *testing.T) (s *Searcher, word func() string) {
	rnd := rand.New(rand.NewPCG(17, 19))
	word = func() string { return fmt.Sprintf("zq%dx", int(120*rnd.Float64()*rnd.Float64())) }
	some := func(n int) string {
		var text []string
		for range n {
			text = append(text, word())
		}
		return strings.Join(text, " ")
	}
	var sheets []sheet
	for i := range 4000 {
		x := sheet{fmt.Sprintf("http://h%d.test/%d", i%9, i), "en", some(rnd.IntN(4)), some(1 + rnd.IntN(30))}
		if i%8 == 0 {
			x.text = essay(fmt.Sprint("kind", i%5), word())
		}
		sheets = append(sheets, x)
	}
	return build(t, sheets...), word
}

// TestFirstResultsWhateverNumber: what comes first does not depend on how many results
// are wanted, nor from which on; and where no more pages match than are looked at
// twice, it is what looking at each of them gives.
func TestFirstResultsWhateverNumber(t *testing.T) {
	t.Parallel()
	s, word := crowd(t)
	left, looked := 0, 0
	for n := range 150 {
		q := []string{word(), word() + " " + word(), word() + " OR " + word(), word() + " -" + word(), word() + " " + word() + " " + word()}[n%5]
		r := Request{Query: q, NoSnippets: true, MaxPerSite: []int{0, 0, 3}[n%3], Copies: n%7 == 0, Limit: MaxLimit}
		all, resp := found(t, s, r)
		for _, part := range [][2]int{{0, 1}, {0, 10}, {0, 40}, {7, 13}, {50, 50}} {
			from, to := min(part[0], len(all)), min(part[0]+part[1], len(all))
			r.Offset, r.Limit = part[0], part[1]
			if got, _ := found(t, s, r); !slices.Equal(got, all[from:to]) {
				t.Errorf("%s, %d of a site, %d results from %d on: %v, want %v", q, r.MaxPerSite, part[1], part[0], got, all[from:to])
			}
		}
		if resp.More {
			left++
		}
		if resp.Total > refineMax || resp.Partial {
			continue
		}
		looked++
		if want, _ := byLooking(t, s, r, 5000); !slices.Equal(all, want[:min(len(want), MaxLimit)]) {
			t.Errorf("%s, %d of a site: %v, want %v", q, r.MaxPerSite, all, want)
		}
	}
	if left < 20 || looked < 10 {
		t.Errorf("pages were passed over for %d queries, all were looked at for %d: too few to say anything", left, looked)
	}
}

// TestNothingLeftOut: a contest that has a bar holds nothing back because it was asked
// what pages would have to say that are not there.
func TestNothingLeftOut(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 9 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://h%d.test/", i), "en", "quince", "quince quince"})
	}
	s := build(t, sheets...)
	p, end := planned(t, s, Request{Query: "quince"})
	defer end()
	bar := p.words[0].part(2, 2) + p.mostStatic() + p.slack + p.anyGain([]uint8{2})
	c := withBar(t, p, bar)
	found, err := p.run(t.Context(), goal{want: 1, need: p.needed, contest: c})
	if err != nil || found.total != len(sheets) || found.more || c.Held() {
		t.Errorf("%d pages, more %t, held back %t, %v", found.total, found.more, c.Held(), err)
	}
}

// planned returns the plan of a request, and what ends it.
func planned(t *testing.T, s *Searcher, r Request) (p *plan, end func()) {
	t.Helper()
	snap, err := s.src.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p, err = s.compile(snap, wording{tree: query.Parse(r.Query), req: r}); err != nil {
		snap.Close()
		t.Fatal(err)
	}
	return p, func() {
		p.close()
		snap.Close()
	}
}

// withBar returns a contest for one result that has a bar.
func withBar(t *testing.T, p *plan, bar float64) *race {
	t.Helper()
	c := contest.New[hit](nil, 1, collapse.Options{}, nil, nil)
	c.Enter(&hit{p: p, score: bar, might: bar})
	look := func(all []hit, some []int32) error {
		for _, i := range some {
			all[i].refined = true
		}
		return nil
	}
	if err := c.Conclude(func([]hit, []int32) error { return nil }, look); err != nil || !c.Bars() {
		t.Fatalf("%v: there is no bar", err)
	}
	return c
}

// TestLeftOutIsTold: a contest knows of pages that are left out since one word alone, which
// their titles do not hold, does not bring them to the bar; those whose titles hold it stay.
func TestLeftOutIsTold(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 9 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://h%d.test/", i), "en", "", "quince quince"})
	}
	for _, title := range []string{"", "quince"} {
		sheets[0].title = title
		s := build(t, sheets...)
		p, end := planned(t, s, Request{Query: "quince"})
		defer end()
		c := withBar(t, p, p.words[0].part(255, 255)+p.allForms+p.mostStatic()+p.slack+0.1)
		if found, err := p.run(t.Context(), goal{want: 1, need: p.needed, contest: c}); err != nil || found.total != len(sheets) || !c.Held() {
			t.Errorf("title %q: %d pages, held back %t, %v", title, found.total, c.Held(), err)
		}
	}
}

// TestScoresNeverRise: where sites are not spread, none of the results that are looked at
// twice has a higher score than one before it, wherever the list is cut, among those with
// all words and behind them among those with some; and the first ones score no less than the best of those that
// the first stage puts first.
func TestScoresNeverRise(t *testing.T) {
	t.Parallel()
	s, word := crowd(t)
	compared := 0
	for n := range 100 {
		q := []string{word(), word() + " " + word(), word() + " OR " + word(), word() + " -" + word()}[n%4]
		if n == 0 {
			q = "zq1x" // many pages that early looks make room for score more than the tenth
		}
		r := Request{Query: q, NoSnippets: true, Copies: n%3 > 0 || n == 0}
		var all []Result
		rises := 0 // where pages with only some of the words begin, scores may
		for _, part := range [][2]int{{0, 10}, {10, 15}, {25, 100}, {125, 75}} {
			r.Offset, r.Limit = part[0], part[1]
			_, resp := found(t, s, r)
			if all = append(all, resp.Results...); resp.Partial {
				rises = -1
			}
		}
		for i := 1; i < len(all); i++ {
			if all[i].Score > all[i-1].Score+1e-6 {
				rises++
			}
			if rises > 0 {
				t.Fatalf("%s, copies %t: result %d, %v, scores %f, the one before it, %v, %f", q, r.Copies, i, all[i].URL, all[i].Score, all[i-1].URL, all[i-1].Score)
			}
		}
		if !r.Copies {
			continue
		}
		_, best := byLooking(t, s, r, refineMax)
		for i := range min(len(best), contest.FirstPage) {
			if compared++; all[i].Score+1e-6 < best[i] {
				t.Errorf("%s: result %d scores %f, want %f at least", q, i, all[i].Score, best[i])
			}
		}
	}
	if compared < 100 {
		t.Errorf("%d results were compared: too few to say anything", compared)
	}
}

// found returns the addresses of the results of a request, and the answer.
func found(t *testing.T, s *Searcher, r Request) (out []string, resp Response) {
	t.Helper()
	resp, err := s.Search(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range resp.Results {
		out = append(out, x.URL.String())
	}
	return out, resp
}

// byLooking returns the first results of a request and their scores by looking at each
// of the best pages of the first stage twice.
func byLooking(t *testing.T, s *Searcher, r Request, best int) (out []string, scores []float64) {
	t.Helper()
	p, end := planned(t, s, r)
	defer end()
	found, err := p.run(t.Context(), goal{want: best, need: p.needed, exact: true})
	if err != nil {
		t.Fatal(err)
	}
	hits := found.hits
	if err := p.refineBatch(hits, numbered(len(hits))); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(hits, contest.Order[hit])
	hits, _ = arranged(hits[:min(len(hits), refineMax)], r.Arrangement())
	for _, h := range hits {
		d, err := p.snap.Doc(int(h.seg), h.doc)
		if err != nil {
			t.Fatal(err)
		}
		out, scores = append(out, d.URL), append(scores, h.score)
	}
	return out, scores
}

// numbered returns the numbers from 0 to below n.
func numbered(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// TestSiftLeavesOutWhatCannotCome: a page that impacts alone leave out is one that would be
// left out when it is asked, and what such pages may have is below the bar.
func TestSiftLeavesOutWhatCannotCome(t *testing.T) {
	t.Parallel()
	s, word := crowd(t)
	gone := 0
	for n := range 120 {
		three := word() + " %[1]s" + word() + " %[1]s" + word()
		q := []string{word(), fmt.Sprintf(three, "OR "), fmt.Sprintf(three, ""), word() + " (" + word() + " OR " + word() + ")"}[n%4]
		p, end := planned(t, s, Request{Query: q})
		need := min(p.needed, 1+n%2) // of pages with some of the words
		bar := p.sumIDF * float64(2+n%5)
		for _, m := range p.matchers {
			m.begin(goal{want: 1, need: need, contest: withBar(t, p, bar)}, 0)
			sw := p.swept.Fit(len(m.words))
			sw.Snap, sw.Seg, sw.From = p.snap, m.seg, 0
			sw.Left.Fill(int(min(m.limit, postings.Width)))
			if !m.candidates(sw) {
				continue
			}
			left := sw.Left
			m.hasFloor()
			m.behind = math.Inf(-1)
			m.sift(sw)
			if m.behind >= bar {
				t.Errorf("%s: pages are left out that may have %f, the bar is %f", q, m.behind, bar)
			}
			left.Without(&sw.Left)
			gone += left.Len()
			for at := range left.Each {
				if sum, may := m.mayBring(sw, at); may {
					t.Errorf("%s: document %d was left out, whose words say %f", q, at, sum)
				}
			}
		}
		end()
	}
	if gone < 1000 {
		t.Errorf("%d pages were left out", gone)
	}
}
