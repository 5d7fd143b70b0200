package results

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/hint"
)

// hinted are queries with a hint, one for each kind.
var hinted = []string{
	strings.Repeat("long ", 400), strings.Repeat("a ", 200), strings.Repeat("(", 40) + "a" + strings.Repeat(")", 40), `"open`, "a )", `a ""`, "foo:bar", "title:silk", "site:", "a OR",
	"-silk", "silk -j", "a* b*c", `a ~5`, `"a b"~500`, "after:soon", "AND", "silk~9", "!a", `"a b"^2`, "facet:price=20..10",
}

// TestHints checks that every hint of the query and the search is told in the language of the
// reader, in English as the search tells it, and that control characters are made visible.
func TestHints(t *testing.T) {
	t.Parallel()
	all := []hint.Hint{}
	for _, q := range hinted {
		for _, h := range query.Parse(q).Hints {
			all = append(all, hint.OfQuery(h))
		}
	}
	met := map[string]bool{}
	for _, h := range all {
		met[h.Code] = true
	}
	for code := query.HintTooLong; code.String() != ""; code++ {
		if !met[code.String()] {
			t.Errorf("no query has the hint %s", code)
		}
	}
	if !met["unknown-operator-meant"] {
		t.Error("no query has an operator of other search engines")
	}
	for _, code := range hint.Codes() {
		all = append(all, hint.Hint{Code: code, Value: "silk", Kind: "site:", N: 7})
	}
	for _, q := range hinted {
		var resp search.Response
		resp.TellQuery(query.Parse(q))
		for i, got := range makerOf(t, q, resp).hints() {
			if got != (Hint{Text: show.Visible(resp.Hints[i])}) {
				t.Errorf("%.40s: %+v, the query says %q", q, got, resp.Hints[i])
			}
		}
	}
	for _, h := range all {
		m := makerOf(t, "silk", search.Response{})
		english, ok := m.hint(h)
		if said := h.String(); said != h.Code && said != english || !ok {
			t.Errorf("%+v: %q, the search says %q", h, english, said)
		}
		m.In = in(t, "ru")
		if got, ok := m.hint(h); !ok || got == english || strings.Contains(got, "{") {
			t.Errorf("%+v is not translated: %q", h, got)
		}
	}
	m := makerOf(t, "silk", search.Response{Hints: []string{"Something new.", "Older."}, Notes: []hint.Hint{{Code: "new"}}})
	m.In = in(t, "ru")
	if got := m.hints(); !slices.Equal(got, []Hint{{"Something new.", "en"}, {"Older.", "en"}}) {
		t.Errorf("hints that are not known: %+v", got)
	}
}
