package index

import (
	"encoding/binary"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/varint"
)

// headingIDs returns the identifiers of the headings and definitions of a page, without those of what its owner
// excludes.
func headingIDs(p *aranea.Page) []aranea.HeadingID {
	if !slices.ContainsFunc(p.Elements, isExcluded) {
		return p.HeadingIDs
	}
	gone := map[uint32]bool{}
	for _, e := range p.Elements {
		if e.Excluded && e.Kind.IsBlock() {
			gone[e.Start] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(p.HeadingIDs), func(h aranea.HeadingID) bool { return gone[h.Start] })
}

// appendHeadingIDs appends the number of the identifiers, and of each how far its heading is
// behind the one before, and the identifier.
func appendHeadingIDs(b []byte, ids []aranea.HeadingID) []byte {
	b = binary.AppendUvarint(b, uint64(len(ids)))
	last := uint32(0)
	for _, h := range ids {
		b = binary.AppendUvarint(b, uint64(h.Start-last))
		b = varint.AppendText(b, h.ID)
		last = h.Start
	}
	return b
}

// readHeadingIDs reads what appendHeadingIDs wrote.
func readHeadingIDs(c *varint.Reader) (ids []aranea.HeadingID) {
	n, last := c.Uint(), uint32(0)
	if n > uint64(c.Len()) {
		c.Take(n) // there are fewer bytes than that
		return nil
	}
	for range n {
		last += uint32(c.Uint())
		ids = append(ids, aranea.HeadingID{Start: last, ID: c.Text()})
	}
	return ids
}
