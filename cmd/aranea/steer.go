package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine"
)

// newSteer returns the commands that stop, pause and resume.
func newSteer() []*cobra.Command {
	return []*cobra.Command{
		steerCommand(engine.Stop, "Stop the crawl under way, or the visits of one host",
			`Stop ends the crawl that another process has under way, when what it is fetching
has come. "aranea run" looks again after its --every: end it with Ctrl-C, or pause.
With a host no further request leaves for it until it is resumed, also in later
crawls.`),
		steerCommand(engine.Pause, "Pause the crawl under way, or one host",
			`Pause lets no new request leave until the crawl is resumed, or its process ends:
the next crawl goes on. With a host it holds for that host alone, and for later
crawls too.`),
		steerCommand(engine.Resume, "Resume the crawl that is paused, or one host",
			`Resume lets requests leave again.`),
	}
}

func steerCommand(d engine.Deed, short, long string) *cobra.Command {
	return &cobra.Command{
		Use:     string(d) + " [HOST]",
		Short:   short,
		Long:    long,
		Example: fmt.Sprintf("  aranea %[1]s\n  aranea %[1]s www.example.org", d),
		Args:    command.Args(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := engine.Order{Deed: d}
			if len(args) == 1 {
				o.Host = args[0]
			}
			return withSession(cmd, func(ctx context.Context, s *engine.Session) error {
				done, err := s.Steer(ctx, o)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), steered(o, done))
				return err
			})
		},
	}
}

// steered says what an order did.
func steered(o engine.Order, s engine.Steered) string {
	did := map[engine.Deed]string{engine.Stop: "stopped", engine.Pause: "paused", engine.Resume: "resumed"}[o.Deed]
	if o.Host != "" {
		if !s.Changed {
			before := "was stopped or paused before"
			if o.Deed == engine.Resume {
				before = "was neither stopped nor paused"
			}
			return fmt.Sprintf("%s %s: nothing changed.", o.Host, before)
		}
		return fmt.Sprintf("%s is %s.", o.Host, did)
	}
	switch {
	case !s.Crawling:
		return "No crawl is under way."
	case !s.Changed:
		return "Nothing changed."
	}
	return fmt.Sprintf("The crawl is %s.", did)
}
