// Package partition cuts the web into parts by site, one for each node of a cluster.
//
// Floor: 2 (pure), inside scope. Stability: engine. Which part a site belongs to follows from its
// name and the number of parts alone, so all nodes agree without asking each other; it is stored
// nowhere and never changes within a version of the program or from one to the next.
package partition

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/netip"

	"github.com/aranea-search/aranea/weburl"
)

// Most is the greatest number of parts.
const Most = 256

// A Partition is one of the parts of the web. The zero Partition is the whole web.
type Partition struct {
	Number int `json:"number"` // from 1 to Of
	Of     int `json:"of"`     // how many parts there are
}

// Validate returns an error if there is no such partition.
func (p Partition) Validate() error {
	if p.IsWhole() || p.Number >= 1 && p.Number <= p.Of && p.Of <= Most {
		return nil
	}
	return fmt.Errorf("there is no partition %d of %d", p.Number, p.Of)
}

// String returns a text such as "2/4", "" for the whole web.
func (p Partition) String() string {
	if p.IsWhole() {
		return ""
	}
	return fmt.Sprintf("%d/%d", p.Number, p.Of)
}

// IsWhole reports whether p is the whole web.
func (p Partition) IsWhole() bool { return p == Partition{} }

// Within reports whether p is q, or one of the parts that q falls into when their number is
// multiplied: part 2 of 4 falls into the parts 2 and 6 of 8.
func (p Partition) Within(q Partition) bool {
	switch {
	case p == q:
		return true
	case p.IsWhole():
		return false
	}
	return q.IsWhole() || p.Of%q.Of == 0 && (p.Number-1)%q.Of == q.Number-1
}

// Holds reports whether the site of an origin belongs to p.
func (p Partition) Holds(o weburl.Origin) bool {
	return p.IsWhole() || Of(o, p.Of) == p.Number
}

// Elsewhere says which partition the site of an origin belongs to, if that is not p: "partition 3 of
// 4 visits it". It is "" if p holds the site.
func (p Partition) Elsewhere(o weburl.Origin) string {
	if p.IsWhole() {
		return ""
	}
	n := Of(o, p.Of)
	if n == p.Number {
		return ""
	}
	return fmt.Sprintf("partition %d of %d visits it", n, p.Of)
}

// Of returns the number of the part that the site of an origin belongs to, from 1 to parts: it is
// the site's SHA-256, its first eight bytes as a big-endian number, modulo the number of parts, plus
// one. All hosts of a site belong to the same part, so that its delays and budgets are kept by one
// node.
func Of(o weburl.Origin, parts int) int {
	if parts < 2 {
		return 1
	}
	return part([]byte(o.Site()), parts)
}

// OfAddress returns the number of the node that orders the requests of all nodes to an address, from 1 to
// parts: as Of, by the 16 bytes of the address, where IPv4 is mapped to IPv6.
func OfAddress(a netip.Addr, parts int) int {
	if parts < 2 {
		return 1
	}
	b := a.As16()
	return part(b[:], parts)
}

func part(name []byte, parts int) int {
	sum := sha256.Sum256(name)
	return 1 + int(binary.BigEndian.Uint64(sum[:8])%uint64(parts)) //nolint:gosec // below parts
}
