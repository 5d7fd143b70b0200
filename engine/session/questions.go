package session

import (
	"context"
	"iter"

	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// Explain implements Service.
func (s *Session) Explain(ctx context.Context, url string) (trail.Trail, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (trail.Trail, error) { return x.Explain(ctx, url) })
}

// Host implements Service.
func (s *Session) Host(ctx context.Context, o weburl.Origin) (service.HostFacts, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.HostFacts, error) { return x.Host(ctx, o) })
}

// Inlinks implements Service.
func (s *Session) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (linkgraph.Inlinks, error) { return x.Inlinks(ctx, u) })
}

// UncheckedLinks implements Service.
func (s *Session) UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (linkcheck.Unchecked, error) {
		return x.UncheckedLinks(ctx, host)
	})
}

// RobotsHistory implements Service.
func (s *Session) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[service.RobotsCopy, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[service.RobotsCopy, error] {
		return x.RobotsHistory(ctx, o)
	})
}

// Identity implements Service.
func (s *Session) Identity(ctx context.Context) (service.Identity, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Identity, error) { return x.Identity(ctx) })
}

// Ordered implements Service.
func (s *Session) Ordered(ctx context.Context) (halt.State, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (halt.State, error) { return x.Ordered(ctx) })
}

// Status implements Service.
func (s *Session) Status(ctx context.Context) (service.Status, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Status, error) { return x.Status(ctx) })
}

// Stats implements Service.
func (s *Session) Stats(ctx context.Context) (service.Stats, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (service.Stats, error) { return x.Stats(ctx) })
}

// IndexStats implements Service.
func (s *Session) IndexStats(ctx context.Context) ([]upkeep.Stat, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) ([]upkeep.Stat, error) { return x.IndexStats(ctx) })
}

// URLs implements Service.
func (s *Session) URLs(ctx context.Context, f service.URLFilter) iter.Seq2[service.URLFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[service.URLFacts, error] { return x.URLs(ctx, f) })
}

// Hosts implements Service.
func (s *Session) Hosts(ctx context.Context, f service.HostFilter) iter.Seq2[service.HostFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[service.HostFacts, error] {
		return x.Hosts(ctx, f)
	})
}

// Links implements Service.
func (s *Session) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[linkgraph.Link, error] { return x.Links(ctx, f) })
}

// CheckedLinks implements Service.
func (s *Session) CheckedLinks(ctx context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[linkcheck.Link, error] {
		return x.CheckedLinks(ctx, f)
	})
}

// OrphanPages implements Service.
func (s *Session) OrphanPages(ctx context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[linkcheck.Orphan, error] {
		return x.OrphanPages(ctx, f)
	})
}

// Faults implements Service.
func (s *Session) Faults(ctx context.Context, f linkcheck.FaultFilter) iter.Seq2[linkcheck.Fault, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[linkcheck.Fault, error] {
		return x.Faults(ctx, f)
	})
}

// CountFaults implements Service.
func (s *Session) CountFaults(ctx context.Context, f linkcheck.FaultFilter) (linkcheck.FaultCounts, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (linkcheck.FaultCounts, error) {
		return x.CountFaults(ctx, f)
	})
}

// PublishedPages implements Service.
func (s *Session) PublishedPages(ctx context.Context, f sitemappages.Filter) iter.Seq2[sitemappages.Page, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[sitemappages.Page, error] {
		return x.PublishedPages(ctx, f)
	})
}

// Documents implements Service.
func (s *Session) Documents(ctx context.Context, access []string) iter.Seq2[service.DocumentFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[service.DocumentFacts, error] {
		return x.Documents(ctx, access)
	})
}

// Removals implements Service.
func (s *Session) Removals(ctx context.Context) iter.Seq2[service.KeptOut, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[service.KeptOut, error] { return x.Removals(ctx) })
}

// Verify implements Service.
func (s *Session) Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[upkeep.Verified, error] { return x.Verify(ctx) })
}

// Mirrors implements Service.
func (s *Session) Mirrors(ctx context.Context, host string) iter.Seq2[mirror.Record, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[mirror.Record, error] {
		return x.Mirrors(ctx, host)
	})
}

// Traps implements Service.
func (s *Session) Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[trap.Book, error] { return x.Traps(ctx, host) })
}

// Templates implements Service.
func (s *Session) Templates(ctx context.Context, host string) iter.Seq2[zone.Template, error] {
	return askAll(ctx, s, func(ctx context.Context, x service.Service) iter.Seq2[zone.Template, error] {
		return x.Templates(ctx, host)
	})
}

// Search implements Service.
func (s *Session) Search(ctx context.Context, r search.Request) (search.Response, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (search.Response, error) { return x.Search(ctx, r) })
}

// Complete implements Service.
func (s *Session) Complete(ctx context.Context, r search.Request) (search.Completions, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (search.Completions, error) { return x.Complete(ctx, r) })
}

// Why implements Service.
func (s *Session) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (search.Explanation, error) { return x.Why(ctx, r, u) })
}

// Facts implements Service.
func (s *Session) Facts(ctx context.Context, r search.Request) (collection.Facts, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (collection.Facts, error) { return x.Facts(ctx, r) })
}

// Docs implements Service.
func (s *Session) Docs(ctx context.Context) (int, error) {
	return ask(ctx, s, func(ctx context.Context, x service.Service) (int, error) { return x.Docs(ctx) })
}
