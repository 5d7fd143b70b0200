package inspect

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// A site answers requests by URL, with 404 for unknown ones. It records the time of each request.
type site struct {
	answers map[string]aranea.Fetched
	asked   []string
	at      []time.Time
}

func (s *site) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.asked, s.at = append(s.asked, r.URL.String()), append(s.at, time.Now())
	f, ok := s.answers[r.URL.String()]
	if !ok {
		f = aranea.Fetched{Status: 404}
	}
	f.URL, f.Sent, f.Ended = r.URL, time.Now(), time.Now()
	f.WireBytes = uint64(len(f.Body))
	return f
}

// answer returns a response with fields "Name: value".
func answer(status int, body string, fields ...string) aranea.Fetched {
	h := aranea.Header{}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		h[name] = append(h[name], value)
	}
	return aranea.Fetched{Status: status, Header: h, Body: []byte(body)}
}

const (
	robotsURL = "http://a.test/robots.txt"
	pageURL   = "http://a.test/page?x=1"
	htmlField = "Content-Type: text/html"
	page      = "<html lang=en><title>Spiders</title><p>All about <a href=/other>spiders</a>.</p><a href=//b.test/>b</a></html>"
)

func reader() Reader {
	return Reader{Robot: Robot{dialect.RFC9309(), []dialect.AgentToken{"Aranea"}}, Pages: robotsmeta.Strictest()}
}

func parse(t testing.TB, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestLook(t *testing.T) {
	t.Parallel()
	rules, err := scope.New(scope.Options{Mode: scope.Host, Seeds: []weburl.URL{parse(t, "http://a.test/")}})
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := scope.New(scope.Options{Mode: scope.Host, Seeds: []weburl.URL{parse(t, "http://c.test/")}})
	if err != nil {
		t.Fatal(err)
	}
	allow := answer(200, "User-agent: *\nDisallow: /pa\nAllow: /page\nCrawl-delay: 7\n")
	tests := []struct {
		name         string
		robots, page aranea.Fetched
		scope        *scope.Rules
		verdict      LookVerdict
		reason       string
		asked        int // requests
		why          string
	}{
		{"in", allow, answer(200, page, htmlField), &rules, LookIn, "INDEX.ADDED", 2, "elements"},
		{"no folder", answer(404, ""), answer(200, page, htmlField), nil, LookIn, "INDEX.ADDED", 2, "elements"},
		{"denied", answer(200, "User-agent: *\nDisallow: /page\n"), answer(200, page, htmlField), nil, LookOut, "ROBOTS.DENIED", 1, "line 2: Disallow: /page"},
		{"a robots file in trouble", answer(503, ""), answer(200, page, htmlField), nil, LookLater, "ROBOTS.UNREACHABLE", 1, ""},
		{"noindex", allow, answer(200, page, htmlField, "X-Robots-Tag: noindex"), nil, LookOut, "DIRECTIVE.NOINDEX", 2, "X-Robots-Tag"},
		{"redirect", allow, answer(301, "", "Location: /there"), nil, LookOut, "HTTP.REDIRECT", 2, "http://a.test/there"},
		{"missing", allow, answer(404, ""), nil, LookOut, "HTTP.NOT-FOUND", 2, ""},
		{"no text", allow, answer(200, "<title></title>", htmlField), nil, LookOut, "INDEX.NO-TEXT", 2, ""},
		{"scripts alone", allow, answer(200, "<title>An app</title><div id=root></div><script src=/app.js></script>", htmlField), nil, LookIn, "INDEX.NEEDS-SCRIPT", 2, "it has nothing of its own but scripts"},
		{"an image", allow, answer(200, "\x89PNG\r\n\x1a\n", "Content-Type: image/png"), nil, LookOut, "BODY.TYPE", 2, "image/png"},
		{"out of scope, and looked at", allow, answer(200, page, htmlField), &elsewhere, LookOut, "SCOPE.HOST", 2, "out of the scope"},
		{"a sitemap", allow, answer(200, "<urlset><url><loc>/page</loc></url><url><loc>/path</loc></url><url><loc>http://b.test/</loc></url></urlset>", "Content-Type: application/xml"), &rules, LookOut, "SITEMAP.READ", 2, "its entries lead to pages: 3 pages, 0 sitemaps; 2 of them are not visited, such as http://a.test/path (ROBOTS.DENIED)"},
		{"a web page in place of a sitemap", answer(200, "Sitemap: /page?x=1\n"), answer(200, page, htmlField), &rules, LookIn, "INDEX.ADDED", 2, "links"},
		{"a web page, named as a sitemap elsewhere", answer(200, "Sitemap: /page?x=2\n"), answer(200, page, htmlField), &rules, LookIn, "INDEX.ADDED", 2, ""},
		{"busy", allow, answer(429, "", "Retry-After: 60"), nil, LookLater, "", 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &site{answers: map[string]aranea.Fetched{robotsURL: tt.robots, pageURL: tt.page}}
				l := &Live{Fetcher: s, Clock: NewPace(2*time.Second, time.Now), Now: time.Now}
				k, err := l.Look(t.Context(), parse(t, pageURL), LookOptions{Reader: reader(), Scope: tt.scope, Policy: schedule.Policy{Delay: time.Second}})
				if err != nil {
					t.Fatal(err)
				}
				if k.Verdict != tt.verdict || tt.reason != "" && k.Reason != tt.reason || !strings.Contains(k.Why, tt.why) {
					t.Errorf("%s %s %q", k.Verdict, k.Reason, k.Why)
				}
				if len(s.asked) != tt.asked || tt.asked == 2 && s.at[1].Sub(s.at[0]) != 2*time.Second {
					t.Errorf("asked for %q at %v", s.asked, s.at)
				}
				if (k.Answer != nil) != (tt.asked == 2) || len(k.Robots.Requests) != 1 {
					t.Errorf("answer %v, robots %v", k.Answer, k.Robots.Requests)
				}
			})
		})
	}
}

