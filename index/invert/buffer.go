package invert

import (
	"slices"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/segment"
)

// A Buffer holds the documents that one worker has inverted and that are not in a file yet. It
// is used by one goroutine at a time, except that its views may be read while documents are
// added.
type Buffer struct {
	gen uint32 // generation of the term numbers in the notes of analyze.Word

	mu     sync.RWMutex // guards what views read: the next three fields
	words  vocabulary
	chains chains
	spans  []byte // of each document, as eliasfano.Code returns them

	asking sync.Mutex // guards what is built on request: the next two fields; taken before mu
	keys   *order
	stems  stems

	docs  *segment.Docs
	files segment.Folder // compresses docs

	current mentions
	key     []byte // of the term being looked up
	fresh   []fresh
	posting []byte
	read    uint32 // keeps the reads of ahead alive
}

// NewBuffer returns an empty Buffer of generation 1, whose documents are compressed with the
// tools of a folder.
func NewBuffer(files segment.Folder) *Buffer {
	b := &Buffer{words: newVocabulary(), files: files}
	b.Reset(1)
	return b
}

// Reset empties the buffer. The generation is positive and differs from those of all other
// Buffers that get words of the same Maker.
func (b *Buffer) Reset(gen uint64) {
	b.gen, b.keys, b.stems = uint32(gen), nil, stems{}
	b.docs = segment.NewDocs(b.files)
	b.words.reset()
	b.chains.reset()
	b.spans = b.spans[:0]
}

// Bytes estimates the memory that the documents of the buffer take.
func (b *Buffer) Bytes() int {
	b.asking.Lock()
	defer b.asking.Unlock()
	return int(b.chains.used) + b.words.bytes() + b.keys.bytes() + b.stems.bytes() + b.docs.Bytes()
}

// Docs returns the number of documents.
func (b *Buffer) Docs() int { return b.docs.Len() }

// Add inverts a page. Its document gets the next number.
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

// invert writes the postings of a document. It returns the number of its positions and the
// filter of its title. The lock is released in between, so that readers do not wait for the
// whole of a long document.
func (b *Buffer) invert(doc uint32, d *document.Document, norms *[document.Fields]float64) (positions uint32, title uint64) {
	b.current.reset()
	for runs := d.Runs; len(runs) > 0; {
		some := runs[:inTurn(runs)]
		inTurns(&b.mu, 1, func(int, int) { b.mention(some, norms) })
		runs = runs[len(some):]
	}
	b.current.gather()
	from, end := d.Record.TitleInterval()
	for i := range d.Runs {
		if first := d.Runs[i].Pos(0); from <= first && first < end && d.Runs[i].Field != document.FieldTemplate {
			title |= titleOf(d.Runs[i].Words)
		}
	}
	if n := len(d.Runs); n > 0 {
		last := &d.Runs[n-1]
		positions = last.Pos(len(last.Words)-1) + 1
	}
	inTurns(&b.mu, 1, func(int, int) {
		b.spans = append(b.spans, eliasfano.Code(positions))
		for _, word := range d.Address {
			b.touch(b.prefixed(segment.PrefixURL, word), norms[document.FieldURL])
		}
		for _, f := range d.Filters {
			b.touch(b.prefixed(segment.PrefixFilter, f), 0)
		}
	})
	inTurns(&b.mu, len(d.Symbols), func(from, to int) {
		for _, s := range d.Symbols[from:to] {
			b.key = append(append(b.key[:0], segment.PrefixSymbol...), s.Text...)
			b.touch(b.words.number(b.key, 0, b.words.hash(string(b.key))), fieldWeights[s.Field].weight*float64(s.Emphasis))
		}
	})
	inTurns(&b.mu, len(b.current.all), func(from, to int) {
		for some := range slices.Chunk(b.current.all[from:to], together) {
			b.post(doc, some)
		}
	})
	return positions, title
}

// turn bounds for how many words or terms the lock is held: some hundred microseconds.
const turn = 2048

// inTurns calls do for consecutive ranges of n items, each with the lock held, so that others
// get it in between.
func inTurns(l sync.Locker, n int, do func(from, to int)) {
	for from := 0; from < n; from += turn {
		func() {
			l.Lock()
			defer l.Unlock()
			do(from, min(from+turn, n))
		}()
	}
}

// inTurn returns how many of the runs are processed with the lock held.
func inTurn(runs []document.Run) (n int) {
	for words := 0; n < len(runs) && words < turn; n++ {
		words += len(runs[n].Words)
	}
	return n
}

