package index

import (
	"bytes"
	"container/heap"
	"errors"
	"fmt"
	"slices"

	"github.com/blevesearch/vellum"
)

// Merging: when MergeFactor segments are of about one size, they become one. A
// document is so rewritten about log8(n) times.
const (
	MergeFactor    = 8
	tierFloor      = 2000      // documents: smaller segments are of one size
	MaxSegmentDocs = 2_000_000 // larger segments are not merged any more
)

// mergeSoon starts a merge in the background if there is one to do.
func (x *Index) mergeSoon() {
	select {
	case <-x.quit:
		return
	default:
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.merging || x.err != nil {
		return
	}
	set := pickMerge(x.live)
	if len(set) == 0 {
		return
	}
	x.merging = true
	m := &merger{files: x.files, name: x.reserve(1)[0], set: set, quit: x.quit}
	for _, l := range set {
		l.users.Add(1)
	}
	x.done.Add(1)
	go x.mergeInBackground(m)
}

func (x *Index) mergeInBackground(m *merger) {
	defer x.done.Done()
	merged, err := m.run()
	if err == nil {
		c := change{adds: []addition{{segment: merged, merge: m}}, drop: map[*segment]bool{}}
		for _, l := range m.set {
			c.drop[l.segment] = true
		}
		if err = x.install(c); err != nil {
			merged.release()
		}
	}
	for _, l := range m.set {
		l.release()
	}
	_, damaged := faultOf(err)
	switch {
	case errors.Is(err, errStopped):
		return
	case errors.Is(err, errReplaced): // by damage; the rest is merged anew
	case damaged:
		x.isolateFaulty()
	case err != nil:
		_ = x.fail(fmt.Errorf("merge segments: %w", err)) // the error sticks
	}
	x.mu.Lock()
	x.merging = false
	x.mu.Unlock()
	x.mergeSoon()
}

// pickMerge returns segments of the smallest tier that is full, or nothing.
func pickMerge(all []live) []live {
	tiers := map[int][]live{}
	for _, l := range all {
		n := l.count()
		if n > MaxSegmentDocs/2 || l.fault.Load() != nil {
			continue
		}
		tier := 0
		for size := tierFloor; n > size; size *= MergeFactor {
			tier++
		}
		tiers[tier] = append(tiers[tier], l)
	}
	for tier := range 16 {
		if len(tiers[tier]) >= MergeFactor {
			return slices.Clone(tiers[tier][:MergeFactor])
		}
	}
	return nil
}

var errStopped = errors.New("stopped")

// A merger writes the live documents of some segments as one segment.
type merger struct {
	files folder
	name  string
	set   []live
	quit  <-chan struct{}
	maps  [][]uint32 // by source: the new number of each document, NoDoc for deleted ones
}

func (m *merger) run() (*segment, error) {
	w, err := newSegmentWriter(m.files, m.name)
	if err != nil {
		return nil, err
	}
	err = m.docs(w)
	if err == nil {
		err = m.terms(w)
	}
	if err == nil {
		err = w.finish()
	}
	if err != nil {
		w.abort()
		return nil, err
	}
	return openSegment(m.files, m.name)
}

// docs writes the documents of all sources and numbers them.
func (m *merger) docs(w *segmentWriter) error {
	m.maps = make([][]uint32, len(m.set))
	for i, l := range m.set {
		w.foot.Limited += l.foot.Limited
		var err error
		if m.maps[i], err = m.source(w, l); err != nil {
			return err
		}
	}
	return nil
}

// source writes the documents of one source.
func (m *merger) source(w *segmentWriter, l live) ([]uint32, error) {
	to := make([]uint32, l.foot.Docs)
	ids := l.idsByDoc()
	var texts [][]byte
	for doc := range to {
		if stopped(m.quit, doc) {
			return nil, errStopped
		}
		if doc%textBlockDocs == 0 {
			var err error
			if texts, err = l.textBlock(doc / textBlockDocs); err != nil {
				return nil, err
			}
		}
		if l.isDeleted(uint32(doc)) {
			to[doc] = NoDoc
			continue
		}
		record, err := l.parts[partDocs].span(l.docEnds, doc)
		if err != nil {
			return nil, err
		}
		d, ok := decodeDoc(record)
		if !ok || doc%textBlockDocs >= len(texts) {
			return nil, l.parts[partDocs].err(0)
		}
		to[doc] = uint32(w.foot.Docs)
		if err := w.doc(ids[doc], record, texts[doc%textBlockDocs], d.Words()); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// stopped looks at quit once in a while.
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

// sources opens the dictionaries.
func (m *merger) sources() (termHeap, error) {
	var h termHeap
	for i, l := range m.set {
		it, err := l.fst.Iterator(nil, nil)
		if errors.Is(err, vellum.ErrIteratorDone) {
			continue
		}
		if err != nil {
			return nil, l.bad("the dictionary: " + err.Error())
		}
		s := &termSource{seg: i, it: it}
		s.term, s.at = it.Current()
		h = append(h, s)
	}
	heap.Init(&h)
	return h, nil
}

// terms writes the postings of all terms.
func (m *merger) terms(w *segmentWriter) error {
	h, err := m.sources()
	if err != nil {
		return err
	}
	var data termData
	var term []byte
	for n := 0; len(h) > 0; n++ {
		if stopped(m.quit, n) {
			return errStopped
		}
		term = append(term[:0], h[0].term...)
		data.reset(false)
		for len(h) > 0 && bytes.Equal(h[0].term, term) {
			if err := m.takeTop(&h, &data); err != nil {
				return err
			}
		}
		if err := w.term(term, &data); err != nil {
			return err
		}
	}
	return nil
}

// takeTop takes the postings of the first source and moves it on.
func (m *merger) takeTop(h *termHeap, data *termData) error {
	s := (*h)[0]
	if err := data.take(m.set[s.seg].segment, s.at, m.maps[s.seg]); err != nil {
		return err
	}
	switch err := s.it.Next(); {
	case errors.Is(err, vellum.ErrIteratorDone):
		heap.Pop(h)
		return nil
	case err != nil:
		return m.set[s.seg].bad("the dictionary: " + err.Error())
	}
	s.term, s.at = s.it.Current()
	heap.Fix(h, 0)
	return nil
}

// take appends the postings of one segment with new document numbers.
func (t *termData) take(s *segment, at uint64, to []uint32) error {
	c, err := s.entryAt(at)
	if err != nil {
		return err
	}
	p := &t.source
	if err := s.open(p, c); err != nil {
		return err
	}
	t.positional = t.positional || p.positional
	raw, ok := p.pos.slice(p.posAt, p.posEnd-p.posAt)
	if !ok {
		return p.pos.err(p.posAt)
	}
	positions := cursor{b: raw}
	for p.Next() {
		doc := to[p.Doc()]
		if doc == NoDoc {
			if p.positional {
				positions.skip(p.Freq())
			}
			continue
		}
		t.docs, t.tfs, t.impacts = append(t.docs, doc), append(t.tfs, p.Freq()), append(t.impacts, p.Impact())
		if p.positional {
			t.copyPositions(&positions, p.Freq())
		}
	}
	if positions.bad {
		return p.pos.err(p.posAt)
	}
	return p.Err()
}
