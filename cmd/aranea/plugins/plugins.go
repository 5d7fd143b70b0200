// Package plugins has the commands that list, test, add and remove plugins.
//
// Floor: 7 (glue). Stability: engine. Package cage determines what a plugin may do.
package plugins

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/cage/pluginstore"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// New returns the command plugin.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plugin",
		Short: "List, try, add and remove readers of further formats",
		Long: `A plugin reads documents of formats that are not built in: a WebAssembly module, or
a program of this system, that speaks a protocol of frames over its standard input
and output. Plugins lie in the folder --plugins. docs/plugins.md is a guide.`,
		Args: command.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newList(),
		&cobra.Command{
			Use: "add [flags] FILE...", Short: "Add plugins, or newer versions of them", Example: "  aranea plugin add gpx.wasm", Args: command.Args(1, command.NoLimit), RunE: add,
		},
		newOCR(),
		&cobra.Command{
			Use: "remove [flags] NAME...", Short: "Remove plugins", Example: "  aranea plugin remove gpx", Args: command.Args(1, command.NoLimit), RunE: remove,
		},
		&cobra.Command{
			Use: "test [flags] FILE|NAME DOCUMENT", Short: "Let a plugin, of a file or an added one, read a document, and print what it makes of it",
			Example: "  aranea plugin test gpx.wasm walk.gpx", Args: command.Args(2, 2), RunE: test,
		},
	)
	return cmd
}

func newList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list [flags]", Short: "List the plugins and what they read", Example: "  aranea plugin list", Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return list(cmd, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each plugin, and for each that cannot be used")
	return cmd
}

// A listed is one line of the list as JSON: a plugin, or why one cannot be used.
type listed struct {
	File string `json:"file,omitempty"`
	*frame.Hello
	Fault string `json:"fault,omitempty"`
}

func list(cmd *cobra.Command, asJSON bool) error {
	plugins, faults, err := command.Plugins(cmd).Plugins()
	if err != nil {
		return err
	}
	if asJSON {
		for i := range plugins {
			err = errors.Join(err, command.WriteJSON(cmd.OutOrStdout(), listed{File: plugins[i].Path, Hello: &plugins[i].Hello}))
		}
		for _, f := range faults {
			err = errors.Join(err, command.WriteJSON(cmd.OutOrStdout(), listed{Fault: f.Error()}))
		}
		return err
	}
	if len(plugins)+len(faults) == 0 {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), "No plugins. aranea plugin add FILE adds one.")
		return err
	}
	for _, p := range plugins {
		if err := printHello(cmd.OutOrStdout(), p.Hello); err != nil {
			return err
		}
	}
	for _, f := range faults {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), show.Line(f.Error())); err != nil {
			return err
		}
	}
	return nil
}

func printHello(w io.Writer, h frame.Hello) error {
	_, err := fmt.Fprintf(w, "%s %s\n", h.Name, h.Version)
	for _, f := range h.Formats {
		if err != nil {
			break
		}
		if f.Textless != "" {
			_, err = fmt.Fprintf(w, "  %-12s documents of the format %s without text\n", f.Name, f.Textless)
			continue
		}
		_, err = fmt.Fprintf(w, "  %-12s types %s; endings %s; beginnings %s\n", f.Name, orNone(f.Types), orNone(f.Endings), orNone(quoted(f.Magic)))
	}
	return err
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}

func quoted(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strconv.Quote(s)
	}
	return out
}

// ask starts a plugin that is not in the folder and returns its description of itself; the path
// is made absolute for the process that starts it.
func ask(cmd *cobra.Command, path string) (p cage.Plugin, sum string, err error) {
	if p.Path, err = filepath.Abs(path); err != nil {
		return p, "", err
	}
	opt, err := command.CageOptions()
	if err != nil {
		return p, "", err
	}
	p.Hello, sum, err = cage.Ask(cmd.Context(), opt, p.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, "", fmt.Errorf("there is no file %s, such as gpx.wasm; 'aranea plugin list' names the plugins that were added", show.Line(path))
	}
	if err != nil {
		return p, "", fmt.Errorf("%s is no plugin: %w", path, err)
	}
	_, err = extract.Formats{}.With(p.Hello)
	return p, sum, err
}

