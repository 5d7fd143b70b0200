// Package identity remembers the identities of origins that were computed lately:
// most links lead to few origins, and an identity takes two hashes.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output
// itself. Stability: engine. It is not safe for concurrent use.
package identity

import (
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// maxOrigins bounds the origins that are remembered, in about 100 bytes each.
const maxOrigins = 1 << 16

// A Cache remembers identities. The zero Cache is empty.
type Cache struct {
	ids map[weburl.Origin]weburl.OriginID
	// last are the two that were asked for last, the later one first: links of a page
	// lead to its own origin, and now and then to another. They may hold on to a URL.
	last [2]known
}

type known struct {
	origin weburl.Origin
	id     weburl.OriginID
}

// Of returns the identity of an origin.
func (c *Cache) Of(o weburl.Origin) weburl.OriginID {
	switch {
	case o == "":
		return o.ID()
	case o == c.last[0].origin:
	case o == c.last[1].origin:
		c.last[0], c.last[1] = c.last[1], c.last[0]
	default:
		c.last[0], c.last[1] = c.find(o), c.last[0]
	}
	return c.last[0].id
}

// find returns what is remembered of an origin, or computes it.
func (c *Cache) find(o weburl.Origin) known {
	if id, ok := c.ids[o]; ok {
		return known{o, id}
	}
	if len(c.ids) >= maxOrigins {
		clear(c.ids)
	}
	if c.ids == nil {
		c.ids = map[weburl.Origin]weburl.OriginID{}
	}
	o = weburl.Origin(strings.Clone(string(o))) // do not hold on to a whole URL
	id := o.ID()
	c.ids[o] = id
	return known{o, id}
}
