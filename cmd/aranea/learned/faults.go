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
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// listFaults lists the faults of a check. A fault that is not for information makes the command fail.
func (c *linksFlags) listFaults(cmd *cobra.Command, check linkcheck.Check) error {
	f := linkcheck.FaultFilter{Check: check, Host: c.host, Faults: c.faults, Offset: c.filter.Offset, Limit: c.filter.Limit, WithCounts: true}
	known, err := readKnown(cmd.InOrStdin(), c.known, true)
	if err != nil {
		return err
	}
	return c.with(cmd, func(ctx context.Context, s service.Service) error {
		out := bufio.NewWriter(cmd.OutOrStdout())
		grave, err := c.printFaults(ctx, out, cmd.ErrOrStderr(), s, f, known)
		if err = errors.Join(err, out.Flush()); err == nil && grave {
			return &command.Error{Code: command.ExitInternal}
		}
		return err
	})
}

// printFaults prints the faults that a filter selects, and what else is known, which goes to notes if the
// list is for programs. It reports whether one of them is not for information.
func (c *linksFlags) printFaults(ctx context.Context, out *bufio.Writer, notes io.Writer, s service.Service, f linkcheck.FaultFilter, known *knownFile) (grave bool, err error) {
	row, end := func(x *linkcheck.Fault) error { return faultText(out, x) }, func() error { return nil }
	switch {
	case c.asCSV:
		t := newTable(out, f.Check.Columns()...)
		row, end = func(x *linkcheck.Fault) error { return t.row(f.Check.Cells(x)...) }, t.end
	case c.asJSON:
		row = func(x *linkcheck.Fault) error { return command.WriteJSON(out, x) }
	default:
		notes = out
	}
	n, counts := 0, linkcheck.FaultCounts{}
	for x, err := range s.Faults(ctx, f) {
		if err == nil && x.Counts != nil {
			counts = *x.Counts
			continue
		}
		if err == nil && known.hasFault(&x) {
			continue
		}
		if err == nil {
			err = row(&x)
		}
		if err != nil {
			return grave, err
		}
		grave = grave || !f.Check.IsNote(x.Fault)
		n++
	}
	if err := end(); err != nil {
		return grave, err
	}
	_, err = fmt.Fprintln(notes, faultCount(n, f)+"\n"+known.text(f.Host == "" && len(f.Faults) == 0)+f.Check.Text(&counts))
	return grave, err
}

// faultText prints one fault.
func faultText(out io.Writer, x *linkcheck.Fault) error {
	parts := []string{x.Fault, show.URL(x.URL.String())}
	switch {
	case x.Lang != "":
		parts = append(parts, x.Lang, show.URL(x.To))
	case x.To != "":
		parts = append(parts, "-> "+show.URL(x.To))
	}
	switch {
	case len(x.Way) > 0:
		for _, step := range x.Steps() {
			parts[1] += " -> " + show.URL(step)
		}
	case x.LeadsTo != "":
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

// faultCount counts what was printed.
func faultCount(n int, f linkcheck.FaultFilter) string {
	what := "fault"
	if f.OnlyNotes() {
		what = "note"
	}
	switch {
	case n == 0 && f.Offset > 0:
		return "The list of faults ends before this offset."
	case n == 0:
		return "No " + what + " of " + f.Check.Of() + " is known."
	}
	text := show.Count(n, what) + " of " + f.Check.Of()
	if f.Offset > 0 || f.Limit > 0 {
		text += ", in this part of the list"
	}
	return text + "."
}
