package nodes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cluster/roster"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/tally"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
)

// checkTime is how long a node may take to say how it stands.
const checkTime = 15 * time.Second

// New returns the command cluster.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Ask the nodes of a cluster how they stand",
		Long: `A cluster is several processes of "aranea run" that crawl one web together, each the
sites of its own partition, on one machine or on many (docs/cluster.md). Its cluster
file names them.`,
		Args: command.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCheck())
	return cmd
}

func newCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [flags] FILE",
		Short: "Read a cluster file, and tell which of its nodes answer and what they have",
		Long: `Check reads a cluster file and asks each node that it names: whether it answers, has
the partition that its place in the file says, crawls with the same settings as the
others, and lacks no seed of theirs that matters to it (with --scope any, only those of
its own partition do); how many pages can be found there, how many URLs are known and queued, and how
many pages wait to be handed over to which node.

Of a node with a standby it tells of when the copy of that is.

The exit code is 0 if all of that is in order, 1 if a node or a standby does not answer, or
if nodes crawl with different settings or seeds, and 2 if the file is at fault.`,
		Example: "  aranea cluster check cluster.toml",
		Args:    command.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := read(cmd, args[0])
			if err != nil {
				return err
			}
			states := ask(cmd.Context(), &r)
			fine, err := tell(terminal.Output(cmd.OutOrStdout(), asJSON), states, asJSON)
			if err == nil && !fine {
				err = &command.Error{Code: command.ExitInternal}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each node")
	return cmd
}

// A state is how a node stands. Fields of its JSON are only added, never renamed.
type state struct {
	Node     int                `json:"node"`
	URL      string             `json:"url"`
	Fault    string             `json:"fault,omitempty"` // why it does not answer, or what differs
	Version  string             `json:"version,omitempty"`
	PID      int                `json:"pid,omitempty"`
	Part     string             `json:"partition,omitempty"`
	Pages    int                `json:"pages"`
	URLs     uint64             `json:"urls"`
	Queued   uint64             `json:"queued"`
	Crawling bool               `json:"crawling"`
	Handover []handover.Waiting `json:"handover,omitempty"` // what waits for others
	Standby  *standbyState      `json:"standby,omitempty"`  // nil if it has none

	told    bool      // what it has
	copied  time.Time // of a standby
	inForce *seeds.InForce
}

// A standbyState is how the standby of a node stands.
type standbyState struct {
	URL    string    `json:"url"`
	Fault  string    `json:"fault,omitempty"` // why it does not answer
	Pages  int       `json:"pages"`
	Copied time.Time `json:"copied,omitzero"` // when the copy was made that it has
}

// ask asks all nodes and standbys at once.
func ask(ctx context.Context, r *roster.Roster) []state {
	clients := dial(r, asNode, nil)
	states := make([]state, len(clients))
	var wg sync.WaitGroup
	for i, c := range clients {
		wg.Go(func() {
			defer c.Close()
			states[i] = stateOf(ctx, c.Client, checkTime)
			states[i].Node, states[i].URL = i+1, r.Nodes[i]
		})
	}
	aside := make([]*standbyState, len(clients))
	for node, url := range r.Standbys {
		wg.Go(func() {
			c := dialOne(r, node, asStandby, nil)
			defer c.Close()
			aside[node-1] = standbyOf(ctx, c.Client, checkTime)
			aside[node-1].URL = url
		})
	}
	wg.Wait()
	for i := range states {
		states[i].Standby = aside[i]
	}
	compare(states)
	return states
}

// errNoNode is for a server that does not say which version of the program it is.
var errNoNode = errors.New("what answers there is no node; write the URL of one in its place, or see where a proxy there leads")

// stateOf asks one node, and waits so long for it.
func stateOf(ctx context.Context, c *api.Client, patience time.Duration) (s state) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	g, err := c.Greet(ctx)
	if err == nil && g.Version == "" || errors.Is(err, wire.ErrNull) { // a proxy or another server may answer a value without content
		err = errNoNode
	}
	if err == nil {
		s.Version, s.PID, s.Part = g.Version, g.PID, g.Partition
		st, serr := c.Status(ctx)
		s.told = serr == nil
		s.Pages, s.Queued, s.URLs = st.Docs, st.Counts[aranea.CountQueued], tally.URLs(&st.Counts)
		s.Crawling, s.Handover, s.inForce = st.Crawl != nil, st.Handover, st.InForce
		s.copied = st.Copied
		err = serr
	}
	switch {
	case err != nil && ctx.Err() != nil:
		s.Fault = fmt.Sprintf("it does not answer within %s; see that it is not overloaded or stopped", patience)
	case err != nil:
		s.Fault = err.Error()
	}
	return s
}

