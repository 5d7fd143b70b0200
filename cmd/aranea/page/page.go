// Package page serves the search page for commands: its flags, its listener, and what it shows of
// a folder, or of the nodes of a cluster.
//
// Floor: 7 (glue). Stability: engine. Package console defines the pages.
package page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console"
	"github.com/aranea-search/aranea/console/mount"
	"github.com/aranea-search/aranea/console/operators"
	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/console/signon"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/mcp"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
)

// DefaultListen is the address of the search page: this machine only.
const DefaultListen = "127.0.0.1:8080"

// nowhere is the value of --listen for no search page.
const nowhere = "none"

// Flags are the flags of the search page.
type Flags struct {
	Notices  bool // notices of sites are accepted
	listen   string
	metrics  string // address for monitoring; "" for none of its own
	hosts    []string
	copies   bool
	siteName string
	path     string // where the pages are on their host
	search   bool   // only the search is served
	searches string // file that gets a line of each search; "" for none
	files    bool   // files of folders on disk are opened
	// operators is the file of those who may sign in; "" for none: everybody sees everything.
	operators string
	// signOn is the file that says whom a proxy names; "" for none: no proxy is believed.
	signOn string
	// First are the settings of the first crawl as far as no operator changes them on the pages: those of
	// the command, if it has the flags of a crawl.
	First service.Settings
}

// HasOperators reports whether there are pages for operators alone.
func (p *Flags) HasOperators() bool { return p.operators != "" || p.signOn != "" && !p.search }

// IsServed reports whether there is a search page at all.
func (p *Flags) IsServed() bool { return p.listen != nowhere }

// Bind adds the flags to those of a command.
func (p *Flags) Bind(f *pflag.FlagSet) {
	f.StringVar(&p.listen, "listen", DefaultListen, "address and port to listen on; port 0 takes a free one, and run takes none for no page")
	f.StringVar(&p.metrics, "metrics", "", "address and port that also answer /metrics, /healthz and /readyz, and nothing else, such as 127.0.0.1:9100")
	f.StringSliceVar(&p.hosts, "host", nil, "host name under which the page may be asked for, besides localhost and addresses (repeatable)")
	f.StringVar(&p.path, "path", "", "path of the page on a host that has other pages too, such as /search/; a proxy passes requests below it on (default /)")
	f.StringVar(&p.siteName, "site-name", "", "name of the search on its pages, in its feeds, and in browsers that add it (default Aranea)")
	f.BoolVar(&p.search, "search-only", false, "serve what searchers need, and nothing that tells how the crawl stands, which URLs are known, or why")
	f.BoolVar(&p.copies, "copies", false, "on the search page, show pages whose text is nearly that of a better result, older versions of it, and other pages of a list, too")
	f.StringVar(&p.searches, "search-log", "", "file that gets a line of each search on the page and by the API, with rotation; nothing about who asks")
	f.BoolVar(&p.files, "open-files", false, "send the files of folders on disk (--folder) that searchers find, where results lead to them; their URLs need no server then")
	f.StringVar(&p.operators, "operators", "", "file of operators, made by aranea operators: who has not signed in gets what --search-only serves; it may be edited at any time")
	f.StringVar(&p.signOn, "sign-on", "", "file that says from where a proxy is believed when it names who makes a request, what these users and groups may find, and which are operators: all others get what --search-only serves; it may be edited at any time")
	f.BoolVar(&p.Notices, "indexnow", false, "take notices of sites that their pages changed, at /indexnow")
}

// Options configure the pages, and what answers programs beside them.
type Options struct {
	console.Options
	Version string // of the program
}

