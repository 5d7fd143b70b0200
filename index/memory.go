package index

import (
	"encoding/binary"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

// A buffer is the memory of one worker: documents inverted and not yet in a
// segment. It is used by one goroutine at a time.
type buffer struct {
	gen uint64 // of the term numbers in the slots of analyze.Word

	terms   []bufferTerm
	byText  map[string]uint32
	slab    []byte // chunks of postings
	docs    []segment.Doc
	deleted []bool // guarded by Index.mu
	hidden  []bool // likewise
	texts   int    // bytes of the documents' texts

	// Of the document that is being added.
	hits    []hit
	touched []uint32
}

// A bufferTerm is a term and its postings, a chain of chunks in the slab.
type bufferTerm struct {
	text       string
	head, tail uint32 // chunk offsets, 0 for none
	used, room uint16 // of the tail chunk
	lastDoc    uint32
	df         uint32
	// Of stems: the number of the form that is spelled like the stem, and the
	// numbers of the other forms.
	base  uint32
	forms []uint32

	// Of the current document.
	first, last int32 // hits, -1 for none
	freq        uint32
	weight      float64
}

// A hit is one occurrence in the current document.
type hit struct {
	pos  uint32
	next int32
}

func newBuffer() *buffer {
	b := &buffer{byText: map[string]uint32{}}
	b.reset(1)
	return b
}

// reset empties the buffer. The generation is positive and differs from that of every other
// buffer that the same Maker's words go to.
func (b *buffer) reset(gen uint64) {
	b.gen = gen
	clear(b.terms)
	b.terms, b.docs, b.deleted, b.hidden = b.terms[:0], nil, nil, nil
	if cap(b.slab) > 1<<26 {
		b.slab = nil
	}
	b.slab = append(b.slab[:0], 0) // offset 0 means none
	clear(b.byText)
	b.texts = 0
}

// docBytes is about what a document takes besides its words and text.
const docBytes = 200

// bytes returns about how much memory the buffer holds.
func (b *buffer) bytes() int { return len(b.slab) + len(b.terms)*110 + len(b.docs)*docBytes + b.texts }

// add inverts a page. The caller marks it in deleted.
func (b *buffer) add(m *document.Maker, c *aranea.IndexChange) {
	doc := uint32(len(b.docs))
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
		b.touch(b.number(segment.PrefixURL + word)).weight += norms[document.FieldURL]
	}
	for _, f := range d.Filters {
		b.touch(b.number(segment.PrefixFilter + f))
	}
	b.settle(doc)
	b.docs = append(b.docs, segment.Doc{ID: d.ID, Record: d.Record, Site: d.Site, Text: d.Text, Limited: d.Limited, Sketch: c.Page.Sketch})
	b.texts += len(d.Text) + 16*len(d.Record.Elements)
}

// formOf returns the number of a word's form.
func (b *buffer) formOf(w *analyze.Word) uint32 {
	if w.FormSlot>>32 == b.gen {
		return uint32(w.FormSlot)
	}
	n := b.number(w.Form)
	w.FormSlot = b.gen<<32 | uint64(n)
	return n
}

// stemOf returns the number of a word's stem, which knows the form from then on.
func (b *buffer) stemOf(w *analyze.Word) uint32 {
	if w.StemSlot>>32 == b.gen {
		return uint32(w.StemSlot)
	}
	base := b.number(w.Stem[len(segment.PrefixStem)+2:])
	n := b.number(w.Stem)
	w.StemSlot = b.gen<<32 | uint64(n)
	t := &b.terms[n]
	t.base, t.forms = base, append(t.forms, uint32(w.FormSlot))
	return n
}

// number returns the number of a term by its text.
func (b *buffer) number(text string) uint32 {
	if n, ok := b.byText[text]; ok {
		return n
	}
	n := uint32(len(b.terms))
	b.terms = append(b.terms, bufferTerm{text: text, first: -1, last: -1})
	b.byText[text] = n
	return n
}

// touch notes that a term is in the current document.
func (b *buffer) touch(n uint32) *bufferTerm {
	t := &b.terms[n]
	if t.freq == 0 {
		b.touched = append(b.touched, n)
	}
	t.freq++
	return t
}

// hit notes an occurrence in the current document.
func (b *buffer) hit(term, pos uint32, weight float64) {
	t := b.touch(term)
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
func (b *buffer) settle(doc uint32) {
	var scratch [3*binary.MaxVarintLen32 + 1]byte
	for _, n := range b.touched {
		t := &b.terms[n]
		weight := t.weight
		if stem := t.text[0] == segment.PrefixStem[0]; stem {
			weight += b.terms[t.base].weight
		}
		head := binary.AppendUvarint(scratch[:0], uint64(doc-t.lastDoc))
		head = append(head, segment.Quantise(weight))
		if t.first >= 0 {
			head = binary.AppendUvarint(head, uint64(t.freq))
		}
		b.write(t, head)
		last := uint32(0)
		for i := t.first; i >= 0; i = b.hits[i].next {
			b.write(t, binary.AppendUvarint(scratch[:0], uint64(b.hits[i].pos-last)))
			last = b.hits[i].pos
		}
		t.lastDoc = doc
		t.df++
	}
	for _, n := range b.touched {
		t := &b.terms[n]
		t.first, t.last, t.freq, t.weight = -1, -1, 0, 0
	}
}

// Chunk sizes: the first is small, because most terms are rare.
const (
	firstChunk = 16
	lastChunk  = 2048
	chunkHead  = 4 // offset of the next chunk
)

// write appends bytes to a term's chain.
func (b *buffer) write(t *bufferTerm, p []byte) {
	for len(p) > 0 {
		if t.used == t.room {
			b.grow(t)
		}
		at := int(t.tail) + chunkHead + int(t.used)
		n := copy(b.slab[at:at+int(t.room-t.used)], p)
		t.used += uint16(n)
		p = p[n:]
	}
}

// grow adds a chunk to a term's chain, twice as large as the last.
func (b *buffer) grow(t *bufferTerm) {
	room := uint16(firstChunk)
	if t.room > 0 {
		room = min(t.room*2, lastChunk)
	}
	at := uint32(len(b.slab))
	b.slab = slices.Grow(b.slab, chunkHead+int(room))[:len(b.slab)+chunkHead+int(room)]
	binary.LittleEndian.PutUint32(b.slab[at:], 0)
	if t.head == 0 {
		t.head = at
	} else {
		binary.LittleEndian.PutUint32(b.slab[t.tail:], at)
	}
	// The room is known from the chunk's place in the chain.
	t.tail, t.room, t.used = at, room, 0
}

// postings copies a term's chain to dst.
func (b *buffer) postings(dst []byte, t *bufferTerm) []byte {
	room := uint16(firstChunk)
	for at := t.head; at != 0; {
		n := room
		if at == t.tail {
			n = t.used
		}
		dst = append(dst, b.slab[at+chunkHead:int(at)+chunkHead+int(n)]...)
		at = binary.LittleEndian.Uint32(b.slab[at:])
		room = min(room*2, lastChunk)
	}
	return dst
}
