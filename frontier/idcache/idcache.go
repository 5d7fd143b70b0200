// Package idcache caches the IDs of origins: most links lead to few origins, and an ID takes
// two hashes.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself.
// Stability: engine. It is not safe for concurrent use.
package idcache

import (
	"hash/maphash"

	"github.com/aranea-search/aranea/weburl"
)

// slots is the number of cached origins, in 64 bytes each: one cache line, so that a hit costs
// one miss of the processor's cache. Each origin has one slot, which the most recent one takes.
// Nobody outside can choose origins that share a slot.
const slots = 1 << 16

// A slot holds an origin, if it is not too long, and its ID. It has no pointers, so that the
// garbage collector does not scan it.
type slot struct {
	id     weburl.OriginID
	length uint8 // of the origin; 0 for an empty slot
	text   [47]byte
}

// A Cache caches IDs. The zero Cache is empty.
type Cache struct {
	seed  maphash.Seed
	slots []slot // nil until the first origin is cached
	// last are the two most recent lookups, the later one first: links of a page lead to its own
	// origin, and now and then to another. They may retain the memory of a URL.
	last [2]known
}

type known struct {
	origin weburl.Origin
	id     weburl.OriginID
}

// Of returns o.ID().
func (c *Cache) Of(o weburl.Origin) weburl.OriginID {
	switch {
	case o == "":
		return o.ID()
	case o == c.last[0].origin:
	case o == c.last[1].origin:
		c.last[0], c.last[1] = c.last[1], c.last[0]
	default:
		c.last[0], c.last[1] = known{o, c.find(o)}, c.last[0]
	}
	return c.last[0].id
}

// find returns o.ID(), computed if it is not cached.
func (c *Cache) find(o weburl.Origin) weburl.OriginID {
	if len(o) > len(slot{}.text) {
		return o.ID()
	}
	if c.slots == nil {
		c.seed, c.slots = maphash.MakeSeed(), make([]slot, slots)
	}
	s := &c.slots[maphash.String(c.seed, string(o))%slots]
	if string(s.text[:s.length]) != string(o) {
		s.id, s.length = o.ID(), uint8(copy(s.text[:], o))
	}
	return s.id
}
