package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/weburl"
)

// MaxSeedLine is the longest line of a seed file, in bytes.
const maxSeedLine = 64 << 10

func newCrawl() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "crawl [flags] URL...",
		Short: "Crawl sites and index their pages; run it again to go on",
		Long: `Crawl visits the given URLs and the pages they lead to, inside the scope, and
puts the pages' elements into the index of the data folder. It obeys robots.txt
and the pages' own directives, keeps a pause between two requests to a host, and
says for every URL that is not in why.

Stopped by an interrupt, a crash or a page limit, the same command goes on where
it ended; the pauses of the hosts hold across the restart.

A crawl of foreign hosts needs --contact: an e-mail address or a URL by which
the owners of the sites can reach you. It is sent with every request.

The last line says the verdict, which is also the exit code: ok 0, partial 3,
blocked-by-site 4, empty 5; 1 is an internal error, 2 a wrong command line.`,
		Example: `  aranea crawl --contact you@example.org https://example.org/
  aranea crawl --contact you@example.org --scope site --depth 5 --max-pages 10000 https://example.org/
  aranea crawl --allow-net 10.0.0.0/8 --delay 200ms http://wiki.intranet/`,
		Args: cobra.ArbitraryArgs,
		RunE: runCrawl,
	}
	f := cmd.Flags()
	addCrawlFlags(f)
	f.String("seeds", "", "file with one URL per line, - for standard input; # starts a comment")
	f.Bool("json", false, "print one JSON object as the last line")
	f.Bool("quiet", false, "print no progress")
	return cmd
}

func runCrawl(cmd *cobra.Command, args []string) error {
	settings, err := readCrawlSettings(cmd)
	if err != nil {
		return err
	}
	seeds, err := readSeeds(cmd, args)
	if err != nil {
		return err
	}
	if err := needContact(settings.contact, seeds); err != nil {
		return err
	}
	settings.seeds = seeds
	stderr, _ := cmd.ErrOrStderr().(*os.File)
	if !settings.quiet && stderr != nil {
		settings.meter = newMeter(stderr, time.Now())
	}
	report, err := runCrawlWith(cmd.Context(), settings)
	if settings.meter != nil {
		settings.meter.Clear()
	}
	if err != nil && report.Ending != crawl.EndStopped {
		return crawlFailure(err)
	}
	if settings.json {
		if err := json.NewEncoder(cmd.OutOrStdout()).Encode(jsonReport(report)); err != nil {
			return err
		}
	} else {
		printReport(cmd.OutOrStdout(), report, settings.data)
	}
	return verdictExit(report.Verdict)
}

// crawlFailure turns an internal error into a sentence with a way out.
func crawlFailure(err error) error {
	if strings.Contains(err.Error(), "no space left on device") {
		return &exitError{code: exitInternal, err: fmt.Errorf("the disk is full; make room and run the same command again, nothing that was reported as done is lost (%w)", err)}
	}
	return err
}

// verdictExit returns the exit code of the verdict as an error without text.
func verdictExit(v crawl.Verdict) error {
	switch v {
	case crawl.VerdictOK:
		return nil
	case crawl.VerdictPartial:
		return &exitError{code: exitPartial}
	case crawl.VerdictBlocked:
		return &exitError{code: exitBlocked}
	default:
		return &exitError{code: exitEmpty}
	}
}

// readSeeds collects the URLs of the command line and the seed file. A line
// that is not a URL is an error that names it.
func readSeeds(cmd *cobra.Command, args []string) ([]weburl.URL, error) {
	texts := args
	name, err := cmd.Flags().GetString("seeds")
	if err != nil {
		return nil, err
	}
	if name != "" {
		lines, err := readLines(cmd.InOrStdin(), name)
		if err != nil {
			return nil, usage("read the seeds: %w", err)
		}
		texts = append(texts, lines...)
	}
	if len(texts) == 0 {
		return nil, usage("no URL to start from; try 'aranea crawl --contact you@example.org https://example.org/'")
	}
	var seeds []weburl.URL
	var faults []error
	for _, text := range texts {
		u, err := parseSeed(text)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		seeds = append(seeds, u)
	}
	if len(faults) > 0 {
		return nil, &exitError{code: exitUsage, err: errors.Join(faults...)}
	}
	return seeds, nil
}

// parseSeed reads one seed. A host name without a scheme means https.
func parseSeed(text string) (weburl.URL, error) {
	full := text
	if !strings.Contains(full, "://") {
		full = "https://" + full
	}
	u, err := weburl.Parse(full)
	if err != nil {
		return weburl.URL{}, fmt.Errorf("%q is not a URL that can be crawled: %w", text, err)
	}
	return u, nil
}

func readLines(stdin io.Reader, name string) ([]string, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	var lines []string
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxSeedLine)
	for s.Scan() {
		line, _, _ := strings.Cut(s.Text(), "#")
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines, s.Err()
}

