package invert

import (
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/varint"
)

// WriteTo writes the documents and terms into a segment, and finishes it. The
// Buffer lets go of its memory, and is to be reset before it is used again.
func (b *Buffer) WriteTo(w *segment.Writer) error {
	docs := b.docs
	b.docs = segment.NewDocs(b.files)
	if err := w.Take(docs); err != nil {
		return err
	}
	var list segment.List
	for _, o := range b.order() {
		t := b.words.term(o.number)
		if err := b.list(&list, t); err != nil {
			return err
		}
		if err := w.Term(b.words.text(t), &list); err != nil {
			return err
		}
	}
	b.shrink()
	return w.Finish()
}

// shrink lets go of what was written, and of memory that few generations need: while
// one is written the next is filled, and large ones are rare in a crawl that waits.
func (b *Buffer) shrink() {
	if len(b.forms) > keptTerms {
		b.stems, b.forms = nil, nil
	}
	b.words.shrink()
	b.chains.shrink()
	b.chains.buf = nil
}

// list reads a term's chain.
func (b *Buffer) list(l *segment.List, t *term) error {
	l.Reset()
	for i := b.stems[t.stem].forms; i != 0; i = b.forms[i].next {
		l.Forms = append(l.Forms, string(b.words.text(b.words.term(b.forms[i].form))))
	}
	if len(l.Forms) > 1 {
		slices.Sort(l.Forms)
		l.Forms = slices.Compact(l.Forms)
	}
	c := varint.NewReader(b.chains.read(t))
	doc := uint32(0)
	for range t.df {
		doc += uint32(c.Uint())
		l.Docs, l.Impacts = append(l.Docs, doc), append(l.Impacts, c.Byte())
		if !t.positional {
			continue
		}
		n := uint32(c.Uint())
		l.Freqs = append(l.Freqs, n)
		for range n {
			l.Gaps = append(l.Gaps, uint32(c.Uint()))
		}
	}
	if c.Bad() {
		return segment.ErrShort
	}
	return nil
}
