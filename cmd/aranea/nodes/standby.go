package nodes

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea/cluster/roster"
	"github.com/aranea-search/aranea/cluster/standby"
	"github.com/aranea-search/aranea/cluster/standby/answering"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/listfiles"
	"github.com/aranea-search/aranea/cmd/aranea/page"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/checkpoint"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/scope/partition"
)

// leastCopyEvery is the minimum time from one copy to the next: each has the node write what it has in
// memory into files.
const leastCopyEvery = 10 * time.Second

// standbyFlags are the flags of the command standby.
type standbyFlags struct {
	file   string
	node   int
	listen string
	every  time.Duration
	once   bool
}

// NewStandby returns the command standby. open opens the log of a command.
func NewStandby(version string, open func(*cobra.Command) (*slog.Logger, func(), error)) *cobra.Command {
	f := new(standbyFlags)
	cmd := &cobra.Command{
		Use:   "standby [flags]",
		Short: "Keep a copy of the folder of a node on another machine",
		Long: `Standby keeps a copy of the data folder of a node of a cluster up to date, over the
network, until it is interrupted: for a machine other than that of the node. It fetches
what it does not have, and puts each copy in the place of the one before as a whole.
What was fetched when either side ended is not fetched again.

If the cluster file has its URL below [standbys], it answers the questions of fronts and
other nodes from its newest copy while the node is away. It changes nothing.

When the node is lost, the copy becomes it: end the standby, write the URL of its machine
in the place of the node in the cluster file, and start "aranea run" with the same --data,
--cluster and --node. That waits until the delays are over that the lost node may have
begun since the copy (docs/cluster.md). It never does so by itself.`,
		Example: "  aranea standby --cluster cluster.toml --node 2 --data /var/lib/aranea/standby-2",
		Args:    command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			log, done, err := open(cmd)
			if err != nil {
				return err
			}
			defer done()
			return f.run(cmd, version, log)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.file, clusterFlag, "", "cluster file that names the node (docs/cluster.md)")
	fs.IntVar(&f.node, nodeFlag, 0, "the node of the --cluster file of which a copy is kept: 1 for the first")
	fs.StringVar(&f.listen, listenFlag, "", "address and port to listen on while the node is away (default the port of its URL in the --cluster file)")
	fs.DurationVar(&f.every, "every", 5*time.Minute, "how long after a copy to make the next one")
	fs.BoolVar(&f.once, "once", false, "make one copy, and end")
	return cmd
}

// run keeps copies until the command is interrupted.
func (f *standbyFlags) run(cmd *cobra.Command, version string, log *slog.Logger) error {
	switch {
	case f.file == "" || f.node == 0:
		return command.Usage("say with --%s FILE --%s N of which node a copy is kept", clusterFlag, nodeFlag)
	case f.every < leastCopyEvery:
		return command.Usage("--every %s: it is at least %s", f.every, leastCopyEvery)
	}
	r, err := read(cmd, f.file)
	if err != nil {
		return err
	}
	part, err := r.Partition(f.node)
	if err != nil {
		return command.Usage("--%s %d: %w", nodeFlag, f.node, err)
	}
	folder, err := standby.Open(command.DataOf(cmd), part)
	if err != nil {
		return err
	}
	follow, node := newFollower(f.file, r), dialOne(&r, f.node, asNode, nil)
	defer node.Close()
	follow.add(taking{node})
	k := keeping{folder: folder, node: node.Client, part: part, out: cmd.OutOrStdout(), log: log, use: func(*standby.Copy) error { return nil }}
	if f.once {
		err = k.copy(cmd.Context())
	} else {
		err = f.serve(cmd, follow, version, &k)
	}
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}

// serve keeps copies, and answers from the newest one if the standby has an address.
func (f *standbyFlags) serve(cmd *cobra.Command, follow *follower, version string, k *keeping) error {
	at, r := f.listen, follow.current()
	if at == "" && r.Standbys[f.node] != "" {
		var err error
		if at, err = r.ListenStandby(f.node); err != nil {
			return command.Usage("%w", err)
		}
	}
	if f.listen == "" {
		follow.listensAt(at, func(r *roster.Roster) (string, error) {
			if r.Standbys[f.node] == "" {
				return "", nil
			}
			return r.ListenStandby(f.node)
		})
	}
	if at == "" {
		fmt.Fprintf(k.out, "This standby answers nobody while the node is away: the cluster file has no URL of it. Write that below [standbys].\n")
		g, ctx := errgroup.WithContext(cmd.Context())
		g.Go(func() error { return follow.run(ctx, k.log) })
		g.Go(func() error { return k.keep(ctx, f.every) })
		return g.Wait()
	}
	opt := session.Options{Version: version, Command: cmd.CommandPath(), Logger: k.log}
	if b, ok := cmd.Flag("memory").Value.(*settings.Bytes); ok {
		if opt.Memory = int64(*b); opt.Memory < answering.Least {
			return command.Usage("%s is less than the %dMiB that a standby needs which answers: while it takes a new copy, two are open", settings.Place(cmd.Flag("memory")), answering.Least>>20)
		}
	}
	defer memory.Pace(opt.Memory)()
	var err error
	if opt.Lists, err = listfiles.Open(cmd, "", k.log); err != nil {
		return err
	}
	l, err := page.Listen(cmd.Context(), at, listenFlag)
	if err != nil {
		return err
	}
	fmt.Fprintf(k.out, "The standby of node %s listens at http://%s\n", k.part, l.Addr())
	desk := answering.New(api.NodeOptions{KeyNow: follow.key, Version: version, Partition: k.part, Instance: rand.Text(), Logger: k.log}, opt)
	k.use = func(c *standby.Copy) error { return desk.Show(cmd.Context(), c) }
	g, ctx := errgroup.WithContext(cmd.Context())
	g.Go(func() error { return follow.run(ctx, k.log) })
	g.Go(func() error {
		err := api.ServeNode(ctx, l, desk, k.log)
		if err == nil {
			err = context.Cause(ctx)
		}
		return err
	})
	g.Go(func() error {
		k.useNewest()
		return k.keep(ctx, f.every)
	})
	return errors.Join(g.Wait(), desk.Close())
}

