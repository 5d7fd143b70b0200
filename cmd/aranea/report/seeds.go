package report

import (
	"fmt"
	"io"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/internal/show"
)

// printSeeds prints which seeds redirected, which are denied, which are robots files, and what
// else of those that the command named is not in the index.
func printSeeds(w io.Writer, r runreport.Report) {
	for i, m := range r.Moved {
		if i == MaxLines {
			fmt.Fprintln(w, "More seeds moved; --json names them.")
			break
		}
		fmt.Fprintf(w, "%s moved to %s, and the crawl with it.\n", show.Line(m.Seed), show.Line(m.To))
	}
	for i, m := range r.Away {
		if i == MaxLines {
			fmt.Fprintln(w, "More seeds lead out of scope; --json names them.")
			break
		}
		fmt.Fprintf(w, "%s leads out of scope, to %s.\n", show.Line(m.Seed), show.Line(m.To))
	}
	if len(r.Away) > 0 && r.Cause != verdict.CauseRedirected { // whose way out is that of the verdict
		fmt.Fprintln(w, "What lies there was not visited: name where a seed leads as well, or let its domain in with --allow-domain.")
	}
	for i, d := range r.Denied {
		if i == MaxLines {
			fmt.Fprintln(w, "More seeds are denied by robots files; --json names them.")
			break
		}
		fmt.Fprintf(w, "%s is denied: %s. The robots file was read at %s.\n", show.Line(d.Seed), show.Line(d.Why), command.Clock(d.Read))
	}
	for i, f := range r.Robots {
		if i == MaxLines {
			fmt.Fprintln(w, "More robots files were named; --json has them.")
			break
		}
		fmt.Fprintf(w, "%s is a robots file, and was asked for at %s: %s.\n", show.Line(f.Seed), command.Clock(f.At), show.Line(f.Answer))
	}
	NotIndexed(w, r)
}

// maxNamed is the maximum number of named URLs that are printed for people.
const maxNamed = 20

// NotIndexed prints what the command named and is not in the index, with the reason, except what
// printSeeds says more about.
func NotIndexed(w io.Writer, r runreport.Report) {
	said := map[string]bool{}
	for _, m := range r.Away[:min(len(r.Away), MaxLines)] {
		said[m.Seed] = true
	}
	for _, d := range r.Denied[:min(len(r.Denied), MaxLines)] {
		said[d.Seed] = true
	}
	n := 0
	for _, u := range r.NotIndexed {
		if said[u.URL] {
			continue
		}
		if n++; n > maxNamed {
			fmt.Fprintln(w, "More of what was named is not in the index; --json names it.")
			break
		}
		text := u.Reason.Sentence()
		if u.To != "" {
			text = "leads to " + u.To + ", which " + text
		}
		if u.Detail != "" {
			text += ": " + u.Detail
		}
		fmt.Fprintf(w, "%s %s (%s)\n", show.Line(u.URL), show.Line(text), u.Reason)
	}
}
