package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Request says what to ask for and within which bounds.
type Request struct {
	URL        weburl.URL
	Validators aranea.Validators
	// SendBefore is the instant after which the request must not leave; zero
	// means no bound.
	SendBefore time.Time
	// MaxBody is the size at which the decoded body is cut.
	MaxBody int64
	// Buffer holds the body; it is reused by the next request with it. Nil
	// means a new one.
	Buffer *Buffer
	// Wants reports whether a body of the media type is worth reading; nil
	// means all are. Bodies that are not wanted are left unread and fail with
	// BodyType.
	Wants func(mediaType string) bool
}

// A Client makes exchanges. It is safe for concurrent use.
type Client struct {
	opt       Options
	transport *http.Transport
	userAgent string
	from      string
	proxied   bool
	guard     guard
}

// New returns a Client.
func New(o Options) (*Client, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	rules, err := parseResolve(o.Resolve)
	if err != nil {
		return nil, err
	}
	c := &Client{opt: o, userAgent: UserAgent(o), proxied: o.Proxy != "", guard: guard{allow: o.AllowNet}}
	if isMail(o.Contact) {
		c.from = o.Contact
	}
	c.transport = &http.Transport{
		DialContext: o.dialer(rules), TLSHandshakeTimeout: o.TLS, ResponseHeaderTimeout: o.FirstByte,
		MaxIdleConns: o.MaxIdleConns, MaxIdleConnsPerHost: 32, IdleConnTimeout: 90 * time.Second,
		MaxResponseHeaderBytes: o.MaxHeaderBytes, DisableCompression: true, ForceAttemptHTTP2: true,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, WriteBufferSize: 2 << 10, ReadBufferSize: 16 << 10,
	}
	if c.proxied {
		u, err := url.Parse(o.Proxy)
		if err != nil {
			return nil, fmt.Errorf("proxy: %w", err)
		}
		c.transport.Proxy = http.ProxyURL(u)
	}
	return c, nil
}

// Close drops the connections that are kept for reuse.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// errLate stops a request that would leave too late.
var errLate = errors.New("the request would leave after its instant")

// onceBody is an empty request body that cannot be read a second time. The HTTP
// library repeats a GET by itself when a reused connection breaks before the
// first byte of the answer, although the site may have seen the request; a body
// that it cannot rewind keeps it from that. It sends nothing: the library asks
// for a first byte, gets none, and writes a request without a body.
type onceBody struct{}

func (onceBody) Read([]byte) (int, error) { return 0, io.EOF }
func (onceBody) Close() error             { return nil }

// Do makes one exchange. It never fails: what went wrong is in the result.
func (c *Client) Do(ctx context.Context, r Request) aranea.Fetched {
	out := aranea.Fetched{URL: r.URL}
	if reason, detail := c.literal(r.URL); reason != aranea.ReasonNone {
		out.Ended, out.Failure, out.Detail = c.opt.Now(), reason, detail
		return out
	}
	ctx, cancel := context.WithTimeout(ctx, c.opt.Total)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	e := &exchange{c: c, sendBefore: r.SendBefore, stop: stop}
	req, err := c.request(httptrace.WithClientTrace(ctx, e.trace()), r)
	if err != nil {
		out.Ended, out.Failure, out.Detail = c.opt.Now(), aranea.ScopeInvalid, clip(err.Error())
		return out
	}
	resp, err := c.transport.RoundTrip(req)
	out.Sent = e.sentAt()
	if p := e.remote.Load(); p != nil {
		out.Remote = *p
	}
	if err != nil {
		out.Ended = c.opt.Now()
		out.Failure, out.Detail = c.classify(ctx, err, !out.Sent.IsZero())
		if out.Failure == aranea.ScheduleLate {
			out.Sent = time.Time{}
		}
		return out
	}
	if first := e.firstByteAt(); !first.IsZero() {
		out.TTFB = first.Sub(out.Sent)
	}
	out.Status, out.Proto, out.Header = resp.StatusCode, resp.Proto, aranea.Header(resp.Header)
	c.body(ctx, stop, resp, r, &out)
	out.Ended = c.opt.Now()
	return out
}

