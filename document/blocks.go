package document

import (
	"iter"
	"math"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/htmltable"
	"github.com/aranea-search/aranea/internal/preformat"
)

// A Block is a block element of a page with what its owner lets be shown of its text.
type Block struct {
	Kind aranea.ElementKind
	Zone aranea.Zone
	Text []byte // valid until the next block
	ID   string // the fragment that leads to a heading or definition, not escaped; "" for none
	// Pre says that the text is preformatted: it has its line breaks and indents, unless a part
	// of it is left out.
	Pre bool
	// Cell is where it stands in a table; its offset has no meaning.
	Cell htmltable.Cell
}

// Shows returns a function that reports whether the owner of a page lets all of a span of its text be shown, which
// lies in one block.
func Shows(p *aranea.Page) func(start, end uint32) bool {
	unshown := unshownOf(p)
	var excluded []aranea.Element
	for _, e := range p.Elements {
		if e.Kind.IsBlock() && e.Excluded {
			excluded = append(excluded, e)
		}
	}
	return func(start, end uint32) bool {
		span := aranea.Element{Start: start, End: end}
		return len(within(unshown, span)) == 0 && len(within(excluded, span)) == 0
	}
}

// Blocks yields the block elements of a page in order, without those that its owner excludes from
// the index or lets nobody show. Text that is left out of an element is marked by an ellipsis.
func Blocks(p *aranea.Page) iter.Seq[Block] {
	return func(yield func(Block) bool) {
		unshown, ids, breaks, places := unshownOf(p), p.HeadingIDs, p.Breaks, p.Cells
		var text, laid []byte
		var place htmltable.Cell
		for _, e := range p.Elements {
			if !e.Kind.IsBlock() || e.Excluded {
				continue
			}
			hidden := within(unshown, e)
			if text, _ = appendShown(text[:0], p.Text, e, hidden, math.MaxInt); len(text) == 0 {
				continue
			}
			for len(places) > 0 && places[0].At <= e.Start {
				place, places = places[0], places[1:]
			}
			b := Block{Kind: e.Kind, Zone: e.Zone, Text: text[:len(text)-1], Cell: place}
			for len(breaks) > 0 && breaks[0].At < e.Start {
				breaks = breaks[1:]
			}
			if len(breaks) > 0 && breaks[0].At == e.Start {
				b.Pre = true
				if len(hidden) == 0 {
					laid = preformat.Append(laid[:0], b.Text, e.Start, breaks)
					b.Text = laid
				}
			}
			for len(ids) > 0 && ids[0].Start < e.Start {
				ids = ids[1:]
			}
			if len(ids) > 0 && ids[0].Start == e.Start && len(hidden) == 0 {
				b.ID = ids[0].ID
			}
			if !yield(b) {
				return
			}
		}
	}
}
