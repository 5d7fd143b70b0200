package results

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/spell"
)

// hinted are queries with a hint, one for each kind.
var hinted = []string{
	strings.Repeat("long ", 400), strings.Repeat("a ", 200), strings.Repeat("(", 40) + "a" + strings.Repeat(")", 40), `"open`, "a )", `a ""`, "foo:bar", "title:silk", "site:", "a OR",
	"-a", "a* b*c", `a ~5`, `"a b"~500`, "after:soon", "AND", "silk~9", "!a", `"a b"^2`,
}

// TestHints checks that every kind of hint of the query and the search is translated, and that in
// English it is unchanged.
func TestHints(t *testing.T) {
	t.Parallel()
	met := map[query.HintCode]bool{}
	for _, q := range hinted {
		tree := query.Parse(q)
		for _, h := range tree.Hints {
			met[h.Code] = true
			m := makerOf(t, q, search.Response{})
			if got := m.ofQuery(h); got != h.String() {
				t.Errorf("%.40s: %q, the query says %q", q, got, h)
			}
			m.In = in(t, "ru")
			if got := m.hint(h.String()); got.Lang != "" || got.Text == h.String() {
				t.Errorf("%.40s: %+v is not translated", q, got)
			}
		}
	}
	for code := query.HintTooLong; code.String() != ""; code++ {
		if !met[code] {
			t.Errorf("no query has the hint %s", code)
		}
	}
	for _, sentence := range []string{
		filter.Missing(query.Site, "a.test"), filter.Missing(query.Host, "a.test"), filter.Missing(query.Lang, "pt"), filter.Missing(query.Lang, "xx"), filter.Missing(query.FileType, "pdf"), filter.Missing(query.FileType, "avi"),
		filter.Unlinked("http://a.test/", false), spell.Omitted("silk", 0, false), spell.Omitted("silk", 7, false), spell.Omitted("silk", 7, true),
	} {
		m := makerOf(t, "silk", search.Response{})
		m.In = in(t, "zh")
		if got := m.hint(sentence); sentence == "" || got.Lang != "" || got.Text == sentence {
			t.Errorf("%q is not translated: %+v", sentence, got)
		}
	}
	m := makerOf(t, "silk", search.Response{})
	m.In = in(t, "ru")
	if got := m.hint("Something new."); got != (Hint{Text: "Something new.", Lang: "en"}) {
		t.Errorf("a sentence that is not known: %+v", got)
	}
}
