// Package settings holds what a crawl visits and how: the settings that a data folder remembers.
//
// Floor: 5 (owner), inside engine. Stability: engine. What the settings of a running crawl
// change, and when, is decided in package engine.
package settings

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// LeastRevisit is the least Settings.RevisitWithin.
const LeastRevisit = time.Minute

// Settings describe what to crawl and how. They are stored in the folder.
type Settings struct {
	Seeds []weburl.URL `json:"seeds"`
	// Sitemaps are those Seeds that are known to be sitemaps or feeds. They are not stored; what
	// a seed turned out to be is.
	Sitemaps []weburl.URL `json:"sitemaps,omitempty"`
	// Wanted is when somebody asked to visit the seeds, even those that are not due; see
	// seeds.Seeds. It is not stored.
	Wanted time.Time `json:"wanted,omitzero"`
	// Named are those Seeds of which the caller is told if they are not in the index at the end;
	// if none is, the verdict is not OK. They are not stored.
	Named []weburl.URL `json:"named,omitempty"`
	// NamedAt is when the Seeds were named, or read from the folder, zero for now. Seeds that were
	// dropped since do not count. It is not stored.
	NamedAt time.Time `json:"named_at,omitzero"`
	Scope   string    `json:"scope"`             // host, site, prefix, any or list
	Domains []string  `json:"domains,omitempty"` // in scope with all their subdomains, whatever Scope is
	scope.Patterns
	Depth    int    `json:"depth,omitempty"`
	Order    string `json:"order,omitempty"` // bfs, the default, dfs or best
	MaxPages uint64 `json:"max_pages,omitempty"`
	// MaxHostPages and MaxSitePages limit the pages of each host name and of each registrable
	// domain.
	MaxHostPages uint64           `json:"max_host_pages,omitempty"`
	MaxSitePages uint64           `json:"max_site_pages,omitempty"`
	Delay        time.Duration    `json:"delay_ns"`
	HostDelays   hostdelay.Delays `json:"host_delays,omitempty"` // of some hosts in place of Delay
	PerHost      int              `json:"per_host,omitempty"`    // concurrent requests to a host without a delay
	Fetchers     int              `json:"fetchers,omitempty"`
	Dialect      string           `json:"dialect"`
	PageDialect  string           `json:"page_dialect,omitempty"` // the default is that of Dialect
	Agent        string           `json:"agent,omitempty"`        // the operator's own product token
	Contact      string           `json:"contact,omitempty"`
	From         string           `json:"from,omitempty"` // the From header, "" for Contact if that is an address
	// Media are the kinds of files whose headers are read: image, audio, video, archive.
	Media []string `json:"media,omitempty"`
	// Facets is what pages are read for, so that results can be narrowed by it.
	Facets facets.Rules `json:"facets,omitempty"`
	// Items are the records that pages are read for; they stand in the lines of Documents.
	Items items.Rules `json:"items,omitempty"`
	// Forms is which forms of pages are filled in, one of extract.FormModes; "" for none.
	Forms string `json:"forms,omitempty"`
	// CheckLinks has the targets of links checked that are not visited, at most MaxSiteLinks of a
	// registrable domain, 0 for budget.SiteLinks.
	CheckLinks   bool   `json:"check_links,omitempty"`
	MaxSiteLinks uint64 `json:"max_links_per_site,omitempty"`
	// CheckFragments records the parts of pages, to tell links to parts that do not exist.
	CheckFragments bool `json:"check_fragments,omitempty"`
	// KeepHidden is how long documents are kept that their robots file has closed; 0 means the
	// default of crawl.
	KeepHidden time.Duration `json:"keep_hidden_ns,omitempty"`
	// RevisitWithin is the longest time between two visits of a page that exists, at least
	// LeastRevisit; 0 for none.
	RevisitWithin time.Duration `json:"revisit_within_ns,omitempty"`
	// Refresh is what is visited again of earlier crawls: due, the default, all, or none. It is
	// not stored. With RefreshSeeds it is about the hosts of Seeds and of where they lead to, or
	// with a scope beyond hosts, about their sites; otherwise about all of the folder.
	Refresh      string `json:"refresh,omitempty"`
	RefreshSeeds bool   `json:"refresh_seeds,omitempty"`
	// Asked is when somebody asked for this crawl, zero for now: with Refresh all, what was
	// visited since is not visited again, so that a crawl that begins again in another process
	// repeats no visits. It is not stored.
	Asked    time.Time      `json:"asked,omitzero"`
	Proxy    string         `json:"proxy,omitempty"`
	Resolve  []string       `json:"resolve,omitempty"` // host:port:address
	AllowNet []netip.Prefix `json:"allow_net,omitempty"`
	// Folders answer for the hosts of their URLs; their names on disk are absolute.
	Folders static.Folders `json:"folders,omitempty"`
	// Archives are the names of the files and folders that answer for all hosts in place of the
	// network; see package replay. They are absolute. With FromArchives the documents in them are
	// seeds.
	Archives     []string `json:"archives,omitempty"`
	FromArchives bool     `json:"from_archives,omitempty"`
	// CAFile is the name of the file of the authorities that are trusted beside the system's, ""
	// for none. Its content is not stored.
	CAFile string `json:"ca_file,omitempty"`
	// Secrets is the name of the file with what sites ask for before they show a page; see
	// package credentials. Its content is not stored.
	Secrets string `json:"secrets,omitempty"`
	// SignKey is the name of the file with the key that signs requests, and SignURL the https
	// origin under which the search page serves its public half.
	SignKey string     `json:"sign_key,omitempty"`
	SignURL weburl.URL `json:"sign_url,omitzero"`
	// WARC is the name of the folder for WARC files of all exchanges, "" for none. WARCSize is
	// the size of one file in bytes, 0 for the default.
	WARC     string `json:"warc,omitempty"`
	WARCSize int64  `json:"warc_size,omitempty"`
	// Disk is the maximum size of the folder in bytes, 0 for no limit. A crawl ends when the
	// folder has reached it.
	Disk int64 `json:"disk_bytes,omitempty"`
	// Documents is the name of the folder that gets a JSON line of each page that enters or leaves
	// the index, "" for none.
	Documents string `json:"documents,omitempty"`
	// CrawlLog is the name of the file that gets a line for each exchange, "" for none.
	CrawlLog string `json:"crawl_log,omitempty"`
	// Render is the browser that runs the scripts of pages, in the form of render.Options, ""
	// for none. RenderHosts are the host names whose pages are rendered; if empty, all pages
	// that need it are.
	Render      string   `json:"render,omitempty"`
	RenderHosts []string `json:"render_hosts,omitempty"`
	// ZoneRules is the name of the file with the operator's rules for zones of pages, "" for
	// none; see package selector.
	ZoneRules string `json:"zones,omitempty"`
	// Partition is the part of the web whose sites are visited, in a cluster of nodes; the zero one
	// is all of it. A folder keeps it, or a part of it, for ever.
	Partition partition.Partition `json:"partition,omitzero"`
	// Wish is the order to stop that was known when the crawl was requested, empty if it is
	// requested now. A later order ends the crawl. It is not stored.
	Wish halt.Wish `json:"wish,omitempty"`
	// Networks are the address ranges of the robot's requests, which are published with its
	// identity.
	Networks []netip.Prefix `json:"networks,omitempty"`
}

