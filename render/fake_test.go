package render

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea/render/cdp"
)

// A fake is the other end of a connection: a browser in memory. It asks for the
// page, for the scripts that it names, and for what a script of the form
// "get METHOD URL" asks for; the page becomes what came of it. Other words of a
// script are the ways in which a page may go wrong.
type fake struct {
	in   chan []byte // to the client
	shut chan struct{}
	once sync.Once
	deaf bool // it answers nothing more

	mu       sync.Mutex
	calls    []string
	requests map[string]string // by identity: what they are for
	next     int
	open     int // requests without an answer
	html     strings.Builder
	contexts int    // that are open
	fields   string // of the last answer
}

func newFake() *fake {
	return &fake{in: make(chan []byte, 2*cdp.MaxEvents), shut: make(chan struct{}), requests: map[string]string{}}
}

func (f *fake) Read() ([]byte, error) {
	select {
	case b := <-f.in:
		return b, nil
	case <-f.shut:
		return nil, io.EOF
	}
}

func (f *fake) Close() error {
	f.once.Do(func() { close(f.shut) })
	return nil
}

// A command is what the client says.
type command struct {
	ID      int64           `json:"id"`
	Session string          `json:"sessionId"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

func (f *fake) Write(b []byte) error {
	var c command
	if err := json.Unmarshal(bytes.Clone(b), &c); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, c.Method)
	result := f.do(&c)
	if f.deaf || result == "" {
		return nil
	}
	f.say(fmt.Sprintf(`{"id":%d,"sessionId":%q,"result":%s}`, c.ID, c.Session, result))
	return nil
}

func (f *fake) say(message string) {
	select {
	case f.in <- []byte(message):
	case <-f.shut:
	}
}

func (f *fake) event(method, params string) {
	f.say(fmt.Sprintf(`{"sessionId":"s","method":%q,"params":%s}`, method, params))
}

// do carries a command out and returns its result, "" for no answer at all.
func (f *fake) do(c *command) string {
	var p struct {
		URL, RequestID, Body string
		ResponseCode         int
		ErrorReason          string
		ResponseHeaders      json.RawMessage
	}
	if len(c.Params) > 0 {
		_ = json.Unmarshal(c.Params, &p) // what it does not know it does not need
	}
	switch c.Method {
	case "Browser.getVersion":
		return `{"product":"Fake/1.0"}`
	case "Target.createBrowserContext":
		f.contexts++
		return `{"browserContextId":"c"}`
	case "Target.disposeBrowserContext":
		f.contexts--
	case "Target.createTarget":
		return `{"targetId":"t"}`
	case "Target.attachToTarget":
		return `{"sessionId":"s"}`
	case "Page.navigate":
		f.html.Reset()
		f.ask("Document", "main", "GET", p.URL)
	case "Fetch.fulfillRequest":
		f.fields = string(p.ResponseHeaders)
		body, _ := base64.StdEncoding.DecodeString(p.Body)
		f.answered(p.RequestID, fmt.Sprint(p.ResponseCode), string(body))
	case "Fetch.failRequest":
		f.answered(p.RequestID, p.ErrorReason, "")
	case "DOM.getDocument":
		return `{"root":{"nodeId":7}}`
	case "DOM.getOuterHTML":
		html, _ := json.Marshal(f.html.String())
		return `{"outerHTML":` + string(html) + `}`
	}
	return "{}"
}

// ask makes a request of the page.
func (f *fake) ask(kind, frame, method, url string) {
	f.next++
	f.open++
	id := fmt.Sprintf("r%d", f.next)
	f.requests[id] = kind
	f.event("Fetch.requestPaused", fmt.Sprintf(`{"requestId":%q,"frameId":%q,"resourceType":%q,"request":{"url":%q,"method":%q,"headers":{"origin":"https://a.test"}}}`, id, frame, kind, url, method))
}

var asks = regexp.MustCompile(`(Script|Stylesheet|Image|Fetch|XHR|Document|Frame|Ping) ([A-Z]+) (\S+)`)

// answered goes on with the answer of a request. The page becomes its own text and
// that of all answers, with what was asked for and the status.
func (f *fake) answered(id, status, body string) {
	kind := f.requests[id]
	delete(f.requests, id)
	f.open--
	fmt.Fprintf(&f.html, "[%s %s]%s", kind, status, body)
	for _, m := range asks.FindAllStringSubmatch(body, -1) {
		switch m[1] {
		case "Frame":
			f.ask("Document", "inner", m[2], m[3])
		default:
			f.ask(m[1], "main", m[2], m[3])
		}
	}
	f.misbehave(body)
	if f.open == 0 {
		f.event("Page.loadEventFired", "{}")
	}
}

// misbehave does what a bad page makes of a browser.
func (f *fake) misbehave(body string) {
	switch {
	case strings.Contains(body, "!crash"):
		f.event("Inspector.targetCrashed", "{}")
	case strings.Contains(body, "!endless"):
		f.deaf = true
	case strings.Contains(body, "!busy"):
		f.open++ // a request that has no end
	case strings.Contains(body, "!gone"):
		_ = f.Close()
	case strings.Contains(body, "!garbage"):
		f.say("garbage")
	case strings.Contains(body, "!odd"):
		f.event("Fetch.requestPaused", `[]`)
		f.event("Page.javascriptDialogOpening", `{"message":"stay?"}`)
		f.event("Target.attachedToTarget", `{}`)
	case strings.Contains(body, "!flood"):
		for range cdp.MaxEvents + 10 {
			f.event("Page.frameResized", `{}`)
		}
	case strings.Contains(body, "!large"):
		f.html.WriteString(strings.Repeat("x", 2000))
	}
}

// called reports how often the client said something.
func (f *fake) called(method string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.calls {
		if c == method {
			n++
		}
	}
	return n
}

func (f *fake) left(t *testing.T) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.contexts != 0 {
		t.Errorf("%d contexts are left open", f.contexts)
	}
}
