package response

import (
	"net/http"
	"slices"
	"strings"
)

// shown are the media types that a browser shows and that hold no scripts.
var shown = []string{
	"application/pdf", "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif",
	"audio/mpeg", "audio/ogg", "audio/wav", "video/mp4", "video/webm",
}

// confined is the response with a file. What may hold scripts is shown in a sandbox without them, as of
// another site; scripts and styles are text, so that no page of ours can run them; what no browser shows
// is saved.
type confined struct{ http.ResponseWriter }

// Confine returns the response with a file that others wrote.
func Confine(w http.ResponseWriter) http.ResponseWriter { return &confined{w} }

// WriteHeader writes the head of the response.
func (w *confined) WriteHeader(code int) {
	h := w.Header()
	kind, charset, _ := strings.Cut(h.Get("Content-Type"), ";")
	if kind == "text/markdown" || kind == "text/csv" { // which browsers save
		kind = "text/plain"
		h.Set("Content-Type", strings.TrimSuffix(kind+";"+charset, ";"))
	}
	switch {
	case code == http.StatusNotModified: // what the browser has keeps its fields
		h.Del("Content-Security-Policy")
	case strings.Contains(kind, "script"), kind == "text/css":
		h.Set("Content-Type", "text/plain")
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	case slices.Contains(shown, kind):
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; object-src 'self'; frame-ancestors 'none'")
	case kind == "text/html", kind == "application/xhtml+xml", kind == "image/svg+xml":
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:")
	default:
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		h.Set("Content-Disposition", "attachment")
	}
	w.ResponseWriter.WriteHeader(code)
}

// Unwrap supports http.ResponseController.
func (w *confined) Unwrap() http.ResponseWriter { return w.ResponseWriter }
