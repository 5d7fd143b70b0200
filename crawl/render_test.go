package crawl_test

import (
	"context"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/render"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/store/memstore"
)

// A stage is a renderer: it requests the scripts of a page, and the page becomes their content.
// A page that says "bad" breaks it.
type stage struct {
	mu      sync.Mutex
	refused []string
	kept    []string // exchanges that were recorded, each with its path
}

func (s *stage) Record(x *archive.Exchange) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	copied := ""
	if x.NoCopy {
		copied = " without a copy"
	}
	s.kept = append(s.kept, archive.Path(x)+" "+x.Fetched.URL.String()+" via "+x.Via+copied)
	return nil
}

var sources = regexp.MustCompile(`src=(\S+?)>`)

func (*stage) Tabs() int { return 1 }

func (s *stage) Render(ctx context.Context, p render.Page, source render.Source) (render.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if strings.Contains(string(p.Body), "bad") {
		return render.Result{}, fmt.Errorf("%w: it is bad", render.ErrPage)
	}
	out := render.Result{Browser: "Stage/1", Took: time.Second}
	for _, m := range sources.FindAllStringSubmatch(string(p.Body), -1) {
		u, err := p.URL.Resolve(m[1])
		if err != nil {
			return out, err
		}
		a := source.Get(ctx, render.Request{URL: u, Kind: "Script", Origin: "https://elsewhere.test"})
		out.HTML = append(out.HTML, a.Body...)
		out.Asked = append(out.Asked, render.Asked{URL: u.String(), Status: a.Status, Refusal: a.Refusal, Saved: a.Saved})
		if a.Refusal != "" {
			s.mu.Lock()
			s.refused = append(s.refused, u.String()+": "+a.Refusal)
			s.mu.Unlock()
		}
	}
	return out, nil
}

// A clockedWeb records when each URL was requested, and with which fields.
type clockedWeb struct {
	trialWeb
	asks []fetch.Request
	at   []time.Time
}

func (w *clockedWeb) Do(ctx context.Context, r fetch.Request) aranea.Fetched {
	f := w.trialWeb.Do(ctx, r)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asks, w.at = append(w.asks, r), append(w.at, time.Now())
	f.Remote = netip.MustParseAddrPort("93.184.216.34:80")
	if r.URL.Host() == "inside.test" {
		f.Remote = netip.MustParseAddrPort("10.0.0.1:80")
	}
	if r.Fields == nil && r.URL.Host() == "secret.test" {
		f.Access = "members"
	}
	return f
}

// when returns the instants of the requests to a host.
func (w *clockedWeb) when(host string) (at []time.Time) {
	for i, r := range w.asks {
		if r.URL.Host() == host {
			at = append(at, w.at[i])
		}
	}
	return at
}

func (w *clockedWeb) count(u string) (n int) {
	for _, r := range w.asks {
		if r.URL.String() == u {
			n++
		}
	}
	return n
}

const shell = "<title>App</title><div id=root></div>"

// crawlRendered crawls a web with rendering.
func crawlRendered(t *testing.T, w *clockedWeb, hosts []string, seeds ...string) (*frontier.Frontier, *stage, runreport.Report) {
	t.Helper()
	f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var found []aranea.Discovery
	for _, s := range seeds {
		found = append(found, aranea.Discovery{URL: url(t, s), How: aranea.HowSeed, Reason: aranea.ScheduleQueued})
	}
	if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
		t.Fatal(err)
	}
	s, agents := new(stage), []dialect.AgentToken{"Aranea"}
	room := rendering.New(rendering.Options{Renderer: s, Clock: f, Fetcher: w, Hosts: hosts, Agents: agents, Dialect: dialect.RFC9309(), Now: time.Now, Recorder: s})
	c, err := crawl.New(f, w, shelf{}, noGraph{}, crawl.Options{
		Agents: agents, Scope: rulesFor(t, seeds...), Rendering: room,
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f, s, r
}

// trailOf returns the codes of a trail, and the details behind them.
func trailOf(t *testing.T, f *frontier.Frontier, u string) (codes []aranea.Reason, details string) {
	t.Helper()
	events, err := f.Trail(url(t, u).ID())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		codes, details = append(codes, e.Reason), details+e.Reason.String()+" "+e.Detail+"\n"
	}
	return codes, details
}

