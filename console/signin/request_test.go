package signin

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAddress checks whose attempts count together: a proxy is believed only if it is near.
func TestAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ peer, said, want string }{
		{"192.0.2.1:1000", "", "192.0.2.1"},
		{"192.0.2.1:1000", "198.51.100.1", "192.0.2.1"},
		{"127.0.0.1:1000", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:1000", "10.1.1.1, 198.51.100.1", "198.51.100.1"},
		{"[::1]:1000", "2001:db8::1", "2001:db8::1"},
		{"10.0.0.1:1000", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:1000", "", "127.0.0.1"},
		{"127.0.0.1:1000", "unknown", "127.0.0.1"},
		{"", "198.51.100.1", "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.peer
		if tt.said != "" {
			r.Header.Set("X-Forwarded-For", tt.said)
		}
		if got := Address(r).String(); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

// TestTarget checks that a sign-in leads to pages of this server only.
func TestTarget(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":  home,
		"/": "/", "/urls?host=a.test&state=queued": "/urls?host=a.test&state=queued", "/why?url=http%3A%2F%2Fa.test%2F": "/why?url=http%3A%2F%2Fa.test%2F",
		"//evil.test/": home, "https://evil.test/": home, `/\evil.test`: home, "/a\r\nb": home, "javascript:alert(1)": home, "status": home, "/\tx": home,
		"/" + strings.Repeat("a", maxTarget): home,
	} {
		if got := Target(text); got != want {
			t.Errorf("%q leads to %q, want %q", text, got, want)
		}
	}
}

// TestCookie checks the attributes of the cookie, below a path and over TLS.
func TestCookie(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("GET", "/", nil)
	if got := Cookie(r, "x", "").String(); got != "aranea-operator=x; Path=/; Max-Age=86400; HttpOnly; SameSite=Strict" {
		t.Error(got)
	}
	r.Header.Set("X-Forwarded-Proto", "https")
	if got := Cookie(r, "", "/search").String(); got != "aranea-operator=; Path=/search/; Max-Age=0; HttpOnly; Secure; SameSite=Strict" {
		t.Error(got)
	}
}
