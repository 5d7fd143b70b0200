// Package outbox is both ends of a handover in a data folder: it makes batches of the pages that wait
// for other nodes of the cluster, and stores those that other nodes hand over.
//
// Floor: 5 (owner), inside engine. Stability: engine. Memory: one batch of package handover. Who
// may call it when, and by which settings, is decided in package engine; when batches are sent, in
// package handover.
package outbox

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/crosssubmit"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// A Box works on the frontier and the link graph of a folder.
type Box struct {
	Frontier *frontier.Frontier
	Graph    *linkgraph.Graph
	Now      func() time.Time
}

// Outgoing returns pages that wait for the node of another partition. What it returns is durable,
// so that a crash cannot take back what the other node has got. Of a page that has become another
// node's, because a new program knows other sites, there is only the receipt: the receiver would
// refuse the batch, and its own node hands it over.
func (x Box) Outgoing(ctx context.Context, w handover.Wish) (handover.Outgoing, error) {
	to := w.To
	last, err := x.Graph.Sent(to)
	if err != nil {
		return handover.Outgoing{}, err
	}
	out := handover.Outgoing{Batch: handover.Batch{From: x.Graph.Partition(), After: last}, Receipt: handover.Receipt{To: to, Last: last}}
	var pack handover.Pack
	for d, err := range x.Graph.Outgoing(ctx, to, !w.Unnamed) {
		if err != nil {
			return out, err
		}
		if len(out.Receipt.Marks) == handover.MaxMarks {
			break
		}
		if !out.Batch.From.Holds(d.Page.Origin()) {
			out.Receipt.Marks = append(out.Receipt.Marks, markOf(&d))
			continue
		}
		entry, err := x.entry(ctx, d.Page)
		if err != nil {
			return out, err
		}
		p := handover.Page{URL: d.Page, Depth: entry.Depth, Hops: entry.Hops}
		if d.Naming != nil {
			if d.Naming.IsList {
				if d.Naming.Vouched, err = crosssubmit.IsVouched(x.Frontier, &entry); err != nil {
					return out, err
				}
			}
			p.Naming = handover.NamingOf(d.Naming)
		}
		for i := range d.Edges {
			p.Links = append(p.Links, handover.LinkOf(&d.Edges[i]))
		}
		if !pack.Add(p) {
			break
		}
		out.Receipt.Marks = append(out.Receipt.Marks, markOf(&d))
	}
	if out.Batch.Pages = pack.Pages; out.IsEmpty() {
		return out, nil
	}
	if len(out.Batch.Pages) > 0 {
		out.Batch.Number = newNumber()
		out.Receipt.Last = out.Batch.Number
	}
	return out, x.Graph.Sync()
}

// markOf returns the mark of what waits.
func markOf(d *linkgraph.Due) handover.Mark {
	m := handover.Mark{Page: d.Page, Version: d.Version}
	if d.Naming != nil {
		m.Naming = d.Naming.Number + 1
	}
	return m
}

// newNumber returns the number of a batch. It is drawn, not counted: a folder that was replaced by an older
// state of it would count again what others have.
func newNumber() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.BigEndian.Uint64(b[:])
}

// entry returns the entry of a page. A robots file has none: where it redirects is as far from a seed
// as the start page of its site, or else as the first URL of that which is known.
func (x Box) entry(ctx context.Context, page weburl.URL) (aranea.Entry, error) {
	e, known, err := x.Frontier.EntryByID(page.ID())
	if known || err != nil || !page.IsRobots() {
		return e, err
	}
	if e, known, err = x.Frontier.EntryByID(page.Origin().Root().ID()); known || err != nil {
		return aranea.Entry{Depth: e.Depth}, err
	}
	for e, err := range x.Frontier.Select(ctx, frontier.Filter{Origin: page.Origin()}) {
		return aranea.Entry{Depth: e.Depth}, err
	}
	return e, nil
}

// Delivered removes pages that have reached the node of another partition from those that wait.
func (x Box) Delivered(ctx context.Context, r handover.Receipt) error {
	marks := make([]linkgraph.Mark, len(r.Marks))
	for i, m := range r.Marks {
		marks[i] = linkgraph.Mark(m)
	}
	return x.Graph.Delivered(ctx, r.To, marks, r.Last)
}

