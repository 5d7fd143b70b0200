package rank

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// maxOrigins bounds the origins that are remembered while links are read.
const maxOrigins = 1 << 16

// A place is where a URL stands, its mirrors glued.
type place struct {
	key  Key
	site Key  // of the registrable domain of the main mirror
	glue bool // it is on a mirror that is not the main one
}

// A plane says where URLs stand. It is used by one goroutine.
type plane struct {
	main    map[weburl.Origin]weburl.Origin // of mirrors that are not the main one
	origins map[string]at
}

// at is where the URLs of an origin stand.
type at struct {
	main weburl.Origin // "" for the origin itself
	site Key
}

func keyOf(sum []byte) Key { return Key(binary.BigEndian.Uint64(sum)) }

func hashKey(s string) Key {
	sum := sha256.Sum256([]byte(s))
	return keyOf(sum[:])
}

// place returns where a canonical URL stands.
func (p *plane) place(url string) place {
	origin := originOf(url)
	o, known := p.origins[origin]
	if !known {
		if len(p.origins) >= maxOrigins {
			clear(p.origins)
		}
		own := weburl.Origin(strings.Clone(origin))
		if o.main = p.main[own]; o.main == "" {
			o.site = hashKey(own.Site())
		} else {
			o.site = hashKey(o.main.Site())
		}
		p.origins[string(own)] = o
	}
	if o.main == "" {
		return place{key: hashKey(url), site: o.site}
	}
	return place{key: hashKey(string(o.main) + url[len(origin):]), site: o.site, glue: true}
}

// originOf returns what a canonical URL begins with, up to its path.
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
	site uint32 // its number
	what uint8
}

// What is known of a node.
const (
	indexed = 1 << iota // it is in the index
	present             // the main mirror has it: its mirrors do not speak for it
	spoken              // its links are counted
)

// nodes are pages by key, and the sites by number.
type nodes struct {
	list  []node
	sites map[Key]uint32
	pages []uint32 // by site: its nodes
}

// maxSites bounds the sites that are told apart; the others count as one.
const maxSites = 4 << 20

// add takes a page.
func (n *nodes) add(p place, what uint8) {
	site, known := n.sites[p.site]
	if !known {
		if len(n.sites) < maxSites {
			site = uint32(len(n.sites))
			n.sites[p.site] = site
		} else {
			site = maxSites - 1
		}
	}
	n.list = append(n.list, node{p.key, site, what})
}

// order sorts the pages and takes those together that were added several times.
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
		n.pages[n.list[i].site]++
	}
}

// find returns the number of a page.
func (n *nodes) find(key Key) (uint32, bool) {
	i, found := search(len(n.list), key, func(i int) Key { return n.list[i].key })
	return uint32(i), found
}

// aliases are URLs that lead to others.
type aliases []alias

type alias struct{ key, to Key }

// maxLead is over how many URLs in a row a link is followed.
const maxLead = 3

func (a aliases) order() {
	slices.SortFunc(a, func(x, y alias) int { return cmp.Compare(x.key, y.key) })
}

// find returns where a URL leads.
func (a aliases) find(key Key) (Key, bool) {
	i, found := search(len(a), key, func(i int) Key { return a[i].key })
	if !found {
		return 0, false
	}
	return a[i].to, true
}
