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
		retryLater(w, err)
		problem(w, failure(err), failureText(err))
		return
	}
	if resp.Results == nil {
		resp.Results = []search.Result{} // another searcher than ours may leave it out
	}
	writeJSON(w, http.StatusOK, "application/json", resp)
}

// failure returns the status that tells of a failed search.
func failure(err error) int {
	switch {
	case errors.Is(err, search.ErrDear):
		return http.StatusUnprocessableEntity
	case aranea.KindOf(err) == aranea.Limit, errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// retryLater tells programs when to ask again, if that helps.
func retryLater(w http.ResponseWriter, err error) {
	if aranea.KindOf(err) == aranea.Limit && !errors.Is(err, search.ErrDear) {
		w.Header().Set("Retry-After", "1")
	}
}

// failureText tells of a failed search without the paths and names that the
// error may hold: the operator's command line shows them.
func failureText(err error) string {
	switch {
	case errors.Is(err, search.ErrDear):
		return "This search costs too much: it asks for too many frequent words or phrases at once. Fewer words, or rarer ones, help."
	case aranea.KindOf(err) == aranea.Limit:
		return "Too many people are searching at the moment. Try again in a second."
	case failure(err) == http.StatusServiceUnavailable:
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
