// Package archive defines the exchanges that a crawl passes to the packages that keep them:
// package warc writes them with their bodies, package crawllog writes a line for each.
//
// Floor: 3 (state and input/output). Stability: engine. It keeps nothing itself.
package archive

import (
	"crypto/sha1" //nolint:gosec // the digest that archives and their indexes share; nothing is proved by it
	"encoding/base32"

	"github.com/aranea-search/aranea"
)

// A Role is the purpose of an exchange.
type Role uint8

// The roles of exchanges.
const (
	Visited  Role = 0 // the visit of an entry
	Needed   Role = 1 // required before a visit: a login
	Embedded Role = 2 // requested by a page that a browser renders; Depth is that of the page
)

// An Exchange is one request of a crawl with its response, or with the reason why there is none.
// It is valid until the body's buffer is used again, and is not safe for concurrent use.
type Exchange struct {
	Fetched *aranea.Fetched
	Role    Role
	Kind    aranea.EntryKind
	LookUp  bool // the host's name was looked up, and nothing was requested
	How     aranea.How
	Depth   uint16 // number of links from a seed
	Tries   uint8  // failed tries before this one
	Head    bool   // the request had the method HEAD
	Via     string // the URL that links to it; "" for seeds and robots files
	// NoCopy is true if the owner does not allow copies of the page.
	NoCopy bool

	digest string
}

// Happened reports whether there was an exchange: there was none if this program itself did not
// send the request.
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

// Digest returns the SHA-1 of the body in the format of archives: "sha1:" and base 32 (RFC 4648).
func (x *Exchange) Digest() string {
	if x.digest == "" {
		x.digest = Digest(x.Fetched.Body)
	}
	return x.digest
}

// Digest returns the SHA-1 of the concatenated parts in the format of archives.
func Digest(parts ...[]byte) string {
	h := sha1.New() //nolint:gosec // see the import
	for _, p := range parts {
		h.Write(p)
	}
	return "sha1:" + base32.StdEncoding.EncodeToString(h.Sum(nil))
}
