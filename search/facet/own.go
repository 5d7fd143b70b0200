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

// Limits of the operator's facets: how many are counted of a segment, with how many values of each,
// and how many values of each are reported.
const (
	maxOwn    = 32
	maxValues = 256
	mostOwn   = 20
)

// batch is how many pages are counted at once.
const batch = 1 << 16

const (
	facetFilter   = segment.PrefixFilter + document.FacetPrefix
	spelledFilter = segment.PrefixFilter + document.SpelledPrefix
)

// own counts the pages by the operator's facets. Values that differ in case only are one.
type own struct {
	snap    *index.Snapshot
	seg     int
	docs    []uint32                  // pages of the segment that are not counted yet, ascending
	pages   map[string]int            // by name=value in lower case
	spelled map[string]map[string]int // by the same: pages by the spelling of the value
	more    map[string]bool           // names of which a segment has more values than are counted
	// beyond is the least name, with = behind it, that is not counted because a segment has more
	// facets than are; "" if there is none.
	beyond string
	list   segment.Postings
	ranged map[string]*ranged // by name
	only   *Wanted            // the facet that is counted alone; nil for all
	// left and leftNamed are how many more lists may be read of values behind the first maxValues, of numbers
	// and dates and of others.
	left, leftNamed int
}

func newOwn(snap *index.Snapshot) own {
	return own{snap: snap, pages: map[string]int{}, spelled: map[string]map[string]int{}, more: map[string]bool{}, ranged: map[string]*ranged{}, left: maxRanged, leftNamed: maxNamed}
}

// begin begins a segment.
func (o *own) begin(seg int) error {
	err := o.count()
	o.seg = seg
	return err
}

// add adds a page that is counted later.
func (o *own) add(doc uint32) error {
	if o.docs = append(o.docs, doc); len(o.docs) < batch {
		return nil
	}
	return o.count()
}

// count counts the pages that were added since the last time.
func (o *own) count() error {
	if len(o.docs) == 0 {
		return nil
	}
	if o.only != nil {
		return o.countOnly()
	}
	terms, err := o.terms(facetFilter)
	if err != nil {
		return err
	}
	for len(terms) > 0 {
		name := nameIn(terms[0], facetFilter)
		end := slices.IndexFunc(terms, func(term string) bool { return nameIn(term, facetFilter) != name })
		if end < 0 {
			end = len(terms)
		}
		if err := o.countFacet(name, terms[:end]); err != nil {
			return err
		}
		terms = terms[end:]
	}
	err = o.countSpelled()
	o.docs = o.docs[:0]
	return err
}

// countFacet counts the added pages by the values of one facet, and what its numbers and dates are. It notes
// whether values are left out.
func (o *own) countFacet(name string, terms []string) error {
	b := newBatch(len(o.docs))
	for _, term := range terms {
		n, err := o.among(term, b.value(term[len(facetFilter)+len(name)+1:]))
		if err != nil {
			return err
		}
		if n > 0 {
			o.pages[term[len(facetFilter):]] += n
		}
	}
	if err := o.countRanged(name, terms, b); err != nil {
		return err
	}
	o.more[name] = o.ranged[name].partial
	return nil
}

// countSpelled counts how the values of the added pages are spelled. A value that is written in
// lower case has no such term.
func (o *own) countSpelled() error {
	if len(o.pages) == 0 {
		return nil
	}
	terms, err := o.terms(spelledFilter)
	if err != nil {
		return err
	}
	for _, term := range terms {
		written := term[len(spelledFilter):]
		folded := document.FoldFacet(written)
		if o.pages[folded] == 0 {
			continue
		}
		n, err := o.among(term, nil)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		if o.spelled[folded] == nil {
			o.spelled[folded] = map[string]int{}
		}
		_, value, _ := strings.Cut(written, "=")
		o.spelled[folded][value] += n
	}
	return nil
}

