package versions

import (
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// A shelf is some pages with the sketches of their texts.
type shelf map[string]uint64

func (s shelf) pages() iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		for url, sketch := range s {
			if !yield(Page{URL: url, Key: key(url), Sketch: sketch, Lang: analyze.Und}, nil) {
				return
			}
		}
	}
}

func key(url string) rank.Key { return rank.KeyOf(weburl.MustParse(url).ID()) }

// manual adds the pages of a version of a manual, which say the same as in others but for some bits.
func (s shelf) manual(folder string, pages int, differ uint64) {
	for i := range pages {
		s[fmt.Sprintf("http://a.test%s/page%d.html", folder, i)] = uint64(i+1)*0x9e37_79b9_7f4a_7c15 ^ differ
	}
}

const (
	few  = 1<<nearBits - 1   // bits in which versions differ
	many = (1<<24 - 1) << 32 // in which other texts do
)

// TestLearn: which version of a page comes before which.
func TestLearn(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		shelf func(shelf)
		want  []string // the versions of page2.html, the newest first
	}{
		"three versions": {func(s shelf) {
			s.manual("/1.9", 8, 0)
			s.manual("/1.10", 8, few)
			s.manual("/2.0", 8, few<<6)
		}, []string{"/2.0", "/1.10", "/1.9"}},
		"one without a version in its address": {func(s shelf) {
			s.manual("/docs", 8, 0)
			s.manual("/docs/1.0", 8, few)
			s.manual("/docs/next", 8, few)
		}, []string{"/docs", "/docs/1.0", "/docs/next"}},
		"one version of many": {func(s shelf) {
			s.manual("/v1", 8, 0)
			s.manual("/v2", leastPairs, few)
			s.manual("/v3", 8, many)
		}, []string{"/v2", "/v1"}},
		"one of which few pages are left": {func(s shelf) {
			s.manual("/1.8", leastPairs-1, few<<6)
			s.manual("/1.9", leastPairs, 0)
			s.manual("/2.0", 8, few)
		}, []string{"/2.0", "/1.9", "/1.8"}},
		"few pages of another text": {func(s shelf) {
			s.manual("/1.8", leastPairs-1, many)
			s.manual("/1.9", leastPairs, 0)
			s.manual("/2.0", 8, few)
		}, []string{"/2.0", "/1.9"}},
		"the version in another place": {func(s shelf) {
			s.manual("/docs/1.0", 8, 0)
			s.manual("/docs/1.1", 8, 0)
			s.manual("/docs/1.2", 8, 0)
			s.manual("/2.0/docs", 8, 0)
		}, []string{"/docs/1.2", "/docs/1.1", "/docs/1.0"}},
		"chapters": {func(s shelf) {
			s.manual("/1", 8, 0)
			s.manual("/2", 8, many)
		}, nil},
		"too few pages": {func(s shelf) {
			s.manual("/1", leastPairs-1, 0)
			s.manual("/2", leastPairs-1, 0)
		}, nil},
		"numbers of articles": {func(s shelf) {
			for i := range mostVersions + 1 {
				s.manual(fmt.Sprintf("/%d", i), 8, 0)
			}
		}, nil},
		"no version at all": {func(s shelf) { s.manual("/docs", 8, 0) }, nil},
	} {
		s := shelf{}
		tt.shelf(s)
		table, err := Learn(s.pages, chosen())
		again, errAgain := Learn(s.pages, chosen())
		if err != nil || errAgain != nil || !table.Equal(again) {
			t.Fatalf("%s: %v, %v, or it differs the second time", name, err, errAgain)
		}
		var page uint32
		for i, v := range tt.want {
			at := table.Of(key("http://a.test" + v + "/page2.html"))
			if page = max(page, at.Page); at.Page != page || at.Page == 0 || int(at.Older) != i {
				t.Errorf("%s: %s is %+v", name, v, at)
			}
		}
		for url := range s {
			of, at := slices.ContainsFunc(tt.want, func(v string) bool { return url == "http://a.test"+v+"/page2.html" }), table.Of(key(url))
			if of != (page != 0 && at.Page == page) || tt.want == nil && at.Page != 0 {
				t.Errorf("%s: %s is %+v", name, url, at)
			}
		}
	}
}

// TestMostNames: the versions of all manuals together are bounded; a manual that has others beyond that is
// left out, one whose versions are all known is not.
func TestMostNames(t *testing.T) {
	t.Parallel()
	l := &learner{seed: maphash.MakeSeed(), numbers: map[uint64]uint32{}}
	page := func(url string) (Page, version.Address, bool) {
		u := weburl.MustParse(url)
		a, is := version.Of(u)
		return Page{URL: url, Key: rank.KeyOf(u.ID())}, a, is
	}
	l.count(page("http://a.test/1/x"))
	l.count(page("http://b.test/1/x"))
	l.names = mostNames
	l.count(page("http://b.test/2/x"))
	l.count(page("http://c.test/1/x"))
	for url, want := range map[string]int{"http://a.test/1/x": 1, "http://b.test/1/x": 0, "http://b.test/2/x": 0, "http://c.test/1/x": 0} {
		l.members = nil
		if l.take(page(url)); len(l.members) != want || l.names != mostNames {
			t.Errorf("%s: %d taken, want %d", url, len(l.members), want)
		}
	}
}

// TestNotRead: an error of the pages ends the learning.
func TestNotRead(t *testing.T) {
	t.Parallel()
	s, failed := shelf{}, errors.New("damaged")
	s.manual("/1", 8, 0)
	s.manual("/2", 8, 0)
	for good := range 3 {
		_, err := Learn(func() iter.Seq2[Page, error] {
			if good--; good >= 0 {
				return s.pages()
			}
			return func(yield func(Page, error) bool) { yield(Page{}, failed) }
		}, chosen())
		if !errors.Is(err, failed) {
			t.Errorf("%v", err)
		}
	}
}

// TestNoTable: without a table no page has versions.
func TestNoTable(t *testing.T) {
	t.Parallel()
	var none *Table
	if none.Of(1) != (Place{}) || none.Len() != 0 || !none.Equal(nil) || none.Equal(newTable(nil)) || none.Equal(example()) {
		t.Error("without a table there are versions")
	}
}
