package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/store"
)

func newCrawl() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "crawl [flags] [URL...]",
		Short: "Crawl sites and index their pages; run it again to go on",
		Long: `Crawl visits the given URLs and the pages they lead to, inside the scope, and
puts the pages' elements into the index of the data folder. It obeys robots.txt
and the pages' own directives, keeps a pause between two requests to a host, and
says for every URL that is not in why.

Stopped by an interrupt, a crash or a page limit, the same command goes on where
it ended; the pauses of the hosts hold across the restart. Without a URL it goes
on with what the data folder remembers: the URLs, --scope, --depth, --delay,
--dialect, --agent and --contact, as far as they are not given anew. With other
URLs, these join the crawl in the folder.

A crawl of foreign hosts needs --contact: an e-mail address or a URL by which
the owners of the sites can reach you. It is sent with every request.

The crawl ends in a verdict, which is also the exit code: ok 0, partial 3,
blocked-by-site 4, empty 5; 1 is an internal error, 2 a wrong call or a data
folder that cannot be used (docs/exit-codes.md).`,
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
	seeds, err := readSeeds(cmd, args)
	if err != nil {
		return err
	}
	settings, err := readCrawlSettings(cmd)
	if err != nil {
		return err
	}
	if settings.earlier, err = earlierSeeds(settings.data); err != nil {
		return err
	}
	settings.seeds = seeds
	if err := errors.Join(needContact(settings.contact, seeds), settings.refuseSeeds()); err != nil {
		return &exitError{code: exitUsage, err: err}
	}
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
		if err := writeJSON(cmd.OutOrStdout(), jsonReport(report)); err != nil {
			return err
		}
	} else {
		printReport(cmd.OutOrStdout(), report, settings.data)
	}
	return verdictExit(report.Verdict)
}

// crawlFailure turns an internal error into a sentence with a way out.
func crawlFailure(err error) error {
	if store.DiskFull(err) {
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
