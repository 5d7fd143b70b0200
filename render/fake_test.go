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

// A fake is the other end of a connection: a browser in memory. It requests the page, its
// scripts, and what a script of the form "get METHOD URL" requests; the resulting page has the
// answers. Other words in a script simulate the ways in which a page may go wrong.
type fake struct {
	in   chan []byte // to the client
	shut chan struct{}
	once sync.Once
	deaf bool // it no longer answers

	mu       sync.Mutex
	calls    []string
	requests map[string]string // their kinds by identifier
	next     int
	open     int // requests without an answer
	html     strings.Builder
	contexts int    // open contexts
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

// A command is a message from the client.
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

// do executes a command and returns its result, or "" for no answer.
func (f *fake) do(c *command) string {
	var p struct {
		URL, RequestID, Body string
		ResponseCode         int
		ErrorReason          string
		ResponseHeaders      json.RawMessage
	}
	if len(c.Params) > 0 {
		_ = json.Unmarshal(c.Params, &p) // it does not need unknown fields
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

// ask sends a request of the page.
func (f *fake) ask(kind, frame, method, url string) {
	f.next++
	f.open++
	id := fmt.Sprintf("r%d", f.next)
	f.requests[id] = kind
	f.event("Fetch.requestPaused", fmt.Sprintf(`{"requestId":%q,"frameId":%q,"resourceType":%q,"request":{"url":%q,"method":%q,"headers":{"origin":"https://a.test"}}}`, id, frame, kind, url, method))
}

var asks = regexp.MustCompile(`(Script|Stylesheet|Image|Fetch|XHR|Document|Frame|Ping) ([A-Z]+) (\S+)`)

// answered continues with the answer to a request. The resulting page has its own text and those
// of all answers, with what was requested and the status.
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

// misbehave simulates the effects of a bad page on a browser.
func (f *fake) misbehave(body string) {
	switch {
	case strings.Contains(body, "!crash"):
		f.event("Inspector.targetCrashed", "{}")
	case strings.Contains(body, "!endless"):
		f.deaf = true
	case strings.Contains(body, "!busy"):
		f.open++ // a request that never ends
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

// called returns how often the client called a method.
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
