package console

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// tools answers assistants with their message and a name.
func tools(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			name = err.Error()
		}
		_, _ = io.WriteString(w, name+": "+string(body))
	})
}

// call sends a message to /mcp, with fields in pairs.
func call(t *testing.T, h http.Handler, method, target, body string, fields ...string) *httptest.ResponseRecorder {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	h.ServeHTTP(w, r)
	return w
}

// TestMCP checks who reaches the tools for assistants, and that what pages of other sites send does
// not.
func TestMCP(t *testing.T) {
	t.Parallel()
	h := serverOf(t, &answers{}, newRecords(), Options{MCP: tools("all"), Hosts: []string{"search.test"}, Path: "/find/"}).Handler()
	for _, tt := range []struct {
		name, method, target, body string
		fields                     []string
		code                       int
		want                       string
	}{
		{"a program", http.MethodPost, "http://127.0.0.1:8080/mcp", "hello", nil, 200, "all: hello"},
		{"below the path", http.MethodPost, "http://search.test/find/mcp", "hello", nil, 200, "all: hello"},
		{"a page of the server", http.MethodPost, "http://search.test/mcp", "hello", []string{"Origin", "http://search.test"}, 200, "all: hello"},
		{"a page of another site", http.MethodPost, "http://127.0.0.1:8080/mcp", "hello", []string{"Origin", "https://evil.test"}, 403, `"detail":"This was sent by a page of another site."`},
		{"a page of another site, as browsers say it", http.MethodPost, "http://127.0.0.1:8080/mcp", "hello", []string{"Sec-Fetch-Site", "cross-site"}, 403, "another site"},
		{"a foreign name, as by DNS rebinding", http.MethodPost, "http://evil.test/mcp", "hello", nil, 421, "does not answer to that name"},
		{"another method", http.MethodGet, "http://localhost/mcp", "", nil, 405, ""},
		{"another method that changes", http.MethodDelete, "http://localhost/mcp", "", nil, 405, ""},
		{"another address", http.MethodPost, "http://localhost/mcp/x", "hello", nil, 405, ""},
	} {
		if w := call(t, h, tt.method, tt.target, tt.body, tt.fields...); w.Code != tt.code || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s: status %d, %.200s", tt.name, w.Code, w.Body)
		}
	}
	if w := call(t, serverOf(t, &answers{}, newRecords(), Options{}).Handler(), http.MethodPost, "http://localhost/mcp", "hello"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("without tools: status %d, %s", w.Code, w.Body)
	}
}

// TestMCPOfOperators checks that who has not signed in gets the tools for all, and that the cookie of who
// has is of no use to pages of other sites.
func TestMCPOfOperators(t *testing.T) {
	t.Parallel()
	h := guarded(t, newRecords(), Options{}).Handler()
	anna := asAnna(t, h)
	for _, tt := range []struct {
		cookie, origin, want string
		code                 int
	}{
		{"", "", "all: hello", 200},
		{"aranea-operator=none", "", "all: hello", 200},
		{anna, "", "operators: hello", 200},
		{anna, "https://evil.test", "another site", 403},
	} {
		w := call(t, h, http.MethodPost, "http://localhost/mcp", "hello", "Cookie", tt.cookie, "Origin", tt.origin)
		if w.Code != tt.code || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%q from %q: status %d, %s", tt.cookie, tt.origin, w.Code, w.Body)
		}
	}
}

// TestMCPBusy checks that assistants are asked to come again while all places are taken.
func TestMCPBusy(t *testing.T) {
	t.Parallel()
	s := serverOf(t, &answers{}, newRecords(), Options{MCP: tools("all")})
	for range maxRequests {
		s.requests.Take(netip.Addr{})
	}
	w := call(t, s.Handler(), http.MethodPost, "http://localhost/mcp", "hello")
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("status %d, %v", w.Code, w.Header())
	}
}
