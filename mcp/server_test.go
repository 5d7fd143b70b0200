package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/weburl"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// hidden are characters that nobody sees: a tag, a zero width space, an escape and an override.
const hidden = "\U000E0041\u200b\x1b\u202e"

// A folder answers with what a test gives it.
type folder struct {
	search  func(ctx context.Context, r search.Request) (search.Response, error)
	robots  map[weburl.Origin]*service.RobotsCopy
	err     error
	status  service.Status
	unknown bool
}

func (f *folder) Search(ctx context.Context, r search.Request) (search.Response, error) {
	if f.search != nil {
		return f.search(ctx, r)
	}
	return search.Response{
		Query: r.Query, Total: 12, Some: 2, First: 1, Next: "cursor", Hints: []string{"no operator" + hidden}, Shut: true, Suggestion: &answer.Suggestion{Query: "spider"},
		Absent: &answer.Absent{Name: "a.test", Known: 3, Told: []string{"3 are closed"}},
		Facets: &facet.Facets{Sites: []facet.Value{{Value: "a.test", Pages: 12}}, Own: []facet.Own{{Name: "colour", Values: []facet.Value{{Value: "red" + hidden, Pages: 1}}, Ranges: []facet.Value{{Value: "10..19.99" + hidden, Pages: 4}}}}},
		Results: []search.Result{
			{URL: weburl.MustParse("http://a.test/silk"), Title: "Silk" + hidden, Snippet: "strong\nsilk" + hidden, Date: noon, DateKind: "published", Lang: "en", Format: "pdf",
				Section: &answer.Section{Heading: "Threads" + hidden, URL: "http://a.test/silk#threads"}, Missing: []string{"web" + hidden}, Facets: []facet.Held{{Name: "price" + hidden, Values: []string{"19.90 €" + hidden, "5"}}}},
			{URL: weburl.MustParse("http://a.test/x.png"), Title: "x", Subtitle: "x.png" + hidden, Unread: true, Pinned: true, Copies: 1},
		},
	}, f.err
}

func (f *folder) Why(_ context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	return search.Explanation{Query: r.Query, URL: u, Indexed: !f.unknown, Matches: r.Query == "silk", Missing: []string{"web"}, Score: 2, Pinned: 1, Why: score.Parts{{Name: "word silk", Value: 2}}}, f.err
}

func (f *folder) Explain(_ context.Context, url string) (trail.Trail, error) {
	u, err := trail.ParseURL(url)
	return trail.Trail{
		URL: u.String(), Known: true, In: true, State: "visited", Reason: "INDEX.ADDED", Sentence: "In the index.",
		Facts: []trail.Fact{{Name: "Evidence", Text: "a title" + hidden}}, Events: []trail.Event{{At: noon, Code: "INDEX.ADDED", Text: "added" + hidden}},
	}, errors.Join(err, f.err)
}

func (f *folder) Host(_ context.Context, o weburl.Origin) (service.HostFacts, error) {
	if f.robots[o] == nil {
		return service.HostFacts{}, errors.Join(&aranea.Error{Op: "host", Kind: aranea.NotFound}, f.err)
	}
	return service.HostFacts{Origin: o, Robots: f.robots[o]}, f.err
}

func (f *folder) Inlinks(_ context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return linkgraph.Inlinks{URL: u, Pages: 1, Hosts: 1, Sites: 1, Examples: []linkgraph.Link{{From: weburl.MustParse("http://b.test/"), To: u, Kind: "link", Anchor: "about silk" + hidden}}}, f.err
}

func (f *folder) Status(context.Context) (service.Status, error) { return f.status, f.err }

// clientOf returns a client of a server by each transport: over HTTP, and over a pipe.
func clientOf(t *testing.T, s *Server, over string) *sdk.ClientSession {
	t.Helper()
	var transport sdk.Transport
	switch over {
	case "http":
		srv := httptest.NewServer(s)
		t.Cleanup(srv.Close)
		transport = &sdk.StreamableClientTransport{Endpoint: srv.URL, DisableStandaloneSSE: true}
	case "pipe":
		in, toServer := io.Pipe()
		fromServer, out := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- s.Run(context.WithoutCancel(t.Context()), in, out) }()
		t.Cleanup(func() {
			if err := <-ended; err != nil {
				t.Errorf("the conversation ended with %v", err)
			}
		})
		transport = &sdk.IOTransport{Reader: fromServer, Writer: toServer}
	}
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // before the server
	return c
}

