package console

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/csvexport"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
)

// The addresses of the pages about broken and moved links, and about pages that no page links to, and of
// their lists as CSV.
const (
	brokenPath, brokenCSV   = "/broken", "/broken.csv"
	orphansPath, orphansCSV = "/orphans", "/orphans.csv"

	brokenList, movedList, orphansList = brokenPath + "?", brokenPath + "?list=moved&", orphansPath + "?"
)

// checkedPage is what the pages about links, and about pages without, have in common.
type checkedPage struct {
	frame
	Host, Problem string
	Lists         []results.Choice
	Status        string
	Pager         []results.Choice
	CSV           string // address of the whole list
	JSON          string // the same, "" if there is no API
}

// brokenPage shows the links of all pages whose targets are broken, or redirect.
type brokenPage struct {
	checkedPage
	Moved     bool
	Unchecked string
	Rows      []results.LinkRow
}

func (s *Server) handleBroken(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	host := strings.TrimSpace(v.Get("host"))
	p := brokenPage{checkedPage: s.checkedPage(r, "Broken links", host), Moved: v.Get("list") == "moved"}
	s.showList(w, r, "broken", &p, &p.Problem, func(ctx context.Context) error { return s.fillBroken(ctx, &p, host, pageOf(v)) })
}

// showList fills a page about the links or pages of a host, and shows it; problem is the place for what
// is wrong with the host.
func (s *Server) showList(w http.ResponseWriter, r *http.Request, name string, p page, problem *string, fill func(context.Context) error) {
	ctx, cancel := context.WithTimeout(r.Context(), scanTimeout)
	defer cancel()
	err := fill(ctx)
	code, text := hostProblem(err)
	if code == http.StatusInternalServerError {
		s.fail(w, r, err)
		return
	}
	*problem = text
	s.render(w, code, name, p)
}

// checkedPage returns a page about the links of a host, "" for all.
func (s *Server) checkedPage(r *http.Request, title, host string) checkedPage {
	return checkedPage{frame: s.frame(r, title), Host: show.Visible(host)}
}

// address fills in where the whole list is: as CSV, and by a call of the API.
func (s *Server) address(p *checkedPage, csv string, v url.Values, call string, api url.Values) {
	p.CSV = strings.TrimSuffix(csv+"?"+v.Encode(), "?")
	if s.api != nil {
		p.JSON = strings.TrimSuffix(apiRoot+call+"?"+api.Encode(), "?")
	}
}

// sendRows sends a list of links or pages as CSV.
func sendRows[T any](s *Server, w http.ResponseWriter, r *http.Request, name string, head []string, all iter.Seq2[T, error], cells func(*T) []string) {
	list := csvexport.Sheet{Name: name, Head: head}
	err := list.Send(w, r, csvexport.Rows(all, func(x *T) []string { return csvexport.Cells(cells(x)) }))
	if err != nil {
		s.fail(w, r, err)
	}
}

// hostOnly returns the parameters of a list that is narrowed to a host, "" for none.
func hostOnly(host string) url.Values {
	if host == "" {
		return url.Values{}
	}
	return url.Values{"host": {host}}
}

// hostProblem returns the status for an error of a list of links, and what is said of the host that
// the list is narrowed to.
func hostProblem(err error) (code int, text string) {
	switch {
	case err == nil:
		return http.StatusOK, ""
	case aranea.KindOf(err) == aranea.Invalid:
		return http.StatusBadRequest, "That is not the name of a host. A name is like www.example.org, without a scheme, a port or a path."
	case aranea.KindOf(err) == aranea.NotFound:
		return http.StatusNotFound, "No page of this host was visited."
	}
	return http.StatusInternalServerError, ""
}

// fillBroken adds one page of the list.
func (s *Server) fillBroken(ctx context.Context, p *brokenPage, host string, page int) error {
	v, api, noun := hostOnly(host), hostOnly(host), "broken link"
	current := brokenList
	if p.Moved {
		noun, current = "moved link", movedList
		api.Set("moved", "true")
	}
	p.Lists = linkLists(v, current)
	if p.Moved {
		v.Set("list", "moved")
	}
	links := s.service.CheckedLinks(ctx, linkcheck.Filter{Moved: p.Moved, Host: host, Offset: (page - 1) * listSize, Limit: listSize + 1})
	rows, more, err := someRows(links, func(l *linkcheck.Link) results.LinkRow { return results.LinkRowOf(l, reasonURL(l.Reason)) })
	if err != nil {
		return err
	}
	p.Rows, p.Status, p.Pager = rows, statusOf("different ", noun, page, len(rows), more), turn(brokenPath, v, page, more)
	s.address(&p.checkedPage, brokenCSV, v, "broken-links", api)
	u, err := s.service.UncheckedLinks(ctx, host)
	if p.Unchecked = u.String(); isCalledOff(err) { // the list is worth showing without it
		p.Unchecked, err = "What was not checked could not be counted in time.", nil
	}
	return err
}

// handleBrokenCSV streams the list of broken or moved links.
func (s *Server) handleBrokenCSV(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	name, f := "broken-links.csv", linkcheck.Filter{Moved: v.Get("list") == "moved", Host: strings.TrimSpace(v.Get("host"))}
	if f.Moved {
		name = "moved-links.csv"
	}
	ctx, cancel := context.WithTimeout(r.Context(), listTime)
	defer cancel()
	sendRows(s, w, r, name, linkcheck.Columns(), s.service.CheckedLinks(ctx, f), (*linkcheck.Link).Cells)
}

// linkLists returns the lists of links, and of pages without, with parameters that all of them take;
// current is one of the addresses.
func linkLists(v url.Values, current string) []results.Choice {
	of := func(text, path string) results.Choice {
		return results.Choice{Text: text, URL: strings.TrimRight(path+v.Encode(), "?&"), Current: path == current}
	}
	all := []results.Choice{of("Broken", brokenList), of("Moved", movedList), of("Orphan pages", orphansList)}
	for _, page := range results.FaultPages() {
		all = append(all, of(page.Title, page.Path+"?"))
	}
	return all
}
