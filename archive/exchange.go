// Package archive holds what a crawl tells of its exchanges to those who keep them:
// package warc writes them with their bodies, package crawllog a line of each.
//
// Floor: 3 (state and input/output). Stability: engine. It keeps nothing itself.
package archive

import (
	"crypto/sha1" //nolint:gosec // the digest that archives and their indexes share; nothing is proved by it
	"encoding/base32"

	"github.com/aranea-search/aranea"
)

// A Role says what an exchange was made for.
type Role uint8

// The roles of exchanges.
const (
	Visited  Role = 0 // an entry was visited
	Needed   Role = 1 // what is visited asks for it first: a login
	Embedded Role = 2 // a page that a browser renders asked for it; Depth is that of the page
)

// An Exchange is one request of a crawl with its answer, or with why none came. It
// is valid until the body's buffer is used again, and is not safe for concurrent
// use.
type Exchange struct {
	Fetched *aranea.Fetched
	Role    Role
	Kind    aranea.EntryKind
	LookUp  bool // the host's name was looked up, and nothing was asked for
	How     aranea.How
	Depth   uint16 // links away from a seed
	Tries   uint8  // failed ones before this one
	Via     string // the URL that named it; "" for seeds and robots files
	// NoCopy says that the owner lets no copy be kept of the page.
	NoCopy bool

	digest string
}

// Happened reports whether the exchange is one: what did not leave because of us is
// none.
func (x *Exchange) Happened() bool {
	switch f := x.Fetched; {
	case f.URL.IsZero():
		return false
	case f.WasSent():
		return true
	default:
		return f.Failure != aranea.ScheduleLate && f.Failure != aranea.ScheduleStopped
	}
}

// Digest returns the SHA-1 of the body, as archives spell it: "sha1:" and base 32
// (RFC 4648).
func (x *Exchange) Digest() string {
	if x.digest == "" {
		x.digest = Digest(x.Fetched.Body)
	}
	return x.digest
}

// Digest returns the SHA-1 of parts that follow one another, as archives spell it.
func Digest(parts ...[]byte) string {
	h := sha1.New() //nolint:gosec // see the import
	for _, p := range parts {
		h.Write(p)
	}
	return "sha1:" + base32.StdEncoding.EncodeToString(h.Sum(nil))
}
