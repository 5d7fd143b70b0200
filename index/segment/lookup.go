package segment

import (
	"errors"
	"sort"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/varint"
)

// firstText sorts before every form and after the prefixes of all other terms.
const firstText = PrefixURL + "\xff"

// VisitTerms calls visit for the terms in [from, to) that the automaton accepts, with the
// number of their documents, including deleted ones. An empty from stands for the first form of
// a word; a nil automaton accepts everything. At most most terms are visited; more reports
// whether there are others. A term whose postings cannot be read counts as one document.
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

// docFreq reads the number of documents of an entry of the postings part. It returns 1 and an
// error if the entry cannot be read.
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

// Elements reads the elements of single documents. It is efficient if documents are asked for
// in ascending order, and is used by one goroutine.
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
	all, ok := elements.Decode(c.Take(c.Uint()), e.s.gap())
	if c.Bad() || !ok {
		return nil, b.part.Err(b.end(i - 1))
	}
	return all, nil
}

// Template tells which positions of documents belong to the template of their site. It is used by
// one goroutine.
type Template struct {
	s  *Segment
	at int // the block at hand, -1 for none
	of *elements.Turning
}

// Template returns a reader of what documents have in common with others of their site.
func (s *Segment) Template() *Template { return &Template{s: s, at: -1} }

// Of returns the turns of a document.
func (t *Template) Of(doc uint32) (elements.Turns, error) {
	b := &t.s.elements
	if t.at < 0 || int(doc) < b.first(t.at) || int(doc) >= b.first(t.at+1) {
		i := sort.Search(b.count(), func(i int) bool { return b.first(i) > int(doc) }) - 1
		if i < 0 {
			return nil, b.part.Err(0)
		}
		if err := t.enter(i); err != nil {
			return nil, err
		}
	}
	return t.of.Of(int(doc) - b.first(t.at)), nil
}

// enter moves to a block, and reads it if it is not kept.
func (t *Template) enter(block int) error {
	b := &t.s.elements
	of := t.s.turns.Find(block)
	if of == nil {
		plain, err := b.expand(block)
		if err != nil {
			return err
		}
		defer b.tools.put(plain)
		var ok bool
		if of, ok = elements.TurningOf(*plain, b.first(block+1)-b.first(block), t.s.gap()); !ok {
			return b.part.Err(b.end(block - 1))
		}
		t.s.turns.Keep(block, of)
	}
	t.at, t.of = block, of
	return nil
}
