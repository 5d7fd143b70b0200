package frontier

import "github.com/aranea-search/aranea/weburl"

// A seenCache remembers URLs that are in the store. It is exact: a hit is
// proof, because the whole identity is compared; a miss means nothing. Links
// repeat so much that a small table answers most tests.
type seenCache struct {
	ids      []weburl.ID
	excluded []bool // the entry is excluded by scope and may be queued later
}

func newSeenCache(slots int) seenCache {
	n := 1
	for n < slots {
		n <<= 1
	}
	return seenCache{ids: make([]weburl.ID, n), excluded: make([]bool, n)}
}

// slot spreads identities by bits of the URL's own hash.
func (c *seenCache) slot(id weburl.ID) int {
	return (int(id[8]) | int(id[9])<<8 | int(id[10])<<16 | int(id[11]&0x7f)<<24) & (len(c.ids) - 1)
}

// has reports whether id is known to be stored, and whether as excluded.
func (c *seenCache) has(id weburl.ID) (known, excluded bool) {
	i := c.slot(id)
	return c.ids[i] == id, c.excluded[i]
}

func (c *seenCache) put(id weburl.ID, excluded bool) {
	i := c.slot(id)
	c.ids[i], c.excluded[i] = id, excluded
}
