package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

// defaultData is the data folder when none is named.
const defaultData = "aranea-data"

// productToken is the robot's own name in robots files.
const productToken = dialect.AgentToken("Aranea")

// parallelOnOwn is how many requests at once a host name gets when the operator
// sets its delay to zero.
const parallelOnOwn = 8

// crawlSettings are the flags of a crawl, read.
type crawlSettings struct {
	data, contact, operator, proxy, dialect, pageDialect, scope string
	depth                                                       int
	maxPages                                                    uint64
	delay                                                       time.Duration
	perHost, fetchers                                           int
	resolve                                                     []string
	allowNet                                                    []netip.Prefix
	json, quiet                                                 bool

	seeds   []weburl.URL
	earlier []weburl.URL // seeds of earlier runs; they count for the scope
	meter   *meter
	// watch receives progress besides the meter; may be nil.
	watch func(crawl.Progress)
}

func addCrawlFlags(f *pflag.FlagSet) {
	f.String("contact", "", "e-mail address or URL by which site owners can reach you; sent with every request")
	f.String("agent", "", "your own product token, asked for in robots files before Aranea")
	f.String("dialect", "rfc9309", "reading of robots files: "+dialectNames())
	f.String("page-dialect", "", "reading of what pages say to robots: "+pageDialectNames()+"; default: that of --dialect")
	f.String("scope", "host", "how far to go from the URLs: host, site, prefix or any")
	f.Int("depth", 0, "largest number of links away from a URL; 0 is no limit")
	f.Duration("delay", schedule.DefaultDelay, "pause between two requests to a host name, longer after slow answers; 0s, for your own hosts only, is none at all")
	f.Int("per-host", 0, "requests at once to a host name whose delay is 0; 0 means 8")
	f.Int("fetchers", crawl.DefaultFetchers, "requests at once over all hosts")
	f.Uint64("max-pages", 0, "stop after so many pages; 0 is no limit")
	f.String("proxy", "", "forward proxy, http://host:port")
	f.StringArray("resolve", nil, "take address for host and port, both may be *: host:port:address (repeatable)")
	f.StringSlice("allow-net", nil, "open a private address range, for example 10.0.0.0/8 (repeatable)")
}

// pages returns the reading of pages: the one that is asked for, else that of the
// engine whose reading of robots files is in force, else the strictest.
func (s *crawlSettings) pages() (robotsmeta.Dialect, bool) {
	if s.pageDialect != "" {
		return robotsmeta.DialectByName(s.pageDialect)
	}
	switch s.dialect {
	case "google":
		return robotsmeta.Google(), true
	case "yandex", "yandex-2003":
		return robotsmeta.Yandex(), true
	}
	return robotsmeta.Strictest(), true
}

// readCrawlSettings reads the flags and reports all faults at once.
func readCrawlSettings(cmd *cobra.Command) (s crawlSettings, err error) {
	f := cmd.Flags()
	get := func(err error) {
		if err != nil {
			panic("flag is not defined: " + err.Error()) // a fault of this file
		}
	}
	str := func(name string) string { v, err := f.GetString(name); get(err); return v }
	num := func(name string) int { v, err := f.GetInt(name); get(err); return v }
	s.data, s.contact, s.operator = str("data"), str("contact"), str("agent")
	s.proxy, s.dialect, s.scope = str("proxy"), str("dialect"), str("scope")
	s.pageDialect = str("page-dialect")
	s.depth, s.perHost, s.fetchers = num("depth"), num("per-host"), num("fetchers")
	s.maxPages, err = f.GetUint64("max-pages")
	get(err)
	s.delay, err = f.GetDuration("delay")
	get(err)
	s.resolve, err = f.GetStringArray("resolve")
	get(err)
	nets, err := f.GetStringSlice("allow-net")
	get(err)
	if f.Lookup("json") != nil {
		s.json, err = f.GetBool("json")
		get(err)
	}
	if f.Lookup("quiet") != nil {
		s.quiet, err = f.GetBool("quiet")
		get(err)
	}
	var faults []error
	for _, n := range nets {
		p, err := parsePrefix(n)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.allowNet = append(s.allowNet, p)
	}
	faults = append(faults, s.check()...)
	if err := errors.Join(faults...); err != nil {
		return s, &exitError{code: exitUsage, err: err}
	}
	return s, nil
}

// check reports what is wrong with the settings by themselves.
func (s *crawlSettings) check() []error {
	var faults []error
	if _, ok := dialect.ByName(s.dialect); !ok {
		faults = append(faults, fmt.Errorf("--dialect %q is unknown; use one of %s", s.dialect, dialectNames()))
	}
	if _, ok := s.pages(); !ok {
		faults = append(faults, fmt.Errorf("--page-dialect %q is unknown; use one of %s", s.pageDialect, pageDialectNames()))
	}
	if _, err := scope.ParseMode(s.scope); err != nil {
		faults = append(faults, fmt.Errorf("--scope: %w", err))
	}
	if s.operator != "" && !dialect.AgentToken(s.operator).Valid() {
		faults = append(faults, fmt.Errorf("--agent %q is not a product token; use letters, - and _ only", s.operator))
	}
	if s.delay < 0 || s.depth < 0 || s.perHost < 0 || s.fetchers < 0 {
		faults = append(faults, errors.New("--delay, --depth, --per-host and --fetchers must not be negative"))
	}
	return faults
}