// ProductToken is the robot's own name in robots files.
const ProductToken = dialect.AgentToken("Aranea")

// DefaultPerHost is the number of concurrent requests to a host name whose delay is set to zero.
const DefaultPerHost = 8

// Default returns the settings of a crawl that sets none.
func Default() Settings {
	return Settings{Scope: "host", Delay: schedule.DefaultDelay, Fetchers: crawl.DefaultFetchers, Dialect: "rfc9309"}
}

// Validate reports all faults of s at once.
func (s *Settings) Validate() error {
	var faults []error
	if _, ok := dialect.ByName(s.Dialect); !ok {
		faults = append(faults, fmt.Errorf("dialect %q is unknown", s.Dialect))
	}
	if _, ok := extraction.PageDialect(s.PageDialect, s.Dialect); !ok {
		faults = append(faults, fmt.Errorf("page dialect %q is unknown", s.PageDialect))
	}
	if _, err := scope.ParseMode(s.Scope); err != nil {
		faults = append(faults, fmt.Errorf("scope: %w", err))
	}
	if s.Agent != "" && !dialect.AgentToken(s.Agent).Valid() {
		faults = append(faults, fmt.Errorf("agent %q is not a product token; use letters, - and _ only", s.Agent))
	}
	if _, ok := schedule.ParseRefreshing(s.Refresh); !ok {
		faults = append(faults, fmt.Errorf("refresh %q is unknown; it is due, all or none", s.Refresh))
	}
	if _, err := (extract.Formats{}).WithMedia(s.Media); err != nil {
		faults = append(faults, fmt.Errorf("media: %w", err))
	}
	if _, err := extract.ParseForms(s.Forms); err != nil {
		faults = append(faults, err)
	}
	if err := s.Facets.Check(); err != nil {
		faults = append(faults, err)
	}
	if err := s.Items.Check(); err != nil {
		faults = append(faults, err)
	}
	for _, d := range s.Domains {
		if _, err := scope.ParseDomain(d); err != nil {
			faults = append(faults, err)
		}
	}
	faults = append(faults, s.Patterns.Check()...)
	if err := s.Politeness().Validate(); err != nil {
		faults = append(faults, err)
	}
	if _, ok := s.ParsedOrder(); !ok {
		faults = append(faults, fmt.Errorf("order %q is unknown; it is bfs, dfs or best", s.Order))
	}
	if s.Delay < 0 || s.Depth < 0 || s.PerHost < 0 || s.Fetchers < 0 || s.KeepHidden < 0 || s.WARCSize < 0 || s.Disk < 0 {
		faults = append(faults, errors.New("delay, depth, requests per host, fetchers, the time for hidden pages and sizes must not be negative"))
	}
	if s.RevisitWithin != 0 && s.RevisitWithin < LeastRevisit {
		faults = append(faults, fmt.Errorf("pages visited again within %s: it is at least %s", s.RevisitWithin, LeastRevisit))
	}
	if len(s.Archives) > 0 {
		faults = append(faults, s.checkArchives()...)
	}
	if err := s.Partition.Validate(); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, rendering.Check(s.Render, s.RenderHosts)...)
	if faults = append(faults, s.checkIdentity()...); len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "crawl settings", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

