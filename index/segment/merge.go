package segment

import (
	"bytes"
	"container/heap"
	"errors"
	"slices"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/eliasfano"
)

// ErrStopped says that a merge was told to stop.
var ErrStopped = errors.New("stopped")

// A Source is a segment to be merged, and which of its documents are gone.
type Source struct {
	*Segment
	Gone func(doc uint32) bool
}

// A Merger writes the documents of several segments that are not gone into one segment.
type Merger struct {
	files   Folder
	name    string
	sources []Source
	quit    <-chan struct{}
	maps    [][]uint32       // by source: the new number of each document, NoDoc if it is gone
	from    Postings         // of the current source
	places  eliasfano.Writer // the positions of the current term
}

// NewMerger returns a Merger into a new segment. Closing quit stops it.
func NewMerger(files Folder, name string, sources []Source, quit <-chan struct{}) *Merger {
	return &Merger{files: files, name: name, sources: sources, quit: quit}
}

// Moved returns the new number of a document of a source, NoDoc if it is gone. Call it after
// Run.
func (m *Merger) Moved(source int, doc uint32) uint32 { return m.maps[source][doc] }

// Run writes and opens the new segment. The error is ErrStopped if quit was closed.
func (m *Merger) Run() (*Segment, error) {
	w, err := Create(m.files, m.name)
	if err != nil {
		return nil, err
	}
	err = m.docs(w)
	if err == nil {
		err = m.terms(w)
	}
	if err == nil {
		err = w.Finish()
	}
	if err != nil {
		w.Abort()
		return nil, err
	}
	return Open(m.files, m.name)
}

// docs copies the documents of all sources and renumbers them.
func (m *Merger) docs(w *Writer) error {
	m.maps = make([][]uint32, len(m.sources))
	for i, s := range m.sources {
		w.foot.Stems, w.foot.Folders = min(w.foot.Stems, s.foot.Stems), w.foot.Folders && s.foot.Folders
		w.foot.OwnWords, w.foot.Symbols = w.foot.OwnWords && s.foot.OwnWords, w.foot.Symbols && s.foot.Symbols
		var err error
		if m.maps[i], err = m.source(w, s); err != nil {
			return err
		}
	}
	return nil
}

// source copies the documents of one source.
func (m *Merger) source(w *Writer, s Source) ([]uint32, error) {
	to := make([]uint32, s.foot.Docs)
	langs := make([]uint8, 256)
	for i, code := range s.foot.Langs[:min(len(s.foot.Langs), len(langs))] {
		langs[i] = w.docs.lang(code)
	}
	keys := s.Keys()
	walk := s.elements.walk()
	defer walk.close()
	full := uint64(0) // documents that stay and are long enough to have been cut
	for doc := range to {
		if stopped(m.quit, doc) {
			return nil, ErrStopped
		}
		b, err := walk.next()
		if to[doc] = NoDoc; s.Gone(uint32(doc)) {
			continue // even if it cannot be read
		}
		if err != nil {
			return nil, err
		}
		to[doc] = uint32(w.docs.count)
		c := s.Column(uint32(doc))
		c.Lang = langs[c.Lang]
		all, ok := elements.Decode(b, s.gap())
		if !ok {
			return nil, s.parts[partElements].Err(0)
		}
		if s.gap() != document.ElementGap {
			b = elements.Append(nil, all)
		}
		words := countWords(all)
		if words >= document.MaxWords/2 { // the parts of a name share its position
			full++
		}
		w.docs.addRow(row{keys[doc], c, s.Sketch(uint32(doc)), s.ownDate(uint32(doc)), s.tables.Spans[doc], s.tables.Plain(uint32(doc)), s.Title(uint32(doc))}, words)
		if err := w.docs.elements.add(b); err != nil {
			return nil, err
		}
	}
	gone := func(doc int) bool { return to[doc] == NoDoc }
	if err := w.docs.records.take(&s.records, gone, m.quit); err != nil {
		return nil, err
	}
	w.docs.limited += min(full, s.foot.Limited)
	return to, w.docs.texts.take(&s.texts, gone, m.quit)
}

// countWords returns the number of positions of elements.
func countWords(all []document.Element) (words uint64) {
	for _, e := range all {
		words += uint64(e.Words)
	}
	return words
}

// stopped checks quit once in a while.
func stopped(quit <-chan struct{}, n int) bool {
	if n%1024 != 0 {
		return false
	}
	select {
	case <-quit:
		return true
	default:
		return false
	}
}

// A termSource is the dictionary of one segment at its current term.
type termSource struct {
	seg  int
	it   *vellum.FSTIterator
	term []byte
	at   uint64
	// Release the memory of postings and positions that were read.
	postings, positions passing
}

type termHeap []*termSource

