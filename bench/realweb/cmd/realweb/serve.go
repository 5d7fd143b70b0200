package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/aranea-search/aranea/bench/realweb/server"
	"github.com/aranea-search/aranea/bench/realweb/site"
)

func serve(args []string) error {
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	listen := fs.String("listen", "127.0.0.1:8480", "loopback address and port; port 0 takes a free one")
	dir := fs.String("web", "", "folder of the laid-out web")
	logName := fs.String("log", "", "access log; appended to")
	latency := fs.Duration("latency", 0, "wait before each answer")
	fail := fs.String("fail-hosts", "", "hosts that answer --fail-status to everything, by commas")
	every := fs.Int("fail-every", 0, "each N-th request fails with --fail-status")
	status := fs.Int("fail-status", 503, "status of failures")
	hang := fs.String("hang-hosts", "", "hosts that never answer, by commas")
	cut := fs.String("cut-hosts", "", "hosts that close in the middle of each body, by commas")
	if err := parse(fs, args); err != nil {
		return err
	}
	if *dir == "" || *logName == "" {
		return fmt.Errorf("%w: --web and --log are needed", errUsage)
	}
	if host, _, err := net.SplitHostPort(*listen); err != nil || net.ParseIP(host) == nil || !net.ParseIP(host).IsLoopback() {
		return fmt.Errorf("%w: --listen %q is not a loopback address with a port", errUsage, *listen)
	}
	web, err := site.Open(*dir)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(*logName, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("open access log: %w", err)
	}
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &server.Server{Web: web, Log: server.NewLog(out), Faults: server.Faults{
		Latency: *latency, FailHosts: names(*fail), FailEvery: *every, Status: *status,
		HangHosts: names(*hang), CutHosts: names(*cut),
	}}
	fmt.Printf("serving %d hosts on http://%s\n", len(web.Hosts()), l.Addr())
	return errors.Join(s.Serve(ctx, l), s.Log.Close(), out.Close())
}

func names(list string) map[string]bool {
	set := map[string]bool{}
	for n := range strings.SplitSeq(list, ",") {
		if n != "" {
			set[n] = true
		}
	}
	return set
}
