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
	var j joint
	first := uint32(0)
	for _, b := range buffers {
		if err := w.Take(b.docs); err != nil {
			return err
		}
		if all := b.orderFrom(0); len(all) > 0 {
			j.sources = append(j.sources, source{b: b, left: all, first: first})
		}
		first += uint32(b.Docs())
	}
	for len(j.sources) > 0 {
		if err := j.next(w); err != nil {
			return err
		}
	}
	return w.Finish()
}

// A joint is the terms of some buffers on their way into one segment.
type joint struct {
	sources []source // those that have terms left, in the order of their documents
	list    segment.List
	chain   []byte
}

// A source is the terms of a buffer that are left, ascending, and the number of its
// first document in the segment.
type source struct {
	b     *Buffer
	left  []ordered
	first uint32
	near  int // how many of the first that are left were asked for ahead
}

// text returns the text of the first of the terms.
func (s *source) text() []byte { return s.b.words.text(s.b.words.term(s.left[0].number)) }

// compare compares the first terms of two sources.
func (s *source) compare(other *source) int {
	if c := cmp.Compare(s.left[0].head, other.left[0].head); c != 0 {
		return c
	}
	return bytes.Compare(s.text(), other.text())
}

// next writes the least of the terms that are left.
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
	j.sources = slices.DeleteFunc(j.sources, func(s source) bool { return len(s.left) == 0 })
	return w.Term(text, &j.list)
}

// take adds what a source says of its first term to the list, and goes on to the next.
func (j *joint) take(s *source) error {
	if s.near == 0 {
		s.ahead()
	}
	t := s.b.words.term(s.left[0].number)
	s.left, s.near = s.left[1:], s.near-1
	if t.df == 0 {
		return nil
	}
	j.chain = s.b.chains.read(j.chain[:0], t)
	if t.stem != 0 {
		j.list.Forms = s.b.formsOf(j.list.Forms, t, s.b.Docs())
	}
	return decode(&j.list, t, j.chain, s.first, s.b.Docs())
}

// Shrink lets go of all documents, which nobody may read any more, and of memory that
// few generations need: while one is written the next is filled, and large ones are
// rare in a crawl that waits. The Buffer is to be reset before it is used again.
func (b *Buffer) Shrink() {
	b.docs = segment.NewDocs(b.files)
	if len(b.forms) > keptTerms {
		b.stems, b.forms = nil, nil
	}
	b.inOrder = nil
	b.words.shrink()
	b.chains.shrink()
}