// standbyOf asks one standby, and waits so long for it.
func standbyOf(ctx context.Context, c *api.Client, patience time.Duration) *standbyState {
	s := stateOf(ctx, c, patience)
	out := &standbyState{Fault: s.Fault, Pages: s.Pages, Copied: s.copied}
	if s.Fault == "" && s.copied.IsZero() {
		out.Fault = "what answers there is no standby; write the URL of \"aranea standby\" in its place, not that of a node"
	}
	return out
}

// compare notes what the settings of a node have otherwise than those of the first one that tells its
// own, and which seeds of any others it lacks.
func compare(states []state) {
	var first *state
	var all []*seeds.InForce
	for i := range states {
		if s := &states[i]; s.Fault == "" && s.inForce != nil {
			all = append(all, s.inForce)
		}
	}
	for i := range states {
		s := &states[i]
		switch {
		case s.Fault != "" || s.inForce == nil: // it has not begun
		case first == nil:
			first, s.Fault = s, lacking(s.inForce, all)
		default:
			if names := differing(first.inForce, s.inForce); len(names) > 0 {
				s.Fault = fmt.Sprintf("it crawls with other settings (%s) than node %d; start both with the same", strings.Join(names, ", "), first.Node)
			} else {
				s.Fault = lacking(s.inForce, all)
			}
		}
	}
}

// differing returns the names of the settings, as in JSON, in which two crawls differ. Of seeds that are not
// all told, only the number can be compared.
func differing(a, b *seeds.InForce) (names []string) {
	same := *b
	same.Partition, same.Seeds = a.Partition, a.Seeds // each has its own
	if !followsSeeds(a) || isWhole(a) && isWhole(b) {
		same.SeedCount = a.SeedCount
	}
	x, y := reflect.ValueOf(*a), reflect.ValueOf(same)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			name, _, _ := strings.Cut(x.Type().Field(i).Tag.Get("json"), ",")
			if name == "" {
				name = strings.ToLower(x.Type().Field(i).Name)
			}
			names = append(names, strings.TrimSuffix(name, "_ns"))
		}
	}
	return names
}

// tell prints the states, and reports whether all is in order.
func tell(w io.Writer, states []state, asJSON bool) (fine bool, err error) {
	fine = true
	for i := range states {
		s := &states[i]
		fine = fine && s.Fault == "" && (s.Standby == nil || s.Standby.Fault == "")
		if asJSON {
			err = command.WriteJSON(w, s)
		} else {
			_, err = io.WriteString(w, s.text(states))
		}
		if err != nil {
			return false, err
		}
	}
	return fine, nil
}

// text returns the state in words, a line or several, beside those of all nodes.
func (s *state) text(all []state) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Node %d of %d at %s", s.Node, len(all), s.URL)
	if s.Version != "" {
		fmt.Fprintf(&b, ": aranea %s, process %d", show.Line(s.Version), s.PID)
	}
	if s.told {
		crawling := "no crawl under way"
		if s.Crawling {
			crawling = "a crawl is under way"
		}
		fmt.Fprintf(&b, ", %s; %s of %s, %s queued", crawling, show.Count(s.Pages, "page"), show.Count(s.URLs, "known URL"), show.Number(s.Queued))
	}
	b.WriteByte('\n')
	for _, h := range s.Handover {
		if slices.ContainsFunc(all, func(o state) bool { return o.Node == h.To && o.Fault == h.Fault }) {
			h.Fault = "" // it stands beside the node
		}
		fmt.Fprintf(&b, "  waits to be handed over: %s\n", h)
	}
	if s.Fault != "" {
		fmt.Fprintf(&b, "  %s\n", show.Line(s.Fault))
	}
	if s.Standby != nil {
		fmt.Fprintf(&b, "  %s\n", s.Standby.text())
	}
	return b.String()
}

// text returns the state of a standby in words.
func (s *standbyState) text() string {
	if s.Fault != "" {
		return fmt.Sprintf("its standby at %s: %s", s.URL, show.Line(s.Fault))
	}
	return fmt.Sprintf("its standby at %s has a copy of %s, %s old, with %s", s.URL, command.Clock(s.Copied), time.Since(s.Copied).Round(time.Second), show.Count(s.Pages, "page"))
}
