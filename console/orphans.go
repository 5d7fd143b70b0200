package console

import (
	"context"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
)

// orphansPage shows the pages that no page links to.
type orphansPage struct {
	frame
	Host, Problem string
	Lists         []results.Choice
	Status        string
	Unread        string
	Rows          []results.OrphanRow
	Pager         []results.Choice
	CSV           string // address of the whole list
	JSON          string // the same, "" if there is no API
}

func (s *Server) handleOrphans(w http.ResponseWriter, r *http.Request) {
	host := strings.TrimSpace(r.URL.Query().Get("host"))
	p := orphansPage{frame: s.frame(r, "Orphan pages"), Host: show.Visible(host)}
	s.showList(w, r, "orphans", &p, &p.Problem, func(ctx context.Context) error { return s.fillOrphans(ctx, &p, host, pageOf(r.URL.Query())) })
}

// fillOrphans adds one page of the list.
func (s *Server) fillOrphans(ctx context.Context, p *orphansPage, host string, page int) error {
	v := hostOnly(host)
	p.Lists = linkLists(v, orphansList)
	more := false
	for o, err := range s.service.OrphanPages(ctx, linkcheck.OrphanFilter{Host: host, Offset: (page - 1) * listSize, Limit: listSize + 1}) {
		if err != nil {
			return err
		}
		if len(p.Rows) == listSize {
			more = true
			break
		}
		p.Rows = append(p.Rows, results.OrphanRowOf(&o))
	}
	p.Status, p.Pager = rangeText("orphan page", page, len(p.Rows), more), turn(orphansPath, v, page, more)
	if len(p.Rows) == 0 && page == 1 {
		p.Status = "No orphan page is known."
	}
	p.CSV = strings.TrimSuffix(orphansCSV+"?"+v.Encode(), "?")
	if s.api != nil {
		p.JSON = strings.TrimSuffix(apiRoot+"orphan-pages?"+v.Encode(), "?")
	}
	st, err := s.service.Stats(ctx)
	p.Unread = linkcheck.Unread{Waiting: st.State[aranea.StateQueued.String()], Denied: st.Reason[aranea.RobotsDenied.String()]}.String()
	if isCalledOff(err) { // the list is worth showing without it
		p.Unread, err = "What was not read could not be counted in time.", nil
	}
	return err
}

// handleOrphansCSV streams the list of orphan pages.
func (s *Server) handleOrphansCSV(w http.ResponseWriter, r *http.Request) {
	f := linkcheck.OrphanFilter{Host: strings.TrimSpace(r.URL.Query().Get("host"))}
	ctx, cancel := context.WithTimeout(r.Context(), listTime)
	defer cancel()
	sendRows(s, w, r, "orphan-pages.csv", linkcheck.OrphanColumns(), s.service.OrphanPages(ctx, f), (*linkcheck.Orphan).Cells)
}
