package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/spelling"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/lint"
)

// UnknownValue returns the error for an unknown value of a flag, with the values that it accepts.
func UnknownValue(flag, value string, takes []string) error {
	return Usage("--%s %q is unknown%s\n--%s takes %s", flag, value, Meant(value, takes), flag, strings.Join(takes, ", "))
}

// Meant returns "; did you mean ...?" for a misspelled name, or "" if no known name is similar.
func Meant(name string, known []string) string {
	return spelling.Meant(name, slices.Values(known))
}

// DialectNames lists the dialects of robots files for people.
func DialectNames() string { return strings.Join(DialectList(), ", ") }

// PageDialectNames lists the dialects of page directives for people.
func PageDialectNames() string { return strings.Join(PageDialectList(), ", ") }

// DialectList returns the names of the dialects of robots files.
func DialectList() []string {
	return Names(dialect.All(), func(d dialect.Dialect) string { return d.Name })
}

// PageDialectList returns the names of the dialects of page directives.
func PageDialectList() []string {
	return Names(robotsmeta.Dialects(), func(d robotsmeta.Dialect) string { return d.Name })
}

// AgentTokens returns the names of the known robots.
func AgentTokens() []string {
	return Names(dialect.KnownAgents(), func(k dialect.KnownAgent) string { return string(k.Token) })
}

// CheckCodes returns the codes of the checks of lint.
func CheckCodes() []string { return Names(lint.Checks(), lint.Check.String) }

// Names returns the name of each element.
func Names[T any](list []T, name func(T) string) []string {
	var out []string
	for _, x := range list {
		out = append(out, name(x))
	}
	return out
}

// NoLimit is for Args without an upper limit.
const NoLimit = -1

// Args returns the Args function of a command with least to most arguments, with plain error
// messages.
func Args(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		n := len(args)
		if n >= least && (n <= most || most == NoLimit) {
			return nil
		}
		takes := "at least " + show.Count(least, "argument")
		switch {
		case most == 0:
			return fmt.Errorf("%s takes flags and no argument, and %q is none of its flags", cmd.CommandPath(), args[0])
		case least == most:
			takes = show.Count(most, "argument")
		case n > most && most != NoLimit:
			takes = "at most " + show.Count(most, "argument")
		}
		given := fmt.Sprintf("%d were", n)
		switch n {
		case 0:
			given = "none was"
		case 1:
			given = "1 was"
		}
		return fmt.Errorf("%s takes %s; %s given", cmd.CommandPath(), takes, given)
	}
}

// Subcommand is the Args function of a command that only has subcommands: it returns an error for
// an unknown one, with the one that may be meant.
func Subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usage("unknown command %q for %q%s\nSee '%s --help' for the commands", args[0], cmd.CommandPath(), MeantCommand(cmd, args), cmd.CommandPath())
}

// MeantCommand returns "; did you mean ...?" for a misspelled command, or "" if no command is
// similar.
func MeantCommand(cmd *cobra.Command, args []string) string {
	if len(args) == 0 {
		return ""
	}
	cmd.SuggestionsMinimumDistance = 2
	return spelling.DidYouMean(strings.Join(cmd.SuggestionsFor(args[0]), " or "))
}
