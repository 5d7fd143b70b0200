// Package overview prints what a data folder tells of itself: how it stands, and how many URLs of each kind it
// knows.
//
// Floor: 7 (glue), a part of the command. Stability: engine. It decides nothing: the numbers come from engine/service.
package overview

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/control"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/cmd/aranea/report"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
)

// Status prints what is going on in a data folder, or in a cluster. mine says that this process has the
// folder itself, data names it as the command line did, and endless tells of the endless URLs that crawls
// found.
func Status(w io.Writer, s *service.Status, mine bool, data, endless string) error {
	var b strings.Builder
	printHolder(&b, s, mine)
	n := s.Counts
	printCrawl(&b, s.Crawl)
	if len(s.Nodes) == 0 { // what nodes are to do, they tell themselves
		report.Last(&b, s.Last, data)
		control.Status(&b, s, data)
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
	printHandover(&b, s)
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
func printHandover(b *strings.Builder, s *service.Status) {
	all := s.Handover
	for _, w := range all[:min(len(all), report.MaxLines)] {
		if slices.ContainsFunc(s.Nodes, func(n service.NodeStatus) bool { return n.Partition.Number == w.To && n.Away == w.Fault }) {
			w.Fault = "" // it stands beside the node
		}
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
	if text := report.Reads(&p.Longest, time.Now()); text != "" {
		fmt.Fprintf(b, "Reads:   %s\n", strings.TrimPrefix(text, "reading "))
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
