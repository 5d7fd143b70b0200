package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

func newExplain() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [flags] URL...",
		Short: "Tell why a URL is in the index or out",
		Long: `Explain prints the trail of each URL: where it was found, what the robots file,
the scope and the page itself decided, with the line that decided, what happened
at its visits, and when it is visited next. The reason codes are explained in
docs/reasons.md.`,
		Example: "  aranea explain https://example.org/private/page.html",
		Args:    cobra.MinimumNArgs(1),
		RunE:    runExplain,
	}
	cmd.Flags().Bool("json", false, "print one JSON object for each URL")
	return cmd
}

// openSites opens the frontier of a data folder for reading. It takes the
// folder's lock, because only one process can have the store open.
func openSites(cmd *cobra.Command, data string) (*frontier.Frontier, func(), error) {
	if _, err := store.OpenFolderReadOnly(data); err != nil {
		return nil, nil, err
	}
	folder, err := store.OpenFolder(data, thisProcess())
	if err != nil {
		return nil, nil, err
	}
	kv, err := pebblestore.Open(folder.FrontierDir(), pebblestore.Options{})
	if err != nil {
		_ = folder.Close() // the first error counts
		return nil, nil, err
	}
	f, err := frontier.Open(cmd.Context(), kv, frontier.Options{})
	if err != nil {
		_ = kv.Close()
		_ = folder.Close()
		return nil, nil, err
	}
	return f, func() {
		_ = kv.Close() // nothing was written
		_ = folder.Close()
	}, nil
}

func runExplain(cmd *cobra.Command, args []string) (err error) {
	data, _ := cmd.Flags().GetString("data")
	asJSON, _ := cmd.Flags().GetBool("json")
	session, err := engine.Join(cmd.Context(), data, engine.Options{Version: version, Command: cmd.CommandPath()})
	if err != nil {
		return err
	}
	defer func() {
		if cerr := session.Close(); err == nil {
			err = cerr
		}
	}()
	for i, text := range args {
		t, err := session.Explain(cmd.Context(), text)
		if err != nil {
			return err
		}
		if asJSON {
			if err := writeJSON(cmd.OutOrStdout(), t); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(cmd.OutOrStdout())
		}
		printTrail(cmd.OutOrStdout(), &t)
	}
	return nil
}

func printTrail(w io.Writer, t *engine.Trail) {
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
		fmt.Fprintf(w, "  %s  %-20s %s\n", e.At.UTC().Format("2006-01-02 15:04:05.000"), e.Code, show.Line(e.Text))
	}
}

// factText is the text of a fact; one that names a page is shown as such.
func factText(f engine.Fact) string {
	if f.URL != "" && f.URL == f.Text {
		return show.URL(f.URL)
	}
	return f.Text
}
