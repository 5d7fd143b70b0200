package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/weburl"
)

// DefaultAccept is the Accept field of a request without one.
const DefaultAccept = "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5"

const acceptEncoding = "gzip, br, zstd"

// A Request says what to request and within which limits.
type Request struct {
	URL weburl.URL
	// Validators make the request conditional; one that is not allowed in a header field is left
	// out.
	Validators aranea.Validators
	// SendBefore is the instant from which on the request must not be sent any more; zero means
	// no limit.
	SendBefore time.Time
	// MaxBody is the size in bytes at which the decoded body is cut. If 0, no body is read.
	MaxBody int64
	// Buffer holds the body; it is reused by the next request with it. Nil means a new one.
	Buffer *Buffer
	// Refusals asks for the beginning of an HTML body also for the statuses 403, 429 and 503, at
	// most MaxRefusal bytes: it may say who refuses.
	Refusals bool
	// Limit returns the size in bytes at which a decoded body of the media type is cut
	// ("text/html", in lower case, without parameters; "" if none is declared), given MaxBody;
	// nil means MaxBody for all. A body with no limit above 0 is not read and fails with
	// BodyType.
	Limit func(mediaType string, maxBody int64) int64
	// Connect limits the time to make a connection for the request; 0 means only the limits of
	// Options.
	Connect time.Duration
	// Patience is how long the answer may take to begin, and then how long its body may take,
	// before the exchange counts as slow (see Options.MaxSlow); 0 means SlowAfter.
	Patience time.Duration
	// Accept is the Accept field; "" means DefaultAccept.
	Accept string
	// Form makes the request a POST of these fields. Nil means GET.
	Form url.Values
	// Head makes the request a HEAD: the answer has no body. It is not for requests with a Form.
	Head bool
	// Fields are header fields that are sent with the request instead of those of
	// Options.Secrets; nil means those. They hold what a secret sends.
	Fields http.Header
	// Certificate is what the connection of the request shows instead of that of Options.Secrets, if Fields is
	// not nil; nil means nothing.
	Certificate *tls.Certificate
	// Address is the only address that the request may go to; it is checked like any other.
	// Invalid means those of the host's name.
	Address netip.Addr
	// Range is the requested part of a document, as a Range field says it, without a content
	// coding; "" for all of it. A server may answer with all.
	Range string
	// Spacing is the distance from other requests at the instant of sending, for which the
	// request waits; the zero value neither waits nor makes others wait.
	Spacing aranea.Spacing
	// Robots says that a robots file is requested, maybe where another one redirects to.
	Robots bool
	// LookUp says that nothing is requested: the host's name is looked up, and the addresses
	// that a request may go to are in the result.
	LookUp bool
}

// spaces returns the spaces that a request reserves. The address that it goes to is not known
// yet; see via.
func (r *Request) spaces(o *Options) (all []space) {
	if r.Spacing.Behind > 0 {
		all = append(all, space{way: way{host: r.URL.Host()}, behind: r.Spacing.Behind})
	}
	if r.Spacing.Apart > 0 {
		s := space{apart: r.Spacing.Apart}
		if o.Proxy != "" || o.Archive != nil || o.Folders.Have(r.URL.Host()) { // no address is known
			s.way.site = r.URL.Origin().Site()
		}
		all = append(all, s)
	}
	return all
}

// A Client makes exchanges. It is safe for concurrent use and keeps connections for reuse; Close
// drops them.
type Client struct {
	opt       Options
	dialer    *dialer
	transport *http.Transport
	certified certificates
	disk      *onDisk     // nil without folders
	header    http.Header // of a request without validators; never modified
	decoders  decoders
	memory    *budget
	rooms     sync.Pool // memory of bodies, *[]byte
	slow      *lane
}

// New returns a Client. The error is that of Options.Validate.
func New(o Options) (*Client, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	rules, err := parseResolve(o.Resolve)
	if err != nil {
		return nil, err
	}
	proxy, err := parseProxy(o.Proxy)
	if err != nil {
		return nil, err
	}
	c := &Client{opt: o, dialer: newDialer(o, rules, proxy), memory: newBudget(o.Memory), slow: newLane(o.MaxSlow)}
	c.header = http.Header{
		"User-Agent": {UserAgent(o)}, "Accept": {DefaultAccept}, "Accept-Encoding": {acceptEncoding},
	}
	if o.From != "" {
		c.header["From"] = []string{o.From}
	}
	c.transport, c.disk = newTransport(o, c.dialer.dial, proxy), newOnDisk(o)
	return c, nil
}

