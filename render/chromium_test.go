//go:build chromium && linux

package render

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A sourceFunc implements Source by a function.
type sourceFunc func(r Request) Response

func (f sourceFunc) Get(_ context.Context, r Request) Response { return f(r) }

// nothing refuses every request.
var nothing = sourceFunc(func(Request) Response { return Response{Refusal: "nothing is there"} })

// plainly starts Chromium with access to the network of this machine, so that only the renderer's
// own measures keep it from the network.
func plainly(ctx context.Context, o Options) (*browser, error) {
	path, err := o.find()
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "aranea-render-")
	if err != nil {
		return nil, err
	}
	if err := giveAway(profile); err != nil {
		return nil, err
	}
	all := confinements()
	p, err := startAs(path, profile, all[len(all)-1])
	if err != nil {
		return nil, err
	}
	return greet(ctx, p.pipe, p)
}

func chromium(t *testing.T, o Options) *Renderer {
	t.Helper()
	o.Browser, o.Tabs, o.UserAgent = "chromium", 1, "Aranea/test"
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	r := newRenderer(o, plainly)
	t.Cleanup(r.Close)
	return r
}

func TestChromiumRunsScripts(t *testing.T) {
	r, err := New(Options{Browser: "chromium", UserAgent: "Aranea/test"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	site := sourceFunc(func(r Request) Response {
		switch r.URL.Target() {
		case "/app.js":
			return Response{Status: http.StatusOK, Header: aranea.Header{"Content-Type": {"text/javascript"}}, Body: []byte(
				`fetch("/moved.json").then(a => a.json()).then(d => {
					root.innerHTML = "<h1>" + d.title + "</h1><a href='/next'>next</a><i>" + navigator.userAgent + "</i>";
					const inner = document.createElement("div"); inner.attachShadow({mode: "open"}).innerHTML = "<p>in a shadow</p>"; root.append(inner);
					fetch("https://b.test/other").catch(e => root.append("refused by the browser"))
				})`)}
		case "/moved.json":
			return Response{Status: http.StatusFound, Header: aranea.Header{"Location": {"/data.json"}}}
		case "/data.json":
			return Response{Status: http.StatusOK, Header: aranea.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"title":"Words that came late"}`)}
		case "/other": // does not allow other origins
			return Response{Status: http.StatusOK, Body: []byte("x")}
		}
		return Response{Refusal: "not there"}
	})
	res, err := r.Render(t.Context(), pageOf(t, `<!doctype html><title>T</title><link rel=stylesheet href=/s.css><div id=root></div><img src=/i.png><script src=/app.js></script>`), site)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h1>Words that came late</h1>", `<a href="/next">`, "<i>Aranea/test</i>", "<p>in a shadow</p>", "refused by the browser"} {
		if !strings.Contains(string(res.HTML), want) {
			t.Errorf("%q is missing in %s", want, res.HTML)
		}
	}
	if len(res.Asked) != 4 || res.Cut != "" || !strings.Contains(res.Browser, "Chrome") {
		t.Errorf("asked %+v, cut %q, by %q", res.Asked, res.Cut, res.Browser)
	}
}

// TestChromiumReachesNothingByItself lets a page try every way to the network that a browser has,
// to a server that counts connections.
func TestChromiumReachesNothingByItself(t *testing.T) {
	var reached atomic.Int64
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{}, 2)
	go func() {
		defer func() { ended <- struct{}{} }()
		for {
			c, err := tcp.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			_ = c.Close()
		}
	}()
	go func() {
		defer func() { ended <- struct{}{} }()
		for b := make([]byte, 100); ; reached.Add(1) {
			if _, _, err := udp.ReadFrom(b); err != nil {
				return
			}
		}
	}()
	r := chromium(t, Options{Quiet: 3 * time.Second})
	at, stun := tcp.Addr().String(), udp.LocalAddr().String()
	page := strings.NewReplacer("AT", at, "STUN", stun).Replace(`<!doctype html><html><head>
<link rel=preconnect href=//AT><link rel=prefetch href=//AT/1><link rel=dns-prefetch href=//localhost><link rel=icon href=//AT/2>
<link rel=modulepreload href=//AT/3><link rel=manifest href=//AT/m></head><body><p id=done></p>
<img src=//AT/4><iframe src=//AT/5></iframe><video src=//AT/6></video><object data=//AT/7></object><embed src=//AT/8>
<iframe srcdoc="<script>try { new WebSocket('ws://AT/9') } catch {}; try { new RTCPeerConnection({iceServers: [{urls: 'stun:STUN'}]}) } catch {}</script>"></iframe>
<script src=//AT/10></script><script>
const tries = [
	() => new WebSocket("ws://AT/11"), () => new EventSource("//AT/12"), () => navigator.sendBeacon("//AT/13", "x"),
	() => fetch("//AT/14", {method: "POST", mode: "no-cors", body: "x"}), () => fetch("//AT/15", {mode: "no-cors", keepalive: true}),
	() => window.open("//AT/16"), () => new Worker("data:text/javascript,fetch('http://AT/17')"), () => navigator.serviceWorker.register("/18"),
	() => { const p = new RTCPeerConnection({iceServers: [{urls: "stun:STUN"}]}); p.createDataChannel("x"); p.createOffer().then(o => p.setLocalDescription(o)) },
	() => new WebTransport("https://AT/19"), () => document.forms[0].submit(), () => { location = "//AT/20" },
	() => { const a = document.createElement("a"); a.href = "//AT/21"; a.download = "x"; a.click() },
	() => { const a = document.createElement("a"); a.href = "//AT/22"; a.ping = "//AT/23"; a.target = "_blank"; a.click() },
];
let n = 0; for (const t of tries) { try { t() } catch {} n++ }
done.textContent = "tried " + n
</script><form action=//AT/24 method=post></form></body></html>`)
	u, err := weburl.Parse("http://a.test/page")
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Render(t.Context(), Page{URL: u, Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(page)}, nothing)
	if err != nil || !strings.Contains(string(res.HTML), "tried 14") {
		t.Errorf("the page did not try: %v, %s", err, res.HTML)
	}
	r.Close()
	for range cap(r.tabs) { // for the cleanup
		r.tabs <- new(tab)
	}
	_, _ = tcp.Close(), udp.Close()
	<-ended
	<-ended
	if n := reached.Load(); n != 0 {
		t.Errorf("it was reached %d times", n)
	}
}

func TestChromiumIsEndedByBadPages(t *testing.T) {
	r := chromium(t, Options{Time: 8 * time.Second, Quiet: 4 * time.Second, Memory: 600 << 20})
	for _, c := range []struct {
		name, body string
		want       error
	}{
		{"a script without end", `<p>x</p><script>for (;;) {}</script>`, ErrPage},
		{"a script that takes memory", `<script>const all = []; setInterval(() => { const b = new Uint8Array(64 << 20); b.fill(1); all.push(b) }, 10)</script>`, errMemory},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := r.Render(t.Context(), pageOf(t, c.body), nothing); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			res, err := r.Render(t.Context(), pageOf(t, `<p id=p></p><script>p.textContent = "next " + (1 + 1)</script>`), nothing)
			if err != nil || !strings.Contains(string(res.HTML), "next 2") {
				t.Errorf("the next page: %v, %s", err, res.HTML)
			}
		})
	}
}

func TestChromiumThatIsKilled(t *testing.T) {
	r := chromium(t, Options{})
	var kill func()
	source := sourceFunc(func(Request) Response { kill(); return Response{Status: http.StatusOK} })
	first := <-r.tabs
	if err := first.ready(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	kill = first.browser.process.kill
	family := first.browser.process.family()
	profile := first.browser.process.profile
	r.tabs <- first
	_, err := r.Render(t.Context(), pageOf(t, `<script src=/app.js></script>`), source)
	if !errors.Is(err, errCrashed) {
		t.Errorf("got %v, want a crash", err)
	}
	for _, id := range family {
		if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id)); err == nil && !strings.Contains(string(b), ") Z ") {
			t.Errorf("process %d is left: %s", id, b)
		}
	}
	if _, err := os.Stat(profile); !os.IsNotExist(err) {
		t.Errorf("the profile is left: %v", err)
	}
}

func TestChromiumHasNoNetwork(t *testing.T) {
	path, err := exec.LookPath("true")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	confinements()[0](cmd)
	if err := cmd.Run(); err != nil {
		t.Logf("this machine gives no network of its own: %v", err)
		return
	}
	cmd = exec.Command("cat", "/proc/net/dev")
	confinements()[0](cmd)
	out, err := cmd.Output()
	if err != nil || strings.Count(string(out), ":") != 1 || !strings.Contains(string(out), "lo:") {
		t.Errorf("it sees %s, %v", out, err)
	}
}