// TestLookSteps checks every step of a page that is indexed, with the line that decides and the
// one that lost.
func TestLookSteps(t *testing.T) {
	t.Parallel()
	rules, err := scope.New(scope.Options{Mode: scope.Host, Seeds: []weburl.URL{parse(t, "http://a.test/")}})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{answers: map[string]aranea.Fetched{
		robotsURL:                 answer(302, "", "Location: http://a.test/moved.txt"),
		"http://a.test/moved.txt": answer(200, "User-agent: *\nDisallow: /pa\nAllow: /page\nCrawl-delay: 7\n"),
		pageURL:                   answer(200, page+"<h2 id=a>A</h2><h2>B</h2>", htmlField, "Link: <http://a.test/page>; rel=\"canonical\""),
	}}
	l := &Live{Fetcher: s, Clock: NewPace(0, time.Now), Now: time.Now}
	k, err := l.Look(t.Context(), parse(t, pageURL), LookOptions{Reader: reader(), Scope: &rules, Policy: schedule.Policy{Delay: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	if k.Robots.Line != 3 || len(k.Robots.Candidates) != 2 || k.Robots.File.Hops != 1 || len(k.Robots.Requests) != 2 || k.Robots.Requests[0].Target != "http://a.test/moved.txt" {
		t.Errorf("robots: %+v", k.Robots)
	}
	if k.Pace.Seconds != 7 || k.Pace.From != "crawl-delay" {
		t.Errorf("pace: %+v", k.Pace)
	}
	p := k.Page
	if p == nil || p.Title != "Spiders" || p.Lang != "en" || p.Elements["title"] != 1 || p.Elements["h2"] != 2 || p.HeadingIDs != 1 || p.Targets != 2+1 || *p.InScope != 2 || p.Canonical != "http://a.test/page" || !p.Read {
		t.Errorf("page: %+v", p)
	}
	// The canonical URL differs only in the query, so it is indexed instead of the page.
	if k.Verdict != LookOut || k.Reason != "DUP.CANONICAL" || len(k.Trail) < 2 || k.Trail[0].Code != "HTTP.OK" && k.Trail[0].Code != "ROBOTS.ALLOWED" {
		t.Errorf("%s %s, trail %+v", k.Verdict, k.Reason, k.Trail)
	}
}

// TestRefuse checks that refused URLs are not requested.
func TestRefuse(t *testing.T) {
	t.Parallel()
	s := &site{}
	refused := &NoPage{parse(t, pageURL), "is not to be asked for"}
	l := &Live{Fetcher: s, Clock: NewPace(0, time.Now), Refuse: func(weburl.URL) error { return refused }, Now: time.Now}
	if _, err := l.Look(t.Context(), parse(t, pageURL), LookOptions{Reader: reader()}); !errors.Is(err, refused) || len(s.asked) != 0 {
		t.Errorf("%v, asked for %q", err, s.asked)
	}
}

// TestPatient checks that a patient Live completes a login at a host whose delay is longer than
// Patience, and that others fail after their first request.
func TestPatient(t *testing.T) {
	t.Parallel()
	for patient, want := range map[bool]time.Duration{true: 5 * time.Minute, false: 0} {
		synctest.Test(t, func(t *testing.T) {
			s, begun := &site{}, time.Now()
			l := &Live{Fetcher: s, Clock: NewPace(5*time.Minute, time.Now), Now: time.Now, Patient: patient}
			for i := range 2 {
				_, err := l.Ask(t.Context(), credentials.Ask{URL: parse(t, "http://a.test/login")})
				if refused := aranea.KindOf(err) == aranea.Limit; refused != (!patient && i == 1) {
					t.Errorf("patient %t, request %d: %v", patient, i+1, err)
				}
			}
			if took := time.Since(begun); took != want {
				t.Errorf("patient %t: it took %s, want %s", patient, took, want)
			}
		})
	}
}

// TestClosedMeanwhile checks that a URL that is closed while its request waits for its host is
// not requested.
func TestClosedMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, begun := &site{}, time.Now()
		l := &Live{Fetcher: s, Clock: NewPace(30*time.Second, time.Now), Now: time.Now, Refuse: func(weburl.URL) error {
			if time.Since(begun) > 10*time.Second {
				return &aranea.Error{Op: "ask", Kind: aranea.Denied, Err: errors.New("closed")}
			}
			return nil
		}}
		for i := range 2 {
			_, err := l.Ask(t.Context(), credentials.Ask{URL: parse(t, "http://a.test/key")})
			if denied := aranea.KindOf(err) == aranea.Denied; denied != (i == 1) {
				t.Errorf("request %d: %v", i+1, err)
			}
		}
		if len(s.asked) != 1 {
			t.Errorf("asked for %q", s.asked)
		}
	})
}

