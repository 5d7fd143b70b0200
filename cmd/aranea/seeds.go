package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/offline"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// readSeeds returns the URLs of the command line and the seed file, or those that the folder
// remembers. A text that is not a URL is an error that contains it.
func (c *crawlFlags) readSeeds(cmd *cobra.Command, args []string, o *optionsfile.Recalled) ([]weburl.URL, error) {
	lines := []command.Line{}
	for _, a := range args {
		if err := noFile(a); err != nil {
			return nil, err
		}
		lines = append(lines, command.Line{Text: a})
	}
	if c.seeds != "" {
		more, err := command.ReadLines(cmd.InOrStdin(), c.seeds)
		if err != nil {
			return nil, command.Usage("%s: %w", settings.Place(cmd.Flag("seeds")), err)
		}
		lines = append(lines, more...)
	}
	if len(lines) == 0 && c.seeds != "" {
		return nil, command.Usage("%s: %s names no URL", settings.Place(cmd.Flag("seeds")), c.seeds)
	}
	for _, text := range c.sitemaps {
		lines = append(lines, command.Line{Text: text})
	}
	if offline.StartsInFolders(cmd, &c.set, len(lines)) {
		return c.set.Folders.Bases(), nil
	}
	if len(lines) == 0 {
		if c.set.FromArchives || c.waits && o == nil { // their documents are the seeds, or an operator names some
			return nil, nil
		}
		return rememberedSeeds(command.DataOf(cmd), o)
	}
	var seeds []weburl.URL
	var texts []string
	var faults []error
	for _, l := range lines {
		u, err := command.ParseURL(l.Text)
		if err != nil {
			faults = append(faults, l.Fault(err))
			continue
		}
		seeds, texts = append(seeds, u), append(texts, l.Text)
	}
	if len(faults) > 0 {
		return nil, &command.Error{Code: command.ExitUsage, Err: errors.Join(faults...)}
	}
	command.TellScheme(cmd.ErrOrStderr(), texts...)
	offline.TellApart(cmd.ErrOrStderr(), c.set.Folders, seeds, o)
	return seeds, nil
}

// noFile returns an error if a text without a scheme, which would be taken for a URL, is the name of a
// file here: a shell puts such names behind --archive *.warc.gz, and who has a list forgets --seeds.
func noFile(text string) error {
	info, err := os.Stat(text)
	if isFile := err == nil && info.Mode().IsRegular(); !isFile || strings.Contains(text, ":") {
		return nil
	}
	word := show.Line(show.Word(text))
	return command.Usage("%s is a file here: if URLs are in it, name it with --seeds %[1]s; if it is a WARC, WACZ or ARC file, with --archive %[1]s (again for each file, or once for their folder); if it is a site, as %[2]s", word, show.Line(show.Word("https://"+text)))
}

// readSitemaps returns the URLs of --sitemap, which are seeds as well.
func (c *crawlFlags) readSitemaps() ([]weburl.URL, error) {
	var seeds []weburl.URL
	var faults []error
	for _, text := range c.sitemaps {
		u, err := command.ParseURL(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("--sitemap: %w", err))
			continue
		}
		seeds = append(seeds, u)
	}
	if len(faults) > 0 {
		return nil, &command.Error{Code: command.ExitUsage, Err: errors.Join(faults...)}
	}
	return seeds, nil
}

// rememberedSeeds returns the seeds of earlier crawls, if the folder remembers
// all of them.
func rememberedSeeds(data string, o *optionsfile.Recalled) ([]weburl.URL, error) {
	switch {
	case o == nil:
		return nil, command.Usage("no URL to start from, and no crawl in %s to go on with; try 'aranea crawl --contact you@example.org https://example.org/'", data)
	case o.SeedCount > len(o.Seeds):
		return nil, command.Usage("the crawl in %s has %d start URLs, more than it remembers; name them again, for instance with --seeds FILE", data, o.SeedCount)
	}
	return o.Seeds, nil
}

// refuseSeeds returns all seeds that the network rules never allow, each with advice.
func refuseSeeds(s *service.Settings) error {
	var faults []error
	for _, r := range s.Refused(version) {
		if r.URL.IsZero() {
			return command.SettingsFault(r.Err)
		}
		err := fmt.Errorf("%s cannot be crawled: %w", r.URL, r.Err)
		if open, ok := fetch.Openable(err); ok {
			err = fmt.Errorf("%w; if it is yours, open it with --allow-net %s", err, fetch.Opening(open))
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// readDomains returns the domains of the flags and of their file, in order and without
// duplicates.
func (c *crawlFlags) readDomains(cmd *cobra.Command) ([]string, error) {
	lines := make([]command.Line, 0, len(c.domains))
	for _, d := range c.domains {
		lines = append(lines, command.Line{Text: d})
	}
	if c.domainFile != "" {
		more, err := command.ReadLines(cmd.InOrStdin(), c.domainFile)
		if err != nil {
			return nil, command.Usage("%s: %w", settings.Place(cmd.Flag("allow-domains")), err)
		}
		lines = append(lines, more...)
	}
	var domains []string
	var faults []error
	for _, l := range lines {
		d, err := scope.ParseDomain(l.Text)
		if err != nil {
			faults = append(faults, l.Fault(err))
			continue
		}
		domains = append(domains, d)
	}
	if len(faults) > 0 {
		return nil, &command.Error{Code: command.ExitUsage, Err: errors.Join(faults...)}
	}
	slices.Sort(domains)
	return slices.Compact(domains), nil
}
