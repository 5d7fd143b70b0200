package console

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/aranea-search/aranea/console/response"
	"github.com/aranea-search/aranea/engine/service"
)

// observe counts requests by route and logs each one at debug level, without its query.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, sw := time.Now(), response.Observe(w)
		defer s.count(r, sw, start) // also if the response is aborted
		next.ServeHTTP(sw, r)
	})
}

// count records that a request was answered.
func (s *Server) count(r *http.Request, w *response.Status, start time.Time) {
	route := r.Pattern
	if route == "" {
		route = "refused"
	}
	if _, path, ok := strings.Cut(route, " "); ok { // patterns of the API begin with a method
		route = path
	}
	s.metrics.Request(route, w.Code)
	s.journal.Log.LogAttrs(r.Context(), slog.LevelDebug, "request",
		slog.String("method", r.Method), slog.String("route", route), slog.Int("status", w.Code), slog.Duration("took", time.Since(start)))
}

// folderStatus asks the owner of the folder for the metrics.
func (s *Server) folderStatus() (service.Status, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
	defer cancel()
	return s.statusOf(ctx, s.monitored)
}
