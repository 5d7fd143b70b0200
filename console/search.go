package console

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
)

// Limits of a search.
const (
	pageSize     = 10
	maxPage      = search.MaxOffset / pageSize // that has an address by its number alone
	deepestPage  = 1_000_000                   // that is counted; its address holds a cursor
	maxQuery     = 4000                        // bytes: the length of the input field in characters, four bytes each
	maxPageTitle = 80                          // characters of the query in the title of the page
)

type resultsPage struct {
	frame
	Heading string
	Status  string
	Hints   []string
	// Understood is the query as it was understood, "" if that is what was typed.
	Understood string
	Suggested  *choice // what may have been meant; may be nil
	Kinds      []choice
	Filters    []choice
	Facets     []facetList
	Orders     []choice
	Narrowed   bool // one of Filters, Facets and Orders is in use
	First      int
	Results    []resultView
	Nothing    string
	Shut       bool   // pages were left out that need a login
	Copies     choice // pages that were left out as near copies, and where they are shown
	Advice     []advice
	Pager      []choice
}

type resultView struct {
	URL, Title, Lang, LangName, Date, Host, More, Like, Why string
	Format                                                  string // names it if it is no web page
	Note                                                    string // about a page that was never read
	On                                                      choice // the page that such a file stands on; may be empty
	Copies                                                  string // how many pages have nearly its text
	Path                                                    []string
	Snippet                                                 []search.Span
}

type homePage struct {
	frame
	Try   []string
	Begin string // the command that begins, if there is nothing to find yet
}

func (s *Server) handleSearch(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	q := queryOf(r)
	if q == "" {
		s.render(w, http.StatusOK, "home", homePage{s.frame(r, "Aranea", ""), s.try, s.begin})
		return
	}
	page, err := strconv.Atoi(v.Get("page"))
	if err != nil {
		page = 1
	}
	after, deepest := v.Get("after"), maxPage
	if after != "" {
		deepest = deepestPage
	}
	page = min(max(page, 1), deepest)
	copies := s.copies || v.Get("copies") != ""
	ask := search.Request{
		Query: q, After: after, Limit: pageSize, Langs: acceptLanguage(r.Header.Get("Accept-Language")), Access: s.access(r), Facets: true, Copies: copies,
	}
	if after == "" {
		ask.Offset = (page - 1) * pageSize
	}
	if v.Get("sort") == search.ByDate {
		ask.Sort = search.ByDate
	}
	resp, err := s.search(r.Context(), ask)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	out := s.resultsPage(r, ask.Sort, q, page, &resp)
	if copies && !s.copies {
		out.keepCopies()
	}
	s.render(w, http.StatusOK, "results", out)
}

// search asks the service and gives up after a while.
func (s *Server) search(ctx context.Context, r search.Request) (search.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	start := time.Now()
	resp, err := s.service.Search(ctx, r)
	s.metrics.searches.Observe(time.Since(start).Seconds())
	return resp, err
}

// acceptLanguage returns the languages that the reader prefers, in order.
func acceptLanguage(field string) []analyze.Lang {
	var out []analyze.Lang
	for part := range strings.SplitSeq(field, ",") {
		if l, ok := analyze.ParseLang(part); ok && len(out) < 3 {
			out = append(out, l)
		}
	}
	return out
}

