// Package quantities finds the values of a facet that are numbers or dates (internal/quantity) in the
// dictionary of an index, and the pages that have them.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads the terms and postings of an index
// snapshot; values are kept as filters there (document.FacetPrefix), each with the list of its pages.
package quantities

import (
	"strings"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/hint"
)

// Most is how many values of one facet are looked at, of all segments together. Memory and time grow
// with their number (BenchmarkOf).
const Most = 1 << 18

// Values are the values of one facet that were wanted, by segment. They are safe for concurrent use.
type Values struct {
	Hint  hint.Hint // about what was left out, or that there are none at all; empty for nothing
	seen  int       // values that were looked at
	pages int64     // in the lists of all values
	segs  []values
}

// values are those of one segment.
type values struct {
	texts []byte // the filters, one behind the other
	all   []value
}

// A value is a quantity, and where its filter ends.
type value struct {
	at  float64
	end uint32
}

// Of returns those values of a facet, named in any case, that are quantities which wanted accepts.
func Of(snap *index.Snapshot, name string, wanted func(quantity.Quantity) bool) (*Values, error) {
	return of(snap, name, wanted, Most)
}

func of(snap *index.Snapshot, name string, wanted func(quantity.Quantity) bool, most int) (*Values, error) {
	v := &Values{segs: make([]values, snap.Segments())}
	name = strings.ToLower(name)
	prefix := segment.PrefixFilter + document.FacetPrefix + name + "="
	from, to := []byte(prefix), []byte(segment.PrefixFilter+document.FacetPrefix+name+">") // which follows =
	quantities, more := 0, false
	for seg := range v.segs {
		s := &v.segs[seg]
		left, err := snap.VisitTerms(seg, nil, from, to, most-v.seen, func(term []byte, docs int) {
			v.seen++
			q, ok := quantity.Of(string(term[len(prefix):]))
			if !ok {
				return
			}
			if quantities++; wanted(q) {
				v.pages += int64(docs)
				s.texts = append(s.texts, term...)
				s.all = append(s.all, value{q.At, uint32(len(s.texts))})
			}
		})
		if err != nil {
			return nil, err
		}
		more = more || left
	}
	switch {
	case more:
		v.Hint = hint.Hint{Code: hint.ManyValues, Value: name, N: most}
	case quantities == 0:
		v.Hint = hint.Hint{Code: hint.NoQuantity, Value: name}
	}
	return v, nil
}

// Pages returns how many pages have the values, those with several counted for each.
func (v *Values) Pages() int64 { return v.pages }

// openCost is what it costs to find one list, in postings (BenchmarkOf).
const openCost = 32

// Cost adds to a tally what it costs to look at the dictionary and to read the lists of the values, each
// of them in so many parts.
func (v *Values) Cost(t *admission.Tally, parts int) {
	n := 0
	for i := range v.segs {
		n += len(v.segs[i].all)
	}
	t.Whole(int64(v.seen) + v.pages + int64(n)*int64(parts)*openCost)
}

// Each calls page for each page of a segment in [from, to) and each of its values, in no order. lost
// reports whether some lists cannot be read: any page may then have a value.
func (v *Values) Each(snap *index.Snapshot, seg int, from, to uint32, page func(doc uint32, at float64)) (lost bool, err error) {
	s, begin := &v.segs[seg], uint32(0)
	var p segment.Postings
	for _, x := range s.all {
		ok, err := snap.Find(&p, seg, s.texts[begin:x.end])
		if begin = x.end; err != nil {
			return lost, err
		}
		if !ok {
			continue
		}
		for more := p.SeekGE(from); more && p.Doc() < to; more = p.Next() {
			page(p.Doc(), x.at)
		}
		if lost = lost || p.Lost(); p.Err() != nil {
			return lost, p.Err()
		}
	}
	return lost, nil
}

// TextOf returns how the value of a page is written that is a certain quantity, in lower case and without the name of
// the facet; "" if none of the values is, or their lists cannot be read.
func (v *Values) TextOf(snap *index.Snapshot, seg int, doc uint32, at float64) (string, error) {
	s, begin := &v.segs[seg], uint32(0)
	var p segment.Postings
	for _, x := range s.all {
		term := s.texts[begin:x.end]
		if begin = x.end; x.at != at {
			continue
		}
		ok, err := snap.Find(&p, seg, term)
		if err != nil {
			return "", err
		}
		if ok && p.SeekGE(doc) && p.Doc() == doc {
			_, text, _ := strings.Cut(string(term), "=")
			return text, nil
		}
	}
	return "", nil
}
