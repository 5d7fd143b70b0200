package assistants

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
)

// TestWhole checks that a message is passed on when all of it is there, and no endless one is read.
func TestWhole(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		body io.Reader
		code int
		read int // bytes that are passed on
	}{
		{"a message", strings.NewReader("hello"), 200, 5},
		{"an endless one", strings.NewReader(strings.Repeat("x", maxRead+1)), 200, maxRead},
		{"one that breaks off", io.MultiReader(strings.NewReader("hello"), iotest.ErrReader(errors.New("timeout"))), 400, 0},
	} {
		read := 0
		h := Whole(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if read = len(body); err != nil {
				t.Error(err)
			}
		}))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, Path, tt.body))
		if w.Code != tt.code || read != tt.read {
			t.Errorf("%s: status %d, %d bytes passed on, %s", tt.name, w.Code, read, w.Body)
		}
	}
}
