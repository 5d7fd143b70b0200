package index

// Stats describe the contents of an index.
type Stats struct {
	Docs     int              `json:"docs"`     // documents that can be found
	Hidden   int              `json:"hidden"`   // documents that are kept but not found
	Deleted  int              `json:"deleted"`  // deleted documents that segments still contain
	Segments int              `json:"segments"` // on disk
	Terms    uint64           `json:"terms"`    // summed over the segments
	Words    uint64           `json:"words"`    // positions
	Limited  uint64           `json:"limited"`  // pages that were cut at document.MaxWords
	Bytes    map[string]int64 `json:"bytes"`    // sizes of the segments' files, by part
	// Waiting is the number of found documents that no file holds yet; they are in memory and
	// in the log. WaitingBytes is all that is in memory. A Reader knows of none.
	Waiting      int `json:"waiting"`
	WaitingBytes int `json:"waiting_bytes"`
	// Faults are what is wrong with segments that are left out.
	Faults []Fault `json:"faults,omitempty"`
}

// SegmentStats describe one segment.
type SegmentStats struct {
	Name    string `json:"name"`
	Docs    int    `json:"docs"`    // including deleted ones
	Deleted int    `json:"deleted"` // deleted documents
	Bytes   int64  `json:"bytes"`
	Level   int    `json:"level"` // how often its oldest part was merged
}

// Each returns the statistics of each segment on disk.
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

// Stats returns the sums over the segments, including memory except in the number and sizes of
// segments.
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

// Stats returns the statistics of the index.
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
