package facet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
)

// Limits of the operator's facets: the values that are counted, of a segment, and those that are
// reported of a facet.
const (
	maxOwn  = 256
	mostOwn = 20
)

// own counts the pages by the operator's facets. Values that differ in case only are one.
type own struct {
	pages    map[string]int            // by name=value in lower case
	spelled  map[string]map[string]int // by the same: pages of the index by the spelling of the value
	here     values                    // of the current segment
	more     bool                      // a segment has more values than are counted
	prefixes [2]string
}

func newOwn() own {
	return own{pages: map[string]int{}, spelled: map[string]map[string]int{}, prefixes: [2]string{
		segment.PrefixFilter + document.FacetPrefix, segment.PrefixFilter + document.SpelledPrefix,
	}}
}

// begin begins a segment.
func (o *own) begin(snap *index.Snapshot, seg int) error {
	o.here = o.here[:0]
	var terms []string
	more, err := visit(snap, seg, o.prefixes[0], func(value string, _ int) { terms = append(terms, value) })
	if err != nil {
		return err
	}
	o.more = o.more || more
	for _, value := range terms {
		p, err := snap.Postings(seg, o.prefixes[0]+value)
		if err != nil {
			return err
		}
		if p != nil && p.Next() {
			o.here = append(o.here, typed{value, p})
		}
	}
	o.here.order()
	_, err = visit(snap, seg, o.prefixes[1], func(written string, docs int) {
		folded := document.FoldFacet(written)
		if o.spelled[folded] == nil {
			o.spelled[folded] = map[string]int{}
		}
		_, value, _ := strings.Cut(written, "=")
		o.spelled[folded][value] += docs
	})
	return err
}

// Of returns the operator's facets of a page, each as name=value in lower case.
func Of(snap *index.Snapshot, seg int, doc uint32) ([]string, error) {
	o := newOwn()
	if err := o.begin(snap, seg); err != nil {
		return nil, err
	}
	o.add(doc)
	return slices.Sorted(maps.Keys(o.pages)), nil
}

// visit calls back with the terms of a segment that have a prefix, without it, and with their
// numbers of pages. more tells that there are more than maxOwn.
func visit(snap *index.Snapshot, seg int, prefix string, each func(rest string, docs int)) (more bool, err error) {
	return snap.VisitTerms(seg, nil, []byte(prefix), []byte(prefix+"\xff"), maxOwn, func(term []byte, docs int) {
		each(string(term[len(prefix):]), docs)
	})
}

// add counts a page.
func (o *own) add(doc uint32) {
	for len(o.here) > 0 && o.here[0].postings.Doc() <= doc {
		v := &o.here[0]
		if v.postings.SeekGE(doc) && v.postings.Doc() == doc {
			o.pages[v.name]++
			v.postings.Next()
		}
		o.here.sink(0)
	}
}

// values are the lists of pages of a segment, as a heap by the page at which each stands: so only
// those are read that may have the page at hand.
type values []typed

// order makes a heap of the lists.
func (v values) order() {
	for i := len(v)/2 - 1; i >= 0; i-- {
		v.sink(i)
	}
}

// sink moves a list that has gone on to its place. A list at its end stands behind all pages.
func (v values) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(v); child++ {
			if v[child].postings.Doc() < v[least].postings.Doc() {
				least = child
			}
		}
		if least == i {
			return
		}
		v[i], v[least] = v[least], v[i]
		i = least
	}
}

// counts returns the values by name of facet, those with the most pages first, as most pages spell
// them.
func (o *own) counts() []Own {
	byName := map[string]map[string]int{}
	for facet, pages := range o.pages {
		name, value, _ := strings.Cut(facet, "=")
		if byName[name] == nil {
			byName[name] = map[string]int{}
		}
		byName[name][o.spelling(facet, value)] = pages
	}
	var out []Own
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, Own{Name: name, Values: top(byName[name], mostOwn), AtLeast: o.more})
	}
	return out
}

// spelling returns how most pages of the index write a value, of those that do not write it in
// lower case.
func (o *own) spelling(facet, value string) string {
	spelled := o.spelled[facet]
	if len(spelled) == 0 {
		return value
	}
	return slices.MaxFunc(slices.Sorted(maps.Keys(spelled)), func(a, b string) int { return cmp.Compare(spelled[a], spelled[b]) })
}
