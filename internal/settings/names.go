package settings

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/internal/spelling"
)

// eachFlag calls fn for every flag of every command, with the path of the command below the root
// ("robots test"; "" for the root).
func eachFlag(root *cobra.Command, fn func(path string, f *pflag.Flag)) {
	var visit func(c *cobra.Command, path string)
	visit = func(c *cobra.Command, path string) {
		add := func(f *pflag.Flag) { fn(path, f) }
		c.LocalFlags().VisitAll(add)
		c.InheritedFlags().VisitAll(add)
		for _, sub := range c.Commands() {
			if sub.Name() == completion {
				continue
			}
			visit(sub, strings.TrimSpace(path+" "+sub.Name()))
		}
	}
	visit(root, "")
}

// envName returns the environment variable of a setting, for one command, or for all if path is
// empty.
func (s Source) envName(path, flag string) string {
	return s.prefix() + strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(strings.TrimSpace(path+" "+flag)))
}

// prefix returns the prefix of the program's variables.
func (s Source) prefix() string { return strings.ToUpper(s.Program) + "_" }

// Warnings reports those of the program's environment variables that no command has. They are
// not errors, because the environment may be shared.
func (s Source) Warnings(cmd *cobra.Command, environ []string) []string {
	known := map[string]bool{}
	eachFlag(cmd.Root(), func(path string, f *pflag.Flag) {
		if f.Name == "help" || f.Name == "version" {
			return
		}
		known[s.envName("", f.Name)], known[s.envName(path, f.Name)] = true, true
	})
	var out []string
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		if strings.HasPrefix(name, s.prefix()) && !known[name] && value != "" {
			out = append(out, "no command knows the environment variable "+name+spelling.Meant(name, maps.Keys(known)))
		}
	}
	return out
}

// FlagError turns an error of the flag parser into a sentence.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		return fmt.Errorf("%w%s", err, spelling.Meant("--"+unknown.GetSpecifiedName(), slices.Values(known)))
	}
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return err
	}
	return fmt.Errorf("--%s: %w", bad.GetFlag().Name, wants(bad.GetFlag(), bad.GetValue(), bad.Unwrap()))
}

// wants describes what a flag accepts instead of a value.
func wants(f *pflag.Flag, value string, err error) error {
	switch f.Value.Type() {
	case "duration":
		return fmt.Errorf("%q is not a length of time such as 500ms, 2s or 1m30s", value)
	case "int", "uint64":
		if errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("%q is too large", value)
		}
		if _, bad := strconv.Atoi(value); bad == nil {
			return fmt.Errorf("%q is less than 0", value)
		}
		return fmt.Errorf("%q is not a whole number", value)
	case "bool":
		return fmt.Errorf("%q is neither true nor false", value)
	}
	return fmt.Errorf("%q: %w", value, err)
}
