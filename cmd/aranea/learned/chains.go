package learned

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/internal/show"
)

// listChains lists redirects and canonical links that lead in several steps, in a loop, or to nothing
// that is in the index. The command fails if there are some.
func (c *linksFlags) listChains(cmd *cobra.Command) error {
	host, err := hostName(c.host)
	if err != nil {
		return err
	}
	return c.with(cmd, func(ctx context.Context, s *session.Session) error {
		found, more, err := chains.Find(ctx, host, func(ctx context.Context) iter.Seq2[chains.URL, error] { return knownURLs(ctx, s) })
		if err == nil && len(found) == 0 {
			err = checkKnown(ctx, s, host)
		}
		if err != nil {
			return err
		}
		part := found[min(c.filter.Offset, len(found)):]
		if c.filter.Limit > 0 {
			part = part[:min(c.filter.Limit, len(part))]
		}
		out := bufio.NewWriter(cmd.OutOrStdout())
		if err := errors.Join(c.printChains(out, cmd.ErrOrStderr(), part, len(found), more), out.Flush()); err != nil {
			return err
		}
		if len(part) > 0 {
			return &command.Error{Code: command.ExitInternal}
		}
		return nil
	})
}

// checkKnown returns an error if no URL of a host is known, "" for any: its name may be misspelled.
func checkKnown(ctx context.Context, s *session.Session, host string) error {
	if host == "" {
		return nil
	}
	for _, err := range s.URLs(ctx, service.URLFilter{Host: host, Limit: 1}) {
		return err
	}
	return command.Usage("--host: no URL of %s is known", show.Host(host))
}

// knownURLs yields the URLs of a folder, those of pages and of what is only checked.
func knownURLs(ctx context.Context, s *session.Session) iter.Seq2[chains.URL, error] {
	return func(yield func(chains.URL, error) bool) {
		for u, err := range s.URLs(ctx, service.URLFilter{}) {
			if !yield(chains.URL{URL: u.URL, Status: u.Status, Reason: u.Reason, Target: u.Target, Indexed: u.Indexed}, err) || err != nil {
				return
			}
		}
	}
}

// printChains prints a part of the chains that were found, and their number, which goes to notes if the
// list is for programs.
func (c *linksFlags) printChains(out *bufio.Writer, notes io.Writer, part []chains.Chain, all int, more bool) error {
	row, end := func(x *chains.Chain) error { return chainText(out, x) }, func() error { return nil }
	switch {
	case c.asCSV:
		t := newTable(out, "fault", "url", "steps", "leads_to", "status", "reason", "way")
		row, end = func(x *chains.Chain) error { return t.row(chainCells(x)...) }, t.end
	case c.asJSON:
		row = func(x *chains.Chain) error { return command.WriteJSON(out, x) }
	default:
		notes = out
	}
	for i := range part {
		if err := row(&part[i]); err != nil {
			return err
		}
	}
	if err := end(); err != nil {
		return err
	}
	text := "No chain of redirects is known."
	switch {
	case len(part) < all:
		text = fmt.Sprintf("%s of %s that lead on with a fault.", show.Number(len(part)), show.Count(all, "URL"))
	case all == 1:
		text = "1 URL that leads on with a fault."
	case all > 0:
		text = show.Count(all, "URL") + " that lead on with a fault."
	}
	if more {
		text += fmt.Sprintf("\nNot complete: there are more than %s URLs that lead on.", show.Number(chains.MaxLeads))
	}
	_, err := fmt.Fprintln(notes, text)
	return err
}

// chainText prints one chain.
func chainText(out io.Writer, x *chains.Chain) error {
	text := x.Fault + "  " + show.URL(x.URL)
	for _, s := range x.Steps {
		text += " -> " + show.URL(s.URL)
	}
	end := x.Steps[len(x.Steps)-1]
	if end.Status > 0 {
		text += "  " + strconv.Itoa(end.Status)
	}
	if end.Reason != "" {
		text += "  " + end.Reason
	}
	_, err := fmt.Fprintln(out, show.Line(text))
	return err
}

// chainCells returns one chain as a row of a table.
func chainCells(x *chains.Chain) []string {
	way := make([]string, len(x.Steps))
	for i, s := range x.Steps {
		way[i] = s.URL
	}
	end, status := x.Steps[len(x.Steps)-1], ""
	if end.Status > 0 {
		status = strconv.Itoa(end.Status)
	}
	return []string{x.Fault, x.URL, strconv.Itoa(len(x.Steps)), end.URL, status, end.Reason, strings.Join(way, " ")}
}
