// Package manual has the command that writes manual pages.
//
// Floor: 7 (glue). Stability: engine. The pages say what the commands say of themselves.
package manual

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// New returns the command man. Its pages name the version of the program.
func New(version string) *cobra.Command {
	return &cobra.Command{
		Use:   "man [flags] DIR",
		Short: "Write the manual pages of all commands into a folder",
		Long: `Write the manual pages of all commands into a folder, which is made if it is
missing: aranea.1, aranea-crawl.1 and so on, for a folder that "man" searches,
such as /usr/local/share/man/man1.`,
		Example: "  aranea man /usr/local/share/man/man1",
		Args:    command.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil { //nolint:gosec // pages for everybody
				return command.Usage("%w", err)
			}
			return pages(args[0], cmd.Root(), version)
		},
	}
}

// pages writes the manual pages of the command and its subcommands.
func pages(dir string, cmd *cobra.Command, version string) error {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	page(&b, cmd, version)
	path := filepath.Join(dir, nameOf(cmd)+".1")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil { //nolint:gosec // pages for everybody
		return fmt.Errorf("manual page: %w", err)
	}
	for _, sub := range commands(cmd) {
		if err := pages(dir, sub, version); err != nil {
			return err
		}
	}
	return nil
}

// commands returns the subcommands of cmd that have a page.
func commands(cmd *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			out = append(out, sub)
		}
	}
	return out
}

func nameOf(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// page writes one page with the macros of man(7).
func page(w io.Writer, cmd *cobra.Command, version string) {
	fmt.Fprintf(w, ".TH %s 1 \"\" %s Aranea\n", quoteRoff(strings.ToUpper(nameOf(cmd))), quoteRoff("aranea "+version))
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", roff(nameOf(cmd)), roff(cmd.Short))
	fmt.Fprintf(w, ".SH SYNOPSIS\n%s\n", roff(cmd.UseLine()))
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	fmt.Fprintf(w, ".SH DESCRIPTION\n.nf\n%s\n.fi\n", roff(long))
	flags(w, "OPTIONS", cmd.NonInheritedFlags())
	flags(w, "GLOBAL OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		fmt.Fprintf(w, ".SH EXAMPLES\n.EX\n%s\n.EE\n", roff(cmd.Example))
	}
	var also []string
	if cmd.HasParent() {
		also = append(also, nameOf(cmd.Parent()))
	}
	for _, sub := range commands(cmd) {
		also = append(also, nameOf(sub))
	}
	for i, name := range also {
		also[i] = "\\fB" + roff(name) + "\\fR(1)"
	}
	fmt.Fprintf(w, ".SH SEE ALSO\n%s\n", strings.Join(also, ",\n"))
}

// flags writes a section of flags, if there are any.
func flags(w io.Writer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(w, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		kind, usage := pflag.UnquoteUsage(f)
		if kind != "" {
			kind = " \\fI" + roff(kind) + "\\fR"
		}
		fmt.Fprintf(w, ".TP\n\\fB%s\\fR%s\n%s\n", roff(name), kind, roff(usage))
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			fmt.Fprintf(w, "(default %s)\n", roff(f.DefValue))
		}
	})
}

// roff escapes everything in the text that the formatter would interpret.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.Trim(text, "\n"))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

// quoteRoff quotes the text as one argument of a macro.
func quoteRoff(text string) string {
	return `"` + strings.ReplaceAll(roff(text), `"`, `""`) + `"`
}
