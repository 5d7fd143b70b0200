package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/offline"
	"github.com/aranea-search/aranea/cmd/aranea/report"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// crawlFlags are the flags of a crawl.
type crawlFlags struct {
	set         service.Settings
	hostDelays  []string
	allowNet    []string
	networks    []string
	signURL     string
	domains     []string
	domainFile  string
	seeds       string
	sitemaps    []string
	facets      []string
	items       []string
	folders     []string
	json, quiet bool
	waits       bool // without a URL the first crawl is begun by an operator, on the pages
}

func (c *crawlFlags) bind(f *pflag.FlagSet) {
	s := &c.set
	f.StringVar(&s.Contact, "contact", "", "e-mail address or URL by which site owners can reach you; sent with every request")
	f.StringVar(&s.From, "from", "", "e-mail address of the From field of every request, beside a --contact that is a URL; an empty one ends what the data folder remembers")
	f.StringVar(&s.Agent, "agent", "", "your own product token, asked for in robots files before Aranea")
	f.StringVar(&s.Dialect, "dialect", "rfc9309", "dialect of robots files: "+command.DialectNames())
	f.StringVar(&s.PageDialect, "page-dialect", "", "dialect of what pages say to robots: "+command.PageDialectNames()+"; default: that of --dialect")
	f.StringVar(&s.Scope, "scope", "host", "how far to go from the URLs: host (their hosts), site (their registrable domains), prefix (their folders), any, or list (nothing but these)")
	f.StringSliceVar(&c.domains, "allow-domain", nil, "domain that is in scope with all below it, whatever --scope says: example.org, or .ru for a country (repeatable)")
	f.StringVar(&c.domainFile, "allow-domains", "", "file with one such domain per line, - for standard input; # starts a comment")
	f.StringArrayVar(&s.Include, "include", nil, "pattern of URLs to visit, and no others but those you name: /docs/, or https://example.org/docs/; * is any text, $ the end (repeatable); an empty one ends what the data folder remembers")
	f.StringArrayVar(&s.Exclude, "exclude", nil, "pattern of URLs not to visit: /tag/, *.zip$; of several patterns the longest decides (repeatable); an empty one ends what the data folder remembers")
	f.StringVar(&s.Order, "order", schedule.BreadthFirst.String(), "which pages come first: bfs (few links from a seed), dfs (many) or best (few links, short paths, what many link to, hosts that give much)")
	f.IntVar(&s.Depth, "depth", 0, "largest number of links away from a URL; 0 is no limit")
	f.StringSliceVar(&s.Media, "media", nil, "kinds of files whose headers are read, a request for each: "+strings.Join(extract.MediaKinds(), ", ")+"; default none")
	f.StringVar(&s.Forms, "forms", "none", "which forms of pages are filled in, a request for each URL that they lead to: none, or menus, of those with method GET the selections that they offer")
	f.StringArrayVar(&c.facets, "facet", nil, "what results can be narrowed by, and where pages say it: version=docsearch:version for a meta element, version=/docs/{}/ for a part of the path ('version=/{[0-9]*|latest}/' if it fits a pattern), category=css:SELECTOR for elements, brand=schema:Product.brand for structured data (repeatable); an empty one ends what the data folder remembers")
	f.StringArrayVar(&c.items, "item", nil, "records of pages, such as the products of a list, for the lines of --documents: product=css:SELECTOR for the elements, and for the fields in each product.name=css:SELECTOR, product.link=css:a@href, product.tags[]=css:.tag for all of several; or of JSON-LD product=schema:Product, product.price=schema:offers.price (repeatable); aranea inspect --item tries them; an empty one ends what the data folder remembers")
	f.BoolVar(&s.CheckLinks, "check-links", false, "check also the links to what is not visited, such as other sites: a request for each URL, without its content; see aranea links --broken")
	f.BoolVar(&s.CheckFragments, "check-fragments", false, "record the parts of pages, to check also the links to parts (page#part); see aranea links --broken")
	f.Uint64Var(&s.MaxSiteLinks, "max-links-per-site", 0, fmt.Sprintf("with --check-links, URLs of one registrable domain that are checked at most, over all crawls of the folder; 0 is %d, of %d in all", budget.SiteLinks, budget.AllLinks))
	f.DurationVar(&s.Delay, "delay", schedule.DefaultDelay, "delay between two requests to a host name, longer after slow answers; 0s, for your own hosts only, is none at all")
	f.StringArrayVar(&s.IndexOnly, "index-only", nil, "pattern of pages to index; others are visited for their links only: /articles/ (repeatable); an empty one ends what the data folder remembers")
	f.StringArrayVar(&s.FollowOnly, "follow-only", nil, "pattern of pages that are visited for their links only and do not come into the index: /tag/, *?page= (repeatable); an empty one ends what the data folder remembers")
	f.StringArrayVar(&c.hostDelays, "host-delay", nil, "delay of one host in place of --delay: wiki.example.org=200ms, or .example.org=200ms for all names below it as well (repeatable); an empty one ends what the data folder remembers")
	f.IntVar(&s.PerHost, "per-host", 0, fmt.Sprintf("requests at once to a host name whose delay is 0; 0 means %d", service.DefaultPerHost))
	f.IntVar(&s.Fetchers, "fetchers", crawl.DefaultFetchers, "requests at once over all hosts")
	f.DurationVar(&s.KeepHidden, "keep-hidden", schedule.HiddenFor, "how long a page is kept, hidden, that its robots file has closed")
	f.DurationVar(&s.RevisitWithin, "revisit-within", 0, "visit every page again within this time, as far as the delay of its host allows; 0 is by how often pages change")
	f.Uint64Var(&s.MaxPages, "max-pages", 0, "stop after so many pages; 0 is no limit")
	f.Uint64Var(&s.MaxHostPages, "max-pages-per-host", 0, "pages of one host name at most, over all crawls of the folder; 0 is no limit")
	f.Uint64Var(&s.MaxSitePages, "max-pages-per-site", 0, "pages of one registrable domain at most, over all crawls of the folder; 0 is no limit")
	f.StringVar(&s.Refresh, "refresh", "due", "what of earlier crawls to visit again: due, all or none; if given with URLs, of their hosts, or with --scope site or any, of their sites")
	f.StringVar(&s.Proxy, "proxy", "", "forward proxy, http://host:port")
	f.StringArrayVar(&s.Resolve, "resolve", nil, "take address for host and port, both may be *: host:port:address (repeatable); an empty rule ends what the data folder remembers")
	f.StringSliceVar(&c.allowNet, "allow-net", nil, "open a private address range, for example 10.0.0.0/8 (repeatable)")
	f.StringArrayVar(&c.folders, "folder", nil, "folder on disk that answers in place of a host: https://docs.example.org/=./public, or =files:/srv/share for one of documents, without pages that lead to them; without a URL the crawl starts there (repeatable); an empty one ends what the data folder remembers")
	f.StringArrayVar(&s.Archives, "archive", nil, "WARC, WACZ or ARC file, or folder of such files, that answers for all hosts in place of the network; without a URL all documents in it are seeds (repeatable)")
	f.StringVar(&s.CAFile, "ca-file", "", "file of certificates in PEM that sign those of sites, trusted beside the system's: your company's authority; an empty name ends what the data folder remembers")
	f.StringVar(&s.Secrets, "secrets", "", "file with what sites ask for before they show a page: names and passwords, tokens, cookies, client certificates, logins")
	f.StringVar(&s.Render, "render", "", "browser that runs the scripts of pages which need it: chromium, a program, or the ws:// URL of a DevTools; \"\" for none")
	f.StringSliceVar(&s.RenderHosts, "render-host", nil, "host whose pages are all rendered, and those of others not (repeatable)")
	f.StringVar(&s.ZoneRules, "zones", "", "file with your own rules on the zones of pages, by host and CSS selector; an empty name ends what the data folder remembers")
	f.StringSliceVar(&c.networks, "network", nil, "address range that your robot asks from, told to site owners on the page about it (repeatable)")
	f.StringVar(&s.SignKey, "sign-key", "", "file of the key that requests are signed with; \"aranea identity --new-key FILE\" makes one")
	f.StringVar(&c.signURL, "sign-url", "", "https URL of the host under which your search page serves the public half of the key; an empty one ends the signing that the data folder remembers")
	f.StringArrayVar(&c.sitemaps, "sitemap", nil, "URL of a sitemap or feed whose pages are visited; its host is in scope like that of a URL (repeatable)")
	f.StringVar(&s.WARC, "warc", "", "folder that gets WARC files of all exchanges; an empty name ends what the data folder remembers")
	f.Var((*settings.Bytes)(&s.WARCSize), "warc-size", "size of one WARC file, such as 500MB; 0 is 1GiB")
	f.Var((*settings.Bytes)(&s.Disk), "disk", "size that the data folder may have, such as 20GB: a crawl that reaches it ends, and goes on with a larger one; 0 is no limit")
	f.StringVar(&s.Documents, "documents", "", "folder that gets a JSON line of each page that enters or leaves the index, for other programs; an empty name ends what the data folder remembers")
	f.StringVar(&s.CrawlLog, "crawl-log", "", "file that gets a line of each exchange, with rotation; an empty name ends what the data folder remembers")
	f.StringVar(&c.seeds, "seeds", "", "file with one URL per line, - for standard input; # starts a comment")
	f.BoolVar(&c.json, "json", false, "print one JSON object as the last line")
	f.BoolVar(&c.quiet, "quiet", false, "print no progress")
}

