// Package results prints search results for people.
//
// Floor: 7 (glue). Stability: engine. It makes no decisions.
package results

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/internal/enumeration"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/facet"
)

// styled reports whether the output is a terminal that supports bold text.
func styled(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// maxTitle is the maximum number of characters of a title, as on the search page.
const maxTitle = 140

// Print prints the results of a query for people.
func Print(w io.Writer, r *search.Response) {
	style, w := styled(w), terminal.Fitted(w)
	bold := func(s string) string {
		if style {
			return "\x1b[1m" + s + "\x1b[0m"
		}
		return s
	}
	for _, h := range r.Hints {
		fmt.Fprintln(w, show.Line(h))
	}
	if r.Shut {
		fmt.Fprintln(w, "Pages that were read with a secret are left out; --access LABEL, or all, shows them.")
	}
	if r.Suggestion != nil {
		fmt.Fprintln(w, show.Line(Meant(r.Suggestion)))
	}
	if len(r.Results) == 0 {
		fmt.Fprintln(w, "Nothing found.")
		return
	}
	for i, res := range r.Results {
		label := ""
		if l := res.Label(); l != "" {
			label = "[" + l + "] "
		}
		switch {
		case res.Pinned:
			label = "[pinned] " + label
		case res.Unread:
			label = "[known by links] " + label
		case res.TitleFrom == answer.FromLinks:
			label = "[words of links] " + label
		}
		fmt.Fprintf(w, "%2d. %s%s\n    %s\n", r.First+i, show.Line(label), bold(title(&res)), show.Line(show.URL(res.URL.String())))
		if s := res.Section; s != nil {
			fmt.Fprintf(w, "    section: %s  %s\n", show.Shorten(show.Prose(s.Heading), maxTitle), show.Line(show.URL(s.URL)))
		}
		if len(res.Spans) > 0 {
			fmt.Fprint(w, "    ")
			for _, s := range res.Spans {
				if s.Marked {
					fmt.Fprint(w, bold(show.Prose(s.Text)))
				} else {
					fmt.Fprint(w, show.Prose(s.Text))
				}
			}
			fmt.Fprintln(w)
		}
		printNotes(w, &res)
		for _, p := range res.Why {
			fmt.Fprintf(w, "    %8.3f  %s\n", p.Value, show.Line(p.Name))
		}
		if len(res.Why) > 0 {
			fmt.Fprintf(w, "    %8.3f  in all\n", res.Score)
		}
	}
	printFacets(w, r.Facets)
	fmt.Fprintf(w, "%s in %d ms\n", countText(r), r.Elapsed.Milliseconds())
}

// title returns the title of a result, and what tells it apart from others with that title.
func title(r *search.Result) string {
	r.Title = show.Shorten(show.Prose(r.Title), maxTitle)
	return show.Line(r.Called())
}

// printHeld prints the values of a result of the facets in use, what schema.org enumerates in words.
func printHeld(w io.Writer, all []facet.Held) {
	for _, held := range all {
		var values []string
		for _, v := range held.Values {
			if name, ok := enumeration.Member(v); ok {
				v = enumeration.Words(name)
			}
			values = append(values, show.Line(v))
		}
		fmt.Fprintf(w, "    %s: %s\n", show.Line(held.Name), strings.Join(values, ", "))
	}
}

// printNotes prints notes about a result: its values of the facets in use, missing words, its date,
// the page that contains it, and the pages that it represents.
func printNotes(w io.Writer, r *search.Result) {
	printHeld(w, r.Facets)
	words, others := r.Lacks()
	if others != "" {
		words = append(slices.Clone(words), others)
	}
	if len(words) > 0 {
		fmt.Fprintf(w, "    missing: %s\n", show.Line(strings.Join(words, ", ")))
	}
	if !r.Unread && !r.Date.Equal(r.FetchedAt) {
		fmt.Fprintf(w, "    %s %s\n", r.DateKind, r.Date.Format(time.DateOnly))
	}
	if !r.Captured.IsZero() {
		fmt.Fprintf(w, "    captured %s\n", r.Captured.UTC().Format(time.DateOnly))
	}
	if r.Page != nil {
		fmt.Fprintf(w, "    on %s\n", show.Line(show.URL(r.Page.URL.String())))
	}
	for i, v := range r.Versions {
		fmt.Fprintf(w, "    %s %s  %s\n", []string{"other version:", "              "}[min(i, 1)], show.Line(v.Name), show.Line(show.URL(v.URL.String())))
	}
	if len(r.Translations) > 0 {
		langs := make([]string, 0, len(r.Translations))
		for _, t := range r.Translations {
			langs = append(langs, t.Lang)
		}
		fmt.Fprintf(w, "    also in: %s\n", show.Line(strings.Join(langs, ", ")))
	}
	printListPages(w, r)
	if n := r.Copies - len(r.Versions) - r.Translated - r.Listed; n > 0 {
		fmt.Fprintf(w, "    and %s with nearly the same text\n", show.Count(n, "page"))
	}
}

// printListPages prints the other pages of the list of a result.
func printListPages(w io.Writer, r *search.Result) {
	for i, p := range r.ListPages {
		fmt.Fprintf(w, "    %s %d  %s\n", []string{"also on page:", "             "}[min(i, 1)], p.Number, show.Line(show.URL(p.URL.String())))
	}
	if n := r.Listed - len(r.ListPages); n > 0 {
		fmt.Fprintf(w, "    and on %s more of this list\n", show.Count(n, "page"))
	}
}

// printFacets prints the facets with numbers of pages; f may be nil.
func printFacets(w io.Writer, f *facet.Facets) {
	if f == nil {
		return
	}
	lines := []facet.Own{{Name: "sites", Values: f.Sites}, {Name: "languages", Values: f.Languages}, {Name: "types", Values: f.Types}, {Name: "years", Values: f.Years}}
	for _, own := range f.Own {
		own.Name = "facet:" + show.Line(own.Name) // as it is written in a query
		lines = append(lines, facet.Own{Name: own.Name + " in ranges", Values: own.Ranges}, own)
	}
	for _, line := range lines {
		if len(line.Values) == 0 {
			continue
		}
		more := ""
		if f.AtLeast || line.AtLeast {
			more = " at least"
		}
		if line.All > len(line.Values) {
			more += fmt.Sprintf(" (%d of %d)", len(line.Values), line.All)
		}
		fmt.Fprintf(w, "%s%s:", line.Name, more)
		for _, v := range line.Values {
			fmt.Fprintf(w, "  %s %d", show.Line(v.Value), v.Pages)
		}
		fmt.Fprintln(w)
	}
	if f.MoreOwn {
		fmt.Fprintln(w, "The index has more facets than are counted; facet:NAME=VALUE in a query finds them all.")
	}
}

func countText(r *search.Response) string {
	text := show.Found(r.Total, r.Some, r.More, r.Apart, r.Noun())
	if r.Copies > 0 {
		text += fmt.Sprintf(" (%s folded under others; --copies shows them)", show.Count(r.Copies, "page"))
	}
	return text
}

// Meant returns how another query is offered.
func Meant(s *search.Suggestion) string {
	if s.Unquoted {
		return "Without quotes: " + s.Query
	}
	return "Did you mean: " + s.Query
}

// TellAbsent prints to standard error the state of the site or host in a query without results,
// and what to do; nothing if a is nil.
func TellAbsent(cmd *cobra.Command, a *answer.Absent) error {
	if a == nil {
		return nil
	}
	w, data := cmd.ErrOrStderr(), command.DataFlag(command.DataOf(cmd))
	for _, s := range a.Told {
		fmt.Fprintln(w, show.Line(s))
	}
	name := show.Line(show.Word(a.Name))
	switch {
	case a.Known == 0:
		fmt.Fprintf(w, "If the name is right, crawl it: aranea crawl%s %s\n", data, name)
		return nil
	case a.URL == "":
		fmt.Fprintf(w, "Which ones, and why: aranea urls%s --host %s\n", data, name)
		return nil
	}
	if way := command.WayOutBy(a.Reason, a.URL, a.Evidence, data); way != "" {
		fmt.Fprintln(w, way)
	}
	_, err := fmt.Fprintf(w, "More: aranea explain%s %s\n", data, show.Line(show.Word(a.URL)))
	return err
}
