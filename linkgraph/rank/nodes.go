package rank

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// maxOrigins bounds the origins that are cached while links are read.
const maxOrigins = 1 << 16

// A place identifies a URL after mirrors are merged.
type place struct {
	key  Key
	site Key  // of the registrable domain of the main mirror
	glue bool // the URL is on a mirror other than the main one
	part int  // the partition of the site if another node has it, otherwise 0
}

// A plane maps URLs to places. It is used by one goroutine.
type plane struct {
	own     partition.Partition
	main    map[weburl.Origin]weburl.Origin // of mirrors, to their main one
	origins map[string]at
}

// at is the part of a place that the URLs of an origin share.
type at struct {
	main weburl.Origin // main mirror, "" if it is the origin itself
	site Key
	part int
}

func keyOf(sum []byte) Key { return Key(binary.BigEndian.Uint64(sum)) }

func hashKey(s string) Key {
	sum := sha256.Sum256([]byte(s))
	return keyOf(sum[:])
}

// place returns the place of a canonical URL.
func (p *plane) place(url string) place {
	origin := originOf(url)
	o, known := p.origins[origin]
	if !known {
		if len(p.origins) >= maxOrigins {
			clear(p.origins)
		}
		own := weburl.Origin(strings.Clone(origin))
		o.main = p.main[own]
		main := cmp.Or(o.main, own)
		o.site = hashKey(main.Site())
		if !p.own.Holds(main) {
			o.part = partition.Of(main, p.own.Of)
		}
		p.origins[string(own)] = o
	}
	if o.main == "" {
		return place{key: hashKey(url), site: o.site, part: o.part}
	}
	return place{key: hashKey(string(o.main) + url[len(origin):]), site: o.site, glue: true, part: o.part}
}

// originOf returns the part of a canonical URL before its path.
func originOf(url string) string {
	begin := strings.Index(url, "://") + len("://")
	if end := strings.IndexByte(url[begin:], '/'); end >= 0 {
		return url[:begin+end]
	}
	return url
}

// A node is a page that has a rank.
type node struct {
	key  Key
	site uint32 // number of its site
	what uint8
}

// Flags of a node.
const (
	indexed = 1 << iota // it is in the index
	present             // the main mirror has it, so its other mirrors do not count
	spoken              // its links have been counted
	away                // it is on a site of another partition
)

// nodes are the pages by key, and the sites by number.
type nodes struct {
	list  []node
	sites map[Key]uint32
	parts []uint16 // by site: its partition if another node has it, otherwise 0
	pages []uint32 // by site: the number of its nodes that are not away
}

// maxSites bounds the sites that are distinguished; all others count as one.
const maxSites = 4 << 20

// site returns the number of the site of a place.
func (n *nodes) site(p place) uint32 {
	site, known := n.sites[p.site]
	switch {
	case known:
	case len(n.sites) < maxSites:
		site = uint32(len(n.sites))
		n.sites[p.site] = site
		n.parts = append(n.parts, uint16(p.part))
	default:
		site = maxSites - 1
	}
	return site
}

// add adds a page.
func (n *nodes) add(p place, what uint8) {
	if p.part != 0 {
		what |= away
	}
	n.list = append(n.list, node{p.key, n.site(p), what})
}

// isAway reports whether another node has a page.
func (n *nodes) isAway(i uint32) bool { return n.list[i].what&away != 0 }

// order sorts the pages and merges those that were added several times.
func (n *nodes) order() {
	slices.SortFunc(n.list, func(a, b node) int { return cmp.Compare(a.key, b.key) })
	kept := n.list[:0]
	for _, x := range n.list {
		if last := len(kept) - 1; last >= 0 && kept[last].key == x.key {
			kept[last].what |= x.what
			continue
		}
		kept = append(kept, x)
	}
	n.list = kept
	n.pages = make([]uint32, len(n.sites))
	for i := range n.list {
		if n.list[i].what&away == 0 {
			n.pages[n.list[i].site]++
		}
	}
}

// find returns the number of a page, false if it is unknown.
func (n *nodes) find(key Key) (uint32, bool) {
	i, found := search(len(n.list), key, func(i int) Key { return n.list[i].key })
	return uint32(i), found
}

// aliases are URLs that lead to others.
type aliases []alias

type alias struct{ key, to Key }

// maxLead is the maximal number of aliases that are followed from a link.
const maxLead = 3

func (a aliases) order() {
	slices.SortFunc(a, func(x, y alias) int { return cmp.Compare(x.key, y.key) })
}

// find returns the URL that an alias leads to.
func (a aliases) find(key Key) (Key, bool) {
	i, found := search(len(a), key, func(i int) Key { return a[i].key })
	if !found {
		return 0, false
	}
	return a[i].to, true
}