// TestRenderedPages: what scripts make of a page is indexed and its links are followed; the
// scripts are requested under the robots file of their origin, which is an ordinary visit, and
// with the delay of its host; pages share them.
func TestRenderedPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: map[string][]reply{
			"http://a.test/robots.txt":   {{body: "User-agent: *\nDisallow: /private\n", header: []string{"Content-Type", "text/plain"}}},
			"http://cdn.test/robots.txt": {{body: "User-agent: *\nDisallow: /closed\n", header: []string{"Content-Type", "text/plain"}}},
			"http://a.test/":             get(shell+"<script src=/app.js></script><script src=/private/x></script><script src=http://cdn.test/lib.js></script><script src=http://cdn.test/closed></script>", "Etag", `"1"`),
			"http://a.test/two":          get(shell + "<script src=/app.js></script><script src=/two.js></script>"),
			"http://a.test/bad":          get(shell + "<script>bad()</script>"),
			"http://a.test/app.js":       get(words + "<noscript>turn them on <a href=/off>here</a></noscript><a href=/two>2</a><a href=/bad>bad</a>"),
			"http://a.test/two.js":       get(" And more of them on the second page."),
			"http://cdn.test/lib.js":     get(" Of a library.", "X-Robots-Tag", "noarchive"),
		}}}
		f, s, report := crawlRendered(t, w, nil, "http://a.test/")
		codes, details := trailOf(t, f, "http://a.test/")
		for _, want := range []aranea.Reason{aranea.HTTPOK, aranea.RenderDone, aranea.IndexAdded} {
			if !slices.Contains(codes, want) {
				t.Errorf("%s is missing in\n%s", want, details)
			}
		}
		if codes, details := trailOf(t, f, "http://a.test/bad"); !once(codes, aranea.RenderFailed) {
			t.Errorf("a page that broke its browser: %s", details)
		}
		if slices.Sort(s.refused); !slices.Equal(s.refused, []string{"http://a.test/private/x: closed by robots.txt", "http://cdn.test/closed: closed by robots.txt"}) {
			t.Errorf("refused: %q", s.refused)
		}
		for u, n := range map[string]int{"http://cdn.test/robots.txt": 1, "http://cdn.test/lib.js": 1, "http://a.test/app.js": 1, "http://a.test/two.js": 1, "http://cdn.test/closed": 0, "http://a.test/off": 0} {
			if got := w.count(u); got != n {
				t.Errorf("%s was asked for %d times, want %d", u, got, n)
			}
		}
		for _, host := range []string{"a.test", "cdn.test"} {
			for i, at := range w.when(host)[1:] {
				if since := at.Sub(w.when(host)[i]); since < time.Second {
					t.Errorf("%s was asked %s after the last time", host, since)
				}
			}
		}
		if c := report.Rendering; c.Pages != 2 || c.Failed != 1 || c.Requests != 3 || c.Saved != 1 || c.Refused != 2 {
			t.Errorf("cost %+v", c)
		}
		if got := report.Run[aranea.CountRequests]; got != 8 { // two robots files, three pages, three scripts
			t.Errorf("%d requests are counted, want 8", got)
		}
		slices.Sort(s.kept)
		if want := []string{"E http://a.test/app.js via http://a.test/", "E http://cdn.test/lib.js via http://a.test/ without a copy", "LE http://a.test/two.js via http://a.test/two"}; !slices.Equal(s.kept, want) {
			t.Errorf("recorded: %q, want %q", s.kept, want)
		}
		e, _, err := f.EntryByID(url(t, "http://a.test/").ID())
		if err != nil || e.Validators.ETag != "" || e.Reason != aranea.IndexAdded {
			t.Errorf("the entry: %+v, %v", e, err)
		}
	})
}

