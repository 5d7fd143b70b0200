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
	if x.merging {
		return
	}
	set := pickMerge(x.live)
	if len(set) == 0 {
		return
	}
	select {
	case <-x.quit:
		return
	default:
	}
	x.merging = true
	name := segmentName(x.man.Next)
	x.man.Next++
	for _, l := range set {
		l.users.Add(1)
	}
	x.done.Add(1)
	go x.mergeInBackground(name, set)
}

func (x *Index) mergeInBackground(name string, set []live) {
	defer x.done.Done()
	merged, maps, err := merge(x.dir, name, set, x.quit)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.merging = false
	for _, l := range set {
		l.release()
	}
	switch {
	case errors.Is(err, errStopped):
		return
	case err != nil:
		if x.err == nil {
			x.err = fmt.Errorf("merge segments: %w", err)
		}
		return
	case x.err != nil:
		merged.release()
		return
	}
	if err := x.replace(set, maps, merged); err != nil {
		_ = x.fail(err) // the error sticks
		return
	}
	x.mergeSoon()
}

// replace installs a merged segment in place of its sources. Deletions that
// came during the merge are carried over.
func (x *Index) replace(set []live, maps [][]uint32, merged *segment) error {
	marks := make([]bool, merged.foot.Docs)
	inSet := map[*segment]int{}
	for i, l := range set {
		inSet[l.segment] = i
	}
	var next []live
	for _, l := range x.live {
		i, ok := inSet[l.segment]
		if !ok {
			next = append(next, l)
			continue
		}
		if l.deleted == nil {
			continue
		}
		for it := l.deleted.Iterator(); it.HasNext(); {
			if to := maps[i][it.Next()]; to != NoDoc {
				marks[to] = true
			}
		}
	}
	next = append(next, live{segment: merged, deleted: deletedOf(marks)})
	return x.install(x.man, next)
}

// pickMerge returns the segments of the smallest tier that is full, the
// segments of which all live documents were deleted, or nothing.
func pickMerge(all []live) []live {
	tiers := map[int][]live{}
	for _, l := range all {
		n := l.count()
		if n > MaxSegmentDocs/2 {
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

// merge writes the live documents of the segments as one segment and returns,
// for each source, the new number of each document, NoDoc for deleted ones.
func merge(dir, name string, set []live, quit <-chan struct{}) (*segment, [][]uint32, error) {
	for _, l := range set {
		if err := l.verify(); err != nil {
			return nil, nil, err
		}
	}
	w, err := newSegmentWriter(dir, name)
	if err != nil {
		return nil, nil, err
	}
	maps, err := mergeDocs(w, set)
	if err == nil {
		err = mergeTerms(w, set, maps, quit)
	}
	if err == nil {
		err = w.finish()
	}
	if err != nil {
		w.abort()
		return nil, nil, err
	}
	s, err := openSegment(dir, name)
	return s, maps, err
}

func mergeDocs(w *segmentWriter, set []live) ([][]uint32, error) {
	maps := make([][]uint32, len(set))
	next := uint32(0)
	for i, l := range set {
		maps[i] = make([]uint32, l.foot.Docs)
		w.foot.Limited += l.foot.Limited
		ids := l.idsByDoc()
		var texts [][]byte
		for doc := range maps[i] {
			if doc%textBlockDocs == 0 {
				var err error
				if texts, err = l.textBlock(doc / textBlockDocs); err != nil {
					return nil, err
				}
			}
			if l.isDeleted(uint32(doc)) {
				maps[i][doc] = NoDoc
				continue
			}
			record, ok := span(l.maps[partDocs], l.docEnds, doc)
			if !ok || doc%textBlockDocs >= len(texts) {
				return nil, corrupt(l.name, errShort)
			}
			d, ok := decodeDoc(record)
			if !ok {
				return nil, corrupt(l.name, errShort)
			}
			if err := w.doc(ids[doc], record, texts[doc%textBlockDocs], d.Words()); err != nil {
				return nil, err
			}
			maps[i][doc] = next
			next++
		}
	}
	return maps, nil
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

func mergeTerms(w *segmentWriter, set []live, maps [][]uint32, quit <-chan struct{}) error {
	var h termHeap
	for i, l := range set {
		it, err := l.fst.Iterator(nil, nil)
		if errors.Is(err, vellum.ErrIteratorDone) {
			continue
		}
		if err != nil {
			return corrupt(l.name+" dictionary", err)
		}
		s := &termSource{seg: i, it: it}
		s.term, s.at = it.Current()
		h = append(h, s)
	}
	heap.Init(&h)
	var data termData
	for n := 0; len(h) > 0; n++ {
		if n%1024 == 0 {
			select {
			case <-quit:
				return errStopped
			default:
			}
		}
		term := bytes.Clone(h[0].term)
		data.reset(false)
		for len(h) > 0 && bytes.Equal(h[0].term, term) {
			s := h[0]
			if err := data.take(set[s.seg].segment, s.at, maps[s.seg]); err != nil {
				return err
			}
			if err := s.it.Next(); errors.Is(err, vellum.ErrIteratorDone) {
				heap.Pop(&h)
				continue
			} else if err != nil {
				return corrupt(set[s.seg].name+" dictionary", err)
			}
			s.term, s.at = s.it.Current()
			heap.Fix(&h, 0)
		}
		if err := w.term(term, &data); err != nil {
			return err
		}
	}
	return nil
}

// take appends the postings of one segment with new document numbers.
func (t *termData) take(s *segment, at uint64, to []uint32) error {
	p, err := s.postingsAt(at)
	if err != nil {
		return err
	}
	t.positional = t.positional || p.positional
	c := cursor{b: p.positions}
	for p.Next() {
		doc := to[p.Doc()]
		if doc == NoDoc {
			if p.positional {
				for range p.Freq() {
					c.uint()
				}
			}
			continue
		}
		t.docs, t.tfs, t.impacts = append(t.docs, doc), append(t.tfs, p.Freq()), append(t.impacts, p.Impact())
		if p.positional {
			t.copyPositions(&c, p.Freq())
		}
	}
	if p.Err() != nil || c.bad {
		return corrupt(s.name+"."+partPostings, errShort)
	}
	return nil
}
