package recrawl

import (
	"context"

	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
)

// Receiving returns s in the form in which other nodes of a cluster call it: it signals on due when
// they have handed over something to visit.
func Receiving(s service.Service, due chan<- struct{}) service.Service { return receiving{s, due} }

type receiving struct {
	service.Service
	due chan<- struct{}
}

// Receive implements service.Service.
func (r receiving) Receive(ctx context.Context, b handover.Batch) (handover.Received, error) {
	did, err := r.Service.Receive(ctx, b)
	if did.Due() {
		Tell(r.due)
	}
	return did, err
}
