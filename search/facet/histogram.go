package facet

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/quantity"
)

// Limits of ranges: how many bins are counted and told of a facet, how many ranges are offered, and from
// how many on a range is only made into narrower ones if it has more than a third of the pages.
const (
	maxBins    = 256
	mostRanges = 8
	fewRanges  = 5
)

// A Histogram has the numbers of pages by the numbers and dates of a facet. It adds up over indexes.
type Histogram struct {
	Bins     []Bin `json:"bins,omitempty"`     // those with pages, by level and from the least on
	Depth    uint8 `json:"depth"`              // how many levels of bins there are
	Decimals int   `json:"decimals,omitempty"` // of the numbers, at most
}

// A Bin of a histogram has the number of pages with a value in it.
type Bin struct {
	quantity.Bin
	Pages int `json:"pages"`
}

// histogram returns counted bins, without the deepest levels if there are too many.
func histogram(pages map[quantity.Bin]int, depth uint8, decimals int) *Histogram {
	h := &Histogram{Depth: depth, Decimals: decimals}
	for b, n := range pages {
		h.Bins = append(h.Bins, Bin{b, n})
	}
	slices.SortFunc(h.Bins, func(a, b Bin) int { return cmp.Or(cmp.Compare(a.Level, b.Level), a.Compare(b.Bin)) })
	for h.trim(); len(h.Bins) > maxBins && h.Depth > 1; h.trim() {
		h.Depth--
	}
	h.Bins = h.Bins[:min(len(h.Bins), maxBins)]
	return h
}

// trim removes the bins that are deeper than the histogram.
func (h *Histogram) trim() {
	h.Bins = slices.DeleteFunc(h.Bins, func(b Bin) bool { return b.Level >= h.Depth })
}

// sumOf adds up histograms, as one of all the pages would be.
func sumOf(all []*Histogram) *Histogram {
	pages, depth, decimals := map[quantity.Bin]int{}, uint8(quantity.Levels), 0
	for _, h := range all {
		depth, decimals = min(depth, h.Depth), max(decimals, h.Decimals)
		for _, b := range h.Bins {
			pages[b.Bin] += b.Pages
		}
	}
	return histogram(pages, depth, decimals)
}

// Offer offers ranges where the list of values of a facet is a poor one: of numbers or dates, and with more
// values than are listed, or with more than eight that have fewer than three pages on the average. It
// removes the histograms. f may be nil.
func (f *Facets) Offer() {
	if f == nil {
		return
	}
	for i := range f.Own {
		own := &f.Own[i]
		if h := own.Histogram; h != nil && own.IsRanged() {
			own.Ranges = h.ranges()
		}
		own.Histogram = nil
	}
}

// IsRanged reports whether the list of values is a poor one, so that ranges are better to choose from.
func (o *Own) IsRanged() bool { return Measured(o.Values) && isPoor(o.Values) }

// isPoor reports whether a list of values is too long, or has too few pages of each.
func isPoor(values []Value) bool {
	pages := 0
	for _, v := range values {
		pages += v.Pages
	}
	return len(values) >= mostOwn || len(values) > mostRanges && pages < 3*len(values)
}

// Measured reports whether several values are numbers or dates, those of most pages.
func Measured(values []Value) bool {
	all, measured, different := 0, 0, 0
	for _, v := range values {
		all += v.Pages
		if _, ok := quantity.Of(v.Value); ok {
			measured, different = measured+v.Pages, different+1
		}
	}
	return different > 1 && 2*measured > all
}

// ranges returns at most mostRanges ranges with their numbers of pages, from the least on: the widest
// bins, of which those with the most pages are replaced by narrower ones. nil if there is only one.
func (h *Histogram) ranges() (out []Value) {
	chosen := h.widest()
	for {
		i, narrower := h.next(chosen)
		if narrower == nil {
			break
		}
		chosen = slices.Replace(chosen, i, i+1, narrower...)
	}
	for _, b := range chosen {
		if text, ok := h.tight(b).Text(h.Decimals); ok {
			out = append(out, Value{text, b.Pages})
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// widest returns the bins of the first level of dates or of numbers, whichever have more pages, from the
// least on; of more than mostRanges those with the most pages.
func (h *Histogram) widest() []Bin {
	bins, pages := map[bool][]Bin{}, map[bool]int{}
	for _, b := range h.Bins {
		if b.Level == 0 {
			bins[b.Dated], pages[b.Dated] = append(bins[b.Dated], b), pages[b.Dated]+b.Pages
		}
	}
	out := bins[pages[true] > pages[false]]
	slices.SortStableFunc(out, func(a, b Bin) int { return cmp.Compare(b.Pages, a.Pages) })
	out = out[:min(len(out), mostRanges)]
	slices.SortFunc(out, func(a, b Bin) int { return a.Compare(b.Bin) })
	return out
}

// next returns which of some chosen bins is to be replaced by which narrower ones: that with the most
// pages of those that can be. It returns nil if the choice is good, or none can be.
func (h *Histogram) next(chosen []Bin) (at int, narrower []Bin) {
	all := 0
	for _, b := range chosen {
		all += b.Pages
	}
	most := 0
	for i, b := range chosen {
		if b.Pages <= most || len(chosen) >= fewRanges && 3*b.Pages <= all {
			continue
		}
		if n := h.within(b); n != nil && len(chosen)-1+len(n) <= mostRanges {
			at, narrower, most = i, n, b.Pages
		}
	}
	return at, narrower
}

// plainLevel is the level down to which bins are made as narrow as their values: of numbers from 1 to 2, 2
// to 5, 5 to 10, and years.
const plainLevel = 2

// tight returns the narrowest plain bin with all pages of a bin, or that of the number which all of them have, so
// that five stars of five are not from 5 to 9.9.
func (h *Histogram) tight(b Bin) Bin {
	plain, one := b, b
	for n := h.within(one); len(n) == 1; n = h.within(one) {
		if one = n[0]; one.Level <= plainLevel {
			plain = one
		}
	}
	text, _ := one.Text(h.Decimals)
	if from, to, _ := strings.Cut(text, quantity.Between); from == to && !one.Dated {
		return one
	}
	return plain
}

// within returns the bins of the next level in a bin; nil if not all of its pages are in them.
func (h *Histogram) within(wide Bin) (out []Bin) {
	pages := 0
	for _, b := range h.Bins {
		if b.Level == wide.Level+1 && b.In(wide.Bin) {
			out, pages = append(out, b), pages+b.Pages
		}
	}
	if pages < wide.Pages {
		return nil
	}
	return out
}
