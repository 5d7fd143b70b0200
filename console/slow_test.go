package console

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea/fetch/static"
)

// A reluctant client does not read.
type reluctant struct {
	*httptest.ResponseRecorder
	until chan struct{}
}

func (w reluctant) Write(b []byte) (int, error) {
	<-w.until
	return w.ResponseRecorder.Write(b)
}

// A slow body is sent byte by byte, and not to its end.
type slowBody struct{ until chan struct{} }

func (b slowBody) Read([]byte) (int, error) {
	<-b.until
	return 0, io.ErrUnexpectedEOF
}

// TestSlowClients checks that neither clients who do not read what they asked for, nor clients who do not send what
// they announced, keep others from searches.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("words"), 0o600); err != nil {
		t.Fatal(err)
	}
	folders, err := static.Parse([]string{"https://files.test/=files:" + dir})
	if err != nil {
		t.Fatal(err)
	}
	s := indexOf(t, plain("https://files.test/notes.txt", "Notes", "a weaver"))
	for _, tt := range []struct{ name, method, target string }{
		{"a search", http.MethodGet, "/?q=weaver"},
		{"a feed", http.MethodGet, "/feed?q=weaver"},
		{"completions", http.MethodGet, "/suggest?q=wea"},
		{"about the robot", http.MethodGet, "/bot"},
		{"a file", http.MethodGet, "/file/https/files.test/notes.txt"},
		{"a form to sign in", http.MethodPost, "/signin"},
		{"a message", http.MethodPost, "/mcp"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			opt := Options{Folders: func() static.Folders { return folders }, MCP: tools("all")}
			h := serverOf(t, s, nil, opt).Handler()
			if tt.target == signInPath {
				h = guarded(t, newRecords(), opt).Handler()
			}
			synctest.Test(t, func(t *testing.T) {
				until := make(chan struct{})
				for range 2 * maxRequests {
					r := httptest.NewRequestWithContext(t.Context(), tt.method, "http://localhost"+tt.target, nil)
					if tt.method == http.MethodPost {
						r.Body = io.NopCloser(slowBody{until})
					}
					go h.ServeHTTP(reluctant{httptest.NewRecorder(), until}, r)
				}
				synctest.Wait()
				if w := get(t, h, "/?q=weaver"); w.Code != http.StatusOK {
					t.Errorf("beside slow clients a search is answered with %d", w.Code)
				}
				close(until)
				synctest.Wait()
			})
		})
	}
}
