package control

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/halt"
)

// Refused means that a question was not sent because all crawls of a folder are paused. It is
// printed without the operations around it.
type Refused struct {
	since time.Time
	data  string // flag of the folder
}

// Error implements error.
func (e *Refused) Error() string {
	return fmt.Sprintf("all crawls are paused since %s; no request leaves until aranea resume%s", command.Clock(e.since), command.DataFlag(e.data))
}

// Refusal returns a Refused error if a request in the folder of data was denied because its
// crawls are paused, and otherwise err. It uses ordered to get the orders.
func Refusal(ctx context.Context, err error, ordered func(context.Context) (halt.State, error), data string) error {
	if aranea.KindOf(err) != aranea.Denied {
		return err
	}
	if s, unread := ordered(ctx); unread == nil && !s.Paused.IsZero() {
		return &Refused{s.Paused, data}
	}
	return err
}
