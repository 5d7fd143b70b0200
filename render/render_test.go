package render

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/render/cdp"
	"github.com/aranea-search/aranea/weburl"
)

// A site answers requests from a map of bodies by URL.
type site struct {
	bodies map[string]string
	delay  time.Duration

	mu    sync.Mutex
	asked []string
}

func (s *site) Get(ctx context.Context, r Request) Response {
	s.mu.Lock()
	s.asked = append(s.asked, r.Kind+" "+r.URL.String())
	s.mu.Unlock()
	if s.delay > 0 {
		t := time.NewTimer(s.delay)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return Response{Refusal: "stopped"}
		}
	}
	body, ok := s.bodies[r.URL.String()]
	if !ok {
		return Response{Refusal: "closed by robots.txt"}
	}
	return Response{Status: http.StatusOK, Header: aranea.Header{"Content-Type": {"text/javascript"}}, Body: []byte(body)}
}

func pageOf(t *testing.T, body string) Page {
	t.Helper()
	u, err := weburl.Parse("https://a.test/page")
	if err != nil {
		t.Fatal(err)
	}
	return Page{URL: u, Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body)}
}

// A stand is a Renderer with fakes, and keeps each fake that was started.
type stand struct {
	*Renderer
	fakes []*fake
}

func newStand(t *testing.T, o Options) *stand {
	s := new(stand)
	o.Browser, o.Tabs = "ws://fake/", 1
	s.Renderer = newRenderer(o, func(ctx context.Context, _ Options) (*browser, error) {
		f := newFake()
		s.fakes = append(s.fakes, f)
		return greet(ctx, f, nil)
	})
	t.Cleanup(s.Close)
	return s
}

// renderFake renders one page with fakes. It is called in a synctest bubble.
func renderFake(t *testing.T, o Options, body string, source *site) (r Result, err error) {
	t.Helper()
	s := newStand(t, o)
	r, err = s.Render(t.Context(), pageOf(t, body), source)
	if err == nil {
		s.fakes[0].left(t)
	}
	return r, err
}

func TestRender(t *testing.T) {
	script := "https://a.test/app.js"
	for _, c := range []struct {
		name, body string
		bodies     map[string]string
		html       string
		asked      []string // URL, status and refusal
	}{
		{"nothing to run", "<p>plain</p>", nil, "[Document 200]<p>plain</p>", nil},
		{
			"a script and what it asks for", "Script GET " + script,
			map[string]string{script: "Fetch GET https://a.test/data", "https://a.test/data": "words"},
			"[Document 200]Script GET " + script + "[Script 200]Fetch GET https://a.test/data[Fetch 200]words",
			[]string{script + " 200 ", "https://a.test/data 200 "},
		},
		{
			"closed to robots", "Script GET " + script, nil, "[Document 200]Script GET " + script + "[Script BlockedByClient]",
			[]string{script + " 0 closed by robots.txt"},
		},
		{
			"what only changes how it looks", "Image GET https://a.test/i.png Stylesheet GET https://a.test/s.css Ping GET https://a.test/ping", nil,
			"[Document 200]Image GET https://a.test/i.png Stylesheet GET https://a.test/s.css Ping GET https://a.test/ping[Image BlockedByClient][Stylesheet 200][Ping BlockedByClient]", nil,
		},
		{
			"another method", "Fetch POST https://a.test/data", nil, "[Document 200]Fetch POST https://a.test/data[Fetch BlockedByClient]",
			[]string{"https://a.test/data 0 a robot sends no POST"},
		},
		{"another frame", "Frame GET https://ads.test/", nil, "[Document 200]Frame GET https://ads.test/[Document Aborted]", nil},
		{"no URL", "Fetch GET ftp:://", nil, "[Document 200]Fetch GET ftp:://[Fetch BlockedByClient]", []string{"ftp::// 0 not a URL"}},
		{"odd events", "!odd", nil, "[Document 200]!odd", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, err := renderFake(t, Options{}, c.body, &site{bodies: c.bodies})
				if err != nil || string(r.HTML) != c.html || r.Cut != "" || !r.Moved.IsZero() || r.Browser != "Fake/1.0" {
					t.Errorf("got %q, cut %q, moved %q, by %q, %v; want %q", r.HTML, r.Cut, r.Moved, r.Browser, err, c.html)
				}
				var asked []string
				for _, a := range r.Asked {
					asked = append(asked, fmt.Sprintf("%s %d %s", a.URL, a.Status, a.Refusal))
				}
				slices.Sort(asked) // requests of one page are answered concurrently
				if !slices.Equal(asked, c.asked) {
					t.Errorf("asked %q, want %q", asked, c.asked)
				}
			})
		})
	}
}

func TestPageThatWantsToGoElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := renderFake(t, Options{}, "Document GET https://b.test/new", &site{})
		if err != nil || r.Moved.String() != "https://b.test/new" {
			t.Errorf("moved to %q, %v", r.Moved, err)
		}
	})
}

func TestBadPages(t *testing.T) {
	for _, c := range []struct {
		body string
		want error
	}{
		{"!crash", errCrashed},
		{"!gone", errCrashed},
		{"!garbage", errCrashed},
		{"!flood", errCrashed},
		{"!endless", errStuck},
		{"!large", errSize},
	} {
		t.Run(c.body, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStand(t, Options{HTML: 1000})
				_, err := s.Render(t.Context(), pageOf(t, c.body), &site{})
				if !errors.Is(err, ErrPage) || !errors.Is(err, c.want) {
					t.Errorf("got %v, want %v", err, c.want)
				}
				r, err := s.Render(t.Context(), pageOf(t, "good"), &site{})
				if err != nil || string(r.HTML) != "[Document 200]good" {
					t.Errorf("the next page: %q, %v", r.HTML, err)
				}
				if len(s.fakes) != 2 {
					t.Errorf("%d browsers, want another after the bad page", len(s.fakes))
				}
			})
		})
	}
}

func TestPageThatIsNeverQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		r, err := renderFake(t, Options{Time: 3 * time.Second}, "text !busy", &site{})
		if took := time.Since(began); err != nil || r.Cut != "after 3s" || took != 3*time.Second || string(r.HTML) != "[Document 200]text !busy" {
			t.Errorf("got %q, cut %q, after %s, %v", r.HTML, r.Cut, took, err)
		}
	})
}

func TestLimitsOfRequests(t *testing.T) {
	const first, second = "https://a.test/1", "https://a.test/2"
	many := strings.Repeat("Fetch GET "+first+" ", 9)
	for name, c := range map[string]struct {
		opt   Options
		body  string
		cut   string
		asked int
	}{
		"requests": {Options{Requests: 4}, many, "after 4 requests", 4},
		"bytes":    {Options{Bytes: 5}, "Fetch GET " + second, "after 5 bytes", 1},
		"neither":  {Options{}, many, "", 9},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &site{bodies: map[string]string{first: "1234", second: "Fetch GET " + first}}
				r, err := renderFake(t, c.opt, c.body, s)
				if err != nil || r.Cut != c.cut || len(s.asked) != c.asked {
					t.Errorf("cut %q, %d requests, %v; want %q and %d", r.Cut, len(s.asked), err, c.cut, c.asked)
				}
			})
		})
	}
}

func TestBrowserEndsAfterItsPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, Options{Pages: 2})
		for range 5 {
			if _, err := s.Render(t.Context(), pageOf(t, "x"), &site{}); err != nil {
				t.Fatal(err)
			}
		}
		if len(s.fakes) != 3 {
			t.Errorf("%d browsers for 5 pages, want 3", len(s.fakes))
		}
		for _, f := range s.fakes[:2] {
			select {
			case <-f.shut:
			default:
				t.Error("a browser is left open")
			}
		}
	})
}

func TestEndOfTheCrawlEndsAPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, Options{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := s.Render(ctx, pageOf(t, "Fetch GET https://a.test/slow"), &site{delay: time.Hour})
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrPage) {
			t.Errorf("got %v, want the end of the context", err)
		}
		if _, err := s.Render(ctx, pageOf(t, "x"), &site{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a page after the end: %v", err)
		}
	})
}

// TestReach checks that an unreachable browser at a URL is reported at once, and that a local
// browser is not started.
func TestReach(t *testing.T) {
	t.Parallel()
	refused := errors.New("connection refused")
	for browserName, want := range map[string]error{"ws://127.0.0.1:9222/devtools/browser/x": refused, os.Args[0]: nil} {
		begun := 0
		r := newRenderer(Options{Browser: browserName, Tabs: 1}, func(context.Context, Options) (*browser, error) {
			begun++
			return nil, refused
		})
		if err := r.Reach(t.Context()); !errors.Is(err, want) || (want == nil) != (begun == 0) {
			t.Errorf("%s: %v after %d beginnings, want %v", browserName, err, begun, want)
		}
		if _, err := r.Render(t.Context(), Page{}, nil); !errors.Is(err, refused) {
			t.Errorf("%s, and then a page: %v; the tab is lost", browserName, err)
		}
	}
}

func TestBrowserThatDoesNotStart(t *testing.T) {
	r := newRenderer(Options{Tabs: 1}, func(context.Context, Options) (*browser, error) { return nil, errors.New("no display") })
	defer r.Close()
	for range 2 { // the tab is free again
		if _, err := r.Render(t.Context(), pageOf(t, "x"), &site{}); err == nil || errors.Is(err, ErrPage) {
			t.Errorf("got %v, want a fault of the browser", err)
		}
	}
}

func TestEveryDoorIsClosedBeforeThePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStand(t, Options{})
		if _, err := s.Render(t.Context(), pageOf(t, "x"), &site{}); err != nil {
			t.Fatal(err)
		}
		calls := s.fakes[0].calls
		shown := slices.Index(calls, "Page.navigate")
		for _, door := range []string{
			"Target.createBrowserContext", "Browser.setDownloadBehavior", "Fetch.enable", "Target.setAutoAttach", "Page.addScriptToEvaluateOnNewDocument",
		} {
			if at := slices.Index(calls, door); at < 0 || at > shown {
				t.Errorf("%s comes at %d of %q, want it before the page", door, at, calls)
			}
		}
	})
}

func TestFieldsForTheBrowser(t *testing.T) {
	f := newFake()
	b, err := greet(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.end()
	v := &view{session: b.conn.Session("s")}
	v.fulfill(t.Context(), &held{ID: "r"}, Response{Status: 200, Header: aranea.Header{
		"Set-Cookie": {"secret=1"}, "Content-Encoding": {"gzip"}, "Content-Length": {"9"}, "Content-Type": {"text/html\r\nX: y"},
	}, Body: []byte("b")})
	if f.called("Fetch.fulfillRequest") != 1 {
		t.Fatal("nothing was answered")
	}
	if got := f.fields; got != `[{"name":"Content-Type","value":"text/htmlX: y"}]` {
		t.Errorf("the browser was told %s", got)
	}
}

func TestValidate(t *testing.T) {
	for browser, ok := range map[string]bool{
		"": false, "no-such-browser": false, "ws://127.0.0.1:9222/devtools/browser/1": true, "wss://x/": true, "http://x/": false, "sh": true,
	} {
		if err := (Options{Browser: browser}).Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", browser, err)
		}
	}
	if err := (Options{Browser: "ws://x/", Tabs: MaxTabs + 1, Time: -1}).Validate(); err == nil || !strings.Contains(err.Error(), "pages at once") || !strings.Contains(err.Error(), "negative") {
		t.Errorf("not all faults: %v", err)
	}
	if _, err := New(Options{}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("got %v", err)
	}
}

var _ cdp.Transport = (*fake)(nil)
