package invert

import "github.com/aranea-search/aranea/index/segment"

// WriteTo writes the documents and terms into a segment, and finishes it. Nothing may
// be added to the Buffer from then on; its views stay until it is reset.
func (b *Buffer) WriteTo(w *segment.Writer) error {
	if err := w.Take(b.docs); err != nil {
		return err
	}
	var list segment.List
	var chain []byte
	for _, o := range b.orderFrom(0) {
		t := b.words.term(o.number)
		if t.df == 0 {
			continue
		}
		chain = b.chains.read(chain[:0], t)
		list.Reset()
		list.Forms = b.formsOf(list.Forms, t, b.docs.Len())
		if err := decode(&list, t, chain, b.docs.Len()); err != nil {
			return err
		}
		if err := w.Term(b.words.text(t), &list); err != nil {
			return err
		}
	}
	return w.Finish()
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
