package cluster

import (
	"context"
	"errors"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// Explain returns the trail of a URL, from the node whose partition it is in.
func (f *Front) Explain(ctx context.Context, text string) (trail.Trail, error) {
	u, err := trail.ParseURL(text)
	if err != nil {
		return trail.Trail{}, err
	}
	n := f.of(u.Origin())
	return ask(ctx, f, n, 0, func(ctx context.Context) (trail.Trail, error) { return n.Explain(ctx, text) })
}

// Host returns what is known about an origin.
func (f *Front) Host(ctx context.Context, o weburl.Origin) (service.HostFacts, error) {
	n := f.of(o)
	return ask(ctx, f, n, 0, func(ctx context.Context) (service.HostFacts, error) { return n.Host(ctx, o) })
}

// Inlinks counts the links to a URL, with examples. The node of the URL knows those of all partitions.
func (f *Front) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	n := f.of(u.Origin())
	return ask(ctx, f, n, 0, func(ctx context.Context) (linkgraph.Inlinks, error) { return n.Inlinks(ctx, u) })
}

// RobotsHistory yields the robots copies of an origin, newest first.
func (f *Front) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[service.RobotsCopy, error] {
	n := f.of(o)
	return from(ctx, f, n, func(ctx context.Context) iter.Seq2[service.RobotsCopy, error] { return n.RobotsHistory(ctx, o) })
}

// UncheckedLinks counts the targets of links on pages of a host, "" for all, of which it is not known
// whether they are broken. Without a node the counts are lower bounds.
func (f *Front) UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error) {
	owner := f.ofHost(host)
	all := askAll(ctx, f, f.nodes, 0, func(ctx context.Context, n *node) (linkcheck.Unchecked, error) {
		u, err := n.UncheckedLinks(ctx, host)
		if aranea.KindOf(err) == aranea.NotFound && n != owner[0] {
			err = nil // it has no page that links to one of this host
		}
		return u, err
	})
	var sum linkcheck.Unchecked
	told, left, err := some(all)
	for _, a := range all { // the node of the host says whether there is such a host
		if len(owner) == 1 && a.n == owner[0] && a.err != nil && !isGone(a.err) || aranea.KindOf(a.err) == aranea.Invalid {
			return sum, a.err
		}
	}
	for _, a := range told {
		u := a.value
		sum.URLs += u.URLs - u.Elsewhere // which their nodes count
		sum.Outside += u.Outside
		sum.Limit += u.Limit
		sum.Refused += u.Refused
		sum.Denied += u.Denied
		sum.Waiting += u.Waiting
		sum.Other += u.Other
		sum.More = sum.More || u.More
	}
	sum.More = sum.More || len(left) > 0
	return sum, err
}

// CountFaults counts the faults of a check, and what it looked at, in all partitions.
func (f *Front) CountFaults(ctx context.Context, filter linkcheck.FaultFilter) (linkcheck.FaultCounts, error) {
	sum := linkcheck.FaultCounts{}
	all, err := each(askAll(ctx, f, f.ofHost(filter.Host), 0, func(ctx context.Context, n *node) (linkcheck.FaultCounts, error) {
		return n.CountFaults(ctx, filter)
	}))
	if err != nil {
		return sum, err
	}
	sum.Faults = map[string]int{}
	for _, c := range all {
		sum.Sitemaps += c.Sitemaps
		sum.Pages += c.Pages
		add(sum.Faults, c.Faults)
		sum.Unchecked += c.Unchecked
		sum.Unsure += c.Unsure
		sum.Older = sum.Older || c.Older
	}
	return sum, nil
}

// add adds counts to others.
func add[N int | uint64](to, counts map[string]N) {
	for name, n := range counts {
		to[name] += n
	}
}

// Identity returns how the robot identifies itself: what the first node that answers says, since all have
// the same settings.
func (f *Front) Identity(ctx context.Context) (service.Identity, error) {
	told, _, err := some(askAll(ctx, f, f.nodes, Patience, func(ctx context.Context, n *node) (service.Identity, error) { return n.Identity(ctx) }))
	if err != nil {
		return service.Identity{}, err
	}
	return told[0].value, nil
}

