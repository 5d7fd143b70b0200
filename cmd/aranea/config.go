package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// defaultConfig is read when it exists and no --config is given.
const defaultConfig = "aranea.toml"

// applySettings fills every flag that the command line leaves open: first from
// the environment, then from the settings file, else the default stays.
//
// A flag "delay" of "aranea crawl" is called ARANEA_CRAWL_DELAY or ARANEA_DELAY
// in the environment; in the file it is delay in the table [crawl], or at the
// top for all commands. An empty variable counts as not set. A key that no
// command knows is an error.
func applySettings(cmd *cobra.Command, lookup func(string) (string, bool)) error {
	file, err := readConfig(cmd, lookup)
	if err != nil {
		return err
	}
	name := strings.TrimPrefix(cmd.CommandPath(), "aranea ")
	var faults []error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == "config" {
			return
		}
		values, source, ok := setting(f.Name, name, lookup, file)
		if !ok {
			return
		}
		for _, v := range values {
			if err := cmd.Flags().Set(f.Name, v); err != nil {
				faults = append(faults, usage("%s: %w", source, err))
			}
		}
	})
	return errors.Join(faults...)
}

// setting looks a flag up in the environment and the file.
func setting(flag, command string, lookup func(string) (string, bool), file map[string]any) (values []string, source string, ok bool) {
	up := func(s string) string {
		return strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(s))
	}
	for _, env := range []string{"ARANEA_" + up(command) + "_" + up(flag), "ARANEA_" + up(flag)} {
		if v, ok := lookup(env); ok && v != "" {
			return []string{v}, "environment variable " + env, true
		}
	}
	table := file
	for _, part := range strings.Fields(command) {
		next, ok := table[part].(map[string]any)
		if !ok {
			table = nil
			break
		}
		table = next
	}
	for _, t := range []map[string]any{table, file} {
		if v, ok := t[flag]; ok {
			return texts(v), "settings file, key " + flag, true
		}
	}
	return nil, "", false
}

// texts turns a TOML value into flag texts, one for each element of a list.
func texts(v any) []string {
	if list, ok := v.([]any); ok {
		out := make([]string, 0, len(list))
		for _, e := range list {
			out = append(out, fmt.Sprint(e))
		}
		return out
	}
	return []string{fmt.Sprint(v)}
}

// readConfig returns the settings file as nested tables, nil if there is none.
func readConfig(cmd *cobra.Command, lookup func(string) (string, bool)) (map[string]any, error) {
	flag := cmd.Flags().Lookup("config")
	if flag == nil {
		return nil, nil // the command has no settings
	}
	path := flag.Value.String()
	if path == "" {
		path, _ = lookup("ARANEA_CONFIG")
	}
	explicit := path != ""
	if !explicit {
		path = defaultConfig
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !explicit {
		return nil, nil
	}
	if err != nil {
		return nil, usage("read the settings file: %w", err)
	}
	var file map[string]any
	if err := toml.Unmarshal(data, &file); err != nil {
		var de *toml.DecodeError
		if errors.As(err, &de) {
			row, col := de.Position()
			return nil, usage("settings file %s, line %d, column %d: %s", path, row, col, de.Error())
		}
		return nil, usage("settings file %s: %w", path, err)
	}
	if unknown := unknownKeys(cmd.Root(), file); len(unknown) > 0 {
		return nil, usage("settings file %s: no command knows %s; keys are named like the flags, see 'aranea COMMAND --help'", path, strings.Join(unknown, ", "))
	}
	return file, nil
}

// unknownKeys returns the keys of the file that are neither a flag nor a
// command's table.
func unknownKeys(root *cobra.Command, file map[string]any) []string {
	known := map[string]bool{}
	var collect func(c *cobra.Command, prefix string)
	collect = func(c *cobra.Command, prefix string) {
		add := func(f *pflag.Flag) {
			known[f.Name] = true
			known[prefix+f.Name] = true
		}
		c.LocalFlags().VisitAll(add)
		c.InheritedFlags().VisitAll(add)
		for _, sub := range c.Commands() {
			known[prefix+sub.Name()] = true
			collect(sub, prefix+sub.Name()+".")
		}
	}
	collect(root, "")
	var unknown []string
	var walk func(t map[string]any, prefix string)
	walk = func(t map[string]any, prefix string) {
		for k, v := range t {
			if !known[prefix+k] {
				unknown = append(unknown, prefix+k)
				continue
			}
			if sub, ok := v.(map[string]any); ok {
				walk(sub, prefix+k+".")
			}
		}
	}
	walk(file, "")
	slices.Sort(unknown)
	return unknown
}
