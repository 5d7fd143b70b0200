package cluster_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/scope/partition"
)

// openEngine opens a folder until the end of the test.
func openEngine(t *testing.T, dir string) *engine.Engine {
	t.Helper()
	e, err := engine.Open(t.Context(), dir, engine.Options{Version: "test", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return e
}

// newFront returns a front of nodes until the end of the test.
func newFront(t *testing.T, nodes ...service.Answering) *cluster.Front {
	t.Helper()
	f, err := cluster.New(nodes, cluster.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// A fronted service answers as a front of a cluster. What changes something is done by the node of the
// site that the contract crawls, and orders to all crawls by all nodes.
type fronted struct {
	*cluster.Front
	service.Changing
	others []service.Service
}

// Steer gives an order for all crawls to all nodes.
func (f *fronted) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	if o.Host == "" {
		for _, n := range f.others {
			if s, err := n.Steer(ctx, o); err != nil {
				return s, err
			}
		}
	}
	return f.Changing.Steer(ctx, o)
}

// Prove implements service.Visiting.
func (f *fronted) Prove(ctx context.Context, p service.Proof) (service.Proven, error) {
	return f.Front.Prove(ctx, p)
}

// Notify implements service.Visiting.
func (f *fronted) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return f.Front.Notify(ctx, n)
}

// TestServiceContract checks that a front of three nodes answers what a folder answers: each node has what
// the others lack.
func TestServiceContract(t *testing.T) {
	t.Parallel()
	servicetest.TestSite(t, func(t *testing.T, dir string) service.Service {
		const parts = 3
		own := partition.Of("http://127.0.0.1", parts) // the site of the contract
		nodes := make([]service.Answering, parts)
		out := &fronted{}
		for i := range nodes {
			if i+1 == own {
				e := openEngine(t, dir)
				nodes[i], out.Changing = e, e
				continue
			}
			e := openEngine(t, filepath.Join(t.TempDir(), "data"))
			nodes[i], out.others = e, append(out.others, e)
		}
		out.Front = newFront(t, nodes...)
		return out
	})
}
