package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/control"
	"github.com/aranea-search/aranea/cmd/aranea/learned"
	"github.com/aranea-search/aranea/cmd/aranea/offline"
	"github.com/aranea-search/aranea/cmd/aranea/report"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/internal/terminal"
	"github.com/aranea-search/aranea/store"
)

func newCrawl() *cobra.Command {
	c := new(crawlFlags)
	cmd := &cobra.Command{
		Use:   "crawl [flags] [URL...]",
		Short: "Crawl sites and index their pages; run it again to go on",
		Long: `Crawl visits the given URLs and the pages they lead to, inside the scope, and
puts the pages' elements into the index of the data folder. It obeys robots.txt
and the pages' own directives, keeps a delay between two requests to a host, and
says for every URL that is not in why.

Stopped by an interrupt, a crash or a page limit, the same command goes on where
it ended; the delays of the hosts hold across the restart. The data folder
remembers every setting but --max-pages: what is not given anew stays as it was,
and without a URL the crawl goes on with the URLs of before. A page that is named
is visited now, also if it was visited before and is not due; if the robots file
that was read before denies it, or if it is the robots file, that is read again
first. Other URLs join the crawl in the folder, also one that another process has
under way: both show its progress, and it ends when the last of them leaves or
everything is done. One with other settings begins when that has ended.

Searching, explaining and serving go on meanwhile.

A crawl of foreign hosts needs --contact: an e-mail address or a URL by which
the owners of the sites can reach you. It is sent with every request.

With --folder a site that is not published yet, or a folder of documents, is read
from disk; nothing of its host is requested over the network (docs/folder.md).
With --archive WARC files answer for all hosts, and nothing is requested at all;
without a URL every document in them is indexed (docs/archiving.md).

The crawl ends in a verdict, which is also the exit code: ok 0, partial 3,
blocked-by-site 4, empty 5, no-room 8; 1 is an internal error, 2 a wrong call or a
data folder that cannot be used (docs/exit-codes.md). What you name here, lists of
more than 20 aside, and is not in the index at the end is told with the reason; if
nothing of it is, the verdict is not ok.`,
		Example: `  aranea crawl --contact you@example.org https://example.org/
  aranea crawl --contact you@example.org --scope site --depth 5 --max-pages 10000 https://example.org/
  aranea crawl --contact you@example.org --allow-net 10.0.0.0/8 --delay 200ms http://wiki.intranet/
  aranea crawl --folder https://docs.example.org/=./public
  aranea crawl --folder https://files.example.org/=files:/srv/share
  aranea crawl --data old --archive crawl-2019.warc.gz`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	c.bind(cmd.Flags())
	return cmd
}

func (c *crawlFlags) run(cmd *cobra.Command, args []string) error {
	settings, err := c.read(cmd, args)
	if err != nil {
		return err
	}
	s, done, err := openSession(cmd, session.Options{})
	if err != nil {
		return err
	}
	end, err := c.crawl(cmd, s, settings)
	broken := ""
	if err == nil && !c.json {
		broken = learned.CountBroken(cmd.Context(), s, &settings)
	}
	done(&err) // before the report: a verdict is valid only if everything is stored
	if err != nil {
		return crawlFailure(err, command.DataOf(cmd))
	}
	if c.json {
		err = report.WriteJSON(cmd.OutOrStdout(), end, command.DataOf(cmd))
	} else {
		report.Print(terminal.Fitted(cmd.OutOrStdout()), end, command.DataOf(cmd), settings.Refresh)
		report.Links(terminal.Fitted(cmd.OutOrStdout()), &end.Counts, broken, command.DataOf(cmd))
	}
	if err != nil {
		return err
	}
	return verdictExit(end.Verdict)
}

// crawl runs one crawl, and shows its progress.
func (c *crawlFlags) crawl(cmd *cobra.Command, s *session.Session, settings service.Settings) (end runreport.Report, err error) {
	t := teller(cmd, s)
	if settings.Wish, err = t.Begin(cmd.Context()); err != nil {
		return end, err
	}
	err = t.InTurn(cmd.Context(), func() error {
		meter := c.startMeter(cmd)
		defer meter.Clear()
		end, err = s.Crawl(cmd.Context(), settings, meter.Watch)
		return err
	})
	return end, err
}

// teller returns a Teller that prints the orders for all crawls to standard error.
func teller(cmd *cobra.Command, s *session.Session) *control.Teller {
	return &control.Teller{Out: cmd.ErrOrStderr(), Ordered: s.Ordered, Data: command.DataOf(cmd)}
}

// read returns the settings of the crawl: from the command line, and where it leaves them open,
// from the folder.
func (c *crawlFlags) read(cmd *cobra.Command, args []string) (service.Settings, error) {
	asked := time.Now() // before the seeds are read
	o, err := optionsfile.Recall(command.DataOf(cmd))
	if err != nil {
		return c.set, err
	}
	if o != nil {
		c.recall(cmd, o)
	}
	settings, err := c.settings()
	if err != nil {
		return settings, err
	}
	named := len(args) + len(c.sitemaps) + len(c.seeds)
	settings.FromArchives = offline.StartsInArchives(cmd, &settings, named)
	c.set.FromArchives = settings.FromArchives
	if cmd.Flags().Changed("warc-size") && settings.WARC == "" {
		return settings, command.Usage("--warc-size says how large WARC files are, and none are written: name their folder with --warc")
	}
	if cmd.Flags().Changed("keep-hidden") && settings.KeepHidden == 0 {
		return settings, command.Usage("--keep-hidden 0s: it is more than nothing, such as 1s")
	}
	if err := offline.Check(cmd, &settings); err != nil {
		return settings, err
	}
	if err := settings.Validate(); err != nil { // before there is a folder, or a page that is served
		return settings, &command.Error{Code: command.ExitUsage, Err: err}
	}
	if settings.Domains, err = c.readDomains(cmd); err != nil {
		return settings, err
	}
	if settings.Sitemaps, err = c.readSitemaps(); err != nil {
		return settings, err
	}
	if settings.Seeds, err = c.readSeeds(cmd, args, o); err != nil {
		return settings, err
	}
	if len(args)+len(c.sitemaps) > 0 { // seeds of a list are only to begin with
		settings.Wanted = asked
	}
	if settings.NamedAt, settings.Asked = asked, asked; named > 0 {
		settings.Named, settings.RefreshSeeds = seeds.Told(settings.Seeds, len(args), len(c.sitemaps)), cmd.Flags().Changed("refresh")
	}
	if offline.StartsInFolders(cmd, &settings, named) {
		offline.ReadAnew(cmd, &settings)
		settings.Sitemaps = settings.Folders.Sitemaps()
		settings.Seeds = seeds.Union(settings.Seeds, settings.Sitemaps)
	}
	err = offline.NeedContact(&settings)
	if err == nil || settings.Contact == "" { // otherwise a wrong contact would be reported twice
		err = errors.Join(err, refuseSeeds(&settings))
	}
	if err != nil {
		return settings, &command.Error{Code: command.ExitUsage, Err: err}
	}
	return settings, nil
}

// crawlFailure converts an internal error to a sentence with advice.
func crawlFailure(err error, data string) error {
	if aranea.KindOf(err) == aranea.Canceled {
		return &command.Error{Code: command.ExitPartial, Err: fmt.Errorf("this command has left the crawl, which goes on for another one; look at it with aranea status%[1]s, end it with aranea stop%[1]s", command.DataFlag(data))}
	}
	if store.DiskFull(err) {
		return &command.Error{Code: command.ExitNoRoom, Err: fmt.Errorf("the disk is full; make room and run the same command again, nothing that was reported as done is lost (%w)", err)}
	}
	return err
}

// verdictExit returns the exit code of the verdict as an error without text.
func verdictExit(v verdict.Verdict) error {
	switch v {
	case verdict.OK:
		return nil
	case verdict.Partial:
		return &command.Error{Code: command.ExitPartial}
	case verdict.Blocked:
		return &command.Error{Code: command.ExitBlocked}
	case verdict.NoRoom:
		return &command.Error{Code: command.ExitNoRoom}
	default:
		return &command.Error{Code: command.ExitEmpty}
	}
}
