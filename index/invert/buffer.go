package invert

import (
	"encoding/binary"
	"slices"
	"sync"
	"unsafe"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
)

// A Buffer is the memory of one worker: documents inverted and not yet in a
// file. It is used by one goroutine at a time, but for what its views read, whatever
// is added meanwhile.
type Buffer struct {
	gen uint32 // of the term numbers in the notes of analyze.Word

	mu     sync.RWMutex // guards what views read: the next five
	words  vocabulary
	chains chains
	stems  []stem
	forms  []formLink
	held   int // terms with postings

	sorting sync.Mutex // guards inOrder; taken before mu
	inOrder []uint32   // the terms that were there when somebody asked for them last

	docs  *segment.Docs
	files segment.Folder // what docs are compressed with

	current mentions
	key     []byte // of a term that is looked up
	fresh   []fresh
	posting []byte
	read    uint32 // of what was asked for ahead, so that it is
}

// A stem is what a term is besides.
type stem struct {
	base  uint32 // the number of the form that is spelled like it, plus one; 0 while there is none
	forms uint32 // the list of the other forms, 0 for none
	alike uint32 // a stem of another language that awaits the same form, 0 for none
}

// A formLink is a form in the list of a stem's forms.
type formLink struct {
	form uint32
	next uint32 // 0 for none
	doc  uint32 // the first document that has it
}

// NewBuffer returns an empty Buffer of the first generation, whose documents are
// compressed with the tools of a folder.
func NewBuffer(files segment.Folder) *Buffer {
	b := &Buffer{words: newVocabulary(), files: files}
	b.Reset(1)
	return b
}

// Reset empties the buffer. The generation is positive and differs from that of
// every other Buffer that the same Maker's words go to.
func (b *Buffer) Reset(gen uint64) {
	b.gen, b.held, b.inOrder = uint32(gen), 0, nil
	b.docs = segment.NewDocs(b.files)
	b.stems = append(b.stems[:0], stem{}) // number 0 means none
	b.forms = append(b.forms[:0], formLink{})
	b.words.reset()
	b.chains.reset()
}

// Bytes returns about how much memory the documents of the buffer take.
func (b *Buffer) Bytes() int {
	b.sorting.Lock()
	defer b.sorting.Unlock()
	return int(b.chains.used) + b.words.bytes() + len(b.stems)*stemBytes + len(b.forms)*formBytes + 4*cap(b.inOrder) + b.docs.Bytes()
}

// Sizes in bytes.
const (
	stemBytes = int(unsafe.Sizeof(stem{}))
	formBytes = int(unsafe.Sizeof(formLink{}))
)

// Docs returns the number of documents.
func (b *Buffer) Docs() int { return b.docs.Len() }

// Add inverts a page, whose document gets the next number.
func (b *Buffer) Add(m *document.Maker, c *aranea.IndexChange) error {
	doc := uint32(b.docs.Len())
	d := m.Of(c)
	norms := normsOf(&d.Lengths)
	positions, title := b.invert(doc, &d, &norms)
	return b.docs.Add(&segment.Doc{
		ID: d.ID, Record: d.Record, Site: d.Site, Text: d.Text, Limited: d.Limited, Sketch: c.Page.Sketch,
		Positions: positions, Title: title, Plain: norms[document.FieldText],
	})
}

// invert writes the postings of a document and returns how many positions it has, and
// the filter of its title. Who reads does not wait for the whole of a long one.
func (b *Buffer) invert(doc uint32, d *document.Document, norms *[document.Fields]float64) (positions uint32, title uint64) {
	b.current.reset()
	inTurns(&b.mu, len(d.Words), func(from, to int) {
		title |= b.mention(doc, d, from, to, norms)
	})
	if n := len(d.Words); n > 0 {
		positions = d.Words[n-1].Pos + 1
	}
	inTurns(&b.mu, 1, func(int, int) {
		for _, word := range d.Address {
			b.touch(b.prefixed(segment.PrefixURL, word), norms[document.FieldURL])
		}
		for _, f := range d.Filters {
			b.touch(b.prefixed(segment.PrefixFilter, f), 0)
		}
	})
	inTurns(&b.mu, len(b.current.all), func(from, to int) {
		for some := range slices.Chunk(b.current.all[from:to], together) {
			b.post(doc, some)
		}
	})
	return positions, title
}

// turn is for how many words or terms of a document readers wait at most: some hundred
// microseconds.
const turn = 2048

// inTurns calls do with the bounds of pieces of n things, one after another, and holds a
// lock meanwhile that others get in between.
func inTurns(l sync.Locker, n int, do func(from, to int)) {
	for from := 0; from < n; from += turn {
		func() {
			l.Lock()
			defer l.Unlock()
			do(from, min(from+turn, n))
		}()
	}
}

