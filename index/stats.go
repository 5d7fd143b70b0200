package index

// Stats say what an index is made of.
type Stats struct {
	Docs     int              `json:"docs"`     // documents that can be found
	Hidden   int              `json:"hidden"`   // documents that are kept and not found
	Deleted  int              `json:"deleted"`  // documents that segments still hold though they are gone
	Segments int              `json:"segments"` // on the disk
	Terms    uint64           `json:"terms"`    // summed over the segments
	Words    uint64           `json:"words"`    // positions
	Limited  uint64           `json:"limited"`  // pages that were cut at MaxWords
	Bytes    map[string]int64 `json:"bytes"`    // of the segments' files, by part
	// Waiting are those of the documents that are found and that no file holds yet: they
	// are in memory and in the log; the bytes are all that is. A Reader knows of none.
	Waiting      int `json:"waiting"`
	WaitingBytes int `json:"waiting_bytes"`
	// Faults are what is wrong with segments that are left out.
	Faults []Fault `json:"faults,omitempty"`
}

// SegmentStats say what one segment is made of.
type SegmentStats struct {
	Name    string `json:"name"`
	Docs    int    `json:"docs"`    // deleted ones included
	Deleted int    `json:"deleted"` // documents that are gone
	Bytes   int64  `json:"bytes"`
	Level   int    `json:"level"` // how often its oldest part was merged
}

// Each returns what each segment on the disk is made of.
func (s *Snapshot) Each() []SegmentStats {
	out := []SegmentStats{}
	for _, l := range s.live {
		if !l.inMemory {
			out = append(out, l.stats())
		}
	}
	return out
}

func (l live) stats() SegmentStats {
	st := SegmentStats{Name: l.Name(), Docs: l.Docs(), Deleted: l.Docs() - l.count(), Level: l.level}
	for _, n := range l.Sizes() {
		st.Bytes += n
	}
	return st
}

// Stats returns the sums over the segments, what is in memory included but for their
// number and their bytes.
func (s *Snapshot) Stats() Stats {
	st := Stats{Docs: s.docs, Bytes: map[string]int64{}}
	for _, l := range s.live {
		st.Deleted += l.Docs() - l.count()
		st.Hidden += l.hiddenCount()
		st.Terms += uint64(l.Segment.Terms())
		st.Words += l.Words()
		st.Limited += l.Limited()
		if l.inMemory {
			st.Waiting += l.count() - l.hiddenCount()
			continue
		}
		st.Segments++
		for name, n := range l.Sizes() {
			st.Bytes[name] += n
		}
	}
	st.Faults = s.Faults()
	return st
}

// Stats returns what the index is made of.
func (x *Index) Stats() (Stats, error) {
	x.mu.Lock()
	if x.err != nil {
		defer x.mu.Unlock()
		return Stats{}, x.err
	}
	s := newSnapshot(x.live, x.lost)
	bytes := x.filled
	if x.frozen != nil {
		bytes += x.frozen.held
	}
	x.mu.Unlock()
	defer s.Close()
	st := s.Stats()
	st.WaitingBytes = bytes
	return st, nil
}
