package credentials

import (
	"context"
	"crypto/md5" //nolint:gosec // what sites ask for
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// TestDigestExamples: the answers of the examples in RFC 7616 section 3.9, and those of RFC 2069 without qop.
func TestDigestExamples(t *testing.T) {
	t.Parallel()
	const own = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
	const nonce = `nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
	for _, tt := range []struct{ name, field, user, pass, target, own, want string }{
		{
			"MD5", `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, ` + nonce,
			"Mufasa", "Circle of Life", "/dir/index.html", own, `response="8ca523f5e9506fed4657c9700eebdbec"`,
		},
		{
			"SHA-256", `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, ` + nonce,
			"Mufasa", "Circle of Life", "/dir/index.html", own, `response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"`,
		},
		{
			"without qop", `Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"`,
			"Mufasa", "Circle Of Life", "/dir/index.html", "", `response="670fd8c2df070c60b045671b8b24ff02"`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, _ := digestChallenge(http.Header{"Www-Authenticate": {tt.field}})
			if c == nil {
				t.Fatal("the challenge is not read")
			}
			got := c.answer(http.MethodGet, tt.target, tt.user, tt.pass, tt.own, 1)
			if !strings.Contains(got, tt.want) || !strings.Contains(got, `uri="/dir/index.html"`) || strings.Contains(got, "nc=00000001") != c.qop {
				t.Error(got)
			}
		})
	}
}

// TestChallenges: of several challenges the first that can be answered counts.
func TestChallenges(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]string{
		`Digest realm="a", nonce="n"`:                                                              "a n",
		`Basic realm="b", Digest realm="a \"q\"", nonce=n, algorithm=MD5`:                          `a "q" n`,
		`Negotiate YII=, NTLM, Digest nonce="n" , realm=""`:                                        " n",
		`digest nonce="n",,realm="x", Basic realm="b"`:                                             "x n",
		`Digest realm="a", nonce="n", algorithm=SHA-1, Digest realm="b", nonce="m"`:                "b m",
		`Digest realm="a", nonce="n", algorithm=sha-512-256-sess, qop="auth-int,auth", stale=TRUE`: "a n",
		`Digest realm="a", nonce="n", qop="auth-int"`:                                              "",
		`Digest realm="a"`:                          "",
		`Digest realm="a", nonce="n` + "\x01" + `"`: "",
		`Digest realm="a", nonce="n`:                "a n",
		`Basic realm="b"`:                           "",
		`NTLM`:                                      "",
		`, ,=, x`:                                   "",
		``:                                          "",
	} {
		c, _ := digestChallenge(http.Header{"Www-Authenticate": {field}})
		got := ""
		if c != nil {
			got = c.realm + " " + c.nonce
		}
		if got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
	_, schemes := digestChallenge(http.Header{"Www-Authenticate": {"Negotiate", `NTLM TlRM==, Basic realm="x"`}})
	if got := fmt.Sprint(schemes); got != "[Negotiate NTLM Basic]" {
		t.Error(got)
	}
}

// A digestSite has pages for one name and password, by nonces that it changes.
type digestSite struct {
	nonce string
	asked []string // path and count of each request
	next  string   // the nonce that answers bring
	stale bool     // whether it says of an unknown nonce that it is out of date
	pass  string
}

func (s *digestSite) ask(_ context.Context, a Ask) (aranea.Fetched, error) {
	f := aranea.Fetched{URL: a.URL, Status: 200, Header: aranea.Header{}}
	params, _ := readParams(strings.TrimPrefix(a.Fields.Get("Authorization"), "Digest "))
	s.asked = append(s.asked, a.URL.Path()+" "+params["nc"])
	sum := func(parts ...string) string {
		h := md5.Sum([]byte(strings.Join(parts, ":"))) //nolint:gosec // as above
		return hex.EncodeToString(h[:])
	}
	right := sum(sum("spider", "here", s.pass), params["nonce"], params["nc"], params["cnonce"], "auth", sum("GET", a.URL.Target())) == params["response"]
	if right && params["nonce"] == s.nonce {
		if s.next != "" {
			s.nonce, s.next = s.next, ""
			f.Header["Authentication-Info"] = []string{fmt.Sprintf(`rspauth="x", nextnonce=%q`, s.nonce)}
		}
		return f, nil
	}
	f.Status = http.StatusUnauthorized
	f.Header["Www-Authenticate"] = []string{fmt.Sprintf(`Digest realm="here", nonce=%q, qop="auth", stale=%v`, s.nonce, right && s.stale)}
	return f, nil
}

const digestSecret = `
[[secret]]
label = "plant"
url = "https://plant.test/in/"
kind = "digest"
user = "spider"
password = "sentinel"
`

// visit asks for a page of the site as a crawl does, and returns its status and what Lost says.
func (s *digestSite) visit(t *testing.T, v *Vault, url string) string {
	t.Helper()
	label, fields := v.For(http.MethodGet, parse(t, url))
	f, err := s.ask(t.Context(), Ask{URL: parse(t, url), Fields: fields})
	if err != nil {
		t.Fatal(err)
	}
	f.Access, f.NoSession = label, label != "" && fields == nil
	if renewed := v.Learn(f.URL, http.Header(f.Header)); renewed != "" {
		f.Failure, f.Detail = aranea.HTTPLogin, renewed
	}
	return fmt.Sprint(f.Status, " ", v.Lost(&f, false))
}

