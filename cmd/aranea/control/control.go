package control

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// An Opener runs f with the data folder of a command.
type Opener func(cmd *cobra.Command, f func(context.Context, service.Service) error) error

// New returns the commands stop, pause and resume.
func New(with Opener) []*cobra.Command {
	return []*cobra.Command{
		verb(with, service.Stop, "Stop the crawl under way, or the visits of one host",
			`Stop ends the crawl that another process has under way, when what it is fetching
has come. The order is stored before it is answered: no command that waited for the
crawl begins it again, whichever process is killed meanwhile. "aranea run" goes on
serving and crawls no more, also when it is started anew, until aranea resume. An
"aranea crawl" that is begun later, by hand or by a timer, goes on with the crawl,
and ends the stop for "aranea run" as well.

With a host no further request leaves for it until it is resumed, also in later
crawls.

With --cluster it stops all nodes of a cluster, or the node of the host. A node that
does not answer goes on: it is named, and the exit code is 1.`),
		verb(with, service.Pause, "Pause all crawls, or one host",
			`Pause lets no new request leave until aranea resume: not for pages, robots files,
sitemaps, logins or keys of notices, and not for "aranea inspect" of a site with this
data folder. It holds for crawls that begin later, and when processes are killed or
the machine starts anew; what is under way still comes in. Searches are answered.
With a host it holds for that host alone.

With --cluster it pauses all nodes of a cluster, or the node of the host. A node that
does not answer goes on: it is named, and the exit code is 1.`),
		verb(with, service.Resume, "End a stop or a pause, of all crawls or of one host",
			`Resume lets requests leave again: a crawl that is paused goes on, and "aranea run"
that was stopped begins again within a second. Hosts that were stopped or paused by
their name stay so; name them to resume them.

With --cluster it resumes all nodes of a cluster, or the node of the host. A node that
does not answer stays as it is: it is named, and the exit code is 1.`),
	}
}

func verb(with Opener, d service.Deed, short, long string) *cobra.Command {
	return nodes.BindFile(&cobra.Command{
		Use:     string(d) + " [flags] [HOST]",
		Short:   short,
		Long:    long,
		Example: fmt.Sprintf("  aranea %[1]s\n  aranea %[1]s www.example.org\n  aranea %[1]s --cluster cluster.toml", d),
		Args:    command.Args(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := service.Order{Deed: d}
			if len(args) == 1 {
				var err error
				if o.Host, err = hostOf(d, args[0]); err != nil {
					return err
				}
			}
			return with(cmd, func(ctx context.Context, s service.Service) error {
				_, flag := nodes.AskedOf(cmd)
				text, err := give(ctx, s, o, flag, nodes.ClusterOf(cmd) != "")
				if err == nil {
					_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
				}
				return err
			})
		},
	})
}

// give gives an order, and returns a text about its effect on the folder, or the cluster, that a flag names.
func give(ctx context.Context, s service.Service, o service.Order, data string, cluster bool) (string, error) {
	done, err := s.Steer(ctx, o)
	if err != nil {
		return "", err
	}
	if o.Host != "" {
		return ofHost(o, done.Changed), nil
	}
	text := ofAll(o.Deed, done, data)
	if cluster {
		text = ofNodes(o.Deed, done, data)
	}
	if o.Deed != service.Resume {
		return text, nil
	}
	st, err := s.Status(ctx)
	return text + stillHeld(st.Held, data), err
}

// maxNamed is the maximum number of still stopped or paused hosts in a text.
const maxNamed = 10

// stillHeld describes which hosts stay stopped or paused when all crawls are resumed.
func stillHeld(hosts []string, data string) string {
	if len(hosts) == 0 {
		return ""
	}
	names := strings.Join(hosts[:min(len(hosts), maxNamed)], ", ")
	if more := len(hosts) - maxNamed; more > 0 {
		names += fmt.Sprintf(" and %s more", show.Number(more))
	}
	return fmt.Sprintf("\nStopped or paused by name, and still so: %s. End that: aranea resume%s %s", show.Line(names), data, show.Line(show.Word(hosts[0])))
}

// ofHost describes the effect of an order on a host.
func ofHost(o service.Order, changed bool) string {
	did := map[service.Deed]string{service.Stop: "stopped", service.Pause: "paused", service.Resume: "resumed"}[o.Deed]
	switch {
	case changed:
		return fmt.Sprintf("%s is %s.", o.Host, did)
	case o.Deed == service.Resume:
		return o.Host + " was neither stopped nor paused: nothing changed."
	}
	return o.Host + " was stopped or paused before: nothing changed."
}

// ofNodes describes the effect of an order on all nodes of the cluster that a flag names.
func ofNodes(d service.Deed, s service.Steered, flag string) string {
	switch {
	case d == service.Stop:
		return fmt.Sprintf("The crawls of all nodes are stopped. No node begins another until aranea resume%s.", flag)
	case d == service.Pause && !s.Changed:
		return "The crawls of all nodes were paused before: nothing changed."
	case d == service.Pause:
		return fmt.Sprintf("The crawls of all nodes are paused. No request leaves until aranea resume%s.", flag)
	case !s.Changed:
		return "No node was stopped or paused: nothing changed."
	}
	return "The crawls of all nodes are resumed."
}

// ofAll describes the effect of an order on all crawls of the folder that a flag names.
func ofAll(d service.Deed, s service.Steered, data string) string {
	begin := "No crawl is under way."
	switch {
	case d == service.Stop:
		if s.Crawling {
			begin = "The crawl is stopped."
		}
		return fmt.Sprintf("%s aranea run begins none until aranea resume%[2]s; aranea crawl%[2]s goes on.", begin, data)
	case d == service.Pause && !s.Changed:
		return "The crawls were paused before: nothing changed."
	case d == service.Pause:
		if s.Crawling {
			begin = "The crawl is paused."
		}
		return fmt.Sprintf("%s No request leaves until aranea resume%s.", begin, data)
	case !s.Changed:
		return "The crawls were neither stopped nor paused: nothing changed."
	case s.Crawling:
		return "The crawl is resumed."
	case s.Was.Stopped.IsZero():
		return "No crawl is under way; the next one is not paused."
	}
	return fmt.Sprintf("Crawls may begin again: aranea run does, and aranea crawl%s goes on with one that was stopped.", data)
}
