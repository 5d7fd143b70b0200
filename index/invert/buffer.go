package invert

import (
	"encoding/binary"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

// A Buffer is the memory of one worker: documents inverted and not yet in a
// segment. It is used by one goroutine at a time.
type Buffer struct {
	gen uint64 // of the term numbers in the slots of analyze.Word

	terms  []term
	dict   dictionary
	chains chains
	forms  []formLink
	docs   *segment.Docs
	files  segment.Folder // what docs are compressed with

	key []byte // of a term that is looked up
	// Of the document that is being added.
	hits    []hit
	touched []uint32
	posting []byte
}

// A term is a term's postings, a chain of chunks, and what the current document
// says of it. It holds no pointer.
type term struct {
	text, size uint32 // in the dictionary
	used, room uint16 // of the last chunk
	positional bool
	stem       bool
	head, tail uint32 // chunks, 0 for none
	lastDoc    uint32
	df         uint32
	// Of stems: the number of the form that is spelled like the stem, and the list
	// of the other forms, 0 for none.
	base, forms uint32

	// Of the current document.
	first, last int32 // hits, -1 for none
	freq        uint32
	weight      float64
}

// termBytes is about what a term takes besides its text and postings, its place in
// the dictionary included.
const termBytes = 80

// A formLink is a form in the list of a stem's forms.
type formLink struct {
	form uint32
	next uint32 // 0 for none
}

// A hit is one occurrence in the current document.
type hit struct {
	pos  uint32
	next int32
}

// NewBuffer returns an empty Buffer of the first generation, whose documents are
// compressed with the tools of a folder.
func NewBuffer(files segment.Folder) *Buffer {
	b := &Buffer{dict: newDictionary(), files: files}
	b.Reset(1)
	return b
}

// Reset empties the buffer. The generation is positive and differs from that of
// every other Buffer that the same Maker's words go to.
func (b *Buffer) Reset(gen uint64) {
	b.gen = gen
	b.terms, b.docs = b.terms[:0], segment.NewDocs(b.files)
	b.forms = append(b.forms[:0], formLink{}) // number 0 means none
	b.dict.reset()
	b.chains.reset()
}

// Bytes returns about how much memory the buffer holds.
func (b *Buffer) Bytes() int {
	return b.chains.bytes() + len(b.dict.text) + len(b.terms)*termBytes + b.docs.Bytes()
}

// Docs returns the number of documents.
func (b *Buffer) Docs() int { return b.docs.Len() }

// Add inverts a page, whose document gets the next number.
func (b *Buffer) Add(m *document.Maker, c *aranea.IndexChange) error {
	doc := uint32(b.docs.Len())
	d := m.Of(c)
	b.hits, b.touched = b.hits[:0], b.touched[:0]
	norms := normsOf(&d.Lengths)
	for i := range d.Words {
		w := &d.Words[i]
		weight := norms[w.Field] * float64(w.Emphasis)
		b.hit(b.formOf(w.Word), w.Pos, weight)
		if w.Word.Stem != "" {
			b.touch(b.stemOf(w.Word)).weight += weight
		}
	}
	for _, word := range d.Address {
		b.touch(b.prefixed(segment.PrefixURL, word)).weight += norms[document.FieldURL]
	}
	for _, f := range d.Filters {
		b.touch(b.prefixed(segment.PrefixFilter, f))
	}
	b.settle(doc)
	return b.docs.Add(&segment.Doc{ID: d.ID, Record: d.Record, Site: d.Site, Text: d.Text, Limited: d.Limited, Sketch: c.Page.Sketch})
}

// formOf returns the number of a word's form.
func (b *Buffer) formOf(w *analyze.Word) uint32 {
	if w.FormSlot>>32 == b.gen {
		return uint32(w.FormSlot)
	}
	n := b.prefixed("", w.Form)
	b.terms[n].positional = true
	w.FormSlot = b.gen<<32 | uint64(n)
	return n
}

// stemOf returns the number of a word's stem, which knows the form from then on.
func (b *Buffer) stemOf(w *analyze.Word) uint32 {
	if w.StemSlot>>32 == b.gen {
		return uint32(w.StemSlot)
	}
	base := b.prefixed("", w.Stem[len(segment.PrefixStem)+2:])
	n := b.prefixed("", w.Stem)
	w.StemSlot = b.gen<<32 | uint64(n)
	t := &b.terms[n]
	b.forms = append(b.forms, formLink{uint32(w.FormSlot), t.forms})
	t.stem, t.base, t.forms = true, base, uint32(len(b.forms)-1)
	return n
}

// prefixed returns the number of a term by the two parts of its text.
func (b *Buffer) prefixed(prefix, text string) uint32 {
	b.key = append(append(b.key[:0], prefix...), text...)
	n, at, known := b.dict.number(b.key, uint32(len(b.terms)))
	if !known {
		b.terms = append(b.terms, term{text: at, size: uint32(len(b.key)), first: -1, last: -1})
	}
	return n
}

// touch notes that a term is in the current document.
func (b *Buffer) touch(n uint32) *term {
	t := &b.terms[n]
	if t.freq == 0 {
		b.touched = append(b.touched, n)
	}
	t.freq++
	return t
}

// hit notes an occurrence in the current document.
func (b *Buffer) hit(n, pos uint32, weight float64) {
	t := b.touch(n)
	t.weight += weight
	i := int32(len(b.hits))
	b.hits = append(b.hits, hit{pos, -1})
	if t.first < 0 {
		t.first = i
	} else {
		b.hits[t.last].next = i
	}
	t.last = i
}

// settle writes the postings of the current document. What counts for a stem is
// all its forms, the one that is spelled like it among them.
func (b *Buffer) settle(doc uint32) {
	for _, n := range b.touched {
		t := &b.terms[n]
		weight := t.weight
		if t.stem {
			weight += b.terms[t.base].weight
		}
		p := binary.AppendUvarint(b.posting[:0], uint64(doc-t.lastDoc))
		p = append(p, segment.Quantise(weight))
		if t.positional {
			p = binary.AppendUvarint(p, uint64(t.freq))
			last := uint32(0)
			for i := t.first; i >= 0; i = b.hits[i].next {
				p = binary.AppendUvarint(p, uint64(b.hits[i].pos-last))
				last = b.hits[i].pos
			}
		}
		b.chains.write(t, p)
		b.posting = p
		t.lastDoc = doc
		t.df++
	}
	for _, n := range b.touched {
		t := &b.terms[n]
		t.first, t.last, t.freq, t.weight = -1, -1, 0, 0
	}
}
