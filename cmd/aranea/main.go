// Command aranea is a search engine's web robot: it crawls politely, indexes every page's elements
// with word positions, answers searches, and explains why a URL is in or out.
//
// Floor: 7 (glue). Stability: engine; its flags, output formats, exit codes and reason codes are
// stable. The command consists of flags, settings and texts for people: main.go runs it,
// session.go connects to the engine that owns the folder, and each command has a file. Decisions
// are made in the packages below.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/cmd/aranea/ask"
	"github.com/aranea-search/aranea/cmd/aranea/assistant"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/control"
	"github.com/aranea-search/aranea/cmd/aranea/exporting"
	"github.com/aranea-search/aranea/cmd/aranea/failure"
	"github.com/aranea-search/aranea/cmd/aranea/interrupt"
	"github.com/aranea-search/aranea/cmd/aranea/itemlist"
	"github.com/aranea-search/aranea/cmd/aranea/learned"
	"github.com/aranea-search/aranea/cmd/aranea/maintenance"
	"github.com/aranea-search/aranea/cmd/aranea/manual"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/cmd/aranea/operators"
	"github.com/aranea-search/aranea/cmd/aranea/plugins"
	"github.com/aranea-search/aranea/cmd/aranea/searches"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/internal/show"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes the command line and returns the exit code.
func run(args []string, stdin *os.File, stdout, stderr *os.File) int {
	// The HTTP library logs what misbehaving servers send, which would be a line per page in a
	// crawl. The trails have what matters.
	log.SetOutput(io.Discard)
	if code, ok := command.Worker(args, stdin, stdout, stderr); ok {
		return code
	}
	var quiet atomic.Bool
	ctx, done := interrupt.Context(stderr, &quiet)
	defer done()
	cmd := newRoot(endings{
		atOnce:  func() { signal.Reset(interrupt.Signals()...) },
		quietly: func() { quiet.Store(true) },
	})
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	err := refuseExclusion(args)
	ran := cmd
	if err == nil {
		ran, err = cmd.ExecuteContextC(ctx)
	}
	failure.Tell(stderr, err, failure.WantsJSON(ran, args))
	return failure.Code(err)
}

// The annotations of inOrder and quietly.
const (
	inOrderKey = "in-order"
	quietKey   = "quiet"
)

// endings are alternative ways to end at an interrupt, instead of an orderly end with a message.
type endings struct{ atOnce, quietly func() }

// inOrder marks a command that ends in an orderly way when it is interrupted. Other commands end
// immediately, because they may be waiting for input.
func inOrder(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{inOrderKey: ""}
	return cmd
}

// quietly marks a command that only watches: at an interrupt there is nothing to finish, and no
// message.
func quietly(cmd *cobra.Command) *cobra.Command {
	inOrder(cmd).Annotations[quietKey] = ""
	return cmd
}

// newRoot returns the root command. A command without an orderly end calls end.atOnce, after
// which an interrupt has its default effect.
func newRoot(end endings) *cobra.Command {
	root := &cobra.Command{
		Use:   "aranea",
		Short: "A polite web robot that crawls, indexes, searches, and explains itself",
		Long: `Aranea crawls the sites you name, obeys what their owners wrote, indexes the
elements of every page with word positions, answers searches, and tells you for
any URL why it is in the index or out.

Try it without a network:    aranea demo
Crawl a site:                aranea crawl --contact you@example.org example.org
Search what was crawled:     aranea search "some words"
Open the search page:        aranea serve
Ask about one URL:           aranea explain https://example.org/page`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          command.Subcommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	bindGlobal(root.PersistentFlags())
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if cmd.HasSubCommands() { // the flag may be that of one which is misspelled
			if fault := cmd.ValidateArgs(cmd.Flags().Args()); fault != nil {
				return fault
			}
		}
		return command.Usage("%w\nSee '%s --help' for the flags", settings.FlagError(cmd, err), cmd.CommandPath())
	})
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if _, ok := cmd.Annotations[inOrderKey]; !ok {
			end.atOnce()
		}
		if _, ok := cmd.Annotations[quietKey]; ok {
			end.quietly()
		}
		from := configSource()
		for _, w := range from.Warnings(cmd, os.Environ()) {
			fmt.Fprintf(cmd.ErrOrStderr(), "aranea: warning: %s\n", show.Line(w))
		}
		if err := from.Apply(cmd); err != nil {
			return &command.Error{Code: command.ExitUsage, Err: err}
		}
		if data, err := cmd.Flags().GetString("data"); err == nil && strings.TrimSpace(data) == "" {
			return command.Usage("--data is empty; name a folder, or leave it out to use %s", command.DefaultData)
		}
		return nil
	}
	root.Version = version
	root.SetVersionTemplate(versionLine())
	setHelp(root)
	root.AddCommand(inOrder(newCrawl()), newSearch(), inOrder(newServe()), nodes.BindFile(newExplain()), ask.NewInspect(version), ask.NewSecrets(version), ask.NewRobots(version), inOrder(newDemo()), newConfig(), manual.New(version), newOpenAPI(), newVersion())
	root.AddCommand(inOrder(newRun()), nodes.BindFile(quietly(newStatus())), nodes.BindFile(newStats()), nodes.BindFile(newURLs()), nodes.BindFile(learned.NewLinks(withSession)), nodes.BindFile(learned.NewPages(withSession)), nodes.New(), inOrder(nodes.NewStandby(version, openLog)), maintenance.NewIndex(withSession), plugins.New(), nodes.BindFile(exporting.NewExport(withReading)), searches.New(), itemlist.New(), maintenance.NewImport(withNewSession), nodes.BindFile(maintenance.NewDelete(withSession)), maintenance.NewCheck(openCheck), maintenance.NewBackup(withSession), nodes.BindFile(learned.NewMirrors(withSession)), nodes.BindFile(learned.NewTraps(withSession)), ask.NewZones(version, withSession))
	root.AddCommand(ask.NewIdentity(version), operators.New(), nodes.BindFile(quietly(assistant.New(version, withReading))))
	root.AddCommand(control.New(withSession)...)
	for _, c := range root.Commands() {
		wrapArgs(c)
	}
	group(root)
	addCompletions(root)
	return root
}

// bindGlobal defines the flags of all commands.
func bindGlobal(f *pflag.FlagSet) {
	f.String("data", "aranea-data", "data folder: queue, robots files, trails and index")
	f.String("config", "", "settings file in TOML (default aranea.toml here, if it exists)")
	most := settings.Bytes(memory.Default)
	f.Var(&most, "memory", "what the process that owns the data folder may take of memory, such as 512MiB")
	f.String("plugins", "", "folder of plugins that read further formats (default aranea/plugins in your folder of settings)")
	f.String("pins", "", "file of pages that come first for queries (docs/searching.md); it may be edited at any time (default pins.txt in the data folder)")
	f.String("synonyms", "", "file of words that mean the same in searches (docs/searching.md); it may be edited at any time (default synonyms.txt in the data folder)")
	f.String("weights", "", "file of pages that count more or less in every search (docs/searching.md); it may be edited at any time (default weights.txt in the data folder)")
	f.String("log", "", "file for the log, with rotation; - is standard error")
	f.String("log-level", "info", "least level of the log: debug, info, warn or error")
}

// wrapArgs gives argument errors the exit code of usage errors.
func wrapArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			err := check(cmd, args)
			if ee := (*command.Error)(nil); errors.As(err, &ee) {
				return err
			}
			if err != nil {
				return command.Usage("%w\nUsage: %s\nSee '%s --help'", err, cmd.UseLine(), cmd.CommandPath())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		wrapArgs(sub)
	}
}
