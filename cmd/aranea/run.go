package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/cmd/aranea/page"
	"github.com/aranea-search/aranea/cmd/aranea/recrawl"
	"github.com/aranea-search/aranea/cmd/aranea/report"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/store"
)

// runFlags are the flags of run: those of a crawl and those of serve.
type runFlags struct {
	crawlFlags
	page    page.Flags
	cluster nodes.Flags
	every   time.Duration
}

// leastEvery is the minimum interval between two crawls of run.
const leastEvery = time.Second

func newRun() *cobra.Command {
	r := new(runFlags)
	cmd := &cobra.Command{
		Use:   "run [flags] [URL...]",
		Short: "Crawl, keep the index fresh, and serve the search page, for as long as it runs",
		Long: `Run crawls as "aranea crawl" does and serves the search page as "aranea serve"
does, until it is interrupted. When a crawl has come to its end, run looks again
after --every: pages whose next visit is due are visited again, with conditional
requests; those that changed are indexed anew, those that are gone leave the
index, and robots files that have expired are read again. How soon a page is due
follows from how often it was seen to change, and a smaller --every does not make it
due sooner (docs/revisits.md); aranea explain tells the next visit.

"aranea stop" ends its crawls, not the search page, until "aranea resume": also when
run is started anew, because a supervisor that restarts it cannot know of the order.

With --operators or --sign-on and without a URL, in a folder without a crawl, it waits
for the first one, which an operator begins on the page Settings (docs/operating.md).

With --cluster and --node it is one of several nodes that crawl one web together, each
the sites of its own partition (docs/cluster.md). All of them get the same seeds and settings.
The search page of each answers for all.`,
		Example: `  aranea run --contact you@example.org https://example.org/
  aranea run --every 1m --listen 127.0.0.1:9090 --log crawl.log
  aranea run --cluster cluster.toml --node 2 --contact you@example.org --scope any https://example.org/`,
		Args: cobra.ArbitraryArgs,
		RunE: r.run,
	}
	f := cmd.Flags()
	r.bind(f)
	r.page.Bind(f)
	r.cluster.Bind(f)
	f.DurationVar(&r.every, "every", 10*time.Minute, "how long after a crawl to look for what is due; it makes no page due sooner, but all of a --folder is looked at each time")
	return cmd
}

func (r *runFlags) run(cmd *cobra.Command, args []string) (err error) {
	member, err := r.cluster.Member(cmd, version)
	if err != nil {
		return err
	}
	r.set.Partition = member.Partition()
	r.waits = r.page.HasOperators() && member == nil
	settings, err := r.read(cmd, args)
	if err != nil {
		return err
	}
	if r.every < leastEvery {
		return command.Usage("--every %s: it is at least %s", r.every, leastEvery)
	}
	opt, err := r.page.Options(command.DataOf(cmd))
	if err != nil {
		return err
	}
	s, done, err := openSession(cmd, session.Options{Recovers: true, Sharing: member.Sharing(&settings), Referral: member.Referral()})
	if err != nil {
		return err
	}
	defer done(&err)
	l, err := r.page.Listen(cmd.Context())
	if err != nil {
		return err
	}
	if member != nil {
		if err := member.Listen(cmd.Context()); err != nil {
			return err
		}
	}
	r.page.First = settings
	if err = r.page.Complete(cmd, &opt, s.Logger()); err != nil {
		return err
	}
	notices := make(chan struct{}, 1)
	if r.page.Notices {
		opt.Notices = func() { recrawl.Tell(notices) }
	}
	g, ctx := errgroup.WithContext(cmd.Context())
	g.Go(func() error { return member.Pages(ctx, cmd.OutOrStdout(), s, l, opt) })
	if member != nil {
		g.Go(func() error { return member.Run(ctx, cmd.OutOrStdout(), s, notices, opt.Logger) })
	}
	g.Go(func() error {
		if err := r.awaitFirst(ctx, cmd, s, &settings); err != nil {
			return err
		}
		return r.keepFresh(ctx, cmd, s, settings, notices)
	})
	if err := g.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// keepFresh crawls repeatedly until ctx ends, and sooner when something is due.
func (r *runFlags) keepFresh(ctx context.Context, cmd *cobra.Command, s *session.Session, settings service.Settings, notices chan struct{}) error {
	var noticed, last time.Time // when a notice last started a crawl, and when anything did
	spacing := recrawl.Spacing
	if !settings.Partition.IsWhole() {
		spacing = recrawl.Handed
	}
	ordered, stopped, told := teller(cmd, s), false, false // the lack of room was printed
	for {
		var err error
		if settings.Wish, err = ordered.Await(ctx, stopped); err != nil {
			return err
		}
		undone, err := command.Follow(cmd, &settings)
		if err != nil {
			return err
		}
		tellUndone(s, undone, last)
		meter := r.startMeter(cmd)
		last = time.Now()
		settings.Asked = last
		end, err := s.Crawl(ctx, settings, meter.Watch)
		meter.Clear()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case service.IsOtherCrawl(err): // of another command: the crawl ends, and this command continues to serve
			s.Logger().Warn("no crawl this time", "error", err)
		case store.DiskFull(err):
			if err = recrawl.AwaitRoom(ctx, cmd.ErrOrStderr(), s, err); err != nil {
				return err
			}
			continue
		case err != nil:
			return crawlFailure(err, command.DataOf(cmd))
		default: // the folder has the named seeds, so they are not named again each time
			settings.Sitemaps, settings.Named = nil, nil
			if !settings.RefreshSeeds { // otherwise they say which hosts --refresh is about
				settings.Seeds = nil
			}
		}
		noRoom := end.Verdict == verdict.NoRoom
		if !r.quiet && (report.Tells(&end) || noRoom && !told) {
			report.Line(cmd.OutOrStdout(), time.Now(), end, command.DataOf(cmd))
		}
		if !r.quiet {
			report.NotIndexed(cmd.OutOrStdout(), end)
		}
		told = noRoom
		if stopped = err == nil && end.Ending == verdict.EndStopped; stopped { // until it is resumed
			continue
		}
		check := recrawl.Keep(cmd.ErrOrStderr(), s)
		if end.Cause == verdict.CauseDiskFull {
			check = recrawl.WhenRoom(check, func() (uint64, error) { return store.Free(command.DataOf(cmd)) }, notices)
		}
		if noticed, err = recrawl.Wait(ctx, r.every, spacing, notices, noticed, check); err != nil {
			return err
		}
	}
}

// awaitFirst waits for the first crawl of a folder, if nothing is named to begin it with.
func (r *runFlags) awaitFirst(ctx context.Context, cmd *cobra.Command, s *session.Session, set *service.Settings) error {
	if !r.waits || len(set.Seeds) > 0 || set.FromArchives {
		return nil
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "Nothing was crawled in this folder yet; an operator who signs in begins the first crawl on the page Settings.")
	return recrawl.AwaitFirst(ctx, func() (bool, error) {
		o, err := optionsfile.Recall(command.DataOf(cmd))
		return o != nil, err
	}, recrawl.Keep(cmd.ErrOrStderr(), s))
}

// tellUndone says that the next crawl undoes what another command has set since the one before, at an
// instant, zero if there was none: flags that run was given itself.
func tellUndone(s *session.Session, flags []string, before time.Time) {
	if len(flags) > 0 && !before.IsZero() {
		s.Logger().Warn("another command has set what run was given itself: run goes back to its own; start it anew to change that", "flags", strings.Join(flags, ", "))
	}
}
