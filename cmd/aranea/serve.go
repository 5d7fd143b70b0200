package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/due"
	"github.com/aranea-search/aranea/console"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/internal/show"
)

// defaultListen is the address of the search page: this machine only.
const defaultListen = "127.0.0.1:8080"

func newServe() *cobra.Command {
	var listen string
	var hosts []string
	var copies, notices bool
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve the search page",
		Long: `Serve answers searches in a browser until it is interrupted, and tells why pages
are in or out. Crawling, explaining and everything else go on meanwhile, in this
process or another. It listens on this machine only, unless told otherwise with
--listen; whoever can reach it sees everything in the index. In a new folder it
waits for the first crawl, which another command begins.`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			s, done, err := joinSession(cmd, engine.Options{Create: true, Searching: true})
			if err != nil {
				return err
			}
			defer done(&err)
			tellPlugins(cmd)
			l, err := listenOn(cmd.Context(), listen)
			if err != nil {
				return err
			}
			begin := "aranea crawl" + command.DataFlag(command.DataOf(cmd)) + " --contact you@example.org https://example.org/"
			if err := tellEmpty(cmd, s, begin); err != nil {
				return err
			}
			opt := console.Options{Hosts: hosts, Begin: begin, Copies: copies}
			if notices {
				opt.Notices = func() {} // what is due waits for the next crawl
			}
			g, ctx := errgroup.WithContext(cmd.Context())
			g.Go(func() error { return serve(ctx, cmd.OutOrStdout(), s, l, opt) })
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
	cmd.Flags().StringVar(&listen, "listen", defaultListen, "address and port to listen on; port 0 takes a free one")
	cmd.Flags().StringSliceVar(&hosts, "host", nil, "host name under which the page may be asked for, besides localhost and addresses (repeatable)")
	cmd.Flags().BoolVar(&copies, "copies", false, "show pages whose text is nearly that of a better result, too")
	bindNotices(cmd.Flags(), &notices)
	return cmd
}

// bindNotices adds the flag that serve and run share.
func bindNotices(f *pflag.FlagSet, on *bool) {
	f.BoolVar(on, "indexnow", false, "take notices of sites that their pages changed, at /indexnow")
}

// tellPlugins says which plugins cannot be used.
func tellPlugins(cmd *cobra.Command) {
	if err := command.SoundPlugins(cmd); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "aranea: %s\nPages are found as they were read before; no crawl begins until that is set right.\n", show.Text(err.Error()))
	}
}

// tellEmpty says how to begin if nothing can be found yet.
func tellEmpty(cmd *cobra.Command, s *engine.Session, begin string) error {
	n, err := s.Docs(cmd.Context())
	if err == nil && n == 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "No page is in the index yet; crawl a site: %s\n", begin)
	}
	return err
}

// serve answers in a browser until ctx ends.
func serve(ctx context.Context, out io.Writer, s *engine.Session, l net.Listener, opt console.Options) error {
	opt.API, opt.Logger = engine.Reading(s), s.Logger()
	srv, err := console.New(s, opt)
	if err != nil {
		_ = l.Close() // the first error counts
		return err
	}
	announce(out, l)
	return srv.Serve(ctx, l)
}

func listenOn(ctx context.Context, addr string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, command.Usage("cannot listen on %s (%w); choose another with --listen 127.0.0.1:0", addr, err)
	}
	return l, nil
}

func announce(w io.Writer, l net.Listener) {
	fmt.Fprintf(w, "The search page is at http://%s/  (stop with Ctrl-C)\n", l.Addr())
	if f, ok := w.(*os.File); ok {
		_ = f.Sync() // a pipe cannot be synced
	}
}
