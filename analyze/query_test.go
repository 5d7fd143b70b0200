package analyze

import (
	"slices"
	"strings"
	"testing"
)

func TestAnalyzeQuery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, word string
		page       Lang
		want       string
	}{
		{"English", "Running", En, "running=en:run"},
		{"a word that is its own stem", "Go", En, "go=en:go"},
		{"Russian and English on a Russian page", "searching поиски", Ru, "searching=en:search поиски=ru:поиск"},
		{"Portuguese with accents", "informações", Pt, "informacoes=pt:inform"},
		{"Portuguese without accents", "informacoes", Pt, "informacoes=pt:informaca|pt:inform"},
		{"Portuguese plural without accents", "papeis", Pt, "papeis=pt:pap|pt:papel"},
		{"one of an accent before", "faceis", Pt, "faceis=pt:fac|pt:facil"},
		{"German", "Häuser", De, "hauser=de:haus"},
		{"Polish", "Domy", Pl, "domy=pl:dom"},
		{"a language without a stemmer", "Domy", Sk, "domy="},
		{"identifier", "foo_bar", En, "foo=en:foo bar=en:bar"},
		{"Chinese", "搜索引擎", Zh, "搜索= 索引= 引擎="},
		{"stop word", "the", En, "the!=en:the"},
		{"stop word of another language", "para", Pt, "para!=pt:par"},
		{"nothing", "--", En, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var parts []string
			for _, q := range AnalyzeQuery(c.word) {
				s := q.Form
				if q.IsStop(c.page) {
					s += "!"
				}
				var stems []string
				for _, st := range q.Stems(q.Stemmer(c.page)) {
					if st.Term != StemPrefix+st.Lang.String()+st.Base {
						t.Errorf("the term %q of %+v", st.Term, st)
					}
					stems = append(stems, st.Lang.String()+":"+st.Base)
				}
				parts = append(parts, s+"="+strings.Join(stems, "|"))
			}
			if got := strings.Join(parts, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestFormerStems: what an index of a former version holds under another stem is asked for
// by that as well.
func TestFormerStems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		word string
		lang Lang
		want string
	}{
		{"окон", Ru, "окн окон"},
		{"окно", Ru, "окн"},
		{"opções", Pt, "opca opco"},
		{"opcoes", Pt, "opca opco"},
		{"opção", Pt, "opca"},
		{"options", En, "option"},
		{"informații", Ro, "inform informat"},
		{"nyckeln", Sv, "nyckel nyckeln"},
		{"okna", Pl, "okn"},
		{"okná", Sk, ""},
		{"\u0648\u0627\u0644\u0643\u062a\u0627\u0628", Ar, "\u0643\u062a\u0627\u0628 \u0648\u0627\u0644\u0643\u062a\u0627\u0628"},
	} {
		var got []string
		for _, s := range AnalyzeQuery(c.word)[0].FormerStems(c.lang) {
			got = append(got, s.Base)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s has the former stems %q, want %q", c.word, s, c.want)
		}
	}
}

// TestQueryMeetsPage: a page's word is found by the same word as a query, as the
// form and as the stem of the page's language.
func TestQueryMeetsPage(t *testing.T) {
	t.Parallel()
	for _, s := range samples {
		tokens, _ := New(0).Append(nil, []byte(s.text), s.lang)
		for _, tok := range tokens {
			raw := s.text[tok.Start:tok.End]
			met := false
			for _, q := range AnalyzeQuery(raw) {
				if q.Form != tok.Word.Form() {
					continue
				}
				met = met || tok.Word.Stem() == ""
				for _, st := range q.Stems(q.Stemmer(s.lang)) {
					met = met || st.Term == tok.Word.Stem()
				}
			}
			if !met {
				t.Errorf("%v: the query %q does not meet %+v", s.lang, raw, *tok.Word)
			}
		}
	}
}

// TestAllStems: the stems of all languages have those by which pages in each of them hold the word.
func TestAllStems(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"running", "Häuser", "пауками", "aranhas", "koşuyorum", "蜘蛛", "c++", "بيوت"} {
		for _, q := range AnalyzeQuery(word) {
			all := slices.Collect(q.AllStems)
			for page := range numLangs {
				for _, s := range q.Stems(q.Stemmer(page)) {
					if !slices.Contains(all, s) {
						t.Errorf("%s lacks %+v of %s", word, s, page)
					}
				}
			}
			for range q.AllStems {
				break // a caller may have enough
			}
		}
	}
}

// TestStemsKnowTheirLanguage: words of two languages with one stem stay apart.
func TestStemsKnowTheirLanguage(t *testing.T) {
	t.Parallel()
	pt, _ := New(0).Append(nil, []byte("passam"), Pt)
	en, _ := New(0).Append(nil, []byte("passed"), En)
	if a, b := pt[0].Word, en[0].Word; a.Stem() != StemPrefix+"ptpass" || b.Stem() != StemPrefix+"enpass" {
		t.Errorf("%+v and %+v", *a, *b)
	}
}

// TestStemsOfOthers: a stem may be spelled like a form of another word.
func TestStemsOfOthers(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]Stem{
		"терминалы": {StemPrefix + "ruтермина", "термина", false, Ru}, "окна": {StemPrefix + "ruокн", "окн", true, Ru},
		"maçãs": {StemPrefix + "ptmaca", "maca", true, Pt}, "running": {StemPrefix + "enrun", "run", true, En},
	} {
		if got := AnalyzeQuery(word)[0].Stems(want.Lang); len(got) != 1 || got[0] != want {
			t.Errorf("%s has the stems %+v, want %+v", word, got, want)
		}
	}
}
