package cluster

import (
	"cmp"
	"context"
	"iter"

	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/zone"
)

// ofName returns the nodes that know what was learned of a host name or an origin, "" for all.
func (f *Front) ofName(host string) []*node {
	if u, err := trail.ParseURL(host); host != "" && err == nil {
		return []*node{f.of(u.Origin())}
	}
	return f.nodes
}

// Mirrors yields what is known about origins as mirrors, by origin. A node may know of a mirror in another
// partition.
func (f *Front) Mirrors(ctx context.Context, host string) iter.Seq2[mirror.Record, error] {
	return merged(ctx, f, lists(f.nodes, func(ctx context.Context, n *node) iter.Seq2[mirror.Record, error] { return n.Mirrors(ctx, host) }),
		func(a, b *mirror.Record) int { return cmp.Compare(a.Origin, b.Origin) })
}

// Traps yields what is known about endless URLs by origin.
func (f *Front) Traps(ctx context.Context, host string) iter.Seq2[trap.Book, error] {
	return merged(ctx, f, lists(f.ofName(host), func(ctx context.Context, n *node) iter.Seq2[trap.Book, error] { return n.Traps(ctx, host) }),
		func(a, b *trap.Book) int { return cmp.Compare(a.Origin, b.Origin) })
}

// Templates yields what is known about the templates of sites by origin. A name that is none is refused by
// the first node.
func (f *Front) Templates(ctx context.Context, host string) iter.Seq2[zone.Template, error] {
	return merged(ctx, f, lists(f.ofName(host), func(ctx context.Context, n *node) iter.Seq2[zone.Template, error] { return n.Templates(ctx, host) }),
		func(a, b *zone.Template) int { return cmp.Compare(a.Origin, b.Origin) })
}
