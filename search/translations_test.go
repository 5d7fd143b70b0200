package search

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/versions"
)

// TestTranslations: a page in several languages is one result, that in the language which is wished for, and names the
// others; a page of the same site that is none stays, and all are shown where they are asked for.
func TestTranslations(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	var keys []rank.Key
	for _, lang := range []string{"de", "en", "pt"} {
		url := "http://" + lang + ".a.test/looms.html"
		sheets = append(sheets, sheet{url, lang, "Jacquard", "jacquard " + map[string]string{"de": "webstuhl", "en": "weaver", "pt": "tear"}[lang]})
		keys = append(keys, rank.KeyOf(address(t, url).ID()))
	}
	sheets = append(sheets, sheet{"http://de.a.test/mills.html", "de", "Jacquard", "jacquard spinnerei und vieles mehr"})
	french := "http://a.test/fr/looms.html" // has none of the words
	sheets = append(sheets, sheet{french, "fr", "Les tisseurs", "un atelier"})
	table := (&versions.Table{}).WithWorks([][]rank.Key{append(keys, rank.KeyOf(address(t, french).ID()))})
	s := build(t, sheets...)
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: table} }
	told := func(r answer.Result) string {
		var langs []string
		for _, o := range r.Translations {
			langs = append(langs, o.Lang+" "+o.URL.Host())
		}
		return fmt.Sprint(r.Copies, r.Translated, len(r.Versions), langs)
	}
	for _, tt := range []struct {
		lang  analyze.Lang
		first string
		told  string
	}{
		{analyze.De, "de", "2 2 0 [en en.a.test fr a.test pt pt.a.test]"},
		{analyze.En, "en", "2 2 0 [de de.a.test fr a.test pt pt.a.test]"},
		{analyze.Pt, "pt", "2 2 0 [de de.a.test en en.a.test fr a.test]"},
	} {
		got, err := s.Search(t.Context(), Request{Query: "jacquard", Langs: []analyze.Lang{tt.lang}})
		if err != nil || len(got.Results) != 2 || got.Total != 4 || got.Copies != 2 {
			t.Fatalf("%s: %s, %+v, %v", tt.first, urls(got), got, err)
		}
		for _, r := range got.Results {
			if strings.HasSuffix(r.URL.String(), "/mills.html") {
				continue
			}
			if r.URL.Host() != tt.first+".a.test" || told(r) != tt.told {
				t.Errorf("%s: %s, %s", tt.first, r.URL, told(r))
			}
		}
	}
	// The page in another language has more of the word, and that of the reader takes its place.
	sheets[1].text, sheets[1].title = strings.Repeat("jacquard ", 9), "Jacquard"
	sheets[0].title = "Weben mit vielen anderen Worten als nur einem"
	sheets[3].title, sheets[3].text = "Spinnerei", "spinnerei und vieles mehr"
	s = build(t, sheets...)
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: table} }
	for _, limit := range []int{1, 10} {
		got, err := s.Search(t.Context(), Request{Query: "jacquard", Langs: []analyze.Lang{analyze.De}, Limit: limit, Explain: true, MaxPerSite: 3})
		if err != nil || got.Results[0].URL.Host() != "de.a.test" || got.Results[0].Why[0].Name != "score of a translation of it" || got.Results[0].Why[0].Value != got.Results[0].Score {
			t.Fatalf("%d: %s, %v, %v", limit, urls(got), got.Results[0].Why, err)
		}
		if r := got.Results[0]; r.Copies == 0 || r.Translated != r.Copies || len(r.Translations) != 3 || got.Copies < r.Copies {
			t.Errorf("%d: %s, %d in all", limit, told(r), got.Copies)
		}
	}
	if got, err := s.Search(t.Context(), Request{Query: "jacquard weaver", Langs: []analyze.Lang{analyze.De}}); err != nil || len(got.Results) == 0 {
		t.Errorf("%s, %v", urls(got), err)
	}
	if got := ask(t, s, "webstuhl"); len(got.Results) != 1 || told(got.Results[0]) != "0 0 0 []" {
		t.Errorf("in one language: %+v", got.Results)
	}
	if got := ask(t, s, "jacquard lang:pt"); urls(got) != "pt.a.test/looms.html" {
		t.Errorf("in a language that is asked for: %s", urls(got))
	}
	all, err := s.Search(t.Context(), Request{Query: "jacquard", Copies: true})
	if err != nil || len(all.Results) != 3 || all.Copies != 0 {
		t.Errorf("all: %s, %v", urls(all), err)
	}
}

// loom returns the keys of pages, which are one work.
func loom(t *testing.T, urls ...string) (work []rank.Key) {
	t.Helper()
	for _, url := range urls {
		work = append(work, rank.KeyOf(address(t, url).ID()))
	}
	return work
}

