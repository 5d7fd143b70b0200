package keeping

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
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
		_, err = fmt.Fprintln(cmd.OutOrStdout(), droppedText(name, &done))
		return err
	})
}

// droppedText says what left the crawl with a seed.
func droppedText(name string, r *service.Removed) string {
	left := "no known URL left the crawl with it, because others bring in the same"
	if r.URLs > 0 {
		left = fmt.Sprintf("%s left the crawl, %s the index", show.Count(r.URLs, "URL"), show.Count(r.Documents, "page"))
	}
	return fmt.Sprintf("%s is a seed no longer: %s. %s left.", name, left, show.Count(r.SeedsLeft, "seed"))
}
