package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console"
	"github.com/aranea-search/aranea/engine"
)

// defaultListen is the address of the search page: this machine only.
const defaultListen = "127.0.0.1:8080"

func newServe() *cobra.Command {
	var listen string
	var hosts []string
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve the search page",
		Long: `Serve answers searches in a browser until it is interrupted, and tells why pages
are in or out. Crawling, explaining and everything else go on meanwhile, in this
process or another. It listens on this machine only, unless told otherwise with
--listen; whoever can reach it sees everything in the index.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSession(cmd, func(ctx context.Context, s *engine.Session) error {
				l, err := listenOn(ctx, listen)
				if err != nil {
					return err
				}
				return serve(ctx, cmd.OutOrStdout(), s, l, console.Options{Hosts: hosts})
			})
		},
	}
	cmd.Flags().StringVar(&listen, "listen", defaultListen, "address and port to listen on; port 0 takes a free one")
	cmd.Flags().StringSliceVar(&hosts, "host", nil, "host name under which the page may be asked for, besides localhost and addresses (repeatable)")
	return cmd
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