func (h termHeap) Len() int { return len(h) }
func (h termHeap) Less(i, j int) bool {
	if c := bytes.Compare(h[i].term, h[j].term); c != 0 {
		return c < 0
	}
	return h[i].seg < h[j].seg
}
func (h termHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push is part of heap.Interface.
func (h *termHeap) Push(v any) { *h = append(*h, v.(*termSource)) }

// Pop is part of heap.Interface.
func (h *termHeap) Pop() any {
	old := *h
	v := old[len(old)-1]
	*h = old[:len(old)-1]
	return v
}

// dictionaries opens the dictionaries of all sources.
func (m *Merger) dictionaries() (termHeap, error) {
	var h termHeap
	for i, s := range m.sources {
		it, err := s.fst.Iterator(nil, nil)
		if errors.Is(err, vellum.ErrIteratorDone) {
			continue
		}
		if err != nil {
			return nil, s.bad("the dictionary: " + err.Error())
		}
		t := &termSource{seg: i, it: it, postings: passing{p: s.parts[partPostings]}, positions: passing{p: s.parts[partPositions]}}
		t.term, t.at = it.Current()
		h = append(h, t)
	}
	heap.Init(&h)
	return h, nil
}

// terms writes the postings of all terms.
func (m *Merger) terms(w *Writer) error {
	h, err := m.dictionaries()
	if err != nil {
		return err
	}
	var list List
	var term []byte
	for n := 0; len(h) > 0; n++ {
		if stopped(m.quit, n) {
			return ErrStopped
		}
		term = append(term[:0], h[0].term...)
		list.Reset()
		m.places.Reset()
		for len(h) > 0 && bytes.Equal(h[0].term, term) {
			if err := m.takeTop(&h, &list); err != nil {
				return err
			}
		}
		if len(list.Forms) > 1 {
			slices.Sort(list.Forms)
			list.Forms = slices.Compact(list.Forms)
		}
		list.Packed = m.places.Done()
		if err := w.Term(term, &list); err != nil {
			return err
		}
	}
	return nil
}

// takeTop takes the postings of the first source and advances it.
func (m *Merger) takeTop(h *termHeap, list *List) error {
	s := (*h)[0]
	if err := m.take(list, s); err != nil {
		return err
	}
	switch err := s.it.Next(); {
	case errors.Is(err, vellum.ErrIteratorDone):
		heap.Pop(h)
		return nil
	case err != nil:
		return m.sources[s.seg].bad("the dictionary: " + err.Error())
	}
	s.term, s.at = s.it.Current()
	heap.Fix(h, 0)
	return nil
}

// take appends the postings of one segment with new document numbers.
func (m *Merger) take(l *List, from *termSource) error {
	s, p, to := m.sources[from.seg], &m.from, m.maps[from.seg]
	if err := p.open(s.Segment, from.at); err != nil {
		return err
	}
	if p.kind != kindOf(from.term) {
		return p.damaged()
	}
	from.postings.pass(from.at)
	from.positions.pass(p.posAt)
	if p.kind == kindStem {
		var err error
		if l.Forms, err = s.formsAt(l.Forms, stemText(from.term), from.at); err != nil {
			return err
		}
	}
	for b := range p.Blocks() {
		docs := p.Docs(b)
		for lo := 0; lo < len(docs); { // those that stay, run by run
			if to[docs[lo]] == NoDoc {
				lo++
				continue
			}
			hi := lo
			for ; hi < len(docs) && to[docs[hi]] != NoDoc; hi++ {
				l.Docs = append(l.Docs, to[docs[hi]])
			}
			m.takeRun(l, lo, hi)
			m.takeMarks(l, lo, hi)
			lo = hi
		}
	}
	return p.Err()
}

// takeRun appends everything but the documents of the postings [lo, hi) of a block.
func (m *Merger) takeRun(l *List, lo, hi int) {
	p := &m.from
	if p.kind == kindFilter {
		return
	}
	if impacts := p.Impacts(); impacts != nil {
		l.Impacts = append(l.Impacts, impacts[lo:hi]...)
	}
	if p.kind == kindForm && (p.hasTfs || p.frequencies()) {
		l.Freqs = append(l.Freqs, p.freqs[lo:hi]...)
		p.copyPositions(&m.places, lo, hi)
	}
}

// takeMarks appends to those documents of the list that have the term in the template only the ones of
// the postings [lo, hi) of a block, whose documents were appended last.
func (m *Merger) takeMarks(l *List, lo, hi int) {
	p := &m.from
	if !p.Marked() {
		return
	}
	in := p.InTemplate()
	if in == nil || in.None() {
		return
	}
	for i := lo; i < hi; i++ {
		if in.Has(i) {
			l.Template = append(l.Template, l.Docs[len(l.Docs)-hi+i])
		}
	}
}
