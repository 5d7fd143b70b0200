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
	frame
	Host, Fault, Problem string
	Lists, Faults        []results.Choice
	Status               string
	Notes                []string
	Rows                 []results.AlternateRow
	Pager                []results.Choice
	CSV                  string // address of the whole list
	JSON                 string // the same, "" if there is no API
}

func (s *Server) handleAlternates(w http.ResponseWriter, r *http.Request) {
	f := results.AlternateFilterOf(r.URL.Query())
	p := alternatesPage{frame: s.frame(r, "Versions in other languages"), Host: show.Visible(f.Host), Fault: show.Visible(f.Fault)}
	s.showList(w, r, "alternates", &p, &p.Problem, func(ctx context.Context) error { return s.fillAlternates(ctx, &p, f, pageOf(r.URL.Query())) })
}

// fillAlternates adds one page of the list.
func (s *Server) fillAlternates(ctx context.Context, p *alternatesPage, f linkcheck.AlternateFilter, page int) error {
	p.Lists = linkLists(hostOnly(f.Host), alternatesList)
	v, more := f.Query(), false
	f.Offset, f.Limit = (page-1)*listSize, listSize+1
	for x, err := range s.service.AlternateFaults(ctx, f) {
		if err != nil {
			return err
		}
		if len(p.Rows) == listSize {
			more = true
			break
		}
		p.Rows = append(p.Rows, results.AlternateRowOf(&x, reasonURL(x.Reason)))
	}
	p.Status, p.Pager = rangeText("fault", page, len(p.Rows), more), turn(alternatesPath, v, page, more)
	if len(p.Rows) == 0 && page == 1 {
		p.Status = "No fault is known."
	}
	p.CSV = strings.TrimSuffix(alternatesCSV+"?"+v.Encode(), "?")
	if s.api != nil {
		p.JSON = strings.TrimSuffix(apiRoot+"alternate-faults?"+v.Encode(), "?")
	}
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
