package stopword_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/stopword"
)

// typed makes the words of a query, all of one rarity and with pages in the same languages.
func typed(text string, idf float64, langs ...analyze.Lang) []stopword.Word {
	var out []stopword.Word
	for word := range strings.FieldsSeq(text) {
		plain := strings.Trim(word, `"`)
		out = append(out, stopword.Word{Typed: plain, Tokens: analyze.AnalyzeQuery(plain), Quoted: plain != word, IDF: idf, Langs: langs})
	}
	return out
}

func TestSmall(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		words  []stopword.Word
		spoken analyze.Lang
		links  bool
		want   string // the words that a page need not have
	}{
		{"a sentence", typed("where does the name come from", 1, analyze.En), analyze.Und, false, "where does the from"},
		{"one stop word beside one word", typed("insert out", 1, analyze.En), analyze.Und, false, ""},
		{"rare in the index", typed("the who tommy album", 4, analyze.Und), analyze.Und, false, ""},
		{"rare because the language is", typed("die Regeln der Firewall", 4, analyze.De), analyze.De, false, "die der"},
		{"a language that the other words tell", typed("les règles du pare-feu", 4, analyze.Fr), analyze.Und, false, "les du"},
		{"the words of links tell no language", typed("les règles du pare-feu", 4, analyze.Fr), analyze.Und, true, ""},
		{"what asks, however rare", typed("что такое rust", 8, analyze.En), analyze.Und, false, "что такое"},
		{"at the end", typed("debian nedir", 8, analyze.En), analyze.Und, false, "nedir"},
		{"a run", typed("rust 是什么", 8, analyze.En), analyze.Und, false, "是什么"},
		{"nothing but what asks", typed("что такое", 1, analyze.Ru), analyze.Ru, false, ""},
		{"quoted", typed(`"what" "is" rust`, 1, analyze.En), analyze.Und, false, ""},
	} {
		q := stopword.Query{Spoken: c.spoken, Links: c.links, Scarce: func(analyze.Lang) float64 { return 3 }}
		var got []string
		for i, small := range q.Small(c.words, q.Languages(c.words)) {
			if small {
				got = append(got, c.words[i].Typed)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestOptional: words of a group are never held for stop words, and stand in the way of what asks.
func TestOptional(t *testing.T) {
	t.Parallel()
	words := typed("what is the robot", 1, analyze.En)
	words[0].Optional = true
	q := stopword.Query{Scarce: func(analyze.Lang) float64 { return 0 }}
	if got := q.Small(words, q.Languages(words)); got[0] || !got[1] || !got[2] || got[3] {
		t.Errorf("%v", got)
	}
}

// TestGroup: a group, of which a page needs one word, is something that is asked for.
func TestGroup(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"what is rust ferris":            "what is",
		"what rust ferris":               "", // as in "insert out"
		"how does the rust ferris begin": "how does the",
	} {
		words := typed(text, 1, analyze.En)
		for i := range words {
			words[i].Optional = words[i].Typed == "rust" || words[i].Typed == "ferris"
		}
		q := stopword.Query{Spoken: analyze.En, Scarce: func(analyze.Lang) float64 { return 0 }}
		var got []string
		for i, small := range q.Small(words, q.Languages(words)) {
			if small {
				got = append(got, words[i].Typed)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
