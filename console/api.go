package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/search"
)

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
	q := v.Get("q")
	limit, offset := v.Get("n"), v.Get("offset")
	req := search.Request{Query: q, Limit: pageSize}
	switch {
	case strings.TrimSpace(q) == "":
		problem(w, http.StatusBadRequest, "q, the query, is missing")
	case !utf8.ValidString(q):
		problem(w, http.StatusBadRequest, "q is not UTF-8")
	case limit != "" && !number(limit, 1, search.MaxLimit, &req.Limit):
		problem(w, http.StatusBadRequest, fmt.Sprintf("n is the number of results, 1 to %d", search.MaxLimit))
	case offset != "" && !number(offset, 0, search.MaxOffset, &req.Offset):
		problem(w, http.StatusBadRequest, fmt.Sprintf("offset is the number of results to pass over, 0 to %d", search.MaxOffset))
	default:
		s.answerSearch(w, r, req)
	}
}

// number reads a decimal number from least to most.
func number(text string, least, most int, to *int) bool {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return false
	}
	*to = n
	return true
}

func (s *Server) answerSearch(w http.ResponseWriter, r *http.Request, req search.Request) {
	resp, err := s.search(r.Context(), req)
	if err != nil {
		problem(w, failure(err), failureText(err))
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

// failure returns the status that tells of a failed search.
func failure(err error) int {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// failureText tells of a failed search without the paths and names that the
// error may hold: the operator's command line shows them.
func failureText(err error) string {
	if failure(err) == http.StatusServiceUnavailable {
		return "The search took too long or was called off."
	}
	return "The index cannot be read. The command aranea search says why."
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