// settings returns the settings in the flags, and all their faults at once.
func (c *crawlFlags) settings() (service.Settings, error) {
	var faults []error
	var err error
	for _, list := range []*[]string{&c.set.Resolve, &c.set.Include, &c.set.Exclude, &c.set.IndexOnly, &c.set.FollowOnly, &c.hostDelays} {
		*list = slices.DeleteFunc(*list, func(rule string) bool { return rule == "" })
	}
	if c.set.Facets, err = facets.ParseAll(slices.DeleteFunc(slices.Clone(c.facets), func(rule string) bool { return rule == "" })); err != nil {
		faults = append(faults, err)
	}
	if c.set.Items, err = items.ParseAll(slices.DeleteFunc(slices.Clone(c.items), func(rule string) bool { return rule == "" })); err != nil {
		faults = append(faults, err)
	} else if len(c.set.Items) > 0 && c.set.Documents == "" {
		faults = append(faults, errors.New("--item: items are written into the lines of pages; name a folder for these with --documents"))
	}
	if c.set.Forms == "none" {
		c.set.Forms = ""
	}
	if len(c.hostDelays) > 0 {
		if c.set.HostDelays, err = hostdelay.Parse(c.hostDelays); err != nil {
			faults = append(faults, err)
		}
	}
	if c.set.Folders, err = static.ParseHere(c.folders); err != nil {
		faults = append(faults, fmt.Errorf("--folder: %w", err))
	}
	if c.set.Archives, err = offline.Absolute(c.set.Archives); err != nil {
		faults = append(faults, err)
	}
	if c.set.AllowNet, err = command.ParsePrefixes(c.allowNet); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, c.identity()...)
	if c.set.Secrets != "" { // the owner of the folder may have another working directory
		path, err := filepath.Abs(c.set.Secrets)
		if err == nil {
			_, err = credentials.Read(path)
		}
		if err != nil {
			faults = append(faults, err)
		}
		c.set.Secrets = path
	}
	for _, name := range []*string{&c.set.CAFile, &c.set.WARC, &c.set.Documents, &c.set.CrawlLog, &c.set.ZoneRules} { // the same applies here
		if *name == "" {
			continue
		}
		if *name, err = filepath.Abs(*name); err != nil {
			faults = append(faults, err)
		}
	}
	if _, err := extraction.ReadRules(c.set.ZoneRules); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, c.check()...)
	if err := errors.Join(faults...); err != nil {
		return c.set, &command.Error{Code: command.ExitUsage, Err: err}
	}
	return c.set, nil
}

