package console

import (
	"context"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/linkcheck"
)

// faultsPage shows what a check found.
type faultsPage struct {
	checkedPage
	Page     results.FaultPage
	Selected []string // names of faults, none for all
	Faults   []results.Choice
	Notes    []string
	Rows     []results.FaultRow
}

// handleFaults returns what shows the faults of a check.
func (s *Server) handleFaults(page results.FaultPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f := page.FilterOf(r.URL.Query())
		p := faultsPage{checkedPage: s.checkedPage(r, page.Title, f.Host), Page: page, Selected: f.Faults}
		s.showList(w, r, "faults", &p, &p.Problem, func(ctx context.Context) error { return s.fillFaults(ctx, &p, f, pageOf(r.URL.Query())) })
	}
}

// fillFaults adds one page of the list.
func (s *Server) fillFaults(ctx context.Context, p *faultsPage, f linkcheck.FaultFilter, page int) error {
	p.Lists = linkLists(hostOnly(f.Host), p.Page.Path+"?")
	v := f.Query()
	f.Offset, f.Limit, f.WithCounts = (page-1)*listSize, listSize+1, true
	var counts *linkcheck.FaultCounts
	rows, err := []results.FaultRow{}, error(nil)
	for x, fails := range s.service.Faults(ctx, f) {
		switch {
		case fails != nil:
			err = fails
		case x.Counts != nil:
			counts = x.Counts
		default:
			rows = append(rows, p.Page.RowOf(&x, reasonURL(x.Reason)))
		}
	}
	if err != nil && (!isCalledOff(err) || len(rows) == 0) {
		return err
	}
	more := len(rows) > listSize
	rows = rows[:min(len(rows), listSize)]
	p.Rows, p.Status, p.Pager = rows, statusOf("", "fault", page, len(rows), more), turn(p.Page.Path, v, page, more)
	s.address(&p.checkedPage, p.Page.Path+".csv", v, string(f.Check)+"-faults", v)
	if counts == nil { // the list is worth showing without them
		p.Notes = []string{"The faults could not be counted in time."}
		return nil
	}
	p.Notes, p.Faults = strings.Split(f.Check.Text(counts), "\n"), p.Page.Choices(counts, f)
	return nil
}

// handleFaultsCSV returns what streams the faults of a check.
func (s *Server) handleFaultsCSV(page results.FaultPage) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), listTime)
		defer cancel()
		faults := s.service.Faults(ctx, page.FilterOf(r.URL.Query()))
		sendRows(s, w, r, strings.TrimPrefix(page.Path, "/")+".csv", page.Check.Columns(), faults, page.Check.Cells)
	}
}
