package linkgraph

import "github.com/aranea-search/aranea/weburl"

// Seen remembers the pages that links were found on, for a walk over many URLs: most pages of a site have links from
// the same few, whose records are long. The zero value has seen none; nil remembers none. It is not safe for
// concurrent use.
type Seen struct{ pages map[ref]weburl.URL }

const maxSeen = 1 << 15 // pages that are remembered

// page is Graph.page, without a look at pages that were seen before.
func (s *Seen) page(g *Graph, in []byte) (weburl.URL, bool, error) {
	if s == nil {
		return g.page(in)
	}
	source := ref(in[1+refSize:])
	if u, ok := s.pages[source]; ok {
		return u, true, nil
	}
	u, ok, err := g.page(in)
	if ok && err == nil {
		if s.pages == nil || len(s.pages) == maxSeen {
			s.pages = map[ref]weburl.URL{}
		}
		s.pages[source] = u
	}
	return u, ok, err
}
