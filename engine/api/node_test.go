package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
)

var nodeKey = strings.Repeat("k", 32)

var second = partition.Partition{Number: 2, Of: 3}

// node serves a Service as the second node of three, until the test ends.
func node(t *testing.T, s service.Service) (url string) {
	t.Helper()
	srv := httptest.NewServer(api.Node(s, api.NodeOptions{Key: nodeKey, Version: "test", Partition: second}))
	t.Cleanup(srv.Close)
	return srv.URL
}

func dial(t *testing.T, url, key string, p partition.Partition) *api.Client {
	t.Helper()
	c := api.DialNode(api.NodeAddress{URL: url, Key: key, Partition: p})
	t.Cleanup(c.Close)
	return c
}

// A split Service answers at a node, and changes its folder itself.
type split struct {
	service.Answering
	service.Changing
}

// An orders Service gives orders to a node.
type orders struct {
	service.Service
	node *api.Client
}

// Steer implements service.Crawling.
func (o orders) Steer(ctx context.Context, order service.Order) (service.Steered, error) {
	return o.node.Steer(ctx, order)
}

// Remove implements service.Keeping.
func (o orders) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	return o.node.Remove(ctx, r)
}

// TestNodeContract checks that a node answers all that can be asked of a folder as its owner does.
func TestNodeContract(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e := openEngine(t, dir)
	site := servicetest.Crawl(t, e)
	c := dial(t, node(t, e), nodeKey, second)
	servicetest.Answers(t, split{c, e}, site)
	ctx := t.Context()
	if s, err := c.Ordered(ctx); err != nil || !s.Stopped.IsZero() {
		t.Errorf("orders: %+v, %v", s, err)
	}
	if kept := servicetest.Gather(t, c.Removals(ctx)); len(kept) != 0 {
		t.Errorf("removals: %+v", kept)
	}
	if done := servicetest.Gather(t, c.Verify(ctx)); len(done) == 0 {
		t.Error("nothing is verified")
	}
	servicetest.Orders(t, orders{e, c}, site)
	if g, err := c.Greet(ctx); err != nil || g.Partition != "2/3" || g.Version != "test" || g.PID == 0 {
		t.Errorf("hello: %+v, %v", g, err)
	}
}

