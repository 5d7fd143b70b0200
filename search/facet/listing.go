package facet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/search/paging"
)

// Limits of lists of values: values of a page of the list, and those before it; values of the dictionary that are
// looked at, of all segments together, for how many pages they have and then for how they are spelled (BenchmarkList);
// and values that an index tells others.
const (
	MaxListed     = 1000
	MaxSkipped    = 10_000
	defaultListed = 100
	mostLooked    = 1 << 17
	mostTold      = 1 << 12
	atOnce        = 1 << 10 // values that are held at once
)

// A Wanted asks for the values of one facet.
type Wanted struct {
	Name   string `json:"name"`              // in any case
	Part   string `json:"part,omitempty"`    // that values have, in any case; "" for all
	ByName bool   `json:"by_name,omitempty"` // numbers and dates from the least on, then others by alphabet; otherwise those with the most pages first
	Offset int    `json:"offset,omitempty"`  // values to skip, at most MaxSkipped
	Limit  int    `json:"limit,omitempty"`   // at most MaxListed; 0 means 100
}

// A List has the values of one facet.
type List struct {
	Name   string  `json:"name"`   // in lower case
	Values []Value `json:"values"` // the requested ones; never nil
	All    int     `json:"all"`    // how many values there are
	// AtLeast says that All, and the numbers of pages, are lower bounds.
	AtLeast bool `json:"at_least,omitempty"`
}

// Check returns an error about what cannot be asked for; w may be nil.
func (w *Wanted) Check() error {
	switch {
	case w == nil:
		return nil
	case strings.TrimSpace(w.Name) == "" || len(w.Name) > facets.MaxName:
		return paging.Refused(errors.New("facet is the name of a facet"))
	case len(w.Part) > facets.MaxValue:
		return paging.Refused(fmt.Errorf("part has at most %d bytes", facets.MaxValue))
	case w.Limit < 0 || w.Limit > MaxListed:
		return paging.Refused(fmt.Errorf("limit is a number from 0 to %d", MaxListed))
	case w.Offset < 0 || w.Offset > MaxSkipped:
		return paging.Refused(fmt.Errorf("offset is a number from 0 to %d", MaxSkipped))
	}
	return nil
}

// name returns the name in lower case.
func (w *Wanted) name() string { return strings.ToLower(strings.TrimSpace(w.Name)) }

// order puts values in order.
func (w *Wanted) order(values []Value) {
	type placed struct {
		Value
		place
	}
	all := make([]placed, 0, len(values))
	for _, v := range values {
		all = append(all, placed{v, placeOf(v.Value)})
	}
	slices.SortFunc(all, func(a, b placed) int {
		if !w.ByName && a.Pages != b.Pages {
			return cmp.Compare(b.Pages, a.Pages)
		}
		return a.compare(b.place)
	})
	for i := range all {
		values[i] = all[i].Value
	}
}

// A place is where a value comes by name: numbers and dates from the least on, then others by alphabet, in lower case.
type place struct {
	text string
	at   float64
	ok   bool // it is a number or a date
}

func placeOf(value string) place {
	q, ok := quantity.Of(value)
	return place{strings.ToLower(value), q.At, ok}
}

func (p place) compare(o place) int {
	switch {
	case p.ok && o.ok && p.at != o.at:
		return cmp.Compare(p.at, o.at)
	case p.ok != o.ok && p.ok:
		return -1
	case p.ok != o.ok:
		return 1
	}
	return cmp.Compare(p.text, o.text)
}

// Compare puts values in order by name.
func Compare(a, b string) int { return placeOf(a).compare(placeOf(b)) }

// For returns an empty Counter that counts the values of one facet alone; all facets if w is nil.
func (c *Counter) For(w *Wanted) *Counter {
	if c.own.only = w; w != nil {
		c.own.left = mostLooked
	}
	return c
}

