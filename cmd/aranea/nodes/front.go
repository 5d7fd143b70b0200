package nodes

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/cluster/roster"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/page"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// BindFile adds --cluster to a command that can ask all nodes of a cluster in place of a data folder.
func BindFile(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().String(clusterFlag, "", "cluster file: ask all nodes that it names, in place of a data folder (docs/cluster.md)")
	return cmd
}

// A Front answers for all nodes of a cluster, and gives them orders to stop, pause, resume and remove. It
// changes nothing else there.
type Front struct {
	service.Answering
	service.Changing // refuses
	front            *cluster.Front
	clients          []contact
	standbys         []contact // also where the file names none: it may later

	end  context.CancelFunc // of following the cluster file; nil if a node does
	busy sync.WaitGroup
}

var _ service.Service = (*Front)(nil)

// errChange refuses to change a cluster.
var errChange = &aranea.Error{Op: "cluster", Kind: aranea.Denied, Err: errors.New("a cluster is changed at its nodes: give the command to the node of the site, with its data folder")}

// Open returns a Front of the cluster of a command, which has the flag. The caller closes it.
func Open(cmd *cobra.Command, log *slog.Logger) (*Front, error) {
	for _, name := range lists.Names() { // of a file that all commands share, it holds for nodes
		if f := cmd.Flag(name); f.Value.String() != "" && settings.Place(f) == "--"+name {
			return nil, command.Usage("--%s goes not with --%s: every node searches with its own lists; give it to them", name, clusterFlag)
		}
	}
	if err := oneSource(cmd); err != nil {
		return nil, err
	}
	r, err := read(cmd, ClusterOf(cmd))
	if err != nil {
		return nil, err
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	follow := newFollower(ClusterOf(cmd), r)
	f, err := newFront(follow, log, 0, nil)
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(cmd.Context())
	f.end = end
	f.busy.Go(func() { _ = follow.run(ctx, log) }) // it ends with ctx
	return f, nil
}

// newFront returns a Front of the nodes of a cluster file that is followed. The own one, if that is not 0, is s.
func newFront(follow *follower, log *slog.Logger, own int, s service.Service) (*Front, error) {
	r := follow.current()
	f := &Front{Changing: api.Refusing(errChange), clients: dial(&r, asAnswer, log), standbys: dial(&r, asStandby, nil)}
	var answering []service.Answering
	for i, c := range f.clients {
		if i+1 == own {
			answering = append(answering, s)
			continue
		}
		answering = append(answering, c.Client)
	}
	var err error
	if f.front, err = cluster.New(answering, cluster.Options{Logger: log}); err != nil {
		return nil, err
	}
	f.Answering = f.front
	follow.add(f)
	return f, nil
}

// take goes by a cluster file that has changed.
func (f *Front) take(r *roster.Roster) {
	readdress(r, f.clients)
	readdress(r, f.standbys)
	by := map[int]service.Answering{}
	for node := range r.Standbys {
		by[node] = f.standbys[node-1].Client
	}
	f.front.SetStandbys(by)
}

// Pages serves the search page of a node until ctx ends: its pages are about all nodes, and what
// monitoring is told about itself. Without a cluster both are about s.
func (m *Member) Pages(ctx context.Context, out io.Writer, s service.Service, l page.Listeners, opt page.Options) error {
	if m == nil {
		return page.Serve(ctx, out, s, l, opt)
	}
	f, err := newFront(m.follow, opt.Logger, m.part.Number, s)
	if err != nil {
		return err
	}
	defer f.Close()
	opt.Monitored, opt.Crawls = s, refuseCrawls
	return page.Serve(ctx, out, f, l, opt)
}

// refuseCrawls refuses the crawls that operators order on the pages of a cluster.
func refuseCrawls([]weburl.URL, string) (service.Settings, error) {
	return service.Settings{}, errChange
}

// Close closes the connections to the nodes.
func (f *Front) Close() {
	if f.end != nil {
		f.end()
	}
	f.busy.Wait()
	f.front.Close()
	for _, c := range f.clients {
		c.Close()
	}
	for _, c := range f.standbys {
		c.Close()
	}
}

// Status returns the state of the cluster. What is in force holds in all partitions.
func (f *Front) Status(ctx context.Context) (service.Status, error) {
	s, err := f.front.Status(ctx)
	if s.InForce != nil {
		whole := *s.InForce
		whole.Partition = partition.Partition{}
		s.InForce = &whole
	}
	return s, err
}

// Steer stops, pauses or resumes the crawls of all nodes, or one host at its node.
func (f *Front) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	return f.front.Steer(ctx, o)
}

// Remove removes URLs from the index at the node of their site, or admits them again.
func (f *Front) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	return f.front.Remove(ctx, r)
}

// Prove has the node of a label ask its site.
func (f *Front) Prove(ctx context.Context, p service.Proof) (service.Proven, error) {
	return f.front.Prove(ctx, p)
}

// Notify passes a notice on to the node of its site.
func (f *Front) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return f.front.Notify(ctx, n)
}

// Serve serves the search page of a cluster until the command is interrupted.
func Serve(cmd *cobra.Command, flags *page.Flags, log *slog.Logger) error {
	opt, err := flags.Options("")
	if err != nil {
		return err
	}
	f, err := Open(cmd, log)
	if err != nil {
		return err
	}
	defer f.Close()
	l, err := flags.Listen(cmd.Context())
	if err != nil {
		return err
	}
	if err = flags.Complete(cmd, &opt, log); err != nil {
		return err
	}
	opt.Crawls = refuseCrawls
	if flags.Notices {
		opt.Notices = func() {} // the node of the site crawls
	}
	if err := page.Serve(cmd.Context(), cmd.OutOrStdout(), f, l, opt); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
