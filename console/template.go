package console

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// Limits on the displayed template of a site: containers that are not content, or that have a
// good part of the text.
const (
	maxContainers = 30
	shownText     = 0.1
)

// A zoneRow is a container of the template of a site.
type zoneRow struct{ Zone, Path, Pages, Text, Links string }

// zoneRows returns what is known about the template of an origin.
func (s *Server) zoneRows(ctx context.Context, o weburl.Origin) (rows []zoneRow, pages string, err error) {
	for t, err := range s.service.Templates(ctx, string(o)) {
		if err != nil {
			return nil, "", err
		}
		pages = show.Count(int(t.Pages), "page")
		for _, c := range t.Containers {
			if len(rows) == maxContainers || c.Zone == aranea.ZoneMain.String() && c.Text < shownText {
				continue
			}
			rows = append(rows, zoneRow{
				Zone: c.Zone, Path: show.Visible(c.Path), Pages: fmt.Sprintf("%d of %d", c.Pages, t.Counted), Text: percent(c.Text), Links: percent(c.Links),
			})
		}
	}
	return rows, pages, nil
}

func percent(part float64) string { return fmt.Sprintf("%.0f %%", 100*part) }