// mention notes some of the words of a document, and returns the filter of the title's
// among them. b.mu is held.
func (b *Buffer) mention(doc uint32, d *document.Document, first, behind int, norms *[document.Fields]float64) (title uint64) {
	b.meet(d.Words[first:behind], doc)
	from, end := d.Record.TitleInterval()
	for i := range d.Words[first:behind] {
		w := &d.Words[first+i]
		weight := norms[w.Field] * float64(w.Emphasis)
		n := w.Word.Notes[noteForm]
		b.current.hit(n, &b.words.local[n], w.Pos, weight)
		titled := from <= w.Pos && w.Pos < end
		if titled {
			title |= segment.TitleBit(w.Word.Form())
		}
		if w.Word.Stem() == "" {
			continue
		}
		if b.touch(w.Word.Notes[noteStem], weight); titled {
			title |= segment.TitleBit(w.Word.Stem())
		}
	}
	return title
}

// touch notes that a term is in the current document.
func (b *Buffer) touch(n uint32, weight float64) {
	b.current.touch(n, &b.words.local[n], weight)
}

// What a Buffer notes of a word: the numbers of its terms, and of what generation
// they are.
const (
	noteGeneration = iota
	noteForm
	noteStem
)

// A fresh value is a word that this generation did not have yet, and the hashes of its
// form and its stem.
type fresh struct {
	word       *analyze.Word
	form, stem uint32
}

// meet numbers the terms of those words that this generation did not have yet. b.mu is
// held.
func (b *Buffer) meet(words []document.Occurrence, doc uint32) {
	for i := range words {
		if w := words[i].Word; w.Notes[noteGeneration] != b.gen {
			w.Notes[noteGeneration] = b.gen
			b.fresh = append(b.fresh, fresh{w, b.words.hash(w.Form()), b.words.hash(w.Stem())})
		}
	}
	b.read |= b.words.ahead(b.fresh)
	for i := range b.fresh {
		b.number(&b.fresh[i], doc)
	}
	clear(b.fresh)
	b.fresh = b.fresh[:0]
}

// number notes the numbers of a word's form and stem. The stem knows the form from
// then on.
func (b *Buffer) number(f *fresh, doc uint32) {
	w := f.word
	form := b.numbered(w.Form(), f.form)
	b.words.term(form).positional = true
	w.Notes[noteForm] = form
	if w.Stem() == "" {
		return
	}
	n := b.numbered(w.Stem(), f.stem)
	w.Notes[noteStem] = n
	t := b.words.term(n)
	if t.stem == 0 {
		t.stem = uint32(len(b.stems))
		b.stems = append(b.stems, b.newStem(w.Stem()[stemHead:], n))
	}
	s := &b.stems[t.stem]
	b.forms = append(b.forms, formLink{form, s.forms, doc})
	s.forms = uint32(len(b.forms) - 1)
}

// newStem returns what is known of a stem that is a new term.
func (b *Buffer) newStem(base string, n uint32) stem {
	b.key = append(b.key[:0], base...)
	form, other := b.words.await(b.key, b.words.hash(base), n)
	if other == 0 {
		return stem{base: form}
	}
	return stem{alike: b.words.term(other - 1).stem}
}

// prefixed returns the number of a term by the two parts of its text.
func (b *Buffer) prefixed(prefix, text string) uint32 {
	return b.numbered(prefix+text, b.words.hash(prefix+text))
}

// numbered returns the number of a term by its text and the hash of that.
func (b *Buffer) numbered(text string, hash uint32) uint32 {
	b.key = append(b.key[:0], text...)
	n, by := b.words.number(b.key, hash)
	if by > 0 {
		for s := b.words.term(by - 1).stem; s != 0; s = b.stems[s].alike {
			b.stems[s].base = n + 1
		}
	}
	return n
}

// post writes postings of the current document. What counts for a stem is all its
// forms, the one that is spelled like it among them. b.mu is held.
func (b *Buffer) post(doc uint32, all []mention) {
	b.read |= b.ahead(all)
	for i := range all {
		m := &all[i]
		t := b.words.term(m.term)
		weight := m.weight
		if base := b.stems[t.stem].base; base != 0 { // of no stem, number 0, none
			if f := b.current.find(base-1, &b.words.local[base-1]); f != nil {
				weight += f.weight
			}
		}
		p := binary.AppendUvarint(b.posting[:0], uint64(doc-t.lastDoc))
		p = append(p, segment.Quantise(weight))
		if t.positional {
			p = b.current.positions(p, m)
		}
		b.chains.write(t, p)
		b.posting = p
		t.lastDoc = doc
		if t.df++; t.df == 1 {
			b.held++
		}
	}
}
