package learned

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/internal/show"
)

// listAlternates lists faults of the alternates of pages. A fault that is not for information makes
// the command fail.
func (c *linksFlags) listAlternates(cmd *cobra.Command) error {
	f := linkcheck.AlternateFilter{Host: c.host, Fault: c.fault, Offset: c.filter.Offset, Limit: c.filter.Limit}
	return c.with(cmd, func(ctx context.Context, s *session.Session) error {
		out := bufio.NewWriter(cmd.OutOrStdout())
		n, err := c.printAlternates(ctx, out, cmd.ErrOrStderr(), s, f)
		if err = errors.Join(err, out.Flush()); err == nil && n > 0 && !linkcheck.IsNote(f.Fault) {
			return &command.Error{Code: command.ExitInternal}
		}
		return err
	})
}

// printAlternates prints the faults that a filter selects, and what else is known, which goes to notes
// if the list is for programs. It returns how many there are.
func (c *linksFlags) printAlternates(ctx context.Context, out *bufio.Writer, notes io.Writer, s *session.Session, f linkcheck.AlternateFilter) (n int, err error) {
	row, end := func(x *linkcheck.AlternateFault) error { return alternateText(out, x) }, func() error { return nil }
	switch {
	case c.asCSV:
		t := newTable(out, linkcheck.AlternateColumns()...)
		row, end = func(x *linkcheck.AlternateFault) error { return t.row(x.Cells()...) }, t.end
	case c.asJSON:
		row = func(x *linkcheck.AlternateFault) error { return command.WriteJSON(out, x) }
	default:
		notes = out
	}
	for x, err := range s.AlternateFaults(ctx, f) {
		if err == nil {
			err = row(&x)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	if err := end(); err != nil {
		return n, err
	}
	counts, err := s.CountAlternates(ctx, f.Host)
	if err != nil {
		return n, err
	}
	_, err = fmt.Fprintln(notes, alternateCount(n, f)+"\n"+counts.String())
	return n, err
}

// alternateText prints one fault.
func alternateText(out io.Writer, x *linkcheck.AlternateFault) error {
	parts := []string{x.Fault, show.URL(x.URL.String())}
	if x.To != "" {
		parts = append(parts, x.Lang, show.URL(x.To))
	}
	if x.LeadsTo != "" {
		parts = append(parts, "-> "+show.URL(x.LeadsTo))
	}
	if x.Status > 0 {
		parts = append(parts, fmt.Sprint(x.Status))
	}
	if x.Reason != "" {
		parts = append(parts, x.Reason)
	} else if x.Detail != "" {
		parts = append(parts, "("+x.Detail+")")
	}
	if x.By != "" {
		parts = append(parts, "by "+show.URL(x.By))
	}
	_, err := fmt.Fprintln(out, show.Line(strings.Join(parts, "  ")))
	return err
}

// alternateCount counts what was printed.
func alternateCount(n int, f linkcheck.AlternateFilter) string {
	what := "fault"
	if linkcheck.IsNote(f.Fault) {
		what = "note"
	}
	switch {
	case n == 0 && f.Offset > 0:
		return "The list of alternates ends before this offset."
	case n == 0:
		return "No " + what + " of alternates is known."
	}
	text := show.Count(n, what) + " of alternates"
	if f.Offset > 0 || f.Limit > 0 {
		text += ", in this part of the list"
	}
	return text + "."
}
