package frontier

import (
	"encoding/binary"

	"github.com/aranea-search/aranea/weburl"
)

// A seenCache remembers URLs that are in the store. It is exact: a hit is
// proof, because the whole identity is compared; a miss means nothing. Links
// repeat so much that a small table answers most tests.
type seenCache []seenSlot

type seenSlot struct {
	id       weburl.ID
	excluded bool // the entry is excluded by scope and may be queued later
}

func newSeenCache(slots int) seenCache {
	n := 1
	for n < slots {
		n <<= 1
	}
	return make(seenCache, n)
}

// slot picks a place by bits of the URL's own hash.
func (c seenCache) slot(id weburl.ID) *seenSlot {
	return &c[binary.LittleEndian.Uint64(id[originLen:])&uint64(len(c)-1)]
}

// has reports whether id is known to be stored, and whether as excluded.
func (c seenCache) has(id weburl.ID) (known, excluded bool) {
	s := c.slot(id)
	return s.id == id, s.excluded
}

func (c seenCache) put(id weburl.ID, excluded bool) { *c.slot(id) = seenSlot{id, excluded} }
