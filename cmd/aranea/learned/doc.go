// Package learned holds the verbs that tell what crawls learned of hosts and pages:
// mirrors, traps and links.
//
// Floor: 7 (glue), a part of cmd/aranea. Stability: engine. It is flags and words
// for people.
package learned

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/engine"
)

// An Opener runs a function on the data folder that a command names.
type Opener func(cmd *cobra.Command, f func(context.Context, *engine.Session) error) error