// checkArchives returns the settings that cannot be with archives, which answer in place of the network.
func (s *Settings) checkArchives() (faults []error) {
	for _, not := range []struct {
		set bool
		why string
	}{
		{s.WARC != "", "answers of an archive are not written as WARC files, because their dates would be wrong"},
		{s.Secrets != "", "an archive lets nobody log in; leave the secrets out"},
		{s.Render != "", "a browser cannot ask an archive; leave it out"},
		{len(s.Folders) > 0, "archives and folders on disk are read into data folders of their own"},
	} {
		if not.set {
			faults = append(faults, errors.New(not.why))
		}
	}
	return faults
}

// checkIdentity returns the faults in the settings for the robot's identity.
func (s *Settings) checkIdentity() []error {
	var faults []error
	if (s.SignKey == "") != s.SignURL.IsZero() {
		faults = append(faults, errors.New("a signing key and the URL of its directory belong together; one is missing"))
	}
	if !s.SignURL.IsZero() && (s.SignURL.Scheme() != "https" || s.SignURL != s.SignURL.Origin().Root()) {
		faults = append(faults, errors.New("the URL of the directory of keys is that of a host, with https and without a path"))
	}
	if slices.ContainsFunc(s.Networks, func(p netip.Prefix) bool { return !p.IsValid() }) {
		faults = append(faults, errors.New("an address range of the robot is none"))
	}
	return faults
}

// ParsedOrder returns the order of the crawl, which is breadth first by default.
func (s *Settings) ParsedOrder() (schedule.Order, bool) {
	if s.Order == "" {
		return schedule.BreadthFirst, true
	}
	return schedule.ParseOrder(s.Order)
}

// Politeness returns the delays of the crawl. The one that is in force when nobody sets another is told
// as the default.
func (s *Settings) Politeness() schedule.Policy {
	delay := schedule.Exactly(s.Delay)
	if delay == schedule.DefaultDelay {
		delay = 0
	}
	return schedule.Policy{Delay: delay, HostDelays: s.HostDelays, OnDisk: hostdelay.OnDisk{Folders: s.Folders.Hosts(), Archive: len(s.Archives) > 0}}
}

// Agents returns the chain of product tokens: the operator's, then Aranea.
func (s *Settings) Agents() []dialect.AgentToken {
	if s.Agent == "" {
		return []dialect.AgentToken{ProductToken}
	}
	return []dialect.AgentToken{dialect.AgentToken(s.Agent), ProductToken}
}

