// Package facet counts the pages that match a query by site, language, type, year of the date, and
// by the facets that the operator has pages read for.
//
// Floor: 4 (acts). Stability: engine. It reads the columns and filters of an index snapshot;
// the caller decides which pages match.
package facet

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

const (
	most      = 10  // values reported per facet
	mostLangs = 40  // languages reported
	maxTypes  = 100 // per segment
)

// A Value is a value of a facet and its number of pages.
type Value struct {
	Value string `json:"value"`
	Pages int    `json:"pages"`
}

// Facets are the values with the most pages, the highest first.
type Facets struct {
	// AtLeast says that not all pages were counted: the numbers are lower bounds.
	AtLeast   bool    `json:"at_least,omitempty"`
	Sites     []Value `json:"sites,omitempty"`     // registrable domains
	Languages []Value `json:"languages,omitempty"` // codes, or "und"
	Types     []Value `json:"types,omitempty"`     // names of formats
	Years     []Value `json:"years,omitempty"`     // of their dates, the newest first
	Own       []Own   `json:"own,omitempty"`       // those that the operator has pages read for, by name
	// MoreOwn says that a segment of the index has more facets of the operator's than are counted.
	MoreOwn bool `json:"more_own,omitempty"`
}

// Own are the values of one facet of the operator's.
type Own struct {
	Name   string  `json:"name"` // in lower case
	Values []Value `json:"values"`
	// All is how many values there are, of which Values are at most 20.
	All int `json:"all"`
	// AtLeast says that a segment of the index has more of its values than are counted: All and the numbers of
	// pages are lower bounds.
	AtLeast bool `json:"at_least,omitempty"`
	// Ranges are offered in place of a poor list of numbers or dates (Offer), with their numbers of pages,
	// from the least on.
	Ranges []Value `json:"ranges,omitempty"`
	// Histogram is what ranges are made of; nil after Offer, and if there are too many values.
	Histogram *Histogram `json:"histogram,omitempty"`
}

// Held are the values of a facet of the operator's that one page has.
type Held struct {
	Name   string   `json:"name"`   // in lower case
	Values []string `json:"values"` // as the page writes them: numbers and dates from the least on, then others in alphabetical order
}

// A Counter counts the pages of one snapshot. It is used by one goroutine.
type Counter struct {
	snap  *index.Snapshot
	seg   int
	sites map[uint32]*site
	langs map[string]int
	years map[int]int
	types map[string]int
	here  []typed // types of the current segment
	own   own
	err   error
}

// A site is a registrable domain, and one of its pages to read its name from.
type site struct {
	pages, seg int
	doc        uint32
}

type typed struct {
	name     string
	postings *segment.Postings
}

// New returns an empty Counter.
func New(snap *index.Snapshot) *Counter {
	return &Counter{snap: snap, sites: map[uint32]*site{}, langs: map[string]int{}, years: map[int]int{}, types: map[string]int{}, own: newOwn(snap)}
}

const typeFilter = segment.PrefixFilter + "type:"

// Begin begins a segment. Its pages are added in ascending order.
func (c *Counter) Begin(seg int) {
	if c.seg, c.here = seg, nil; c.own.only != nil {
		c.err = cmp.Or(c.err, c.own.begin(seg))
		return
	}
	var names []string
	_, err := c.snap.VisitTerms(seg, nil, []byte(typeFilter), []byte(typeFilter+"\xff"), maxTypes, func(term []byte, _ int) {
		names = append(names, string(term))
	})
	for _, term := range names {
		p, perr := c.snap.Postings(seg, term)
		if perr != nil {
			err = perr
		} else if p != nil {
			c.here = append(c.here, typed{strings.TrimPrefix(term, typeFilter), p})
		}
	}
	c.err = cmp.Or(c.err, err, c.own.begin(seg))
}

// Add counts a page.
func (c *Counter) Add(doc uint32) {
	if c.own.only != nil {
		c.err = cmp.Or(c.err, c.own.add(doc))
		return
	}
	col := c.snap.Column(c.seg, doc)
	s := c.sites[col.Site]
	if s == nil {
		s = &site{seg: c.seg, doc: doc}
		c.sites[col.Site] = s
	}
	s.pages++
	if langs := c.snap.Langs(c.seg); int(col.Lang) < len(langs) {
		c.langs[langs[col.Lang].String()]++
	}
	if at := c.snap.Date(c.seg, doc); at > 0 {
		c.years[time.Unix(int64(at), 0).UTC().Year()]++
	}
	for _, t := range c.here {
		if t.postings.SeekGE(doc) && t.postings.Doc() == doc {
			c.types[t.name]++
		}
	}
	c.err = cmp.Or(c.err, c.own.add(doc))
}

// Facets returns the counts.
func (c *Counter) Facets() (*Facets, error) {
	out := &Facets{Languages: top(c.langs, mostLangs), Types: top(c.types, most)}
	var err error
	out.Own, out.MoreOwn, err = c.own.counts()
	c.err = cmp.Or(c.err, err)
	sites := map[uint32]int{}
	for id, s := range c.sites {
		sites[id] = s.pages
	}
	ids := slices.SortedFunc(maps.Keys(sites), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(sites[b], sites[a]), cmp.Compare(a, b))
	})
	for _, id := range ids[:min(len(ids), most)] {
		d, err := c.snap.Doc(c.sites[id].seg, c.sites[id].doc)
		if err != nil {
			return nil, err
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			return nil, err
		}
		out.Sites = append(out.Sites, Value{u.Origin().Site(), sites[id]})
	}
	for _, y := range slices.Backward(slices.Sorted(maps.Keys(c.years))) {
		if len(out.Years) < most {
			out.Years = append(out.Years, Value{strconv.Itoa(y), c.years[y]})
		}
	}
	return out, c.err
}

// Add counts one more page, with a site and a type, either of which may be empty.
func (f *Facets) Add(site, typ string) {
	f.Sites, f.Types = f.plusOne(f.Sites, site), f.plusOne(f.Types, typ)
}

// plusOne counts one more page among the reported values. For a value that is not reported the
// number is unknown.
func (f *Facets) plusOne(values []Value, value string) []Value {
	i := slices.IndexFunc(values, func(v Value) bool { return v.Value == value })
	switch {
	case value == "":
		return values
	case i >= 0:
		values[i].Pages++
	case len(values) < most:
		values = append(values, Value{value, 1})
	default:
		f.AtLeast = true
	}
	slices.SortStableFunc(values, func(a, b Value) int { return cmp.Compare(b.Pages, a.Pages) })
	return values
}

// top returns the values with the most pages, at most so many.
func top(pages map[string]int, most int) []Value {
	var out []Value
	for name, n := range pages {
		out = append(out, Value{name, n})
	}
	slices.SortFunc(out, func(a, b Value) int { return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Value, b.Value)) })
	return out[:min(len(out), most)]
}