// TestNodeKey checks that nothing is told to whoever has not the key, and that it opens nothing else
// than the calls of a node.
func TestNodeKey(t *testing.T) {
	t.Parallel()
	url := node(t, asked{})
	keyless := httptest.NewServer(api.Node(asked{}, api.NodeOptions{Partition: second}))
	t.Cleanup(keyless.Close)
	for _, tt := range []struct {
		base, method, path, field string
		status                    int
	}{
		{url, http.MethodGet, "/api/v1/docs", "Bearer " + nodeKey, 200},
		{url, http.MethodGet, "/api/v1/docs", "", 401},
		{url, http.MethodGet, "/api/v1/docs", "Bearer ", 401},
		{url, http.MethodGet, "/api/v1/docs", nodeKey, 401},
		{url, http.MethodGet, "/api/v1/docs", "Bearer " + nodeKey[1:], 401},
		{url, http.MethodGet, "/api/v1/docs", "Bearer " + nodeKey + "k", 401},
		{url, http.MethodGet, "/api/v1/docs?key=" + nodeKey, "Basic " + nodeKey, 401},
		{url, http.MethodGet, "/", "", 401},
		{url, http.MethodGet, "/api/v1/nothing", "", 401},
		{url, http.MethodPost, "/api/v1/crawl", "", 401},
		{url, http.MethodPost, "/api/v1/crawl", "Bearer " + nodeKey, 404},
		{url, http.MethodPost, "/api/v1/remove", "", 401},
		{url, http.MethodPost, "/api/v1/steer", "", 401},
		{url, http.MethodPost, "/api/v1/remove", "Bearer " + nodeKey, 400}, // it says not what
		{url, http.MethodPost, "/api/v1/steer", "Bearer " + nodeKey, 400},
		{url, http.MethodGet, "/api/v1/steer", "Bearer " + nodeKey, 405},
		{url, http.MethodPost, "/api/v1/import", "Bearer " + nodeKey, 404},
		{url, http.MethodPost, "/api/v1/backup", "Bearer " + nodeKey, 404},
		{url, http.MethodPost, "/api/v1/docs", "Bearer " + nodeKey, 405},
		{url, http.MethodGet, "/", "Bearer " + nodeKey, 404},
		{url, http.MethodGet, "/status", "Bearer " + nodeKey, 404},
		{keyless.URL, http.MethodGet, "/api/v1/docs", "Bearer ", 401},
		{keyless.URL, http.MethodGet, "/api/v1/docs", "", 401},
	} {
		r, err := http.NewRequestWithContext(t.Context(), tt.method, tt.base+tt.path, strings.NewReader(""))
		if err != nil {
			t.Fatal(err)
		}
		if tt.field != "" {
			r.Header.Set("Authorization", tt.field)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err = errors.Join(err, resp.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != tt.status || tt.status == 401 && (len(body) > 0 || resp.Header.Get("Www-Authenticate") != "Bearer") {
			t.Errorf("%s %s with %q: status %d, %s", tt.method, tt.path, tt.field, resp.StatusCode, body)
		}
	}
}

// TestNodeCannotBeAsked checks that whoever asks is told which node it is, and what to do.
func TestNodeCannotBeAsked(t *testing.T) {
	t.Parallel()
	url := node(t, asked{})
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	other := httptest.NewServer(http.RedirectHandler(url, http.StatusFound))
	t.Cleanup(other.Close)
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"url":"http://a.test/"}`+"\n")
	}))
	t.Cleanup(cut.Close)
	page := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(page.Close)
	for name, tt := range map[string]struct {
		c    *api.Client
		kind aranea.Kind
		want string
		away bool
	}{
		"down":              {dial(t, gone.URL, nodeKey, second), aranea.Transient, "see that it runs", true},
		"other key":         {dial(t, url, nodeKey+"x", second), aranea.Denied, "does not take the key; use the same cluster file", true},
		"other partition":   {dial(t, url, nodeKey, partition.Partition{Number: 1, Of: 3}), aranea.Invalid, "it has partition 2/3, and was asked for 1/3; use the same cluster file", true},
		"other number":      {dial(t, url, nodeKey, partition.Partition{Number: 2, Of: 4}), aranea.Invalid, "it has partition 2/3, and was asked for 2/4", true},
		"redirect":          {dial(t, other.URL, nodeKey, second), aranea.Internal, "its answer is not understood", false},
		"answer cut off":    {dial(t, cut.URL, nodeKey, second), aranea.Transient, "before the end of its answer", true},
		"not a node at all": {dial(t, page.URL, nodeKey, second), aranea.Invalid, "of another version of the program", false},
	} {
		for v, err := range tt.c.URLs(t.Context(), service.URLFilter{}) {
			if err == nil && v.URL != "" {
				continue // what came before the cut
			}
			var e *aranea.Error
			if !errors.As(err, &e) || e.Kind != tt.kind || e.Op != "ask node" || !strings.Contains(e.Obj, " at http://127.0.0.1:") || !strings.Contains(err.Error(), tt.want) || errors.Is(err, wire.ErrGone) != tt.away || strings.Contains(err.Error(), nodeKey) {
				t.Errorf("%s: kind %s, %v; want %s, %q", name, aranea.KindOf(err), err, tt.kind, tt.want)
			}
		}
	}
	if _, err := dial(t, url, nodeKey, second).Stats(t.Context()); aranea.KindOf(err) != aranea.NotFound || strings.Contains(err.Error(), "ask node") {
		t.Errorf("an error of the folder became one about the node: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := dial(t, url, nodeKey, second).Docs(ctx); err == nil || err.Error() != "enough" {
		t.Errorf("whoever gives up: %v", err)
	}
	if g, err := dial(t, url, nodeKey, partition.Partition{Number: 1, Of: 9}).Greet(t.Context()); err != nil || g.Partition != "2/3" {
		t.Errorf("a node asked who it is: %+v, %v", g, err)
	}
}

// TestNodeComesLater checks that a client needs no node at its start, and finds it at once when it
// is there.
func TestNodeComesLater(t *testing.T) {
	t.Parallel()
	for range 10 {
		if comesLater(t) {
			return
		}
	}
	t.Error("no port is free again")
}

// comesLater reports whether the port of the node was free again each time.
func comesLater(t *testing.T) bool {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	c := dial(t, "http://"+addr, nodeKey, second)
	if _, err := c.Docs(t.Context()); aranea.KindOf(err) != aranea.Transient {
		return false
	}
	for range 2 { // and again, after it has ended
		if l, err = new(net.ListenConfig).Listen(t.Context(), "tcp", addr); err != nil {
			return false
		}
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- api.ServeNode(ctx, l, api.Node(asked{}, api.NodeOptions{Key: nodeKey, Partition: second}), slog.New(slog.DiscardHandler))
		}()
		if n, err := c.Docs(t.Context()); err != nil || n != 7 {
			t.Errorf("docs: %d, %v", n, err)
		}
		end()
		if err := <-done; err != nil {
			t.Errorf("end: %v", err)
		}
		if _, err := c.Docs(t.Context()); aranea.KindOf(err) != aranea.Transient && err != nil {
			t.Errorf("after the end: %v", err)
		}
	}
	return true
}

// TestNodeBounds checks that a node takes no more walks and requests at once than it can, that both
// have limits of their own, and that large bodies are refused.
func TestNodeBounds(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan string), make(chan struct{})
	c := dial(t, node(t, asked{entered: entered, leave: leave}), nodeKey, second)
	answers := make(chan error)
	start := func(n int, f func() error) {
		for range n {
			go func() { answers <- f() }()
			<-entered
		}
	}
	walk := func() error { return servicetest.First(c.URLs(t.Context(), service.URLFilter{})) }
	ask := func() error { _, err := c.Explain(t.Context(), "http://a.test/"); return err }
	start(4, walk)
	if err := walk(); aranea.KindOf(err) != aranea.Limit || !strings.Contains(err.Error(), "ask node 2 at http") {
		t.Errorf("a fifth walk: %v", err)
	}
	start(60, ask)
	if err := ask(); aranea.KindOf(err) != aranea.Limit {
		t.Errorf("request 65: %v", err)
	}
	close(leave)
	for range 64 {
		if err := <-answers; err != nil {
			t.Errorf("an answer: %v", err)
		}
	}
	if n, err := c.Docs(t.Context()); err != nil || n != 7 {
		t.Errorf("afterwards: %d, %v", n, err)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, api.Root+"verify", strings.NewReader(strings.Repeat("x", 5<<20+1)))
	r.Header.Set("Authorization", "Bearer "+nodeKey)
	api.Node(asked{}, api.NodeOptions{Key: nodeKey}).ServeHTTP(w, r)
	var p wire.Problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != http.StatusBadRequest || !strings.Contains(p.Detail, "at most 5242880") {
		t.Errorf("a large body: %d %s", w.Code, w.Body)
	}
}

// TestNodeUnsent checks that whoever says that a body follows, and never sends it, does not keep a
// connection of the node: without the key, with it, and for another node.
func TestNodeUnsent(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(api.Node(asked{}, api.NodeOptions{Key: nodeKey, Partition: second}))
	t.Cleanup(srv.Close)
	post := "POST " + api.Root + "receive HTTP/1.1\r\nHost: node\r\n"
	for head, status := range map[string]string{
		"Content-Length: 100\r\n":        "HTTP/1.1 401 ",
		"Transfer-Encoding: chunked\r\n": "HTTP/1.1 401 ",
		"Content-Length: 100\r\nAuthorization: Bearer " + nodeKey + "\r\nAranea-Partition: 1/3\r\n": "HTTP/1.1 400 ",
	} {
		c, err := new(net.Dialer).DialContext(t.Context(), "tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.WriteString(c, post+head+"\r\n"); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(c); !strings.HasPrefix(string(got), status) || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%q: answered %.40q, and the connection was kept: %v", head, got, err)
		}
	}
}

// TestNodeVersion checks that a node refuses what is meant for another version of the API.
func TestNodeVersion(t *testing.T) {
	t.Parallel()
	for version, status := range map[string]int{"": 200, "1": 200, "2": 400, "x": 400} {
		r := httptest.NewRequest(http.MethodGet, api.Root+"docs", nil)
		r.Header.Set("Authorization", "Bearer "+nodeKey)
		r.Header.Set("Aranea-Api-Version", version)
		w := httptest.NewRecorder()
		api.Node(asked{}, api.NodeOptions{Key: nodeKey}).ServeHTTP(w, r)
		if w.Code != status || status == 400 && !strings.Contains(w.Body.String(), "use the same version of the program on all machines") {
			t.Errorf("version %q: %d %s", version, w.Code, w.Body)
		}
	}
}

// An asked Service has seven pages and knows nothing else. With channels, it tells there when it is
// asked, and then waits.
type asked struct {
	service.Service
	entered chan<- string
	leave   <-chan struct{}
}

// Docs implements service.Service.
func (asked) Docs(context.Context) (int, error) { return 7, nil }

// Stats implements service.Service.
func (asked) Stats(context.Context) (service.Stats, error) {
	return service.Stats{}, &aranea.Error{Op: "stats", Kind: aranea.NotFound}
}

// Explain implements service.Service.
func (a asked) Explain(context.Context, string) (t trail.Trail, err error) {
	a.wait("explain")
	return t, nil
}

// URLs implements service.Service.
func (a asked) URLs(context.Context, service.URLFilter) iter.Seq2[service.URLFacts, error] {
	a.wait("urls")
	return func(func(service.URLFacts, error) bool) {}
}

func (a asked) wait(name string) {
	if a.entered != nil {
		a.entered <- name
		<-a.leave
	}
}

// TestNodeTurns: a node gives others turns at its addresses, and at no others'.
func TestNodeTurns(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(api.Node(asked{}, api.NodeOptions{Key: nodeKey, Version: "test", Partition: second, Book: addressturns.NewBook(time.Hour)}))
	t.Cleanup(srv.Close)
	c := dial(t, srv.URL, nodeKey, second)
	a := netip.MustParseAddr("192.0.2.1")
	for partition.OfAddress(a, second.Of) != second.Number {
		a = a.Next()
	}
	ask := func(c *api.Client, a netip.Addr) (addressturns.Turns, error) {
		return c.Turns(t.Context(), addressturns.Batch{From: 1, Asks: []addressturns.Ask{{Address: a, Apart: time.Second, Within: time.Second}}})
	}
	if got, err := ask(c, a); err != nil || len(got.Turns) != 1 || got.Turns[0].Given || got.Turns[0].Wait < time.Minute || got.Turns[0].Nodes != 1 {
		t.Errorf("turns %+v, %v", got, err)
	}
	for partition.OfAddress(a, second.Of) == second.Number {
		a = a.Next()
	}
	if got, err := ask(c, a); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("at an address of another node: %+v, %v", got, err)
	}
	if got, err := ask(dial(t, node(t, asked{}), nodeKey, second), a); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("of a node without a book: %+v, %v", got, err)
	}
}