// Differs names the settings other than seeds in which s and t differ, which cannot change
// during a crawl.
func (s *Settings) Differs(t *Settings) []string {
	var names []string
	for _, f := range []struct {
		name string
		same bool
	}{
		{"include", slices.Equal(s.Include, t.Include)}, {"exclude", slices.Equal(s.Exclude, t.Exclude)},
		{"index-only", slices.Equal(s.IndexOnly, t.IndexOnly)}, {"follow-only", slices.Equal(s.FollowOnly, t.FollowOnly)},
		{"scope", s.Scope == t.Scope}, {"depth", s.Depth == t.Depth}, {"max-pages", s.MaxPages == t.MaxPages},
		{"allow-domain", slices.Equal(s.Domains, t.Domains)}, {"order", s.Order == t.Order},
		{"max-pages-per-host", s.MaxHostPages == t.MaxHostPages}, {"max-pages-per-site", s.MaxSitePages == t.MaxSitePages},
		{"delay", s.Delay == t.Delay}, {"host-delay", maps.Equal(s.HostDelays, t.HostDelays)}, {"dialect", s.Dialect == t.Dialect}, {"page-dialect", s.PageDialect == t.PageDialect},
		{"agent", s.Agent == t.Agent}, {"contact", s.Contact == t.Contact}, {"from", s.From == t.From}, {"proxy", s.Proxy == t.Proxy}, {"ca-file", s.CAFile == t.CAFile},
		{"per-host", s.PerHost == t.PerHost}, {"fetchers", s.Fetchers == t.Fetchers},
		{"secrets", s.Secrets == t.Secrets}, {"sign-key", s.SignKey == t.SignKey}, {"sign-url", s.SignURL == t.SignURL},
		{"forms", s.Forms == t.Forms}, {"facet", slices.Equal(s.Facets, t.Facets)}, {"item", slices.Equal(s.Items, t.Items)}, {"check-links", s.CheckLinks == t.CheckLinks}, {"max-links-per-site", s.MaxSiteLinks == t.MaxSiteLinks}, {"check-fragments", s.CheckFragments == t.CheckFragments}, {"media", slices.Equal(s.Media, t.Media)}, {"keep-hidden", s.KeepHidden == t.KeepHidden}, {"revisit-within", s.RevisitWithin == t.RevisitWithin}, {"warc", s.WARC == t.WARC}, {"warc-size", s.WARCSize == t.WARCSize},
		{"documents", s.Documents == t.Documents}, {"crawl-log", s.CrawlLog == t.CrawlLog}, {"disk", s.Disk == t.Disk},
		{"render", s.Render == t.Render}, {"render-host", slices.Equal(s.RenderHosts, t.RenderHosts)},
		{"zones", s.ZoneRules == t.ZoneRules},
		{"folder", slices.Equal(s.Folders, t.Folders)}, {"archive", s.FromArchives == t.FromArchives && slices.Equal(s.Archives, t.Archives)}, {"resolve", slices.Equal(s.Resolve, t.Resolve)}, {"allow-net", slices.Equal(s.AllowNet, t.AllowNet)}, {"network", slices.Equal(s.Networks, t.Networks)},
		{"partition", s.Partition == t.Partition},
	} {
		if !f.same {
			names = append(names, f.name)
		}
	}
	return names
}

// SameScope reports whether other settings have the same scope, seeds aside.
func (s *Settings) SameScope(t *Settings) bool {
	return s.Scope == t.Scope && s.Depth == t.Depth && slices.Equal(s.Domains, t.Domains) && slices.Equal(s.Media, t.Media) &&
		slices.Equal(s.Folders.Bases(), t.Folders.Bases()) && slices.Equal(s.Archives, t.Archives) && s.Patterns.Visits(&t.Patterns)
}

// SameWay reports whether hosts are reached as with other settings, certificates aside.
func (s *Settings) SameWay(t *Settings) bool {
	return s.Proxy == t.Proxy && s.CAFile == t.CAFile && slices.Equal(s.Resolve, t.Resolve) && slices.Equal(s.Folders, t.Folders)
}

// SameBrowser reports whether a browser renders the same pages as with other settings.
func (s *Settings) SameBrowser(t *Settings) bool {
	return s.Render == t.Render && slices.Equal(s.RenderHosts, t.RenderHosts)
}

// Continues returns an error if a crawl with the settings cannot follow one with earlier ones, of so many
// seeds: what is known from an archive, robots files and pages, is not what the sites have now; and what
// is known of the sites of one partition belongs to its node alone. A partition may fall into several.
func (s *Settings) Continues(earlier *Settings, seeds int) error {
	if seeds > 0 && !s.Partition.Within(earlier.Partition) {
		return &aranea.Error{Op: "crawl", Kind: aranea.Invalid, Err: fmt.Errorf("the data folder has a crawl of %s, and %s is no part of that (docs/cluster.md tells how a cluster grows); name another folder with --data", part(earlier.Partition), part(s.Partition))}
	}
	if archived := len(s.Archives) > 0; seeds == 0 || archived == (len(earlier.Archives) > 0) {
		return nil
	} else if archived {
		return &aranea.Error{Op: "crawl", Kind: aranea.Invalid, Err: errors.New("the data folder has a crawl of the network; archives are read into another one: name it with --data")}
	}
	return &aranea.Error{Op: "crawl", Kind: aranea.Invalid, Err: errors.New("the data folder has what an archive holds; the network is crawled into another one: name it with --data")}
}

// part names a partition for people.
func part(p partition.Partition) string {
	if p.IsWhole() {
		return "the whole web"
	}
	return fmt.Sprintf("partition %d of %d", p.Number, p.Of)
}

// SameLinks reports whether other settings have the same targets of links checked.
func (s *Settings) SameLinks(t *Settings) bool {
	return s.CheckLinks == t.CheckLinks && (!s.CheckLinks || s.MaxSiteLinks == t.MaxSiteLinks)
}

// KeepSeeds removes the other seeds.
func (s *Settings) KeepSeeds(which func(weburl.URL) bool) {
	for _, list := range []*[]weburl.URL{&s.Seeds, &s.Sitemaps, &s.Named} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(u weburl.URL) bool { return !which(u) })
	}
}
