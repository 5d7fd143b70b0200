// Package zones describes the template of a site, as crawls have learned it, for the page about a host.
//
// Floor: 6 (faces), a part of console. Stability: engine. What a zone is, and what it counts, is decided
// elsewhere.
package zones

import (
	"fmt"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/zone"
)

// Limits on the displayed template of a site: containers that are not content, or that have a
// good part of the text.
const (
	maxContainers = 30
	shownText     = 0.1
)

// A Row is a container of the template of a site.
type Row struct{ Zone, Path, Pages, Text, Links string }

// Rows returns what is known about the templates of an origin, and of how many pages that was learned.
func Rows(templates iter.Seq2[zone.Template, error]) (rows []Row, pages string, err error) {
	for t, err := range templates {
		if err != nil {
			return nil, "", err
		}
		pages = show.Count(int(t.Pages), "page")
		for _, c := range t.Containers {
			if len(rows) == maxContainers || c.Zone == aranea.ZoneMain.String() && c.Text < shownText {
				continue
			}
			rows = append(rows, Row{
				Zone: c.Zone, Path: show.Visible(c.Path), Pages: fmt.Sprintf("%d of %d", c.Pages, t.Counted), Text: percent(c.Text), Links: percent(c.Links),
			})
		}
	}
	return rows, pages, nil
}

func percent(part float64) string { return fmt.Sprintf("%.0f %%", 100*part) }