// needContact refuses to crawl foreign hosts without a contact.
func needContact(contact string, seeds []weburl.URL) error {
	if contact != "" {
		if !strings.Contains(contact, "@") {
			if u, err := url.Parse(contact); err != nil || u.Host == "" {
				return usage("--contact %q is neither an e-mail address nor a URL", contact)
			}
		}
		return nil
	}
	for _, s := range seeds {
		if !isLoopbackHost(s.Origin().Host()) {
			return usage("%s is not this machine, so its owner must be able to reach you: add --contact you@example.org (an e-mail address or a URL)", s.Origin().Host())
		}
	}
	return nil
}

func isLoopbackHost(host string) bool {
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasPrefix(host, "127.") || host == "[::1]" || host == "::1"
}

// A crawlJSON is the last line of "aranea crawl --json". Fields are only added,
// never renamed.
type crawlJSON struct {
	Verdict    string  `json:"verdict"`
	Why        string  `json:"why"`
	Ending     string  `json:"ending"`
	Fetched    uint64  `json:"fetched"`
	Indexed    uint64  `json:"indexed"`
	Failed     uint64  `json:"failed"`
	Denied     uint64  `json:"denied"`
	Duplicates uint64  `json:"duplicates"`
	NoIndex    uint64  `json:"noindex"`
	Redirects  uint64  `json:"redirects"`
	Missing    uint64  `json:"missing"`
	Excluded   uint64  `json:"excluded"`
	Queued     uint64  `json:"queued"`
	Hosts      int     `json:"hosts"`
	Requests   uint64  `json:"requests"`
	Bytes      uint64  `json:"bytes"`
	Seconds    float64 `json:"seconds"`
	Until      string  `json:"until,omitempty"`
	Run        runJSON `json:"run"`
}

// A runJSON counts what this run alone did.
type runJSON struct {
	Fetched  uint64 `json:"fetched"`
	Indexed  uint64 `json:"indexed"`
	Requests uint64 `json:"requests"`
	Bytes    uint64 `json:"bytes"`
}

func jsonReport(r crawl.Report) crawlJSON {
	n := r.Counts
	out := crawlJSON{
		Verdict: r.Verdict.String(), Why: r.Why, Ending: r.Ending.String(),
		Fetched: n.Fetched, Indexed: n.Indexed, Failed: n.Failed, Denied: n.Denied,
		Duplicates: n.Duplicates, NoIndex: n.NoIndex, Redirects: n.Redirects, Missing: n.Missing,
		Excluded: n.Excluded, Queued: n.Queued, Hosts: r.Hosts, Requests: n.Requests, Bytes: n.Bytes,
		Seconds: r.Elapsed.Seconds(),
		Run:     runJSON{Fetched: r.Run.Fetched, Indexed: r.Run.Indexed, Requests: r.Run.Requests, Bytes: r.Run.Bytes},
	}
	if !r.Until.IsZero() {
		out.Until = r.Until.UTC().Format(time.RFC3339)
	}
	return out
}

// printReport says the end of a crawl to a person.
func printReport(w io.Writer, r crawl.Report, data string) {
	n := r.Counts
	fmt.Fprintf(w, "Verdict: %s. %s.\n", r.Verdict, upperFirst(r.Why))
	fmt.Fprintf(w, "%d pages fetched from %d hosts in %s, %d in the index.\n", n.Fetched, r.Hosts, clock(r.Elapsed), n.Indexed)
	for _, row := range []struct {
		n    uint64
		text string
	}{
		{n.Duplicates, "have the same text as another page"},
		{n.NoIndex, "ask not to be indexed"},
		{n.Redirects, "redirect elsewhere"},
		{n.Missing, "do not exist"},
		{n.Denied, "are denied by robots files"},
		{n.Failed, "could not be had"},
		{n.Excluded, "are out of scope"},
		{n.Queued, "are still queued"},
	} {
		if row.n > 0 {
			fmt.Fprintf(w, "%8d URLs %s\n", row.n, row.text)
		}
	}
	if !r.Until.IsZero() {
		fmt.Fprintf(w, "The next host is free at %s.\n", r.Until.Local().Format(time.DateTime))
	}
	if n.Indexed > 0 {
		fmt.Fprintf(w, "Search it: aranea search%s WORDS    Open the search page: aranea serve%s\n", dataFlag(data), dataFlag(data))
	}
	if n.Denied+n.Failed+n.NoIndex+n.Duplicates+n.Missing > 0 {
		fmt.Fprintf(w, "Why is a page not in? aranea explain%s URL\n", dataFlag(data))
	}
}

// dataFlag returns the --data flag to repeat in advice, if it is not the default.
func dataFlag(data string) string {
	if data == defaultData {
		return ""
	}
	return " --data " + data
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// discoverSeeds turns the operator's URLs into discoveries.
func discoverSeeds(seeds []weburl.URL) []aranea.Discovery {
	out := make([]aranea.Discovery, 0, len(seeds))
	for _, u := range seeds {
		out = append(out, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	return out
}
