package command

import (
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine/synonyms"
	"github.com/aranea-search/aranea/search/synonym"
)

// Synonyms returns the words that mean the same, nil if the command names no file of them.
func Synonyms(cmd *cobra.Command, logger *slog.Logger) (func() *synonym.Set, error) {
	path := cmd.Flag("synonyms").Value.String()
	if path == "" {
		return nil, nil
	}
	file, err := synonyms.Open(path, time.Now, logger)
	if err != nil {
		return nil, Usage("--synonyms: %w", err)
	}
	return file.Set, nil
}
