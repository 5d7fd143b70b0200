package recrawl

import (
	"context"
	"errors"
	"testing"

	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
)

// A node takes a batch in one way.
type node struct {
	service.Service
	did handover.Received
	err error
}

func (n node) Receive(context.Context, handover.Batch) (handover.Received, error) {
	return n.did, n.err
}

// TestReceiving: a crawl begins for URLs that were queued, and only for these.
func TestReceiving(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	for name, tt := range map[string]struct {
		node node
		want int
	}{
		"queued":     {node{did: handover.Received{Pages: 2, Links: 3, Queued: 1}}, 1},
		"known":      {node{did: handover.Received{Pages: 2, Links: 3}}, 0},
		"not at all": {node{err: refused}, 0},
	} {
		due := make(chan struct{}, 1)
		s := Receiving(tt.node, due)
		for range 2 { // the second signal finds the first
			if did, err := s.Receive(t.Context(), handover.Batch{}); did != tt.node.did || !errors.Is(err, tt.node.err) {
				t.Errorf("%s: %+v, %v", name, did, err)
			}
		}
		if len(due) != tt.want {
			t.Errorf("%s: %d signals, want %d", name, len(due), tt.want)
		}
	}
}
