package invert

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
)

// MaxJoint is how many buffers are written into one segment at most. Writing three takes as
// long as filling one, so that workers that fill them in parallel do not wait.
const MaxJoint = 3

// Write writes the documents of at most MaxJoint buffers, in order, and their terms into a
// segment, and finishes it. Nothing may be added to the buffers afterwards; their views stay
// valid until they are reset.
func Write(w *segment.Writer, buffers ...*Buffer) error {
	var keys, stems joint
	var room []ordered
	first := uint32(0)
	for _, b := range buffers {
		if err := w.Take(b.docs); err != nil {
			return err
		}
		all := b.orderFrom(0, &room)
		keys.add(source{b: b, order: all, first: first})
		stems.add(source{b: b, order: all.byStems(&room), first: first})
		first += uint32(b.Docs())
	}
	for _, j := range []*joint{&stems, &keys} { // all stems sort before the keys
		for len(j.sources) > 0 {
			if err := j.next(w); err != nil {
				return err
			}
		}
	}
	return w.Finish()
}

// A joint is the keys, or the stems, of several buffers on their way into one segment.
type joint struct {
	sources []source // those that have terms left, in the order of their documents
	list    segment.List
	read    reader
	numbers []uint32
}

// add adds a source, unless it has no terms.
func (j *joint) add(s source) {
	if len(s.order.all) > 0 {
		j.sources = append(j.sources, s)
	}
}

// A source is the sorted terms of a buffer, and the number of its first document in the
// segment.
type source struct {
	b     *Buffer
	order *order
	at    int // index of the next term
	near  int // how many terms from there on were touched ahead
	first uint32
}

// left returns the terms that are left.
func (s *source) left() []ordered { return s.order.all[s.at:] }

// text returns the key or stem of the next term.
func (s *source) text() []byte { return s.order.text(s.left()[0].number) }

// compare compares the next keys or stems of two sources.
func (s *source) compare(other *source) int {
	if c := cmp.Compare(s.left()[0].head, other.left()[0].head); c != 0 {
		return c
	}
	return bytes.Compare(s.text(), other.text())
}

// next writes the least of the remaining keys or stems.
func (j *joint) next(w *segment.Writer) error {
	var same [MaxJoint]int // the sources that have it
	n := 1
	for i := 1; i < len(j.sources); i++ {
		switch c := j.sources[i].compare(&j.sources[same[0]]); {
		case c < 0:
			same[0], n = i, 1
		case c == 0:
			same[n] = i
			n++
		}
	}
	text := j.sources[same[0]].text()
	j.list.Reset()
	for _, i := range same[:n] {
		if err := j.take(&j.sources[i]); err != nil {
			return err
		}
	}
	if n > 1 && len(j.list.Forms) > 1 {
		slices.Sort(j.list.Forms)
		j.list.Forms = slices.Compact(j.list.Forms)
	}
	j.sources = slices.DeleteFunc(j.sources, func(s source) bool { return len(s.left()) == 0 })
	return w.Term(text, &j.list)
}

// take adds the postings that a source has for the next key or stem to the list, and moves past
// it.
func (j *joint) take(s *source) error {
	if s.near <= 0 {
		s.ahead()
	}
	same := s.left()[:s.order.same(s.at)]
	s.at, s.near = s.at+len(same), s.near-len(same)
	j.numbers = numbers(j.numbers[:0], same)
	if s.order.stems {
		return j.read.stem(&j.list, s.b, j.numbers, s.first, s.b.Docs())
	}
	return j.read.words(&j.list, s.b, j.numbers, s.first, s.b.Docs())
}

// Shrink frees all documents, which nobody may be reading any more, and memory that few
// generations need: while one generation is written the next is filled, and a slow crawl rarely
// fills a large one. The Buffer must be reset before it is used again.
func (b *Buffer) Shrink() {
	b.docs = segment.NewDocs(b.files)
	b.keys, b.stems = nil, stems{}
	b.words.shrink()
	b.chains.shrink()
}
