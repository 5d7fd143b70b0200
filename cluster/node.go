package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
)

// A node is one of a cluster, with what is known of whether it answers.
type node struct {
	service.Answering
	part partition.Partition

	mu     sync.Mutex
	away   error         // why it does not answer, nil if it does
	next   time.Time     // when it is asked again whether it is there, if it is away
	wait   time.Duration // from then to the next time
	trying bool          // it is being asked
}

// name names the node for people.
func (n *node) name() string { return fmt.Sprintf("partition %d of %d", n.part.Number, n.part.Of) }

// in returns the name of a file of the node, "" for none.
func (n *node) in(file string) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf("%d/%s", n.part.Number, file)
}

// errSlow is why a node that took too long is away.
var errSlow = errors.New("it takes too long")

// isGone reports whether an error is that a node does not answer.
func isGone(err error) bool {
	_, gone := errors.AsType[*partition.Away](err)
	return gone
}

// missing returns the error for a question that a node which is away would have to answer: of kind Transient,
// unless it is away for another reason than time can change.
func (n *node) missing(why error) error {
	kind := aranea.KindOf(why)
	if kind == aranea.Internal {
		kind = aranea.Transient
	}
	return &aranea.Error{Op: "ask cluster", Kind: kind, Err: &partition.Away{Partition: n.part, Why: why}}
}

// judge returns the error of a question to a node, which waited until a limit of the Front's own if
// late, and notes whether the node is there. ctx is that of the caller.
func (f *Front) judge(ctx context.Context, n *node, late bool, err error) error {
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx) // nobody waits for the node any more
	case err != nil && late:
		err = errSlow
	case err != nil && !errors.Is(err, wire.ErrGone):
		f.present(n)
		return f.place(n, err)
	case err == nil:
		f.present(n)
		return nil
	}
	f.absent(n, err)
	return n.missing(err)
}

// place adds the name of the node to an error that is about the node, not about the question, and logs it: the
// answer of a search does not tell it.
func (f *Front) place(n *node, err error) error {
	switch aranea.KindOf(err) {
	case aranea.Invalid, aranea.NotFound, aranea.Limit, aranea.Denied, aranea.Canceled:
		return err
	case aranea.Internal, aranea.Transient, aranea.Permanent, aranea.Corrupt:
	}
	f.log.Warn("a node cannot answer", "node", n.name(), "error", err)
	return &aranea.Error{Op: "ask cluster", Kind: aranea.KindOf(err), Err: fmt.Errorf("%s: %w", n.name(), err)}
}

// present notes that a node answers.
func (f *Front) present(n *node) {
	n.mu.Lock()
	was := n.away
	n.away, n.wait = nil, 0
	n.mu.Unlock()
	if was != nil {
		f.log.Info("a node is there again", "node", n.name())
	}
}

// absent notes that a node does not answer.
func (f *Front) absent(n *node, why error) {
	n.mu.Lock()
	was := n.away
	n.away = why
	n.wait = min(max(2*n.wait, firstWait), longestWait)
	n.next = time.Now().Add(n.wait)
	n.mu.Unlock()
	if was == nil {
		f.log.Warn("a node does not answer", "node", n.name(), "error", why)
	}
}

// isAway returns why a node does not answer, nil if it does as far as that is known. Now and then it
// has the node asked beside, so that nobody waits for one that is away.
func (f *Front) isAway(n *node) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.away == nil {
		return nil
	}
	if !n.trying && f.base.Err() == nil && !time.Now().Before(n.next) {
		n.trying = true
		f.busy.Go(func() { f.try(n) })
	}
	return n.missing(n.away)
}

// try asks a node that was away whether it is there again.
func (f *Front) try(n *node) {
	_, err := ask(f.base, f, n, Patience, n.Docs)
	n.mu.Lock()
	n.trying = false
	n.mu.Unlock()
	if err != nil && f.base.Err() == nil {
		f.log.Debug("a node is still away", "node", n.name(), "error", err)
	}
}

// ask asks a node something that may take until a limit, with 0 as long as the node is there.
func ask[T any](ctx context.Context, f *Front, n *node, limit time.Duration, question func(context.Context) (T, error)) (T, error) {
	var within context.Context
	var cancel context.CancelFunc
	if limit > 0 {
		within, cancel = context.WithTimeout(ctx, limit)
	} else {
		within, cancel = whileThere(ctx, n)
	}
	defer cancel()
	v, err := question(within)
	return v, f.judge(ctx, n, within.Err() != nil, err)
}

// whileThere returns a context that ends when a node is no longer there: what walks over all records may take
// minutes, so the node is asked beside it whether it answers what costs little. The caller calls cancel.
func whileThere(ctx context.Context, n *node) (context.Context, context.CancelFunc) {
	within, cancel := context.WithCancelCause(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(Patience)
		defer tick.Stop()
		for {
			select {
			case <-within.Done():
				return
			case <-tick.C:
			}
			asked, end := context.WithTimeout(within, Patience)
			_, err := n.Docs(asked)
			if err != nil && (asked.Err() != nil || errors.Is(err, wire.ErrGone)) {
				cancel(errSlow)
			}
			end()
		}
	})
	return within, func() { cancel(context.Canceled); wg.Wait() }
}

// answered is what one node answered to a question to all.
type answered[T any] struct {
	n     *node
	value T
	err   error
}

// askAll asks all nodes at once, but those that are away, and returns what each answered.
func askAll[T any](ctx context.Context, f *Front, nodes []*node, limit time.Duration, question func(context.Context, *node) (T, error)) []answered[T] {
	all := make([]answered[T], len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		all[i].n = n
		if all[i].err = f.isAway(n); all[i].err != nil {
			continue
		}
		wg.Go(func() {
			all[i].value, all[i].err = ask(ctx, f, n, limit, func(ctx context.Context) (T, error) { return question(ctx, n) })
		})
	}
	wg.Wait()
	return all
}

// each returns the values of all nodes, or an error if one gave none: of what the question does not
// allow rather than of what is away.
func each[T any](all []answered[T]) ([]T, error) {
	values := make([]T, 0, len(all))
	var failed error
	for _, a := range all {
		switch {
		case a.err == nil:
			values = append(values, a.value)
		case failed == nil, aranea.KindOf(a.err) == aranea.Invalid:
			failed = a.err
		}
	}
	return values, failed
}

// some returns the answers of the nodes that gave one, and the nodes that gave none. It returns an
// error if there is no answer: of those that answered something rather than of those that are away.
func some[T any](all []answered[T]) (told []answered[T], left []*node, err error) {
	var failed error
	for _, a := range all {
		if a.err == nil {
			told = append(told, a)
			continue
		}
		left = append(left, a.n)
		if failed == nil || isGone(failed) {
			failed = a.err
		}
	}
	if len(told) > 0 {
		failed = nil
	}
	return told, left, failed
}
