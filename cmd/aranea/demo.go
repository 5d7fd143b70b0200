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
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/page"
	"github.com/aranea-search/aranea/console"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/internal/demoweb"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// Settings of the demo: fast, but with a visible delay.
const (
	demoDelay   = 20 * time.Millisecond
	demoDepth   = 6
	demoPerWhy  = 2 // examples for each reason
	demoContact = "demo@localhost"
)

// demoQueries are the searches that the demo suggests.
var demoQueries = []string{"spider silk", "поисковый робот", "网络机器人", `"teia orbicular"`}

// demoFlags are the flags of the demo.
type demoFlags struct {
	listen string
	once   bool
}

func newDemo() *cobra.Command {
	d := new(demoFlags)
	cmd := &cobra.Command{
		Use:   "demo [flags]",
		Short: "Crawl, index and search a small sample web, without a network",
		Long: `Demo serves a sample web of about 200 pages in English, Russian, Chinese and
Portuguese from inside the program, crawls and indexes it, says which URLs are
not in the index and why, and opens the search page on this machine. It works in
a temporary folder, or in the one that --data names, which is kept.`,
		Example: `  aranea demo
  aranea demo --once --data demo`,
		Args: command.Args(0, 0),
		RunE: d.run,
	}
	cmd.Flags().StringVar(&d.listen, "listen", page.DefaultListen, "address and port of the search page; a free port if it is taken")
	cmd.Flags().BoolVar(&d.once, "once", false, "end after the crawl instead of serving the search page")
	return cmd
}

func (d *demoFlags) run(cmd *cobra.Command, _ []string) (err error) {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	cleanUp, err := demoFolder(cmd)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cleanUp()) }()
	addr, stop, err := serveSample(ctx)
	if err != nil {
		return err
	}
	defer stop()
	set, err := demoSettings(addr)
	if err != nil {
		return err
	}
	s, done, err := openSession(cmd, session.Options{})
	if err != nil {
		return err
	}
	defer done(&err)
	fmt.Fprintf(out, "Crawling a sample web of %d hosts, one request to a host every %d ms ...\n", len(set.Seeds), demoDelay.Milliseconds())
	meter := new(crawlFlags).startMeter(cmd)
	end, err := s.Crawl(ctx, set, meter.Watch)
	meter.Clear()
	if err != nil {
		return err
	}
	n := end.Counts
	fmt.Fprintf(out, "%d pages fetched in %s, %d in the index. Verdict: %s.\n\n", n[aranea.CountFetched], end.Elapsed.Round(100*time.Millisecond), n[aranea.CountIndexed], end.Verdict)
	if err := printNotIn(ctx, out, s); err != nil {
		return err
	}
	if d.once || ctx.Err() != nil {
		return verdictExit(end.Verdict)
	}
	return d.serve(cmd, s)
}

// demoFolder sets --data to the folder of the demo: the given one, if it is empty or from an
// earlier demo, or a temporary one that cleanUp removes.
func demoFolder(cmd *cobra.Command) (cleanUp func() error, err error) {
	if cmd.Flags().Changed("data") {
		o, err := optionsfile.Recall(command.DataOf(cmd))
		if err == nil && o != nil && o.Contact != demoContact {
			err = command.Usage("%s holds a crawl of yours; choose an empty or new folder for the demo, or leave --data out", command.DataOf(cmd))
		}
		return func() error { return nil }, err
	}
	dir, err := os.MkdirTemp("", "aranea-demo-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the demo: %w", err)
	}
	return func() error { return os.RemoveAll(dir) }, cmd.Flags().Set("data", filepath.Join(dir, "data"))
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
		_ = srv.Serve(l) // ends when the server is closed below
	}()
	return l.Addr().String(), func() {
		_ = srv.Close() // the demo has ended
		<-done
	}, nil
}

func demoSettings(addr string) (service.Settings, error) {
	s := service.DefaultSettings()
	s.Contact, s.Depth, s.Delay = demoContact, demoDepth, demoDelay
	s.Resolve = []string{"*:*:" + addr}
	s.AllowNet = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for _, text := range demoweb.Seeds() {
		u, err := weburl.Parse(text)
		if err != nil {
			return s, fmt.Errorf("sample web: %w", err)
		}
		s.Seeds = append(s.Seeds, u)
	}
	return s, nil
}

// printNotIn prints why URLs are not in the index: the number for each reason and a few examples.
func printNotIn(ctx context.Context, w io.Writer, s service.Listing) error {
	count := map[string]int{}
	examples := map[string][]string{}
	for e, err := range s.URLs(ctx, service.URLFilter{}) {
		if err != nil {
			return err
		}
		if e.Indexed {
			continue
		}
		count[e.Reason]++
		if len(examples[e.Reason]) < demoPerWhy {
			examples[e.Reason] = append(examples[e.Reason], e.URL)
		}
	}
	fmt.Fprintln(w, "Not in the index, and why:")
	for _, r := range aranea.Reasons() {
		code := r.String()
		if count[code] == 0 {
			continue
		}
		fmt.Fprintf(w, "%5d  %-21s %s\n", count[code], code, r.Sentence())
		for _, u := range examples[code] {
			fmt.Fprintf(w, "       %s\n", show.URL(u))
		}
	}
	return nil
}

// serve serves the search page. It uses another port if the default one is in use and none was
// given.
func (d *demoFlags) serve(cmd *cobra.Command, s *session.Session) error {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	l, err := page.Listen(ctx, d.listen, "listen")
	if err != nil && !cmd.Flags().Changed("listen") {
		l, err = page.Listen(ctx, "127.0.0.1:0", "listen")
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nTry the searches   %s   and   %s\n", demoQueries[0], demoQueries[1])
	if err := page.Serve(ctx, out, s, page.Listeners{Pages: l}, page.Options{Version: version, Options: console.Options{Try: demoQueries, Logger: s.Logger()}}); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
