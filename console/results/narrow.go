package results

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/facet"
)

// maxLangs is how many languages a search can be narrowed to by a link.
const maxLangs = 8

// An Advice says what to do when nothing was found.
type Advice struct{ Text, URL string }

// filters are the links that narrow a search to a language: those of most of the
// pages that match, and the one that the search is narrowed to.
func filters(t query.Tree, f *facet.Facets) []Choice {
	current := t.NarrowedBy(query.Lang)
	var langs []facet.Value
	if f != nil {
		langs = slices.DeleteFunc(slices.Clone(f.Languages), func(v facet.Value) bool { return v.Value == "und" })
		langs = langs[:min(len(langs), maxLangs)]
	}
	if current != "" && !slices.ContainsFunc(langs, func(v facet.Value) bool { return v.Value == current }) {
		langs = append(langs, facet.Value{Value: current})
	}
	if len(langs) < 2 && current == "" {
		return nil // nothing to choose from
	}
	var out []Choice
	if bare := t.Without(query.Lang); bare != "" {
		out = append(out, Choice{Text: "All languages", URL: SearchURL(bare, 1), Current: current == ""})
	}
	for _, v := range langs {
		c := Choice{Text: show.Visible(LangLabel(v.Value)), URL: SearchURL(t.With(query.Lang, v.Value), 1), Current: v.Value == current}
		if langName(v.Value) != "" {
			c.Lang = v.Value
		}
		if v.Pages > 0 {
			c.Number = number(v.Pages, f.AtLeast)
		}
		out = append(out, c)
	}
	return out
}

// kinds are the links that narrow a search to a kind of file.
func kinds(t query.Tree) []Choice {
	current := t.NarrowedBy(query.FileType)
	var out []Choice
	if bare := t.Without(query.FileType); bare != "" { // else it asks for nothing but a kind
		out = append(out, Choice{Text: "All", URL: SearchURL(bare, 1), Current: current == ""})
	}
	for _, k := range [...]struct{ text, format string }{{"Pictures", "image"}, {"Sound", "audio"}, {"Video", "video"}, {"PDF", "pdf"}} {
		out = append(out, Choice{Text: k.text, URL: SearchURL(t.With(query.FileType, k.format), 1), Current: current == k.format})
	}
	return out
}

// adviceFor helps when nothing was found; c may be nil.
func adviceFor(q string, t query.Tree, c *answer.Absent) []Advice {
	var out []Advice
	for _, f := range query.Fields() {
		if bare := t.Without(f); t.NarrowedBy(f) != "" && bare != "" {
			out = append(out, Advice{Text: "Search without " + f.String() + ":", URL: SearchURL(bare, 1)})
		}
	}
	if bare := strings.TrimSpace(strings.ReplaceAll(q, `"`, "")); bare != q && bare != "" {
		out = append(out, Advice{Text: "Search without quotes", URL: SearchURL(bare, 1)})
	}
	switch words := len(t.Root.Positive()); {
	case c != nil && c.URL != "":
		return append(out, Advice{Text: "Ask why " + show.URL(c.URL) + " is not in the index", URL: WhyURL(c.URL)})
	case words > 1:
		out = append(out, Advice{Text: "Try other or fewer words"})
	case words == 1:
		out = append(out, Advice{Text: "Try other words"})
	}
	return append(out, Advice{Text: "Ask why a page is not in the index", URL: "/why"})
}
