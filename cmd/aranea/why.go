package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// runWhy explains how one page matches a query. If the page does not have everything, it ends
// with the exit code of a search without results.
func runWhy(cmd *cobra.Command, s service.Searching, r search.Request, page string, asJSON bool) error {
	u, err := command.ParseURL(page)
	if err != nil {
		return &command.Error{Code: command.ExitUsage, Err: err}
	}
	e, err := s.Why(cmd.Context(), r, u)
	if other, perr := weburl.Parse("http://" + page); err == nil && !e.Indexed && perr == nil && !strings.Contains(page, "://") {
		if x, xerr := s.Why(cmd.Context(), r, other); xerr == nil && x.Indexed {
			e, u = x, other
		}
	}
	if err != nil {
		return err
	}
	if asJSON {
		e.Query = r.Query // as given
		err = command.WriteJSON(cmd.OutOrStdout(), e)
	} else {
		_, data := nodes.AskedOf(cmd)
		err = printWhy(cmd.OutOrStdout(), u.String(), data, &e)
	}
	if err == nil && !e.Matches {
		return &command.Error{Code: command.ExitEmpty}
	}
	return err
}

// lacks says what a page does not have of what a query asks for, or has although it must not.
func lacks(missing []string) (lines []string) {
	var out, in []string
	for _, m := range missing {
		if rest, without := strings.CutPrefix(m, "-"); without {
			in = append(in, rest)
		} else {
			out = append(out, m)
		}
	}
	if len(out) > 0 {
		lines = append(lines, "It lacks: "+strings.Join(out, ", "))
	}
	if len(in) > 0 {
		lines = append(lines, "It has what the query leaves out: "+strings.Join(in, ", "))
	}
	return lines
}

// printWhy prints how a page matches a query; data is the flag for the folder in advice.
func printWhy(w io.Writer, url, data string, e *search.Explanation) error {
	var lines []string
	switch {
	case !e.Indexed:
		lines = append(lines, "It is not in the index. Why? aranea explain"+data+" "+show.Word(url))
	case e.Matches:
		lines = append(lines, "It holds everything that the query asks for.")
	case e.Apart:
		lines = append(lines, "It holds the words of this apart, not side by side: "+strings.Join(e.Missing, ", "))
	default:
		lines = append(lines, lacks(e.Missing)...)
	}
	if e.Pinned > 0 {
		lines = append(lines, fmt.Sprintf("The operator has pinned it to this query: it comes first (place %d).", e.Pinned))
	}
	for _, p := range e.Why {
		lines = append(lines, fmt.Sprintf("%8s  %s", strings.Replace(fmt.Sprintf("%.3f", p.Value), "-0.000", "0.000", 1), p.Name))
	}
	if len(e.Why) > 0 {
		lines = append(lines, fmt.Sprintf("%8.3f  in all", e.Score))
	}
	_, err := fmt.Fprintln(w, show.Line(show.URL(url)))
	for _, l := range lines {
		_, lerr := fmt.Fprintln(w, "  "+show.Line(l))
		err = errors.Join(err, lerr)
	}
	return err
}
