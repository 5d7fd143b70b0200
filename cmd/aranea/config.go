package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
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
		if f.Changed || f.Name == "help" || f.Name == "config" || f.Name == "data" && name == "demo" {
			return // the demo has a folder of its own, unless the command line names one
		}
		values, source, ok := setting(f.Name, name, lookup, file)
		if !ok {
			return
		}
		for _, v := range values {
			if err := cmd.Flags().Set(f.Name, v); err != nil {
				var bad *pflag.InvalidValueError
				if errors.As(err, &bad) {
					err = wants(f, v, bad.Unwrap())
				}
				faults = append(faults, usage("%s: %w", source, err))
			}
		}
	})
	return errors.Join(faults...)
}

// setting looks a flag up in the environment and the file.
func setting(flag, command string, lookup func(string) (string, bool), file *configFile) (values []string, source string, ok bool) {
	for _, env := range []string{envName(command, flag), envName("", flag)} {
		if v, ok := lookup(env); ok && v != "" {
			return []string{v}, "environment variable " + env, true
		}
	}
	if file == nil {
		return nil, "", false
	}
	for _, key := range []string{strings.ReplaceAll(command, " ", ".") + "." + flag, flag} {
		if v, ok := file.values[key]; ok {
			return v, file.place(key), true
		}
	}
	return nil, "", false
}

// A configFile is a settings file: its values by whole key, such as
// "crawl.max-pages", each as the texts that the flag is set to.
type configFile struct {
	path   string
	values map[string][]string
	lines  map[string]int
}

// place names a key with file and line.
func (c *configFile) place(key string) string {
	return fmt.Sprintf("settings file %s, line %d, key %s", c.path, c.lines[key], key)
}

// readConfig returns the settings file, nil if there is none.
func readConfig(cmd *cobra.Command, lookup func(string) (string, bool)) (*configFile, error) {
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
	file, err := parseConfig(path, data)
	if err != nil {
		return nil, &exitError{code: exitUsage, err: err}
	}
	return file, file.check(cmd.Root())
}

func parseConfig(path string, data []byte) (*configFile, error) {
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		var de *toml.DecodeError
		if errors.As(err, &de) {
			row, col := de.Position()
			return nil, fmt.Errorf("settings file %s, line %d, column %d: %s", path, row, col, strings.TrimPrefix(de.Error(), "toml: "))
		}
		return nil, fmt.Errorf("settings file %s: %w", path, err)
	}
	c := &configFile{path: path, values: map[string][]string{}, lines: keyLines(data)}
	var faults []error
	var walk func(t map[string]any, prefix string)
	walk = func(t map[string]any, prefix string) {
		for _, k := range slices.Sorted(maps.Keys(t)) {
			key := prefix + k
			if sub, ok := t[k].(map[string]any); ok {
				walk(sub, key+".")
				continue
			}
			texts, err := settingTexts(t[k])
			if err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", c.place(key), err))
			}
			c.values[key] = texts
		}
	}
	walk(tree, "")
	return c, errors.Join(faults...)
}

// settingTexts turns a TOML value into flag texts, one for each element of a list.
func settingTexts(v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	out := make([]string, 0, len(list))
	for _, e := range list {
		switch e.(type) {
		case string, bool, int64, float64:
			out = append(out, fmt.Sprint(e))
		default:
			return nil, errors.New("the value is neither a text nor a number, true, false, or a list of those")
		}
	}
	return out, nil
}

// keyLines returns the line of each key that has a value, by its whole name.
func keyLines(data []byte) map[string]int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(data)
	var visit func(n *unstable.Node, prefix string) // of a node of kind KeyValue
	visit = func(n *unstable.Node, prefix string) {
		line := 0
		for it := n.Key(); it.Next(); {
			key := it.Node()
			line = p.Shape(key.Raw).Start.Line
			prefix += string(key.Data) + "."
		}
		lines[strings.TrimSuffix(prefix, ".")] = line
		if n.Value().Kind == unstable.InlineTable {
			for it := n.Value().Children(); it.Next(); {
				visit(it.Node(), prefix)
			}
		}
	}
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = ""
			for it := e.Key(); it.Next(); {
				table += string(it.Node().Data) + "."
			}
		case unstable.KeyValue:
			visit(e, table)
		}
	}
	return lines
}

// check reports the keys that are neither a flag nor in a command's table.
func (c *configFile) check(root *cobra.Command) error {
	known := map[string]bool{}
	eachFlag(root, func(path string, f *pflag.Flag) {
		if f.Name == "help" || f.Name == "version" || f.Name == "config" {
			return
		}
		known[f.Name] = true
		if path != "" {
			known[strings.ReplaceAll(path, " ", ".")+"."+f.Name] = true
		}
	})
	var faults []error
	for _, key := range slices.Sorted(maps.Keys(c.values)) {
		if known[key] {
			continue
		}
		hint := "keys are named like the flags, see 'aranea COMMAND --help'"
		if near := nearest(key, known); near != "" {
			hint = fmt.Sprintf("did you mean %s?", near)
		}
		faults = append(faults, usage("%s: no command knows %s; %s", c.place(key), key, hint))
	}
	return errors.Join(faults...)
}
