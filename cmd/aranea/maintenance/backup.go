package maintenance

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
)

// NewBackup returns the command backup.
func NewBackup(with Opener) *cobra.Command {
	return &cobra.Command{
		Use:   "backup [flags] DIR",
		Short: "Copy a data folder while everything goes on",
		Long: `Backup writes a consistent copy of the data folder into DIR, which must be empty
or new, while crawling, searching and serving go on. The copy is a data folder
itself: use it with --data, or copy it to where the old one was.

While another process has the data folder open, such as a service, that process
writes the copy: DIR must be a folder that it sees and may write to.`,
		Example: `  aranea backup /backups/aranea-2026-11-21
  aranea search --data /backups/aranea-2026-11-21 "some words"`,
		Args: command.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, func(ctx context.Context, s service.Service) error {
				dir, err := filepath.Abs(args[0])
				if err != nil {
					return err
				}
				n, err := s.Backup(ctx, dir)
				if store.DiskFull(err) {
					return &command.Error{Code: command.ExitInternal, Err: fmt.Errorf("the disk of %s is full, and nothing was left there; make room, or name a folder on another disk (%w)", show.Line(dir), err)}
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, %s, copied to %s.\n", show.Count(n.Files, "file"), show.Bytes(n.Bytes), show.Line(dir))
				return err
			})
		},
	}
}
