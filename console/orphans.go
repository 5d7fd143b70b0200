package console

import (
	"context"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/linkcheck"
)

// orphansPage shows the pages that no page links to.
type orphansPage struct {
	checkedPage
	Unread string
	Rows   []results.OrphanRow
}

func (s *Server) handleOrphans(w http.ResponseWriter, r *http.Request) {
	host := strings.TrimSpace(r.URL.Query().Get("host"))
	p := orphansPage{checkedPage: s.checkedPage(r, "Orphan pages", host)}
	s.showList(w, r, "orphans", &p, &p.Problem, func(ctx context.Context) error { return s.fillOrphans(ctx, &p, host, pageOf(r.URL.Query())) })
}

// fillOrphans adds one page of the list.
func (s *Server) fillOrphans(ctx context.Context, p *orphansPage, host string, page int) error {
	v := hostOnly(host)
	p.Lists = linkLists(v, orphansList)
	pages := s.service.OrphanPages(ctx, linkcheck.OrphanFilter{Host: host, Offset: (page - 1) * listSize, Limit: listSize + 1})
	rows, more, err := someRows(pages, results.OrphanRowOf)
	if err != nil {
		return err
	}
	p.Rows, p.Status, p.Pager = rows, statusOf("", "orphan page", page, len(rows), more), turn(orphansPath, v, page, more)
	s.address(&p.checkedPage, orphansCSV, v, "orphan-pages", v)
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
