package facet

import (
	"slices"

	"github.com/aranea-search/aranea/internal/quantity"
)

// Limits of the lists of pages that are read besides those of the first maxValues values of each facet, of all
// facets and segments: of facets of numbers and dates, of which each page may have its own (BenchmarkRanges), and
// of others, such as brands and authors.
const (
	maxRanged = 1 << 13
	maxNamed  = 1 << 10
)

// A ranged is what was counted of one facet by bins.
type ranged struct {
	pages    map[quantity.Bin]int
	decimals int
	partial  bool // there are too many values
}

// histogram returns the histogram, nil if it would not have all pages; r may be nil.
func (r *ranged) histogram() *Histogram {
	if r == nil || r.partial {
		return nil
	}
	return histogram(r.pages, quantity.Levels, r.decimals)
}

// add counts pages with a value.
func (r *ranged) add(bins []quantity.Bin, pages int) {
	for _, b := range bins {
		r.pages[b] += pages
	}
}

// countRanged adds the pages of a batch, in which those with some of the values of a facet are, and
// those with further values of the segment.
func (o *own) countRanged(name string, terms []string, b *batchOf) error {
	r := o.ranged[name]
	if r == nil {
		r = &ranged{pages: map[quantity.Bin]int{}}
		o.ranged[name] = r
	}
	if len(terms) == maxValues && !r.partial {
		if err := o.further(name, terms, b, r); err != nil {
			return err
		}
	}
	b.addTo(r)
	return nil
}

// further counts the pages with the values of the segment behind the first ones, unless there are too many: the
// values of the pages of a search may be far from the first ones.
func (o *own) further(name string, first []string, b *batchOf, r *ranged) error {
	from, to := first[len(first)-1]+"\x00", facetFilter+name+">"
	left := &o.left
	if 2*len(b.values) < len(first) {
		left = &o.leftNamed
	}
	var terms []string
	more, err := o.snap.VisitTerms(o.seg, nil, []byte(from), []byte(to), max(*left, 1), func(term []byte, _ int) { terms = append(terms, string(term)) })
	if err != nil {
		return err
	}
	if more || len(terms) > *left {
		r.partial = true
		return nil
	}
	*left -= len(terms)
	for _, term := range terms {
		var count func(page int) // a value without pages is not read: few pages have few of them
		n, err := o.among(term, func(page int) {
			if count == nil {
				count = b.value(term[len(facetFilter)+len(name)+1:])
			}
			if count != nil {
				count(page)
			}
		})
		if err != nil {
			return err
		}
		if n > 0 {
			o.pages[term[len(facetFilter):]] += n
		}
	}
	return nil
}

// A batchOf has the pages of a batch by the numbers and dates of one facet.
type batchOf struct {
	values []measured
	first  []int32         // by page: the place of its first value, from 1; 0 for none
	others map[int][]int32 // by page: the places of further ones, from 1
	size   int
}

// A measured value has bins.
type measured struct {
	bins     []quantity.Bin
	decimals int
}

func newBatch(pages int) *batchOf { return &batchOf{size: pages} }

// value adds a value, and returns what counts a page with it; nil if it is no number or date.
func (b *batchOf) value(text string) func(page int) {
	bins, decimals := quantity.BinsOf(text)
	if bins == nil {
		return nil
	}
	if b.first == nil {
		b.first, b.others = make([]int32, b.size), map[int][]int32{}
	}
	b.values = append(b.values, measured{bins, decimals})
	n := int32(len(b.values))
	return func(page int) {
		if b.first[page] == 0 {
			b.first[page] = n
		} else {
			b.others[page] = append(b.others[page], n)
		}
	}
}

// addTo counts the pages, each once in a bin.
func (b *batchOf) addTo(r *ranged) {
	pages := make([]int, len(b.values))
	for page, n := range b.first {
		if n == 0 {
			continue
		}
		v := &b.values[n-1]
		if r.decimals = max(r.decimals, v.decimals); b.others[page] == nil {
			pages[n-1]++
			continue
		}
		bins := slices.Clone(v.bins)
		for _, other := range b.others[page] {
			r.decimals = max(r.decimals, b.values[other-1].decimals)
			for _, bin := range b.values[other-1].bins {
				if !slices.Contains(bins, bin) {
					bins = append(bins, bin)
				}
			}
		}
		r.add(bins, 1)
	}
	for i, n := range pages {
		if n > 0 {
			r.add(b.values[i].bins, n)
		}
	}
}
