package main

import (
	"iter"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
)

// openCheck returns the faults of the folder, as reported by its owner. If the folder is too
// damaged to be opened, the faults are found by checking its parts.
func openCheck(cmd *cobra.Command, repair bool) (faults iter.Seq2[service.Fault, error], done func(*error), err error) {
	s, done, err := joinSession(cmd, session.Options{Repair: repair})
	switch {
	case err == nil:
		return s.Check(cmd.Context(), repair), done, nil
	case aranea.KindOf(err) != aranea.Corrupt:
		return nil, nil, err
	}
	opt := session.Options{Version: version, Command: cmd.CommandPath()}
	return session.CheckBroken(cmd.Context(), command.DataOf(cmd), opt, repair), func(*error) {}, nil
}
