// Package maintenance has the commands that maintain a data folder: delete, check, index, import and
// backup.
//
// Floor: 7 (glue), a part of cmd/aranea. Stability: engine. It has only flags and texts for
// people; the engine does the work.
package maintenance

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine/service"
)

// An Opener runs a function with the data folder of a command.
type Opener func(cmd *cobra.Command, f func(context.Context, service.Service) error) error
