package console

import (
	"context"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
)

// alternatesPage shows faults of the versions of pages in other languages.
type alternatesPage struct {
	checkedPage
	Fault  string
	Faults []results.Choice
	Notes  []string
	Rows   []results.AlternateRow
}

func (s *Server) handleAlternates(w http.ResponseWriter, r *http.Request) {
	f := results.AlternateFilterOf(r.URL.Query())
	p := alternatesPage{checkedPage: s.checkedPage(r, "Versions in other languages", f.Host), Fault: show.Visible(f.Fault)}
	s.showList(w, r, "alternates", &p, &p.Problem, func(ctx context.Context) error { return s.fillAlternates(ctx, &p, f, pageOf(r.URL.Query())) })
}

// fillAlternates adds one page of the list.
func (s *Server) fillAlternates(ctx context.Context, p *alternatesPage, f linkcheck.AlternateFilter, page int) error {
	p.Lists = linkLists(hostOnly(f.Host), alternatesList)
	v := f.Query()
	f.Offset, f.Limit = (page-1)*listSize, listSize+1
	rows, more, err := someRows(s.service.AlternateFaults(ctx, f), func(x *linkcheck.AlternateFault) results.AlternateRow {
		return results.AlternateRowOf(x, reasonURL(x.Reason))
	})
	if err != nil {
		return err
	}
	p.Rows, p.Status, p.Pager = rows, statusOf("", "fault", page, len(rows), more), turn(alternatesPath, v, page, more)
	s.address(&p.checkedPage, alternatesCSV, v, "alternate-faults", v)
	n, err := s.service.CountAlternates(ctx, f.Host)
	if isCalledOff(err) { // the list is worth showing without it
		p.Notes = []string{"The faults could not be counted in time."}
		return nil
	}
	p.Notes, p.Faults = strings.Split(n.String(), "\n"), results.AlternateChoices(&n, alternatesPath, f)
	return err
}

func (s *Server) handleAlternatesCSV(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), listTime)
	defer cancel()
	faults := s.service.AlternateFaults(ctx, results.AlternateFilterOf(r.URL.Query()))
	sendRows(s, w, r, "alternates.csv", linkcheck.AlternateColumns(), faults, (*linkcheck.AlternateFault).Cells)
}
