package remoterobots

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/robotsredirects"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

const (
	// patience is how long a node is waited for; it answers within waitTime.
	patience = waitTime + 3*time.Second
	// awayTime is how long a node that did not answer is not asked.
	awayTime = 2 * time.Second
	// maxAsks is the number of questions at once to one node.
	maxAsks = 8
)

// A Node is one that is asked for robots files.
type Node interface {
	Refer(ctx context.Context, a Ask) (Answer, error)
}

// An Asker asks the nodes of sites for their robots files. It is safe for concurrent use.
type Asker struct {
	own   partition.Partition
	peers []*peer // by number, less one
}

// A peer is a node that is asked.
type peer struct {
	node  Node
	slots chan struct{} // holds a token for each question on its way

	mu   sync.Mutex
	away time.Time // it is not asked before
}

var _ robotsredirects.Reader = (*Asker)(nil)

// NewAsker returns the Asker of the node of a partition, for a cluster of these nodes in the order of their
// numbers. That of the node itself is not asked.
func NewAsker(own partition.Partition, nodes []Node) *Asker {
	a := &Asker{own: own}
	for _, n := range nodes {
		a.peers = append(a.peers, &peer{node: n, slots: make(chan struct{}, maxAsks)})
	}
	return a
}

// Why a node tells nothing. The names and addresses of nodes are no part of it, because trails tell it.
var (
	errAway    = errors.New("its node does not answer")
	errBusy    = errors.New("its node is asked for too much at once")
	errWaits   = errors.New("its node has not read the file yet")
	errDenied  = errors.New("its node makes no requests there now")
	errVersion = errors.New("its node is of another version of the program")
)

// Robots implements robotsredirects.Reader.
func (a *Asker) Robots(ctx context.Context, u weburl.URL) aranea.Fetched {
	p := a.peers[partition.Of(u.Origin(), a.own.Of)-1]
	got, err := p.ask(ctx, Ask{From: a.own.Number, URL: u})
	now := time.Now()
	switch {
	case err == nil:
		return got.fetched(u, now)
	case ctx.Err() != nil:
		return aranea.Fetched{URL: u, Ended: now, Failure: aranea.ScheduleStopped}
	}
	return aranea.Fetched{URL: u, Ended: now, Failure: aranea.ScopePartition, Detail: err.Error()}
}

// ask asks the node, unless it did not answer a moment ago, or there is too much to ask it.
func (p *peer) ask(ctx context.Context, a Ask) (Answer, error) {
	p.mu.Lock()
	away := time.Now().Before(p.away)
	p.mu.Unlock()
	if away {
		return Answer{}, errAway
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-time.After(time.Second):
		return Answer{}, errBusy
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	}
	got, err := p.node.Refer(ctx, a)
	if err == nil && got.check() != nil {
		err = errVersion
	}
	if err == nil {
		return got, nil
	}
	if err = reason(ctx, err); errors.Is(err, errAway) {
		p.mu.Lock()
		p.away = time.Now().Add(awayTime)
		p.mu.Unlock()
	}
	return Answer{}, err
}

// reason returns why a node tells nothing, in words for the trail.
func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, wire.ErrGone) {
		return errAway
	}
	switch aranea.KindOf(err) {
	case aranea.Limit:
		return errBusy
	case aranea.Denied:
		return errDenied
	case aranea.Transient, aranea.Canceled:
		return errWaits
	case aranea.Internal, aranea.Invalid, aranea.NotFound, aranea.Permanent, aranea.Corrupt:
	}
	return errVersion
}