// identity reads the flags for the identity of the robot.
func (c *crawlFlags) identity() []error {
	var faults []error
	var err error
	if c.set.Networks, err = command.ParsePrefixes(c.networks); err != nil {
		faults = append(faults, err)
	}
	if c.set.SignKey != "" { // the owner of the folder may have another working directory
		if c.set.SignKey, err = filepath.Abs(c.set.SignKey); err != nil {
			faults = append(faults, err)
		}
	}
	c.set.SignURL = weburl.URL{}
	if c.signURL != "" {
		if c.set.SignURL, err = weburl.Parse(c.signURL); err != nil {
			faults = append(faults, fmt.Errorf("--sign-url %q is no URL; write https://bots.example.org", c.signURL))
		}
	}
	return faults
}

// check returns the faults of single flags.
func (c *crawlFlags) check() []error {
	var faults []error
	s := &c.set
	if _, ok := dialect.ByName(s.Dialect); !ok {
		faults = append(faults, command.UnknownValue("dialect", s.Dialect, command.DialectList()))
	}
	if _, ok := robotsmeta.DialectByName(s.PageDialect); !ok && s.PageDialect != "" {
		faults = append(faults, command.UnknownValue("page-dialect", s.PageDialect, command.PageDialectList()))
	}
	if _, err := scope.ParseMode(s.Scope); err != nil {
		faults = append(faults, command.UnknownValue("scope", s.Scope, scope.ModeNames()))
	}
	if _, ok := schedule.ParseOrder(s.Order); !ok {
		faults = append(faults, command.UnknownValue("order", s.Order, schedule.Orders()))
	}
	if _, err := (extract.Formats{}).WithMedia(s.Media); err != nil {
		faults = append(faults, fmt.Errorf("--media: %w", err))
	}
	if _, err := extract.ParseForms(s.Forms); err != nil {
		faults = append(faults, command.UnknownValue("forms", s.Forms, extract.FormModes()))
	}
	if s.Agent != "" && !dialect.AgentToken(s.Agent).Valid() {
		faults = append(faults, fmt.Errorf("--agent %q is not a product token; use letters, - and _ only", s.Agent))
	}
	if !slices.Contains(schedule.Refreshes(), s.Refresh) {
		faults = append(faults, command.UnknownValue("refresh", s.Refresh, schedule.Refreshes()))
	}
	if s.Delay < 0 || s.Depth < 0 || s.PerHost < 0 {
		faults = append(faults, errors.New("--delay, --depth and --per-host must not be negative"))
	}
	if s.Fetchers < 1 {
		faults = append(faults, fmt.Errorf("--fetchers %d: it is at least 1", s.Fetchers))
	}
	return faults
}

