package nodes

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea/cluster/roster"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/page"
	"github.com/aranea-search/aranea/cmd/aranea/recrawl"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope/partition"
)

// Flags are the flags of a command that is a node of a cluster.
type Flags struct {
	file, listen string
	node         int
}

// The names of the flags.
const (
	nodeFlag   = "node"
	listenFlag = "cluster-listen"
)

// Bind adds the flags to those of a command.
func (f *Flags) Bind(fs *pflag.FlagSet) {
	fs.StringVar(&f.file, clusterFlag, "", "cluster file: crawl as one of the nodes that it names, with --node (docs/cluster.md)")
	fs.IntVar(&f.node, nodeFlag, 0, "which node of the --cluster file this is: 1 for the first")
	fs.StringVar(&f.listen, listenFlag, "", "address and port to listen on for other nodes (default the port of its URL in the --cluster file)")
}

// Member returns the node that a command is, nil if it is none. Its error is a usage error.
func (f *Flags) Member(cmd *cobra.Command, version string) (*Member, error) {
	given := func(flag string) string { return settings.Place(cmd.Flag(flag)) }
	switch {
	case f.file == "" && f.node == 0 && f.listen == "":
		return nil, nil
	case f.file == "" && f.node != 0:
		return nil, command.Usage("%s %d is one of the nodes of a cluster file: name that with --%s FILE", given(nodeFlag), f.node, clusterFlag)
	case f.file == "":
		return nil, command.Usage("%s %s needs --%s FILE and --%s", given(listenFlag), f.listen, clusterFlag, nodeFlag)
	}
	r, err := read(cmd, f.file)
	if err != nil {
		return nil, err
	}
	if f.node == 0 {
		return nil, command.Usage("say with --%s which of the %d nodes of %s this is: 1 for the first", nodeFlag, len(r.Nodes), f.file)
	}
	m := &Member{follow: newFollower(f.file, r), version: version, instance: rand.Text(), address: f.listen, every: watchInterval, begun: make(chan struct{})}
	if m.part, err = r.Partition(f.node); err != nil {
		return nil, command.Usage("%s %d: %w", given(nodeFlag), f.node, err)
	}
	m.clients = dial(&r, asNode, nil)
	m.follow.add(m)
	if err := m.become(cmd); err != nil {
		return nil, err
	}
	m.dir = command.DataOf(cmd)
	if err := m.fits(m.dir); err != nil {
		return nil, err
	}
	if m.address == "" {
		if m.address, err = r.Listen(f.node); err != nil {
			return nil, command.Usage("%w", err)
		}
		m.follow.listensAt(m.address, func(r *roster.Roster) (string, error) { return r.Listen(f.node) })
	}
	return m, nil
}

// A Member is a node of a cluster.
type Member struct {
	follow   *follower // of the cluster file
	part     partition.Partition
	version  string
	instance string // what this process is told from another by that is started as the same node
	address  string
	dir      string        // the data folder
	every    time.Duration // from one look for such a process to the next
	l        net.Listener
	clients  []contact           // of all nodes, this one included
	sharing  *addressturns.Asker // set by Sharing
	begun    chan struct{}       // closed when a crawl of the node has begun
}

// Sharing returns what asks the other nodes for turns at addresses, in a crawl with settings; nil for nil.
// It is called once, before Run.
func (m *Member) Sharing(s *service.Settings) *addressturns.Asker {
	if m == nil {
		return nil
	}
	nodes := make([]addressturns.Node, len(m.clients))
	for i, c := range m.clients {
		nodes[i] = c.Client
	}
	polite := s.Politeness()
	longest := polite.HostDelays.Longest(schedule.Delay(polite.Delay))
	m.sharing = addressturns.NewAsker(m.part, addressturns.NewBook(max(longest, schedule.DefaultDelay)), nodes)
	return m.sharing
}

// Referral returns what asks the other nodes for robots files of their sites; nil for nil.
func (m *Member) Referral() *remoterobots.Asker {
	if m == nil {
		return nil
	}
	nodes := make([]remoterobots.Node, len(m.clients))
	for i, c := range m.clients {
		nodes[i] = c.Client
	}
	return remoterobots.NewAsker(m.part, nodes)
}

// Partition returns the partition that the node visits. For nil, that is the whole web.
func (m *Member) Partition() partition.Partition {
	if m == nil {
		return partition.Partition{}
	}
	return m.part
}

// fits returns a usage error if the data folder of the node has another partition.
func (m *Member) fits(dir string) error {
	o, err := optionsfile.Recall(dir)
	if err != nil || o == nil {
		return err
	}
	own := o.Settings
	own.Partition = m.part
	if err := own.Continues(&o.Settings, o.SeedCount); err != nil {
		return command.SettingsFault(err)
	}
	return nil
}

// Listen opens the listener for the other nodes, unless another process is this node already. Its error is
// a usage error. Run closes the listener.
func (m *Member) Listen(ctx context.Context) (err error) {
	own := m.own()
	defer own.Close()
	if err := m.other(ctx, own); err != nil {
		return command.Usage("%w", err)
	}
	m.l, err = page.Listen(ctx, m.address, listenFlag)
	return err
}

// own returns a client of the node at its URL.
func (m *Member) own() *api.Client {
	r := m.follow.current()
	return dialOne(&r, m.part.Number, asNode, nil).Client
}

// take goes by a cluster file that has changed.
func (m *Member) take(r *roster.Roster) { readdress(r, m.clients) }

// Run answers the other nodes from s and, once a crawl has begun, hands over to them what waits, until ctx ends or
// another process turns out to be this node. It prints to out where the node listens, and signals on notices
// when there is something new to visit.
func (m *Member) Run(ctx context.Context, out io.Writer, s service.Service, notices chan<- struct{}, log *slog.Logger) error {
	m.sharing.LogTo(log)
	fmt.Fprintf(out, "Node %d of %d listens for the other nodes at http://%s\n", m.part.Number, m.part.Of, m.l.Addr())
	moments, err := checkpoint.NewKeeper(s, m.dir, time.Now)
	if err != nil {
		return errors.Join(err, m.l.Close())
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return expire(ctx, moments, log) })
	g.Go(func() error { return m.follow.run(ctx, log) })
	g.Go(func() error {
		err := api.ServeNode(ctx, m.l, api.Node(telling{recrawl.Receiving(s, notices), notices, m.begun}, api.NodeOptions{KeyNow: m.follow.key, Version: m.version, Partition: m.part, Instance: m.instance, Book: m.sharing.Book(), Moments: moments, Logger: log}), log)
		if err == nil {
			err = context.Cause(ctx)
		}
		return err
	})
	g.Go(func() error { return m.watch(ctx, m.clients[m.part.Number-1].Client, m.every) })
	g.Go(func() error {
		if err := m.await(ctx, s); err != nil {
			return err
		}
		for i, c := range m.clients {
			if i+1 != m.part.Number {
				g.Go(func() error { return handover.Deliver(ctx, s, i+1, c.Client, log) })
			}
		}
		return nil
	})
	defer func() {
		for _, c := range m.clients {
			c.Close()
		}
	}()
	return g.Wait()
}

// A telling service signals that a notice has come, and takes no pages too early.
type telling struct {
	service.Service
	notices chan<- struct{}
	begun   <-chan struct{} // closed when a crawl of the node has begun
}

// Notify accepts a notice of changed URLs, which a front has passed on.
func (t telling) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	r, err := t.Service.Notify(ctx, n)
	if err == nil {
		recrawl.Tell(t.notices)
	}
	return r, err
}