// countOnly counts the added pages by the values of the one facet.
func (o *own) countOnly() error {
	name := o.only.name()
	part := strings.ToLower(o.only.Part)
	from, to := facetFilter+name+"=", facetFilter+name+">" // which follows =
	for more := true; more && !o.more[name]; {
		var terms []string
		var err error
		if more, err = o.snap.VisitTerms(o.seg, nil, []byte(from), []byte(to), max(1, min(o.left, atOnce)), func(term []byte, _ int) { terms = append(terms, string(term)) }); err != nil {
			return err
		}
		if o.left <= 0 && len(terms) > 0 {
			o.more[name] = true
			break
		}
		o.left -= len(terms)
		for _, term := range terms {
			from = term + "\x00" // what follows it
			if !strings.Contains(term[len(facetFilter)+len(name)+1:], part) {
				continue
			}
			n, err := o.among(term, nil)
			if err != nil {
				return err
			}
			if n > 0 {
				o.pages[term[len(facetFilter):]] += n
			}
		}
	}
	o.docs = o.docs[:0]
	return nil
}

// List returns the values that were counted, in order: all that are told to other indexes, spelled as most pages of the
// index do that do not write them in lower case.
func (c *Counter) List() (*List, error) {
	o := &c.own
	w := o.only
	err := cmp.Or(c.err, o.count())
	l := &List{Name: w.name(), Values: make([]Value, 0, len(o.pages)), AtLeast: o.more[w.name()]}
	for facet, pages := range o.pages {
		l.Values = append(l.Values, Value{facet[len(l.Name)+1:], pages})
	}
	w.order(l.Values)
	l.All = len(l.Values)
	l.Values = l.Values[:min(len(l.Values), max(mostTold, w.Offset+cmp.Or(w.Limit, defaultListed)))]
	if err == nil {
		err = o.respell(l)
	}
	return l, err
}

// respell spells the values of a list.
func (o *own) respell(l *List) error {
	at := map[string]int{}
	for i, v := range l.Values {
		at[v.Value] = i
	}
	most, left := make([]int, len(l.Values)), mostLooked
	prefix := spelledFilter + l.Name
	for seg := range o.snap.Segments() {
		_, err := o.snap.VisitTerms(seg, nil, []byte(prefix+"="), []byte(prefix+">"), left, func(term []byte, docs int) {
			left--
			written := string(term[len(prefix)+1:])
			if i, ok := at[strings.ToLower(written)]; ok && docs > most[i] {
				l.Values[i].Value, most[i] = written, docs
			}
		})
		if err != nil || left <= 0 {
			return err
		}
	}
	return nil
}

// Least notes that not all pages were counted, if so; l may be nil.
func (l *List) Least(more bool) {
	if l != nil {
		l.AtLeast = l.AtLeast || more
	}
}

// Cut leaves of the list what was asked for; l may be nil.
func (l *List) Cut(w *Wanted) {
	if l != nil {
		from := min(w.Offset, len(l.Values))
		l.Values = l.Values[from:min(len(l.Values), from+cmp.Or(w.Limit, defaultListed))]
	}
}

// SumLists returns what several indexes listed, none of whose pages is in two of them. Where the list of one was cut,
// there are more values, and those that it has left out have more pages; by name, the sum ends where the first list does.
func SumLists(w *Wanted, all []*List) *List {
	sums, out := summed{}, &List{Name: w.name()}
	var end *place
	most := 0
	for _, l := range all {
		if l == nil {
			continue // it has no page that matches
		}
		sums.add(l.Values)
		cut := len(l.Values) < l.All
		out.AtLeast = out.AtLeast || l.AtLeast || cut && len(all) > 1
		if most = max(most, l.All); cut && w.ByName && len(l.Values) > 0 {
			if last := placeOf(l.Values[len(l.Values)-1].Value); end == nil || last.compare(*end) < 0 {
				end = &last
			}
		}
	}
	out.Values = append([]Value{}, sums.top(len(sums))...)
	w.order(out.Values)
	out.All = max(most, len(out.Values))
	if end != nil {
		out.Values = slices.DeleteFunc(out.Values, func(v Value) bool { return placeOf(v.Value).compare(*end) > 0 })
	}
	return out
}