// Ordered returns the orders of the operator that hold for all nodes. No crawl of a Front could be ended by
// the name of one.
func (f *Front) Ordered(ctx context.Context) (halt.State, error) {
	all, err := each(askAll(ctx, f, f.nodes, Patience, func(ctx context.Context, n *node) (halt.State, error) { return n.Ordered(ctx) }))
	if err != nil {
		return halt.State{}, err
	}
	sum := halt.State{Stopped: all[0].Stopped, Paused: all[0].Paused}
	for _, s := range all {
		sum.Stopped, sum.Paused = both(sum.Stopped, s.Stopped), both(sum.Paused, s.Paused)
	}
	return sum, nil
}

// IndexStats returns the structure of the indexes of all nodes, with the number of the partition before
// their names.
func (f *Front) IndexStats(ctx context.Context) ([]upkeep.Stat, error) {
	all, err := each(askAll(ctx, f, f.nodes, 0, func(ctx context.Context, n *node) ([]upkeep.Stat, error) {
		stats, err := n.IndexStats(ctx)
		for i := range stats {
			stats[i].Dir = n.in(stats[i].Dir)
		}
		return stats, err
	}))
	var out []upkeep.Stat
	for _, stats := range all {
		out = append(out, stats...)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Docs returns the number of pages that can be found, without those of nodes that are away.
func (f *Front) Docs(ctx context.Context) (sum int, err error) {
	told, _, err := some(askAll(ctx, f, f.nodes, Patience, func(ctx context.Context, n *node) (int, error) { return n.Docs(ctx) }))
	for _, a := range told {
		sum += a.value
	}
	return sum, err
}

// Acting is what a node may do besides answering: it asks sites, or has them visited, and takes orders of the
// operator. A Front passes on what concerns a node, if that is one.
type Acting interface {
	// Steer stops, pauses or resumes the crawls, or one host.
	Steer(ctx context.Context, o service.Order) (service.Steered, error)
	// Remove removes URLs from the index and keeps them out, or admits them again.
	Remove(ctx context.Context, r service.Removal) (service.Removed, error)
	// Prove checks with the site of a label whether a name and a password open it.
	Prove(ctx context.Context, p service.Proof) (service.Proven, error)
	// Notify accepts a notice of changed URLs, if their site has the key.
	Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error)
}

// errOnlyAnswers is why a node does not act.
var errOnlyAnswers = errors.New("the nodes of this cluster do not take that from a front; ask the node")

// Prove asks the nodes that read pages with the secrets of a label, until one holds.
func (f *Front) Prove(ctx context.Context, p service.Proof) (service.Proven, error) {
	failed := error(&aranea.Error{Op: "prove", Kind: aranea.NotFound, Obj: p.Label, Err: errors.New("there is no such label")})
	for _, n := range f.nodes {
		acting, ok := n.Answering.(Acting)
		if !ok {
			return service.Proven{}, &aranea.Error{Op: "prove", Kind: aranea.Denied, Obj: p.Label, Err: errOnlyAnswers}
		}
		if err := f.isAway(n); err != nil {
			failed = err
			continue
		}
		proven, err := ask(ctx, f, n, 0, func(ctx context.Context) (service.Proven, error) { return acting.Prove(ctx, p) })
		switch {
		case err == nil:
			return proven, nil // the site of a label is in one partition
		case aranea.KindOf(err) != aranea.NotFound:
			failed = err
		}
	}
	return service.Proven{}, failed
}

// Notify passes a notice on to the node whose partition its host is in.
func (f *Front) Notify(ctx context.Context, notice indexnow.Notice) (indexnow.Received, error) {
	o := weburl.Origin("")
	if claim, err := notice.Claim(); err == nil {
		o = claim.KeyURL.Origin()
	} // any node refuses what is no notice
	n := f.of(o)
	acting, ok := n.Answering.(Acting)
	if !ok {
		return indexnow.Received{}, &indexnow.Refusal{Why: &aranea.Error{Op: indexnow.Op, Kind: aranea.Denied, Err: errOnlyAnswers}}
	}
	return ask(ctx, f, n, 0, func(ctx context.Context) (indexnow.Received, error) { return acting.Notify(ctx, notice) })
}
