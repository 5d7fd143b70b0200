package console

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestNotice: notices are answered with the statuses of the protocol, and only where
// the operator asks for that.
func TestNotice(t *testing.T) {
	t.Parallel()
	taken := 0
	open, err := New(service{&answers{}, newRecords()}, Options{Notices: func() { taken++ }})
	if err != nil {
		t.Fatal(err)
	}
	shut, err := New(service{&answers{}, newRecords()}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := `{"host":"a.test","key":"KEY","urlList":["https://a.test/1"]}`
	for _, tt := range []struct {
		name, method, target, body string
		server                     *Server
		want                       int
	}{
		{"one", http.MethodGet, "/indexnow?url=https://a.test/1&key=0123-abcd", "", open, 200},
		{"many", http.MethodPost, "/indexnow", strings.Replace(list, "KEY", "0123-abcd", 1), open, 200},
		{"no JSON", http.MethodPost, "/indexnow", "url", open, 400},
		{"a bad key", http.MethodPost, "/indexnow", strings.Replace(list, "KEY", "0", 1), open, 422},
		{"a key that is not there", http.MethodPost, "/indexnow", strings.Replace(list, "KEY", "denied", 1), open, 403},
		{"too much", http.MethodPost, "/indexnow", strings.Replace(list, "KEY", "limit", 1), open, 429},
		{"another page", http.MethodPost, "/status", list, open, 405},
		{"not asked for", http.MethodPost, "/indexnow", list, shut, 405},
		{"not asked for, one", http.MethodGet, "/indexnow?url=https://a.test/1&key=0123-abcd", "", shut, 404},
	} {
		r := httptest.NewRequestWithContext(t.Context(), tt.method, tt.target, strings.NewReader(tt.body))
		r.Host = "localhost"
		w := httptest.NewRecorder()
		tt.server.Handler().ServeHTTP(w, r)
		if w.Code != tt.want {
			t.Errorf("%s: status %d, want %d", tt.name, w.Code, tt.want)
		}
	}
	if taken != 2 {
		t.Errorf("%d notices were taken, want 2", taken)
	}
}
