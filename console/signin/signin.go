// Package signin knows which browsers operators have signed in with, and how often somebody may try.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know pages and cookies; package
// operators has the names and passwords.
package signin

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/netip"
	"sync"
	"time"

	"github.com/aranea-search/aranea/console/operators"
)

// Lives of a sign-in: it ends after IdleLife without a request, and after WholeLife in any case.
const (
	IdleLife  = 4 * time.Hour
	WholeLife = 24 * time.Hour
)

// maxSignedIn is how many sign-ins there may be. One more ends the one that was idle longest.
const maxSignedIn = 1000

// tokenBytes is the size of the secret in a cookie.
const tokenBytes = 32

// ErrWrong says that a name and a password do not belong together.
var ErrWrong = errors.New("name or password is wrong")

// A TooSoon says that there were too many attempts, and when the next one is looked at.
type TooSoon struct{ Until time.Time }

// Error implements error.
func (e *TooSoon) Error() string {
	return "too many attempts to sign in; none is looked at until " + e.Until.Format(time.RFC3339)
}

// A Desk lets operators in and out. It is safe for concurrent use.
type Desk struct {
	operators func() *operators.Set
	names     limiter
	addresses limiter

	mu       sync.Mutex
	signedIn map[[sha256.Size]byte]*signedIn // by the hash of the token
}

// signedIn is a browser of an operator.
type signedIn struct {
	name       string
	mark       string // of the password with which it was signed in
	since, was time.Time
}

// New returns a Desk for those who are operators at the time; operators never returns nil.
func New(operators func() *operators.Set) *Desk {
	return &Desk{operators: operators, names: newLimiter(mostForName), addresses: newLimiter(mostForAddress), signedIn: map[[sha256.Size]byte]*signedIn{}}
}

// SignIn returns a new token for an operator. Attempts count by name and by address, and as failures
// until they have succeeded; after some there is a wait before the next one, which grows. Until then
// the error is a *TooSoon and no password is looked at; otherwise it is ErrWrong. An attempt takes the
// time of a hash.
func (d *Desk) SignIn(name, password string, from netip.Addr, now time.Time) (token string, err error) {
	address := network(from)
	until := d.addresses.try(address, now)
	if until.IsZero() {
		until = d.names.try(name, now)
	}
	if !until.IsZero() {
		return "", &TooSoon{until}
	}
	set := d.operators()
	if len(password) > operators.MaxPassword || !set.Verify(name, password) {
		return "", ErrWrong
	}
	d.addresses.takeBack(address)
	d.names.forget(name)
	secret := make([]byte, tokenBytes)
	_, _ = rand.Read(secret) // it never fails
	token = base64.RawURLEncoding.EncodeToString(secret)
	d.enter(token, &signedIn{name: name, mark: set.Mark(name), since: now, was: now})
	return token, nil
}

// network returns what counts as one address: of IPv6, the 64 bits that one customer has.
func network(a netip.Addr) string {
	bits := 64
	if a = a.Unmap(); a.Is4() {
		bits = 32
	}
	p, err := a.WithZone("").Prefix(bits)
	if err != nil { // there is none
		return ""
	}
	return p.String()
}

// enter adds a sign-in, after it has removed those that have ended.
func (d *Desk) enter(token string, s *signedIn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var oldest [sha256.Size]byte
	for key, other := range d.signedIn {
		if d.ended(other, s.since) {
			delete(d.signedIn, key)
			continue
		}
		if o := d.signedIn[oldest]; o == nil || other.was.Before(o.was) {
			oldest = key
		}
	}
	if len(d.signedIn) >= maxSignedIn {
		delete(d.signedIn, oldest)
	}
	d.signedIn[sha256.Sum256([]byte(token))] = s
}

// ended reports whether a sign-in has ended: by time, or because its operator has another password or
// is one no longer.
func (d *Desk) ended(s *signedIn, now time.Time) bool {
	return now.Sub(s.was) >= IdleLife || now.Sub(s.since) >= WholeLife || d.operators().Mark(s.name) != s.mark
}

// Operator returns the name of the operator who has signed in with a token, "" for none. It counts as
// a request.
func (d *Desk) Operator(token string, now time.Time) string {
	if token == "" {
		return ""
	}
	key := sha256.Sum256([]byte(token))
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.signedIn[key]
	if s == nil {
		return ""
	}
	if d.ended(s, now) {
		delete(d.signedIn, key)
		return ""
	}
	s.was = now
	return s.name
}

// SignOut ends the sign-in of a token.
func (d *Desk) SignOut(token string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.signedIn, sha256.Sum256([]byte(token)))
}