// Archive returns the archive that answers in place of the network, nil for none.
func (c *Client) Archive() *replay.Archive { return c.opt.Archive }

// Close drops the connections that are kept for reuse. Exchanges under way are completed.
func (c *Client) Close() {
	c.transport.CloseIdleConnections()
	c.certified.close()
	c.disk.close()
}

// Do makes one exchange. Errors are in the result: it returns no error, and the end of ctx is
// ScheduleStopped. At most one request is sent, and Sent is the instant right before its first
// byte was written.
func (c *Client) Do(ctx context.Context, r Request) aranea.Fetched {
	out := aranea.Fetched{URL: r.URL}
	if r.Buffer != nil {
		r.Buffer.Release()
	}
	if c.answers(ctx, &r, &out) {
		return out
	}
	e, ctx := begin(ctx, &c.opt, c.slow, &r)
	defer e.finish()
	c.authorize(&r, &out)
	if e.bound = c.binding(&r); e.bound.IsValid() {
		defer c.dialer.pins.put(r.URL.Host(), e.bound)()
	}
	request, told := c.request(ctx, &r)
	out.Asked = aranea.Header(told)
	resp, err := c.transportTo(&r).RoundTrip(request)
	e.tell(&out)
	out.Proxied = c.proxies(r.URL)
	if err != nil {
		reason, detail := c.explain(ctx, e, r.URL, err)
		fail(&out, reason, detail)
		if hostile(&out) {
			e.hangUp()
		}
		return out
	}
	defer func() { _ = resp.Body.Close() }() // it was read as far as needed
	out.Status, out.Proto, out.Header = resp.StatusCode, resp.Proto, aranea.Header(resp.Header)
	if out.Access != "" {
		c.learn(resp, &out)
	}
	switch {
	case resp.StatusCode < 200:
		out.Status = 0
		fail(&out, aranea.NetProto, "the answer switches to another protocol")
	case resp.StatusCode == http.StatusProxyAuthRequired && out.Proxied:
		out.Status = 0
		fail(&out, aranea.NetProxy, "the proxy asks for credentials (status 407)")
	default:
		c.receive(ctx, e, resp, &r, &out)
	}
	if hostile(&out) {
		e.hangUp()
	}
	out.Ended = time.Now()
	return out
}

// answers answers a request for which none leaves, and reports whether it is one: it is refused or late,
// only looks for addresses, or the archive answers it.
func (c *Client) answers(ctx context.Context, r *Request, out *aranea.Fetched) bool {
	var refused *fault
	switch {
	case errors.As(c.refuse(r.URL), &refused):
		fail(out, refused.reason, refused.Error())
	case !r.SendBefore.IsZero() && !time.Now().Before(r.SendBefore):
		fail(out, aranea.ScheduleLate, errLate.Error())
	case r.LookUp:
		c.lookUp(ctx, r, out)
	case c.recorded(r.URL):
		c.replay(ctx, r, out)
	default:
		return false
	}
	return true
}

// recorded reports whether the archive answers for a URL.
func (c *Client) recorded(u weburl.URL) bool { return c.opt.Archive != nil && !c.disk.has(u) }

