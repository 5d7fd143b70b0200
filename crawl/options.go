package crawl

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/robotsredirects"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// Options say how to crawl. The zero value of a field means its default.
type Options struct {
	// Agents are the product tokens by which the robot finds its group in a robots file; the
	// first that has a group counts.
	Agents []dialect.AgentToken
	// Dialect is how robots files are read; default RFC 9309 with the
	// tolerated mistakes.
	Dialect dialect.Dialect
	// PageDialect is how the directives of pages are read; default
	// robotsmeta.Strictest.
	PageDialect robotsmeta.Dialect
	// Scope decides which discovered URLs belong to the crawl.
	Scope scope.Rules
	// Led is where the seeds of Scope moved to in earlier runs, which is in scope as well; see
	// the function Led. If it is nil, Run looks for it.
	Led []weburl.URL
	// Extract holds the limits of extraction.
	Extract extract.Limits
	// Outside reads documents that are not read in this process; nil means that they are not
	// read.
	Outside extract.Outside
	// Media are the kinds of files whose headers are read; see extract.MediaKinds. Default
	// none: each file costs a request.
	Media []string
	// Forms lets the forms of pages be filled in, as package form of extract says: each URL costs
	// a request.
	Forms bool
	// Parts has the parts of web pages recorded, and their links with fragments.
	Parts bool
	// Layout keeps the whitespace of preformatted text in pages, and the links in those that are indexed again.
	Layout bool
	// Facets is what pages are read for, so that results can be narrowed by it.
	Facets facets.Rules
	// Items are the records that web pages are read for.
	Items items.Rules
	// ZoneRules are the operator's rules for the zones of parts of pages; nil for none.
	ZoneRules *selector.Rules
	// Alike is since when pages are read in the same way: another text of one that was visited before
	// is not taken for a change of it. Default from the beginning.
	Alike time.Time
	// Rendering lets a browser run the scripts of pages; nil for no rendering.
	Rendering *rendering.Room
	// Fetchers is the number of exchanges under way at once; default 64.
	Fetchers int
	// MaxBody is the size in bytes at which a page's body is cut; default 8 MiB. The text kept
	// of a page is at most a quarter of that.
	MaxBody int64
	// BatchPages and BatchWait bound a commit: it happens when BatchPages visits are done or
	// the oldest has waited for BatchWait; defaults 100 and 50 ms.
	BatchPages int
	BatchWait  time.Duration
	// Patience is how long a run waits when every host is deferred: if the next instant is
	// further ahead, the run ends and reports so; default 5 minutes.
	Patience time.Duration
	// KeepHidden is how long the document of a page is kept after its robots file closed it:
	// until then it is hidden, and found again when the file opens it; default
	// schedule.HiddenFor.
	KeepHidden time.Duration
	// RevisitWithin is the longest time between two visits of a page that exists, as far as the
	// delay of its host allows it; 0 for none but that of package schedule.
	RevisitWithin time.Duration
	// StopGrace is how long exchanges under way may continue after the context ends; default 10
	// seconds.
	StopGrace time.Duration
	// Watch receives progress after each commit and when a wait begins. It is called by one
	// goroutine at a time and must return at once. It may be nil.
	Watch func(runreport.Progress)
	// Endless is called when a folder of an origin appears to be endless, when it is bounded
	// for that, or when it no longer appears so. It is called by the goroutine that commits and
	// must return at once. It may be nil.
	Endless func(o weburl.Origin, f trap.Folder)
	// Refuses is called when a host begins to refuse everything that it gave before, and when it
	// no longer does, with the host before and after that. It is called by the goroutine that
	// commits and must return at once. It may be nil.
	Refuses func(before, after aranea.Host)
	// Changed receives what a changed robots file closed or opened. It is called by one
	// goroutine at a time and must return at once. It may be nil.
	Changed func(aranea.RobotsChange)
	// LoginLost is called for each answer to a request that a secret belongs to. If the site
	// wants a login, it returns what was sent, else "". passwordField says that the page has a
	// password field. It must return at once. It may be nil.
	LoginLost func(f *aranea.Fetched, passwordField bool) (evidence string)
	// LoginAwaited is called before each page is requested. It returns the login that the page
	// must wait for, "" for none, and when one that failed is tried again, else zero. It must
	// return at once. It may be nil.
	LoginAwaited func(u weburl.URL) (evidence string, next time.Time)
	// LoginsFailing is as in a verdict.Situation.
	LoginsFailing func() []string
	// Learner holds what visits showed of hosts, beyond the single URL; nil learns nothing.
	Learner *learn.Learner
	// Beyond has robots files of sites of other partitions read; nil reads none.
	Beyond robotsredirects.Reader
	// Recorder records the exchanges, such as in an archive; nil records none.
	Recorder Recorder
	// Now is the clock; default time.Now.
	Now func() time.Time

	// advice is what Learner says of the URLs that a visit names; used by plan.
	advice map[weburl.URL]learn.Advice
	// foundOn is the ID of the page whose links are planned, zero if it is not computed yet.
	foundOn weburl.ID
}

// Defaults of Options.
const (
	DefaultFetchers   = 64
	DefaultMaxBody    = 8 << 20
	DefaultBatchPages = 100
	DefaultBatchWait  = 50 * time.Millisecond
	DefaultPatience   = 5 * time.Minute
	DefaultStopGrace  = 10 * time.Second
)

// MaxFetchers bounds Options.Fetchers, and thereby memory: each fetcher may hold one body and
// one page.
const MaxFetchers = 4096

// Validate reports all faults of o at once.
func (o Options) Validate() error {
	var faults []error
	if len(o.Agents) == 0 {
		faults = append(faults, errors.New("no agent token: the robot must know its own name"))
	}
	if o.Fetchers < 0 || o.Fetchers > MaxFetchers {
		faults = append(faults, fmt.Errorf("fetchers is %d; it must lie between 1 and %d", o.Fetchers, MaxFetchers))
	}
	if o.MaxBody < 0 || o.BatchPages < 0 || o.BatchWait < 0 || o.Patience < 0 || o.StopGrace < 0 || o.KeepHidden < 0 || o.RevisitWithin < 0 {
		faults = append(faults, errors.New("sizes and durations must not be negative"))
	}
	if _, err := (extract.Formats{}).WithMedia(o.Media); err != nil {
		faults = append(faults, err)
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "crawl options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

func (o Options) withDefaults() Options {
	o.Fetchers = cmp.Or(o.Fetchers, DefaultFetchers)
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	o.BatchPages = cmp.Or(o.BatchPages, DefaultBatchPages)
	o.BatchWait = cmp.Or(o.BatchWait, DefaultBatchWait)
	o.Patience = cmp.Or(o.Patience, DefaultPatience)
	o.StopGrace = cmp.Or(o.StopGrace, DefaultStopGrace)
	o.KeepHidden = cmp.Or(o.KeepHidden, schedule.HiddenFor)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Dialect == (dialect.Dialect{}) {
		o.Dialect = dialect.RFC9309()
	}
	o.PageDialect = cmp.Or(o.PageDialect, robotsmeta.Strictest())
	return o
}

// names returns the names of the robot.
func (o Options) names() []string {
	out := make([]string, 0, len(o.Agents))
	for _, a := range o.Agents {
		out = append(out, string(a))
	}
	return out
}
