package credentials

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func write(t testing.TB, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func vaultOf(t testing.TB, text string) *Vault {
	t.Helper()
	v, err := Read(write(t, "secrets.toml", text, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const sample = `
[[secret]]
label = "wiki"
url = "https://wiki.test/private"
kind = "basic"
user = "spider"
password = "sentinel"

[[secret]]
label = "inner"
url = "https://wiki.test/private/inner/"
kind = "bearer"
token = "sentinel-token"

[[secret]]
label = "api"
url = "http://api.test:8080/"
kind = "header"
header = "x-key"
value = "sentinel-value"
`

// TestBoundToItsURL: a secret is sent to the scheme, host, port and path of its URL and nowhere
// else.
func TestBoundToItsURL(t *testing.T) {
	t.Parallel()
	v := vaultOf(t, sample)
	const basicField = "Authorization: Basic c3BpZGVyOnNlbnRpbmVs"
	for text, want := range map[string]string{
		"https://wiki.test/private":            "wiki " + basicField,
		"https://wiki.test/private/":           "wiki " + basicField,
		"https://wiki.test/private/a?b=c":      "wiki " + basicField,
		"https://wiki.test/private?b=c":        "wiki " + basicField,
		"https://WIKI.test:443/private/x":      "wiki " + basicField,
		"https://wiki.test/private/inner/x":    "inner Authorization: Bearer sentinel-token",
		"https://wiki.test/private/inner":      "wiki " + basicField,
		"http://api.test:8080/x":               "api X-Key: sentinel-value",
		"https://wiki.test/privateer":          "",
		"https://wiki.test/":                   "",
		"https://wiki.test/Private/":           "",
		"https://wiki.test/private/../public":  "",
		"https://wiki.test/private/%2e%2e/pub": "",
		"https://wiki.test/private/..%2Fpub":   "",
		"https://wiki.test/private/..%5cpub":   "",
		"https://wiki.test/private/..;/pub":    "",
		"https://wiki.test/private/%252e./pub": "",
		"https://wiki.test/private/a%2Fb":      "wiki " + basicField,
		"http://wiki.test/private/":            "",
		"https://wiki.test:8443/private/":      "",
		"https://a.wiki.test/private/":         "",
		"https://wiki.test.evil.test/private/": "",
		"http://api.test/x":                    "",
		"https://api.test:8080/x":              "",
	} {
		label, fields := v.For(http.MethodGet, parse(t, text))
		got := label
		for name, values := range fields {
			got += " " + name + ": " + strings.Join(values, "|")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if label, fields := (*Vault)(nil).For(http.MethodGet, parse(t, "https://wiki.test/private")); label != "" || fields != nil {
		t.Error("no vault has secrets")
	}
	if got := fmt.Sprint(v.Labels()); got != "[api inner wiki]" {
		t.Error(got)
	}
}

// TestNeverPrinted: no form of printing shows the content of a secret.
func TestNeverPrinted(t *testing.T) {
	t.Parallel()
	s := vaultOf(t, sample).secrets[0]
	for _, verb := range []string{"%v", "%s", "%q"} {
		if got := fmt.Sprintf(verb, s); strings.Contains(got, "sentinel") {
			t.Errorf("%s prints %s", verb, got)
		}
	}
}

// TestFaults: a wrong file is rejected with a sentence that contains no secret.
func TestFaults(t *testing.T) {
	t.Parallel()
	const head = "[[secret]]\nlabel = \"x\"\nurl = \"https://a.test/\"\n"
	tests := []struct{ name, text, want string }{
		{"not TOML", "password = sentinel\n", "line 1"},
		{"unknown name", head + "kind = \"basic\"\npasword = \"sentinel\"\n", "line 5: pasword is no setting; a secrets file holds tables [[secret]] with label, url"},
		{"a secret for a name", head + "kind = \"basic\"\n\"sentinel:1\" = \"x\"\n", "line 5: what stands there is no setting"},
		{"a number", head + "kind = \"basic\"\nuser = 5\n", "line 5: user cannot be that; a secrets file holds"},
		{"single brackets twice", strings.ReplaceAll(head+"token = \"sentinel\"\n"+head, "[[secret]]", "[secret]"), "line 5: write [[secret]], in double brackets, above each secret"},
		{"no brackets", "token = \"sentinel\"\n", "line 1: token is a setting of a secret; write [[secret]] above it"},
		{"no label", "[[secret]]\nurl = \"https://a.test/\"\n", "secret number 1: label"},
		{"label in capitals", strings.Replace(head, `"x"`, `"X"`, 1), "label"},
		{"a label with a meaning", strings.Replace(head, `"x"`, `"all"`, 1), "label"},
		{"no URL", "[[secret]]\nlabel = \"x\"\nkind = \"basic\"", "secret x: url"},
		{"unknown kind", head + "kind = \"kerberos\"", "kind is one of"},
		{"empty basic", head + "kind = \"basic\"", "user and password"},
		{"colon in the user", head + "kind = \"basic\"\nuser = \"sentinel:x\"\npassword = \"y\"", "colon"},
		{"line feed in the token", head + "kind = \"bearer\"\ntoken = \"sentinel\\r\\nX: y\"", "control character"},
		{"a field of ours", head + "kind = \"header\"\nheader = \"hOst\"\nvalue = \"sentinel\"", "header"},
		{"a field that is none", head + "kind = \"header\"\nheader = \"a b\"\nvalue = \"sentinel\"", "header"},
		{"login elsewhere", head + "kind = \"form\"\nlogin = \"https://b.test/\"\nuser = \"u\"\npassword = \"sentinel\"", "another scheme"},
		{"form without a name", head + "kind = \"form\"\nlogin = \"https://a.test/login\"\npassword = \"sentinel\"", "user and password"},
		{"proof elsewhere", head + "kind = \"basic\"\nuser = \"u\"\npassword = \"sentinel\"\nproof = \"https://b.test/\"", "proof"},
		{"no cookie file", head + "kind = \"cookies\"\ncookies = \"/nowhere/sentinel\"", "cookie file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(write(t, "secrets.toml", tt.text, 0o600))
			if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want a fault that holds %q", err, tt.want)
			}
			if tt.name != "no cookie file" && strings.Contains(err.Error(), "sentinel") {
				t.Errorf("the error tells the secret: %v", err)
			}
		})
	}
}

// TestRights: a file that others may read is rejected, with advice.
func TestRights(t *testing.T) {
	t.Parallel()
	path := write(t, "secrets.toml", sample, 0o644)
	if _, err := Read(path); runtime.GOOS != "windows" && (err == nil || !strings.Contains(err.Error(), "chmod 600")) {
		t.Errorf("%v", err)
	}
	if _, err := Read(filepath.Dir(path)); err == nil {
		t.Error("a folder was read")
	}
	if _, err := Read(path + "x"); err == nil {
		t.Error("no file was read")
	}
}

// TestCookies: cookies of a file are sent where browsers would send them, but only below the URL
// of their secret.
func TestCookies(t *testing.T) {
	t.Parallel()
	jar := write(t, "cookies.txt", strings.Join([]string{
		"# Netscape HTTP Cookie File", "",
		".wiki.test\tTRUE\t/\tFALSE\t0\tall\t1",
		"#HttpOnly_www.wiki.test\tFALSE\t/private\tTRUE\t0\thost\t2",
		"other.test\tFALSE\t/\tFALSE\t0\tforeign\t3",
		"wiki.test\tFALSE\t/\tFALSE\t0\tparent\t4",
	}, "\r\n"), 0o600)
	v := vaultOf(t, fmt.Sprintf("[[secret]]\nlabel = \"w\"\nurl = \"https://www.wiki.test/\"\nkind = \"cookies\"\ncookies = %q\n", jar))
	for text, want := range map[string]string{
		"https://www.wiki.test/":          "all=1",
		"https://www.wiki.test/private/x": "host=2; all=1",
		"https://wiki.test/":              "",
		"https://other.test/":             "",
	} {
		_, fields := v.For(http.MethodGet, parse(t, text))
		if got := fields.Get("Cookie"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	v.Learn(parse(t, "https://www.wiki.test/"), http.Header{"Set-Cookie": {"all=9; Domain=wiki.test"}})
	if _, fields := v.For(http.MethodGet, parse(t, "https://www.wiki.test/")); fields.Get("Cookie") != "all=9" {
		t.Errorf("an answer did not change the cookie: %v", fields)
	}
	for name, line := range map[string]string{"six fields": "a\tTRUE\t/\tFALSE\t0\tx", "no expiry": "a\tTRUE\t/\tFALSE\tx\ty\tz", "no name": "a\tTRUE\t/\tFALSE\t0\t\tz"} {
		if _, err := cookieOf(line); err == nil {
			t.Errorf("%s is taken for a cookie", name)
		}
	}
}

// A trialSite has a login form with a token that changes, and pages that require the login.
type trialSite struct {
	asked  []string
	token  int
	refuse bool
	action string // where the form is sent; default /session
}

func (s *trialSite) ask(_ context.Context, a Ask) (aranea.Fetched, error) {
	f := aranea.Fetched{URL: a.URL, Status: 200, Header: aranea.Header{}}
	s.asked = append(s.asked, a.URL.Path())
	cookie := a.Fields.Get("Cookie")
	switch {
	case a.URL.Path() == "/login":
		s.token++
		f.Header["Set-Cookie"] = []string{"start=1; Path=/"}
		f.Body = fmt.Appendf(nil, `<form action="/find" method=get><input name=q></form>
<form action="%s" method=POST><input type=hidden name=csrf value="t%d"><input name=login><input type=password name=pw>
<input type=checkbox name=keep checked><input type=submit name=go value="In"></form>`, cmp.Or(s.action, "/session"), s.token)
	case a.URL.Path() == "/session" && a.Form != nil:
		want := url.Values{"csrf": {fmt.Sprintf("t%d", s.token)}, "login": {"spider"}, "pw": {"sentinel"}, "keep": {"on"}, "go": {"In"}}
		if a.Form.Encode() == want.Encode() && cookie == "start=1" && !s.refuse {
			f.Status, f.Header["Location"] = 303, []string{"/home"}
			f.Header["Set-Cookie"] = []string{"session=ok; Path=/; HttpOnly"}
			break
		}
		f.Status, f.Header["Location"] = 302, []string{"/login?failed"}
	case !strings.Contains(cookie, "session=ok"):
		f.Status, f.Header["Location"] = 302, []string{"/login?next=" + a.URL.Path()}
	}
	return f, nil
}

const formSecret = `
[[secret]]
label = "club"
url = "https://club.test/members/"
kind = "form"
login = "https://club.test/login"
user = "spider"
password = "sentinel"
`

// TestLogin: a form with hidden fields is filled in and sent, the session is sent with the pages
// below the URL, and its loss is detected (seed 003).
func TestLogin(t *testing.T) {
	t.Parallel()
	v, site := vaultOf(t, formSecret), &trialSite{}
	page := parse(t, "https://club.test/members/list")
	if label, fields := v.For(http.MethodGet, page); label != "club" || fields != nil || fmt.Sprint(v.NeedLogin()) != "[club]" {
		t.Errorf("before the login: %s, %v, %v", label, fields, v.NeedLogin())
	}
	if err := v.Login(t.Context(), "club", site.ask); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(site.asked); got != "[/login /session /home]" {
		t.Errorf("asked %s", got)
	}
	_, fields := v.For(http.MethodGet, page)
	if got := fields.Get("Cookie"); got != "start=1; session=ok" || len(v.NeedLogin()) != 0 {
		t.Errorf("cookies %q, still needed: %v", got, v.NeedLogin())
	}
	if _, fields := v.For(http.MethodGet, parse(t, "https://club.test/")); fields != nil {
		t.Error("the session goes with pages outside of the URL")
	}
	answers := []struct {
		name     string
		f        aranea.Fetched
		password bool
		lost     bool
	}{
		{"a page", aranea.Fetched{URL: page, Status: 200}, false, false},
		{"missing", aranea.Fetched{URL: page, Status: 404}, false, false},
		{"moved", aranea.Fetched{URL: page, Status: 302, Header: aranea.Header{"Location": {"/members/"}}}, false, false},
		{"to the login", aranea.Fetched{URL: page, Status: 302, Header: aranea.Header{"Location": {"/login?next=x"}}}, false, true},
		{"the form itself", aranea.Fetched{URL: page, Status: 200}, true, true},
		{"refused", aranea.Fetched{URL: page, Status: 403}, false, true},
	}
	for _, a := range answers {
		if err := v.Login(t.Context(), "club", site.ask); err != nil {
			t.Fatal(err)
		}
		if got := v.Lost(&a.f, a.password) != ""; got != a.lost || (len(v.NeedLogin()) > 0) != a.lost {
			t.Errorf("%s: lost %v", a.name, got)
		}
	}
}

// TestLoginRefused: failures are distinguished, and the form is sent only to the site itself.
func TestLoginRefused(t *testing.T) {
	t.Parallel()
	v := vaultOf(t, formSecret)
	if err := v.Login(t.Context(), "club", (&trialSite{refuse: true}).ask); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("refused: %v", err)
	}
	site := &trialSite{action: "https://evil.test/session"}
	if err := v.Login(t.Context(), "club", site.ask); err == nil || len(site.asked) != 1 {
		t.Errorf("a form of another site: %v, asked %v", err, site.asked)
	}
	site.action = ""
	empty := func(_ context.Context, a Ask) (aranea.Fetched, error) {
		return aranea.Fetched{URL: a.URL, Status: 200}, nil
	}
	down := func(_ context.Context, a Ask) (aranea.Fetched, error) {
		return aranea.Fetched{URL: a.URL, Failure: aranea.NetTimeout}, nil
	}
	full := func(ctx context.Context, a Ask) (aranea.Fetched, error) {
		f, err := site.ask(ctx, a)
		if a.Form != nil {
			f = aranea.Fetched{URL: a.URL, Status: 503}
		}
		return f, err
	}
	busy := func(context.Context, Ask) (aranea.Fetched, error) { return aranea.Fetched{}, errors.New("busy") }
	for name, ask := range map[string]Exchanger{"no form": empty, "down": down, "not asked": busy, "overloaded when the form came": full} {
		if err := v.Login(t.Context(), "club", ask); aranea.KindOf(err) != aranea.Transient || strings.Contains(err.Error(), "sentinel") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if fmt.Sprint(v.NeedLogin()) != "[club]" {
		t.Error("there is a session")
	}
}

// TestKeeper: a login that cannot be completed is retried less and less often, so that its host
// gets other requests as well; a loss does not cause an earlier retry. One that succeeded is
// repeated at once when the session is lost.
func TestKeeper(t *testing.T) {
	t.Parallel()
	text := formSecret
	synctest.Test(t, func(t *testing.T) {
		v, site, lost := vaultOf(t, text), &trialSite{}, make(chan struct{})
		begun, down := time.Now(), 24*time.Hour
		var tries atomic.Int32
		k := Keeper{Vault: v, Lost: lost, Tell: func(string, error) { tries.Add(1) }, Ask: func(ctx context.Context, a Ask) (aranea.Fetched, error) {
			if time.Since(begun) < down {
				return aranea.Fetched{URL: a.URL, Status: 503}, nil
			}
			return site.ask(ctx, a)
		}}
		stop := k.Start(t.Context())
		defer stop()
		lost <- struct{}{}
		time.Sleep(down - time.Second)
		if n := tries.Load(); n < 24 || n > 31 {
			t.Errorf("%d tries in a day", n)
		}
		time.Sleep(2 * maxLoginRetry)
		if len(v.NeedLogin()) != 0 {
			t.Error("no login when the host was there again")
		}
		before := tries.Load()
		v.Lost(&aranea.Fetched{URL: parse(t, "https://club.test/members/"), Status: 403}, false)
		lost <- struct{}{}
		synctest.Wait()
		if n := tries.Load() - before; n != 1 || len(v.NeedLogin()) != 0 {
			t.Errorf("%d logins at once when the session was lost", n)
		}
	})
}

// TestSlowLoginIsTold: Start waits for the first logins for SlowLogin, reports those that take
// longer, and pages that need them keep waiting.
func TestSlowLoginIsTold(t *testing.T) {
	t.Parallel()
	two := formSecret + strings.ReplaceAll(formSecret, "club", "other")
	for took, want := range map[time.Duration]string{time.Second: "[]", 2 * SlowLogin: "[[club]]"} {
		synctest.Test(t, func(t *testing.T) {
			told, begun := [][]string{}, time.Now()
			k := Keeper{Vault: vaultOf(t, two), Tell: func(string, error) {}, Slow: func(labels []string) { told = append(told, labels) }, Ask: func(_ context.Context, a Ask) (aranea.Fetched, error) {
				if a.URL.Host() == "club.test" {
					time.Sleep(took)
				}
				return aranea.Fetched{URL: a.URL, Status: 503}, nil
			}}
			stop := k.Start(t.Context())
			if since := time.Since(begun); fmt.Sprint(told) != want || since != min(took, SlowLogin) {
				t.Errorf("a login that takes %s: %v is told after %s, want %s", took, told, since, want)
			}
			club, _ := k.Vault.Awaited(parse(t, "https://club.test/members/1"))
			other, _ := k.Vault.Awaited(parse(t, "https://other.test/members/1"))
			if (club == "secret club") != (took > SlowLogin) || !strings.HasSuffix(other, "/login answered with status 503") {
				t.Errorf("a login that takes %s: waited for %q, %q", took, club, other)
			}
			time.Sleep(took)
			synctest.Wait()
			if club, next := k.Vault.Awaited(parse(t, "https://club.test/members/1")); !strings.HasSuffix(club, "/login answered with status 503") || !next.After(time.Now()) {
				t.Errorf("a login that the site answered with an error: %q, %s", club, next)
			}
			stop()
		})
	}
}

// TestHeldLogin: a login for which no request can be sent is neither refused nor retried less
// and less often: it succeeds within a minute after its host was resumed, and the pages that
// need it wait for that. It is reported once.
func TestHeldLogin(t *testing.T) {
	t.Parallel()
	text := formSecret
	synctest.Test(t, func(t *testing.T) {
		v, site, begun, held := vaultOf(t, text), &trialSite{}, time.Now(), 5*time.Hour
		told := make(chan error, 10)
		k := Keeper{Vault: v, Tell: func(_ string, err error) { told <- err }, Ask: func(ctx context.Context, a Ask) (aranea.Fetched, error) {
			if time.Since(begun) < held {
				return aranea.Fetched{}, &aranea.Error{Op: "claim", Kind: aranea.Denied, Err: errors.New("the operator holds this host")}
			}
			return site.ask(ctx, a)
		}}
		stop := k.Start(t.Context())
		page := parse(t, "https://club.test/members/1")
		time.Sleep(held - time.Second)
		synctest.Wait()
		if waits, _ := v.Awaited(page); len(told) != 1 || <-told == nil || waits != "secret club" {
			t.Errorf("a held login is not told once, or the page waits for %q", waits)
		}
		time.Sleep(loginRetry)
		synctest.Wait()
		if waits, _ := v.Awaited(page); len(told) != 1 || <-told != nil || waits != "" {
			t.Errorf("a resumed login is not told once, or the page waits for %q", waits)
		}
		stop()
	})
}

// TestRestingLogin: a login that fails is retried less and less often, even if its host rests
// before each try: otherwise the host would get no other requests.
func TestRestingLogin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		calls, asked := 0, 0
		k := Keeper{Vault: vaultOf(t, formSecret), Tell: func(string, error) {}, Ask: func(_ context.Context, a Ask) (aranea.Fetched, error) {
			if calls++; calls%2 == 0 {
				return aranea.Fetched{}, errors.New("claim club.test: not yet")
			}
			asked++
			return aranea.Fetched{URL: a.URL, Status: 429}, nil
		}}
		stop := k.Start(t.Context())
		time.Sleep(24 * time.Hour)
		stop()
		if asked < 24 || asked > 32 {
			t.Errorf("the login was asked for %d times in a day", asked)
		}
	})
}

// TestProve: the site itself says whether a searcher has the same rights.
func TestProve(t *testing.T) {
	t.Parallel()
	basicSite := func(_ context.Context, a Ask) (aranea.Fetched, error) {
		f := aranea.Fetched{URL: a.URL, Status: 401}
		switch a.Fields.Get("Authorization") {
		case "Basic bWU6bXk=", "Bearer right": // me:my
			f.Status = 200
		}
		return f, nil
	}
	open := func(_ context.Context, a Ask) (aranea.Fetched, error) {
		return aranea.Fetched{URL: a.URL, Status: 200}, nil
	}
	v := vaultOf(t, sample+formSecret)
	tests := []struct {
		name, label, user, pass string
		ask                     Exchanger
		want                    bool
	}{
		{"own name", "wiki", "me", "my", basicSite, true},
		{"wrong password", "wiki", "me", "your", basicSite, false},
		{"nothing", "wiki", "", "", basicSite, false},
		{"a control character", "wiki", "me", "m\ny", basicSite, false},
		{"token", "inner", "", "right", basicSite, true},
		{"wrong token", "inner", "", "wrong", basicSite, false},
		{"a page that everybody sees proves nothing", "wiki", "me", "my", open, false},
		{"form", "club", "spider", "sentinel", (&trialSite{}).ask, true},
		{"form, wrong", "club", "me", "my", (&trialSite{}).ask, false},
	}
	for _, tt := range tests {
		if got, err := v.Prove(t.Context(), tt.label, tt.user, tt.pass, tt.ask); got != tt.want || err != nil {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
	if _, err := v.Prove(t.Context(), "none", "a", "b", open); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("unknown label: %v", err)
	}
}

func FuzzLoginForm(f *testing.F) {
	f.Add([]byte(`<form method=post action=x><input type=hidden name=a><input name=u><input type=password name=p></form>`))
	f.Add([]byte(`<form><form><input type=PASSWORD name=p><table><input type=radio name=r checked></form>`))
	base := parse(f, "https://a.test/dir/login")
	f.Fuzz(func(t *testing.T, page []byte) {
		action, fields, found := loginForm(base, page)
		if found && (action.IsZero() || fields.password == "" || len(fields.values) > maxInputs) {
			t.Errorf("%v, %v", action, fields)
		}
	})
}

func FuzzCookies(f *testing.F) {
	f.Add([]byte(".a.test\tTRUE\t/\tFALSE\t0\tn\tv\n#HttpOnly_a.test\tFALSE\t/\tTRUE\t99999999999\tn\tv\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &secret{label: "a", url: parse(t, "https://a.test/"), kind: cookies}
		if s.importCookies(data) == nil {
			for _, values := range s.header(http.MethodGet, s.url) {
				if !sendable(strings.Join(values, "")) {
					t.Errorf("%q", values)
				}
			}
		}
	})
}

// TestOnly: of a vault only the secrets of some sites are kept, and their sessions are shared with it.
func TestOnly(t *testing.T) {
	t.Parallel()
	v := vaultOf(t, sample)
	o := v.secrets[0].url.Origin()
	own := v.Only(func(x weburl.Origin) bool { return x == o })
	if label, fields := own.For(http.MethodGet, v.secrets[0].url); label != v.secrets[0].label || len(fields) == 0 || own.secrets[0] != v.secrets[0] {
		t.Errorf("its own site gets %q, %v", label, fields)
	}
	none := v.Only(func(weburl.Origin) bool { return false })
	if label, _ := none.For(http.MethodGet, v.secrets[0].url); label != "" || len(none.Labels()) > 0 || len(none.NeedLogin()) > 0 {
		t.Errorf("another site gets %q of %v", label, none.Labels())
	}
	if (*Vault)(nil).Only(nil) != nil {
		t.Error("no vault becomes one")
	}
}
