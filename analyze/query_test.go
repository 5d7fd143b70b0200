package analyze

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnalyzeQuery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, word string
		langs      []Lang
		want       string
	}{
		{"English", "Running", []Lang{En}, "running=run|running"},
		{"two languages", "connections", []Lang{En, Pt}, "connections=connect|connections"},
		{"unchanged by stemming", "Go", []Lang{En}, "go=go"},
		{"no language given", "searching поиски", nil, "searching=search|searching поиски=поиск|поиски"},
		{"Portuguese with accents", "informações", []Lang{Pt}, "informacoes=inform|informacoes"},
		{"Portuguese without accents", "informacoes", []Lang{Pt, En}, "informacoes=informaco|inform|informacoes"},
		{"German", "Häuser", []Lang{De}, "hauser=hauser"},
		{"identifier", "foo_bar", []Lang{En}, "foo=foo bar=bar"},
		{"Chinese", "搜索引擎", []Lang{Zh}, "搜索=搜索 索引=索引 引擎=引擎"},
		{"stop word", "the", []Lang{En}, "the!=the"},
		{"stop word of another language", "para", []Lang{En, Pt}, "para!=para|par"},
		{"nothing", "--", []Lang{En}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var parts []string
			for _, q := range AnalyzeQuery(c.word, c.langs) {
				stop := ""
				if q.Stop {
					stop = "!"
				}
				parts = append(parts, fmt.Sprintf("%s%s=%s", strings.TrimPrefix(q.Exact, ExactPrefix), stop, strings.Join(q.Terms, "|")))
			}
			if got := strings.Join(parts, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// A page's word must be found by the same word as a query, whatever stemmer
// the page was analysed with.
func TestQueryMeetsPage(t *testing.T) {
	t.Parallel()
	langs := []Lang{En, Pt}
	for _, s := range samples {
		tokens, _ := New(0).AppendString(nil, s.text, s.lang)
		for _, tok := range tokens {
			raw := s.text[tok.Start:tok.End]
			met := false
			for _, q := range AnalyzeQuery(raw, langs) {
				for _, term := range append(q.Terms, q.Exact) {
					met = met || term == tok.Word.Term || term == tok.Word.Exact
				}
			}
			if !met {
				t.Errorf("%v: the query %q does not meet %+v", s.lang, raw, *tok.Word)
			}
		}
	}
}