// TestPace checks that two requests to one host name keep the delay, that other hosts do not wait
// for them, and that a wait ends with its context.
func TestPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := NewPace(time.Second, time.Now)
		for i, tt := range []struct {
			origin weburl.Origin
			want   time.Duration
		}{{"http://a.test", 0}, {"https://a.test:8443", time.Second}, {"http://b.test", 0}, {"http://a.test", 2 * time.Second}} {
			got, err := p.Claim(t.Context(), tt.origin)
			if err != nil || time.Until(got.At) != tt.want {
				t.Errorf("%d: %v, %v", i, time.Until(got.At), err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		s := &site{}
		l := &Live{Fetcher: s, Clock: p, Now: time.Now}
		if _, err := l.Robots(ctx, parse(t, robotsURL), dialect.RFC9309()); !errors.Is(err, context.Canceled) || len(s.asked) != 0 {
			t.Errorf("%v, asked for %q", err, s.asked)
		}
	})
}

// TestPaceOfRest checks that there is no wait for a host that asked for a long rest, and that the
// error has the end of the rest.
func TestPaceOfRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, origin, start := NewPace(time.Second, time.Now), parse(t, robotsURL).Origin(), time.Now()
		if err := p.EndClaim(t.Context(), origin, Permit{}, start.Add(24*time.Hour)); err != nil {
			t.Fatal(err)
		}
		s := &site{}
		l := &Live{Fetcher: s, Clock: p, Now: time.Now}
		_, err := l.Robots(t.Context(), parse(t, robotsURL), dialect.RFC9309())
		if aranea.KindOf(err) != aranea.Limit || !strings.Contains(err.Error(), "may not be asked before 2000-01-02 00:00:01 UTC") || len(s.asked) != 0 || time.Since(start) != 0 {
			t.Errorf("after %s: %v, asked for %q", time.Since(start), err, s.asked)
		}
		time.Sleep(24*time.Hour + time.Second - Patience) // a refused claim has reserved nothing
		if got, err := p.Claim(t.Context(), origin); err != nil || time.Until(got.At) != Patience {
			t.Errorf("%s, %v", time.Until(got.At), err)
		}
	})
}