// Again marks all pages with links into another partition, whose node lacks what it was handed over.
// still calls a function while no Apply of the link graph runs; it is called for some thousand pages at
// a time.
func (x Box) Again(ctx context.Context, r handover.Receipt, still func(func() error) error) error {
	var next []byte
	for {
		err := still(func() (err error) {
			next, err = x.Graph.MarkAgain(ctx, r.To, r.Last, next)
			return err
		})
		if err != nil || next == nil {
			return err
		}
	}
}

// Take stores the pages of a checked batch durably, with the links into the own partition, and
// queues what of these a crawl with the options would visit. No Apply of the link graph may run
// meanwhile. The links come first: after a crash in between, the node has no answer and sends the
// batch again. If the folder lacks batches before this one, nothing is taken.
func (x Box) Take(ctx context.Context, b *handover.Batch, opt crawl.Options) (did handover.Received, err error) {
	last, before, err := x.Graph.Taken(b.From.Number)
	if err != nil || !b.Follows(last, before) {
		return handover.Received{Again: err == nil, Last: last}, err
	}
	if len(b.Pages) == 0 {
		return handover.Received{}, nil
	}
	var changes []aranea.EdgeChange
	var namings []linkgraph.Naming
	var found []aranea.Discovery
	for i := range b.Pages {
		p, own := &b.Pages[i], x.Graph.Partition()
		from, edges := aranea.Entry{URL: p.URL, Depth: p.Depth, Hops: p.Hops}, p.Edges(own)
		var names []aranea.Discovery
		if p.Naming == nil {
			changes = append(changes, aranea.EdgeChange{Source: p.URL, Edges: edges, KeepParts: true})
		} else {
			n := p.Naming.Stored(p.URL, own)
			namings = append(namings, n)
			for i := range n.URLs {
				names = append(names, n.URLs[i].Discovery)
			}
			if n.IsList {
				from.Kind = aranea.KindSitemap
			}
		}
		all, err := crawl.Discover(opt, &from, edges, names...)
		if err != nil {
			return did, err
		}
		found, did.Links = append(found, all...), did.Links+len(edges)+len(names)
	}
	if err := x.Graph.Apply(ctx, changes); err != nil {
		return did, err
	}
	if err := x.Graph.Name(ctx, namings); err != nil {
		return did, err
	}
	if err := x.Graph.Take(b.From.Number, b.Number, b.After); err != nil {
		return did, err
	}
	if did.Queued, err = x.Frontier.Add(ctx, x.Now(), found); err != nil { // makes the links durable as well
		return did, err
	}
	did.Pages = len(b.Pages)
	return did, nil
}

// mostCounted is the number of waiting pages that are counted at most, shared out among the
// partitions.
const mostCounted = 100_000

// Waiting counts the pages that wait for other nodes.
func (x Box) Waiting(ctx context.Context) ([]handover.Waiting, error) {
	own := x.Graph.Partition()
	var all []handover.Waiting
	for to := 1; to <= own.Of; to++ {
		n, more, err := x.Graph.Waiting(ctx, to, mostCounted/own.Of)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			all = append(all, handover.Waiting{To: to, Pages: n, More: more})
		}
	}
	return all, nil
}

// Records are the entries of a frontier, and the pages of other nodes that link to them.
type Records struct {
	*frontier.Frontier
	Graph *linkgraph.Graph
}

// EntryByID returns an entry, or of an unknown page of another node only its URL.
func (r Records) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, known, err := r.Frontier.EntryByID(id)
	if known || err != nil {
		return e, known, err
	}
	u, found, err := r.foreign(id)
	return aranea.Entry{URL: u}, found, err
}

// Entry returns an entry, of a page of another node only its URL: its state is unknown.
func (r Records) Entry(u weburl.URL) (aranea.Entry, bool, error) {
	_, found, err := r.foreign(u.ID())
	if found || err != nil {
		return aranea.Entry{URL: u}, found, err
	}
	return r.Frontier.Entry(u)
}

// foreign looks for a page of another node by its ID.
func (r Records) foreign(id weburl.ID) (u weburl.URL, found bool, err error) {
	own := r.Graph.Partition()
	if own.IsWhole() {
		return u, false, nil
	}
	u, found, err = r.Graph.Source(id)
	if err != nil || !found || own.Holds(u.Origin()) {
		return weburl.URL{}, false, err
	}
	return u, true, nil
}
