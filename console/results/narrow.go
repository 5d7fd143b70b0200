package results

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
)

// maxLangs is how many languages a search can be narrowed to by a link.
const maxLangs = 8

// An Advice says what to do when nothing was found.
type Advice struct{ Text, URL string }

// filters are the links that narrow a search to a language: the languages with
// the most pages in the index, and the one that the search is narrowed to.
func filters(t query.Tree, pages map[string]uint64) []Choice {
	current := t.NarrowedBy(query.Lang)
	codes := topLanguages(pages, maxLangs)
	if current != "" && !slices.Contains(codes, current) {
		codes = append(codes, current)
	}
	if len(codes) < 2 && current == "" {
		return nil // nothing to choose from
	}
	var out []Choice
	if bare := t.Without(query.Lang); bare != "" {
		out = append(out, Choice{Text: "All languages", URL: SearchURL(bare, 1), Current: current == ""})
	}
	for _, code := range codes {
		c := Choice{Text: show.Visible(LangLabel(code)), URL: SearchURL(t.With(query.Lang, code), 1), Current: code == current}
		if langName(code) != "" {
			c.Lang = code
		}
		if n := pages[code]; n > 0 {
			c.Number = show.Number(n)
		}
		out = append(out, c)
	}
	return out
}

// topLanguages returns the codes of the languages with the most pages.
func topLanguages(n map[string]uint64, most int) []string {
	codes := slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b))
	})
	codes = slices.DeleteFunc(codes, func(c string) bool { return c == "und" })
	return codes[:min(len(codes), most)]
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

// adviceFor helps when nothing was found.
func adviceFor(q string, t query.Tree) []Advice {
	var out []Advice
	for _, f := range query.Fields() {
		if bare := t.Without(f); t.NarrowedBy(f) != "" && bare != "" {
			out = append(out, Advice{Text: "Search without " + f.String() + ":", URL: SearchURL(bare, 1)})
		}
	}
	if bare := strings.TrimSpace(strings.ReplaceAll(q, `"`, "")); bare != q && bare != "" {
		out = append(out, Advice{Text: "Search without quotes", URL: SearchURL(bare, 1)})
	}
	return append(out, Advice{Text: "Try other or fewer words"}, Advice{Text: "Ask why a page is not in the index", URL: "/why"})
}
