package cluster

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// lists returns the list of each node.
func lists[T any](nodes []*node, list func(context.Context, *node) iter.Seq2[T, error]) []part[T] {
	var parts []part[T]
	for _, n := range nodes {
		parts = append(parts, part[T]{n, func(ctx context.Context) iter.Seq2[T, error] { return list(ctx, n) }})
	}
	return parts
}

// only yields the values of a list that belong to the node that has it: others may know of them, too.
func only[T any](all iter.Seq2[T, error], belongs func(*T) bool) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v, err := range all {
			if err == nil && !belongs(&v) {
				continue
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// from yields a whole list of one node.
func from[T any](ctx context.Context, f *Front, n *node, list func(context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return noting(ctx, ctx, f, part[T]{n, list})
}

// nodesOf returns the nodes that know the URLs of a host, "" for all: those that a filter with a host name,
// an origin or the beginning of a URL may select.
func (f *Front) nodesOf(filter selection.Filter) ([]*node, error) {
	choices, err := filter.Choices()
	if err != nil {
		return nil, err
	}
	for _, c := range choices {
		switch {
		case c.Origin != "":
			return []*node{f.of(c.Origin)}, nil
		case c.Target.Origin() != "":
			return []*node{f.of(c.Target.Origin())}, nil
		case c.Target.Host() != "":
			return []*node{f.of(weburl.Origin("http://" + c.Target.Host()))}, nil
		}
	}
	return f.nodes, nil
}

// ofHost returns the nodes that a host name, "" for all, stands for.
func (f *Front) ofHost(host string) []*node {
	if u, err := weburl.Parse("http://" + host + "/"); host != "" && err == nil {
		return []*node{f.of(u.Origin())}
	}
	return f.nodes
}

// URLs yields the entries that a filter selects, in the order of one folder. A URL that is known to several
// nodes is told by the one whose partition it is in.
func (f *Front) URLs(ctx context.Context, filter service.URLFilter) iter.Seq2[service.URLFacts, error] {
	nodes, err := f.nodesOf(filter)
	if err != nil {
		return wire.None[service.URLFacts](err)
	}
	if len(nodes) == 1 {
		return from(ctx, f, nodes[0], func(ctx context.Context) iter.Seq2[service.URLFacts, error] { return nodes[0].URLs(ctx, filter) })
	}
	whole := filter
	whole.Offset, whole.Limit = 0, 0
	all := merged(ctx, f, lists(nodes, func(ctx context.Context, n *node) iter.Seq2[entry, error] { return f.entries(ctx, n, whole) }), func(a, b *entry) int {
		return bytes.Compare(a.id[:], b.id[:])
	})
	return wire.Part("urls", filter.Offset, filter.Limit, func(yield func(service.URLFacts, error) bool) {
		for e, err := range all {
			if !yield(e.URLFacts, err) || err != nil {
				return
			}
		}
	})
}

// An entry is what is known of a URL, with its place in the list.
type entry struct {
	service.URLFacts
	id weburl.ID
}

// entries yields the entries of a node.
func (f *Front) entries(ctx context.Context, n *node, filter service.URLFilter) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for facts, err := range n.URLs(ctx, filter) {
			var u weburl.URL
			if err == nil {
				u, err = weburl.Parse(facts.URL)
			}
			if err == nil && !f.owns(n, u.Origin()) {
				continue
			}
			if !yield(entry{facts, u.ID()}, err) || err != nil {
				return
			}
		}
	}
}

// Hosts yields the hosts that a filter selects, by site or sorted.
func (f *Front) Hosts(ctx context.Context, filter service.HostFilter) iter.Seq2[service.HostFacts, error] {
	whole := filter
	whole.Offset, whole.Limit = 0, 0
	all := merged(ctx, f, lists(f.nodes, func(ctx context.Context, n *node) iter.Seq2[service.HostFacts, error] {
		return only(n.Hosts(ctx, whole), func(h *service.HostFacts) bool { return f.owns(n, h.Origin) })
	}), func(a, b *service.HostFacts) int {
		return cmp.Or(cmp.Compare(sortedBy(b, filter.Sort), sortedBy(a, filter.Sort)), compareOrigins(a.Origin, b.Origin))
	})
	return wire.Part("hosts", filter.Offset, filter.Limit, all)
}

// sortedBy returns the number by which hosts are sorted, the highest first; 0 if they are by site.
func sortedBy(h *service.HostFacts, order string) uint64 {
	switch order {
	case "indexed":
		return h.Counts[aranea.CountIndexed]
	case "queued":
		return h.Counts[aranea.CountQueued]
	case "denied":
		return h.Counts[aranea.CountDenied]
	case "failed":
		return h.Counts[aranea.CountFailed]
	}
	return 0
}

// compareOrigins puts origins in the order of their records in a folder.
func compareOrigins(a, b weburl.Origin) int {
	x, y := a.ID(), b.ID()
	return bytes.Compare(x[:], y[:])
}

// Links yields the links that a filter selects. Those to a URL, and those of a page, are known to the node
// of that; of all links each is told by the node of its page.
func (f *Front) Links(ctx context.Context, filter linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	if !filter.URL.IsZero() {
		n := f.of(filter.URL.Origin())
		return from(ctx, f, n, func(ctx context.Context) iter.Seq2[linkgraph.Link, error] { return n.Links(ctx, filter) })
	}
	whole := filter
	whole.Offset, whole.Limit = 0, 0
	all := merged(ctx, f, lists(f.nodes, func(ctx context.Context, n *node) iter.Seq2[linkgraph.Link, error] {
		return only(n.Links(ctx, whole), func(l *linkgraph.Link) bool { return isAlternate(l) == 1 || f.owns(n, l.From.Origin()) })
	}), func(a, b *linkgraph.Link) int {
		x, y := a.From.ID(), b.From.ID()
		return cmp.Or(cmp.Compare(isAlternate(a), isAlternate(b)), bytes.Compare(x[:], y[:]))
	})
	return wire.Part("links", filter.Offset, filter.Limit, all)
}

// isAlternate returns 1 for the alternate of a page; these follow all links.
func isAlternate(l *linkgraph.Link) int {
	if l.Kind == aranea.HowAlternate.String() {
		return 1
	}
	return 0
}

// CheckedLinks yields links whose targets are broken, or redirect. What became of a target is known to the
// node of the target, which was told of the links.
func (f *Front) CheckedLinks(ctx context.Context, filter linkcheck.Filter) iter.Seq2[linkcheck.Link, error] {
	whole := filter
	whole.Offset, whole.Limit = 0, 0
	owner := f.ofHost(filter.Host)
	all := merged(ctx, f, lists(f.nodes, func(ctx context.Context, n *node) iter.Seq2[linkcheck.Link, error] {
		mine := only(n.CheckedLinks(ctx, whole), func(l *linkcheck.Link) bool { return f.owns(n, l.To.Origin()) })
		if slices.Contains(owner, n) {
			return mine
		}
		return withoutHost(mine)
	}), func(a, b *linkcheck.Link) int {
		return cmp.Or(cmp.Compare(min(len(a.Fragment), 1), min(len(b.Fragment), 1)), compareURLs(a.To, b.To)) // those to parts follow
	})
	return wire.Part("broken links", filter.Offset, filter.Limit, all)
}

// withoutHost yields the list of a node that may not know the host that is asked for, which is no error
// then.
func withoutHost[T any](all iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v, err := range all {
			if aranea.KindOf(err) == aranea.NotFound {
				return
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

func compareURLs(a, b weburl.URL) int { return strings.Compare(a.String(), b.String()) }

// OrphanPages yields pages of the index that no page links to, sorted by URL.
func (f *Front) OrphanPages(ctx context.Context, filter linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error] {
	whole := filter
	whole.Offset, whole.Limit = 0, 0
	all := merged(ctx, f, lists(f.ofHost(filter.Host), func(ctx context.Context, n *node) iter.Seq2[linkcheck.Orphan, error] {
		return only(n.OrphanPages(ctx, whole), func(o *linkcheck.Orphan) bool { return f.owns(n, o.URL.Origin()) })
	}), func(a, b *linkcheck.Orphan) int { return compareURLs(a.URL, b.URL) })
	return wire.Part("orphan pages", filter.Offset, filter.Limit, all)
}

// Faults yields faults of what a check looks at, sorted by fault and then by page, and behind them, if the
// filter asks for that, one that has only the counts.
func (f *Front) Faults(ctx context.Context, filter linkcheck.FaultFilter) iter.Seq2[linkcheck.Fault, error] {
	whole, names := filter, filter.Check.Faults()
	whole.Offset, whole.Limit, whole.WithCounts = 0, 0, false
	all := merged(ctx, f, lists(f.ofHost(filter.Host), func(ctx context.Context, n *node) iter.Seq2[linkcheck.Fault, error] {
		return n.Faults(ctx, whole)
	}), func(a, b *linkcheck.Fault) int {
		return cmp.Or(cmp.Compare(slices.Index(names, a.Fault), slices.Index(names, b.Fault)),
			compareURLs(a.URL, b.URL), cmp.Compare(a.Lang, b.Lang), cmp.Compare(a.To, b.To))
	})
	return func(yield func(linkcheck.Fault, error) bool) {
		for x, err := range wire.Part(filter.Check.Of(), filter.Offset, filter.Limit, all) {
			if !yield(x, err) || err != nil {
				return
			}
		}
		if filter.WithCounts {
			counts, err := f.CountFaults(ctx, filter)
			yield(linkcheck.Fault{Counts: &counts}, err)
		}
	}
}

// PublishedPages yields the pages that a sitemap of their site should list, sorted by URL.
func (f *Front) PublishedPages(ctx context.Context, filter sitemappages.Filter) iter.Seq2[sitemappages.Page, error] {
	nodes, err := f.nodesOf(selection.Filter{Host: filter.Host})
	if err != nil {
		return wire.None[sitemappages.Page](err)
	}
	whole := filter
	whole.Offset, whole.Limit = 0, 0
	all := merged(ctx, f, lists(nodes, func(ctx context.Context, n *node) iter.Seq2[sitemappages.Page, error] {
		return only(n.PublishedPages(ctx, whole), func(p *sitemappages.Page) bool { return f.owns(n, p.URL.Origin()) })
	}), func(a, b *sitemappages.Page) int { return compareURLs(a.URL, b.URL) })
	return wire.Part("pages of a sitemap", filter.Offset, filter.Limit, all)
}

// Documents yields what the indexes store about their pages, those of one node behind those of another.
func (f *Front) Documents(ctx context.Context, access []string) iter.Seq2[service.DocumentFacts, error] {
	return inTurn(ctx, f, lists(f.nodes, func(ctx context.Context, n *node) iter.Seq2[service.DocumentFacts, error] {
		return n.Documents(ctx, access)
	}))
}

// Removals yields what is kept out, ordered by target. What several nodes keep out is told once, with the
// first time.
func (f *Front) Removals(ctx context.Context) iter.Seq2[service.KeptOut, error] {
	all := merged(ctx, f, lists(f.nodes, func(ctx context.Context, n *node) iter.Seq2[service.KeptOut, error] { return n.Removals(ctx) }),
		func(a, b *service.KeptOut) int {
			return cmp.Or(cmp.Compare(a.Target, b.Target), a.Since.Compare(b.Since))
		})
	return func(yield func(service.KeptOut, error) bool) {
		last := ""
		for k, err := range all {
			if err == nil && k.Target == last {
				continue
			}
			if last = k.Target; !yield(k, err) || err != nil {
				return
			}
		}
	}
}

// Verify reads every block of the indexes, those of one node behind those of another, and yields its
// progress and each fault.
func (f *Front) Verify(ctx context.Context) iter.Seq2[upkeep.Verified, error] {
	return func(yield func(upkeep.Verified, error) bool) {
		stats, err := f.IndexStats(ctx)
		if err != nil {
			yield(upkeep.Verified{}, err)
			return
		}
		var before, last, of int64
		for _, s := range stats {
			for _, n := range s.Bytes {
				of += n
			}
		}
		for _, n := range f.nodes {
			before += last
			last = 0
			for v, err := range from(ctx, f, n, func(ctx context.Context) iter.Seq2[upkeep.Verified, error] { return n.Verify(ctx) }) {
				last = v.Bytes
				v.Bytes, v.Of = before+v.Bytes, max(of, before+v.Bytes)
				v.Segment, v.File = n.in(v.Segment), n.in(v.File)
				if !yield(v, err) || err != nil {
					return
				}
			}
		}
	}
}
