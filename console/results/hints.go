package results

import (
	"slices"
	"strconv"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
)

// A Hint is a sentence about a search. Lang is its language if it is not that of the page.
type Hint struct{ Text, Lang string }

// english marks what is not translated.
const english = "en"

// hints tells what was not taken at its word, and what became of a site of which nothing is
// found, in the language of the reader as far as it is known how that is said.
func (m *maker) hints() []Hint {
	var out []Hint
	if m.Lost {
		out = append(out, Hint{Text: m.In.Text("results.lost-place")})
	}
	for _, sentence := range m.resp.Hints {
		out = append(out, m.hint(sentence))
	}
	if m.resp.Absent == nil || m.Page > 1 {
		return out
	}
	return append(out, m.absent()...)
}

// hint translates a sentence of the search.
func (m *maker) hint(sentence string) Hint {
	if m.In.IsEnglish() {
		return Hint{Text: sentence}
	}
	if i := slices.IndexFunc(m.tree.Hints, func(h query.Hint) bool { return h.String() == sentence }); i >= 0 {
		return Hint{Text: m.ofQuery(m.tree.Hints[i])}
	}
	if text, ok := m.In.Note(sentence); ok {
		return Hint{Text: text}
	}
	return Hint{Text: sentence, Lang: english}
}

// ofQuery says what of a query was not taken at its word.
func (m *maker) ofQuery(h query.Hint) string {
	name, most, operator := "hint."+h.Code.String(), 0, ""
	switch h.Code {
	case query.HintTooLong:
		most = query.MaxBytes
	case query.HintTooManyClauses:
		most = query.MaxClauses
	case query.HintTooDeep:
		most = query.MaxDepth
	case query.HintFar:
		most = query.MaxDistance
	case query.HintUnknownOperator:
		if f := h.Meant(); f != query.NoField {
			name, operator = "hint.unknown-operator-meant", f.String()+":"
		}
	}
	return m.In.Text(name, "text", show.Visible(h.Text), "most", strconv.Itoa(most), "operator", operator)
}

// absent says what became of a site or host of which nothing is found: how its URLs stand is
// told in English only, and not to those who may search alone.
func (m *maker) absent() []Hint {
	a, out := m.resp.Absent, []Hint(nil)
	if m.In.IsEnglish() && !m.SearchOnly {
		for _, text := range a.Told {
			out = append(out, Hint{Text: text})
		}
		return out
	}
	name, text := show.Host(show.Visible(a.Name)), "results.absent"
	switch {
	case a.Known == 0:
		return []Hint{{Text: m.In.Text("results.absent-unknown", "name", name)}}
	case a.More:
		text = "results.absent-least"
	}
	return []Hint{{Text: m.In.Count(text, int(a.Known), "name", name)}}
}
