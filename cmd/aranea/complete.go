package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/search"
)

// addCompletions registers the values of the flags and arguments of all commands for shell
// completion. Those that take any text complete nothing, not even files.
func addCompletions(root *cobra.Command) {
	values, arguments := flagValues(), argumentValues()
	var visit func(c *cobra.Command, path string)
	visit = func(c *cobra.Command, path string) {
		for key, list := range values {
			where, name, ok := strings.Cut(key, " --")
			if !ok || where != "" && where != path || c.LocalFlags().Lookup(name) == nil {
				continue
			}
			// The flag exists, and each name is registered once per command.
			_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
		}
		if complete, ok := arguments[path]; ok {
			c.ValidArgsFunction = complete
		} else if !takesFiles(c) {
			c.ValidArgsFunction = cobra.NoFileCompletions
		}
		for _, sub := range c.Commands() {
			visit(sub, strings.TrimSpace(path+" "+sub.Name()))
		}
	}
	visit(root, "")
	_ = root.MarkPersistentFlagDirname("data") // both are defined by newRoot
	_ = root.MarkPersistentFlagFilename("config", "toml")
	refuseShells(root)
}

// refuseShells makes the completion command of the library return an error for an unknown shell,
// instead of the help.
func refuseShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = knownShell, func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// knownShell is the Args function of completion.
func knownShell(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	shells := command.Names(c.Commands(), (*cobra.Command).Name)
	return command.Usage("there is no completion for a shell %q%s\nIt is there for %s", args[0], command.Meant(args[0], shells), strings.Join(shells, ", "))
}

// flagValues returns the values of flags, with the key " --name" for all commands or "path
// --name" for one.
func flagValues() map[string][]string {
	return map[string][]string{
		" --dialect":               append(command.DialectList(), "auto"),
		" --dialects":              append(command.DialectList(), "all"),
		" --page-dialect":          command.PageDialectList(),
		" --scope":                 scope.ModeNames(),
		" --order":                 schedule.Orders(),
		" --refresh":               schedule.Refreshes(),
		" --media":                 extract.MediaKinds(),
		" --render":                {"chromium"},
		" --log-level":             {"debug", "info", "warn", "error"},
		"search --sort":            {search.ByDate},
		"search --access":          {search.AllAccess},
		" --agent":                 command.AgentTokens(),
		" --code":                  append(command.CheckCodes(), "list"),
		" --min":                   {"info", "warning", "error"},
		" --fix":                   {"safe", "all"},
		"urls --reason":            selection.Reasons(),
		"urls --state":             selection.States(),
		"urls --how":               selection.Hows(),
		"robots test --fail-on":    {"deny", "postpone", "allow"},
		"robots explain --fail-on": {"deny", "postpone", "allow"},
		"robots diff --fail-on":    {"closed", "opened", "disagree"},
	}
}

// takesFiles reports whether the arguments of a command may be files or folders, which shells
// complete.
func takesFiles(c *cobra.Command) bool {
	return strings.Contains(c.Use, " FILE") || strings.Contains(c.Use, " DIR") || strings.Contains(c.Use, " AFTER")
}

// argumentValues returns the completions of the arguments of commands.
func argumentValues() map[string]cobra.CompletionFunc {
	return map[string]cobra.CompletionFunc{
		"robots dialects": cobra.FixedCompletions(command.DialectList(), cobra.ShellCompDirectiveNoFileComp),
		"robots agents":   cobra.FixedCompletions(command.AgentTokens(), cobra.ShellCompDirectiveNoFileComp),
	}
}
