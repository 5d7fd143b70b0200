package console

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/grants"
	"github.com/aranea-search/aranea/console/response"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/apidoc"
	"github.com/aranea-search/aranea/internal/openapi"
)

// apiRoot is the prefix of the paths of the JSON API.
const apiRoot = "/api/v1/"

// openAPI lists the calls of the JSON API that the console passes on, and whether they scan all
// records. The stored text of whole pages is not included: it is not a search result, and does
// not respect the limits that a page's owner sets.
var openAPI = map[string]bool{
	"search": false, "facet-values": false, "complete": false, "why": false, "docs": false, "explain": false, "host": false, "robots-history": false, "identity": false, "urls": true, "hosts": true, "stats": true,
	"inlinks": true, "links": true, "broken-links": true, "orphan-pages": true, "unchecked-links": true,
	"sitemap-pages": true, "chain-faults": true, "chain-counts": true, "alternate-faults": true, "alternate-counts": true, "sitemap-faults": true, "sitemap-counts": true, "canonical-faults": true, "canonical-counts": true,
}

// searchAPI lists the calls that searchers need.
var searchAPI = []string{"search", "facet-values", "complete"}

// Describe returns the OpenAPI description of the JSON API of the console.
func Describe() ([]byte, error) { return api.Describe("", new(Server).opens) }

// opens reports whether a call of the JSON API is available.
func (s *Server) opens(name string) bool {
	if s.searchOnly {
		return slices.Contains(searchAPI, name)
	}
	_, open := openAPI[name]
	return open || name == statusPart
}

// statusPart is the call that the console answers itself.
const statusPart = "status"

// handleAPI passes a request on to the JSON API. Because anybody may call it, internal errors are
// reported without the paths and names in them, and logged.
func (s *Server) handleAPI(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, apiRoot)
	switch {
	case name == api.DescriptionName:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(s.description) // the client may have closed the connection
	case !s.opens(name):
		s.handleNotFound(w, r)
	case name == statusPart:
		s.answerStatus(w, r)
	case isStreamed(name):
		s.bounded(s.passAPI, s.lists, s.scans)(w, r)
	case openAPI[name]:
		s.bounded(s.passAPI, s.scans)(w, r)
	default:
		s.passAPI(w, r)
	}
}

// answerStatus returns the status without what only the operator may see: the location of the
// folder, and the process ID.
func (s *Server) answerStatus(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), askTimeout)
	defer cancel()
	st, err := s.status(ctx)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	st.Folder, st.PID = "", 0
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(st) // the client may have closed the connection
}

func (s *Server) passAPI(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), apiTimeout(r.URL.Path))
	defer cancel()
	f, inner := response.HoldBack(w), r.Clone(ctx)
	var proven []string
	if takesAccess(r.URL.Path) {
		proven = s.access(r)
	}
	grants.Carry(inner, proven)
	s.api.ServeHTTP(f, inner)
	if inner.Pattern != "" {
		r.Pattern = inner.Pattern // for metrics by route
	}
	if f.Code == 0 {
		return
	}
	s.journal.Once(r.Context(), slog.LevelError, f.Problem(), "no answer", "route", r.URL.Path, "error", f.Problem())
	_, text := failure(&aranea.Error{Kind: f.Kind()})
	problem(w, f.Code, s.catalogue.English().Text(text))
}

// passMCP passes what an assistant sends on to the tools, with the rights of its user.
func (s *Server) passMCP(w http.ResponseWriter, r *http.Request) {
	inner := r.Clone(r.Context())
	grants.Carry(inner, s.access(r))
	s.mcp.ServeHTTP(w, inner)
}

// takesAccess reports whether a call of the API shows more to callers with proven rights. Other
// calls get neither proven nor claimed rights.
func takesAccess(path string) bool {
	return slices.ContainsFunc(apidoc.Calls()[strings.TrimPrefix(path, apiRoot)].Query, func(p openapi.Param) bool { return p.Name == "access" })
}

// apiTimeout returns the maximum duration of a call of the API. Lists may be long.
func apiTimeout(path string) time.Duration {
	switch name := strings.TrimPrefix(path, apiRoot); {
	case isStreamed(name):
		return listTime
	case name == "stats", name == "unchecked-links", name == "alternate-counts", name == "sitemap-counts", name == "canonical-counts":
		return scanTimeout
	}
	return askTimeout
}

// isStreamed reports whether a call of the API answers with a list of any length.
func isStreamed(name string) bool {
	switch name {
	case "urls", "hosts", "links", "broken-links", "orphan-pages", "sitemap-pages", "chain-faults", "alternate-faults", "sitemap-faults", "canonical-faults", "robots-history":
		return true
	}
	return false
}

// number parses a decimal number between least and most.
func number(text string, least, most int, to *int) bool {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return false
	}
	*to = n
	return true
}

// problem responds with problem details (RFC 9457).
func problem(w http.ResponseWriter, code int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(code)
	// The client may have closed the connection.
	_ = json.NewEncoder(w).Encode(map[string]any{"title": http.StatusText(code), "status": code, "detail": detail})
}
