package results

import (
	"strconv"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search/hint"
)

// A Hint is a sentence about a search. Lang is its language if it is not that of the page.
type Hint struct{ Text, Lang string }

// english marks what is not translated.
const english = "en"

// hints tells what was not taken at its word, and what became of a site of which nothing is
// found, in the language of the reader. A hint that the catalogue does not have, from another
// version of the search, is told in English.
func (m *maker) hints() []Hint {
	var out []Hint
	if m.Lost {
		out = append(out, Hint{Text: m.In.Text("results.lost-place")})
	}
	for i, sentence := range m.resp.Hints {
		text, ok := "", false
		if i < len(m.resp.Notes) {
			text, ok = m.hint(m.resp.Notes[i])
		}
		if ok {
			out = append(out, Hint{Text: text})
		} else {
			out = append(out, Hint{Text: sentence, Lang: english})
		}
	}
	if m.resp.Absent == nil || m.Page > 1 {
		return out
	}
	return append(out, m.absent()...)
}

// hint returns the sentence for a hint of the search, false if the catalogue does not have it.
func (m *maker) hint(h hint.Hint) (string, bool) {
	name := "hint." + h.Code
	return m.In.Text(name, "value", show.Visible(h.Value), "kind", show.Visible(h.Kind), "n", strconv.Itoa(h.N)), m.In.Has(name)
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
