// Package keeping holds the verbs that look after a data folder: delete, check, index, and
// backup.
//
// Floor: 7 (glue), a part of cmd/aranea. Stability: engine. It is flags and words for
// people; what is done is the engine's.
package keeping

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine"
)

// An Opener runs a function on the data folder that a command names.
type Opener func(cmd *cobra.Command, f func(context.Context, *engine.Session) error) error
