package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/weburl"
)

// Obedience is how long a node may take to execute an order of the operator. A stop waits for
// the exchanges in progress; the order itself is stored before.
const Obedience = 30 * time.Second

// Steer stops, pauses or resumes the crawls of all nodes, or one host at its node. Nodes that are away
// are asked all the same: they may be there again. If a node does not answer, the error, of kind
// Transient, names it, and the order holds at the others. To repeat it is harmless.
func (f *Front) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	if !o.Deed.Known() {
		return service.Steered{}, &aranea.Error{Op: "steer", Kind: aranea.Invalid, Err: fmt.Errorf("deed %q is unknown; it is stop, pause or resume", o.Deed)}
	}
	nodes := f.nodes
	if o.Host != "" {
		u, err := weburl.Parse("http://" + o.Host + "/")
		if err != nil {
			return service.Steered{}, &aranea.Error{Op: "steer", Kind: aranea.Invalid, Err: fmt.Errorf("%.200q is no host name", o.Host)}
		}
		nodes = []*node{f.of(u.Origin())}
	}
	all, err := order(ctx, nodes, string(o.Deed), func(ctx context.Context, n *node, to Acting) (service.Steered, error) {
		return f.steer(ctx, n, to, o)
	})
	var sum service.Steered
	for _, s := range all {
		sum.Crawling, sum.Changed = sum.Crawling || s.Crawling, sum.Changed || s.Changed
		sum.Was.Stopped, sum.Was.Paused = cmp.Or(sum.Was.Stopped, s.Was.Stopped), cmp.Or(sum.Was.Paused, s.Was.Paused)
	}
	return sum, err
}

// steer gives an order to one node. A stop that waits for a site beyond Obedience holds if the node says
// that crawls are stopped there.
func (f *Front) steer(ctx context.Context, n *node, to Acting, o service.Order) (service.Steered, error) {
	within, cancel := context.WithTimeout(ctx, Obedience)
	defer cancel()
	s, err := to.Steer(within, o)
	if err == nil || within.Err() == nil || o.Deed != service.Stop || o.Host != "" {
		return s, f.judge(ctx, n, within.Err() != nil, err)
	}
	now, asked := ask(ctx, f, n, Patience, n.Ordered)
	if asked != nil || now.Stopped.IsZero() {
		return s, f.judge(ctx, n, true, err)
	}
	return service.Steered{Crawling: true, Changed: true}, nil
}

// Remove removes URLs from the index at the node of their site, and those of all sites at all nodes, or
// admits them again there. If a node does not answer, the error, of kind Transient, names it, and the
// order holds at the others. Seeds are dropped at nodes: each has its own, and the scope follows from
// them.
func (f *Front) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	if r.Seed {
		return service.Removed{}, &aranea.Error{Op: "remove", Kind: aranea.Denied, Err: errors.New("seeds are dropped at the nodes: give the command to each of them, with its data folder")}
	}
	nodes, err := f.named(r)
	if err != nil {
		return service.Removed{}, err
	}
	all, err := order(ctx, nodes, "remove", func(ctx context.Context, n *node, to Acting) (service.Removed, error) {
		return ask(ctx, f, n, 0, func(ctx context.Context) (service.Removed, error) { return to.Remove(ctx, r) })
	})
	var sum service.Removed
	for i := range all {
		done := &all[i]
		sum.URLs += done.URLs
		sum.Documents += done.Documents
		sum.Still = cmp.Or(sum.Still, done.Still)
		sum.Others = append(sum.Others, done.Others...)
		sum.OtherCount += done.OtherCount
	}
	slices.Sort(sum.Others)
	sum.Others = slices.Compact(sum.Others)
	sum.Others = sum.Others[:min(len(sum.Others), removal.MaxOthers)]
	return sum, err
}

// named returns the nodes whose sites an order to remove is about. A text without a scheme stands for
// URLs of one host.
func (f *Front) named(r service.Removal) ([]*node, error) {
	if r.Target == removal.Everything {
		return f.nodes, nil
	}
	t, err := target.Parse(r.Target)
	if err != nil || !r.Undo { // what is kept out can be admitted by its own name
		all, err := target.Named(r.Target)
		if err != nil {
			return nil, err
		}
		t = all[0]
	}
	if t.Host() != "" {
		return f.ofHost(t.Host()), nil
	}
	return []*node{f.of(t.Origin())}, nil
}

// order gives an order to nodes at once, also to those that seem to be away, and returns what those
// did that executed it.
func order[T any](ctx context.Context, nodes []*node, op string, give func(context.Context, *node, Acting) (T, error)) (done []T, err error) {
	all := make([]answered[T], len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		if _, ok := n.Answering.(Acting); !ok { // all are of one kind
			return nil, &aranea.Error{Op: op, Kind: aranea.Denied, Err: errOnlyAnswers}
		}
		wg.Go(func() {
			all[i].n = n
			all[i].value, all[i].err = give(ctx, n, n.Answering.(Acting))
		})
	}
	wg.Wait()
	var faults []string
	for _, a := range all {
		switch {
		case a.err == nil:
			done = append(done, a.value)
		case ctx.Err() != nil, !isGone(a.err) && (len(nodes) == 1 || aranea.KindOf(a.err) == aranea.Invalid): // of the order, not of the node
			return done, a.err
		case isGone(a.err):
			faults = append(faults, a.err.Error())
		default:
			faults = append(faults, a.n.name()+": "+a.err.Error())
		}
	}
	if len(faults) == 0 {
		return done, nil
	}
	where := "it does not hold on its node"
	if len(nodes) > 1 {
		where = fmt.Sprintf("it holds on %d of %d nodes only", len(done), len(nodes))
	}
	return done, &aranea.Error{Op: op, Kind: aranea.Transient, Err: fmt.Errorf("%s, as far as is known, and what it does not hold on goes on as before; give the order again until it holds everywhere: %s", where, strings.Join(faults, "; "))}
}
