package command

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine/synonyms"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/search/synonym"
)

// Synonyms returns the words that mean the same, nil if the command names no file of them. If that
// cannot be read, those who wait for results get an error, those who serve a warning, and others
// nothing: a mistake in the list must not keep an operator from steering a crawl.
func Synonyms(cmd *cobra.Command, logger *slog.Logger) (func() *synonym.Set, error) {
	path := cmd.Flag("synonyms").Value.String()
	if path == "" {
		return nil, nil
	}
	file, err := synonyms.Open(path, time.Now, logger)
	switch {
	case err == nil:
	case cmd.Name() == "search":
		return nil, Usage("%s: %w", settings.Place(cmd.Flag("synonyms")), err)
	case cmd.Name() == "serve" || cmd.Name() == "run":
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\nSearches go on without the list until it can be read.\n", settings.Place(cmd.Flag("synonyms")), err)
	}
	return file.Set, nil
}
