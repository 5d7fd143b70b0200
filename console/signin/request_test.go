package signin

import (
	"net/http/httptest"
	"strings"
	"testing"
)

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
