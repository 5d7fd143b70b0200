package settings

import (
	"fmt"
	"io"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/internal/show"
)

// Print writes a settings file with every flag of every command: first the settings for all,
// then a table for each. Settings from the environment or the settings file of cmd have their
// value and source, and all others are commented out with their default.
func (s Source) Print(w io.Writer, cmd *cobra.Command) error {
	file, err := s.read(cmd)
	if err != nil {
		return err
	}
	return s.print(w, cmd.Root(), file)
}

// comment returns the line of the file that names the tables from which a command takes settings,
// "" if there is none.
func (k Kin) comment() string {
	what, from := "What", "["+strings.Join(k.Commands, "] or [")+"]"
	switch {
	case len(k.Commands) == 0:
		return ""
	case k.Flags != nil:
		what = "What of " + strings.Join(k.Flags, ", ")
	}
	return "# " + what + " is not set here is taken from " + from + ".\n"
}

// completion is the command that cobra adds; its flags are not settings.
const completion = "completion"

func (s Source) print(w io.Writer, root *cobra.Command, file *configFile) error {
	var b strings.Builder
	b.WriteString("# Settings of " + s.Program + ". The command line wins over the environment (" + s.prefix() + "KEY, or\n# " +
		s.prefix() + "COMMAND_KEY for one command), and that over this file. A key at the top\n" +
		"# counts for every command that has it.\n")
	var visit func(c *cobra.Command, path string)
	visit = func(c *cobra.Command, path string) {
		var settings []*pflag.Flag
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" && f.Name != ConfigFlag && !f.Hidden && (s.Own == nil || !s.Own(path, f.Name)) {
				settings = append(settings, f)
			}
		})
		if len(settings) > 0 && path != "" {
			fmt.Fprintf(&b, "\n[%s]\n", strings.ReplaceAll(path, " ", "."))
			b.WriteString(s.Like[path].comment())
		}
		for _, f := range settings {
			s.printSetting(&b, f, path, file)
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != completion {
				visit(sub, strings.TrimSpace(path+" "+sub.Name()))
			}
		}
	}
	visit(root, "")
	_, err := io.WriteString(w, b.String())
	return err
}

// printSetting writes the lines of one setting.
func (s Source) printSetting(b *strings.Builder, f *pflag.Flag, path string, file *configFile) {
	fmt.Fprintf(b, "\n# %s\n", show.Line(f.Usage))
	if values, source, ok := s.setting(f.Name, []string{path}, file); ok {
		fmt.Fprintf(b, "# from %s\n%s = %s\n", show.Line(source), f.Name, tomlText(f, values))
		return
	}
	values := []string{f.DefValue}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		values = list.GetSlice()
	}
	fmt.Fprintf(b, "# %s = %s\n", f.Name, tomlText(f, values))
}

// tomlText formats the values of a flag as TOML.
func tomlText(f *pflag.Flag, values []string) string {
	var out []string
	for _, v := range values {
		switch f.Value.Type() {
		case "int", "uint64", "bool":
			out = append(out, v)
		default:
			line, _ := toml.Marshal(map[string]string{"": v}) // a text always has a form in TOML
			_, text, _ := strings.Cut(string(line), "=")
			out = append(out, string(show.JSON([]byte(strings.TrimSpace(text)))))
		}
	}
	if _, ok := f.Value.(pflag.SliceValue); ok {
		return "[" + strings.Join(out, ", ") + "]"
	}
	return strings.Join(out, "")
}
