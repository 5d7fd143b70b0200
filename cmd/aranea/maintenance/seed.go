package maintenance

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
)

// dropSeed drops a seed of the folder, and says what left the crawl with it.
func dropSeed(cmd *cobra.Command, with Opener, text string, undo bool) error {
	if undo {
		return command.Usage("--undo is not for --seed: a seed that was dropped comes back when a crawl is given it again")
	}
	u, err := command.ParseURL(text)
	if err != nil {
		return command.Usage("%w", err)
	}
	command.TellScheme(cmd.ErrOrStderr(), text)
	return with(cmd, func(ctx context.Context, s service.Service) error {
		data := command.DataFlag(command.DataOf(cmd))
		name := show.Line(show.URL(u.String()))
		done, err := s.Remove(ctx, service.Removal{Target: u.String(), Seed: true})
		switch {
		case store.DiskFull(err):
			return fmt.Errorf("%s is still a seed, or not all of it has left the crawl, because the disk is full; make room and run the same command again (%w)", name, err)
		case aranea.KindOf(err) == aranea.NotFound:
			return command.Usage("%s is no seed: nothing changed; aranea status%s lists the seeds", name, data)
		case aranea.KindOf(err) == aranea.Denied:
			return command.Usage("%w", err)
		case err != nil:
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), orders.Dropped(name, &done))
		return err
	})
}
