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
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/cmd/aranea/page"
	"github.com/aranea-search/aranea/cmd/aranea/recrawl"
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
waits for the first crawl, which another command begins. With --operators all but the
search is for those who sign in, who can also set crawls up there and take pages out;
with --sign-on for those whom a proxy has signed in (docs/credentials.md).

With --cluster it has no data folder, and answers for all nodes of a cluster as one
index would (docs/cluster.md).`,
		Example: `  aranea serve
  aranea serve --listen :8080 --host search.example.org --search-only
  aranea serve --cluster cluster.toml`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd, &flags) },
	}
	flags.Bind(cmd.Flags())
	return nodes.BindFile(cmd)
}

// serve serves the search page of a data folder, or of a cluster.
func serve(cmd *cobra.Command, flags *page.Flags) (err error) {
	if !flags.IsServed() {
		return command.Usage("--listen none is for aranea run: without its page, serve does nothing")
	}
	if nodes.ClusterOf(cmd) != "" {
		return serveCluster(cmd, flags)
	}
	opt, err := flags.Options(command.DataOf(cmd))
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
	if err = flags.Complete(cmd, &opt, s.Logger()); err != nil {
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
		_, err := recrawl.Wait(ctx, math.MaxInt64, recrawl.Spacing, nil, time.Time{}, recrawl.Keep(cmd.ErrOrStderr(), s))
		return err
	})
	if err := g.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// serveCluster serves the search page of all nodes of a cluster.
func serveCluster(cmd *cobra.Command, flags *page.Flags) error {
	logger, closeLog, err := openLog(cmd)
	if err != nil {
		return err
	}
	defer closeLog()
	return nodes.Serve(cmd, flags, logger)
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
