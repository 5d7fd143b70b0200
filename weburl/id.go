package weburl

import (
	"crypto/sha256"
	"encoding/hex"
)

// The sizes of identifiers in bytes. Stored keys contain them: changing a size changes the
// formats of the frontier and the index.
const (
	SiteIDSize   = 2  // the part of an OriginID for the registrable domain
	OriginIDSize = 16 // the part of an ID for the origin
	IDSize       = 32
)

// An OriginID identifies an origin: the first 2 bytes of the SHA-256 of its registrable domain
// and the first 14 bytes of the SHA-256 of the origin itself. Origins of one registrable domain
// sort together, so a range of identifiers is a part of the web that does not divide a site.
// Finding an origin with the same identifier as a given one is infeasible (112 bits), so nobody
// can keep another's site out of a crawl; finding two origins with the same identifier takes 2^56
// hashes.
type OriginID [OriginIDSize]byte

// ID returns the identifier of the origin.
func (o Origin) ID() OriginID {
	var id OriginID
	site := sha256.Sum256([]byte(o.Site()))
	origin := sha256.Sum256([]byte(o))
	copy(id[:SiteIDSize], site[:])
	copy(id[SiteIDSize:], origin[:])
	return id
}

// String returns the identifier in hexadecimal digits.
func (id OriginID) String() string { return hex.EncodeToString(id[:]) }

// An ID identifies a URL: its OriginID and the first 16 bytes of the SHA-256 of its canonical
// form. URLs of one origin sort together. Two URLs with the same identifier are not expected by
// chance. Making two takes 2^64 hashes, and making one with the identifier of a given URL takes
// 2^128.
type ID [IDSize]byte

// ID returns the identifier of the URL. The zero URL has the zero ID.
func (u URL) ID() ID { return u.IDIn(u.Origin().ID()) }

// IDIn is ID for a caller that already has the ID of the origin of u.
func (u URL) IDIn(o OriginID) ID {
	var id ID
	if u.IsZero() {
		return id
	}
	copy(id[:OriginIDSize], o[:])
	var short [256]byte // large enough for most URLs, which avoids an allocation
	sum := sha256.Sum256(append(short[:0], u.s...))
	copy(id[OriginIDSize:], sum[:])
	return id
}

// Origin returns the origin's part of the ID.
func (id ID) Origin() OriginID { return OriginID(id[:OriginIDSize]) }

// IsZero reports whether id is the zero ID.
func (id ID) IsZero() bool { return id == ID{} }

// String returns the ID in hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }
