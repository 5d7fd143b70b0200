package aranea

import (
	"net/netip"
	"net/textproto"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// A Header holds the fields of a response. Keys are in the canonical form of
// net/textproto, so a http.Header converts without a copy.
type Header map[string][]string

// Get returns the first value of the field name, or "".
func (h Header) Get(name string) string {
	if v := h[textproto.CanonicalMIMEHeaderKey(name)]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Values returns all values of the field name. The caller must not change them.
func (h Header) Values(name string) []string {
	return h[textproto.CanonicalMIMEHeaderKey(name)]
}

// A Fetched value holds the facts of one exchange, filled once by package
// fetch. If no response came, Status is 0 and Failure says why.
type Fetched struct {
	URL   weburl.URL
	Sent  time.Time // when the request left; zero if it never did
	Ended time.Time // when the last byte needed had come, or the failure
	// Captured is when the site answered, if an archive now answers in its place; zero otherwise.
	Captured time.Time
	TTFB     time.Duration
	Status   int
	// Asked are the fields of the request, except those with secrets or its signature. They
	// must not be changed.
	Asked   Header
	Proto   string         // "HTTP/1.1", "HTTP/2.0"
	Remote  netip.AddrPort // the peer of the connection, the proxy if there is one
	Proxied bool           // Remote is a proxy
	// Addresses are those of the host's name, if the exchange was only a look-up.
	Addresses []netip.Addr
	Header    Header
	// Access is the label of the secret that belongs to the URL, "" for none: the answer is
	// only for those who have the same right.
	Access string
	// NoSession says that Access is a login without a session, so that the request was sent as
	// that of a stranger.
	NoSession bool
	// Body is the decoded body, at most the request's limit. It is valid until
	// the next exchange with the same buffer.
	Body      []byte
	Truncated bool   // the body was cut at the limit
	WireBytes uint64 // bytes of the body as received, before decoding
	Size      uint64 // bytes of the decoded body, even after it was released
	// Failure is ReasonNone if all came. If Status is not 0, the body failed (BodyBroken, BodyBomb, NetTimeout, NetReset).
	Failure     Reason
	Detail      string // the message of the failure, or why the body was cut below the limit; at most MaxDetail bytes
	Unprocessed bool   // with NetReset: the server said that it did not process the request, as it ended a connection that had brought answers (RFC 9113 section 6.8); with HTTPLogin: the session of its secret had to be renewed
}

// WasSent reports whether a request left, so that the host's delay is owed.
func (f *Fetched) WasSent() bool { return !f.Sent.IsZero() }
