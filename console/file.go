package console

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/aranea-search/aranea/console/response"
	"github.com/aranea-search/aranea/fetch/static"
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

// handleFile sends a file of a folder on disk that searchers find, and no other: what a robots file or
// the operator keeps out of the index stays closed here as well.
func (s *Server) handleFile(w http.ResponseWriter, r *http.Request) {
	scheme, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), filePath), "/")
	u, err := weburl.Parse(scheme + "://" + rest)
	if err != nil || s.opener()(u) == "" {
		s.handleNotFound(w, r)
		return
	}
	at, err := url.Parse(u.String())
	if err != nil {
		s.handleNotFound(w, r)
		return
	}
	t, err := s.service.Explain(r.Context(), u.String())
	switch {
	case err != nil:
		s.fail(w, r, err)
		return
	case !t.In:
		s.handleNotFound(w, r)
		return
	}
	asked := r.Clone(r.Context())
	asked.Host, asked.URL = at.Host, at
	static.NewHost(u.Origin().Scheme(), s.folders()).ServeHTTP(response.Confine(w), asked)
}
