package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
)

func newExplain() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain [flags] URL...",
		Short: "Tell why a URL is in the index or out",
		Long: `Explain prints the trail of each URL: where it was found, what the robots file,
the scope and the page itself decided, with the line that decided, what happened
at its visits, and when it is visited next. The reason codes are explained in
docs/reasons.md. Of a URL that is not known it tells what would happen to it.

The exit code is 0 if every URL is in the index, 6 if one is known and not in it,
7 if one is not known.`,
		Example: "  aranea explain https://example.org/private/page.html",
		Args:    command.Args(1, command.NoLimit),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each URL")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runExplain(cmd, args, asJSON) }
	return cmd
}

// runExplain explains each URL. Its exit code is that of the worst URL; the order is: in the
// index, known, unknown.
func runExplain(cmd *cobra.Command, args []string, asJSON bool) error {
	code := command.ExitOK
	_, data := nodes.AskedOf(cmd)
	err := withSession(cmd, func(ctx context.Context, s service.Service) error {
		for i, text := range args {
			t, err := s.Explain(ctx, text)
			if err != nil {
				return err
			}
			code = max(code, trailExit(&t))
			if err := tellTrail(terminal.Output(cmd.OutOrStdout(), asJSON), &t, data, asJSON, i > 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && code != command.ExitOK {
		err = &command.Error{Code: code}
	}
	return err
}

func trailExit(t *trail.Trail) int {
	switch {
	case t.In:
		return command.ExitOK
	case t.Known:
		return command.ExitNotIn
	}
	return command.ExitUnknown
}

func tellTrail(w io.Writer, t *trail.Trail, data string, asJSON, next bool) error {
	if asJSON {
		return command.WriteJSON(w, t)
	}
	if next {
		fmt.Fprintln(w)
	}
	printTrail(w, t, data)
	return nil
}

func printTrail(w io.Writer, t *trail.Trail, data string) {
	fmt.Fprintf(w, "%s\n%s\n", show.Line(show.URL(t.URL)), show.Line(t.Sentence))
	width := 0
	for _, f := range t.Facts {
		width = max(width, len(f.Name))
	}
	for _, f := range t.Facts {
		fmt.Fprintf(w, "  %s%s  %s\n", f.Name, strings.Repeat(" ", width-len(f.Name)), show.Line(factText(f)))
	}
	if len(t.Events) > 0 {
		fmt.Fprintln(w, "Visits:")
	}
	for _, e := range t.Events {
		fmt.Fprintf(w, "  %s  %-21s %s\n", e.At.UTC().Format("2006-01-02 15:04:05.000"), e.Code, show.Line(e.Text))
	}
	if way := command.WayOutOf(t, data); way != "" {
		fmt.Fprintln(w, way)
	}
	if !t.Known {
		fmt.Fprintf(w, "Look at it now, without storing anything: aranea inspect %s\n", show.Line(show.Word(t.URL)))
	}
}

// factText returns the text of a fact, formatted as a URL if it is one.
func factText(f trail.Fact) string {
	if f.URL != "" && f.URL == f.Text {
		return show.URL(f.URL)
	}
	return f.Text
}
