package ask

import (
	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// NewRobots returns "aranea robots". version is the version of the program.
func NewRobots(version string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "robots",
		Short: "Ask what a robots file means, find its mistakes, compare, format",
		Long: `Robots answers questions about robots files: those in a folder, on standard
input, or of a live site.

  aranea robots test --file robots.txt /private/       may a robot go there?
  aranea robots explain --file robots.txt /private/    why, and which rules lost
  aranea robots lint robots.txt                        what is wrong with the file
  aranea robots diff old.txt robots.txt                what a new version changes
  aranea robots fmt --write robots.txt                 the usual form

A live site takes the place of a file: --url https://example.org/ with --contact,
which tells its owner how to reach you. It is asked at the pace of a crawl; if there
is a data folder, its delays hold, and it remembers the contact.`,
		Args: command.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRobotsTest(version), newRobotsExplain(version), newRobotsLint(version), newRobotsFmt(version),
		newRobotsDiff(version), newRobotsHistory(version), newRobotsPage(version), newRobotsDialects(), newRobotsAgents())
	return cmd
}
