package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/weburl"
)

// A Snapshot is a fixed state of the index. It is safe for concurrent use and
// must be closed.
type Snapshot struct {
	live []live
	docs int
	once sync.Once
}

// newSnapshot takes a use of each segment.
func newSnapshot(all []live) *Snapshot {
	s := &Snapshot{live: slices.Clone(all)}
	for _, l := range s.live {
		l.users.Add(1)
		s.docs += l.count()
	}
	return s
}

// Snapshot returns the index as it is, with everything that was flushed.
func (x *Index) Snapshot() (*Snapshot, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err != nil {
		return nil, x.err
	}
	return newSnapshot(x.live), nil
}

// Close lets go of the segments.
func (s *Snapshot) Close() {
	s.once.Do(func() {
		for _, l := range s.live {
			l.release()
		}
	})
}

// Docs returns the number of documents.
func (s *Snapshot) Docs() int { return s.docs }

// Segments returns the number of segments.
func (s *Snapshot) Segments() int { return len(s.live) }

// SegmentDocs returns the number of documents of a segment, deleted ones
// included: document numbers lie below it.
func (s *Snapshot) SegmentDocs(seg int) int { return s.live[seg].foot.Docs }

// Postings returns the postings of a term in a segment, nil if there are none.
func (s *Snapshot) Postings(seg int, term string) (*Postings, error) {
	return s.live[seg].postings([]byte(term))
}

// DocFreq returns in how many documents a term occurs, deleted ones included.
func (s *Snapshot) DocFreq(term string) (int, error) {
	n := 0
	for _, l := range s.live {
		df, err := l.docFreq([]byte(term))
		if err != nil {
			return 0, err
		}
		n += df
	}
	return n, nil
}

// Deleted reports whether a document is deleted.
func (s *Snapshot) Deleted(seg int, doc uint32) bool { return s.live[seg].isDeleted(doc) }

// Doc returns the record of a document.
func (s *Snapshot) Doc(seg int, doc uint32) (document.Record, error) { return s.live[seg].doc(doc) }

// Text returns the text kept for snippets, empty if none was.
func (s *Snapshot) Text(seg int, doc uint32) ([]byte, error) { return s.live[seg].text(doc) }

// Lookup returns where the document of a URL is.
func (s *Snapshot) Lookup(id weburl.ID) (seg int, doc uint32, found bool) {
	for i, l := range s.live {
		if doc, ok := l.find(id); ok && !l.isDeleted(doc) {
			return i, doc, true
		}
	}
	return 0, 0, false
}

// idsByDoc returns the identities in document order.
func (s *segment) idsByDoc() []weburl.ID {
	out := make([]weburl.ID, s.foot.Docs)
	for i := 0; i+idSize <= len(s.ids); i += idSize {
		if doc := binary.LittleEndian.Uint32(s.ids[i+weburl.IDSize:]); int(doc) < len(out) {
			out[doc] = weburl.ID(s.ids[i : i+weburl.IDSize])
		}
	}
	return out
}

// A Reader reads an index that another process may be writing. It is safe for
// concurrent use.
type Reader struct {
	dir string
	mu  sync.Mutex
	man manifest
	all []live
}

// openTries is how often a manifest is read anew because the writer replaced
// files between reading it and opening them.
const openTries = 20

// OpenReader opens the index in dir for reading.
func OpenReader(dir string) (*Reader, error) {
	r := &Reader{dir: dir}
	if err := r.refresh(); err != nil {
		return nil, err
	}
	return r, nil
}

// refresh opens the newest manifest. Segments that stay are not opened again.
func (r *Reader) refresh() error {
	var last error
	for range openTries {
		man, err := readManifest(r.dir)
		if err != nil {
			return err
		}
		if slices.Equal(man.Segments, r.man.Segments) && r.all != nil {
			return nil
		}
		all, err := openLive(r.dir, man)
		if errors.Is(err, fs.ErrNotExist) {
			last = err
			continue
		}
		if err != nil {
			return err
		}
		for _, l := range r.all {
			l.release()
		}
		r.man, r.all = man, append([]live{}, all...)
		return nil
	}
	return fmt.Errorf("open index: %w", last)
}

// Snapshot returns the index as it is now.
func (r *Reader) Snapshot() (*Snapshot, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return nil, err
	}
	return newSnapshot(r.all), nil
}

// Close lets go of the segments.
func (r *Reader) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.all {
		l.release()
	}
	r.all = nil
}
