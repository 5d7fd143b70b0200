package results

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/facet"
)

// maxLangs is how many languages are shown at once.
const maxLangs = 8

// An Advice suggests what to do when there are no results.
type Advice struct{ Text, URL string }

// languages returns the links that narrow a search to a language: those of most matching pages,
// and the selected one. The first link is to all languages.
func (m *maker) languages() (shown, more []Choice) {
	t, f := m.tree, m.counted(Line{Field: query.Lang})
	current := t.NarrowedBy(query.Lang)
	var langs []facet.Value
	if f != nil {
		langs = slices.DeleteFunc(slices.Clone(f.Languages), func(v facet.Value) bool { return v.Value == "und" })
	}
	if langs = withCurrent(langs, current); len(langs) < 2 && current == "" {
		return nil, nil // there is no alternative
	}
	var all []Choice
	for _, v := range langs {
		c := Choice{Text: show.Visible(LangLabel(v.Value)), URL: SortedURL(t.With(query.Lang, v.Value), 1, m.Sort), Current: v.Value == current}
		if langName(v.Value) != "" {
			c.Lang = v.Value
		}
		if v.Pages > 0 {
			c.Number = m.number(v.Pages, f.AtLeast)
		}
		all = append(all, c)
	}
	shown, more = separate(all, maxLangs)
	if bare := t.Without(query.Lang); bare != "" {
		shown = slices.Insert(shown, 0, Choice{Text: m.In.Text("results.all-languages"), URL: SortedURL(bare, 1, m.Sort), Current: current == ""})
	}
	return shown, more
}

// kinds returns the links that narrow a search to a kind of file.
func (m *maker) kinds() []Choice {
	t := m.tree
	current := t.NarrowedBy(query.FileType)
	var out []Choice
	if bare := t.Without(query.FileType); bare != "" { // otherwise the query has only a kind
		out = append(out, Choice{Text: m.In.Text("results.all-kinds"), URL: SearchURL(bare, 1), Current: current == ""})
	}
	for _, k := range [...]struct{ text, format string }{
		{m.In.Text("results.pictures"), "image"}, {m.In.Text("results.sound"), "audio"}, {m.In.Text("results.video"), "video"}, {"PDF", "pdf"},
	} {
		out = append(out, Choice{Text: k.text, URL: SearchURL(t.With(query.FileType, k.format), 1), Current: current == k.format})
	}
	return out
}

// advice returns suggestions when there are no results.
func (m *maker) advice() []Advice {
	var out []Advice
	for _, f := range query.Fields() {
		if bare := m.tree.Without(f); m.tree.NarrowedBy(f) != "" && bare != "" {
			out = append(out, Advice{m.In.Text("advice.without-operator", "operator", f.String()+":"), SearchURL(bare, 1)})
		}
	}
	if bare := strings.TrimSpace(strings.ReplaceAll(m.Query, `"`, "")); bare != m.Query && bare != "" && (m.resp.Suggestion == nil || !m.resp.Suggestion.Unquoted) {
		out = append(out, Advice{m.In.Text("advice.without-quotes"), SearchURL(bare, 1)})
	}
	switch words, absent := len(m.tree.Root.Positive()), m.resp.Absent; {
	case absent != nil && absent.URL != "" && !m.SearchOnly:
		return append(out, Advice{m.In.Text("advice.why-url", "url", show.URL(absent.URL)), WhyURL(absent.URL)})
	case words > 1:
		out = append(out, Advice{Text: m.In.Text("advice.other-or-fewer-words")})
	case words == 1:
		out = append(out, Advice{Text: m.In.Text("advice.other-words")})
	}
	if m.SearchOnly {
		return out
	}
	return append(out, Advice{m.In.Text("advice.why"), "/why"})
}
