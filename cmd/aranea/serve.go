package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/console"
	"github.com/aranea-search/aranea/engine"
)

// defaultListen is the address of the search page: this machine only.
const defaultListen = "127.0.0.1:8080"

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve the search page",
		Long: `Serve answers searches in a browser until it is interrupted. It can run while a
crawl is going on. It listens on this machine only, unless told otherwise with
--listen; whoever can reach it sees everything in the index.`,
		Args: cobra.NoArgs,
		RunE: runServe,
	}
	cmd.Flags().String("listen", defaultListen, "address and port to listen on; port 0 takes a free one")
	cmd.Flags().StringSlice("host", nil, "host name under which the page may be asked for, besides localhost and addresses (repeatable)")
	return cmd
}

func runServe(cmd *cobra.Command, _ []string) (err error) {
	data, _ := cmd.Flags().GetString("data")
	listen, _ := cmd.Flags().GetString("listen")
	hosts, _ := cmd.Flags().GetStringSlice("host")
	session, err := engine.Join(cmd.Context(), data, engine.Options{Version: version, Command: cmd.CommandPath()})
	if err != nil {
		return err
	}
	defer func() {
		if cerr := session.Close(); err == nil {
			err = cerr
		}
	}()
	srv, err := console.New(session, console.Options{Hosts: hosts, API: engine.Reading(session)})
	if err != nil {
		return err
	}
	l, err := listenOn(cmd.Context(), listen)
	if err != nil {
		return err
	}
	announce(cmd.OutOrStdout(), l)
	return srv.Serve(cmd.Context(), l)
}

func listenOn(ctx context.Context, addr string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, usage("cannot listen on %s (%w); choose another with --listen 127.0.0.1:0", addr, err)
	}
	return l, nil
}

func announce(w io.Writer, l net.Listener) {
	fmt.Fprintf(w, "The search page is at http://%s/  (stop with Ctrl-C)\n", l.Addr())
	if f, ok := w.(*os.File); ok {
		_ = f.Sync() // a pipe cannot be synced
	}
}