// Options returns the options of the pages of a data folder, "" for those of a cluster; or a usage error.
func (p *Flags) Options(data string) (Options, error) {
	o := Options{Options: console.Options{SiteName: p.siteName, Path: p.path, SearchOnly: p.search, Hosts: p.hosts, Copies: p.copies}}
	switch {
	case p.files && data == "":
		return o, command.Usage("--open-files: the folders of a cluster are on its nodes; serve the files from there")
	case p.files:
		o.Folders = func() static.Folders { return foldersOf(data) }
	}
	for _, h := range p.hosts {
		if strings.ContainsAny(h, "/?#@ ") {
			return o, command.Usage("--host: %q is not the name of a host, such as www.example.org; the path of the page, if it has one, is --path", h)
		}
	}
	if _, err := mount.Parse(p.path); err != nil {
		return o, command.Usage("--path: %w", err)
	}
	if err := o.Validate(); err != nil {
		return o, command.Usage("--site-name: %w", err)
	}
	if !p.IsServed() && (p.operators != "" || p.signOn != "" || p.Notices || p.searches != "") {
		return o, command.Usage("--listen %s: there is no page then for --operators, --sign-on, --indexnow and --search-log", nowhere)
	}
	if p.operators != "" && p.search {
		return o, command.Usage("--search-only serves nothing that operators sign in for; leave it or --operators out")
	}
	return o, nil
}

// foldersOf returns the folders on disk that a data folder remembers.
func foldersOf(data string) static.Folders {
	o, err := optionsfile.Recall(data)
	if err != nil || o == nil { // a damaged one is told by all commands that need it
		return nil
	}
	return o.Folders
}

// Listeners are where the pages are served.
type Listeners struct {
	Pages      net.Listener // nil for none
	Monitoring net.Listener // nil for none
}

// Listen listens on the addresses of the flags. Its error is a usage error.
func (p *Flags) Listen(ctx context.Context) (l Listeners, err error) {
	if p.IsServed() {
		l.Pages, err = Listen(ctx, p.listen, "listen")
	}
	if err != nil || p.metrics == "" {
		return l, err
	}
	if l.Monitoring, err = Listen(ctx, p.metrics, "metrics"); err != nil {
		l.close() // the first error is returned
	}
	return l, err
}

// Listen listens on the address of a flag. Its error is a usage error.
func Listen(ctx context.Context, addr, flag string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, command.Usage("cannot listen on %s (%w); choose another with --%s 127.0.0.1:0", addr, err, flag)
	}
	return l, nil
}

// close closes both.
func (l *Listeners) close() {
	if l.Pages != nil {
		_ = l.Pages.Close() // another error is returned
	}
	if l.Monitoring != nil {
		_ = l.Monitoring.Close()
	}
}

// Complete opens the files that the options need: who may sign in, and the log of searches. The pages
// belong to a command.
func (p *Flags) Complete(cmd *cobra.Command, o *Options, logger *slog.Logger) (err error) {
	f := folder{cmd, first(p.First)}
	o.Logger, o.Crawls, o.Setup, o.Version = logger, f.Named, f, cmd.Root().Version
	if o.Operators, err = p.signers(logger); err != nil {
		return err
	}
	if o.SignOn, err = p.signedOn(logger); err != nil {
		return err
	}
	if p.HasOperators() {
		o.Curation = f.curated(p.searches)
	}
	if p.searches == "" {
		return nil
	}
	if o.Searches, err = searchlog.Open(p.searches, logger); err != nil {
		return command.Usage("--search-log: %w", err)
	}
	return nil
}

// signers returns who may sign in, nil if nobody can. A file that cannot be read, or that names nobody,
// is a mistake at the beginning; later the operators stay those who were read last.
func (p *Flags) signers(logger *slog.Logger) (func() *operators.Set, error) {
	if p.operators == "" {
		return nil, nil
	}
	kind := lists.Kind[*operators.Set]{Name: "operators", Parse: operators.Parse, Len: (*operators.Set).Len}
	file, err := lists.Open(kind, p.operators, time.Now, logger)
	if err == nil && file.Set().Len() == 0 {
		err = fmt.Errorf("%s names nobody; aranea operators %s NAME adds somebody", show.Word(p.operators), show.Word(p.operators))
	}
	if err != nil {
		return nil, command.Usage("--operators: %w", err)
	}
	return file.Set, nil
}

