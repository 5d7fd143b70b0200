package engine

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompletionsWanted checks that a request for more completions than there can be is refused
// with the same text as one for too many results.
func TestCompletionsWanted(t *testing.T) {
	t.Parallel()
	api := Reading(openEngine(t, filepath.Join(t.TempDir(), "data")))
	for path, want := range map[string]string{
		"complete?q=spid&n=20": `"completions":[]`,
		"complete?q=spid&n=50": "n is a number from 1 to 20",
		"complete?q=spid&n=x":  "n is a number from 1 to 20",
		"complete?q=+":         "q, the query, is missing",
		"search?q=spid&n=101":  "n is a number from 1 to 100",
	} {
		w := httptest.NewRecorder()
		api.ServeHTTP(w, httptest.NewRequest(http.MethodGet, apiRoot+path, nil))
		if refused := strings.Contains(want, " is "); !strings.Contains(w.Body.String(), want) || (w.Code == http.StatusBadRequest) != refused {
			t.Errorf("%s: status %d, %s", path, w.Code, w.Body)
		}
	}
}
