package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/console/status"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// urlsFlags are the flags of urls.
type urlsFlags struct {
	filter        service.URLFilter
	since         string
	asCSV, asJSON bool
}

func newURLs() *cobra.Command {
	c := new(urlsFlags)
	cmd := &cobra.Command{
		Use:   "urls [flags]",
		Short: "List the URLs of a data folder, any number of them",
		Long: `Urls lists the URLs that a data folder knows, with the reason for which each is in
the index or out. The flags narrow the list; --reason takes a whole code or its
family, such as ROBOTS.`,
		Example: `  aranea urls --reason ROBOTS.DENIED
  aranea urls --host example.org --state queued
  aranea urls --status 404 --csv > missing.csv
  aranea urls --host example.org --status 5xx
  aranea urls --how sitemap --status 404
  aranea urls --since 2026-11-01 --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return command.Usage("%w; 'aranea explain %[2]s' tells of one URL, 'aranea urls --prefix %[2]s' lists those that begin so", command.Args(0, 0)(cmd, args), show.Word(args[0]))
		},
		RunE: c.run,
	}
	f, x := cmd.Flags(), &c.filter
	f.StringVar(&x.Reason, "reason", "", "a reason code, or its family")
	f.StringVar(&x.Host, "host", "", "a host name, or scheme://host:port")
	f.StringVar(&x.State, "state", "", "queued, done, gone, excluded, indexed or hidden")
	f.Var(&x.Status, "status", "HTTP status of the last answer, such as 404, or a class of them: 2xx, 3xx, 4xx, 5xx")
	f.StringVar(&x.How, "how", "", "how it was found: link, sitemap, redirect, seed and others (aranea stats)")
	f.StringVar(&c.since, "since", "", "visited since a date, an instant, or a time ago such as 24h")
	f.StringVar(&x.Prefix, "prefix", "", "what the URLs begin with; with --host also a path")
	f.IntVar(&x.Limit, "limit", 0, "at most so many; 0 is no limit")
	f.IntVar(&x.Offset, "offset", 0, "skip that many URLs")
	f.BoolVar(&c.asCSV, "csv", false, "print comma-separated values with a head line")
	f.BoolVar(&c.asJSON, "json", false, "print one JSON object a line")
	return cmd
}

func (c *urlsFlags) run(cmd *cobra.Command, _ []string) error {
	if c.asCSV && c.asJSON {
		return command.Usage("--csv and --json do not go together")
	}
	if c.filter.Limit < 0 || c.filter.Offset < 0 {
		return command.Usage("--limit and --offset must not be negative")
	}
	if _, err := c.filter.Choices(); err != nil {
		return command.SettingsFault(err)
	}
	var err error
	if c.filter.Since, err = parseSince(c.since, time.Now()); err != nil {
		return err
	}
	return withSession(cmd, func(ctx context.Context, s service.Service) error {
		out := bufio.NewWriter(cmd.OutOrStdout())
		row, none, copies := c.writer(out), true, status.Copies{}
		for u, err := range s.URLs(ctx, c.filter) {
			if err != nil {
				return errors.Join(err, out.Flush())
			}
			none = false
			copies.Add(u.Copied)
			if err := row(&u); err != nil {
				return err
			}
		}
		if none {
			name, flag := nodes.AskedOf(cmd)
			fmt.Fprintf(cmd.ErrOrStderr(), "No URL in %s is like that; aranea stats%s counts those that are known by state and reason.\n", name, flag)
		}
		if text := copies.Text(command.Clock); text != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), text)
		}
		return out.Flush()
	})
}

// parseSince parses a date, a time, or a duration before now.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateTime, time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, command.Usage("--since %q is neither a date such as 2026-11-01 nor a time ago such as 24h", text)
}

// writer returns a function that writes one URL in the selected format.
func (c *urlsFlags) writer(out io.Writer) func(*service.URLFacts) error {
	switch {
	case c.asJSON:
		return func(u *service.URLFacts) error { return command.WriteJSON(out, u) }
	case c.asCSV:
		return csvWriter(out)
	}
	return func(u *service.URLFacts) error {
		detail := ""
		if u.Target != "" && !strings.Contains(u.Detail, u.Target) {
			detail = "  -> " + show.Line(show.URL(u.Target))
		}
		if u.Detail != "" {
			detail += "  " + show.Line(u.Detail)
		}
		_, err := fmt.Fprintf(out, "%-8s  %-21s  %s%s\n", stateText(u), u.Reason, show.URL(u.URL), detail)
		return err
	}
}

func stateText(u *service.URLFacts) string {
	switch {
	case u.Indexed:
		return "indexed"
	case u.Hidden:
		return "hidden"
	}
	return u.State
}

func csvWriter(out io.Writer) func(*service.URLFacts) error {
	w := csv.NewWriter(out)
	head := []string{"url", "state", "indexed", "hidden", "reason", "detail", "status", "depth", "how", "found", "visited", "due", "visits", "target"}
	return func(u *service.URLFacts) error {
		if head != nil {
			if err := w.Write(head); err != nil {
				return err
			}
			head = nil
		}
		err := w.Write([]string{
			u.URL, u.State, strconv.FormatBool(u.Indexed), strconv.FormatBool(u.Hidden), u.Reason, show.Cell(u.Detail), strconv.Itoa(u.Status), strconv.Itoa(u.Depth),
			u.How, show.Instant(u.Found), show.Instant(u.Visited), show.Instant(u.Due), strconv.Itoa(u.Visits), show.Cell(u.Target),
		})
		w.Flush()
		return errors.Join(err, w.Error())
	}
}
