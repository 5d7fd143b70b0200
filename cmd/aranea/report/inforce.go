package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/internal/show"
)

// InForce prints the seeds, the scope, the patterns and the delay.
func InForce(b *strings.Builder, f *seeds.InForce) {
	if f == nil {
		return
	}
	fmt.Fprintf(b, "Seeds:   %s\n", show.Number(f.SeedCount))
	lines := make([]string, 0, len(f.Seeds))
	for _, u := range f.Seeds {
		lines = append(lines, show.URL(u.String()))
	}
	printSome(b, "", lines, f.SeedCount)
	depth := ""
	if f.Depth > 0 {
		depth = fmt.Sprintf(", %s from a seed at most", show.Count(f.Depth, "link"))
	}
	fmt.Fprintf(b, "Scope:   %s%s; a delay of %s\n", show.Line(f.Scope), depth, f.Delay)
	printSome(b, "domain ", f.Domains, len(f.Domains))
	printSome(b, "include ", f.Include, len(f.Include))
	printSome(b, "exclude ", f.Exclude, len(f.Exclude))
}

// tellPatterns prints how many pages left the index because the patterns changed, and which patterns
// match nothing.
func tellPatterns(w io.Writer, r *crawl.Report) {
	if n := r.PatternsOut; n > 0 {
		fmt.Fprintf(w, "%s the index, because the patterns (--include, --exclude) are others than before.\n", show.CountVerb(n, "page", "left", "left"))
	}
	if r.Unmatched.None() {
		return
	}
	var names []string
	for _, p := range r.Unmatched.Include {
		names = append(names, "--include "+show.Line(show.Word(p)))
	}
	for _, p := range r.Unmatched.Exclude {
		names = append(names, "--exclude "+show.Line(show.Word(p)))
	}
	more := ""
	if n := len(names) - MaxLines; n > 0 {
		names, more = names[:MaxLines], fmt.Sprintf(" and %s more (--json names all)", show.Number(n))
	}
	fmt.Fprintf(w, "No known URL matches %s%s; is that what was meant?\n", strings.Join(names, ", "), more)
}

// printSome prints the first lines of a list that has so many.
func printSome(b *strings.Builder, name string, lines []string, count int) {
	shown := min(len(lines), MaxLines)
	for _, line := range lines[:shown] {
		fmt.Fprintf(b, "  %s%s\n", name, show.Line(line))
	}
	if more := count - shown; more > 0 {
		fmt.Fprintf(b, "  and %s more: aranea status --json\n", show.Number(more))
	}
}