// replay answers a request from the archive, with the limits of all others. What the archive does not
// have counts as not requested; only a robots file that it does not have, or not as an answer that will
// do, does not exist, because what its maker was allowed to ask for is not known.
func (c *Client) replay(ctx context.Context, r *Request, out *aranea.Fetched) {
	e, ctx := begin(ctx, &c.opt, c.slow, r)
	defer e.finish()
	var found *replay.Capture
	var err error
	if r.Form == nil { // the answers to forms are not told apart by what was filled in
		found, err = c.opt.Archive.Find(r.URL, r.Head)
	}
	switch {
	case err != nil:
		fail(out, aranea.NetReset, err.Error())
		out.Sent = out.Ended // the site has nothing to do with it, but the try counts
	case r.Robots && (found == nil || found.IsRefusal()):
		if found != nil {
			found.Close()
		}
		out.Sent = time.Now()
		out.Status, out.Proto, out.Ended = http.StatusNotFound, "HTTP/1.1", out.Sent
	case found == nil:
		fail(out, aranea.ScopeArchive, "the archive has no answer of it")
	default:
		defer found.Close()
		out.Sent = time.Now()
		out.Captured = cmp.Or(found.At, out.Sent) // not zero: it did not come from the site
		out.Status, out.Proto, out.Header = found.Status, found.Proto, aranea.Header(found.Header)
		resp := &http.Response{StatusCode: found.Status, Header: found.Header, Body: io.NopCloser(found.Body), ContentLength: -1}
		if r.Head {
			resp.Body, resp.ContentLength = http.NoBody, 0
		}
		c.receive(ctx, e, resp, r, out)
		out.Truncated = out.Truncated || found.Cut && len(out.Body) > 0
		out.Ended = time.Now()
	}
}

// authorize adds the fields and the certificate of the secret that belongs to the URL.
func (c *Client) authorize(r *Request, out *aranea.Fetched) {
	if r.Fields == nil && c.opt.Secrets != nil {
		method := http.MethodGet
		if r.Head {
			method = http.MethodHead
		}
		out.Access, r.Fields = c.opt.Secrets.For(method, r.URL)
		r.Certificate = c.opt.Secrets.Certificate(r.URL)
		out.NoSession = out.Access != "" && r.Fields == nil
	}
}

// learn passes on what an answer says of the session of its secret.
func (c *Client) learn(resp *http.Response, out *aranea.Fetched) {
	if renewed := c.opt.Secrets.Learn(out.URL, resp.Header); renewed != "" && resp.StatusCode == http.StatusUnauthorized {
		out.Unprocessed = true
		fail(out, aranea.HTTPLogin, renewed)
	}
}

// hostile reports whether an exchange ended in a way that makes its connection not worth
// keeping: by a limit, or by something other than HTTP.
func hostile(f *aranea.Fetched) bool {
	switch f.Failure {
	case aranea.NetTimeout, aranea.NetProto, aranea.BodyBomb, aranea.BodyHeader:
		return true
	}
	return f.Truncated
}

// fail ends out with a failure.
func fail(out *aranea.Fetched, r aranea.Reason, detail string) {
	out.Ended, out.Failure, out.Detail = time.Now(), r, clip(detail)
}

// refuse returns the fault because of which the URL is not requested at all, or nil.
func (c *Client) refuse(u weburl.URL) error {
	if u.IsZero() {
		return faultf(aranea.ScopeInvalid, "there is no URL")
	}
	if err := checkPort(u.Origin().Port()); err != nil {
		return err
	}
	if by := c.opt.Partition.Elsewhere(u.Origin()); by != "" {
		return faultf(aranea.ScopePartition, "%s", by)
	}
	if c.disk.has(u) {
		return c.disk.refuse(u)
	}
	if c.recorded(u) {
		return nil
	}
	if c.dialer.proxied {
		return c.dialer.guard.checkName(u.Host())
	}
	return nil
}

// transportTo returns what makes the round trip of a request.
func (c *Client) transportTo(r *Request) *http.Transport {
	switch {
	case c.disk.has(r.URL):
		return c.disk.transport
	case r.Certificate != nil:
		return c.certified.transport(c.transport, r.Certificate)
	}
	return c.transport
}

// proxies reports whether a request for a URL goes to the proxy.
func (c *Client) proxies(u weburl.URL) bool { return c.dialer.proxied && !c.disk.has(u) }

// Refuses returns why a request for the URL would never be sent, as far as that is known without
// resolving a name: because of the port, an address used as the host, or a name that always
// means the machine itself. It returns nil if the request may be tried.
func (c *Client) Refuses(u weburl.URL) error {
	if err := c.refuse(u); err != nil || c.dialer.proxied || c.disk.has(u) || c.recorded(u) {
		return err
	}
	host, port := bareHost(u.Host()), u.Origin().Port()
	if m, ok := mapped(c.dialer.rules, host, strconv.Itoa(int(port))); ok {
		return c.dialer.guard.check(netip.AddrPortFrom(m.addr, cmp.Or(m.newPort, port)))
	}
	return c.dialer.guard.checkName(host)
}

