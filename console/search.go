package console

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search"
)

// A Searcher answers queries. It is safe for concurrent use.
type Searcher interface {
	Search(ctx context.Context, r search.Request) (search.Response, error)
	Docs() (int, error)
}

const (
	pageSize = 10
	maxPage  = search.MaxOffset / pageSize
)

type resultsPage struct {
	frame
	Status  string
	Hints   []string
	Filters []choice
	First   int
	Results []resultView
	Advice  []advice
	Pager   []choice
}

type choice struct {
	Text, URL string
	Current   bool
}

type advice struct{ Text, URL string }

type resultView struct {
	URL, Title, Where, Lang, LangName, Date, Host, More, Why string
	Snippet                                                  []search.Span
}

type homePage struct {
	frame
	Try []string
}

// langNames are the languages that can be chosen, in their own words.
var langNames = []choice{{Text: "English", URL: "en"}, {Text: "Русский", URL: "ru"}, {Text: "中文", URL: "zh"}, {Text: "Português", URL: "pt"}}

func langName(code string) string {
	for _, l := range langNames {
		if l.URL == code {
			return l.Text
		}
	}
	return ""
}

func (s *Server) handleSearch(w http.ResponseWriter, r *http.Request) {
	q := strings.TrimSpace(r.URL.Query().Get("q"))
	if q == "" {
		s.render(w, http.StatusOK, "home", homePage{s.frame("Aranea", ""), s.opt.Try})
		return
	}
	page, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil {
		page = 1
	}
	page = min(max(page, 1), maxPage)
	resp, err := s.searcher.Search(r.Context(), search.Request{
		Query: q, Offset: (page - 1) * pageSize, Limit: pageSize, Langs: acceptLanguage(r.Header.Get("Accept-Language")),
	})
	if err != nil {
		http.Error(w, "The index cannot be read: "+err.Error(), http.StatusInternalServerError)
		return
	}
	s.render(w, http.StatusOK, "results", s.resultsPage(q, page, &resp))
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

func (s *Server) resultsPage(q string, page int, resp *search.Response) resultsPage {
	out := resultsPage{frame: s.frame(q+" – Aranea", q), Hints: resp.Hints, First: (page-1)*pageSize + 1}
	out.Status = status(page, resp)
	out.Filters = filters(q)
	for _, r := range resp.Results {
		host := r.URL.Host()
		v := resultView{
			URL: r.URL.String(), Title: r.Title, Snippet: r.Snippet, Where: breadcrumb(r.URL.String()), Lang: r.Lang,
			LangName: langName(r.Lang), Date: r.FetchedAt.UTC().Format("2 Jan 2006"), Host: host,
			More: searchURL("host:"+host+" "+withoutFilter(q, "host:"), 1), Why: "/why?" + url.Values{"url": {r.URL.String()}}.Encode(),
		}
		if v.Lang == "und" {
			v.Lang = ""
		}
		out.Results = append(out.Results, v)
	}
	pages := min((resp.Total+pageSize-1)/pageSize, maxPage)
	if resp.More {
		pages = maxPage
	}
	out.Pager, out.Prev, out.Next = pager(q, page, pages)
	if len(out.Results) == 0 {
		out.Advice = adviceFor(q, page)
	}
	return out
}

func status(page int, resp *search.Response) string {
	n := group(uint64(resp.Total))
	switch {
	case resp.Total == 0:
		return "No pages found."
	case resp.More:
		n = "more than " + n
	}
	text := fmt.Sprintf("%s pages", n)
	if resp.Total == 1 {
		text = "1 page"
	}
	if page > 1 {
		text = fmt.Sprintf("Result page %d of %s", page, text)
	}
	text += fmt.Sprintf(" (%d ms)", resp.Elapsed.Milliseconds())
	if resp.Partial {
		text += ". Few pages hold all the words; pages with some of them follow."
	}
	return text
}

// filters are the links that narrow a search to a language.
func filters(q string) []choice {
	bare := withoutFilter(q, "lang:")
	current := ""
	for w := range strings.FieldsSeq(q) {
		if v, ok := strings.CutPrefix(strings.ToLower(w), "lang:"); ok {
			current = v
		}
	}
	out := []choice{{Text: "All languages", URL: searchURL(bare, 1), Current: current == ""}}
	for _, l := range langNames {
		out = append(out, choice{Text: l.Text, URL: searchURL(strings.TrimSpace(bare+" lang:"+l.URL), 1), Current: current == l.URL})
	}
	return out
}

// withoutFilter drops the words of a query that start with a filter's name.
func withoutFilter(q, name string) string {
	var out []string
	for w := range strings.FieldsSeq(q) {
		if !strings.HasPrefix(strings.ToLower(w), name) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

func searchURL(q string, page int) string {
	v := url.Values{"q": {strings.TrimSpace(q)}}
	if page > 1 {
		v.Set("page", strconv.Itoa(page))
	}
	return "/?" + v.Encode()
}

// breadcrumb shows a URL for people: its host and path in readable letters.
func breadcrumb(u string) string {
	p, err := url.Parse(u)
	if err != nil {
		return u
	}
	parts := []string{p.Host}
	for seg := range strings.SplitSeq(strings.Trim(p.Path, "/"), "/") {
		if seg != "" {
			parts = append(parts, seg)
		}
	}
	if p.RawQuery != "" {
		parts[len(parts)-1] += "?" + p.RawQuery
	}
	return strings.Join(parts, " › ")
}

// pagerWidth is how many pages on each side of the current one are offered.
const pagerWidth = 4

func pager(q string, page, pages int) (out []choice, prev, next string) {
	if pages < 2 {
		return nil, "", ""
	}
	if page > 1 {
		prev = searchURL(q, page-1)
		out = append(out, choice{Text: "Previous", URL: prev})
	}
	for n := max(1, page-pagerWidth); n <= min(pages, page+pagerWidth); n++ {
		out = append(out, choice{Text: strconv.Itoa(n), URL: searchURL(q, n), Current: n == page})
	}
	if page < pages {
		next = searchURL(q, page+1)
		out = append(out, choice{Text: "Next", URL: next})
	}
	return out, prev, next
}

// adviceFor helps when nothing was found.
func adviceFor(q string, page int) []advice {
	var out []advice
	if page > 1 {
		return []advice{{Text: "Back to the first result page", URL: searchURL(q, 1)}}
	}
	for _, f := range []string{"site:", "host:", "lang:", "intitle:", "inurl:"} {
		if bare := withoutFilter(q, f); bare != strings.Join(strings.Fields(q), " ") && bare != "" {
			out = append(out, advice{Text: "Search without " + f, URL: searchURL(bare, 1)})
		}
	}
	if bare := strings.ReplaceAll(q, `"`, ""); bare != q {
		out = append(out, advice{Text: "Search without quotes", URL: searchURL(bare, 1)})
	}
	return append(out, advice{Text: "Try other or fewer words"}, advice{Text: "Ask why a page is not in the index", URL: "/why"})
}

type whyPage struct {
	frame
	URL, Problem string
	Trail        *Trail
	Events       []eventView
}

type eventView struct{ At, Code, Text string }

func (s *Server) handleWhy(w http.ResponseWriter, r *http.Request) {
	text := r.URL.Query().Get("url")
	p := whyPage{frame: s.frame("Why is a page in or out? – Aranea", ""), URL: text}
	code := http.StatusOK
	switch {
	case text == "":
	case s.sites == nil:
		p.Problem = "The crawl's records cannot be read while another process is crawling. Ask there, or when it has ended."
	default:
		t, err := Explain(s.sites, text)
		switch {
		case aranea.KindOf(err) == aranea.Invalid:
			p.Problem, code = "That is not a URL that can be crawled.", http.StatusBadRequest
		case err != nil:
			p.Problem, code = "The records cannot be read: "+err.Error(), http.StatusInternalServerError
		default:
			p.Trail = &t
			for i := range t.Facts {
				if t.Facts[i].URL != "" {
					t.Facts[i].URL = "/why?" + url.Values{"url": {t.Facts[i].URL}}.Encode()
				}
			}
			for _, e := range t.Events {
				p.Events = append(p.Events, eventView{when(e.At), e.Code, e.Text})
			}
		}
	}
	s.render(w, code, "why", p)
}

// An apiResult is one result of the JSON API. Fields are only added.
type apiResult struct {
	URL     string  `json:"url"`
	Title   string  `json:"title"`
	Snippet string  `json:"snippet"`
	Score   float64 `json:"score"`
	Lang    string  `json:"lang"`
}

type apiResponse struct {
	Query   string      `json:"query"`
	Total   int         `json:"total"`
	More    bool        `json:"more"`
	Hints   []string    `json:"hints,omitempty"`
	Results []apiResult `json:"results"`
}

func (s *Server) handleAPISearch(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	limit, err := intParam(v.Get("n"), pageSize)
	offset, err2 := intParam(v.Get("offset"), 0)
	if err != nil || err2 != nil || v.Get("q") == "" {
		problem(w, http.StatusBadRequest, "give q, and n and offset as numbers")
		return
	}
	resp, err := s.searcher.Search(r.Context(), search.Request{Query: v.Get("q"), Limit: limit, Offset: offset})
	if err != nil {
		problem(w, http.StatusInternalServerError, "the index cannot be read")
		return
	}
	out := apiResponse{Query: resp.Query, Total: resp.Total, More: resp.More, Hints: resp.Hints, Results: []apiResult{}}
	for _, res := range resp.Results {
		var b strings.Builder
		for _, sp := range res.Snippet {
			b.WriteString(sp.Text)
		}
		out.Results = append(out.Results, apiResult{res.URL.String(), res.Title, b.String(), res.Score, res.Lang})
	}
	writeJSON(w, http.StatusOK, "application/json", out)
}

func intParam(text string, def int) (int, error) {
	if text == "" {
		return def, nil
	}
	return strconv.Atoi(text)
}

func (s *Server) handleAPIExplain(w http.ResponseWriter, r *http.Request) {
	if s.sites == nil {
		problem(w, http.StatusServiceUnavailable, "another process is crawling; its records cannot be read")
		return
	}
	t, err := Explain(s.sites, r.URL.Query().Get("url"))
	switch {
	case aranea.KindOf(err) == aranea.Invalid:
		problem(w, http.StatusBadRequest, "url is not a URL that can be crawled")
	case err != nil:
		problem(w, http.StatusInternalServerError, "the records cannot be read")
	default:
		writeJSON(w, http.StatusOK, "application/json", t)
	}
}

// problem answers in the form of RFC 9457.
func problem(w http.ResponseWriter, code int, detail string) {
	writeJSON(w, code, "application/problem+json", map[string]any{"title": http.StatusText(code), "status": code, "detail": detail})
}

func writeJSON(w http.ResponseWriter, code int, contentType string, v any) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v) // a reader who hangs up loses the rest
}
