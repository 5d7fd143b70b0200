package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl/runreport"
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
	if p := f.Partition; !p.IsWhole() {
		fmt.Fprintf(b, "  partition %d of %d\n", p.Number, p.Of)
	}
	printSome(b, "domain ", f.Domains, len(f.Domains))
	for _, k := range f.Kinds() {
		printSome(b, k.Name+" ", k.List, len(k.List))
	}
	if f.Forms != "" && f.Forms != "none" {
		fmt.Fprintf(b, "  forms %s\n", show.Line(f.Forms))
	}
	if f.CheckLinks {
		fmt.Fprintf(b, "  check-links, of %s of one domain at most\n", show.Count(f.MaxSiteLinks, "URL"))
	}
	if f.Archived {
		b.WriteString("  an archive, in place of the network\n")
	}
	folders := make([]string, 0, len(f.Folders))
	for _, u := range f.Folders {
		folders = append(folders, show.URL(u.String()))
	}
	printSome(b, "folder for ", folders, len(folders))
	if f.CheckFragments {
		b.WriteString("  check-fragments\n")
	}
	printSome(b, "facet ", f.Facets, len(f.Facets))
	printSome(b, "item ", f.Items, len(f.Items))
	delays := make([]string, 0, len(f.HostDelays))
	for _, item := range f.HostDelays {
		name, delay, _ := strings.Cut(item, "=")
		delays = append(delays, show.Host(name)+"="+delay)
	}
	printSome(b, "host-delay ", delays, len(delays))
}

// tellPatterns prints how many pages left the index because the patterns changed, and which patterns
// delays of hosts, facets and items match nothing.
func tellPatterns(w io.Writer, r *runreport.Report, data string) {
	if n := r.PatternsOut; n > 0 {
		fmt.Fprintf(w, "%s the index, because the patterns or the folders are others than before.\n", show.CountVerb(n, "page", "left", "left"))
	}
	var names []string
	for _, k := range r.Unmatched.Kinds() {
		for _, p := range k.List {
			names = append(names, "--"+k.Name+" "+show.Line(show.Word(p)))
		}
	}
	tellUnmatched(w, "No known URL matches", names)
	hosts := make([]string, 0, len(r.UnmatchedHosts))
	for _, name := range r.UnmatchedHosts {
		hosts = append(hosts, "--host-delay "+show.Line(show.Host(name)))
	}
	tellUnmatched(w, "No known URL has the host of", hosts)
	tellRules(w, r.UnmatchedFacets, r.UnmatchedItems, data)
	for _, rule := range r.UnmatchedFacets {
		name, source, _ := strings.Cut(rule, "=")
		if source = strings.TrimSpace(source); strings.ContainsAny(source, " >#[") && !strings.ContainsAny(source, "/@{") && !strings.Contains(source, "css:") && !strings.Contains(source, "schema:") {
			fmt.Fprintf(w, "A selector has css: before it: --facet %s\n", show.Line(show.Word(name+"=css:"+source)))
			return
		}
	}
}

// tellRules prints which rules on facets and items gave nothing, and how such rules are tried.
func tellRules(w io.Writer, ofFacets, ofItems []string, data string) {
	for _, of := range []struct {
		flag, what, others string
		rules              []string
	}{
		{"--facet ", "No page of the index has a value of", "", ofFacets},
		{"--item ", "No page that the crawl read has anything of", ", and others with --item RULE", ofItems},
	} {
		flags := make([]string, 0, len(of.rules))
		for _, rule := range of.rules {
			flags = append(flags, of.flag+show.Line(show.Word(rule)))
		}
		if tellUnmatched(w, of.what, flags); len(flags) > 0 {
			fmt.Fprintf(w, "Try them on a page: aranea inspect%s URL%s\n", command.DataFlag(data), of.others)
		}
	}
}

// tellUnmatched prints the first flags that match nothing.
func tellUnmatched(w io.Writer, what string, flags []string) {
	if len(flags) == 0 {
		return
	}
	more := ""
	if n := len(flags) - MaxLines; n > 0 {
		flags, more = flags[:MaxLines], fmt.Sprintf(" and %s more (--json names all)", show.Number(n))
	}
	fmt.Fprintf(w, "%s %s%s; is that what was meant?\n", what, strings.Join(flags, ", "), more)
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
