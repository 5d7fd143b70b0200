package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/internal/show"
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
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := readConfig(cmd, os.LookupEnv)
			if err != nil {
				return err
			}
			return printConfig(cmd.OutOrStdout(), cmd.Root(), os.LookupEnv, file)
		},
	}
}

// printConfig writes a settings file of all commands: first what counts for all,
// then a table for each.
func printConfig(w io.Writer, root *cobra.Command, lookup func(string) (string, bool), file *configFile) error {
	var b strings.Builder
	b.WriteString("# Settings of aranea. The command line wins over the environment (ARANEA_DELAY, or\n" +
		"# ARANEA_CRAWL_DELAY for one command), and that over this file. A key at the top\n" +
		"# counts for every command that has it.\n")
	var visit func(c *cobra.Command, path string)
	visit = func(c *cobra.Command, path string) {
		var settings []*pflag.Flag
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" && f.Name != "config" && !f.Hidden {
				settings = append(settings, f)
			}
		})
		if len(settings) > 0 && path != "" {
			fmt.Fprintf(&b, "\n[%s]\n", strings.ReplaceAll(path, " ", "."))
		}
		for _, f := range settings {
			printSetting(&b, f, path, lookup, file)
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				visit(sub, strings.TrimSpace(path+" "+sub.Name()))
			}
		}
	}
	visit(root, "")
	_, err := io.WriteString(w, b.String())
	return err
}

// printSetting writes the lines of one setting.
func printSetting(b *strings.Builder, f *pflag.Flag, path string, lookup func(string) (string, bool), file *configFile) {
	fmt.Fprintf(b, "\n# %s\n", show.Line(f.Usage))
	if values, source, ok := setting(f.Name, path, lookup, file); ok {
		fmt.Fprintf(b, "# from %s\n%s = %s\n", show.Line(source), f.Name, tomlText(f, values))
		return
	}
	values := []string{f.DefValue}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		values = list.GetSlice()
	}
	fmt.Fprintf(b, "# %s = %s\n", f.Name, tomlText(f, values))
}

// tomlText writes the values of a flag as TOML does.
func tomlText(f *pflag.Flag, values []string) string {
	var out []string
	for _, v := range values {
		switch f.Value.Type() {
		case "int", "uint64", "bool":
			out = append(out, v)
		default:
			line, _ := toml.Marshal(map[string]string{"": v}) // a text has a form in TOML
			_, text, _ := strings.Cut(string(line), "=")
			out = append(out, string(show.JSON([]byte(strings.TrimSpace(text)))))
		}
	}
	if _, ok := f.Value.(pflag.SliceValue); ok {
		return "[" + strings.Join(out, ", ") + "]"
	}
	return strings.Join(out, "")
}