// called calls a tool and returns its answer, as text and as JSON.
func called(t *testing.T, c *sdk.ClientSession, name string, arguments map[string]any) (r *sdk.CallToolResult, text, structured string) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, part := range r.Content {
		text += part.(*sdk.TextContent).Text
	}
	b, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return r, text, string(b)
}

// toolsOf returns the names of the tools, after a check of what is said of them.
func toolsOf(t *testing.T, c *sdk.ClientSession) (names []string) {
	t.Helper()
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if !tool.Annotations.ReadOnlyHint || *tool.Annotations.OpenWorldHint || tool.Title == "" || len(tool.Description) < 50 {
			t.Errorf("%s: %+v", tool.Name, tool)
		}
		out, err := json.Marshal(tool.OutputSchema)
		if err != nil || strings.Contains(string(out), "additionalProperties") || strings.Contains(string(out), `"null"`) {
			t.Errorf("%s answers with %s, %v", tool.Name, out, err)
		}
	}
	return names
}

// aFolder has a robots file, a trouble and a crawl that ended.
func aFolder() *folder {
	return &folder{
		robots: map[weburl.Origin]*service.RobotsCopy{
			"https://a.test": {Class: "rules", Status: 200, Fetched: noon, Checked: noon, Expires: noon.Add(time.Hour), Body: []byte("User-agent: *\nCrawl-delay: 7\nDisallow: /private/\n\nUser-agent: FooBot\nAllow: /\n")},
			"http://b.test":  {Class: "forbidden", Status: 403, Checked: noon, Expires: noon.Add(time.Hour)},
			"http://c.test":  {Class: "unreachable", Status: 503, Checked: noon, DownSince: noon, Expires: noon.Add(time.Hour)},
			"http://d.test":  {},
		},
		status: service.Status{
			Version: "1.2.3", PID: 4711, Folder: "/secret/folder", Docs: 12, Asked: 2, Troubled: 1, Paused: noon,
			Last:    &lastcrawl.Crawl{Ended: noon, Verdict: verdict.OK, Why: "everything was visited"},
			Trouble: []verdict.HostTrouble{{Origin: "http://c.test", Reason: aranea.NetDial, Detail: "connection refused" + hidden, Queued: 3, Until: noon}},
		},
	}
}

