package console

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/grants"
)

// TestLogin checks that a searcher proves rights to a site with the site's own name and password,
// sees its pages for a while, and that nobody sees them without proof.
func TestLogin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, r, life := &answers{}, newRecords(), grants.Life
		var asked string
		api := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked = r.URL.RawQuery })
		h := serverOf(t, a, r, Options{API: api, MCP: api}).Handler()
		has(t, get(t, h, "/login"), 200, "open to everybody")
		r.state.Labels = []string{"wiki"}
		has(t, get(t, h, "/login"), 200, `href="/login/wiki"`, "left out")
		w := get(t, h, "/login/wiki")
		has(t, w, 401, "your own name and password")
		if got := w.Header().Get("WWW-Authenticate"); got != `Basic realm="wiki", charset="UTF-8"` {
			t.Error(got)
		}
		has(t, get(t, h, "/login/other"), 404, "no such page")

		with := func(target, user, pass, cookie string) *httptest.ResponseRecorder {
			req := httptest.NewRequest(http.MethodGet, target, nil)
			req.Host = "127.0.0.1:8080"
			if user != "" {
				req.SetBasicAuth(user, pass)
			}
			req.Header.Set("Cookie", cookie)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, req)
			return w
		}
		has(t, with("/login/wiki", "me", "your", ""), 401, "does not let in")
		r.err = &aranea.Error{Op: "claim", Kind: aranea.Denied}
		has(t, with("/login/wiki", "me", "my", ""), 503, "lets no request leave")
		r.err = nil
		w = with("/login/wiki", "me", "my", "")
		has(t, w, 303)
		c, err := http.ParseSetCookie(w.Header().Get("Set-Cookie"))
		if err != nil || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			t.Fatalf("%v, %v", c, err)
		}
		pass := c.Name + "=" + c.Value
		has(t, with("/login", "", "", pass), 200, "are found now")

		for _, tt := range []struct{ target, cookie, want string }{
			{"/?q=x", pass, "[wiki]"}, {"/?q=x", "", "[]"}, {"/?q=x&access=wiki", "", "[]"}, {"/?q=x", c.Name + "=guess", "[]"},
		} {
			with(tt.target, "", "", tt.cookie)
			if got := fmt.Sprint(a.asked.Access); got != tt.want {
				t.Errorf("%s with %q: access %s, want %s", tt.target, tt.cookie, got, tt.want)
			}
		}
		for target, want := range map[string]string{
			"/api/v1/search?q=x":                        "q=x",
			"/api/v1/search?q=x&access=wiki&access=all": "q=x",
		} {
			if with(target, "", "", ""); asked != want {
				t.Errorf("%s: the API was asked %q", target, asked)
			}
			if with(target, "", "", pass); asked != "access=wiki&q=x" {
				t.Errorf("%s with a pass: the API was asked %q", target, asked)
			}
		}
		for cookie, want := range map[string]string{"": "", pass: "access=wiki"} {
			if with("/mcp?access=all", "", "", cookie); asked != want {
				t.Errorf("with %q: the tools for assistants were asked %q, want %q", cookie, asked, want)
			}
		}
		for _, said := range []string{"", "&access=wiki"} {
			if with("/api/v1/urls?host=a.test"+said, "", "", pass); asked != "host=a.test" {
				t.Errorf("a part that takes no access was asked %q", asked)
			}
		}
		<-time.After(life)
		has(t, with("/login", "", "", pass), 200, "left out")
	})
}
