package credentials

import (
	"cmp"
	"context"
	"crypto/md5" //nolint:gosec // what sites ask for
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// maxChallenge is the size in bytes of the challenges of an answer that are read.
const maxChallenge = 8 << 10

// hashes are the algorithms of Digest authentication, without "-sess" (RFC 7616 section 6.1).
var hashes = map[string]func() hash.Hash{"": md5.New, "MD5": md5.New, "SHA-256": sha256.New, "SHA-512-256": sha512.New512_256}

// A challenge is what a site asks for by Digest authentication (RFC 7616). It is not changed once it is known.
type challenge struct {
	realm, nonce, opaque string
	algorithm            string // as the site writes it; "" if it names none
	hash                 func() hash.Hash
	sess                 bool // the algorithm ends in "-sess"
	qop                  bool // answers have a count and a nonce of their own; without, they are those of RFC 2069
	userhash             bool // the name is sent as a hash
	stale                bool // the answer before was right, but for its nonce
}

// digestChallenge returns the first Digest challenge of an answer that can be answered, and the schemes of all
// challenges.
func digestChallenge(answer http.Header) (c *challenge, schemes []string) {
	for _, field := range answer["Www-Authenticate"] {
		for _, x := range readChallenges(field[:min(len(field), maxChallenge)]) {
			schemes = append(schemes, x.scheme)
			if c == nil {
				c = x.digest()
			}
		}
	}
	return c, schemes
}

// digest returns what a challenge asks for, nil if it is none of Digest authentication, or one that cannot be
// answered.
func (x *authChallenge) digest() *challenge {
	algorithm := x.params["algorithm"]
	name, sess := strings.CutSuffix(strings.ToUpper(algorithm), "-SESS")
	h, known := hashes[name]
	offered, hasQop := x.params["qop"]
	if !strings.EqualFold(x.scheme, "Digest") || x.params["nonce"] == "" || !known || !sendable(x.params["realm"]+x.params["nonce"]+x.params["opaque"]) {
		return nil
	}
	c := &challenge{
		realm: x.params["realm"], nonce: x.params["nonce"], opaque: x.params["opaque"],
		algorithm: algorithm, hash: h, sess: sess,
		userhash: strings.EqualFold(x.params["userhash"], "true"), stale: strings.EqualFold(x.params["stale"], "true"),
	}
	for q := range strings.SplitSeq(offered, ",") {
		c.qop = c.qop || strings.EqualFold(strings.TrimSpace(q), "auth")
	}
	if hasQop && !c.qop {
		return nil // it wants auth-int alone, the body protected as well, which no browser does
	}
	return c
}

// next returns the challenge that follows from the Authentication-Info field of an answer (RFC 7616 section 3.5):
// c with another nonce, or c itself.
func (c *challenge) next(answer http.Header) *challenge {
	for _, field := range answer["Authentication-Info"] {
		params, _ := readParams(field[:min(len(field), maxChallenge)])
		if nonce := params["nextnonce"]; nonce != "" && sendable(nonce) {
			following := *c
			following.nonce = nonce
			return &following
		}
	}
	return c
}

// A digestSession answers the challenge of a site with a name and a password.
type digestSession struct {
	*challenge
	count uint32 // of the answers with its nonce
}

// answer returns the Authorization field of a request.
func (d *digestSession) answer(method string, u weburl.URL, user, pass string) string {
	d.count++
	own := make([]byte, 16)
	_, _ = rand.Read(own) // it never fails
	return d.challenge.answer(method, u.Target(), user, pass, hex.EncodeToString(own), d.count)
}

// answer returns the Authorization field of a request for a target, with a nonce of the client, in a session with so
// many requests (RFC 7616 section 3.4).
func (c *challenge) answer(method, target, user, pass, own string, count uint32) string {
	sum := func(parts ...string) string {
		h := c.hash()
		_, _ = h.Write([]byte(strings.Join(parts, ":"))) // it never fails
		return hex.EncodeToString(h.Sum(nil))
	}
	key := sum(user, c.realm, pass)
	if c.sess {
		key = sum(key, c.nonce, own)
	}
	nc, request := fmt.Sprintf("%08x", count), sum(method, target)
	response := sum(key, c.nonce, request)
	if c.qop {
		response = sum(key, c.nonce, nc, own, "auth", request)
	}
	var b strings.Builder
	b.WriteString("Digest ")
	if c.userhash {
		b.WriteString("username=" + quoted(sum(user, c.realm)) + ", userhash=true")
	} else {
		b.WriteString("username=" + quoted(user))
	}
	fmt.Fprintf(&b, ", realm=%s, nonce=%s, uri=%s, response=%s", quoted(c.realm), quoted(c.nonce), quoted(target), quoted(response))
	if c.algorithm != "" {
		b.WriteString(", algorithm=" + c.algorithm)
	}
	if c.opaque != "" {
		b.WriteString(", opaque=" + quoted(c.opaque))
	}
	if c.qop {
		fmt.Fprintf(&b, ", qop=auth, nc=%s, cnonce=%s", nc, quoted(own))
	} else if c.sess {
		b.WriteString(", cnonce=" + quoted(own))
	}
	return b.String()
}

// digestTries is how many requests a login by Digest authentication takes at most: one that is asked for a name, one with
// the answer, and one more if its nonce was out of date by then.
const digestTries = 3

// signInDigest asks for the proof of the secret, answers the challenge, and returns the session.
func (s *secret) signInDigest(ctx context.Context, user, pass string, ask Exchanger) (*secret, error) {
	session := &secret{label: s.label, url: s.url, kind: digest, user: user, pass: pass}
	for range digestTries {
		f, err := session.exchange(ctx, Ask{URL: s.proof}, ask)
		if err != nil {
			return nil, s.fault(err)
		}
		if err := unwell(&f); err != nil {
			return nil, s.fault(err)
		}
		c, schemes := digestChallenge(http.Header(f.Header))
		switch {
		case f.Status != http.StatusUnauthorized && session.digest != nil:
			return session, nil
		case session.digest != nil && (c == nil || !c.stale):
			return nil, s.refused(f.Status)
		case f.Status != http.StatusUnauthorized:
			return nil, s.fault(fmt.Errorf("%s answered with status %d and did not ask for a name", s.proof, f.Status))
		case c == nil:
			return nil, s.fault(fmt.Errorf("%s asks for no Digest authentication that is known, but for: %s", s.proof, cmp.Or(strings.Join(schemes, ", "), "nothing")))
		}
		session.digest = &digestSession{challenge: c}
	}
	return nil, s.fault(errors.New("the site takes each answer as out of date"))
}

// renew takes over a new nonce that an answer brings, and reports whether the one that was sent was out of date. The
// caller holds s.mu, and there is a session.
func (s *secret) renew(answer http.Header) (outOfDate bool) {
	next := s.digest.next(answer)
	if c, _ := digestChallenge(answer); c != nil {
		next, outOfDate = c, c.stale
	}
	if next != s.digest.challenge {
		before := s.digest
		if s.digest = (&digestSession{challenge: next}); next.nonce == before.nonce {
			s.digest.count = before.count // a count is never sent twice with a nonce
		}
	}
	return outOfDate
}

// lostDigest ends the session if an answer refuses it, and says what was sent then, else "".
func (s *secret) lostDigest(f *aranea.Fetched) (evidence string) {
	if f.Status != http.StatusUnauthorized {
		return ""
	}
	if f.Failure == aranea.HTTPLogin { // it was renewed
		return f.Detail
	}
	evidence = s.evidence(f)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case f.NoSession:
		s.missed = time.Now()
	case time.Since(s.since) < loginRetry: // the login held a moment ago: this page alone is closed, as one of another user
	default:
		s.digest = nil
	}
	return evidence
}
