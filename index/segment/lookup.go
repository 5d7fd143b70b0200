package segment

import (
	"errors"
	"sort"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/varint"
)

// firstText is below the first byte of every form and above the prefixes of the
// other terms.
const firstText = PrefixURL + "\xff"

// VisitTerms calls visit with the terms from one up to another, without the latter,
// that the automaton accepts, and the number of their documents, deleted ones
// included. An empty from stands for the first form of a word, a nil automaton
// accepts all. No more than most are visited; more reports whether there are others.
// The documents of a term whose postings cannot be read are one.
func (s *Segment) VisitTerms(a vellum.Automaton, from, to []byte, most int, visit func(term []byte, docs int)) (more bool, err error) {
	if len(from) == 0 {
		from = []byte(firstText)
	}
	if s.terms != nil {
		return s.visitInMemory(a, from, to, most, visit), nil
	}
	it, err := s.fst.Search(a, from, to)
	for n := 0; err == nil; n++ {
		if n == most {
			return true, nil
		}
		term, at := it.Current()
		docs, err := s.docFreq(at)
		if err != nil && s.Fault() != nil {
			return false, err
		}
		visit(term, docs)
		if err = it.Next(); errors.Is(err, vellum.ErrIteratorDone) {
			return false, nil
		}
		if err != nil {
			return false, s.bad("the dictionary: " + err.Error())
		}
	}
	if errors.Is(err, vellum.ErrIteratorDone) {
		return false, nil
	}
	return false, s.bad("the dictionary: " + err.Error())
}

// docFreq reads how many documents an entry of the postings part has; 1 with the error
// that it cannot be read.
func (s *Segment) docFreq(at uint64) (int, error) {
	p := s.parts[partPostings]
	size := uint64(p.Len())
	if at >= size {
		return 1, p.Err(at)
	}
	b, err := p.Bytes(at, min(entryGuess, size-at))
	if err != nil {
		return 1, err
	}
	c := varint.NewReader(b)
	header := c.Uint()
	n := int(header >> headerShift)
	if header&tinyBit != 0 {
		n = 1
	}
	if c.Bad() || n <= 0 || n > s.foot.Docs {
		return 1, p.Err(at)
	}
	return n, nil
}

// Elements reads the elements of single documents. It is cheap where documents
// come in ascending order, and used by one goroutine.
type Elements struct {
	s     *Segment
	block int
	plain []byte
}

// Elements returns a reader of the elements of documents.
func (s *Segment) Elements() *Elements { return &Elements{s: s, block: -1} }

// Of returns the elements of a document.
func (e *Elements) Of(doc uint32) ([]document.Element, error) {
	b := &e.s.elements
	i := sort.Search(b.count(), func(i int) bool { return b.first(i) > int(doc) }) - 1
	if i < 0 {
		return nil, b.part.Err(0)
	}
	if i != e.block {
		plain, err := b.expand(i)
		if err != nil {
			return nil, err
		}
		e.block, e.plain = i, append(e.plain[:0], *plain...)
		b.tools.put(plain)
	}
	c := varint.NewReader(e.plain)
	for range int(doc) - b.first(i) {
		c.Take(c.Uint())
	}
	all, ok := decodeElements(c.Take(c.Uint()))
	if c.Bad() || !ok {
		return nil, b.part.Err(b.end(i - 1))
	}
	return all, nil
}
