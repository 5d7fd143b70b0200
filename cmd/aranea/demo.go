package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/internal/demoweb"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// Settings of the demo: quick, but with a pause that can be seen.
const (
	demoDelay   = 20 * time.Millisecond
	demoDepth   = 6
	demoPerWhy  = 2 // examples for each reason
	demoContact = "demo@localhost"
)

// demoQueries are the searches that the demo suggests.
var demoQueries = []string{"spider silk", "поисковый робот", "网络机器人", `"teia orbicular"`}

func newDemo() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo [flags]",
		Short: "Crawl, index and search a small sample web, without a network",
		Long: `Demo serves a sample web of about 200 pages in English, Russian, Chinese and
Portuguese from inside the program, crawls and indexes it, says which URLs are
not in the index and why, and opens the search page on this machine. It works in
a temporary folder, or in the one that --data names, which is kept.`,
		Args: cobra.NoArgs,
		RunE: runDemo,
	}
	cmd.Flags().String("listen", defaultListen, "address and port of the search page; a free port if it is taken")
	cmd.Flags().Bool("once", false, "end after the crawl instead of serving the search page")
	return cmd
}

func runDemo(cmd *cobra.Command, _ []string) (err error) {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	data, cleanUp, err := demoFolder(cmd)
	if err != nil {
		return err
	}
	defer func() {
		if rerr := cleanUp(); err == nil {
			err = rerr
		}
	}()
	addr, stop, err := serveSample(ctx)
	if err != nil {
		return err
	}
	defer stop()
	s, err := demoSettings(data, addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Crawling a sample web of %d hosts, one request to a host every %d ms ...\n", len(s.seeds), demoDelay.Milliseconds())
	if stderr, ok := cmd.ErrOrStderr().(*os.File); ok {
		s.meter = newMeter(stderr, time.Now())
		defer s.meter.Clear() // if the demo fails on its way
	}
	verdict, err := crawlDemo(cmd, s)
	if err != nil {
		return err
	}
	if once, _ := cmd.Flags().GetBool("once"); once || ctx.Err() != nil {
		return verdictExit(verdict)
	}
	return serveDemo(cmd, data)
}

// crawlDemo crawls the sample web and says what came of it.
func crawlDemo(cmd *cobra.Command, s crawlSettings) (verdict crawl.Verdict, err error) {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	w, err := openWorkplace(ctx, &s)
	if err != nil {
		return verdict, err
	}
	defer func() {
		if cerr := w.close(); err == nil {
			err = cerr
		}
	}()
	report, err := w.crawl(ctx, s)
	if s.meter != nil {
		s.meter.Clear()
	}
	if err != nil {
		return verdict, err
	}
	if err := w.index.Flush(); err != nil {
		return verdict, err
	}
	n := report.Counts
	fmt.Fprintf(out, "%d pages fetched in %s, %d in the index. Verdict: %s.\n\n", n[aranea.CountFetched], report.Elapsed.Round(100*time.Millisecond), n[aranea.CountIndexed], report.Verdict)
	return report.Verdict, printNotIn(out, w)
}

// demoFolder returns the data folder of the demo: the one that was asked for, if
// it is empty or an earlier demo's, or one that is removed at the end.
func demoFolder(cmd *cobra.Command) (data string, cleanUp func() error, err error) {
	if cmd.Flags().Changed("data") {
		data, err = cmd.Flags().GetString("data")
		if err != nil {
			return "", nil, err
		}
		o, err := recall(data)
		if err != nil {
			return "", nil, err
		}
		if o != nil && o.Contact != demoContact {
			return "", nil, usage("%s holds a crawl of yours; choose an empty or new folder for the demo, or leave --data out", data)
		}
		return data, func() error { return nil }, nil
	}
	dir, err := os.MkdirTemp("", "aranea-demo-")
	if err != nil {
		return "", nil, fmt.Errorf("make a folder for the demo: %w", err)
	}
	return filepath.Join(dir, "data"), func() error { return os.RemoveAll(dir) }, nil
}

// serveSample serves the sample web on a free loopback port.
func serveSample(ctx context.Context) (addr string, stop func(), err error) {
	web, err := demoweb.New()
	if err != nil {
		return "", nil, err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("listen for the sample web: %w", err)
	}
	srv := &http.Server{Handler: web, ReadHeaderTimeout: 5 * time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(l) // ends when it is closed below
	}()
	return l.Addr().String(), func() {
		_ = srv.Close() // the demo is over
		<-done
	}, nil
}

func demoSettings(data, addr string) (crawlSettings, error) {
	s := crawlSettings{
		data: data, contact: demoContact, dialect: "rfc9309", scope: "host", depth: demoDepth, delay: demoDelay,
		resolve: []string{"*:*:" + addr}, allowNet: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}
	for _, text := range demoweb.Seeds() {
		u, err := weburl.Parse(text)
		if err != nil {
			return s, fmt.Errorf("sample web: %w", err)
		}
		s.seeds = append(s.seeds, u)
	}
	return s, nil
}

// printNotIn says which URLs are not in the index and why: the number for each
// reason and a few examples.
func printNotIn(w io.Writer, p *workplace) error {
	count := map[aranea.Reason]int{}
	examples := map[aranea.Reason][]string{}
	for e, err := range p.frontier.AllEntries() {
		if err != nil {
			return err
		}
		if e.Indexed {
			continue
		}
		count[e.Reason]++
		if len(examples[e.Reason]) < demoPerWhy {
			examples[e.Reason] = append(examples[e.Reason], e.URL.String())
		}
	}
	fmt.Fprintln(w, "Not in the index, and why:")
	for _, r := range aranea.Reasons() {
		if count[r] == 0 {
			continue
		}
		fmt.Fprintf(w, "%5d  %-21s %s\n", count[r], r, r.Sentence())
		for _, u := range examples[r] {
			fmt.Fprintf(w, "       %s\n", show.Line(show.URL(u)))
		}
	}
	return nil
}

func serveDemo(cmd *cobra.Command, data string) (err error) {
	out := cmd.OutOrStdout()
	session, err := engine.Join(cmd.Context(), data, engine.Options{Version: version, Command: cmd.CommandPath()})
	if err != nil {
		return err
	}
	defer func() {
		if cerr := session.Close(); err == nil {
			err = cerr
		}
	}()
	srv, err := console.New(session, console.Options{Try: demoQueries, API: engine.Reading(session)})
	if err != nil {
		return err
	}
	listen, _ := cmd.Flags().GetString("listen")
	l, err := listenOn(cmd.Context(), listen)
	if err != nil && !cmd.Flags().Changed("listen") {
		l, err = listenOn(cmd.Context(), "127.0.0.1:0")
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nTry the searches   %s   and   %s\n", demoQueries[0], demoQueries[1])
	announce(out, l)
	if err := srv.Serve(cmd.Context(), l); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
