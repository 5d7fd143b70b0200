package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/learned"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/cmd/aranea/overview"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/terminal"
)

// watchEvery is the interval of status --watch.
const watchEvery = time.Second

func newStatus() *cobra.Command {
	var watch, asJSON bool
	cmd := &cobra.Command{
		Use:   "status [flags]",
		Short: "Tell what is going on in a data folder",
		Long: `Status tells which process has the data folder, how the crawl under way stands
(rate, queue, hosts in trouble), which seeds, scope, patterns and delay are in
force, what is in the index, and what the folder takes of memory and disk. With
--watch it goes on telling until it is interrupted. With --cluster, the exit code is 1
if a node does not answer.`,
		Example: `  aranea status
  aranea status --watch`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSession(cmd, func(ctx context.Context, s service.Service) error {
				return runStatus(ctx, cmd, s, watch, asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&watch, "watch", false, "tell again each second")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object, with --watch one a line")
	return cmd
}

func runStatus(ctx context.Context, cmd *cobra.Command, s service.Service, watch, asJSON bool) error {
	w := cmd.OutOrStdout()
	clear := terminal.Width(w) > 0 && watch && !asJSON
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	endless := "" // scans the records of all hosts: only once, even with --watch
	if !asJSON {
		endless = learned.Endless(ctx, s)
	}
	for {
		st, err := s.Status(ctx)
		if err != nil {
			return err
		}
		if clear {
			fmt.Fprint(w, "\x1b[H\x1b[2J")
		}
		if asJSON {
			err = command.WriteJSON(w, st)
		} else {
			err = overview.Status(terminal.Fitted(w), &st, isOwner(s), command.DataOf(cmd), endless)
		}
		if err != nil || !watch {
			return cmp.Or(err, nodes.Answered(st.Nodes))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// isOwner reports whether this process has the data folder itself.
func isOwner(s service.Service) bool {
	owner, ok := s.(interface{ Owner() bool })
	return ok && owner.Owner()
}

func newStats() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats [flags]",
		Short: "Count the URLs of a data folder by state, reason, status, language, host, depth and month",
		Long: `Stats counts the URLs that a data folder knows along several lines. The command
urls lists what is behind each number.`,
		Example: `  aranea stats
  aranea stats --json`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSession(cmd, func(ctx context.Context, s service.Service) error {
				st, err := s.Stats(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return command.WriteJSON(cmd.OutOrStdout(), st)
				}
				return overview.Stats(terminal.Fitted(cmd.OutOrStdout()), &st)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
