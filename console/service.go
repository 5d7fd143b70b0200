package console

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// A Service has the data of a data folder for the pages. It is safe for concurrent use, and
// responds at any time, including during a crawl. Every service.Service implements it.
type Service interface {
	Searcher
	Asker
	Lister
	Watcher
	Prover
}

// A Searcher answers queries.
type Searcher interface {
	Search(ctx context.Context, r search.Request) (search.Response, error)
	// Complete returns completions of a partial query.
	Complete(ctx context.Context, r search.Request) (search.Completions, error)
	// Why returns whether and why a page matches a query.
	Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error)
	// Docs returns the number of pages that can be found.
	Docs(ctx context.Context) (int, error)
}

// An Asker answers questions about one URL or host.
type Asker interface {
	Explain(ctx context.Context, url string) (trail.Trail, error)
	// Host returns what is known about an origin, with the current robots copy.
	Host(ctx context.Context, o weburl.Origin) (service.HostFacts, error)
	// Inlinks counts the links to a URL, with examples.
	Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error)
	// UncheckedLinks counts the targets of links that were not checked.
	UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error)
	// RobotsHistory yields the robots copies of an origin, the newest first.
	RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[service.RobotsCopy, error]
	// Templates yields what is known about the template of an origin.
	Templates(ctx context.Context, host string) iter.Seq2[zone.Template, error]
}

// A Lister streams URLs, hosts and links, and counts them.
type Lister interface {
	URLs(ctx context.Context, f service.URLFilter) iter.Seq2[service.URLFacts, error]
	Hosts(ctx context.Context, f service.HostFilter) iter.Seq2[service.HostFacts, error]
	Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error]
	// CheckedLinks yields links whose targets are broken, or redirect.
	CheckedLinks(ctx context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error]
	// OrphanPages yields pages of the index that no page links to.
	OrphanPages(ctx context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error]
	// Faults yields faults of what a check looks at, such as sitemaps, or versions in other languages.
	Faults(ctx context.Context, f linkcheck.FaultFilter) iter.Seq2[linkcheck.Fault, error]
	Stats(ctx context.Context) (service.Stats, error)
}

// A Watcher reports what the owner of the folder is doing.
type Watcher interface {
	Status(ctx context.Context) (service.Status, error)
	// Identity describes the robot.
	Identity(ctx context.Context) (service.Identity, error)
}

// A Monitored has a state that monitoring asks for.
type Monitored interface {
	Search(ctx context.Context, r search.Request) (search.Response, error)
	Status(ctx context.Context) (service.Status, error)
}

// A Prover checks with sites whether a searcher may read them, or may act for them.
type Prover interface {
	Prove(ctx context.Context, p service.Proof) (service.Proven, error)
	// Notify accepts a notice of changed URLs if their site has the notice's key.
	Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error)
}

// Guard line: every owner of a folder implements Service.
var _ Service = service.Service(nil)
