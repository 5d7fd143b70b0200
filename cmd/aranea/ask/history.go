package ask

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// historyFlags are the flags of history.
type historyFlags struct {
	version string
	show    int
	json    bool
}

func newRobotsHistory(version string) *cobra.Command {
	h := historyFlags{version: version}
	cmd := &cobra.Command{
		Use:   "history [flags] URL",
		Short: "List the copies of a site's robots file that crawls have met",
		Long: `History lists the copies of a site's robots file that the data folder keeps, the
newest first: the last 1000, as far as their files have together at most 500 KiB.
--show prints the file that was in force after one of them.`,
		Example: `  aranea robots history https://example.org/
  aranea robots history --show 2 https://example.org/ > earlier.txt`,
		Args: command.Args(1, 1),
		RunE: h.run,
	}
	cmd.Flags().IntVar(&h.show, "show", 0, "print the file of the copy with this number, 1 is the newest")
	cmd.Flags().BoolVar(&h.json, "json", false, "print one JSON object for each copy")
	return cmd
}

// A copyJSON is one line of "aranea robots history --json".
type copyJSON struct {
	Number    int       `json:"number"`
	CheckedAt time.Time `json:"checked_at"`
	FetchedAt time.Time `json:"fetched_at"`
	Expires   time.Time `json:"expires"`
	Class     string    `json:"class"`
	Status    int       `json:"status"`
	Bytes     int       `json:"bytes"`
	SHA256    string    `json:"sha256,omitempty"`
	Detail    string    `json:"detail,omitempty"`
}

func (h *historyFlags) run(cmd *cobra.Command, args []string) error {
	command.TellScheme(cmd.ErrOrStderr(), args[0])
	u, err := command.ParseURL(args[0])
	if err != nil {
		return &command.Error{Code: command.ExitUsage, Err: err}
	}
	s, err := joinFolder(cmd, h.version)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }() // nothing was written
	out, n := cmd.OutOrStdout(), 0
	for c, err := range s.RobotsHistory(cmd.Context(), u.Origin()) {
		if err != nil {
			return err
		}
		n++
		j := copyJSON{n, c.Checked.UTC(), c.Fetched.UTC(), c.Expires.UTC(), c.Class, c.Status, len(c.Body), c.SHA256, c.Detail}
		switch {
		case h.show > 0 && n < h.show:
		case h.show > 0:
			return writeFile(out, c.Body)
		case h.json:
			err = command.WriteJSON(out, j)
		default:
			_, err = fmt.Fprintln(out, j.line())
		}
		if err != nil {
			return err
		}
	}
	switch {
	case n == 0:
		return command.Usage("no crawl into %s has asked %s for its robots file", command.DataOf(cmd), u.Origin())
	case h.show > n:
		return command.Usage("--show %d: the data folder keeps %s", h.show, show.Count(n, "copy"))
	}
	return nil
}

// line formats a copy as a line for people. The detail that a crawl records for an ordinary
// response repeats only status and size.
func (j copyJSON) line() string {
	detail := j.Detail
	if detail == fmt.Sprintf("status %d, %d bytes", j.Status, j.Bytes) {
		detail = ""
	}
	text := fmt.Sprintf("%3d  %s  %-11s  status %-3d  %7d bytes  %.12s  %s",
		j.Number, j.CheckedAt.Format("2006-01-02 15:04:05Z"), j.Class, j.Status, j.Bytes, cmp.Or(j.SHA256, "-"), show.Line(detail))
	return strings.TrimRight(text, " ")
}

// joinFolder opens the data folder of the command, which must exist. The caller closes the
// session.
func joinFolder(cmd *cobra.Command, version string) (*session.Session, error) {
	return session.Join(cmd.Context(), command.DataOf(cmd), session.Options{Version: version, Command: cmd.CommandPath()})
}

// A crawledSite is what a data folder knows about a site: the current robots file and every URL.
type crawledSite struct {
	session *session.Session
	origin  weburl.Origin
	err     error // of the last iteration over the URLs
}

// openCrawled opens the data folder for the site of a URL. The caller closes the
// session.
func openCrawled(cmd *cobra.Command, version, text string) (*crawledSite, error) {
	command.TellScheme(cmd.ErrOrStderr(), text)
	u, err := command.ParseURL(text)
	if err != nil {
		return nil, &command.Error{Code: command.ExitUsage, Err: err}
	}
	s, err := joinFolder(cmd, version)
	if err != nil {
		return nil, err
	}
	return &crawledSite{session: s, origin: u.Origin()}, nil
}

// file returns the robots file that the last crawl used.
func (s *crawledSite) file(ctx context.Context) (robotsInput, error) {
	h, err := s.session.Host(ctx, s.origin)
	if err != nil && aranea.KindOf(err) != aranea.NotFound {
		return robotsInput{}, err
	}
	if err != nil || h.Robots == nil {
		return robotsInput{}, command.Usage("no crawl has asked %s for its robots file", s.origin)
	}
	c := acquire.Copy{Status: uint16(h.Robots.Status), Detail: h.Robots.Detail, Body: h.Robots.Body, Expires: h.Robots.Expires}
	for c.Class = range acquire.ClassUnreachable + 1 {
		if c.Class.String() == h.Robots.Class {
			break
		}
	}
	return robotsInput{name: string(s.origin) + "/robots.txt as crawled", body: c.Body, note: inspect.Note(&c)}, nil
}

// targets yields the targets of all known pages of the site.
func (s *crawledSite) targets(ctx context.Context) iter.Seq[string] {
	return func(yield func(string) bool) {
		for e, err := range s.session.URLs(ctx, service.URLFilter{Host: string(s.origin)}) {
			if err != nil {
				s.err = err
				return
			}
			u, err := weburl.Parse(e.URL)
			if err == nil && e.Kind == aranea.KindPage.String() && !yield(u.Target()) {
				return
			}
		}
	}
}