// request builds the request, and returns those of its fields that may be disclosed. The target
// is sent exactly as in the URL.
func (c *Client) request(ctx context.Context, r *Request) (req *http.Request, told http.Header) {
	o := r.URL.Origin()
	_, authority, _ := strings.Cut(string(o), "://")
	u := &url.URL{Scheme: o.Scheme(), Host: authority, Opaque: r.URL.Target()}
	switch {
	case c.proxies(r.URL) && u.Scheme == "http":
		u.Opaque = "//" + authority + u.Opaque // absolute form, RFC 9112 section 3.2.2
	case strings.HasPrefix(u.Opaque, "//"):
		u = slashed(u)
	}
	sent, told := c.headerFor(r)
	req = &http.Request{
		Method: http.MethodGet, URL: u, Host: authority, Header: sent,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if r.Head {
		req.Method = http.MethodHead
	}
	if r.Form != nil {
		body := r.Form.Encode()
		req.Method, req.ContentLength = http.MethodPost, int64(len(body))
		req.Body = io.NopCloser(strings.NewReader(body))
	}
	return req.WithContext(ctx), told
}

// slashed handles a target that starts with two slashes, which the library would take for an
// authority. If the library would write the path differently, the absolute form keeps it as it
// is.
func slashed(u *url.URL) *url.URL {
	path, query, hasQuery := strings.Cut(u.Opaque, "?")
	plain, err := url.PathUnescape(path)
	v := &url.URL{Scheme: u.Scheme, Host: u.Host, Path: plain, RawPath: path, RawQuery: query, ForceQuery: hasQuery}
	if err == nil && v.EscapedPath() == path {
		return v
	}
	w := *u
	w.Opaque = "//" + u.Host + u.Opaque
	return &w
}

// headerFor returns the request's header fields, and those of them that may be disclosed.
// Requests without validators share one map, which the library only reads.
func (c *Client) headerFor(r *Request) (sent, told http.Header) {
	told = c.own(r, c.header)
	if len(r.Fields) == 0 && c.opt.Sign == nil {
		return told, told
	}
	sent = maps.Clone(c.header)
	maps.Copy(sent, r.Fields)
	if c.opt.Sign != nil {
		maps.Copy(sent, c.opt.Sign(r.URL.Origin(), time.Now()))
	}
	return c.own(r, sent), told
}

// own returns h with the fields of the request itself.
func (c *Client) own(r *Request, h http.Header) http.Header {
	etag, modified := validator(r.Validators.ETag), validator(r.Validators.LastModified)
	if etag == "" && modified == "" && r.Accept == "" && r.Range == "" && r.Form == nil {
		return h
	}
	all := make(http.Header, len(h)+3)
	maps.Copy(all, h)
	if r.Form != nil {
		all["Content-Type"] = []string{"application/x-www-form-urlencoded"}
	}
	if etag != "" {
		all["If-None-Match"] = []string{condition(etag)}
	}
	if modified != "" {
		all["If-Modified-Since"] = []string{modified}
	}
	if r.Range != "" {
		all["Range"], all["Accept-Encoding"] = []string{strings.Map(printable, r.Range)}, []string{"identity"}
	}
	if r.Accept != "" {
		all["Accept"] = []string{strings.Map(printable, r.Accept)}
	}
	return all
}

// condition returns what If-None-Match says of an entity tag. Apache adds the coding of the content to the tag of a
// file, "1b59-gzip", when it has compared the tag of the request already, so it is answered with all of an unchanged
// file (its bug 45023). The tag of the file itself goes along.
func condition(etag string) string {
	for _, coding := range []string{"-gzip", "-br", "-zstd", "-deflate"} {
		if file, ok := strings.CutSuffix(etag, coding+`"`); ok {
			return file + `", ` + etag
		}
	}
	return etag
}

// validator returns v, or "" if it is not allowed in a header field.
func validator(v string) string {
	if len(v) > aranea.MaxValidator || strings.Map(printable, v) != v {
		return ""
	}
	return v
}

// printable drops characters that are not allowed in a header field (RFC 9110 section 5.5).
func printable(r rune) rune {
	if r < ' ' && r != '\t' || r == 0x7f {
		return -1
	}
	return r
}
