package weburl

import (
	"crypto/sha256"
	"encoding/hex"
)

// The sizes of identities in bytes. Stored keys are made of them: whoever changes
// one changes the formats of the frontier and of the index.
const (
	SiteIDSize   = 2  // of an OriginID, what stands for the registrable domain
	OriginIDSize = 16 // of an ID, what stands for the origin
	IDSize       = 32
)

// An OriginID identifies an origin: the first 2 bytes of the SHA-256 of its
// registrable domain and the first 14 bytes of the SHA-256 of the origin itself.
// Origins of one registrable domain sort together, so a range of identities is a
// part of the web that no site straddles. Nobody finds an origin that shares the
// identity of a given one (112 bits), so nobody keeps another's site out of a
// crawl; two of one's own that share theirs take 2^56 hashes.
type OriginID [OriginIDSize]byte

// ID returns the origin's identity.
func (o Origin) ID() OriginID {
	var id OriginID
	site := sha256.Sum256([]byte(o.Site()))
	origin := sha256.Sum256([]byte(o))
	copy(id[:SiteIDSize], site[:])
	copy(id[SiteIDSize:], origin[:])
	return id
}

// String returns the identity in hexadecimal digits.
func (id OriginID) String() string { return hex.EncodeToString(id[:]) }

// An ID identifies a URL: its OriginID and the first 16 bytes of the SHA-256 of
// its canonical form. URLs of one origin sort together. Two URLs that share an
// identity are not to be expected by chance, nor to be made by effort: that takes
// 2^64 hashes, and 2^128 for one that shares the identity of a given URL.
type ID [IDSize]byte

// ID returns the URL's identity. The zero URL has the zero ID.
func (u URL) ID() ID { return u.IDIn(u.Origin().ID()) }

// IDIn is ID for a caller that knows the ID of u's origin.
func (u URL) IDIn(o OriginID) ID {
	var id ID
	if u.IsZero() {
		return id
	}
	copy(id[:OriginIDSize], o[:])
	var short [256]byte // most URLs are, and need no memory of their own
	sum := sha256.Sum256(append(short[:0], u.s...))
	copy(id[OriginIDSize:], sum[:])
	return id
}

// Origin returns the origin's part of the ID.
func (id ID) Origin() OriginID { return OriginID(id[:OriginIDSize]) }

// IsZero reports whether id identifies nothing.
func (id ID) IsZero() bool { return id == ID{} }

// String returns the ID in hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }
