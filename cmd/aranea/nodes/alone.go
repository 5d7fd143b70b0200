package nodes

import (
	"context"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/api"
)

// How often a node looks who answers at its URL, and how long it waits for that.
const (
	watchInterval = time.Minute
	watchPatience = 3 * time.Second
)

// other returns an error if another process is this node: it answers at the URL of the node, and has its
// partition. Each of the two would keep the delays of the sites by itself, so they would ask these twice as
// often. That nothing answers there is no error: a node behind an address translation may not reach itself.
func (m *Member) other(ctx context.Context, own *api.Client) error {
	ctx, cancel := context.WithTimeout(ctx, watchPatience)
	defer cancel()
	g, err := own.Greet(ctx)
	if err != nil || g.Partition != m.part.String() || g.Instance == "" || g.Instance == m.instance {
		return nil // what the URL does not tell, the other nodes and "aranea cluster check" do
	}
	return fmt.Errorf("node %d of %d runs already: process %d answers at %s, and two would not keep the delays of sites between them; stop one of them, or give this one the --%s of its place in the cluster file",
		m.part.Number, m.part.Of, g.PID, m.follow.current().Nodes[m.part.Number-1], nodeFlag)
}

// watch looks again and again whether another process is this node, until one is or ctx ends.
func (m *Member) watch(ctx context.Context, own *api.Client, every time.Duration) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
		if err := m.other(ctx, own); err != nil {
			return &command.Error{Code: command.ExitInternal, Err: err}
		}
	}
}
