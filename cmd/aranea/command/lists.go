package command

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine/lists"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/search/synonym"
)

// Lists returns what the operator lists for searches: the words that mean the same, and the pages that
// come first for queries; nil for what the command names no file of.
func Lists(cmd *cobra.Command, logger *slog.Logger) (synonyms func() *synonym.Set, pins func() *pin.Set, err error) {
	if synonyms, err = list(cmd, "synonyms", lists.Synonyms(), logger); err == nil {
		pins, err = list(cmd, "pins", lists.Pins(), logger)
	}
	return synonyms, pins, err
}

// list returns what the file lists that a flag of the command names, nil if it names none. If that
// cannot be read, those who wait for results get an error, those who serve a warning, and others
// nothing: a mistake in a list must not keep an operator from steering a crawl.
func list[S any](cmd *cobra.Command, flag string, kind lists.Kind[S], logger *slog.Logger) (func() S, error) {
	path := cmd.Flag(flag).Value.String()
	if path == "" {
		return nil, nil
	}
	file, err := lists.Open(kind, path, time.Now, logger)
	switch {
	case err == nil:
	case cmd.Name() == "search":
		return nil, Usage("%s: %w", settings.Place(cmd.Flag(flag)), err)
	case cmd.Name() == "serve" || cmd.Name() == "run":
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\nSearches go on without the list until it can be read.\n", settings.Place(cmd.Flag(flag)), err)
	}
	return file.Set, nil
}
