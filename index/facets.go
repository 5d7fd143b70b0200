package index

import (
	"encoding/binary"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/varint"
)

// appendFacets appends the number of the facets of a page, and the name and value of each.
func appendFacets(b []byte, all []aranea.Facet) []byte {
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, f := range all {
		b = varint.AppendText(varint.AppendText(b, f.Name), f.Value)
	}
	return b
}

// readFacets reads what appendFacets wrote.
func readFacets(c *varint.Reader) (all []aranea.Facet) {
	n := c.Uint()
	if n > uint64(c.Len()) {
		c.Take(n) // there are fewer bytes than that
		return nil
	}
	for range n {
		all = append(all, aranea.Facet{Name: c.Text(), Value: c.Text()})
	}
	return all
}