// signedOn returns whom a proxy names, nil if none is believed. A file that cannot be read, or that others
// may read, is a mistake at the beginning; later that counts which was read last.
func (p *Flags) signedOn(logger *slog.Logger) (func() *signon.Set, error) {
	if p.signOn == "" {
		return nil, nil
	}
	kind := lists.Kind[*signon.Set]{Name: "sign-on", Parse: signon.Parse, Len: (*signon.Set).Len, Private: true}
	file, err := lists.Open(kind, p.signOn, time.Now, logger)
	if err == nil && p.search && file.Set().Operates() {
		err = fmt.Errorf("%s names operators, and --search-only serves nothing for them; leave one of the two out", show.Word(p.signOn))
	}
	if err != nil {
		return nil, command.Usage("--sign-on: %w", err)
	}
	return file.Set, nil
}

// Serve serves the pages until ctx ends, and prints their addresses to out. It closes the log of
// searches.
func Serve(ctx context.Context, out io.Writer, s service.Service, l Listeners, opt Options) (err error) {
	defer func() { err = errors.Join(err, opt.Searches.Close()) }()
	asked := s
	if opt.SearchOnly {
		asked = discreet{s}
	}
	opt.API, opt.MCP = opt.forPrograms(asked, opt.SearchOnly)
	if opt.HasDesk() {
		opt.Orders, opt.Public.Service = s, discreet{s}
		opt.Public.API, opt.Public.MCP = opt.forPrograms(discreet{s}, true)
	}
	srv, err := console.New(asked, opt.Options)
	if err != nil {
		l.close()
		return err
	}
	announce(out, l, opt.Path)
	if opt.Operators != nil {
		fmt.Fprintf(out, "Operators sign in at http://%s%s/signin, and set crawls up there\n", l.Pages.Addr(), strings.TrimSuffix(opt.Path, "/"))
	}
	if opt.SignOn != nil {
		fmt.Fprintf(out, "A proxy at %s says who asks\n", opt.SignOn().From())
	}
	g, ctx := errgroup.WithContext(ctx)
	if l.Pages != nil {
		g.Go(func() error { return srv.Serve(ctx, l.Pages) })
	}
	if l.Monitoring != nil {
		g.Go(func() error { return srv.ServeMonitoring(ctx, l.Monitoring) })
	}
	return g.Wait()
}

// forPrograms returns what answers programs from a service: the API, and the tools for assistants.
func (o *Options) forPrograms(s service.Service, searchOnly bool) (forAPI, forAssistants http.Handler) {
	tools := mcp.New(noted{s, o.Searches, searchlog.MCP}, mcp.Options{Version: o.Version, SiteName: o.SiteName, SearchOnly: searchOnly, Logger: o.Logger})
	return api.Reading(noted{s, o.Searches, searchlog.API}), tools
}

// A noted service notes searches, and how they came in.
type noted struct {
	service.Service
	log *searchlog.Log
	via string
}

// Search searches.
func (n noted) Search(ctx context.Context, r search.Request) (search.Response, error) {
	start := time.Now()
	resp, err := n.Service.Search(ctx, r)
	if err == nil {
		n.log.Note(n.via, time.Now(), &r, &resp, time.Since(start))
	}
	return resp, err
}

// A discreet service answers searches, and does not reveal what else is known.
type discreet struct{ service.Service }

var _ service.Service = discreet{}

// Search searches.
func (d discreet) Search(ctx context.Context, r search.Request) (search.Response, error) {
	resp, err := d.Service.Search(ctx, r)
	resp.Absent, resp.Damage = nameless(resp.Absent), nil // a hint says that there is damage
	return resp, err
}

// nameless returns how many URLs are known of a site without results, without their names or
// states.
func nameless(a *answer.Absent) *answer.Absent {
	if a == nil {
		return nil
	}
	return &answer.Absent{Name: a.Name, Known: a.Known, More: a.More, Told: []string{}}
}

func announce(w io.Writer, l Listeners, path string) {
	if l.Monitoring != nil {
		fmt.Fprintf(w, "The metrics are at http://%s/metrics\n", l.Monitoring.Addr())
	}
	if l.Pages != nil {
		fmt.Fprintf(w, "The search page is at http://%s/%s  (stop with Ctrl-C)\n", l.Pages.Addr(), strings.TrimPrefix(path, "/"))
	} else {
		fmt.Fprintf(w, "There is no search page (--listen %s); stop with Ctrl-C\n", nowhere)
	}
	if f, ok := w.(*os.File); ok {
		_ = f.Sync() // a pipe cannot be synced
	}
}
