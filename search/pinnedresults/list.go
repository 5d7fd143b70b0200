// Package pinnedresults places the pages that an operator has pinned to a query in a list of results. They are
// a list of their own before all others, which are searched without them. A cursor holds which pages are
// pinned in its list and how many of them it has passed.
//
// Floor: 4 (acts), a part of search. Stability: engine. It looks pages up in a snapshot of the index; who
// may see them is for the search to say.
package pinnedresults

import (
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/weburl"
)

// Guard line: a cursor has room for the pages of a query.
var _ [paging.MaxPinned - pin.MaxPages]struct{}

// A Page is a page that is pinned to the query.
type Page struct {
	Key   segment.ShortKey
	URL   weburl.URL // zero if it is not pinned any more
	At    contest.Spot
	Order int  // its place in the list of the operator, from 1
	Found bool // it is in the index and can be found, and may be shown as far as that is known
}

// A List is the pinned pages of a list of results. The zero List has none.
type List struct {
	Pages  []Page
	Passed int // how many of them precede the results that follow
}

// Look looks up pages in a snapshot.
func Look(snap *index.Snapshot, urls []weburl.URL) (l List) {
	for i, u := range urls {
		p := Page{URL: u, Order: i + 1, Key: segment.KeyOf(u.ID()).Short()}
		seg, doc, ok := snap.Lookup(u.ID())
		if p.At = (contest.Spot{Seg: seg, Doc: doc}); ok {
			p.Found = snap.Findable(seg, doc)
		}
		l.Pages = append(l.Pages, p)
	}
	return l
}

// Continue returns the list with which that of a cursor began. Pages that were shown there count even if
// they are not pinned any more; others only if they still are, so that nobody can make a cursor that pins
// a page.
func (l List) Continue(snap *index.Snapshot, c *paging.Cursor) List {
	out := List{Passed: c.Pins}
	for i, key := range c.Pinned {
		p := Page{Key: key}
		if at := slices.IndexFunc(l.Pages, func(p Page) bool { return p.Key == key }); at >= 0 {
			p = l.Pages[at]
		} else if seg, doc, ok := snap.LookupShort(key); ok && i < c.Pins {
			p.At, p.Found = contest.Spot{Seg: seg, Doc: doc}, snap.Findable(seg, doc)
		}
		out.Pages = append(out.Pages, p)
	}
	return out
}

// Docs returns the documents of the pages, ascending, by segment; nil if there are no pages.
func (l *List) Docs(segments int) [][]uint32 {
	if len(l.Pages) == 0 {
		return nil
	}
	out := make([][]uint32, segments)
	for _, p := range l.Pages {
		if p.Found {
			out[p.At.Seg] = append(out[p.At.Seg], p.At.Doc)
		}
	}
	for _, docs := range out {
		slices.Sort(docs)
	}
	return out
}

// Places returns the pages in the order of the index.
func (l *List) Places() []contest.Place {
	return contest.Places(l.Pages, func(p *Page) contest.Spot { return p.At })
}

// Keys returns what a cursor holds of the pages.
func (l *List) Keys() (out []segment.ShortKey) {
	for _, p := range l.Pages {
		out = append(out, p.Key)
	}
	return out
}

// Begin begins a list of results that has only the pages which may be shown, and skips some of them. It
// returns how many.
func (l *List) Begin(skip int) int {
	l.Pages = slices.DeleteFunc(l.Pages, func(p Page) bool { return !p.Found })
	l.Passed = min(len(l.Pages), skip)
	return l.Passed
}

// Take returns where the next pages are, at most most, and passes them.
func (l *List) Take(most int) (out []contest.Spot) {
	for ; l.Passed < len(l.Pages) && len(out) < most; l.Passed++ {
		if p := l.Pages[l.Passed]; p.Found {
			out = append(out, p.At)
		}
	}
	return out
}

// Left reports whether pages are left to be taken.
func (l *List) Left() bool {
	return slices.ContainsFunc(l.Pages[l.Passed:], func(p Page) bool { return p.Found })
}

// Len returns the number of pages that may be shown.
func (l *List) Len() (n int) {
	for _, p := range l.Pages {
		if p.Found {
			n++
		}
	}
	return n
}

// Order returns the place of a page in the list of the operator, from 1; 0 if it is not pinned.
func (l *List) Order(key segment.ShortKey) int {
	for _, p := range l.Pages {
		if p.Key == key {
			return p.Order
		}
	}
	return 0
}

// Place returns the place of a page among those that may be shown, from 1; 0 if it is none of them.
func (l *List) Place(at contest.Spot) int {
	place := 0
	for _, p := range l.Pages {
		if !p.Found {
			continue
		}
		if place++; p.At == at {
			return place
		}
	}
	return 0
}

// CountIn adds the pages that may be shown to facets.
func (l *List) CountIn(f *facet.Counter) {
	begun := -1
	for _, at := range l.Places() {
		p := l.Pages[at.I]
		if !p.Found {
			continue
		}
		if p.At.Seg != begun {
			begun = p.At.Seg
			f.Begin(begun)
		}
		f.Add(p.At.Doc)
	}
}
