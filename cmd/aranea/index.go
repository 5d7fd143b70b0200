package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/internal/show"
)

func newIndex() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "index",
		Short: "Work on the index of a data folder",
		Args:  command.Subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newIndexRank())
	return cmd
}

func newIndexRank() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rank [flags]",
		Short: "Bring up to date what follows from links",
		Long: `Rank reads the links between pages and brings up to date what follows from them: by
which words of links each page is found, and how much links recommend each page
(its static rank). A crawl does so at its end and every half hour. docs/ranking.md
tells how links count.`,
		Example: "  aranea index rank",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSession(cmd, func(ctx context.Context, s *engine.Session) error {
				r, err := s.Rank(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return command.WriteJSON(cmd.OutOrStdout(), r)
				}
				return printRanked(cmd.OutOrStdout(), r)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

func printRanked(out io.Writer, r ranking.Ranked) error {
	pages := fmt.Sprintf("%s of %s ranked by %s", show.Count(r.Pages.Pages, "page"), show.Count(r.Pages.Sites, "site"), show.Count(r.Pages.Links, "link"))
	if r.Pages.Same {
		pages = show.Count(r.Pages.Pages, "page") + " ranked; no link has changed"
	}
	_, err := fmt.Fprintf(out, "%s found by the words of links; %s changed.\n%s.\n",
		show.Count(r.Anchors.Targets, "URL"), show.Number(r.Anchors.Changed), pages)
	return err
}
