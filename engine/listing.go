package engine

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/secrecy"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/tally"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// URLs yields the entries that a filter selects.
func (e *Engine) URLs(ctx context.Context, f service.URLFilter) iter.Seq2[service.URLFacts, error] {
	return func(yield func(service.URLFacts, error) bool) {
		for entry, err := range wire.Part("urls", f.Offset, f.Limit, e.selected(ctx, f)) {
			if !yield(service.FactsOf(&entry), err) || err != nil {
				return
			}
		}
	}
}

// selected yields the entries that a filter selects, without offset and limit.
func (e *Engine) selected(ctx context.Context, f service.URLFilter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		choices, err := f.Choices()
		if err != nil {
			yield(aranea.Entry{}, err)
			return
		}
		for _, c := range choices {
			for entry, err := range e.frontier.Select(ctx, c.Filter) {
				if err == nil && !c.Has(&entry) {
					continue
				}
				if !yield(entry, err) || err != nil {
					return
				}
			}
		}
	}
}

// heldHosts returns the names of the hosts that the operator holds.
func (e *Engine) heldHosts() map[string]bool {
	held := map[string]bool{}
	for _, h := range e.frontier.Held() {
		held[h.Host] = true
	}
	return held
}

func (e *Engine) hostFacts(h *aranea.Host, held map[string]bool) service.HostFacts {
	next := h.NextAllowed
	if h.RefusedUntil.After(next) {
		next = h.RefusedUntil
	}
	return service.HostFacts{
		Origin: h.Origin, Refuses: h.RefusedSince, Asked: h.Counts[aranea.CountRequests] > 0, Held: held[h.Origin.Host()], Delay: h.Delay,
		DelayReason: h.DelayReason, NextAllowed: next, Failures: int(h.Failures), Counts: h.Counts,
	}
}

// hostOrders are the sort orders of host lists, highest first.
var hostOrders = [...]struct {
	name    string
	counter aranea.Counter
}{
	{"indexed", aranea.CountIndexed}, {"queued", aranea.CountQueued},
	{"denied", aranea.CountDenied}, {"failed", aranea.CountFailed},
}

// Hosts yields the hosts that a filter selects, by site or sorted.
func (e *Engine) Hosts(ctx context.Context, f service.HostFilter) iter.Seq2[service.HostFacts, error] {
	all := e.chosenHosts(ctx, f)
	if f.Sort != "" && f.Sort != "name" {
		all = sortedHosts(f.Sort, all)
	}
	return wire.Part("hosts", f.Offset, f.Limit, all)
}

func (e *Engine) chosenHosts(ctx context.Context, f service.HostFilter) iter.Seq2[service.HostFacts, error] {
	name, held := strings.ToLower(f.Name), e.heldHosts()
	return func(yield func(service.HostFacts, error) bool) {
		for h, err := range e.frontier.Hosts("") {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err != nil {
				yield(service.HostFacts{}, err)
				return
			}
			facts := e.hostFacts(&h, held)
			if f.Asked && !facts.Asked || f.Known && facts.Asked || !strings.Contains(string(h.Origin), name) {
				continue
			}
			if !yield(facts, nil) {
				return
			}
		}
	}
}

// sortedHosts sorts at most MaxSorted hosts by a counter.
func sortedHosts(order string, all iter.Seq2[service.HostFacts, error]) iter.Seq2[service.HostFacts, error] {
	return func(yield func(service.HostFacts, error) bool) {
		i := slices.IndexFunc(hostOrders[:], func(o struct {
			name    string
			counter aranea.Counter
		}) bool {
			return o.name == order
		})
		if i < 0 {
			yield(service.HostFacts{}, &aranea.Error{Op: "hosts", Kind: aranea.Invalid, Err: fmt.Errorf("hosts cannot be sorted by %q; use name, indexed, queued, denied or failed", order)})
			return
		}
		var list []service.HostFacts
		for h, err := range all {
			if err != nil {
				yield(h, err)
				return
			}
			if list = append(list, h); len(list) == service.MaxSorted {
				break
			}
		}
		slices.SortStableFunc(list, func(a, b service.HostFacts) int {
			return cmp.Compare(b.Counts[hostOrders[i].counter], a.Counts[hostOrders[i].counter])
		})
		for _, h := range list {
			if !yield(h, nil) {
				return
			}
		}
	}
}

// flushed returns a snapshot of the index with all applied changes.
func (e *Engine) flushed() (*index.Snapshot, error) {
	if err := e.index.Flush(); err != nil {
		return nil, err
	}
	return e.index.Snapshot()
}

// Documents yields what the index stores about its pages, of those that were read with a secret only the
// ones with a label of access.
func (e *Engine) Documents(ctx context.Context, access []string) iter.Seq2[service.DocumentFacts, error] {
	return func(yield func(service.DocumentFacts, error) bool) {
		snap, err := e.flushed()
		if err != nil {
			yield(service.DocumentFacts{}, err)
			return
		}
		defer snap.Close()
		imports.All(ctx, snap, access)(yield)
	}
}

// Stats counts URLs by several criteria, and the hosts that this folder visits.
func (e *Engine) Stats(ctx context.Context) (service.Stats, error) {
	s, own := tally.New(), e.graph.Partition()
	for entry, err := range e.frontier.Select(ctx, frontier.Filter{}) {
		if err != nil {
			return s, err
		}
		s.Add(&entry)
	}
	for h, err := range e.frontier.Hosts("") {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return s, err
		}
		if own.Holds(h.Origin) {
			s.AddHost(h.Origin, &h.Counts)
		}
	}
	s.Rendering = e.rendered()
	snap, err := e.index.Snapshot()
	if err != nil {
		return s, err
	}
	defer snap.Close()
	s.Lang, err = upkeep.Langs(ctx, snap)
	return s, err
}

// public returns what the index keeps of a page, unless that was read with a secret.
func (e *Engine) public(id weburl.ID) (d imports.Document, has bool, err error) {
	snap, err := e.index.Snapshot()
	if err != nil {
		return d, false, err
	}
	defer snap.Close()
	seg, doc, has := snap.Lookup(id)
	if !has {
		return d, false, nil
	}
	if secret, err := secrecy.Is(snap, seg, doc); secret || err != nil {
		return d, false, err
	}
	d, err = imports.Kept(snap, seg, doc)
	return d, err == nil, err
}
