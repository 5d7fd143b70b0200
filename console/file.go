package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/aranea-search/aranea/console/response"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/weburl"
)

// filePath begins the address of a file of a folder on disk: /file/https/files.example.org/plan.pdf.
const filePath = "/file/"

// opener returns the address at which a reader opens a URL of a folder on disk, "" for others; nil if
// files are not opened.
func (s *Server) opener() func(weburl.URL) string {
	if s.folders == nil {
		return nil
	}
	folders := s.folders()
	return func(u weburl.URL) string {
		if !folders.Have(u.Host()) || folders.Refuses(u) != nil {
			return ""
		}
		return filePath + strings.Replace(u.String(), "://", "/", 1)
	}
}

// handleFile sends a file of a folder on disk that the searcher finds, and no other: what a robots file, a
// secret or the operator closes stays closed here as well.
func (s *Server) handleFile(w http.ResponseWriter, r *http.Request) {
	scheme, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), filePath), "/")
	if r.URL.RawQuery != "" {
		rest += "?" + r.URL.RawQuery
	}
	u, err := weburl.Parse(scheme + "://" + rest)
	if err != nil || s.opener()(u) == "" {
		s.handleNotFound(w, r)
		return
	}
	found, err := s.finds(r, u)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	asked := r.Clone(r.Context())
	if asked.URL, err = url.Parse(u.String()); err != nil || !found {
		s.handleNotFound(w, r)
		return
	}
	asked.Host = asked.URL.Host
	static.NewHost(u.Origin().Scheme(), s.folders()).ForReaders().ServeHTTP(response.Confine(w), asked)
}

// finds reports whether a searcher may be shown a page as a result.
func (s *Server) finds(r *http.Request, u weburl.URL) (bool, error) {
	ctx, cancel := context.WithTimeout(r.Context(), searchTimeout)
	defer cancel()
	resp, err := s.service.Search(ctx, search.Request{Query: "site:" + u.Host(), Access: s.access(r), NoSnippets: true, Shown: []answer.Shown{{URL: u}}})
	return len(resp.Results) > 0, err
}
