package search

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/weburl"
)

// again asks for the results of an answer once more, as they come over the network.
func again(t *testing.T, s *Searcher, r Request, found []Result) []Result {
	t.Helper()
	r.Shown, r.NoSnippets, r.Explain, r.Offset = nil, false, false, 0
	for i := range found {
		if !found[i].Unread { // of its text nothing is known
			r.Shown = append(r.Shown, found[i].Shown())
		}
	}
	if r.Shown == nil {
		return nil
	}
	told, err := s.Search(t.Context(), passed(t, r))
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return passed(t, told).Results
}

// TestShown checks that results which are found without snippets, and asked for again one by one, are those
// that a search with snippets gives at once.
func TestShown(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(14, 7)), 120)
	all := w.nodes(t, 2)
	for _, s := range all {
		pinList(t, s, "web => "+w.sheets[3].url+" "+w.sheets[8].url)
	}
	for _, q := range kinds {
		for name, r := range map[string]Request{
			"plain": {Limit: 50}, "explained": {Limit: 50, Explain: true}, "typing": {Limit: 50, Typing: true}, "copies": {Limit: 50, Copies: true},
			"by date": {Limit: 50, Sort: ByDate}, "in German": {Limit: 50, MaxPerSite: 1}, "the second page": {Offset: 3, Limit: 4},
		} {
			r.Query = q
			facts := all.facts(t, r)
			if r.Collection = &facts; facts.Unsettled() {
				facts = facts.With(all.facts(t, r))
			}
			for n, s := range all {
				want, err := s.Search(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				r.NoSnippets = true
				found, err := s.Search(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				if r.NoSnippets = false; len(found.Results) != len(want.Results) {
					t.Fatalf("%s, %s: %d and %d results", q, name, len(found.Results), len(want.Results))
				}
				told := again(t, s, r, found.Results)
				for i := range found.Results {
					found.Results[i].Complete(told[i])
				}
				if got, want := passed(t, found).Results, passed(t, want).Results; !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s, node %d:\n%+v\nat once:\n%+v", q, name, n, got, want)
				}
			}
		}
	}
}

// TestShownChanged checks what is told of results whose pages change or leave the index after they were found.
func TestShownChanged(t *testing.T) {
	t.Parallel()
	s := build(t, sheet{"http://a.test/", "en", "Spider", "a spider spins silk"}, sheet{"http://b.test/", "en", "Spider", "silk of a spider"},
		sheet{"http://c.test/", "en", "Spider", "another spider with silk"}, sheet{"http://d.test/", "en", "Spider", "a spider and its silk"})
	facts, err := s.Facts(t.Context(), Request{Query: "spider silk"})
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Query: "spider silk", Collection: &facts, NoSnippets: true}
	found, err := s.Search(t.Context(), r)
	if err != nil || len(found.Results) != 4 {
		t.Fatalf("%+v, %v", found, err)
	}
	page := func(url, text string) aranea.IndexChange {
		u := weburl.MustParse(url)
		p := &aranea.Page{URL: u, Lang: "en", Text: []byte(text + "\n")}
		p.Elements = []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}
		return aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(1_790_000_009, 0), Page: p, Snippet: true}
	}
	x, _ := s.src.(*index.Index)
	gone, closed := page("http://c.test/", ""), page("http://d.test/", "a spider and its silk")
	gone.Action, closed.Access = aranea.IndexDelete, "members"
	if err := x.Apply(t.Context(), []aranea.IndexChange{page("http://a.test/", "a spider in the house"), page("http://b.test/", "a spider of silk"), gone, closed}); err != nil {
		t.Fatal(err)
	}
	told := again(t, s, r, found.Results)
	var got []string
	for _, x := range told {
		got = append(got, fmt.Sprint(x.URL, " ", x.Snippet, " ", x.Missing))
	}
	slices.Sort(got)
	if want := []string{"http://a.test/ a spider in the house [silk]", "http://b.test/ a spider of silk []"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	many := Request{Query: "spider", Shown: make([]answer.Shown, MaxLimit+1)}
	if _, err := s.Search(t.Context(), many); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("%d results: %v", len(many.Shown), err)
	}
}