// literal refuses a URL whose host is a private address, also when a proxy
// would make the connection.
func (c *Client) literal(u weburl.URL) (aranea.Reason, string) {
	if !c.proxied {
		return aranea.ReasonNone, ""
	}
	o := u.Origin()
	a, err := netip.ParseAddr(strings.Trim(o.Host(), "[]"))
	if err == nil && !c.guard.permits(a) {
		return aranea.NetGuard, fmt.Sprintf("%s: %s", errGuard, a)
	}
	return aranea.ReasonNone, ""
}

func (c *Client) request(ctx context.Context, r Request) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Body = onceBody{}
	req.ContentLength = -1
	req.Header = http.Header{
		"User-Agent":      {c.userAgent},
		"Accept":          {"text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5"},
		"Accept-Encoding": {"gzip, br, zstd"},
	}
	if c.from != "" {
		req.Header["From"] = []string{c.from}
	}
	if v := r.Validators.ETag; v != "" {
		req.Header["If-None-Match"] = []string{v}
	}
	if v := r.Validators.LastModified; v != "" {
		req.Header["If-Modified-Since"] = []string{v}
	}
	return req, nil
}

// An exchange watches one round trip.
type exchange struct {
	c          *Client
	sendBefore time.Time
	stop       context.CancelCauseFunc
	sent       atomic.Int64 // unix nanoseconds, 0 for never
	first      atomic.Int64
	remote     atomic.Pointer[netip.AddrPort]
}

// trace hooks into the library right before the request is written: that is
// where a late request is stopped.
func (e *exchange) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) {
			if ap, err := netip.ParseAddrPort(info.Conn.RemoteAddr().String()); err == nil {
				e.remote.Store(&ap)
			}
			now := e.c.opt.Now()
			if !e.sendBefore.IsZero() && now.After(e.sendBefore) {
				// The connection must not carry the request: close it, so
				// that the write fails even if it races with the stop.
				e.stop(errLate)
				_ = info.Conn.Close() // nothing was sent on it
				return
			}
			e.sent.Store(now.UnixNano())
		},
		GotFirstResponseByte: func() { e.first.CompareAndSwap(0, e.c.opt.Now().UnixNano()) },
	}
}

func (e *exchange) sentAt() time.Time      { return instant(e.sent.Load()) }
func (e *exchange) firstByteAt() time.Time { return instant(e.first.Load()) }

func instant(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns)
}

// classify turns an error of the round trip into a reason.
func (c *Client) classify(ctx context.Context, err error, sent bool) (aranea.Reason, string) {
	detail := clip(err.Error())
	var dns *net.DNSError
	var op *net.OpError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.Is(context.Cause(ctx), errLate):
		return aranea.ScheduleLate, errLate.Error()
	case errors.Is(err, errGuard), errors.Is(err, errPort):
		return aranea.NetGuard, detail
	case errors.Is(context.Cause(ctx), context.Canceled):
		return aranea.ScheduleStopped, "stopped"
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return aranea.NetTimeout, detail
	case errors.As(err, &op) && op.Op == "proxyconnect", c.proxied && strings.Contains(detail, "proxy"):
		return aranea.NetProxy, detail
	case errors.As(err, &dns):
		return aranea.NetDNS, detail
	case errors.As(err, &cert), strings.Contains(detail, "tls:"), strings.Contains(detail, "x509:"):
		return aranea.NetTLS, detail
	case strings.Contains(detail, "server response headers exceeded"):
		return aranea.BodyHeader, detail
	case strings.Contains(detail, "malformed HTTP"), strings.Contains(detail, "malformed MIME"), strings.Contains(detail, "too many 1xx"),
		strings.Contains(detail, "HTTP/1.x transport connection broken"), strings.Contains(detail, "bad Content-Length"),
		strings.Contains(detail, "http2:"):
		return aranea.NetProto, detail
	case !sent:
		return aranea.NetDial, detail
	}
	return aranea.NetReset, detail
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

func clip(s string) string {
	if len(s) > aranea.MaxDetail {
		return s[:aranea.MaxDetail]
	}
	return s
}
