// Package offline decides what is particular to crawls that are answered from disk: by folders with a
// site that was built, or by archives of exchanges.
//
// Floor: 7 (glue), inside cmd/aranea. Stability: engine. The answers themselves are those of packages
// static and replay in fetch.
package offline

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// Check returns an error for folders and archives that do not exist, and tells which lines of the files of
// settings of folders are not read.
func Check(cmd *cobra.Command, s *service.Settings) error {
	if err := replay.Check(s.Archives); err != nil {
		if !cmd.Flags().Changed("archive") {
			return command.Usage("%w; the data folder remembers it from an earlier crawl: name where it is now with --archive", command.SettingsFault(err))
		}
		return command.SettingsFault(err)
	}
	err := s.Folders.Check()
	if err == nil {
		command.TellUnread(cmd.ErrOrStderr(), s.Folders)
		for _, x := range s.Folders.Bare() {
			fmt.Fprintf(cmd.ErrOrStderr(), "aranea: warning: %s has no index.html, so there is no page %s; if it holds documents and is no site, write %s=files:%s\n", show.Line(x.Dir), show.URL(x.Base.String()), show.URL(x.Base.String()), show.Line(x.Dir))
		}
		return nil
	}
	err = command.SettingsFault(err)
	if !cmd.Flags().Changed("folder") {
		err = command.Usage("%w; the data folder remembers it from an earlier crawl: name where it is now with --folder, or let its host be asked over the network with --folder ''", err)
	}
	return err
}

// Recall sets the flags that a command leaves open to what the data folder remembers.
func Recall(cmd *cobra.Command, s *service.Settings, folders *[]string, o *optionsfile.Recalled) {
	command.KeepList(cmd.Flags().Changed("archive"), &s.Archives, o.Archives)
	command.KeepList(cmd.Flags().Changed("folder"), folders, o.Folders.Items())
	s.FromArchives = o.FromArchives
}

// StartsInFolders reports whether a command names folders and so much else to start from, which must be
// nothing.
func StartsInFolders(cmd *cobra.Command, s *service.Settings, named int) bool {
	return cmd.Flags().Changed("folder") && len(s.Folders) > 0 && named == 0
}

// TellApart warns of folders of files on whose host no URL was named, now or before: other pages seldom link to what
// lies there.
func TellApart(w io.Writer, folders static.Folders, named []weburl.URL, before *optionsfile.Recalled) {
	if before != nil {
		named = append(slices.Clip(named), before.Seeds...)
	}
	for _, base := range folders.Listed() {
		if !slices.ContainsFunc(named, func(u weburl.URL) bool { return u.Host() == base.Host() }) {
			fmt.Fprintf(w, "aranea: warning: the crawl starts at no URL of %s, so nothing leads to the files of --folder %s; name this URL as well\n", base.Host(), show.URL(base.String()))
		}
	}
}

// StartsInArchives reports whether the documents of archives are seeds: if nothing else is named with them,
// or was when they were named.
func StartsInArchives(cmd *cobra.Command, s *service.Settings, named int) bool {
	return len(s.Archives) > 0 && (s.FromArchives || cmd.Flags().Changed("archive") && named == 0)
}

// Absolute makes the names of archives absolute, and leaves empty ones out: who reads them may have another
// working directory.
func Absolute(archives []string) ([]string, error) {
	var all []string
	for _, name := range archives {
		if name == "" {
			continue
		}
		path, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		all = append(all, path)
	}
	return all, nil
}

// ReadAnew makes settings those of a command that starts in folders: these are named, and all of
// their pages are read again, because a new build is the reason to name them.
func ReadAnew(cmd *cobra.Command, s *service.Settings) {
	s.Wanted, s.Named = s.Asked, s.Seeds
	if !cmd.Flags().Changed("refresh") {
		s.Refresh, s.RefreshSeeds = schedule.RefreshAll.String(), true
	}
}

// NeedContact returns an error for a crawl that asks foreign hosts and has no contact.
func NeedContact(s *service.Settings) error {
	if len(s.Archives) > 0 { // nobody is asked
		return command.NeedContact(s.Contact, nil, nil)
	}
	if err := command.NeedContact(s.Contact, s.Seeds, s.Folders); err != nil || s.Contact != "" || len(s.Folders) == 0 {
		return err
	}
	mode, _ := scope.ParseMode(s.Scope) // a wrong one has been told
	var way string
	switch {
	case s.CheckLinks:
		way = "--check-links asks"
	case mode != scope.Host && mode != scope.Prefix:
		way = "--scope " + s.Scope + " asks"
	case s.Render != "":
		way = "--render asks"
	case len(s.Domains) > 0:
		way = "--allow-domain asks"
	default:
		return nil
	}
	return command.Usage("%s other hosts than those of folders, whose owners must be able to reach you: add --contact you@example.org (an e-mail address or a URL)", way)
}
