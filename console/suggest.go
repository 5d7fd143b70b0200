package console

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
)

// suggestPath is where the search field, and browsers that have added this engine,
// ask how a query may go on.
const suggestPath = "/suggest"

// suggestTimeout is after how long nobody waits for completions any more.
const suggestTimeout = 2 * time.Second

// handleSuggest answers with the completions of what was typed, in the form of
// OpenSearch suggestions: the text, and a list of queries. Reasons for an empty list
// are not told: nobody reads them while typing.
func (s *Server) handleSuggest(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query().Get("q") // a space at the end says that a word is whole
	texts := []string{}
	ctx, cancel := context.WithTimeout(r.Context(), suggestTimeout)
	defer cancel()
	found, err := s.service.Complete(ctx, search.Request{Query: q, Langs: acceptLanguage(r.Header.Get("Accept-Language")), Access: s.access(r)})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	for _, c := range found.Completions {
		texts = append(texts, show.Visible(c.Text))
	}
	w.Header().Set("Content-Type", "application/x-suggestions+json; charset=utf-8")
	_ = json.NewEncoder(w).Encode([]any{q, texts}) // a reader who hangs up loses the rest
}
