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

// A fronted service answers and takes orders as a front of a cluster. What else changes something is done by
// the node of the site that the contract crawls.
type fronted struct {
	*cluster.Front
	service.Changing
}

// Steer implements service.Crawling.
func (f *fronted) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	return f.Front.Steer(ctx, o)
}

// Remove implements service.Keeping.
func (f *fronted) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	return f.Front.Remove(ctx, r)
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
			nodes[i] = openEngine(t, filepath.Join(t.TempDir(), "data"))
		}
		out.Front = newFront(t, nodes...)
		return out
	})
}
