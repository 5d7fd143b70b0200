// Package listfiles opens the files in which operators list words, pages and patterns for searches.
//
// Floor: 7 (glue). Stability: engine. It tells people what is wrong with the files.
package listfiles

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/internal/settings"
)

// Open returns what the operator lists for searches, in the files that the command names, or in those of a
// data folder; nil for what has neither.
func Open(cmd *cobra.Command, data string, logger *slog.Logger) (s lists.Sources, err error) {
	if s.Synonyms, err = list(cmd, data, lists.Synonyms(), logger); err == nil {
		s.Pins, err = list(cmd, data, lists.Pins(), logger)
	}
	if err == nil {
		s.Weights, err = list(cmd, data, lists.Weights(), logger)
	}
	return s, err
}

// list returns what a file lists. If that cannot be read, those who wait for results get an error, those
// who serve a warning, and others nothing: a mistake in a list must not keep an operator from steering a
// crawl. That of the data folder need not exist, and is read when it does.
func list[S any](cmd *cobra.Command, data string, kind lists.Kind[S], logger *slog.Logger) (func() S, error) {
	path, named := Path(cmd, data, kind.Name)
	if path == "" {
		return nil, nil
	}
	file, err := lists.Open(kind, path, time.Now, logger)
	place := settings.Place(cmd.Flag(kind.Name)) + ": "
	if !named {
		place = ""
	}
	switch {
	case err == nil, !named && errors.Is(err, fs.ErrNotExist):
	case cmd.Name() == "search":
		return nil, command.Usage("%s%w", place, err)
	case cmd.Name() == "serve" || cmd.Name() == "run":
		fmt.Fprintf(cmd.ErrOrStderr(), "%s%v\nSearches go on without the list until it can be read.\n", place, err)
	}
	return file.Set, nil
}

// Path returns the file that has the list of a name: the one that the command names, or that of the data
// folder, "" without one.
func Path(cmd *cobra.Command, data, name string) (path string, named bool) {
	if path = cmd.Flag(name).Value.String(); path != "" || data == "" {
		return path, path != ""
	}
	return lists.InFolder(data, name), false
}

// TellOthers tells that the lists which a command names do not count, since another process owns
// its data folder and searches with its own. A list that is set elsewhere than on the command line is
// left untold: it holds for the other process too.
func TellOthers(cmd *cobra.Command) {
	for _, name := range lists.Names() {
		f := cmd.Flag(name)
		if f.Value.String() == "" || settings.Place(f) != "--"+name {
			continue
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "--%s has no effect now: another process has the data folder open, and searches use its lists. Give it the list, or end it first.\n", name)
	}
}
