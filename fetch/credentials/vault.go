package credentials

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net/http"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea/internal/subpath"
	"github.com/aranea-search/aranea/weburl"
)

// A Vault holds the secrets of a file. It is safe for concurrent use. A nil Vault holds none.
type Vault struct {
	secrets []*secret // in the order of the file
}

// A kind is how a secret is sent.
type kind uint8

const (
	basic kind = iota
	bearer
	header
	cookies
	form
	digest
	certificate
)

// A secret opens one part of one site.
type secret struct {
	label  string
	url    weburl.URL // the prefix of the URLs that it is for
	proof  weburl.URL // a page that only those with the same rights see
	kind   kind
	pair   *tls.Certificate  // of a certificate, with its key
	field  string            // the name of the header field that it is sent in
	login  weburl.URL        // of a form
	fields map[string]string // of a form, in addition to user and password
	user   string
	pass   string            // the password, token or value
	sum    [sha256.Size]byte // of the whole secret

	mu     sync.Mutex
	value  string         // of field
	jar    *jar           // for cookies and form; nil before a login
	digest *digestSession // of Digest authentication; nil before a login
	since  time.Time      // when the session was got by a login

	// Of a login: await says that its pages wait for a login of a Keeper, try is the state of its
	// logins, and missed is when the last answer to a request without a session came, zero if
	// Opened has found its page.
	await  bool
	try    try
	missed time.Time
}

// String returns the label, so that a secret cannot be printed by accident.
func (s *secret) String() string { return s.label }

// fill sets what is sent from a name and a password, token or value.
func (s *secret) fill(user, pass string) error {
	s.user, s.pass = user, pass
	if (s.kind == basic || s.kind == digest) && strings.Contains(user, ":") {
		return errors.New("user holds a colon, which Basic and Digest authentication cannot send (RFC 7617 section 2, RFC 7616 section 3.4)")
	}
	switch s.kind {
	case basic:
		s.field, s.value = "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+pass))
	case bearer:
		s.field, s.value = "Authorization", "Bearer "+pass
	case header:
		s.value = pass
	}
	return nil
}

// fieldName reports whether a secret may set a header field of this name: not those that say
// where a message ends or whom it is for.
func fieldName(name string) bool {
	for i := range len(name) {
		c := name[i] | 0x20
		if (c < 'a' || c > 'z') && (name[i] < '0' || name[i] > '9') && name[i] != '-' && name[i] != '_' {
			return false
		}
	}
	taken := []string{
		"Host", "Connection", "Content-Length", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "User-Agent", "From",
		"Accept", "Accept-Encoding", "If-None-Match", "If-Modified-Since", "Expect", "Range",
	}
	return name != "" && !slices.Contains(taken, textproto.CanonicalMIMEHeaderKey(name))
}

// holds reports whether u is below the URL of the secret: the same origin, and a path that
// continues where its path ends, and that no server resolves to another one (..%2F).
func (s *secret) holds(u weburl.URL) bool {
	return u.Origin() == s.url.Origin() && subpath.Of(s.url.Path(), u.Path())
}

// of returns the secret that is sent with a request: of those that hold for it, the one with the
// longest path, and the first of equals.
func (v *Vault) of(u weburl.URL) *secret {
	if v == nil || u.IsZero() {
		return nil
	}
	var best *secret
	for _, s := range v.secrets {
		if s.holds(u) && (best == nil || len(s.url.Path()) > len(best.url.Path())) {
			best = s
		}
	}
	return best
}

// Only returns a vault with those of the secrets that open sites of which the function reports true. The
// secrets are those of v.
func (v *Vault) Only(which func(weburl.Origin) bool) *Vault {
	if v == nil {
		return nil
	}
	only := new(Vault)
	for _, s := range v.secrets {
		if which(s.url.Origin()) {
			only.secrets = append(only.secrets, s)
		}
	}
	return only
}

// For returns the header fields to send with a request of a method to u, and the label of their secret; ""
// and nil if u needs none.
func (v *Vault) For(method string, u weburl.URL) (label string, fields http.Header) {
	s := v.of(u)
	if s == nil {
		return "", nil
	}
	return s.label, s.header(method, u)
}

// Certificate returns what the connections to the site of u show, nil for nothing.
func (v *Vault) Certificate(u weburl.URL) *tls.Certificate {
	if s := v.of(u); s != nil {
		return s.pair
	}
	return nil
}

// header returns the fields that the secret sends with a request of a method to u.
func (s *secret) header(method string, u weburl.URL) http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kind == certificate {
		return http.Header{} // the connection says it
	}
	if s.kind == digest {
		if s.digest == nil {
			return nil
		}
		return http.Header{"Authorization": {s.digest.answer(method, u, s.user, s.pass)}}
	}
	if s.kind != cookies && s.kind != form {
		return http.Header{textproto.CanonicalMIMEHeaderKey(s.field): {s.value}}
	}
	if s.jar == nil {
		return nil
	}
	var pairs []string
	for _, c := range s.jar.Cookies(u.URL()) {
		pairs = append(pairs, c.Name+"="+c.Value)
	}
	if len(pairs) == 0 {
		return nil
	}
	return http.Header{"Cookie": {strings.Join(pairs, "; ")}}
}

// Learn stores the cookies, or the nonce, of an answer in the session of the secret that was sent with the
// request. If the nonce that was sent was out of date, it returns that in words, else "".
func (v *Vault) Learn(u weburl.URL, answer http.Header) (renewed string) {
	if s := v.of(u); s != nil && s.learn(u, answer) {
		return "secret " + s.label + ", its nonce was out of date"
	}
	return ""
}

// learn is Learn for the secret; it reports whether the nonce was out of date.
func (s *secret) learn(u weburl.URL, answer http.Header) (outOfDate bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.digest != nil {
		return s.renew(answer)
	}
	if s.jar != nil && len(answer["Set-Cookie"]) > 0 { // otherwise it has no session
		s.jar.learn(u, answer["Set-Cookie"])
	}
	return false
}

// Labels returns the labels of all secrets, each once, in order.
func (v *Vault) Labels() []string {
	if v == nil {
		return nil
	}
	var out []string
	for _, s := range v.secrets {
		out = append(out, s.label)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