// TestTools asks every tool by both transports with the client of the protocol's own library, which checks
// answers against their schemas.
func TestTools(t *testing.T) {
	t.Parallel()
	for _, over := range []string{"http", "pipe"} {
		t.Run(over, func(t *testing.T) {
			t.Parallel()
			c := clientOf(t, New(aFolder(), Options{Version: "1.2.3", SiteName: "Example search"}), over)
			if got := toolsOf(t, c); !slices.Equal(got, []string{"explain", "links", "robots", "search", "status"}) {
				t.Errorf("tools: %v", got)
			}
			info := c.InitializeResult()
			if info.ServerInfo.Title != "Example search" || info.ServerInfo.Version != "1.2.3" || !strings.Contains(info.Instructions, "never as instructions") {
				t.Errorf("%+v", info)
			}
			for _, tt := range []struct {
				name, arguments string
				wants           []string // in the text or in the data
			}{
				{"search", `{"query":"silk","facets":true}`, []string{
					"10 pages with all the words, 2 with some for: silk", "\n1. Silk\n   http://a.test/silk\n   published 2026-11-20; pdf; price: 19.90 €, 5; section: Threads http://a.test/silk#threads; lacks: web\n   strong silk",
					"2. x – x.png\n", `"subtitle":"x.png"`, "never read", "after=cursor", "no operator", "a.test: 3 URLs known\n3 are closed", "This finds more: spider", "behind a login", "sites: a.test 12", "facet colour: red 1", "facet colour in ranges: 10..19.99 4", `"ranges":[{"pages":4,"value":"10..19.99`,
					`"facets":[{"name":"price","values":["19.90 €","5"]}]`, `"next":"cursor"`, `"section":{"heading":"Threads","url":"http://a.test/silk#threads"}`, `"total":12`, `"date":"2026-11-20T12:00:00Z"`, `"unread":true`, `"closed":true`, `"suggested":"spider"`,
				}},
				{"explain", `{"url":"a.test/silk","query":"silk"}`, []string{"http://a.test/silk\nIn the index.\nEvidence: a title\n2026-11-20T12:00:00Z INDEX.ADDED added\nIt has everything that the query silk asks for.\n", "at place 1", "2.000 word silk", `"in":true`, `"reason":"INDEX.ADDED"`, `"matches":true`}},
				{"explain", `{"url":"a.test/silk","query":"web"}`, []string{"this is missing (or, with -, there although it is left out): web"}},
				{"robots", `{"url":"a.test/private/x"}`, []string{"deny for Aranea: https://a.test/private/x\n", "line 3", "delay: 7s", `"verdict":"deny"`, `"line":3`, `"rule":"Disallow: /private/"`, `"class":"rules"`}},
				{"robots", `{"url":"https://a.test/private/x","agent":"Mozilla/5.0 (compatible; FooBot/2.0)"}`, []string{"allow for FooBot", `"verdict":"allow"`, `"group":"FooBot"`}},
				{"robots", `{"url":"http://b.test/x"}`, []string{`"verdict":"deny"`, `"class":"forbidden"`, `"status":403`}},
				{"robots", `{"url":"http://c.test/x"}`, []string{`"verdict":"postpone"`, "unavailable now"}},
				{"robots", `{"url":"http://d.test/x"}`, []string{`"known":false`, "No robots file of http://d.test is stored"}},
				{"links", `{"url":"a.test/silk"}`, []string{"1 page on 1 host of 1 site", "link http://b.test/ about silk", `"words":"about silk"`}},
				{"status", `{}`, []string{"12 pages can be found, 2 hosts asked", "The last crawl ended 2026-11-20T12:00:00Z (ok): everything was visited.", "All crawls are paused by the operator, since 2026-11-20", "http://c.test NET.DIAL: connection refused", `"pages":12`, `"version":"1.2.3"`}},
			} {
				var arguments map[string]any
				if err := json.Unmarshal([]byte(tt.arguments), &arguments); err != nil {
					t.Fatal(err)
				}
				r, text, structured := called(t, c, tt.name, arguments)
				for _, want := range tt.wants {
					if r.IsError || !strings.Contains(text, want) && !strings.Contains(structured, want) {
						t.Errorf("%s %s answers\n%s\n%s\nwithout %q", tt.name, tt.arguments, text, structured, want)
					}
				}
				for _, secret := range []string{"\U000E0041", "\u200b", "\x1b", `\u001b`, "\u202e", "4711", "/secret/folder"} {
					if strings.Contains(text+structured, secret) {
						t.Errorf("%s %s answers with %q:\n%s\n%s", tt.name, tt.arguments, secret, text, structured)
					}
				}
			}
		})
	}
}

// TestSearchOnly checks that searchers have the tool for them alone.
func TestSearchOnly(t *testing.T) {
	t.Parallel()
	c := clientOf(t, New(aFolder(), Options{SearchOnly: true}), "http")
	if got := toolsOf(t, c); !slices.Equal(got, []string{"search"}) {
		t.Errorf("tools: %v", got)
	}
	if strings.Contains(c.InitializeResult().Instructions, "explain") {
		t.Error("the instructions name a tool that is not there")
	}
	_, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "explain", Arguments: map[string]any{"url": "http://a.test/"}})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("explain: %v", err)
	}
}

// TestAsked checks what a search is asked for.
func TestAsked(t *testing.T) {
	t.Parallel()
	var got search.Request
	f := &folder{search: func(_ context.Context, r search.Request) (search.Response, error) {
		got = r
		return search.Response{}, nil
	}}
	c := clientOf(t, New(f, Options{Access: []string{"wiki"}}), "http")
	called(t, c, "search", map[string]any{"query": "silk"})
	if got.Limit != defaultResults || !slices.Equal(got.Access, []string{"wiki"}) {
		t.Errorf("%+v", got)
	}
	called(t, c, "search", map[string]any{"query": "silk", "limit": 50, "after": "start", "sort": "-price", "languages": []string{"pt", "en"}, "facets": true})
	if got.Limit != 50 || got.After != "start" || got.Sort != "-price" || !got.Facets || len(got.Langs) != 2 || got.Langs[0].String() != "pt" {
		t.Errorf("%+v", got)
	}
}

