package learned

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// check lists the links of all pages whose targets are broken, or redirect.
func (c *linksFlags) check(cmd *cobra.Command) error {
	f := linkcheck.Filter{Moved: c.moved, Host: c.host, Offset: c.filter.Offset, Limit: c.filter.Limit}
	known, err := readKnown(cmd.InOrStdin(), c.known, false)
	if err != nil {
		return err
	}
	return c.with(cmd, func(ctx context.Context, s service.Service) error {
		out := bufio.NewWriter(cmd.OutOrStdout())
		p := &checkedPrinter{out: out, notes: out, moved: c.moved, known: known, end: func() error { return nil }}
		p.row = p.text
		switch {
		case c.asCSV:
			t := newTable(out, linkcheck.Columns()...)
			p.row, p.end, p.notes = func(l *linkcheck.Link) error { return t.row(l.Cells()...) }, t.end, cmd.ErrOrStderr()
		case c.asJSON:
			p.row, p.notes = func(l *linkcheck.Link) error { return command.WriteJSON(out, l) }, cmd.ErrOrStderr()
		}
		err := p.all(ctx, s, f)
		if err = errors.Join(err, out.Flush()); err == nil && c.broken && p.count.links+p.count.to > 0 {
			return &command.Error{Code: command.ExitInternal}
		}
		return err
	})
}

// A checkedPrinter prints links with what is known of their targets.
type checkedPrinter struct {
	out, notes io.Writer // notes gets the counts
	row        func(*linkcheck.Link) error
	end        func() error // after the last row
	moved      bool
	known      *knownFile
	count      linkCount
}

// A linkCount counts links, in the order of their targets.
type linkCount struct {
	links, targets int
	to, parts      int    // links to parts that their pages do not have, and those parts
	last           string // the target of the last link
}

func (c *linkCount) add(l *linkcheck.Link) {
	links, targets := &c.links, &c.targets
	if l.Fragment != "" {
		links, targets = &c.to, &c.parts
	}
	*links += l.Pages
	if to := targetURL(l); to != c.last {
		*targets, c.last = *targets+1, to
	}
}

// text returns the count of links of a kind, such as "4 broken links to 2 URLs".
func (c *linkCount) text(kind string) string {
	text := fmt.Sprintf("%s to %s", show.Count(c.links, kind+" link"), show.Count(c.targets, "URL"))
	parts := show.Count(c.to, kind+" link") + " to 1 missing part of a page"
	if c.parts > 1 {
		parts = fmt.Sprintf("%s to %s missing parts of pages", show.Count(c.to, kind+" link"), show.Number(c.parts))
	}
	switch {
	case c.links == 0:
		return parts
	case c.to > 0:
		return text + ", and " + parts
	}
	return text
}

// countTime is how long broken links are counted at the end of a crawl.
const countTime = 3 * time.Second

// CountBroken counts the broken links of all pages in words, after a crawl that was to find them, with
// the question that the command answers which lists them. It returns "" after other crawls, and if it
// would take long. What keeps it from counting is told, and takes no verdict away.
func CountBroken(ctx context.Context, s service.Service, settings *service.Settings) string {
	if !settings.CheckLinks && !settings.CheckFragments && len(settings.Folders) == 0 {
		return ""
	}
	within, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	var c linkCount
	for l, err := range s.CheckedLinks(within, linkcheck.Filter{}) {
		switch {
		case within.Err() != nil: // the command that lists them takes its time
			return ""
		case err != nil:
			return "Broken links could not be counted (" + show.Line(err.Error()) + "). Ask again:"
		}
		c.add(&l)
	}
	if c.links+c.to == 0 {
		return "No broken link is known. What was not checked?"
	}
	return c.text("broken") + ". Which ones, and what was not checked?"
}

// all prints the links that a filter selects, and what was not checked.
func (p *checkedPrinter) all(ctx context.Context, s service.Service, f linkcheck.Filter) error {
	for l, err := range s.CheckedLinks(ctx, f) {
		if err == nil && p.known.hasLink(&l) {
			continue
		}
		if err == nil {
			err = p.row(&l)
		}
		if err != nil {
			return err
		}
		p.count.add(&l)
	}
	if err := p.end(); err != nil {
		return err
	}
	u, err := s.UncheckedLinks(ctx, f.Host)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.notes, p.summary(f)+"\n"+p.known.text(f.Host == "")+u.String())
	return err
}

// summary counts what was printed.
func (p *checkedPrinter) summary(f linkcheck.Filter) string {
	kind := "broken"
	if p.moved {
		kind = "moved"
	}
	switch {
	case p.count.links+p.count.to == 0 && f.Offset > 0:
		return "The list of " + kind + " links ends before this offset."
	case p.count.links+p.count.to == 0 && p.known != nil && p.known.left > 0:
		return "No other " + kind + " link is known."
	case p.count.links+p.count.to == 0:
		return "No " + kind + " link is known."
	}
	text := p.count.text(kind)
	if f.Offset > 0 || f.Limit > 0 {
		text += " in this part of the list"
	}
	return text + "."
}

// text prints a link below its target.
func (p *checkedPrinter) text(l *linkcheck.Link) error {
	head := ""
	if targetURL(l) != p.count.last {
		head = targetText(l) + "\n"
	}
	text := show.Line(show.URL(l.From.String()))
	if l.Anchor != "" {
		text += "  " + show.Line(strconv.Quote(l.Anchor))
	}
	if l.Kind != "link" {
		text += "  (" + l.Kind + ")"
	}
	if l.Zone != "" {
		text += "  [" + l.Zone + "]"
	}
	if l.Pages > 1 {
		text += "  and on " + show.Count(l.Pages-1, "more page")
	}
	if l.More {
		text += "  (it has more links than were read)"
	}
	_, err := fmt.Fprintf(p.out, "%s  %s\n", head, text)
	return err
}

// targetURL returns the target of a link with its fragment.
func targetURL(l *linkcheck.Link) string {
	if l.Fragment == "" {
		return l.To.String()
	}
	return l.To.String() + "#" + l.Fragment
}

// targetText describes the target of a link in one line.
func targetText(l *linkcheck.Link) string {
	text := show.Line(show.URL(targetURL(l))) + "  "
	if l.LeadsTo != "" {
		text += "-> " + show.Line(show.URL(l.LeadsTo)) + "  "
		if l.Redirects > 1 {
			text += "(" + show.Count(l.Redirects, "redirect") + ")  "
		}
	}
	if l.Status > 0 {
		text += strconv.Itoa(l.Status) + "  "
	}
	text += l.Reason
	switch {
	case l.Permanent:
		text += "  permanent"
	case l.LeadsTo != "":
		text += "  temporary"
	}
	if l.Outside {
		text += "  (outside)"
	}
	if l.Retry {
		text += "  (will be tried again)"
	}
	return text
}
