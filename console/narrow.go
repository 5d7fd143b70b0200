package console

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
)

// maxLangs is how many languages a search can be narrowed to by a link.
const maxLangs = 8

// An advice says what to do when nothing was found.
type advice struct{ Text, URL string }

// filters are the links that narrow a search to a language: the languages with
// the most pages in the index, and the one that the search is narrowed to.
func filters(t query.Tree, pages map[string]uint64) []choice {
	current := t.NarrowedBy(query.Lang)
	codes := topLangs(pages, maxLangs)
	if current != "" && !slices.Contains(codes, current) {
		codes = append(codes, current)
	}
	if len(codes) < 2 && current == "" {
		return nil // nothing to choose from
	}
	var out []choice
	if bare := t.Without(query.Lang); bare != "" {
		out = append(out, choice{Text: "All languages", URL: searchURL(bare, 1), Current: current == ""})
	}
	for _, code := range codes {
		c := choice{Text: show.Visible(langLabel(code)), URL: searchURL(t.With(query.Lang, code), 1), Current: code == current}
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

// kinds are the links that narrow a search to a kind of file.
func kinds(t query.Tree) []choice {
	current := t.NarrowedBy(query.FileType)
	bare := t.Without(query.FileType)
	if bare == "" {
		return nil // it asks for nothing else
	}
	out := []choice{{Text: "All", URL: searchURL(bare, 1), Current: current == ""}}
	for _, k := range [...]struct{ text, format string }{{"Pictures", "image"}, {"Sound", "audio"}, {"Video", "video"}, {"PDF", "pdf"}} {
		out = append(out, choice{Text: k.text, URL: searchURL(t.With(query.FileType, k.format), 1), Current: current == k.format})
	}
	return out
}

// pagerWidth is how many pages on each side of the current one are offered.
const pagerWidth = 4

// pager returns links to the pages around one, and to the page before and after
// it. A page behind the last one is followed by none and comes after the last. The
// next page has the cursor in its address, if there is one: so nothing comes twice
// while pages are added, and there is no last page that can be reached.
func pager(q, sort string, page, pages int, cursor string) (out []choice, prev, next string) {
	if cursor == "" && (pages < 2 && page == 1 || pages == 0) {
		return nil, "", ""
	}
	if page > 1 && page <= maxPage+1 {
		prev = sortedURL(q, min(page-1, pages), sort)
		out = append(out, choice{Text: "Previous", URL: prev})
	}
	middle := min(page, pages)
	for n := max(1, middle-pagerWidth); n <= min(pages, middle+pagerWidth); n++ {
		if n > maxPage && n != page {
			continue
		}
		out = append(out, choice{Text: strconv.Itoa(n), URL: sortedURL(q, n, sort), Current: n == page})
	}
	if page < pages || cursor != "" {
		if next = sortedURL(q, page+1, sort); cursor != "" {
			next += "&after=" + cursor
		}
		out = append(out, choice{Text: "Next", URL: next})
	}
	return out, prev, next
}

// adviceFor helps when nothing was found.
func adviceFor(q string, t query.Tree) []advice {
	var out []advice
	for _, f := range query.Fields() {
		if bare := t.Without(f); t.NarrowedBy(f) != "" && bare != "" {
			out = append(out, advice{Text: "Search without " + f.String() + ":", URL: searchURL(bare, 1)})
		}
	}
	if bare := strings.TrimSpace(strings.ReplaceAll(q, `"`, "")); bare != q && bare != "" {
		out = append(out, advice{Text: "Search without quotes", URL: searchURL(bare, 1)})
	}
	return append(out, advice{Text: "Try other or fewer words"}, advice{Text: "Ask why a page is not in the index", URL: "/why"})
}