// parsePrefix reads a range, or a single address.
func parsePrefix(text string) (netip.Prefix, error) {
	if p, err := netip.ParsePrefix(text); err == nil {
		return p.Masked(), nil
	}
	a, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("--allow-net %q is not an address range such as 10.0.0.0/8", text)
	}
	return netip.PrefixFrom(a, a.BitLen()), nil
}

// agents returns the chain of product tokens: the operator's, then Aranea.
func agents(operator string) []dialect.AgentToken {
	if operator == "" {
		return []dialect.AgentToken{productToken}
	}
	return []dialect.AgentToken{dialect.AgentToken(operator), productToken}
}

// fetcher builds the network side.
func (s *crawlSettings) fetcher() (*fetch.Client, error) {
	return fetch.New(fetch.Options{
		Product: string(productToken), Version: version, Operator: s.operator, Contact: s.contact,
		Proxy: s.proxy, Resolve: s.resolve, AllowNet: s.allowNet,
	})
}

// thisProcess is how this process names itself to others that want its folder.
func thisProcess() store.Holder {
	command := "aranea"
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		command += " " + os.Args[1]
	}
	return store.Holder{Command: command, Version: version}
}

// A workplace is an open data folder with everything in it.
type workplace struct {
	folder   *store.Folder
	kv       store.KV
	frontier *frontier.Frontier
	index    *index.Index
}

// openWorkplace opens the data folder for writing.
func openWorkplace(ctx context.Context, s *crawlSettings) (w *workplace, err error) {
	w = &workplace{}
	defer func() {
		if err != nil {
			_ = w.close() // the first error counts
		}
	}()
	if w.folder, err = store.OpenFolder(s.data, thisProcess()); err != nil {
		return w, err
	}
	if err = s.remember(w.folder); err != nil {
		return w, err
	}
	if w.kv, err = pebblestore.Open(w.folder.FrontierDir(), pebblestore.Options{}); err != nil {
		return w, err
	}
	perHost := s.perHost
	if perHost == 0 {
		perHost = parallelOnOwn
	}
	w.frontier, err = frontier.Open(ctx, w.kv, frontier.Options{Delay: s.delay, PerHost: perHost, MaxPages: s.maxPages})
	if err != nil {
		return w, err
	}
	w.index, err = index.Open(w.folder.IndexDir(), index.Options{})
	return w, err
}

// close closes what is open, in order.
func (w *workplace) close() error {
	var errs []error
	if w.index != nil {
		errs = append(errs, w.index.Close())
	}
	if w.kv != nil {
		errs = append(errs, w.kv.Close())
	}
	if w.folder != nil {
		errs = append(errs, w.folder.Close())
	}
	return errors.Join(errs...)
}

// runCrawlWith opens the data folder, adds the seeds, crawls, and closes.
func runCrawlWith(ctx context.Context, s crawlSettings) (report crawl.Report, err error) {
	w, err := openWorkplace(ctx, &s)
	if err != nil {
		return crawl.Report{}, err
	}
	defer func() {
		if cerr := w.close(); err == nil {
			err = cerr
		}
	}()
	return w.crawl(ctx, s)
}

// crawl runs the spine on an open workplace.
func (w *workplace) crawl(ctx context.Context, s crawlSettings) (crawl.Report, error) {
	mode, err := scope.ParseMode(s.scope)
	if err != nil {
		return crawl.Report{}, err
	}
	rules, err := scope.New(scope.Options{Mode: mode, Depth: s.depth, Seeds: slices.Concat(s.seeds, s.earlier)})
	if err != nil {
		return crawl.Report{}, &aranea.Error{Op: "scope", Kind: aranea.Invalid, Err: err}
	}
	client, err := s.fetcher()
	if err != nil {
		return crawl.Report{}, err
	}
	defer client.Close()
	dialect, _ := dialect.ByName(s.dialect)
	pages, _ := s.pages()
	c, err := crawl.New(w.frontier, client, w.index, crawl.Options{
		Agents: agents(s.operator), Dialect: dialect, PageDialect: pages, Scope: rules, Fetchers: s.fetchers,
		Politeness: schedule.Policy{Delay: s.delay},
		Watch: func(p crawl.Progress) {
			if s.meter != nil {
				s.meter.Watch(p)
			}
			if s.watch != nil {
				s.watch(p)
			}
		},
	})
	if err != nil {
		return crawl.Report{}, err
	}
	if _, err := w.frontier.Add(ctx, time.Now(), discoverSeeds(s.seeds)); err != nil {
		return crawl.Report{}, err
	}
	if _, err := w.frontier.Refresh(ctx, time.Now(), frontier.RefreshDue, maxRefresh); err != nil {
		return crawl.Report{}, err
	}
	return c.Run(ctx)
}

// maxRefresh bounds the pages that a crawl visits again; the others wait for the
// next one.
const maxRefresh = 1_000_000

// Guard lines: the parts fit the spine.
var (
	_ crawl.Frontier = (*frontier.Frontier)(nil)
	_ crawl.Fetcher  = (*fetch.Client)(nil)
	_ crawl.Indexer  = (*index.Index)(nil)
)
