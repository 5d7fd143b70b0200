package fetch

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"sync"

	"github.com/aranea-search/aranea"
)

// newTransport returns what makes round trips over the connections of dial.
func newTransport(o Options, dial func(context.Context, string, string) (net.Conn, error), proxy *url.URL) *http.Transport {
	t := &http.Transport{
		DialContext: dial, TLSHandshakeTimeout: o.TLS,
		MaxConnsPerHost: o.MaxConnsPerHost, MaxIdleConnsPerHost: o.MaxConnsPerHost,
		MaxIdleConns: o.MaxIdleConns, IdleConnTimeout: idleConnLife,
		MaxResponseHeaderBytes: o.MaxHeaderBytes, DisableCompression: true,
		WriteBufferSize: writeBuffer, ReadBufferSize: readBuffer,
		ForceAttemptHTTP2: true,
		HTTP2:             &http.HTTP2Config{MaxReceiveBufferPerStream: streamBuffer},
		TLSClientConfig: &tls.Config{
			MinVersion: tls.VersionTLS12, RootCAs: o.RootCAs, ClientSessionCache: tls.NewLRUClientSessionCache(tlsSessions),
		},
	}
	if proxy != nil {
		t.Proxy = http.ProxyURL(proxy)
		t.OnProxyConnectResponse = proxyAnswer
		t.ProxyConnectHeader = http.Header{"User-Agent": {UserAgent(o)}}
		// The library counts all http hosts behind a proxy as one host.
		t.MaxConnsPerHost, t.MaxIdleConnsPerHost = 0, o.MaxIdleConns
	}
	return t
}

// certificates holds what makes round trips over connections that show a certificate: those that show another one, or
// none, are not used for them. It is safe for concurrent use.
type certificates struct {
	mu  sync.Mutex
	all map[*tls.Certificate]*http.Transport
}

// transport returns that of a certificate; it is otherwise like plain.
func (c *certificates) transport(plain *http.Transport, shown *tls.Certificate) *http.Transport {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.all[shown]; t != nil {
		return t
	}
	t := plain.Clone()
	t.TLSClientConfig.Certificates = []tls.Certificate{*shown}
	t.TLSClientConfig.ClientSessionCache = tls.NewLRUClientSessionCache(1) // a session knows what its connection showed
	if c.all == nil {
		c.all = map[*tls.Certificate]*http.Transport{}
	}
	c.all[shown] = t
	return t
}

// close drops the connections that are kept for reuse.
func (c *certificates) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.all {
		t.CloseIdleConnections()
	}
}

// proxyAnswer converts a proxy's refusal to open a tunnel to a fault.
func proxyAnswer(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		return faultf(aranea.NetProxy, "the proxy refused the tunnel with status %d", resp.StatusCode)
	}
	return nil
}
