package seeds

import (
	"context"
	"errors"
	"log/slog"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/weburl"
)

// An Opener opens archives.
type Opener interface {
	// Pages returns the URLs of the documents in archives.
	Pages(ctx context.Context, archives []string, logger *slog.Logger) ([]weburl.URL, error)
}

var _ Opener = (*replay.Keeper)(nil)

// NameArchived adds the documents of archives to the seeds, if the settings want that, but for those that
// the operator dropped.
func NameArchived(ctx context.Context, o Opener, s *settings.Settings, dropped DroppedList, logger *slog.Logger) error {
	if !s.FromArchives {
		return nil
	}
	pages, err := o.Pages(ctx, s.Archives, logger)
	switch {
	case err != nil:
		return err
	case len(pages) == 0:
		return &aranea.Error{Op: "crawl", Kind: aranea.Invalid, Err: errors.New("the archive has no document with status 200; name URLs to start from")}
	}
	s.Seeds = dropped.Remaining(Union(s.Seeds, pages))
	return nil
}
