package invert

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/varint"
)

// WriteTo writes the documents and terms into a segment, and finishes it. The
// Buffer lets go of the documents, and is to be reset before it is used again.
func (b *Buffer) WriteTo(w *segment.Writer) error {
	docs := b.docs
	b.docs = segment.NewDocs(b.files)
	if err := w.Take(docs); err != nil {
		return err
	}
	var list segment.List
	var raw []byte
	for _, o := range b.order() {
		t := &b.terms[o.number]
		raw = b.chains.read(raw[:0], t)
		if err := b.list(&list, raw, t); err != nil {
			return err
		}
		if err := w.Term(b.textOf(t), &list); err != nil {
			return err
		}
	}
	return w.Finish()
}

func (b *Buffer) textOf(t *term) []byte { return b.dict.at(t.text, t.size) }

// An ordered value is a term with the first bytes of its text, by which most terms
// are told apart.
type ordered struct {
	head   uint64
	number uint32
}

// order returns the terms that have postings, ascending by their texts.
func (b *Buffer) order() []ordered {
	out := make([]ordered, 0, len(b.terms))
	for i := range b.terms {
		if t := &b.terms[i]; t.df > 0 {
			var head [8]byte
			copy(head[:], b.textOf(t))
			out = append(out, ordered{binary.BigEndian.Uint64(head[:]), uint32(i)})
		}
	}
	slices.SortFunc(out, func(x, y ordered) int {
		if x.head != y.head {
			return cmp.Compare(x.head, y.head)
		}
		return bytes.Compare(b.textOf(&b.terms[x.number]), b.textOf(&b.terms[y.number]))
	})
	return out
}

// list reads a term's chain.
func (b *Buffer) list(l *segment.List, raw []byte, t *term) error {
	l.Reset()
	for i := t.forms; i != 0; i = b.forms[i].next {
		l.Forms = append(l.Forms, string(b.textOf(&b.terms[b.forms[i].form])))
	}
	if len(l.Forms) > 1 {
		slices.Sort(l.Forms)
		l.Forms = slices.Compact(l.Forms)
	}
	c := varint.NewReader(raw)
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