// A keeping keeps the copy of a node.
type keeping struct {
	folder *standby.Folder
	node   standby.Node
	part   partition.Partition
	out    io.Writer
	log    *slog.Logger
	use    func(*standby.Copy) error // answers from a copy
	told   bool                      // that the node cannot be copied
}

// useNewest answers from the copy that is there already, if there is one.
func (k *keeping) useNewest() {
	c, err := k.folder.Newest()
	if err == nil && c != nil {
		err = k.use(c)
	}
	if err != nil {
		k.log.Warn("there are no answers from the copy that is there", "error", err)
	}
}

// longestCopyWait is how long after a copy that failed the next one is tried, at most.
const longestCopyWait = time.Minute

// keep makes a copy again and again until ctx ends.
func (k *keeping) keep(ctx context.Context, every time.Duration) error {
	for {
		wait := every
		err := k.copy(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			k.tell(err)
			wait = min(every, longestCopyWait)
		}
		next := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			next.Stop()
			return context.Cause(ctx)
		case <-next.C:
		}
	}
}

// copy makes one copy, and prints what it has.
func (k *keeping) copy(ctx context.Context) error {
	began := time.Now()
	var p standby.Progress
	said := began
	c, err := k.folder.Fetch(ctx, k.node, func(now standby.Progress) {
		if p = now; time.Since(said) >= 10*time.Second {
			said = time.Now()
			fmt.Fprintf(k.out, "  %s of %s fetched\n", show.Bytes(size(p.Fetched)), show.Bytes(size(p.Missing)))
		}
	}, k.use)
	if err != nil {
		return err
	}
	if k.told {
		k.told = false
		k.log.Info("the node is copied again")
	}
	fmt.Fprintf(k.out, "%s  copy of node %s: %s, %s, of which %s were fetched in %s\n", command.Clock(c.At), k.part,
		show.Count(p.Files, "file"), show.Bytes(size(p.Bytes)), show.Bytes(size(p.Fetched)), time.Since(began).Round(time.Millisecond))
	return nil
}

// size is a number of bytes that is not negative.
func size(n int64) uint64 { return uint64(max(n, 0)) }

// tell says once that the node cannot be copied, and how old its copy is.
func (k *keeping) tell(err error) {
	if k.told {
		return
	}
	k.told = true
	c, nerr := k.folder.Newest()
	switch {
	case nerr != nil:
		err = errors.Join(err, nerr)
	case c == nil:
		fmt.Fprintf(k.out, "There is no copy of node %s yet: %s. It is tried again each minute.\n", k.part, show.Line(err.Error()))
	default:
		fmt.Fprintf(k.out, "The copy of node %s stays that of %s: %s. It is tried again each minute.\n", k.part, command.Clock(c.At), show.Line(err.Error()))
	}
	k.log.Warn("the node cannot be copied", "error", err)
}

// become makes the copy of a standby the folder of the node, if the data folder of the command is that of a
// standby. It refuses that while the node answers.
func (m *Member) become(cmd *cobra.Command) error {
	dir := command.DataOf(cmd)
	if !standby.Is(dir) {
		return nil
	}
	own := m.own()
	defer own.Close()
	if err := m.other(cmd.Context(), own); err != nil {
		return command.Usage("%w", err)
	}
	c, err := standby.Become(dir, m.part)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "The copy of %s has become the folder of node %s. What the node found since then is found again.\n", command.Clock(c.At), m.part)
	return nil
}

// expire removes what no standby fetches any more, until ctx ends.
func expire(ctx context.Context, k *checkpoint.Keeper, log *slog.Logger) error {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
		if err := k.Expire(); err != nil {
			log.Warn("what a standby has fetched cannot be removed", "error", err)
		}
	}
}
