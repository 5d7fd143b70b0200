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
}

// Of returns the identity of an origin.
func (c *Cache) Of(o weburl.Origin) weburl.OriginID {
	if id, ok := c.ids[o]; ok {
		return id
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
	return id
}