// TestTest checks the verdict, the line and the lines that lost for a file, a URL and a robot.
func TestTest(t *testing.T) {
	t.Parallel()
	file := []byte("User-agent: Googlebot\nDisallow: /private\nAllow: /private/open\n\nUser-agent: *\nDisallow: /\n")
	google := Robot{dialect.Google(), []dialect.AgentToken{"Googlebot"}}
	for _, tt := range []struct {
		target  string
		robot   Robot
		verdict string
		line    int
		rules   int
		reason  string
	}{
		{"/private/open/x", google, "allow", 3, 2, ""},
		{"https://example.org/private/", google, "deny", 2, 2, ""},
		{"/", Robot{dialect.RFC9309(), nil}, "deny", 6, 1, ""},
		{"/elsewhere", google, "allow", 0, 2, ""},
		{"no URL", google, "postpone", 0, 0, "bad-url"},
		{"/" + strings.Repeat("a", 3000), google, "postpone", 0, 0, "bad-url"},
	} {
		e, err := Test(file, tt.target, tt.robot, time.Now())
		if err != nil || e.Verdict != tt.verdict || e.Line != tt.line || len(e.Candidates) != tt.rules || tt.reason != "" && e.Reason != tt.reason {
			t.Errorf("%.30s: %s line %d, %d rules, %s, %v", tt.target, e.Verdict, e.Line, len(e.Candidates), e.Reason, err)
		}
	}
	if e, err := Test(nil, "/", google, time.Now()); err != nil || e.Verdict != "allow" {
		t.Errorf("an empty file: %s, %v", e.Verdict, err)
	}
}

// FuzzTest checks that no file and no question break the tester or the parser of parts.
func FuzzTest(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /\n"), "/", "Aranea")
	f.Add([]byte(page+"<!--noindex--><p data-nosnippet>x\n\n<noindex>y"), "https://a.test/\xff", "Mozilla/5.0 (compatible; X/1)")
	f.Fuzz(func(t *testing.T, file []byte, target, name string) {
		a, _ := AgentName(name)
		e, err := Test(file, target, Robot{dialect.RFC9309(), []dialect.AgentToken{a}}, time.Unix(0, 0))
		if err != nil || e.Verdict == "" {
			t.Errorf("%+v, %v", e, err)
		}
		parts, total := closedParts(string(file))
		if len(parts) > maxParts || len(parts) > total {
			t.Errorf("%d parts of %d", len(parts), total)
		}
		for _, p := range parts {
			if p.Line < 1 || p.Column < 1 || len([]rune(p.Text)) > maxPartText+3 {
				t.Errorf("%+v", p)
			}
		}
	})
}
