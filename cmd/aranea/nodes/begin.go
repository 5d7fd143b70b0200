package nodes

import (
	"context"
	"errors"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
)

// await waits until a crawl of the node has begun in its folder, which closes begun. Before that, the
// folder has no partition, or that of the node from which this one was made.
func (m *Member) await(ctx context.Context, s service.Service) error {
	tick := time.NewTicker(handover.Poll)
	defer tick.Stop()
	for {
		if st, err := s.Status(ctx); err == nil && st.InForce != nil && st.InForce.Partition == m.part {
			close(m.begun)
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// errNotBegun is for a node whose folder has no part in the cluster yet.
var errNotBegun = errors.New("no crawl of this node has begun yet")

// Receive takes pages of another node, once a crawl of this one has begun.
func (t telling) Receive(ctx context.Context, b handover.Batch) (handover.Received, error) {
	select {
	case <-t.begun:
		return t.Service.Receive(ctx, b)
	default:
		return handover.Received{}, &aranea.Error{Op: handover.Op, Kind: aranea.Transient, Err: errNotBegun}
	}
}
