package main

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

func newRobotsHistory() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "history [flags] URL",
		Short: "List the copies of a site's robots file that crawls have met",
		Long: `History lists the copies of a site's robots file that the data folder keeps, the
newest first. --show prints the file that was in force after one of them.`,
		Example: `  aranea robots history https://example.org/
  aranea robots history --show 2 https://example.org/ > earlier.txt`,
		Args: cobra.ExactArgs(1),
		RunE: runRobotsHistory,
	}
	cmd.Flags().Int("show", 0, "print the file of the copy with this number, 1 is the newest")
	cmd.Flags().Bool("json", false, "print one JSON object for each copy")
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

func runRobotsHistory(cmd *cobra.Command, args []string) error {
	data, _ := cmd.Flags().GetString("data")
	wanted, _ := cmd.Flags().GetInt("show")
	asJSON, _ := cmd.Flags().GetBool("json")
	u, err := parseSeed(args[0])
	if err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	sites, done, err := openSites(cmd, data)
	if err != nil {
		return err
	}
	defer done()
	out, n := cmd.OutOrStdout(), 0
	for c, err := range sites.RobotsHistory(u.Origin()) {
		if err != nil {
			return err
		}
		n++
		switch {
		case wanted > 0 && n < wanted:
		case wanted > 0:
			return writeFile(out, c.Body)
		case asJSON:
			err = writeJSON(out, newCopyJSON(n, &c))
		default:
			_, err = fmt.Fprintln(out, newCopyJSON(n, &c).line())
		}
		if err != nil {
			return err
		}
	}
	switch {
	case n == 0:
		return usage("no crawl into %s has asked %s for its robots file", data, u.Origin())
	case wanted > n:
		return usage("--show %d: the data folder keeps %s", wanted, show.Count(n, "copy"))
	}
	return nil
}

func newCopyJSON(n int, c *acquire.Copy) copyJSON {
	j := copyJSON{
		Number: n, CheckedAt: c.CheckedAt.UTC(), FetchedAt: c.FetchedAt.UTC(), Expires: c.Expires.UTC(),
		Class: c.Class.String(), Status: int(c.Status), Bytes: len(c.Body), Detail: c.Detail,
	}
	if c.Hash != [32]byte{} {
		j.SHA256 = hex.EncodeToString(c.Hash[:])
	}
	return j
}

// line returns a copy as a line for people. The detail that a crawl notes of an
// ordinary answer says nothing beyond status and size.
func (j copyJSON) line() string {
	detail := j.Detail
	if detail == fmt.Sprintf("status %d, %d bytes", j.Status, j.Bytes) {
		detail = ""
	}
	text := fmt.Sprintf("%3d  %s  %-11s  status %-3d  %7d bytes  %.12s  %s",
		j.Number, j.CheckedAt.Format("2006-01-02 15:04:05Z"), j.Class, j.Status, j.Bytes, cmp.Or(j.SHA256, "-"), show.Line(detail))
	return strings.TrimRight(text, " ")
}

// A crawledSite is what a data folder knows of a site: the robots file in force
// and every URL.
type crawledSite struct {
	sites  *frontier.Frontier
	origin weburl.Origin
	err    error // of the last walk over the URLs
}

// openCrawled opens the data folder for the site of a URL.
func openCrawled(cmd *cobra.Command, text string) (*crawledSite, func(), error) {
	data, _ := cmd.Flags().GetString("data")
	u, err := parseSeed(text)
	if err != nil {
		return nil, nil, &exitError{code: exitUsage, err: err}
	}
	sites, done, err := openSites(cmd, data)
	if err != nil {
		return nil, nil, err
	}
	return &crawledSite{sites: sites, origin: u.Origin()}, done, nil
}

// file returns the robots file that the last crawl went by.
func (s *crawledSite) file() (robotsInput, error) {
	c, ok, err := s.sites.Robots(s.origin)
	if err != nil {
		return robotsInput{}, err
	}
	if !ok {
		return robotsInput{}, usage("no crawl has asked %s for its robots file", s.origin)
	}
	return robotsInput{name: string(s.origin) + "/robots.txt as crawled", body: c.Body, note: copyNote(&c)}, nil
}

// targets yields the targets of all pages that are known of the site.
func (s *crawledSite) targets() iter.Seq[string] {
	return func(yield func(string) bool) {
		for e, err := range s.sites.Entries(s.origin) {
			if err != nil {
				s.err = err
				return
			}
			if e.Kind == aranea.KindPage && !yield(e.URL.Target()) {
				return
			}
		}
	}
}