// TestDigest: a site is asked once for its challenge; from then on each page takes one request, by new nonces as the site
// brings them. A page that met one out of date is told from one that is closed.
func TestDigest(t *testing.T) {
	t.Parallel()
	v, site := vaultOf(t, digestSecret), &digestSite{nonce: "one", pass: "sentinel", stale: true}
	if got := site.visit(t, v, "https://plant.test/in/a"); got != "401 secret plant, there was no session" || fmt.Sprint(v.NeedLogin()) != "[plant]" {
		t.Errorf("before the login: %s", got)
	}
	site.asked = nil
	if err := v.Login(t.Context(), "plant", site.ask); err != nil {
		t.Fatal(err)
	}
	site.next = "two"
	for _, page := range []string{"a", "b?x=1", "c"} {
		if got := site.visit(t, v, "https://plant.test/in/"+page); got != "200 " {
			t.Errorf("%s: %s", page, got)
		}
	}
	site.next = "two" // as some sites say with each answer
	if got := site.visit(t, v, "https://plant.test/in/c"); got != "200 " {
		t.Errorf("the same nonce again: %s", got)
	}
	if _, fields := v.For(http.MethodGet, parse(t, "https://plant.test/in/c")); !strings.Contains(fields.Get("Authorization"), "nc=00000004") {
		t.Errorf("a count is sent twice with one nonce: %v", fields)
	}
	site.nonce = "three"
	if got := site.visit(t, v, "https://plant.test/in/d"); got != "401 secret plant, its nonce was out of date" {
		t.Errorf("out of date: %s", got)
	}
	if got := site.visit(t, v, "https://plant.test/in/d"); got != "200 " {
		t.Errorf("again: %s", got)
	}
	if got := strings.Join(site.asked, ", "); got != "/in/ , /in/ 00000001, /in/a 00000002, /in/b 00000001, /in/c 00000002, /in/c 00000003, /in/d 00000005, /in/d 00000001" {
		t.Error(got)
	}
	site.pass = "another"
	if got := site.visit(t, v, "https://plant.test/in/e"); got != "401 secret plant, its session was sent" || len(v.NeedLogin()) != 0 {
		t.Errorf("closed: %s, %v", got, v.NeedLogin())
	}
	v.secrets[0].since = time.Now().Add(-loginRetry)
	if got := site.visit(t, v, "https://plant.test/in/e"); got != "401 secret plant, its session was sent" || len(v.NeedLogin()) != 1 {
		t.Errorf("closed: %s, %v", got, v.NeedLogin())
	}
}

// TestDigestLogin: what can go wrong is told apart.
func TestDigestLogin(t *testing.T) {
	t.Parallel()
	answer := func(status int, field string) Exchanger {
		return func(_ context.Context, a Ask) (aranea.Fetched, error) {
			return aranea.Fetched{URL: a.URL, Status: status, Header: aranea.Header{"Www-Authenticate": {field}}}, nil
		}
	}
	for name, tt := range map[string]struct {
		ask  Exchanger
		kind aranea.Kind
		want string
	}{
		"wrong password": {(&digestSite{nonce: "one", pass: "another"}).ask, aranea.Denied, "refuses it (status 401)"},
		"open":           {answer(200, ""), aranea.Transient, "did not ask for a name"},
		"Basic":          {answer(401, `Basic realm="x"`), aranea.Transient, "no Digest authentication that is known, but for: Basic"},
		"down":           {answer(503, ""), aranea.Transient, "status 503"},
		"bare refusal": {func(ctx context.Context, a Ask) (aranea.Fetched, error) {
			if a.Fields == nil {
				return answer(401, `Digest nonce="x"`)(ctx, a)
			}
			return answer(401, "")(ctx, a)
		}, aranea.Denied, "refuses it"},
		"always stale": {answer(401, `Digest nonce="x", stale=true`), aranea.Transient, "out of date"},
	} {
		v := vaultOf(t, digestSecret)
		if err := v.Login(t.Context(), "plant", tt.ask); aranea.KindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
		if len(v.NeedLogin()) != 1 {
			t.Errorf("%s: there is a session", name)
		}
	}
	site := &digestSite{nonce: "one", pass: "theirs"}
	v := vaultOf(t, digestSecret)
	for pass, want := range map[string]bool{"theirs": true, "sentinel": false} {
		if ok, err := v.Prove(t.Context(), "plant", "spider", pass, site.ask); err != nil || ok != want {
			t.Errorf("%s: %v, %v", pass, ok, err)
		}
	}
}

// FuzzChallenge: no field of a site panics or takes long, and what is answered may be sent.
func FuzzChallenge(f *testing.F) {
	f.Add(`Digest realm="a", nonce="n", qop="auth,auth-int", algorithm=SHA-256-sess, userhash=true`, `nextnonce="x"`)
	f.Add(`Basic realm="b", NTLM TlRM==, Digest nonce=`, `nextnonce`)
	u := parse(f, "https://plant.test/in/a?b=c")
	f.Fuzz(func(t *testing.T, field, info string) {
		c, _ := digestChallenge(http.Header{"Www-Authenticate": {field}})
		if c == nil {
			return
		}
		s := digestSession{challenge: c.next(http.Header{"Authentication-Info": {info}})}
		if got := s.answer(http.MethodGet, u, "spider", "x"); !sendable(got) {
			t.Errorf("%q", got)
		}
	})
}