func (s *Server) resultsPage(r *http.Request, sort, q string, page int, resp *search.Response) resultsPage {
	tree := query.Parse(q)
	short := show.Shorten(show.Visible(q), maxPageTitle)
	out := resultsPage{
		frame: s.frame(r, short+" – Aranea", q), Heading: "Results for " + short, Status: status(page, resp), Hints: resp.Hints, Shut: resp.Shut,
		Kinds: kinds(tree), Filters: filters(tree, s.counted.languages()), First: (page-1)*pageSize + 1,
	}
	out.Feed, out.Facets = feedURL(q), facetLists(tree, resp.Facets, sort)
	if len(resp.Results) > 0 {
		out.Orders = orders(q, sort)
	}
	out.Narrowed = narrowed(out.Filters, out.Facets, sort)
	if resp.Query != "" && resp.Query != strings.Join(strings.Fields(q), " ") {
		out.Understood = show.Visible(resp.Query)
	}
	if g := resp.Suggestion; g != nil {
		out.Suggested = &choice{Text: show.Visible(g.Query), URL: searchURL(g.Query, 1)}
	}
	for _, res := range resp.Results {
		out.Results = append(out.Results, viewOf(res, tree, q))
	}
	pages := min((resp.Total-resp.Copies+pageSize-1)/pageSize, maxPage)
	switch {
	case resp.More && len(out.Results) == pageSize:
		pages = max(maxPage, page)
	case len(out.Results) > 0:
		pages = max(pages, page)
	}
	out.Pager, out.Prev, out.Next = pager(q, sort, page, pages, resp.Next)
	if resp.Copies > 0 {
		out.Copies = choice{Text: show.CountVerb(resp.Copies, "page", "is", "are") + " left out, because nearly the same text is among the results.", URL: searchURL(q, 1) + copiesParam}
	}
	switch {
	case len(out.Results) > 0:
	case page > 1 && pages > 0:
		out.Nothing, out.Advice = "No more results", []advice{{"Back to the last result page", out.Prev}}
	default:
		out.Nothing, out.Advice = "Nothing found", adviceFor(q, tree)
	}
	return out
}

// copiesParam asks for near copies, behind the other parameters of a search.
const copiesParam = "&copies=1"

// keepCopies lets the other pages of results show near copies, too.
func (p *resultsPage) keepCopies() {
	for i := range p.Pager {
		if p.Pager[i].URL != "" {
			p.Pager[i].URL += copiesParam
		}
	}
	if p.Prev != "" {
		p.Prev += copiesParam
	}
	if p.Next != "" {
		p.Next += copiesParam
	}
}

func viewOf(r search.Result, tree query.Tree, q string) resultView {
	host := r.URL.Host()
	v := resultView{
		URL: r.URL.String(), Title: show.Shorten(show.Visible(r.Title), maxTitle), Format: r.Label(), Path: crumbs(r.URL), Lang: r.Lang,
		LangName: langName(r.Lang), Date: r.DateKind + " " + r.Date.UTC().Format("2 Jan 2006"), Host: show.Host(host),
		More: searchURL(tree.With(query.Host, host), 1), Like: searchURL((&query.Node{Kind: query.Filter, Field: query.Related, Text: r.URL.String()}).String(), 1),
		Why: "/why?" + url.Values{"url": {r.URL.String()}, "q": {q}}.Encode(),
	}
	if v.Lang == "und" {
		v.Lang = ""
	}
	if r.Unread {
		v.Date, v.Lang, v.LangName, v.Like = "", "", "", ""
		v.Note = "never read by this robot; found by the words of links"
	}
	if r.Page != nil {
		v.On = choice{Text: show.Shorten(show.Visible(r.Page.Title), maxTitle), URL: r.Page.URL.String()}
	}
	if r.Copies > 0 {
		v.Copies = "and " + show.Count(r.Copies, "page") + " with nearly the same text"
	}
	for _, sp := range r.Spans {
		v.Snippet = append(v.Snippet, search.Span{Text: show.Visible(sp.Text), Marked: sp.Marked})
	}
	return v
}

func status(page int, resp *search.Response) string {
	if resp.Total == 0 {
		return "No pages found."
	}
	text := show.Count(uint64(resp.Total), "page")
	if resp.More {
		text = "At least " + text
	}
	if page > 1 {
		text += fmt.Sprintf(", result page %d", page)
	}
	if ms := resp.Elapsed.Milliseconds(); ms > 0 {
		text += fmt.Sprintf(" (%d ms)", ms)
	} else {
		text += " (less than 1 ms)"
	}
	if resp.Partial {
		text += ". Few pages hold all the words; pages with some of them follow."
	}
	return text
}
