package invert

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
)

// MaxJoint is how many buffers become one segment at most: to write three takes as long
// as to fill one of them, so who fills them side by side does not wait.
const MaxJoint = 3

// Write writes the documents of at most MaxJoint buffers, one buffer behind another,
// and their terms into a segment, and finishes it. Nothing may be added to the buffers from
// then on; their views stay until they are reset.
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
	for _, j := range []*joint{&stems, &keys} { // no key is below a stem
		for len(j.sources) > 0 {
			if err := j.next(w); err != nil {
				return err
			}
		}
	}
	return w.Finish()
}

// A joint is the keys of some buffers, or the stems, on their way into one segment.
type joint struct {
	sources []source // those that have any left, in the order of their documents
	list    segment.List
	read    reader
	numbers []uint32
}

// add adds a source unless it has nothing.
func (j *joint) add(s source) {
	if len(s.order.all) > 0 {
		j.sources = append(j.sources, s)
	}
}

// A source is the terms of a buffer, and the number of its first document in the segment.
type source struct {
	b     *Buffer
	order *order
	at    int // the next term
	near  int // how many from there on were asked for ahead
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

// next writes the least of what is left.
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

// take adds what a source says of the next key or stem to the list, and goes on behind it.
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

// Shrink lets go of all documents, which nobody may read any more, and of memory that
// few generations need: while one is written the next is filled, and large ones are
// rare in a crawl that waits. The Buffer is to be reset before it is used again.
func (b *Buffer) Shrink() {
	b.docs = segment.NewDocs(b.files)
	b.keys, b.stems = nil, stems{}
	b.words.shrink()
	b.chains.shrink()
}