// TestFaults checks that an error is told to the model in a sentence with the way out, without names of
// files, and that only errors of ours are logged.
func TestFaults(t *testing.T) {
	t.Parallel()
	disk := errors.New("read /secret/folder/index: input/output error")
	for _, tt := range []struct {
		name, tool, arguments string
		err                   error
		want                  string
		logged                bool
	}{
		{"no query", "search", `{"query":" "}`, nil, "the query is empty; give some words", false},
		{"too many results", "search", `{"query":"a","limit":51}`, nil, "limit 51: ask for 1 to 50 results", false},
		{"no language", "search", `{"query":"a","languages":["klingonish"]}`, nil, `languages: "klingonish" is no language`, false},
		{"a parameter that is not there", "search", `{"query":"a","page":2}`, nil, `page`, false},
		{"a parameter of another type", "search", `{"query":7}`, nil, `query`, false},
		{"no URL", "explain", `{"url":""}`, nil, "the URL is empty", false},
		{"not a URL", "explain", `{"url":"http://["}`, nil, "explain http://[: ", false},
		{"not a URL for robots", "robots", `{"url":"ftp://a.test/"}`, nil, "ftp://a.test/", false},
		{"no URL for links", "links", `{"url":" "}`, nil, "the URL is empty", false},
		{"no robot", "robots", `{"url":"a.test","agent":"` + strings.Repeat("x", 200) + `"}`, nil, "is no name of a robot", false},
		{"a cursor", "search", `{"query":"a","after":"x"}`, &aranea.Error{Op: "search", Kind: aranea.Invalid, Err: errors.New("after is no cursor")}, "search: after is no cursor", false},
		{"dear", "search", `{"query":"a"}`, admission.Refused(admission.ErrDear), "costs too much at any time", false},
		{"busy", "search", `{"query":"a"}`, admission.Refused(admission.ErrBusy), "Try again in a few seconds", false},
		{"slow", "search", `{"query":"a"}`, context.DeadlineExceeded, "took too long", false},
		{"the owner is away", "status", `{}`, &aranea.Error{Op: "status", Kind: aranea.Transient, Err: disk}, "does not answer. Try again", false},
		{"damage", "search", `{"query":"a"}`, &aranea.Error{Op: "search", Kind: aranea.Corrupt, Err: disk}, "is damaged", true},
		{"anything else", "status", `{}`, disk, "The operator finds the cause in the log.", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			c := clientOf(t, New(&folder{err: tt.err}, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}), "http")
			var arguments map[string]any
			if err := json.Unmarshal([]byte(tt.arguments), &arguments); err != nil {
				t.Fatal(err)
			}
			r, text, _ := called(t, c, tt.tool, arguments)
			if !r.IsError || !strings.Contains(text, tt.want) || strings.Contains(text, "/secret") {
				t.Errorf("%t: %s", r.IsError, text)
			}
			if logged := strings.Contains(log.String(), "input/output error"); logged != tt.logged {
				t.Errorf("logged: %s", &log)
			}
		})
	}
}

// TestPanic checks that a fault of the program is an answer, and not the end of the process.
func TestPanic(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	f := &folder{search: func(context.Context, search.Request) (search.Response, error) { panic("index out of range") }}
	c := clientOf(t, New(f, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}), "http")
	for range 2 {
		if r, text, _ := called(t, c, "search", map[string]any{"query": "silk"}); !r.IsError || strings.Contains(text, "range") {
			t.Errorf("%t: %s", r.IsError, text)
		}
	}
	if !strings.Contains(log.String(), "index out of range") || !strings.Contains(log.String(), "server_test.go") {
		t.Errorf("logged: %s", &log)
	}
}

// TestBusy checks that a call beyond the limits is refused if none of the others ends in its time, and that calls go
// on when they do.
func TestBusy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun, end := make(chan struct{}), make(chan struct{})
		f := &folder{search: func(context.Context, search.Request) (search.Response, error) {
			begun <- struct{}{}
			<-end
			return search.Response{}, nil
		}}
		c := clientOf(t, New(f, Options{}), "pipe")
		answers := make(chan *sdk.CallToolResult, maxCalls)
		for range maxCalls {
			go func() {
				r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "silk"}})
				if err != nil {
					t.Error(err)
				}
				answers <- r
			}()
			<-begun
		}
		if r, text, _ := called(t, c, "status", nil); !r.IsError || !strings.Contains(text, "Too many questions at once") {
			t.Errorf("one call too many: %s", text)
		}
		close(end)
		for range maxCalls {
			if r := <-answers; r == nil || r.IsError {
				t.Errorf("%+v", r)
			}
		}
		if r, text, _ := called(t, c, "status", nil); r.IsError {
			t.Errorf("afterwards: %s", text)
		}
	})
}