// TestSecretsOfRenderedPages: a public page does not get content that only some may read, nor
// content from a private network, and its requests carry no secret.
func TestSecretsOfRenderedPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: map[string][]reply{
			"http://a.test/":          get(shell + "<script src=/app.js></script><script src=http://secret.test/x></script><script src=http://inside.test/x></script><script src=http://down.test/x></script>"),
			"http://a.test/app.js":    get(words),
			"http://secret.test/x":    get(" For members."),
			"http://inside.test/x":    get(" For the house."),
			"http://down.test/x":      lost(aranea.NetReset),
			"http://secret.test/page": get(shell + "<script src=/own></script><script src=http://a.test/app.js></script>"),
			"http://secret.test/own":  get(words + " Of members."),
		}}}
		_, s, _ := crawlRendered(t, w, nil, "http://a.test/", "http://secret.test/page")
		slices.Sort(s.refused)
		if want := []string{"http://down.test/x: NET.RESET ", "http://inside.test/x: it lies in a private network, and the page does not"}; !slices.Equal(s.refused, want) {
			t.Errorf("refused: %q, want %q", s.refused, want)
		}
		for _, r := range w.asks {
			switch u := r.URL.String(); u {
			case "http://a.test/app.js", "http://secret.test/x":
				if r.Fields == nil {
					t.Errorf("%s was asked for with the secrets of its site", u)
				}
			case "http://secret.test/own":
				if r.Fields != nil {
					t.Errorf("%s was asked for without the secret of its page", u)
				}
			}
			if r.URL.Host() == "secret.test" && r.URL.Path() == "/x" && r.Fields.Get("Origin") != "http://a.test" {
				t.Errorf("the origin of a request elsewhere: %v", r.Fields)
			}
		}
	})
}

// TestWantsRendering shows which pages are rendered.
func TestWantsRendering(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		hosts      []string
		want       int
	}{
		{"a shell", shell + "<script src=/app.js></script>", nil, 1},
		{"a page with words", words + "<script src=/app.js></script>", nil, 0},
		{"a page with words of a host that is named", words + "<script src=/app.js></script>", []string{"a.test"}, 1},
		{"a shell of a host that is not", shell + "<script src=/app.js></script>", []string{"b.test"}, 0},
		{"a shell that asks not to be indexed", "<meta name=robots content=noindex>" + shell + "<script src=/app.js></script>", nil, 0},
		{"a shell that asks that nothing be followed", "<meta name=robots content=nofollow>" + shell + "<script src=/app.js></script>", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: map[string][]reply{
					"http://a.test/": get(c.body), "http://a.test/app.js": get(words + " That a script made."),
				}}}
				crawlRendered(t, w, c.hosts, "http://a.test/")
				if got := w.count("http://a.test/app.js"); got != c.want {
					t.Errorf("its script was asked for %d times, want %d", got, c.want)
				}
			})
		})
	}
}

// TestScriptsThatTakeAwayText: a page keeps the text of its answer if scripts leave
// little of it.
func TestScriptsThatTakeAwayText(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: map[string][]reply{
			"http://a.test/": get(words + "<script src=/app.js></script>"), "http://a.test/app.js": get("<p>Agree?"),
		}}}
		f, _, _ := crawlRendered(t, w, []string{"a.test"}, "http://a.test/")
		e, _, err := f.EntryByID(url(t, "http://a.test/").ID())
		if codes, details := trailOf(t, f, "http://a.test/"); err != nil || !e.Indexed || !slices.Contains(codes, aranea.RenderFailed) {
			t.Errorf("%+v, %v\n%s", e, err, details)
		}
	})
}

// once reports whether a trail has a reason exactly once.
func once(codes []aranea.Reason, want aranea.Reason) bool {
	i := slices.Index(codes, want)
	return i >= 0 && !slices.Contains(codes[i+1:], want)
}