// recall sets the flags that the command line, the environment and the settings file leave open
// to the values in the data folder.
func (c *crawlFlags) recall(cmd *cobra.Command, o *optionsfile.Recalled) {
	s, changed := &c.set, cmd.Flags().Changed
	command.Keep(changed("contact"), &s.Contact, o.Contact)
	command.Keep(changed("from"), &s.From, o.From)
	command.Keep(changed("agent"), &s.Agent, o.Agent)
	command.Keep(changed("dialect"), &s.Dialect, o.Dialect)
	command.Keep(changed("page-dialect"), &s.PageDialect, o.PageDialect)
	command.Keep(changed("scope"), &s.Scope, o.Scope)
	command.Keep(changed("proxy"), &s.Proxy, o.Proxy)
	command.Keep(changed("ca-file"), &s.CAFile, o.CAFile)
	command.Keep(changed("secrets"), &s.Secrets, o.Secrets)
	command.Keep(changed("warc"), &s.WARC, o.WARC)
	command.Keep(changed("disk"), &s.Disk, o.Disk)
	command.Keep(changed("documents"), &s.Documents, o.Documents)
	command.Keep(changed("crawl-log"), &s.CrawlLog, o.CrawlLog)
	command.Keep(changed("warc-size"), &s.WARCSize, o.WARCSize)
	command.Keep(changed("zones"), &s.ZoneRules, o.ZoneRules)
	command.Keep(changed("render"), &s.Render, o.Render)
	command.KeepList(s.Render == "" || changed("render-host"), &s.RenderHosts, o.RenderHosts)
	command.Keep(changed("depth"), &s.Depth, o.Depth)
	command.Keep(changed("order"), &s.Order, o.Order)
	command.Keep(changed("max-pages-per-host"), &s.MaxHostPages, o.MaxHostPages)
	command.Keep(changed("max-pages-per-site"), &s.MaxSitePages, o.MaxSitePages)
	if !changed("allow-domain") && !changed("allow-domains") {
		c.domains = o.Domains
	}
	command.KeepList(changed("include"), &s.Include, o.Include)
	command.KeepList(changed("exclude"), &s.Exclude, o.Exclude)
	command.KeepList(changed("index-only"), &s.IndexOnly, o.IndexOnly)
	command.KeepList(changed("follow-only"), &s.FollowOnly, o.FollowOnly)
	command.Keep(changed("per-host"), &s.PerHost, o.PerHost)
	command.Keep(changed("fetchers"), &s.Fetchers, o.Fetchers)
	command.Keep(changed("revisit-within"), &s.RevisitWithin, o.RevisitWithin)
	command.Keep(changed("keep-hidden"), &s.KeepHidden, o.KeepHidden)
	command.Keep(changed("node"), &s.Partition, o.Partition)
	command.KeepList(changed("media"), &s.Media, o.Media)
	command.Keep(changed("forms"), &s.Forms, o.Forms)
	offline.Recall(cmd, s, &c.folders, o)
	c.recallRules(changed, o)
	command.Keep(changed("check-links"), &s.CheckLinks, o.CheckLinks)
	command.Keep(changed("check-fragments"), &s.CheckFragments, o.CheckFragments)
	command.Keep(changed("max-links-per-site"), &s.MaxSiteLinks, o.MaxSiteLinks)
	command.KeepList(changed("resolve"), &s.Resolve, o.Resolve)
	if !changed("host-delay") {
		s.HostDelays = o.HostDelays
	}
	if !changed("delay") {
		s.Delay = o.Delay
	}
	command.Keep(changed("sign-key") || changed("sign-url") && c.signURL == "", &s.SignKey, o.SignKey)
	command.Keep(changed("sign-url"), &c.signURL, o.SignURL.String())
	if !changed("network") {
		c.networks = command.PrefixTexts(o.Networks)
	}
	if !changed("allow-net") {
		c.allowNet = command.PrefixTexts(o.AllowNet)
	}
}

// recallRules is recall for what pages are read for.
func (c *crawlFlags) recallRules(changed func(flag string) bool, o *optionsfile.Recalled) {
	if !changed("facet") {
		c.facets = o.Facets.Texts()
	}
	if !changed("item") && c.set.Documents != "" { // where they are written
		c.items = o.Items.Texts()
	}
}

// startMeter shows progress on standard error, unless it is not wanted. The caller ends the
// meter, which may be nil.
func (c *crawlFlags) startMeter(cmd *cobra.Command) *report.Meter {
	stderr := errorFile(cmd)
	if c.quiet || stderr == nil {
		return nil
	}
	return report.NewMeter(stderr, time.Now(), command.DataOf(cmd))
}
