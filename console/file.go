package console

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

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
	static.NewHost(u.Origin().Scheme(), s.folders()).ServeHTTP(&opened{w}, asked)
}

// shown are the media types that a browser shows and that hold no scripts.
var shown = []string{
	"application/pdf", "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif",
	"audio/mpeg", "audio/ogg", "audio/wav", "video/mp4", "video/webm",
}

// opened is the response with a file. What may hold scripts is shown in a sandbox without them, as of
// another site; what no browser shows is saved.
type opened struct{ http.ResponseWriter }

// WriteHeader writes the head of the response.
func (w *opened) WriteHeader(code int) {
	h := w.Header()
	switch kind := h.Get("Content-Type"); {
	case slices.Contains(shown, kind):
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; object-src 'self'; frame-ancestors 'none'")
	case strings.HasPrefix(kind, "text/html"), kind == "application/xhtml+xml", kind == "image/svg+xml":
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:")
	default:
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		h.Set("Content-Disposition", "attachment")
	}
	w.ResponseWriter.WriteHeader(code)
}

// Unwrap supports http.ResponseController.
func (w *opened) Unwrap() http.ResponseWriter { return w.ResponseWriter }
