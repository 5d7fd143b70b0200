package overview

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/cmd/aranea/report"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// maxStatLines is the maximum number of lines of a table of stats for people.
const maxStatLines = 20

// Stats prints how many URLs there are of each kind.
func Stats(w io.Writer, s *service.Stats) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s\n", show.Count(s.URLs, "URL"), show.Count(s.Hosts, "host"))
	for _, t := range []struct {
		title   string
		n       map[string]uint64
		inOrder bool
	}{
		{"State", s.State, false}, {"Reason", s.Reason, false}, {"Status of the last answer", s.Status, false}, {"Language of the pages in the index", s.Lang, false},
		{"Type", s.Type, false}, {"Found as", s.How, false}, {"Links away from a seed", s.Depth, true}, {"Month of the last visit", s.Month, true}, {"Checked for the links to them only", s.Links, false}, {"Host", s.Host, false},
	} {
		printTable(&b, t.title, t.n, t.inOrder)
	}
	if c := s.Rendering; c.Pages+c.Failed > 0 {
		fmt.Fprintf(&b, "\nBrowsers, over all crawls\n%s\n", report.Rendering(c))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printTable prints a table, with the largest numbers first, or in the order of its keys, which are
// numbers or months.
func printTable(b *strings.Builder, title string, n map[string]uint64, inOrder bool) {
	if len(n) == 0 {
		return
	}
	keys := slices.SortedFunc(maps.Keys(n), func(x, y string) int {
		if inOrder {
			return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
		}
		if n[x] != n[y] {
			return int(min(max(int64(n[y])-int64(n[x]), -1), 1))
		}
		return strings.Compare(x, y)
	})
	fmt.Fprintf(b, "\n%s\n", title)
	for _, k := range keys[:min(len(keys), maxStatLines)] {
		fmt.Fprintf(b, "%9d  %s\n", n[k], show.URL(k))
	}
	if more := len(keys) - maxStatLines; more > 0 {
		fmt.Fprintf(b, "           and %d more; --json has all\n", more)
	}
}
