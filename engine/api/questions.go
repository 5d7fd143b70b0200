package api

import (
	"context"
	"iter"
	"net/http"
	"net/url"

	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// Explain implements Service.
func (c *Client) Explain(ctx context.Context, text string) (trail.Trail, error) {
	return call[trail.Trail](ctx, c, http.MethodGet, "explain", url.Values{"url": {text}}, nil)
}

// Host implements Service.
func (c *Client) Host(ctx context.Context, o weburl.Origin) (service.HostFacts, error) {
	return call[service.HostFacts](ctx, c, http.MethodGet, "host", url.Values{"origin": {string(o)}}, nil)
}

// Inlinks implements Service.
func (c *Client) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return call[linkgraph.Inlinks](ctx, c, http.MethodGet, "inlinks", url.Values{"url": {u.String()}}, nil)
}

// UncheckedLinks implements Service.
func (c *Client) UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error) {
	v := url.Values{}
	wire.SetText(v, "host", host)
	return call[linkcheck.Unchecked](ctx, c, http.MethodGet, "unchecked-links", v, nil)
}

// RobotsHistory implements Service.
func (c *Client) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[service.RobotsCopy, error] {
	return values[service.RobotsCopy](ctx, c, http.MethodGet, "robots-history", url.Values{"origin": {string(o)}}, nil)
}

// Identity implements Service.
func (c *Client) Identity(ctx context.Context) (service.Identity, error) {
	return call[service.Identity](ctx, c, http.MethodGet, "identity", nil, nil)
}

// Ordered implements Service.
func (c *Client) Ordered(ctx context.Context) (halt.State, error) {
	return call[halt.State](ctx, c, http.MethodGet, "orders", nil, nil)
}

// Status implements Service.
func (c *Client) Status(ctx context.Context) (service.Status, error) {
	return call[service.Status](ctx, c, http.MethodGet, "status", nil, nil)
}

// Stats implements Service.
func (c *Client) Stats(ctx context.Context) (service.Stats, error) {
	return call[service.Stats](ctx, c, http.MethodGet, "stats", nil, nil)
}

// IndexStats implements Service.
func (c *Client) IndexStats(ctx context.Context) ([]upkeep.Stat, error) {
	return call[[]upkeep.Stat](ctx, c, http.MethodGet, "index-stats", nil, nil)
}

// URLs implements Service.
func (c *Client) URLs(ctx context.Context, f service.URLFilter) iter.Seq2[service.URLFacts, error] {
	return values[service.URLFacts](ctx, c, http.MethodGet, "urls", f.Query(), nil)
}

// Hosts implements Service.
func (c *Client) Hosts(ctx context.Context, f service.HostFilter) iter.Seq2[service.HostFacts, error] {
	return values[service.HostFacts](ctx, c, http.MethodGet, "hosts", hostQuery(&f), nil)
}

// Links implements Service.
func (c *Client) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return values[linkgraph.Link](ctx, c, http.MethodGet, "links", linkQuery(&f), nil)
}

// CheckedLinks implements Service.
func (c *Client) CheckedLinks(ctx context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error] {
	return values[linkcheck.Link](ctx, c, http.MethodGet, "broken-links", f.Query(), nil)
}

// OrphanPages implements Service.
func (c *Client) OrphanPages(ctx context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error] {
	return values[linkcheck.Orphan](ctx, c, http.MethodGet, "orphan-pages", f.Query(), nil)
}

// Faults implements Service.
func (c *Client) Faults(ctx context.Context, f linkcheck.FaultFilter) iter.Seq2[linkcheck.Fault, error] {
	return values[linkcheck.Fault](ctx, c, http.MethodGet, string(f.Check)+"-faults", f.Query(), nil)
}

// CountFaults implements Service. Of the filter, only the host narrows what is counted.
func (c *Client) CountFaults(ctx context.Context, f linkcheck.FaultFilter) (linkcheck.FaultCounts, error) {
	f = linkcheck.FaultFilter{Check: f.Check, Host: f.Host}
	return call[linkcheck.FaultCounts](ctx, c, http.MethodGet, string(f.Check)+"-counts", f.Query(), nil)
}

// PublishedPages implements Service.
func (c *Client) PublishedPages(ctx context.Context, f sitemappages.Filter) iter.Seq2[sitemappages.Page, error] {
	return values[sitemappages.Page](ctx, c, http.MethodGet, "sitemap-pages", f.Query(), nil)
}

// Documents implements Service.
func (c *Client) Documents(ctx context.Context, access []string) iter.Seq2[service.DocumentFacts, error] {
	return values[service.DocumentFacts](ctx, c, http.MethodGet, "documents", url.Values{"access": access}, nil)
}

// Removals implements Service.
func (c *Client) Removals(ctx context.Context) iter.Seq2[service.KeptOut, error] {
	return values[service.KeptOut](ctx, c, http.MethodGet, "removals", nil, nil)
}

// Verify implements Service.
func (c *Client) Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error] {
	return values[upkeep.Verified](ctx, c, http.MethodPost, "verify", nil, nil)
}

// Mirrors implements Service.
func (c *Client) Mirrors(ctx context.Context, host string) iter.Seq2[mirror.Record, error] {
	v := url.Values{}
	wire.SetText(v, "host", host)
	return values[mirror.Record](ctx, c, http.MethodGet, "mirrors", v, nil)
}

// Traps implements Service.
func (c *Client) Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error] {
	v := url.Values{}
	wire.SetText(v, "host", host)
	return values[trap.Book](ctx, c, http.MethodGet, "traps", v, nil)
}

// Templates implements Service.
func (c *Client) Templates(ctx context.Context, host string) iter.Seq2[zone.Template, error] {
	v := url.Values{}
	wire.SetText(v, "host", host)
	return values[zone.Template](ctx, c, http.MethodGet, "templates", v, nil)
}

// Search implements Service.
func (c *Client) Search(ctx context.Context, r search.Request) (search.Response, error) {
	if r.Collection != nil || len(r.Shown) > 0 || r.Values != nil {
		return call[search.Response](ctx, c, http.MethodPost, "search", nil, r)
	}
	return call[search.Response](ctx, c, http.MethodGet, "search", searchQuery(&r), nil)
}

// Complete implements Service.
func (c *Client) Complete(ctx context.Context, r search.Request) (search.Completions, error) {
	return call[search.Completions](ctx, c, http.MethodGet, "complete", completeQuery(&r), nil)
}

// Why implements Service.
func (c *Client) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	if r.Collection != nil {
		return call[search.Explanation](ctx, c, http.MethodPost, "why", nil, whyCall{r, u})
	}
	return call[search.Explanation](ctx, c, http.MethodGet, "why", whyQuery(&r, u), nil)
}

// Facts implements Service.
func (c *Client) Facts(ctx context.Context, r search.Request) (collection.Facts, error) {
	return call[collection.Facts](ctx, c, http.MethodPost, "search-facts", nil, r)
}

// Docs implements Service.
func (c *Client) Docs(ctx context.Context) (int, error) {
	d, err := call[documentCount](ctx, c, http.MethodGet, "docs", nil, nil)
	return d.Docs, err
}
