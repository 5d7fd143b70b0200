package console

import (
	"net/http"

	"github.com/aranea-search/aranea/console/feed"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/search"
)

// handleFeed responds with the pages that match a query, the newest first, as an Atom feed.
func (s *Server) handleFeed(w http.ResponseWriter, r *http.Request) {
	q := results.QueryOf(r.URL.Query())
	if q == "" {
		s.refuse(w, r, http.StatusBadRequest, "error.feed")
		return
	}
	resp, err := s.search(r.Context(), search.Request{Query: q, Limit: feed.Size, Sort: search.ByDate, Access: s.access(r)})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	data, err := feed.Of(s.mount.Base(r), s.site, q, &resp)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", feed.MediaType+"; charset=utf-8")
	_, _ = w.Write(data) // the client may have closed the connection
}