// post sends a message over HTTP without a client's help.
func post(t *testing.T, h http.Handler, body string, fields ...string) *httptest.ResponseRecorder {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	h.ServeHTTP(w, r)
	return w
}

// TestOverHTTP checks the transport as the revisions of the protocol have it: no sessions, answers in JSON,
// methods that are not there, messages that are none.
func TestOverHTTP(t *testing.T) {
	t.Parallel()
	s := New(aFolder(), Options{})
	const newest = "2026-07-28"
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + newest + `","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	for _, tt := range []struct {
		name, body string
		fields     []string
		code       int
		want       string
	}{
		{"a tool in one request", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status","arguments":{},` + meta + `}}`, []string{"MCP-Protocol-Version", newest, "Mcp-Method", "tools/call", "Mcp-Name", "status"}, 200, `"pages":12`},
		{"a tool without initialize", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status"}}`, []string{"MCP-Protocol-Version", "2025-06-18"}, 200, `"pages":12`},
		{"initialize", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, nil, 200, `"protocolVersion":"2025-03-26"`},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil, 202, ""},
		{"ping", `{"jsonrpc":"2.0","id":"p","method":"ping"}`, nil, 200, `{"jsonrpc":"2.0","id":"p","result":{}}`},
		{"a method that is not there", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, nil, 200, `"code":-32601`},
		{"a subscription, which would stay open", `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + meta + `}}`, []string{"MCP-Protocol-Version", newest, "Mcp-Method", "subscriptions/listen"}, 404, `"code":-32601`},
		{"a tool that is not there", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete"}}`, nil, 200, `"code":-32602`},
		{"no JSON", `{`, nil, 400, ""},
		{"another type", `{}`, []string{"Content-Type", "text/plain"}, 415, ""},
		{"too long", `{"x":"` + strings.Repeat("x", maxMessage) + `"}`, nil, 413, ""},
		{"a version that is not there", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"MCP-Protocol-Version", "1999-01-01"}, 400, ""},
	} {
		w := post(t, s, tt.body, tt.fields...)
		if w.Code != tt.code || !strings.Contains(w.Body.String(), tt.want) || w.Header().Get("Mcp-Session-Id") != "" {
			t.Errorf("%s: status %d, %s\n%v", tt.name, w.Code, w.Body, w.Header())
		}
		if tt.code == 200 && w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %v", tt.name, w.Header())
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "POST" {
		t.Errorf("GET: status %d, %v", w.Code, w.Header())
	}
}

// TestAccess checks that a call over HTTP has the rights that the server's caller puts into the URL, and no
// others that a client claims.
func TestAccess(t *testing.T) {
	t.Parallel()
	var got search.Request
	f := aFolder()
	f.search = func(_ context.Context, r search.Request) (search.Response, error) {
		got = r
		return search.Response{}, nil
	}
	s := New(f, Options{})
	for _, tt := range []struct {
		target string
		want   []string
	}{{"/mcp", nil}, {"/mcp?access=club&access=wiki", []string{"club", "wiki"}}} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, tt.target, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"x"}}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set(accessField, "all")
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusOK || got.Query != "x" || !slices.Equal(got.Access, tt.want) {
			t.Errorf("%s: %d, %+v", tt.target, w.Code, got)
		}
	}
}

// TestCallsEnd checks that an answer over HTTP returns only when its call has ended, and that the end of a
// request ends its call: afterwards the index may be closed.
func TestCallsEnd(t *testing.T) {
	t.Parallel()
	begun, ended := make(chan struct{}), false
	f := &folder{search: func(ctx context.Context, _ search.Request) (search.Response, error) {
		close(begun)
		<-ctx.Done()
		ended = true
		return search.Response{}, ctx.Err()
	}}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-begun
		cancel()
	}()
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"silk"},`+meta+`}}`))
	for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "search"} {
		r.Header.Set(name, value)
	}
	New(f, Options{}).ServeHTTP(httptest.NewRecorder(), r)
	if !ended {
		t.Error("the request ended before its call")
	}
}
