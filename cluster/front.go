package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// How long nodes are waited for, and how soon one that is away is asked again.
const (
	// Patience is how long a node may take for what costs an index little: what it says of words, of
	// its state, of itself. A node that takes longer is away.
	Patience = 5 * time.Second
	// Slowest is how long a node may take for a search, which may cost seconds; less if the caller
	// waits less.
	Slowest = 30 * time.Second
	// firstWait and longestWait are how long a node that is away is left alone, before it is asked
	// beside other questions whether it is there again.
	firstWait   = 500 * time.Millisecond
	longestWait = 10 * time.Second
)

// Options of a Front. The zero value is sensible.
type Options struct {
	// Logger gets a line when a node goes away and when it is there again; default none.
	Logger *slog.Logger
	// Standbys are asked for their state, by the numbers of their nodes. That they answer in the place of a
	// node is up to the node that New gets.
	Standbys map[int]service.Answering
}

// A Front asks the nodes of a cluster. It is safe for concurrent use.
type Front struct {
	nodes []*node
	log   *slog.Logger

	mu sync.Mutex
	by map[int]service.Answering // the standbys

	base context.Context // of what is asked beside questions
	end  context.CancelFunc
	busy sync.WaitGroup
}

var (
	_ service.Answering = (*Front)(nil)
	_ Acting            = (*Front)(nil)
)

// New returns a Front of the nodes of a cluster: the first has the first partition, and so on. There
// are 1 to partition.Most of them. The caller closes the Front before the nodes.
func New(nodes []service.Answering, o Options) (*Front, error) {
	if len(nodes) == 0 || len(nodes) > partition.Most {
		return nil, &aranea.Error{Op: "cluster", Kind: aranea.Invalid, Err: fmt.Errorf("a cluster has 1 to %d nodes", partition.Most)}
	}
	f := &Front{log: o.Logger, by: o.Standbys}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	f.base, f.end = context.WithCancel(context.Background())
	for i, n := range nodes {
		f.nodes = append(f.nodes, &node{Answering: n, part: partition.Partition{Number: i + 1, Of: len(nodes)}})
	}
	return f, nil
}

// Close ends what the Front asks beside questions. It does not close the nodes.
func (f *Front) Close() {
	f.end()
	f.busy.Wait()
}

// SetStandbys has others asked for their state than those of the Options, as those are, from now on. The map is not
// changed later.
func (f *Front) SetStandbys(by map[int]service.Answering) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.by = by
}

// asides returns the standbys by the numbers of their nodes.
func (f *Front) asides() map[int]service.Answering {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.by
}

// of returns the node whose partition the site of an origin is in.
func (f *Front) of(o weburl.Origin) *node { return f.nodes[partition.Of(o, len(f.nodes))-1] }

// owns reports whether the site of an origin is in the partition of a node.
func (f *Front) owns(n *node, o weburl.Origin) bool { return f.of(o) == n }
