package console

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
)

// suggestPath is the path for completions of a query, for the search field and for browsers that
// have added this search engine.
const suggestPath = "/suggest"

// suggestTimeout is the maximum time to wait for completions.
const suggestTimeout = 2 * time.Second

// handleSuggest responds with the completions of a query in the format of OpenSearch suggestions:
// the text, and a list of queries. It gives no reason for an empty list, because nobody would
// read it while typing.
func (s *Server) handleSuggest(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query().Get("q") // a trailing space means that the word is complete
	texts := []string{}
	ctx, cancel := context.WithTimeout(r.Context(), suggestTimeout)
	defer cancel()
	found, err := s.service.Complete(ctx, search.Request{Query: q, Langs: s.langsOf(r), Access: s.access(r)})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	for _, c := range found.Completions {
		texts = append(texts, show.Visible(c.Text))
	}
	w.Header().Set("Content-Type", "application/x-suggestions+json; charset=utf-8")
	_ = json.NewEncoder(w).Encode([]any{q, texts}) // the client may have closed the connection
}
