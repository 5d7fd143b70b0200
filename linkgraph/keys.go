package linkgraph

import (
	"encoding/binary"

	"github.com/aranea-search/aranea/internal/bloom"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Tables: the first byte of a key. The frontier uses other letters in the same store
// (frontier/record/keys.go).
const (
	tableOut   = 'g' // source -> the page's URL and its links
	tableIn    = 'i' // target, source -> one link
	tableMark  = 'j' // target -> checksum and URL of its anchor document
	tableParts = 'p' // page -> its URL, its parts, and its links to parts of pages
	tableSet   = 'd' // page, who names them -> the alternates of the page
	tableOther = 'e' // alternate, page, who names it -> nothing
	tableNamed = 'y' // sitemap, page -> nothing: it names alternates of the page
	tableList  = 'z' // sitemap, number -> a part of the pages that it lists
	// page -> its canonical URLs; nothing -> since when all pages that are read have these and their alternates
	tableCanonical = 'C'
	// partition, page -> the page waits to be handed over to its node; nothing -> the last number of a mark
	tableOutbox = 'H'
	// direction, partition -> the last batch that its node has confirmed, or the last two that it handed over
	tableDealt = 'D'
	// source, number -> a part of what it names in other partitions without linking to it, or was told to name in this one
	tableNaming = 'N'
)

// A ref identifies a URL in keys: the first 8 bytes of the ID of its origin, of which the first
// 2 are the site's, and 8 bytes of its own. URLs of one site, and of one origin, sort together.
// Finding another URL with the ref of a given one takes 2^112 hashes.
type ref [refSize]byte

const (
	refSize    = 16
	originSize = 8
)

func refOf(id weburl.ID) ref {
	var r ref
	copy(r[:originSize], id[:originSize])
	copy(r[originSize:], id[weburl.OriginIDSize:])
	return r
}

// hash returns the key of a ref in a filter. Both parts of a ref are hashes, the second is that
// of the URL.
func (r *ref) hash() bloom.Key {
	return bloom.Key{Hi: binary.BigEndian.Uint64(r[:originSize]), Lo: binary.BigEndian.Uint64(r[originSize:])}
}

func outKey(source ref) []byte {
	return append(append(make([]byte, 0, 1+refSize), tableOut), source[:]...)
}

func inKey(b []byte, target, source ref) []byte {
	b = append(b[:0], tableIn)
	b = append(b, target[:]...)
	return append(b, source[:]...)
}

const inKeySize = 1 + 2*refSize

// inRange returns the bounds of the keys of links to a URL.
func inRange(target ref) (lo, hi []byte) {
	lo = append([]byte{tableIn}, target[:]...)
	return lo, store.AfterPrefix(lo)
}

// places are what follows from the origins of links; it is expensive to compute, and most links
// share an origin.
type places struct {
	within partition.Partition
	known  map[weburl.Origin]place
}

type place struct {
	id   weburl.OriginID
	part uint16 // 0 for the whole web
}

// of returns the place of an origin.
func (x *places) of(o weburl.Origin) place {
	p, ok := x.known[o]
	if !ok {
		p.id = o.ID()
		if !x.within.IsWhole() {
			p.part = uint16(partition.Of(o, x.within.Of)) //nolint:gosec // at most partition.Most
		}
		x.known[o] = p
	}
	return p
}

// The directions of handovers, of which the last batches are noted.
const (
	dealtOut = 0 // to the node of a partition
	dealtIn  = 1 // from it
)

func dealtKey(direction byte, part int) []byte {
	return appendNumber([]byte{tableDealt, direction}, part)
}

// appendNumber appends the number of a partition, at most partition.Most, or of a part of a record, at most maxListParts.
func appendNumber(b []byte, n int) []byte {
	return binary.BigEndian.AppendUint16(b, uint16(n)) //nolint:gosec // see above
}
