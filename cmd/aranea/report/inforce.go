package report

import (
	"fmt"
	"strings"

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
