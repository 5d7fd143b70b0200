package console

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/console/listen"
	"github.com/aranea-search/aranea/engine/indexnow"
)

// TestNotice checks that notices get the status codes of the protocol, and are accepted only if
// the operator enables them.
func TestNotice(t *testing.T) {
	t.Parallel()
	taken := 0
	open, err := New(parts{&answers{}, newRecords()}, Options{Notices: func() { taken++ }})
	if err != nil {
		t.Fatal(err)
	}
	shut, err := New(parts{&answers{}, newRecords()}, Options{})
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
		{"nothing is due", http.MethodPost, "/indexnow", strings.Replace(list, "KEY", "0123-wait", 1), open, 200},
		{"our fault", http.MethodPost, "/indexnow", strings.Replace(list, "KEY", "settings", 1), open, 500},
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

// slowNotices processes notices as slowly as the test requires.
type slowNotices struct {
	*records
	came  chan context.Context
	leave chan struct{}
}

func (s *slowNotices) Notify(ctx context.Context, _ indexnow.Notice) (indexnow.Received, error) {
	s.came <- ctx
	select {
	case <-s.leave:
		return indexnow.Received{New: 1}, nil
	case <-ctx.Done():
		return indexnow.Received{}, ctx.Err()
	}
}

// TestSlowNotices checks that notices that wait for their site do not prevent logins, continue
// when their sender closes the connection, and end with the server.
func TestSlowNotices(t *testing.T) {
	t.Parallel()
	slow := &slowNotices{newRecords(), make(chan context.Context), make(chan struct{})}
	s, err := New(struct {
		*answers
		*slowNotices
	}{&answers{}, slow}, Options{Notices: func() {}})
	if err != nil {
		t.Fatal(err)
	}
	base, end := context.WithCancel(t.Context())
	clients, hangUp := context.WithCancel(listen.Based(base))
	defer hangUp()
	send := func(target string) int {
		r := httptest.NewRequestWithContext(clients, http.MethodGet, target, nil)
		r.Host = "localhost"
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	const notice = "/indexnow?url=https://a.test/1&key=0123-abcd"
	codes, works := make(chan int), make([]context.Context, maxNotices)
	for i := range works {
		go func() { codes <- send(notice) }()
		works[i] = <-slow.came
	}
	if code := send(notice); code != http.StatusServiceUnavailable {
		t.Errorf("one notice too many: status %d", code)
	}
	if code := send("/login/wiki"); code == http.StatusServiceUnavailable {
		t.Error("slow notices lock out logins")
	}
	hangUp()
	for _, ctx := range works {
		if ctx.Err() != nil {
			t.Error("a notice ends when its sender hangs up")
		}
	}
	slow.leave <- struct{}{}
	if code := <-codes; code != http.StatusOK {
		t.Errorf("a notice whose sender hung up: status %d", code)
	}
	end()
	for range maxNotices - 1 {
		if code := <-codes; code != http.StatusServiceUnavailable {
			t.Errorf("a notice at the end of the server: status %d", code)
		}
	}
}