func add(cmd *cobra.Command, args []string) error {
	folder := command.Plugins(cmd)
	for _, path := range args {
		p, sum, err := ask(cmd, path)
		if err == nil {
			err = fits(folder, p)
		}
		if err == nil {
			err = folder.Add(p.Path, p.Hello, sum)
		}
		if err == nil {
			err = printHello(cmd.OutOrStdout(), p.Hello)
		}
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), "Crawls that start from now on read these formats, known documents as well.")
	return err
}

// fits returns an error if a plugin conflicts with the others of the folder.
func fits(folder pluginstore.Folder, p cage.Plugin) error {
	others, _, err := folder.Plugins()
	if err != nil {
		return err
	}
	var formats extract.Formats
	for _, o := range others {
		if o.Hello.Name == p.Hello.Name {
			continue
		}
		if formats, err = formats.With(o.Hello); err != nil {
			return err
		}
	}
	_, err = formats.With(p.Hello)
	return err
}

func remove(cmd *cobra.Command, args []string) error {
	for _, name := range args {
		err := command.Plugins(cmd).Remove(name)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no plugin %s; 'aranea plugin list' names those that are there", show.Line(name))
		}
		if err == nil {
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Crawls that start from now on do without %s; what it read is read again.\n", show.Line(name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tried returns the plugin to test: that of a file or, if there is no such file, the added one
// with that name.
func tried(cmd *cobra.Command, name string) (cage.Plugin, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		added, _, err := command.Plugins(cmd).Plugins()
		if err != nil {
			return cage.Plugin{}, err
		}
		for _, p := range added {
			if p.Hello.Name == name {
				return p, nil
			}
		}
	}
	p, _, err := ask(cmd, name)
	return p, err
}

// test reads a document like a crawl that found it under its name.
func test(cmd *cobra.Command, args []string) error {
	p, err := tried(cmd, args[0])
	if err != nil {
		return err
	}
	opt, err := command.CageOptions()
	if err != nil {
		return err
	}
	opt.Plugins = []cage.Plugin{p}
	readers, err := cage.New(opt)
	if err != nil {
		return err
	}
	defer readers.Close()
	body, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	u, err := weburl.Parse("http://plugin.invalid/")
	if err == nil {
		u, err = u.Resolve(filepath.Base(args[1]))
	}
	if err != nil {
		return err
	}
	page, err := extract.New(extract.Limits{}).With(readers).Extract(cmd.Context(), extract.Document{URL: u, Body: body})
	if err != nil {
		return err
	}
	return printPage(cmd.OutOrStdout(), p.Hello, &page)
}

// printPage prints what a plugin read of a document.
func printPage(to io.Writer, h frame.Hello, p *aranea.Page) error {
	w := bufio.NewWriter(to)
	if p.Format == "" {
		return fmt.Errorf("the plugin does not read it: neither its beginning nor the ending of its name is one of its formats")
	}
	asked := func(f frame.Format) bool {
		return f.Name == p.Format || f.Textless == p.Format && p.Reader == h.Reader()
	}
	if !slices.ContainsFunc(h.Formats, asked) && len(p.Warnings) == 0 {
		fmt.Fprintf(w, "Not read by the plugin %s: neither the beginning nor the ending of the name is one of its formats, or it has text for the reader that is built in.\n", h.Name)
	}
	fmt.Fprintf(w, "Read as %s", p.Format)
	if p.Reader != "" {
		fmt.Fprintf(w, " by %s", show.Line(p.Reader))
	}
	fmt.Fprintln(w)
	if len(p.Elements)+len(p.Warnings) == 0 {
		fmt.Fprintln(w, "  There is no text in it.")
	}
	for _, e := range p.Elements {
		if e.Kind.IsBlock() {
			fmt.Fprintf(w, "  %-12s %s\n", e.Kind, show.Line(string(p.Text[e.Start:e.End])))
		}
	}
	for _, l := range p.Links {
		fmt.Fprintf(w, "  %-12s %s\n", l.How, show.Line(show.URL(l.URL.String())))
	}
	for _, r := range p.Warnings {
		fmt.Fprintf(w, "  %s %s\n", r, show.Line(p.Trouble))
	}
	return w.Flush()
}
