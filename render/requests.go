package render

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// held is an intercepted request that waits for a decision.
type held struct {
	ID      string `json:"requestId"`
	Frame   string `json:"frameId"`
	Type    string `json:"resourceType"`
	Request struct {
		URL     string            `json:"url"`
		Method  string            `json:"method"`
		Headers map[string]string `json:"headers"`
	} `json:"request"`
}

// origin returns the Origin field of the request.
func (p *held) origin() string {
	for name, value := range p.Request.Headers {
		if strings.EqualFold(name, "Origin") {
			return value
		}
	}
	return ""
}

// request decides about a request: the page itself is served, scripts and their requests are
// passed on, and requests that affect only the appearance of the page are refused.
func (v *view) request(ctx context.Context, p *held) {
	switch {
	case strings.HasPrefix(p.Request.URL, "data:"), strings.HasPrefix(p.Request.URL, "blob:"):
		v.send(ctx, "Fetch.continueRequest", map[string]any{"requestId": p.ID}) // they are contained in the page
	case p.Type == "Document":
		v.document(ctx, p)
	case p.Type == "Stylesheet":
		v.fulfill(ctx, p, Response{Status: http.StatusOK, Header: aranea.Header{"Content-Type": {"text/css"}, "Access-Control-Allow-Origin": {"*"}}})
	case p.Type == "Script" || p.Type == "XHR" || p.Type == "Fetch":
		v.ask(ctx, p)
	default:
		v.refuse(ctx, p)
	}
}

// document serves the page to its own frame, once. Navigating from there is a link; other frames
// stay empty, because they are pages of their own.
func (v *view) document(ctx context.Context, p *held) {
	if v.frame == "" {
		v.frame = p.Frame
		v.fulfill(ctx, p, Response{Status: http.StatusOK, Header: v.page.Header, Body: v.page.Body})
		return
	}
	if u, err := weburl.Parse(p.Request.URL); p.Frame == v.frame && err == nil && u != v.page.URL {
		v.result.Moved = u
	}
	v.refuse(ctx, p)
}

// ask passes a request on, within the limits of the page.
func (v *view) ask(ctx context.Context, p *held) {
	u, err := weburl.Parse(p.Request.URL)
	a := Asked{URL: p.Request.URL}
	switch {
	case err != nil:
		a.Refusal = "not a URL"
	case p.Request.Method != http.MethodGet:
		a.Refusal = "a robot sends no " + clip(p.Request.Method, 20)
	case len(v.result.Asked)+v.open >= v.opt.Requests:
		v.result.Cut = fmt.Sprintf("after %d requests", v.opt.Requests)
		v.refuse(ctx, p)
		return
	case v.bytes.Load() >= v.opt.Bytes:
		v.result.Cut = fmt.Sprintf("after %d bytes", v.opt.Bytes)
		v.refuse(ctx, p)
		return
	}
	if a.Refusal != "" {
		v.result.Asked = append(v.result.Asked, a)
		v.refuse(ctx, p)
		return
	}
	v.open++
	go v.answer(ctx, p, a, Request{URL: u, Kind: p.Type, Origin: p.origin()})
}

// answer gets the response to a request and passes it to the page.
func (v *view) answer(ctx context.Context, p *held, a Asked, r Request) {
	select {
	case v.free <- struct{}{}:
	case <-ctx.Done():
		a.Refusal = "the page was taken before"
		v.answers <- a
		return
	}
	got := v.source.Get(ctx, r)
	<-v.free
	a.Status, a.Bytes, a.Refusal, a.Saved = got.Status, int64(len(got.Body)), got.Refusal, got.Saved
	v.bytes.Add(a.Bytes)
	if got.Refusal != "" || got.Status == 0 {
		v.refuse(ctx, p)
	} else {
		v.fulfill(ctx, p, got)
	}
	v.answers <- a
}

// note records the outcome of a request.
func (v *view) note(a Asked) {
	v.open--
	v.result.Asked = append(v.result.Asked, a)
}

// kept are the response fields that the browser gets. It gets no cookies, and codings are already
// decoded.
var kept = [...]string{"Content-Type", "Content-Language", "Location", "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Access-Control-Expose-Headers", "Content-Security-Policy", "X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Date", "Last-Modified"}

// fulfill passes a response to the browser.
func (v *view) fulfill(ctx context.Context, p *held, r Response) {
	type field struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	fields := []field{}
	for _, name := range kept {
		for _, value := range r.Header.Values(name) {
			fields = append(fields, field{name, strings.Map(visible, value)})
		}
	}
	v.send(ctx, "Fetch.fulfillRequest", map[string]any{
		"requestId": p.ID, "responseCode": r.Status, "responseHeaders": fields, "body": base64.StdEncoding.EncodeToString(r.Body),
	})
}

// visible removes characters that are not allowed in a header field.
func visible(r rune) rune {
	if r < ' ' && r != '\t' || r == 0x7f {
		return -1
	}
	return r
}

// refuse tells the browser that there is no response. A page that tried to navigate elsewhere
// stays: for any other error the browser would show an error page.
func (v *view) refuse(ctx context.Context, p *held) {
	reason := "BlockedByClient"
	if p.Type == "Document" {
		reason = "Aborted"
	}
	v.send(ctx, "Fetch.failRequest", map[string]any{"requestId": p.ID, "errorReason": reason})
}

// send sends a command that the browser may refuse, because the request may have been canceled
// meanwhile. If the connection is gone, the events end.
func (v *view) send(ctx context.Context, method string, params any) {
	_ = v.session.Call(ctx, method, params, nil)
}

func clip(s string, max int) string { return s[:min(len(s), max)] }
