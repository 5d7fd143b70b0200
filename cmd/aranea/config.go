package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/internal/settings"
)

func newConfig() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print a settings file with every setting, its meaning and the value in force",
		Long: `Config prints a settings file in TOML: every setting of every command with its
meaning. Those that the environment or the settings file sets stand with their
value and where it comes from, all others behind a # with their default. Save it
as aranea.toml to change them.`,
		Example: `  aranea config > aranea.toml
  ARANEA_CRAWL_DELAY=2s aranea config`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := configSource().Print(cmd.OutOrStdout(), cmd); err != nil {
				return &command.Error{Code: command.ExitUsage, Err: err}
			}
			return nil
		},
	}
}

// configSource returns the source of settings. Run crawls and serves as those commands do, and
// commands that look at a site reach it as a crawl does; inspect and zones, which show what a crawl would
// make of a page, read that as well as a crawl does. The demo uses a folder of its own, unless
// the command line sets one, and the direction in which links are listed, --from, is not the e-mail
// address that other commands send.
func configSource() settings.Source {
	like := map[string]settings.Kin{"run": {Commands: []string{"crawl", "serve"}}}
	for _, c := range []string{"secrets", "robots test", "robots explain", "robots lint", "robots fmt", "robots diff", "robots page"} {
		like[c] = settings.Kin{Commands: []string{"crawl"}, Flags: reaching()}
	}
	for _, c := range []string{"inspect", "zones"} {
		like[c] = settings.Kin{Commands: []string{"crawl"}, Flags: append(reaching(), "agent", "dialect", "page-dialect", "zones", "facet", "item")}
	}
	return settings.Source{Program: "aranea", Lookup: os.LookupEnv, Like: like, Own: func(path, flag string) bool {
		return path == "demo" && flag == "data" || path == "links" && flag == "from"
	}}
}

// reaching returns the flags that tell how a site is reached, which mean the same to a crawl and to
// a look. To the commands on robots files, others are only named alike: whoever asks what a file means to some
// robot, in some dialect, does not ask about the crawl's.
func reaching() []string {
	return []string{"contact", "from", "allow-net", "ca-file", "proxy", "resolve"}
}
