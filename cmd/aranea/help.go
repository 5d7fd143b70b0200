package main

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/internal/terminal"
)

// setHelp sets how the help of commands is asked for and printed.
func setHelp(root *cobra.Command) {
	root.SetHelpCommand(newHelp())
	fitHelp(root, terminal.Width)
}

// newHelp returns "aranea help", which unlike the library's command returns an error for unknown
// commands.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		// An invalid settings file must not prevent the help.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || target == nil || len(rest) > 0 {
				return command.Usage("there is no help on %q%s\nSee 'aranea --help' for the commands", strings.Join(args, " "), command.MeantCommand(cmp.Or(target, cmd.Root()), rest))
			}
			target.InitDefaultHelpFlag() // otherwise the help would not list it
			return target.Help()
		},
	}
}

// fitHelp lets the help of a command and of those below it fit the width of the terminal that it is
// printed on; elsewhere it stays as it is. columns returns that width, and 0 if out is no terminal:
// terminal.Width.
func fitHelp(root *cobra.Command, columns func(out io.Writer) int) {
	write := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		out := cmd.OutOrStdout()
		var help bytes.Buffer
		cmd.SetOut(&help)
		write(cmd, args)
		cmd.SetOut(out)
		_, _ = io.WriteString(out, terminal.Wrap(help.String(), columns(out))) // as the help of the library
	})
}
