package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/learned"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/cmd/aranea/report"
	"github.com/aranea-search/aranea/cmd/aranea/steer"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
)

// watchEvery is the interval of status --watch.
const watchEvery = time.Second

func newStatus() *cobra.Command {
	var watch, asJSON bool
	cmd := &cobra.Command{
		Use:   "status [flags]",
		Short: "Tell what is going on in a data folder",
		Long: `Status tells which process has the data folder, how the crawl under way stands
(rate, queue, hosts in trouble), which seeds, scope, patterns and delay are in
force, what is in the index, and what the folder takes of memory and disk. With
--watch it goes on telling until it is interrupted. With --cluster, the exit code is 1
if a node does not answer.`,
		Example: `  aranea status
  aranea status --watch`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSession(cmd, func(ctx context.Context, s service.Service) error {
				return runStatus(ctx, cmd, s, watch, asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&watch, "watch", false, "tell again each second")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object, with --watch one a line")
	return cmd
}

func runStatus(ctx context.Context, cmd *cobra.Command, s service.Service, watch, asJSON bool) error {
	w := cmd.OutOrStdout()
	clear := terminal.Width(w) > 0 && watch && !asJSON
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	endless := "" // scans the records of all hosts: only once, even with --watch
	if !asJSON {
		endless = learned.Endless(ctx, s)
	}
	for {
		st, err := s.Status(ctx)
		if err != nil {
			return err
		}
		if clear {
			fmt.Fprint(w, "\x1b[H\x1b[2J")
		}
		if asJSON {
			err = command.WriteJSON(w, st)
		} else {
			err = printStatus(terminal.Fitted(cmd.OutOrStdout()), &st, isOwner(s), command.DataOf(cmd), endless)
		}
		if err != nil || !watch {
			return cmp.Or(err, nodes.Answered(st.Nodes))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// isOwner reports whether this process has the data folder itself.
func isOwner(s service.Service) bool {
	owner, ok := s.(interface{ Owner() bool })
	return ok && owner.Owner()
}

func printStatus(w io.Writer, s *service.Status, mine bool, data, endless string) error {
	var b strings.Builder
	printHolder(&b, s, mine)
	n := s.Counts
	printCrawl(&b, s.Crawl)
	if len(s.Nodes) == 0 { // what nodes are to do, they tell themselves
		report.Last(&b, s.Last, data)
		steer.Status(&b, s, data)
	}
	report.InForce(&b, s.InForce)
	fmt.Fprintf(&b, "Index:   %s%s\n", show.Count(s.Docs, "page"), waitingText(s.Waiting))
	if hidden := n[aranea.CountHidden]; hidden > 0 {
		fmt.Fprintf(&b, "Hidden:  %s closed by robots files\n", show.Count(hidden, "page"))
	}
	fmt.Fprintf(&b, "Queue:   %s\n", show.Count(n[aranea.CountQueued], "URL"))
	if links := n[aranea.CountLinks] + n[aranea.CountLinksWaiting] + n[aranea.CountLinksOver]; links > 0 {
		fmt.Fprintf(&b, "Links:   %s checked, %s waiting, %s over the limit\n", show.Count(n[aranea.CountLinks], "URL"), show.Number(n[aranea.CountLinksWaiting]), show.Number(n[aranea.CountLinksOver]))
	}
	fmt.Fprintf(&b, "Hosts:   %d asked, %d more known\n", s.Asked, s.Known)
	fmt.Fprintf(&b, "Traffic: %s, %s\n", show.Count(n[aranea.CountRequests], "request"), show.Bytes(n[aranea.CountBytes]))
	if mine {
		fmt.Fprintf(&b, "Disk:    %s\n", diskText(s))
	} else {
		fmt.Fprintf(&b, "Memory:  %s    Disk: %s\n", show.Bytes(s.Memory), diskText(s))
	}
	if len(s.Held) > 0 {
		fmt.Fprintf(&b, "Stopped or paused hosts: %s\n", show.Line(strings.Join(s.Held, ", ")))
	}
	for _, c := range s.Closed[:min(len(s.Closed), report.MaxLines)] {
		fmt.Fprintf(&b, "Closed by its robots file: %s, with %s hidden\n", show.URL(string(c.Origin)), show.Count(c.Hidden, "page"))
	}
	if more := len(s.Closed) - report.MaxLines; more > 0 {
		fmt.Fprintf(&b, "Closed by their robots files: %s more\n", show.Count(more, "site"))
	}
	if s.Troubled > 0 {
		fmt.Fprintf(&b, "In trouble: %s\n", show.Count(s.Troubled, "host"))
	}
	for i := range s.Trouble[:min(len(s.Trouble), report.MaxLines)] {
		fmt.Fprintf(&b, "  %s\n", report.Trouble(&s.Trouble[i]))
	}
	printHandover(&b, s.Handover)
	if s.Authorities != "" {
		fmt.Fprintf(&b, "--ca-file cannot be read, and its certificates count as they were read last: %s\n", show.Line(s.Authorities))
	}
	b.WriteString(endless)
	for _, d := range s.Damage {
		fmt.Fprintf(&b, "Damage:  %s: %s (aranea check tells more)\n", show.Line(d.File), show.Line(d.Text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printHandover tells what waits for other nodes of the cluster.
func printHandover(b *strings.Builder, all []handover.Waiting) {
	for _, w := range all[:min(len(all), report.MaxLines)] {
		fmt.Fprintf(b, "To hand over: %s\n", w)
	}
	if more := len(all) - report.MaxLines; more > 0 {
		fmt.Fprintf(b, "To hand over: pages for %s more\n", show.Count(more, "partition"))
	}
}

// printHolder says who has the folder open, or which nodes answer.
func printHolder(b *strings.Builder, s *service.Status, mine bool) {
	switch {
	case len(s.Nodes) > 0:
		nodes.Status(b, s.Nodes)
	case mine && s.ReadOnly != "":
		fmt.Fprintf(b, "This command cannot write to %s.\n", show.Line(s.Folder))
	case mine:
		fmt.Fprintf(b, "No other process has %s open.\n", show.Line(s.Folder))
	default:
		fmt.Fprintf(b, "Process %d, aranea %s, has %s open since %s.\n", s.PID, s.Version, show.Line(s.Folder), command.Clock(s.Since))
	}
	if s.ReadOnly != "" {
		fmt.Fprintf(b, "It can only be looked into: %s\n", show.Line(s.ReadOnly))
		b.WriteString("To write to it again, make room if its disk is full; else be the user to whom it belongs (sudo -u USER aranea ...), or see that this user may write to it.\n")
	}
}

// waitingText describes how many of the pages are in memory.
func waitingText(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + show.Number(n) + " of them in memory and in the log"
}

// diskText describes the size of the folder and its limit.
func diskText(s *service.Status) string {
	text := show.Bytes(s.Disk)
	if s.DiskLimit > 0 {
		text += " of " + show.Bytes(s.DiskLimit)
	}
	if s.DiskFree != nil {
		text += ", " + show.Bytes(*s.DiskFree) + " free"
	}
	return text
}

func printCrawl(b *strings.Builder, c *service.CrawlStatus) {
	if c == nil {
		fmt.Fprintln(b, "No crawl is under way.")
		return
	}
	state := "A crawl is under way for " + terminal.Clock(time.Since(c.Since))
	if c.Paused {
		state = "A crawl is paused, begun " + terminal.Clock(time.Since(c.Since)) + " ago"
	}
	p := &c.Progress
	fmt.Fprintf(b, "%s: %s, %.1f requests/s, %s under way, %s.\n", state,
		show.Count(p.Run[aranea.CountFetched], "page"), c.Rate, show.Count(p.Outstanding, "visit"), show.Count(p.Errors, "error"))
	if time.Until(p.Until) >= time.Second && p.Outstanding == 0 && !c.Paused {
		fmt.Fprintf(b, "Waits:   until %s, %s\n", command.Clock(p.Until), waitsFor(&p.Waiting))
	}
	if p.Rendering.Pages+p.Rendering.Failed > 0 {
		fmt.Fprintf(b, "Browser: %s\n", report.Rendering(p.Rendering))
	}
	if p.LastURL != "" {
		fmt.Fprintf(b, "Last:    %s\n", show.URL(p.LastURL))
	}
}

// waitsFor describes why no request may be sent now: because of a host with trouble, or else
// because of delays.
func waitsFor(t *verdict.HostTrouble) string {
	if t.Origin == "" {
		return "for the delays of its hosts"
	}
	return "for " + show.Line(show.URL(string(t.Origin))+": "+t.Reason.String()+" "+t.Detail)
}

func newStats() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats [flags]",
		Short: "Count the URLs of a data folder by state, reason, status, language, host, depth and month",
		Long: `Stats counts the URLs that a data folder knows along several lines. The command
urls lists what is behind each number.`,
		Example: `  aranea stats
  aranea stats --json`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withSession(cmd, func(ctx context.Context, s service.Service) error {
				st, err := s.Stats(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return command.WriteJSON(cmd.OutOrStdout(), st)
				}
				return printStats(terminal.Fitted(cmd.OutOrStdout()), &st)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// maxStatLines is the maximum number of lines of a table of stats for people.
const maxStatLines = 20

func printStats(w io.Writer, s *service.Stats) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s\n", show.Count(s.URLs, "URL"), show.Count(s.Hosts, "host"))
	for _, t := range []struct {
		title   string
		n       map[string]uint64
		inOrder bool
	}{
		{"State", s.State, false}, {"Reason", s.Reason, false}, {"Status of the last answer", s.Status, false}, {"Language of the pages in the index", s.Lang, false},
		{"Type", s.Type, false}, {"Found as", s.How, false}, {"Links away from a seed", s.Depth, true}, {"Month of the last visit", s.Month, true}, {"Checked for the links to them only", s.Links, false}, {"Host", s.Host, false},
	} {
		printTable(&b, t.title, t.n, t.inOrder)
	}
	if c := s.Rendering; c.Pages+c.Failed > 0 {
		fmt.Fprintf(&b, "\nBrowsers, over all crawls\n%s\n", report.Rendering(c))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printTable prints a table, with the largest numbers first, or in the order of its keys, which are
// numbers or months.
func printTable(b *strings.Builder, title string, n map[string]uint64, inOrder bool) {
	if len(n) == 0 {
		return
	}
	keys := slices.SortedFunc(maps.Keys(n), func(x, y string) int {
		if inOrder {
			return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
		}
		if n[x] != n[y] {
			return int(min(max(int64(n[y])-int64(n[x]), -1), 1))
		}
		return strings.Compare(x, y)
	})
	fmt.Fprintf(b, "\n%s\n", title)
	for _, k := range keys[:min(len(keys), maxStatLines)] {
		fmt.Fprintf(b, "%9d  %s\n", n[k], show.URL(k))
	}
	if more := len(keys) - maxStatLines; more > 0 {
		fmt.Fprintf(b, "           and %d more; --json has all\n", more)
	}
}