// TestTranslationGone: a translation that its owner wants to be gone by now takes no page's place.
func TestTranslationGone(t *testing.T) {
	t.Parallel()
	en, de := "http://a.test/en/looms", "http://a.test/de/looms"
	s := build(t, sheet{en, "en", "Jacquard", "jacquard jacquard weaver"})
	table := (&versions.Table{}).WithWorks([][]rank.Key{loom(t, en, de)})
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: table} }
	x, _ := s.src.(*index.Index)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	text := []byte("weben mit vielen anderen worten und jacquard")
	p := &aranea.Page{URL: address(t, de), Lang: "de", Text: text, Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: p.URL, Page: p, Expires: now}}); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Time]string{now: "a.test/en/looms", now.Add(-time.Second): "a.test/de/looms"} {
		s.now = func() time.Time { return at }
		got, err := s.Search(t.Context(), Request{Query: "jacquard", Langs: []analyze.Lang{analyze.De}})
		if err != nil || urls(got) != want {
			t.Errorf("at %v: %q, %v, want %s", at, urls(got), err, want)
		}
	}
}

// TestTranslationAtItsAddress: of two pages of a work in the language that is wished for, the one at an address of that
// language is shown, and not what nobody has translated for another one.
func TestTranslationAtItsAddress(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"looms", "mills", "reeds", "warps"} { // by chance, the order of keys is right for some
		de, pt, en := "http://a.test/de/"+name, "http://a.test/pt/"+name, "http://a.test/en/"+name
		s := build(t, sheet{de, "de", "Jacquard", "jacquard webstuhl jacquard"}, sheet{pt, "en", "Weavers", "weavers and the jacquard of them"}, sheet{en, "en", "Weavers", "weavers and the jacquard of them"})
		table := (&versions.Table{}).WithWorks([][]rank.Key{loom(t, pt, de, en)})
		s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: table} }
		got, err := s.Search(t.Context(), Request{Query: "jacquard", Langs: []analyze.Lang{analyze.En}, Limit: 1})
		if err != nil || urls(got) != "a.test/en/"+name {
			t.Errorf("%s: %s, %v", name, urls(got), err)
		}
		// The untranslated page answers best, and gives way all the same, also where nothing tells a language.
		s = build(t, sheet{de, "de", "Weben", "der jacquard hat viele andere worte als nur eines"}, sheet{pt, "en", "Jacquard", "jacquard jacquard"}, sheet{en, "en", "Weavers", "weavers and the jacquard of them"})
		s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: table} }
		for _, langs := range [][]analyze.Lang{{analyze.En}, nil} {
			got, err := s.Search(t.Context(), Request{Query: "jacquard", Langs: langs})
			if err != nil || urls(got) != "a.test/en/"+name || got.Results[0].Copies != 2 {
				t.Errorf("%s for readers of %v: %s, %v", name, langs, urls(got), err)
			}
		}
	}
}

// TestTranslationOnce: of two versions that differ so much that both are shown, one is shown in the language that is
// wished for, and no page comes twice.
func TestTranslationOnce(t *testing.T) {
	t.Parallel()
	sheets, learned := handbook(t)
	newest, older, de := "http://a.test/3.0/page3", "http://a.test/2.0/page3", "http://a.test/de/page3"
	for i := range sheets {
		switch sheets[i].url {
		case newest:
			sheets[i].title, sheets[i].text = "Jacquard", essay("silk", "jacquard")
		case older:
			sheets[i].text = essay("written anew", "jacquard")
		}
	}
	s := build(t, append(sheets, sheet{de, "de", "Weben mit anderen Worten", "und auch jacquard, am Ende eines langen Satzes"})...)
	table := learned.WithWorks([][]rank.Key{loom(t, newest, de)})
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: table} }
	for _, limit := range []int{1, 10} {
		got, err := s.Search(t.Context(), Request{Query: "jacquard", Langs: []analyze.Lang{analyze.De}, Limit: limit})
		if want := strings.Join(strings.Fields("a.test/de/page3 a.test/2.0/page3")[:min(limit, 2)], " "); err != nil || urls(got) != want {
			t.Errorf("%d: %s, %v, want %s", limit, urls(got), err, want)
		}
	}
}

// TestTranslatedSingleLists: of two lists of other pages the translation is told as such, and not as a version.
func TestTranslatedSingleLists(t *testing.T) {
	t.Parallel()
	en, de := "http://a.test/en/tag/silk/", "http://a.test/de/tag/silk/"
	work := loom(t, en, de)
	s := build(t, sheet{en, "en", "Jacquard", "jacquard weaver"}, sheet{de, "de", "Jacquard", "jacquard weber"})
	table := (&versions.Table{}).With(nil, work).WithWorks([][]rank.Key{work})
	s.opt.Signals = func() signals.Tables { return signals.Tables{Versions: table} }
	r := ask(t, s, "jacquard").Results[0]
	if r.Copies != 1 || r.Translated != 1 || len(r.Translations) != 1 || len(r.Versions) != 0 {
		t.Errorf("%d copies, %d translated: %v; versions: %v", r.Copies, r.Translated, r.Translations, r.Versions)
	}
}
