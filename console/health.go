package console

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/search"
)

// handleHealth responds that the process is running.
func (s *Server) handleHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "ok")
}

// handleReady responds whether searches can be answered: the folder's owner responds, the index
// is not damaged, and a search succeeds.
func (s *Server) handleReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), askTimeout)
	defer cancel()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if why := s.unready(ctx); why != "" {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, why)
		return
	}
	fmt.Fprintln(w, "ready")
}

// unready returns why searches cannot be answered, or "".
func (s *Server) unready(ctx context.Context) string {
	st, err := s.statusOf(ctx, s.monitored)
	if err != nil {
		return "the owner of the data folder does not answer"
	}
	for _, f := range st.Damage {
		if !f.Repaired && strings.HasPrefix(f.File, "index/") {
			return "the index is damaged"
		}
	}
	// A busy server counts as ready.
	if _, err := s.monitored.Search(ctx, search.Request{Query: "aranea", Limit: 1}); err != nil && aranea.KindOf(err) != aranea.Limit {
		return "the index cannot be read"
	}
	return ""
}

// status gets the status from the owner and logs damage that it reports.
func (s *Server) status(ctx context.Context) (service.Status, error) {
	return s.statusOf(ctx, s.service)
}

// statusOf is status for a part of what the pages are about.
func (s *Server) statusOf(ctx context.Context, m Monitored) (service.Status, error) {
	st, err := m.Status(ctx)
	for _, f := range st.Damage {
		if !f.Repaired {
			s.journal.Once(ctx, slog.LevelError, "damage "+f.File, "a file of the data folder is damaged", "file", f.File, "fault", f.Text)
		}
	}
	if err != nil {
		return st, fmt.Errorf("status: %w", err)
	}
	return st, nil
}
