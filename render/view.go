package render

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea/render/cdp"
)

// A view is one page in a browser, from an empty tab to the resulting HTML.
type view struct {
	browser *browser
	opt     Options
	page    Page
	source  Source

	session *cdp.Session
	frame   string     // frame of the page itself, "" until it was requested
	answers chan Asked // answered requests; has room for all
	free    chan struct{}
	bytes   atomic.Int64 // received
	open    int          // open requests; used only by the loop
	loaded  bool
	failed  error
	result  Result
}

// run opens an isolated browser context, renders the page in it, and closes it.
func (v *view) run(ctx context.Context) error {
	root := v.browser.conn.Session("")
	var made struct {
		BrowserContextID string `json:"browserContextId"`
	}
	err := root.Call(ctx, "Target.createBrowserContext", map[string]any{
		"disposeOnDetach": true, "proxyServer": deadProxy, "proxyBypassList": "<-loopback>",
	}, &made)
	if err != nil {
		return fmt.Errorf("open a tab: %w", err)
	}
	err = v.inContext(ctx, root, made.BrowserContextID)
	if end := root.Call(ctx, "Target.disposeBrowserContext", map[string]any{"browserContextId": made.BrowserContextID}, nil); err == nil && end != nil {
		v.browser.conn.Close() // the page is complete, and the browser is not used again
	}
	return err
}

func (v *view) inContext(ctx context.Context, root *cdp.Session, id string) error {
	err := root.Call(ctx, "Browser.setDownloadBehavior", map[string]any{"behavior": "deny", "browserContextId": id}, nil)
	if err != nil {
		return fmt.Errorf("refuse downloads: %w", err)
	}
	var target struct {
		TargetID string `json:"targetId"`
	}
	if err := root.Call(ctx, "Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": id}, &target); err != nil {
		return fmt.Errorf("open a tab: %w", err)
	}
	var attached struct {
		SessionID string `json:"sessionId"`
	}
	if err := root.Call(ctx, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached); err != nil {
		return fmt.Errorf("open a tab: %w", err)
	}
	v.session = v.browser.conn.Session(attached.SessionID)
	defer v.session.End()
	if err := v.prepare(ctx); err != nil {
		return err
	}
	return v.live(ctx)
}

// prepare closes all ways out of the tab except requests, which are intercepted.
func (v *view) prepare(ctx context.Context) error {
	for _, c := range []struct {
		method string
		params any
	}{
		{"Fetch.enable", map[string]any{"patterns": []any{map[string]any{"urlPattern": "*"}}}},
		{"Page.enable", nil},
		{"Inspector.enable", nil},
		{"Emulation.setUserAgentOverride", map[string]any{"userAgent": v.opt.UserAgent}},
		// Whatever a tab opens waits for a debugger, which never comes.
		{"Target.setAutoAttach", map[string]any{"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true}},
		{"Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": closing}},
	} {
		if err := v.session.Call(ctx, c.method, c.params, nil); err != nil {
			return fmt.Errorf("prepare a tab: %w", err)
		}
	}
	return nil
}

// closing removes from a page the interfaces that reach the network in other ways than by
// requests, and those that run code elsewhere.
const closing = `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "Worker", "SharedWorker", "WebSocketStream"])
	try { Object.defineProperty(window, name, {value: undefined, writable: false, configurable: false}) } catch {}
try { delete Navigator.prototype.serviceWorker } catch {}
window.open = () => null`

// live runs the page until it is quiet or its time is over, and takes the resulting HTML.
func (v *view) live(ctx context.Context) error {
	going, cancel := context.WithCancel(ctx)
	defer cancel()
	navigated, ended := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(ended)
		navigated <- v.navigate(going)
	}()
	defer func() { // nothing of this page runs after it
		cancel()
		<-ended
		for ; v.open > 0; v.open-- {
			<-v.answers
		}
	}()
	if err := v.loop(going, navigated); err != nil {
		return err
	}
	return v.take(ctx)
}

// navigate requests the page, and returns when its response has come.
func (v *view) navigate(ctx context.Context) error {
	var came struct {
		ErrorText string `json:"errorText"`
	}
	if err := v.session.Call(ctx, "Page.navigate", map[string]any{"url": v.page.URL.String()}, &came); err != nil {
		return fmt.Errorf("show the page: %w", err)
	}
	if came.ErrorText != "" {
		return fmt.Errorf("%w: the browser shows nothing of it: %.100s", ErrPage, came.ErrorText)
	}
	return nil
}

// loop handles the events of the page until its result may be taken.
func (v *view) loop(ctx context.Context, navigated <-chan error) error {
	over := time.NewTimer(v.opt.Time)
	defer over.Stop()
	quiet := time.NewTimer(v.opt.Time)
	defer quiet.Stop()
	watch := time.NewTicker(watchEvery)
	defer watch.Stop()
	for v.failed == nil {
		select {
		case e, ok := <-v.session.Events():
			if !ok {
				return errCrashed
			}
			if !v.handle(ctx, e) {
				continue
			}
		case a := <-v.answers:
			v.note(a)
		case err := <-navigated:
			if err != nil {
				return err
			}
			navigated = nil
		case <-quiet.C:
			if v.loaded && v.open == 0 {
				return nil
			}
		case <-watch.C:
			if v.browser.memory() > v.opt.Memory {
				return errMemory
			}
			continue
		case <-over.C:
			v.result.Cut = fmt.Sprintf("after %s", v.opt.Time)
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		quiet.Reset(v.opt.Quiet)
	}
	return v.failed
}

// handle handles an event, and reports whether it keeps the page from being quiet.
func (v *view) handle(ctx context.Context, e cdp.Event) bool {
	switch e.Method {
	case "Fetch.requestPaused":
		var p held
		if json.Unmarshal(e.Params, &p) == nil {
			v.request(ctx, &p)
		}
	case "Page.loadEventFired":
		v.loaded = true
	case "Inspector.targetCrashed":
		v.failed = errCrashed
	case "Page.javascriptDialogOpening":
		v.send(ctx, "Page.handleJavaScriptDialog", map[string]any{"accept": false})
	default:
		return false
	}
	return true
}

// take takes the resulting HTML of the page.
func (v *view) take(ctx context.Context) error {
	var document struct {
		Root struct {
			NodeID int64 `json:"nodeId"`
		} `json:"root"`
	}
	if err := v.session.Call(ctx, "DOM.getDocument", map[string]any{"depth": 0}, &document); err != nil {
		return fmt.Errorf("take the page: %w", err)
	}
	var html struct {
		OuterHTML string `json:"outerHTML"`
	}
	if err := v.session.Call(ctx, "DOM.getOuterHTML", map[string]any{"nodeId": document.Root.NodeID, "includeShadowDOM": true}, &html); err != nil {
		return fmt.Errorf("take the page: %w", err)
	}
	if int64(len(html.OuterHTML)) > v.opt.HTML {
		return errSize
	}
	v.result.HTML = []byte(html.OuterHTML)
	return nil
}
