package console

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/aranea-search/aranea/console/facetpage"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/sorting"
)

// deepestPage is the largest counted page number; the address of such a page has a cursor.
const deepestPage = 1_000_000

// resultsPage shows results in the frame of all pages.
type resultsPage struct {
	frame
	results.Page
}

type homePage struct {
	frame
	Try   []string
	Lead  string // what can be found
	Begin string // the command for a first crawl, if the index is empty
}

func (s *Server) handleSearch(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	q := results.QueryOf(r.URL.Query())
	if q == "" {
		s.render(w, http.StatusOK, "home", s.home(r))
		return
	}
	page, err := strconv.Atoi(v.Get("page"))
	if err != nil {
		page = 1
	}
	after, deepest := v.Get("after"), results.MaxPage
	if after != "" {
		deepest = deepestPage
	}
	page = min(max(page, 1), deepest)
	copies := s.copies || v.Get("copies") != ""
	ask := search.Request{
		Query: q, After: after, Limit: results.Size, Langs: s.langsOf(r), Access: s.access(r), Facets: true, Copies: copies, MaxPerSite: results.PerSite,
	}
	if after == "" {
		ask.Offset = (page - 1) * results.Size
	}
	order := v.Get("sort")
	switch order {
	case search.ByDate:
		ask.Sort, ask.MaxPerSite = order, 0
	case results.ByScore:
		ask.MaxPerSite = 0
	default:
		if by, err := sorting.Parse(order); err != nil || by.Facet == "" {
			order = ""
			break
		}
		ask.Sort, ask.MaxPerSite = order, 0
	}
	resp, err := s.search(r.Context(), ask)
	lost := errors.Is(err, paging.ErrUnread) || errors.Is(err, paging.ErrOther)
	if lost {
		ask.After, page = "", 1
		resp, err = s.search(r.Context(), ask)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	l := s.localeOf(r)
	out := resultsPage{s.reader(r, l, results.Heading(q), q), results.Of(results.Asked{
		In: l, SearchOnly: s.searchOnly, Query: q, Sort: order, Page: page, Lost: lost, Copies: copies && !s.copies, Open: s.opener(), Wider: results.Alternatives(r.Context(), s.service.Search, ask),
	}, &resp)}
	out.Prev, out.Next, out.Feed = out.Before, out.Behind, results.FeedURL(q)
	s.render(w, http.StatusOK, "results", out)
}

// handleValues shows all values of a facet.
func (s *Server) handleValues(w http.ResponseWriter, r *http.Request) {
	ask := facetpage.Asked(r.URL.Query())
	if ask.Facet == "" {
		s.handleNotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), searchTimeout)
	defer cancel()
	resp, err := s.service.Search(ctx, ask.Request(s.access(r), s.copies))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	l := s.localeOf(r)
	page := facetpage.Of(l, ask, &resp)
	s.render(w, http.StatusOK, "values", operatorPage{s.reader(r, l, page.Title, ask.Query), page})
}

// home returns the page with only the search field.
func (s *Server) home(r *http.Request) homePage {
	l := s.localeOf(r)
	p := homePage{frame: s.reader(r, l, "", ""), Try: s.try}
	switch {
	case p.Pages < 0:
		p.Lead = l.Text("home.unreadable")
	case p.Pages == 0:
		p.Lead = l.Text("home.empty")
		if !s.searchOnly {
			p.Begin = s.begin
		}
	default:
		p.Lead = l.Count("home.searching", p.Pages)
	}
	return p
}

// search calls the service with a timeout.
func (s *Server) search(ctx context.Context, r search.Request) (search.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	start := time.Now()
	resp, err := s.service.Search(ctx, r)
	took := time.Since(start)
	if s.metrics.Search(took); err == nil {
		s.searches.Note(searchlog.Page, time.Now(), &r, &resp, took)
	}
	return resp, err
}
