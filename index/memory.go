package index

import (
	"encoding/binary"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/weburl"
)

// A buffer is the memory of one worker: documents inverted and not yet in a
// segment. It is used by one goroutine at a time.
type buffer struct {
	gen uint64 // of the term numbers in analyze.Word.Slot

	terms   []bufferTerm
	byText  map[string]uint32 // terms that come without a Word
	slab    []byte            // chunks of postings
	docs    []docRecord
	deleted []bool // guarded by Index.mu
	hidden  []bool // likewise
	limited uint64
	texts   int // bytes of the documents' texts

	// Of the document that is being added.
	hits    []hit
	touched []uint32
}

// A bufferTerm is a term and its postings, a chain of chunks in the slab.
type bufferTerm struct {
	text        string
	positional  bool
	head, tail  uint32 // chunk offsets, 0 for none
	used, room  uint16 // of the tail chunk
	lastDoc     uint32
	df          uint32
	first, last int32 // hits of the current document, -1 for none
}

// A hit is one occurrence in the current document.
type hit struct {
	pos   uint32
	next  int32
	field document.Field
	score float32 // the emphasis
}

// A docRecord is what is kept of a document besides its words.
type docRecord struct {
	document.Record
	id   weburl.ID
	text []byte // for snippets
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
	b.terms, b.docs, b.deleted, b.hidden = b.terms[:0], nil, nil, nil
	if cap(b.slab) > 1<<26 {
		b.slab = nil
	}
	b.slab = append(b.slab[:0], 0) // offset 0 means none
	clear(b.byText)
	b.limited, b.texts = 0, 0
}

// docBytes is about what a document takes besides its words and text.
const docBytes = 200

// bytes returns about how much memory the buffer holds.
func (b *buffer) bytes() int { return len(b.slab) + len(b.terms)*80 + len(b.docs)*docBytes + b.texts }

// add inverts a page. The caller marks it in deleted.
func (b *buffer) add(m *document.Maker, c *aranea.IndexChange) {
	doc := uint32(len(b.docs))
	d := m.Of(c)
	b.hits, b.touched = b.hits[:0], b.touched[:0]
	for i := range d.Words {
		w := &d.Words[i]
		b.hit(b.termOf(w.Word), w.Pos, w.Field, w.Emphasis)
		if w.Word.Exact != "" {
			b.hit(b.number(w.Word.Exact, false), w.Pos, w.Field, w.Emphasis)
		}
	}
	for _, word := range d.Address {
		b.hit(b.number(PrefixURL+word, false), 0, document.FieldURL, 1)
	}
	b.settle(doc, &d.Lengths)
	for _, f := range d.Filters {
		b.mark(doc, PrefixFilter+f)
	}
	if d.Limited {
		b.limited++
	}
	b.docs = append(b.docs, docRecord{Record: d.Record, id: d.ID, text: d.Text})
	b.texts += len(d.Text)
}

// termOf returns the number of a word's stem.
func (b *buffer) termOf(w *analyze.Word) uint32 {
	if w.Slot>>32 == b.gen {
		return uint32(w.Slot)
	}
	n := b.number(w.Term, true)
	w.Slot = b.gen<<32 | uint64(n)
	return n
}

// number returns the number of a term by its text.
func (b *buffer) number(text string, positional bool) uint32 {
	if n, ok := b.byText[text]; ok {
		return n
	}
	n := uint32(len(b.terms))
	b.terms = append(b.terms, bufferTerm{text: text, positional: positional, first: -1, last: -1})
	b.byText[text] = n
	return n
}

// hit notes an occurrence in the current document.
func (b *buffer) hit(term, pos uint32, field document.Field, emphasis float32) {
	t := &b.terms[term]
	i := int32(len(b.hits))
	b.hits = append(b.hits, hit{pos: pos, next: -1, field: field, score: emphasis})
	if t.first < 0 {
		t.first = i
		b.touched = append(b.touched, term)
	} else {
		b.hits[t.last].next = i
	}
	t.last = i
}

// settle writes the postings of the current document.
func (b *buffer) settle(doc uint32, lengths *[document.Fields]int) {
	var norms [document.Fields]float64
	for f := range norms {
		norms[f] = fieldWeights[f].weight / fieldWeights[f].norm(lengths[f])
	}
	var scratch [3*binary.MaxVarintLen32 + 1]byte
	for _, n := range b.touched {
		t := &b.terms[n]
		tf, w := uint32(0), 0.0
		for i := t.first; i >= 0; i = b.hits[i].next {
			tf++
			w += norms[b.hits[i].field] * float64(b.hits[i].score)
		}
		head := binary.AppendUvarint(scratch[:0], uint64(doc-t.lastDoc))
		head = binary.AppendUvarint(head, uint64(tf))
		b.write(t, append(head, quantise(w)))
		if t.positional {
			last := uint32(0)
			for i := t.first; i >= 0; i = b.hits[i].next {
				b.write(t, binary.AppendUvarint(scratch[:0], uint64(b.hits[i].pos-last)))
				last = b.hits[i].pos
			}
		}
		t.lastDoc = doc
		t.df++
		t.first, t.last = -1, -1
	}
}

// mark adds the document to a term without frequency or positions.
func (b *buffer) mark(doc uint32, term string) {
	t := &b.terms[b.number(term, false)]
	var scratch [2*binary.MaxVarintLen32 + 1]byte
	head := binary.AppendUvarint(scratch[:0], uint64(doc-t.lastDoc))
	b.write(t, append(head, 1, 1))
	t.lastDoc = doc
	t.df++
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
