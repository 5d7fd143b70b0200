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

// configSource returns the source of settings. Run crawls and serves as those commands do. The demo
// uses a folder of its own, unless the command line sets one.
func configSource() settings.Source {
	return settings.Source{Program: "aranea", Lookup: os.LookupEnv, Like: map[string][]string{"run": {"crawl", "serve"}}, Own: func(path, flag string) bool { return path == "demo" && flag == "data" }}
}
