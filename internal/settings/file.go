package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/internal/faults"
	"github.com/aranea-search/aranea/internal/spelling"
)

// A Source is where the settings of a program come from.
type Source struct {
	// Program is the name of the program, such as "aranea": its variables begin with ARANEA_ and
	// its file is aranea.toml.
	Program string
	// Lookup returns an environment variable.
	Lookup func(name string) (string, bool)
	// Like tells whose settings a command takes besides its own, by its path.
	Like map[string]Kin
	// Own reports the flags that only the command line sets, by the path of the command below
	// the root; nil for none.
	Own func(path, flag string) bool
}

// Kin are commands whose settings another command takes for those that it does not have itself.
type Kin struct {
	Commands []string // by their paths; the first that has a setting wins
	Flags    []string // what is taken of them; nil for every flag that both have
}

// has reports whether a flag is taken.
func (k Kin) has(flag string) bool { return k.Flags == nil || slices.Contains(k.Flags, flag) }

// ConfigFlag is the name of the flag for the name of the settings file.
const ConfigFlag = "config"

// Apply sets every flag that is not given on the command line, first from the environment, then
// from the settings file; otherwise the default stays.
//
// A flag "delay" of "aranea crawl" is ARANEA_CRAWL_DELAY or ARANEA_DELAY in the environment; in
// the file it is delay in the table [crawl], or at the top level for all commands. A command that
// is like another one takes the settings of that one before those for all commands. An empty
// variable counts as not set. A key that no command has is an error; several errors are joined.
func (s Source) Apply(cmd *cobra.Command) error {
	file, err := s.read(cmd)
	if err != nil {
		return err
	}
	path := pathOf(cmd)
	var all []error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == ConfigFlag || s.Own != nil && s.Own(path, f.Name) {
			return
		}
		commands := []string{path}
		if kin := s.Like[path]; kin.has(f.Name) {
			commands = append(commands, kin.Commands...)
		}
		values, source, ok := s.setting(f.Name, commands, file)
		if !ok {
			return
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[placeKey] = []string{source}
		if list, ok := f.Value.(pflag.SliceValue); ok && len(values) == 0 { // an empty list is given as well
			f.Changed = list.Replace(nil) == nil
		}
		for _, v := range values {
			if err := cmd.Flags().Set(f.Name, v); err != nil {
				var bad *pflag.InvalidValueError
				if errors.As(err, &bad) {
					err = wants(f, v, bad.Unwrap())
				}
				all = append(all, fmt.Errorf("%s: %w", source, err))
			}
		}
	})
	return errors.Join(all...)
}

// placeKey is the annotation of a flag that Apply has set: where its value stands.
const placeKey = "place"

// Place returns where the value of a flag stands, for an error about it: the variable, the line of
// the settings file, or the flag itself if it is given on the command line.
func Place(f *pflag.Flag) string {
	if at := f.Annotations[placeKey]; len(at) > 0 {
		return at[0]
	}
	return "--" + f.Name
}

// pathOf returns the path of a command below the root, such as "robots test".
func pathOf(cmd *cobra.Command) string {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path
}

// setting looks up a flag of some commands, or of all, in the environment and the file.
func (s Source) setting(flag string, commands []string, file *configFile) (values []string, source string, ok bool) {
	var names, keys []string
	for _, c := range commands {
		names, keys = append(names, s.envName(c, flag)), append(keys, strings.ReplaceAll(c, " ", ".")+"."+flag)
	}
	for _, env := range append(names, s.envName("", flag)) {
		if v, ok := s.Lookup(env); ok && v != "" {
			return []string{v}, "environment variable " + env, true
		}
	}
	if file == nil {
		return nil, "", false
	}
	for _, key := range append(keys, flag) {
		if v, ok := file.values[key]; ok {
			return v, file.place(key), true
		}
	}
	return nil, "", false
}

// A configFile is a settings file: its values by full key, such as "crawl.max-pages", each as
// the texts to which the flag is set.
type configFile struct {
	path   string
	values map[string][]string
	lines  map[string]int
}

// place describes a key with file and line.
func (c *configFile) place(key string) string {
	return fmt.Sprintf("settings file %s, line %d, key %s", c.path, c.lines[key], key)
}

// read returns the settings file, or nil if there is none.
func (s Source) read(cmd *cobra.Command) (*configFile, error) {
	flag := cmd.Flags().Lookup(ConfigFlag)
	if flag == nil {
		return nil, nil // the command has no settings
	}
	path := flag.Value.String()
	if path == "" {
		path, _ = s.Lookup(s.envName("", ConfigFlag))
	}
	explicit := path != ""
	if !explicit {
		path = s.Program + ".toml"
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !explicit {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings file: %w", err)
	}
	file, err := parseConfig(path, data)
	if err != nil {
		return nil, err
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
	c := &configFile{path: path, values: map[string][]string{}, lines: map[string]int{}}
	at := faults.LinesOf(data)
	var all []error
	var walk func(t map[string]any, above []string)
	walk = func(t map[string]any, above []string) {
		for _, k := range slices.Sorted(maps.Keys(t)) {
			names := append(slices.Clone(above), k)
			if sub, ok := t[k].(map[string]any); ok {
				walk(sub, names)
				continue
			}
			key := strings.Join(names, ".")
			c.lines[key] = at.Of(names...)
			texts, err := settingTexts(t[k])
			if err != nil {
				all = append(all, fmt.Errorf("%s: %w", c.place(key), err))
			}
			c.values[key] = texts
		}
	}
	walk(tree, nil)
	return c, errors.Join(all...)
}

// settingTexts converts a TOML value to flag texts, one for each element of a list.
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

// check reports the keys that are neither flags nor in the table of a command.
func (c *configFile) check(root *cobra.Command) error {
	known := map[string]bool{}
	eachFlag(root, func(path string, f *pflag.Flag) {
		if f.Name == "help" || f.Name == "version" || f.Name == ConfigFlag {
			return
		}
		known[f.Name] = true
		if path != "" {
			known[strings.ReplaceAll(path, " ", ".")+"."+f.Name] = true
		}
	})
	var all []error
	for _, key := range slices.Sorted(maps.Keys(c.values)) {
		if known[key] {
			continue
		}
		hint := "keys are named like the flags of the commands"
		if near := spelling.Nearest(key, maps.Keys(known)); near != "" {
			hint = fmt.Sprintf("did you mean %s?", near)
		}
		all = append(all, fmt.Errorf("%s: no command knows %s; %s", c.place(key), key, hint))
	}
	return errors.Join(all...)
}
