package translations_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/translations"
	"github.com/aranea-search/aranea/weburl"
)

// A site is the pages of sites with their languages, and what they name as alternates.
type site struct {
	langs map[string]analyze.Lang
	names map[string][]string
}

// tree adds pages with the numbers from one on to another one.
func (s *site) tree(before string, lang analyze.Lang, from, to int) {
	for i := from; i < to; i++ {
		s.langs[fmt.Sprintf("http://%s%d.html", before, i)] = lang
	}
}

// learn returns the works, each as its pages, without http:// and .html.
func (s *site) learn(t *testing.T) (out []string) {
	t.Helper()
	urls := map[rank.Key]string{}
	for url := range s.langs {
		urls[rank.KeyOf(weburl.MustParse(url).ID())] = strings.TrimSuffix(strings.TrimPrefix(url, "http://"), ".html")
	}
	all, err := translations.Learn(func() iter.Seq2[translations.Page, error] {
		return func(yield func(translations.Page, error) bool) {
			for url, lang := range s.langs {
				if !yield(translations.Page{URL: url, Key: rank.KeyOf(weburl.MustParse(url).ID()), Lang: lang}, nil) {
					return
				}
			}
		}
	}, func() iter.Seq2[translations.Set, error] {
		return func(yield func(translations.Set, error) bool) {
			for url, all := range s.names {
				if !yield(translations.Set{Of: weburl.MustParse(url), All: all}, nil) {
					return
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, keys := range all {
		var work []string
		for _, key := range keys {
			work = append(work, urls[key])
		}
		slices.Sort(work)
		out = append(out, strings.Join(work, " "))
	}
	slices.Sort(out)
	return out
}

// TestByAddress: addresses that name the languages of their texts are those of one page if enough of the site is in both.
func TestByAddress(t *testing.T) {
	t.Parallel()
	const de, en, ja, pt, zh = analyze.De, analyze.En, analyze.Ja, analyze.Pt, analyze.Zh
	for name, tt := range map[string]struct {
		trees func(s *site)
		works int
		first string // the work of page 0
	}{
		"folders": {func(s *site) { s.tree("a.test/m/de/", de, 0, 6); s.tree("a.test/m/en/", en, 0, 6) }, 6, "a.test/m/de/0 a.test/m/en/0"},
		"hosts": {func(s *site) {
			s.tree("de.a.test/", de, 0, 6)
			s.tree("en.a.test/", en, 0, 6)
			s.tree("ja.a.test/", ja, 0, 6)
		}, 6, "de.a.test/0 en.a.test/0 ja.a.test/0"},
		"the main language is not named": {func(s *site) { s.tree("a.test/m/de/", de, 0, 6); s.tree("a.test/m/", en, 0, 60) }, 6, "a.test/m/0 a.test/m/de/0"},
		"names of files": {func(s *site) {
			for i := range 6 {
				s.langs[fmt.Sprintf("http://a.test/%d.html", i)] = en
				s.langs[fmt.Sprintf("http://a.test/%d.html.de", i)] = de
				s.langs[fmt.Sprintf("http://a.test/%d.ja.html", i)] = ja
			}
		}, 6, "a.test/0 a.test/0.html.de a.test/0.ja"},
		"half of the smaller tree":        {func(s *site) { s.tree("a.test/de/", de, 5, 15); s.tree("a.test/en/", en, 0, 10) }, 5, ""},
		"less than half of it":            {func(s *site) { s.tree("a.test/de/", de, 5, 16); s.tree("a.test/en/", en, 0, 11) }, 6, ""},
		"two trees with little in common": {func(s *site) { s.tree("a.test/de/", de, 14, 29); s.tree("a.test/en/", en, 0, 20) }, 0, ""},
		"too few pages":                   {func(s *site) { s.tree("a.test/de/", de, 0, 4); s.tree("a.test/en/", en, 0, 4) }, 0, ""},
		"both in one language":            {func(s *site) { s.tree("a.test/de/", en, 0, 6); s.tree("a.test/en/", en, 0, 6) }, 0, ""},
		"not in the language of the name": {func(s *site) { s.tree("a.test/it/", de, 0, 6); s.tree("a.test/en/", en, 0, 6) }, 0, ""},
		"languages unknown":               {func(s *site) { s.tree("a.test/de/", analyze.Und, 0, 6); s.tree("a.test/en/", en, 0, 6) }, 0, ""},
		"countries":                       {func(s *site) { s.tree("a.test/cn/", zh, 0, 6); s.tree("a.test/br/", pt, 0, 6) }, 6, "a.test/br/0 a.test/cn/0"},
		"regions beside another language": {func(s *site) {
			s.tree("a.test/zh-cn/", zh, 0, 6)
			s.tree("a.test/zh_tw/", zh, 0, 6)
			s.tree("a.test/en/", en, 0, 6)
		}, 6, "a.test/en/0 a.test/zh-cn/0 a.test/zh_tw/0"},
		"a page that is not translated, and one that is too short": {func(s *site) {
			s.tree("a.test/de/", de, 1, 7)
			s.tree("a.test/en/", en, 0, 7)
			s.langs["http://a.test/de/0.html"], s.langs["http://a.test/de/7.html"], s.langs["http://a.test/en/7.html"] = en, analyze.Und, analyze.Und
		}, 8, "a.test/de/0 a.test/en/0"},
		"other sites": {func(s *site) { s.tree("a.test/de/", de, 0, 6); s.tree("b.test/en/", en, 0, 6) }, 0, ""},
		"a third tree that shares too few": {func(s *site) {
			s.tree("a.test/de/", de, 0, 6)
			s.tree("a.test/en/", en, 0, 6)
			s.tree("a.test/ja/", ja, 0, 3)
		}, 6, "a.test/de/0 a.test/en/0"},
		"addresses with something in front": {func(s *site) { s.tree("a.test/x/de/", de, 0, 6); s.tree("a.test/y/en/", en, 0, 6) }, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &site{langs: map[string]analyze.Lang{}}
			tt.trees(s)
			got := s.learn(t)
			if len(got) != tt.works || tt.first != "" && got[0] != tt.first {
				t.Errorf("%d works: %q", len(got), got)
			}
		})
	}
}

// TestByAlternates: pages that name each other are one, if they are in several languages.
func TestByAlternates(t *testing.T) {
	t.Parallel()
	urls := []string{"http://a.test/looms.html", "http://a.test/webstuehle.html", "http://a.test/teares.html", "http://b.test/looms.html"}
	for name, tt := range map[string]struct {
		names map[int][]int
		langs []analyze.Lang
		want  string
	}{
		"all name all":               {map[int][]int{0: {0, 1, 2}, 1: {0, 1, 2}, 2: {0, 1, 2}}, []analyze.Lang{analyze.En, analyze.De, analyze.Pt}, "a.test/looms a.test/teares a.test/webstuehle"},
		"without themselves":         {map[int][]int{0: {1}, 1: {0}}, []analyze.Lang{analyze.En, analyze.De, analyze.Pt}, "a.test/looms a.test/webstuehle"},
		"one side":                   {map[int][]int{0: {1, 2}, 1: {1}}, []analyze.Lang{analyze.En, analyze.De, analyze.Pt}, ""},
		"one language":               {map[int][]int{0: {1}, 1: {0}}, []analyze.Lang{analyze.En, analyze.En, analyze.Pt}, ""},
		"a language is unknown":      {map[int][]int{0: {1}, 1: {0}}, []analyze.Lang{analyze.En, analyze.Und, analyze.Pt}, ""},
		"pages of others beside":     {map[int][]int{0: {1, 3}, 1: {0}}, []analyze.Lang{analyze.En, analyze.De, analyze.Pt}, "a.test/looms a.test/webstuehle"},
		"each the start page":        {map[int][]int{1: {0}, 2: {0}}, []analyze.Lang{analyze.En, analyze.De, analyze.Pt}, ""},
		"a page that is not indexed": {map[int][]int{0: {0, 1, 3}, 1: {0, 1}}, []analyze.Lang{analyze.En, analyze.De}, "a.test/looms a.test/webstuehle"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &site{langs: map[string]analyze.Lang{}, names: map[string][]string{}}
			for i, lang := range tt.langs {
				s.langs[urls[i]] = lang
			}
			for i, all := range tt.names {
				for _, n := range all {
					s.names[urls[i]] = append(s.names[urls[i]], urls[n])
				}
			}
			if got := strings.Join(s.learn(t), ", "); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
