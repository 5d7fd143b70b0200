package main

import (
	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
)

// checkFolders returns an error for folders that do not exist, and tells which lines of their files of
// settings are not read.
func checkFolders(cmd *cobra.Command, folders static.Folders) error {
	err := folders.Check()
	if err == nil {
		command.TellUnread(cmd.ErrOrStderr(), folders)
		return nil
	}
	err = command.SettingsFault(err)
	if !cmd.Flags().Changed("folder") {
		err = command.Usage("%w; the data folder remembers it from an earlier crawl: name where it is now with --folder, or let its host be asked over the network with --folder ''", err)
	}
	return err
}

// startsInFolders reports whether the command names folders and nothing else to start from.
func (c *crawlFlags) startsInFolders(cmd *cobra.Command, args []string) bool {
	return cmd.Flags().Changed("folder") && len(c.set.Folders) > 0 && len(args)+len(c.sitemaps)+len(c.seeds) == 0
}

// readAnew makes settings those of a command that starts in folders: these are named, and all of
// their pages are read again, because a new build is the reason to name them.
func readAnew(cmd *cobra.Command, s *engine.Settings) {
	s.Wanted, s.Named = s.Asked, s.Seeds
	if !cmd.Flags().Changed("refresh") {
		s.Refresh, s.RefreshSeeds = schedule.RefreshAll.String(), true
	}
}

// needContact returns an error for a crawl that asks foreign hosts and has no contact.
func needContact(s *engine.Settings) error {
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
