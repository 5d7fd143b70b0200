package learned

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// listOrphans lists the pages that no page links to.
func (c *linksFlags) listOrphans(cmd *cobra.Command) error {
	f := linkcheck.OrphanFilter{Host: c.host, Offset: c.filter.Offset, Limit: c.filter.Limit}
	return c.with(cmd, func(ctx context.Context, s service.Service) error {
		out := bufio.NewWriter(cmd.OutOrStdout())
		err := c.printOrphans(ctx, out, cmd.ErrOrStderr(), s, f)
		return errors.Join(err, out.Flush())
	})
}

// printOrphans prints the pages that a filter selects, and how complete the list is; notes gets
// that if the list is for programs.
func (c *linksFlags) printOrphans(ctx context.Context, out *bufio.Writer, notes io.Writer, s service.Service, f linkcheck.OrphanFilter) error {
	row, end := func(o *linkcheck.Orphan) error { return orphanText(out, o) }, func() error { return nil }
	switch {
	case c.asCSV:
		t := newTable(out, linkcheck.OrphanColumns()...)
		row, end = func(o *linkcheck.Orphan) error { return t.row(o.Cells()...) }, t.end
	case c.asJSON:
		row = func(o *linkcheck.Orphan) error { return command.WriteJSON(out, o) }
	default:
		notes = out
	}
	n := 0
	for o, err := range s.OrphanPages(ctx, f) {
		if err == nil {
			err = row(&o)
		}
		if err != nil {
			return err
		}
		n++
	}
	if err := end(); err != nil {
		return err
	}
	st, err := s.Stats(ctx)
	if err != nil {
		return err
	}
	unread := linkcheck.Unread{Waiting: st.State[aranea.StateQueued.String()], Denied: st.Reason[aranea.RobotsDenied.String()]}
	_, err = fmt.Fprintln(notes, orphanCount(n, f)+"\n"+unread.String())
	return err
}

// orphanText prints one page with how it was found.
func orphanText(out io.Writer, o *linkcheck.Orphan) error {
	text := show.Line(show.URL(o.URL.String())) + "  " + o.How
	if o.FoundOn != "" {
		text += "  " + show.Line(show.URL(o.FoundOn))
	}
	_, err := fmt.Fprintln(out, text)
	return err
}

// orphanCount counts what was printed.
func orphanCount(n int, f linkcheck.OrphanFilter) string {
	switch {
	case n == 0 && f.Offset > 0:
		return "The list of orphan pages ends before this offset."
	case n == 0:
		return "No orphan page is known."
	}
	text := show.Count(n, "page") + " of the index that no page links to"
	if f.Offset > 0 || f.Limit > 0 {
		text += ", in this part of the list"
	}
	return text + "."
}