// mention adds the words of some runs to the mentions. Words of several languages may share a
// term, so the index of a mention is stored by term; usually the word itself has it noted too.
// b.mu is held.
func (b *Buffer) mention(runs []document.Run, norms *[document.Fields]float64) {
	b.meet(runs)
	c := &b.current
	for i := range runs {
		r := &runs[i]
		weight, own := norms[r.Field]*float64(r.Emphasis), uint8(1)
		if r.Field == document.FieldTemplate {
			own = 0
		}
		hits := slices.Grow(c.hits, len(r.Words))
		for j := range r.Words {
			t := &r.Words[j]
			notes := &t.Word.Notes
			at := notes[noteMention]
			if !c.has(notes[noteTerm], at) {
				at = c.enter(notes[noteTerm], &b.words.local[notes[noteTerm]])
				notes[noteMention] = at
			}
			m := &c.all[at]
			m.weight += weight
			m.freq++
			m.own |= own
			hits = append(hits, hit{r.First + t.Pos, at})
		}
		c.hits = hits
	}
}

// titleOf returns the filter of the words of a title.
func titleOf(words []analyze.Token) (title uint64) {
	for i := range words {
		w := words[i].Word
		if title |= segment.TitleBit(w.Form()); w.Stem() != "" {
			title |= segment.TitleBit(w.Stem())
		}
	}
	return title
}

// touch notes that the current document has a term outside of its text.
func (b *Buffer) touch(n uint32, weight float64) {
	m := &b.current.all[b.current.enter(n, &b.words.local[n])]
	m.weight, m.own = m.weight+weight, 1
}

// What a Buffer notes in a word: the generation and number of its term, and the index of its
// mention in the current document.
const (
	noteGeneration = iota
	noteTerm
	noteMention
)

// A fresh value is a word without a term in this generation, and the hash of its form.
type fresh struct {
	word *analyze.Word
	hash uint32
}

// meet gives terms to those words that have none in this generation. b.mu is held.
func (b *Buffer) meet(runs []document.Run) {
	for i := range runs {
		words := runs[i].Words
		for j := range words {
			if w := words[j].Word; w.Notes[noteGeneration] != b.gen {
				w.Notes[noteGeneration] = b.gen
				b.fresh = append(b.fresh, fresh{w, b.words.hash(w.Form())})
			}
		}
	}
	b.read |= b.words.ahead(b.fresh)
	for _, f := range b.fresh {
		b.key = append(b.key[:0], f.word.Text()...)
		f.word.Notes[noteTerm] = b.words.number(b.key, uint8(len(f.word.Form())), f.hash)
	}
	clear(b.fresh)
	b.fresh = b.fresh[:0]
}

// prefixed returns the number of the term whose text is prefix and text.
func (b *Buffer) prefixed(prefix, text string) uint32 {
	b.key = append(append(b.key[:0], prefix...), text...)
	return b.words.number(b.key, 0, b.words.hash(prefix+text))
}

// post writes postings of the current document, one for each mention. b.mu is held.
func (b *Buffer) post(doc uint32, all []mention) {
	b.read |= b.ahead(all)
	for i := range all {
		m := &all[i]
		t := b.words.term(m.term)
		head, n := varint(0, 0, doc-t.lastDoc)
		head, n = head|uint64(m.fine())<<(8*n), n+fineBytes
		if t.form > 0 {
			b.postPlaces(t, head, n, b.current.placesOf(m), b.spans[doc])
		} else {
			b.chains.put(t, head, n)
		}
		t.lastDoc = doc
		t.df++
	}
}

// postPlaces writes a posting that begins with the lowest n bytes of head, followed by its
// frequency and positions.
func (b *Buffer) postPlaces(t *term, head uint64, n int, places []uint32, span byte) {
	freq := uint32(len(places))
	if freq >= 0x80 { // its varint might not fit
		b.chains.put(t, head, n)
		head, n = 0, 0
	}
	head, n = varint(head, n, freq)
	few, more := eliasfano.Word(places, span)
	if n+more <= word {
		b.chains.put(t, head|few<<(8*n), n+more)
		return
	}
	b.chains.put(t, head, n)
	if more <= word {
		b.chains.put(t, few, more)
		return
	}
	b.posting = eliasfano.Append(b.posting[:0], places, span)
	b.chains.write(t, b.posting)
}
