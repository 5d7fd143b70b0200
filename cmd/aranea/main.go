// Command aranea is a search engine's web robot: it crawls politely, indexes
// every page's elements with word positions, answers searches, and tells why a
// URL is in or out.
//
// Floor: 6 (glue). Stability: engine; its flags, output formats, exit codes and
// reason codes are the promise. The command holds no logic of its own: main.go
// runs it, wire.go builds everything explicitly, config.go merges settings, and
// each verb has a file.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
)

// version is set by the linker.
var version = "0.1.0-dev"

// Exit codes. They are part of the user interface.
const (
	exitOK       = 0
	exitInternal = 1
	exitUsage    = 2
	exitPartial  = 3
	exitBlocked  = 4
	exitEmpty    = 5
)

// exitError carries an exit code up to main. A nil Err prints nothing: the verb
// has said all there is to say.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usage returns an error about how the command was called.
func usage(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes the command line and returns the exit code. The first interrupt
// asks for a graceful stop, the second ends the process at once.
func run(args []string, stdin *os.File, stdout, stderr *os.File) int {
	// The HTTP library logs what misbehaving servers send; a crawl would print
	// it by the page. What matters of it is in the trails.
	log.SetOutput(io.Discard)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt has its usual effect
	cmd := newRoot()
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	err := cmd.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	code := exitInternal
	var ee *exitError
	switch {
	case errors.As(err, &ee):
		code = ee.code
		if ee.err == nil {
			return code
		}
	case aranea.KindOf(err) == aranea.Invalid, strings.HasPrefix(err.Error(), "unknown command"):
		code = exitUsage
	}
	fmt.Fprintf(stderr, "aranea: %s\n", safe(err.Error()))
	return code
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "aranea",
		Short: "A polite web robot that crawls, indexes, searches, and explains itself",
		Long: `Aranea crawls the sites you name, obeys what their owners wrote, indexes the
elements of every page with word positions, answers searches, and tells you for
any URL why it is in the index or out.

Try it without a network:    aranea demo
Crawl a site:                aranea crawl --contact you@example.org https://example.org/
Search what was crawled:     aranea search "some words"
Open the search page:        aranea serve
Ask about one URL:           aranea explain https://example.org/page`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().String("data", "aranea-data", "data folder: queue, robots files, trails and index")
	root.PersistentFlags().String("config", "", "settings file in TOML (default aranea.toml here, if it exists)")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%w\nSee 'aranea %s --help' for the flags", err, cmd.Name())
	})
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return applySettings(cmd, os.LookupEnv) }
	root.AddCommand(newCrawl(), newSearch(), newServe(), newExplain(), newRobots(), newDemo(), newVersion())
	for _, c := range root.Commands() {
		wrapArgs(c)
	}
	return root
}

// wrapArgs gives argument errors the exit code of usage errors.
func wrapArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usage("%w\nSee '%s --help'", err, cmd.CommandPath())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		wrapArgs(sub)
	}
}
