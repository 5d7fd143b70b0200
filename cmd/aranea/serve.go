package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/due"
	"github.com/aranea-search/aranea/cmd/aranea/page"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/internal/show"
)

func newServe() *cobra.Command {
	var flags page.Flags
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve the search page",
		Long: `Serve answers searches in a browser until it is interrupted, and tells why pages
are in or out. Crawling, explaining and everything else go on meanwhile, in this
process or another. It listens on this machine only, unless told otherwise with
--listen; whoever can reach it sees everything in the index, and, unless it is told
--search-only, how the crawl stands and why pages are in or out. In a new folder it
waits for the first crawl, which another command begins.`,
		Example: `  aranea serve
  aranea serve --listen :8080 --host search.example.org --search-only`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			opt, err := flags.Options()
			if err != nil {
				return err
			}
			s, done, err := joinSession(cmd, session.Options{Create: true, Searching: true})
			if err != nil {
				return err
			}
			defer done(&err)
			tellPlugins(cmd)
			l, err := flags.Listen(cmd.Context())
			if err != nil {
				return err
			}
			opt.Logger = s.Logger()
			if opt.Searches, err = flags.Noting(opt.Logger); err != nil {
				return err
			}
			begin := "aranea crawl" + command.DataFlag(command.DataOf(cmd)) + " --contact you@example.org https://example.org/"
			if err := tellEmpty(cmd, s, begin); err != nil {
				return err
			}
			opt.Begin = begin
			if flags.Notices {
				opt.Notices = func() {} // what is due waits for the next crawl
			}
			g, ctx := errgroup.WithContext(cmd.Context())
			g.Go(func() error { return page.Serve(ctx, cmd.OutOrStdout(), s, l, opt) })
			g.Go(func() error {
				_, err := due.Wait(ctx, math.MaxInt64, nil, time.Time{}, due.Keep(cmd.ErrOrStderr(), s))
				return err
			})
			if err := g.Wait(); !errors.Is(err, context.Canceled) {
				return err
			}
			return nil
		},
	}
	flags.Bind(cmd.Flags())
	return cmd
}

// tellPlugins prints which plugins cannot be used.
func tellPlugins(cmd *cobra.Command) {
	if err := command.SoundPlugins(cmd); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "aranea: %s\nPages are found as they were read before; no crawl begins until that is set right.\n", show.Text(err.Error()))
	}
}

// tellEmpty prints how to begin if nothing can be found yet.
func tellEmpty(cmd *cobra.Command, s *session.Session, begin string) error {
	n, err := s.Docs(cmd.Context())
	if err == nil && n == 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "No page is in the index yet; crawl a site: %s\n", begin)
	}
	return err
}