// terms returns the filters of the segment that begin with a prefix, name and value behind it: of
// the first maxOwn names the first maxValues values each, and of those of which all values were counted the
// first maxRanged spellings. It notes which names are left out.
func (o *own) terms(prefix string) (out []string, err error) {
	from, add := prefix, func(term []byte, _ int) { out = append(out, string(term)) }
	for range maxOwn {
		first, err := o.first(from, prefix)
		if err != nil || first == "" {
			return out, err
		}
		name := nameIn(first, prefix)
		from = prefix + name + ">" // which follows =
		most := maxValues
		if prefix == spelledFilter && o.ranged[name] != nil && !o.ranged[name].partial {
			most = maxRanged
		}
		if _, err = o.snap.VisitTerms(o.seg, nil, []byte(first), []byte(from), most, add); err != nil {
			return out, err
		}
	}
	first, err := o.first(from, prefix)
	if first != "" && prefix == facetFilter {
		if name := nameIn(first, prefix) + "="; o.beyond == "" || name < o.beyond {
			o.beyond = name
		}
	}
	return out, err
}

// nameIn returns the name of the facet in a filter with a prefix.
func nameIn(term, prefix string) string {
	name, _, _ := strings.Cut(term[len(prefix):], "=")
	return name
}

// first returns the first filter of the segment with a prefix that is not below from, "" if there
// is none.
func (o *own) first(from, prefix string) (first string, err error) {
	_, err = o.snap.VisitTerms(o.seg, nil, []byte(from), []byte(prefix+"\xff"), 1, func(term []byte, _ int) { first = string(term) })
	return first, err
}

// among returns how many of the added pages have a filter, and tells which they are by their places among
// these; page may be nil.
func (o *own) among(term string, page func(at int)) (n int, err error) {
	p := &o.list
	if ok, err := o.snap.Find(p, o.seg, []byte(term)); !ok || err != nil {
		return 0, err
	}
	for from := 0; from < len(o.docs) && p.SeekGE(o.docs[from]); {
		at, found := slices.BinarySearch(o.docs[from:], p.Doc())
		if from += at; !found {
			continue
		}
		if page != nil {
			page(from)
		}
		n, from = n+1, from+1
	}
	return n, nil
}

// Of returns the operator's facets of a page, each as name=value in lower case. It looks for the
// page in the lists of all values of its segment.
func Of(snap *index.Snapshot, seg int, doc uint32) (out []string, err error) {
	from, more := facetFilter, true
	var p segment.Postings
	for more {
		var terms []string
		more, err = snap.VisitTerms(seg, nil, []byte(from), []byte(facetFilter+"\xff"), maxValues, func(term []byte, _ int) { terms = append(terms, string(term)) })
		if err != nil {
			return nil, err
		}
		for _, term := range terms {
			ok, err := snap.Find(&p, seg, []byte(term))
			if err != nil {
				return nil, err
			}
			if ok && p.SeekGE(doc) && p.Doc() == doc {
				out = append(out, term[len(facetFilter):])
			}
			from = term + "\x00" // what follows it
		}
	}
	return out, nil
}

// Absent returns those of some names of facets, in lower case, that no page of the index has. Pages
// that were deleted count until their segment is merged.
func Absent(snap *index.Snapshot, names []string) (out []string, err error) {
	for _, name := range names {
		found := false
		for seg := 0; seg < snap.Segments() && !found; seg++ {
			from, to := facetFilter+name+"=", facetFilter+name+">"
			if _, err = snap.VisitTerms(seg, nil, []byte(from), []byte(to), 1, func([]byte, int) { found = true }); err != nil {
				return nil, err
			}
		}
		if !found {
			out = append(out, name)
		}
	}
	return out, nil
}

// counts returns the values by name of facet, those with the most pages first, as most of the pages
// spell them, and whether there are facets that are not counted.
func (o *own) counts() (out []Own, more bool, err error) {
	err = o.count()
	byName := map[string]map[string]int{}
	for facet, pages := range o.pages {
		name, value, _ := strings.Cut(facet, "=")
		if byName[name] == nil {
			byName[name] = map[string]int{}
		}
		byName[name][o.spelling(facet, value)] = pages
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		atLeast := o.more[name] || o.beyond != "" && name+"=" >= o.beyond
		out = append(out, Own{Name: name, Values: top(byName[name], mostOwn), All: len(byName[name]), AtLeast: atLeast, Histogram: o.ranged[name].histogram()})
	}
	return out, o.beyond != "", err
}

// spelling returns how most pages write a value, of those that do not write it in lower case.
func (o *own) spelling(facet, value string) string {
	spelled := o.spelled[facet]
	if len(spelled) == 0 {
		return value
	}
	return slices.MaxFunc(slices.Sorted(maps.Keys(spelled)), func(a, b string) int { return cmp.Compare(spelled[a], spelled[b]) })
}
