package index

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

// A Snapshot is a fixed state of the index. It is safe for concurrent use and must be closed.
type Snapshot struct {
	live   []live
	faults []Fault // of segments and parts that are left out
	docs   int
	once   sync.Once
}

// newSnapshot acquires each segment. A segment found damaged is left out and reported, and so
// are the holes of others.
func newSnapshot(all []live, lost []manifestSegment) *Snapshot {
	s := &Snapshot{}
	for _, l := range all {
		if f := l.Fault(); f != nil {
			s.faults = append(s.faults, *f)
			continue
		}
		l.Acquire()
		l.holes = l.Holes()
		s.live = append(s.live, l)
		s.docs += l.count() - l.hiddenCount() - l.unread()
	}
	for _, ms := range lost {
		s.faults = append(s.faults, *ms.Damage)
	}
	return s
}

// Snapshot returns the index as it is, with everything that was applied, even after a failed
// write. It never waits for the disk.
func (x *Index) Snapshot() (*Snapshot, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == errClosed { //nolint:errorlint // it is set directly and never wrapped
		return nil, x.err
	}
	return newSnapshot(x.live, x.lost), nil
}

// Fresh is Snapshot, unless the context has ended.
func (x *Index) Fresh(ctx context.Context) (*Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return x.Snapshot()
}

// Faults returns what is wrong with segments and parts of segments that are left out, one fault
// per file. Their contents cannot be found until the index is repaired.
func (s *Snapshot) Faults() []Fault {
	all := slices.Clone(s.faults)
	for _, l := range s.live {
		if l.holes != nil {
			all = append(all, l.holes.Faults...)
		}
	}
	return all
}

// Damage returns the first damage to a segment; there must be some.
func (s *Snapshot) Damage(seg int) error {
	f := s.live[seg].Damaged()
	return damage.Err(f.File, f.Offset, f.Text)
}

// Whole returns damage that readers have found since the snapshot was taken. What was read may
// then lack something that Faults does not mention; a new snapshot reports it.
func (s *Snapshot) Whole() error {
	for _, l := range s.live {
		f := l.Fault()
		if h := l.Holes(); f == nil && h != l.holes {
			f = &h.Faults[len(h.Faults)-1]
		}
		if f != nil {
			return damage.Err(f.File, f.Offset, f.Text)
		}
	}
	return nil
}

// Close releases the segments.
func (s *Snapshot) Close() {
	s.once.Do(func() {
		for _, l := range s.live {
			l.Release()
		}
	})
}

// Docs returns the number of documents that can be found.
func (s *Snapshot) Docs() int { return s.docs }

// Stored returns the number of documents with deleted ones that segments still have: the number that
// document frequencies are a part of.
func (s *Snapshot) Stored() (docs int) {
	for _, l := range s.live {
		docs += l.Docs()
	}
	return docs
}

// Segments returns the number of segments.
func (s *Snapshot) Segments() int { return len(s.live) }

// SegmentDocs returns the number of documents of a segment, including deleted ones; document
// numbers are below it.
func (s *Snapshot) SegmentDocs(seg int) int { return s.live[seg].Docs() }

// SegmentName returns the name of a segment. No other segment on disk ever gets the same name.
func (s *Snapshot) SegmentName(seg int) string { return s.live[seg].Name() }

// InMemory reports whether a segment is not a file yet.
func (s *Snapshot) InMemory(seg int) bool { return s.live[seg].inMemory }

// FormerStems reports whether the words of some documents of a segment are indexed under the
// stems of a version before inflection.Version.
func (s *Snapshot) FormerStems(seg int) bool { return s.live[seg].FormerStems() }

// Folders reports whether all documents of a segment have the filters of their folders, which
// earlier versions did not write.
func (s *Snapshot) Folders(seg int) bool { return s.live[seg].Folders() }

// Symbols reports whether all documents of a segment have the terms of their symbols, which earlier
// versions did not write.
func (s *Snapshot) Symbols(seg int) bool { return s.live[seg].Symbols() }

// OwnWords reports whether a segment marks the documents that have a word in the template of their site
// only, which earlier versions did not do.
func (s *Snapshot) OwnWords(seg int) bool { return s.live[seg].OwnWords() }

// HasFormerStems reports whether this is so of any segment.
func (s *Snapshot) HasFormerStems() bool {
	return slices.ContainsFunc(s.live, func(l live) bool { return l.FormerStems() })
}

// Postings returns the postings of a term in a segment, nil if there are none.
func (s *Snapshot) Postings(seg int, term string) (*segment.Postings, error) {
	p := &segment.Postings{}
	ok, err := p.Find(s.live[seg].Segment, []byte(term))
	if err != nil || !ok {
		return nil, err
	}
	return p, nil
}

// Find makes p the postings of a term in a segment. It returns false if the segment does not
// have the term.
func (s *Snapshot) Find(p *segment.Postings, seg int, term []byte) (bool, error) {
	return p.Find(s.live[seg].Segment, term)
}

// FindPlaces is Find for callers that need no impacts.
func (s *Snapshot) FindPlaces(p *segment.Postings, seg int, term []byte) (bool, error) {
	return p.FindPlaces(s.live[seg].Segment, term)
}

// Forms appends to dst the forms that a stem stands for in a segment.
func (s *Snapshot) Forms(dst []string, seg int, stem []byte) ([]string, error) {
	return s.live[seg].Forms(dst, stem)
}

// Findable reports whether a document is neither deleted nor hidden, and can be read.
func (s *Snapshot) Findable(seg int, doc uint32) bool {
	return !s.live[seg].isDeleted(doc) && !s.live[seg].isHidden(doc) && !s.live[seg].isUnread(doc)
}

// Hidden returns the documents of a segment that are hidden, and may be shown again; nil for none. It is
// never changed: where others are hidden, there is another bitmap.
func (s *Snapshot) Hidden(seg int) *roaring.Bitmap { return s.live[seg].hidden }

// Leave removes from a bit set of documents of a segment, whose lowest bit is document from,
// those that are deleted, hidden or unreadable.
func (s *Snapshot) Leave(seg int, from uint32, set []uint64) {
	all := [...]*roaring.Bitmap{s.live[seg].deleted, s.live[seg].hidden, nil}
	if h := s.live[seg].holes; h != nil {
		all[2] = h.Docs
	}
	for _, gone := range all {
		if gone == nil {
			continue
		}
		it := gone.Iterator()
		for it.AdvanceIfNeeded(from); it.HasNext(); {
			at := it.Next() - from
			if at >= uint32(len(set))*64 {
				break
			}
			set[at/64] &^= 1 << (at % 64)
		}
	}
}

// LeaveUntitled removes from such a set the documents whose titles have none of the bits of a
// filter.
func (s *Snapshot) LeaveUntitled(seg int, from uint32, set []uint64, filter uint64) {
	s.live[seg].LeaveUntitled(from, set, filter)
}

// Column returns what ranking needs of a document.
func (s *Snapshot) Column(seg int, doc uint32) segment.Column { return s.live[seg].Column(doc) }

// Langs returns the languages of a segment, by the numbers used in its columns.
func (s *Snapshot) Langs(seg int) []analyze.Lang { return s.live[seg].Langs() }

// Lang returns the language of a document as a number of its segment.
func (s *Snapshot) Lang(seg int, doc uint32) uint8 { return s.live[seg].Lang(doc) }

// Date returns the date of a document in seconds since 1970: its own date, otherwise that of
// the visit.
func (s *Snapshot) Date(seg int, doc uint32) uint32 { return s.live[seg].Date(doc) }

// OwnDate returns the date that a document or its server gives, in seconds since 1970; 0 if
// they give none.
func (s *Snapshot) OwnDate(seg int, doc uint32) uint32 { return s.live[seg].OwnDate(doc) }

// Sketch returns the sketch of a document's text, 0 if it has none.
func (s *Snapshot) Sketch(seg int, doc uint32) uint64 { return s.live[seg].Sketch(doc) }

// Title returns the filter of a document's title: see segment.TitleBit.
func (s *Snapshot) Title(seg int, doc uint32) uint64 { return s.live[seg].Title(doc) }

// Depth returns how many links a document is away from a seed, as its Column tells.
func (s *Snapshot) Depth(seg int, doc uint32) uint8 { return s.live[seg].Depth(doc) }

// TitleWords returns how many positions the title of a document takes, as its Column tells.
func (s *Snapshot) TitleWords(seg int, doc uint32) int { return s.live[seg].TitleWords(doc) }

// Doc returns the record of a document, without its elements.
func (s *Snapshot) Doc(seg int, doc uint32) (document.Record, error) { return s.live[seg].Doc(doc) }

// Text returns the text kept for snippets, empty if none was.
func (s *Snapshot) Text(seg int, doc uint32) ([]byte, error) { return s.live[seg].Text(doc) }

// Outlined is Text with the outline of the text, empty if none was kept.
func (s *Snapshot) Outlined(seg int, doc uint32) ([]byte, outline.Outline, error) {
	return s.live[seg].Outlined(doc)
}

// Lookup returns the place of the document of a URL, hidden or not, if it can be read.
func (s *Snapshot) Lookup(id weburl.ID) (seg int, doc uint32, found bool) {
	return s.LookupKey(segment.KeyOf(id))
}

// Key returns the key that identifies a document, also in other indexes.
func (s *Snapshot) Key(seg int, doc uint32) segment.Key { return s.live[seg].Key(doc) }

// LookupKey returns the place of the document with a key, hidden or not.
func (s *Snapshot) LookupKey(key segment.Key) (seg int, doc uint32, found bool) {
	for i, l := range s.live {
		if doc, ok := l.FindKey(key); ok && !l.isDeleted(doc) && !l.isUnread(doc) {
			return i, doc, true
		}
	}
	return 0, 0, false
}

// LookupShort returns the place of the document whose key begins with the given one.
func (s *Snapshot) LookupShort(key segment.ShortKey) (seg int, doc uint32, found bool) {
	for i, l := range s.live {
		if doc, ok := l.FindShort(key); ok && !l.isDeleted(doc) && !l.isUnread(doc) {
			return i, doc, true
		}
	}
	return 0, 0, false
}

// A Reader reads an index that another process may be writing. It is safe for concurrent use.
type Reader struct {
	files segment.Folder
	mu    sync.Mutex // held while reading the manifest, without which nothing can be done
	raw   []byte     // the manifest that man was read from, or an equivalent one
	man   manifest
	all   []live
	lost  []manifestSegment
	open  bool
}

// openTries is how often the manifest is read again because the writer replaced files before
// they were opened.
const openTries = 20

// OpenReader opens the index in dir for reading. What is only in its log, for example after a
// crash of the writer, is not found.
func OpenReader(dir string) (*Reader, error) {
	files, err := disk.At(dir)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return readerOn(files)
}

func readerOn(files disk.Folder) (*Reader, error) {
	r := &Reader{files: segment.NewFolder(files)}
	if err := r.refresh(); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return r, nil
}

// refresh opens the newest manifest. Segments that stay are not opened again.
func (r *Reader) refresh() error {
	for try := range openTries {
		raw, err := manifestBytes(r.files)
		if err != nil {
			return err
		}
		if r.open && bytes.Equal(raw, r.raw) {
			return nil
		}
		man, err := parseManifest(raw)
		if err != nil {
			return err
		}
		if r.open && slices.EqualFunc(man.Segments, r.man.Segments, sameSegment) {
			r.raw = raw
			return nil
		}
		all, lost, err := openLive(r.files, man)
		if err != nil {
			return err
		}
		if len(lost) > 0 && try < openTries-1 && !r.stands(man) {
			for _, l := range all {
				l.Release()
			}
			continue
		}
		for _, l := range r.all {
			l.Release()
		}
		r.raw, r.man, r.all, r.lost, r.open = raw, man, all, lost, true
		return nil
	}
	return nil
}

// stands reports whether the manifest is still current. If so, a missing file was not just
// replaced by a writer.
func (r *Reader) stands(man manifest) bool {
	now, err := readManifest(r.files)
	return err == nil && slices.EqualFunc(now.Segments, man.Segments, sameSegment)
}

// sameHoles reports whether two manifests list the same holes of a segment.
func sameHoles(a, b manifestSegment) bool { return maps.EqualFunc(a.Holes, b.Holes, slices.Equal) }

func sameSegment(a, b manifestSegment) bool {
	return a.Name == b.Name && a.Deleted == b.Deleted && a.Hidden == b.Hidden && (a.Damage == nil) == (b.Damage == nil) && sameHoles(a, b)
}

// Snapshot returns the index as it is now.
func (r *Reader) Snapshot() (*Snapshot, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return nil, err
	}
	return newSnapshot(r.all, r.lost), nil
}

// Fresh is Snapshot: a Reader does not know what its writer has in memory.
func (r *Reader) Fresh(ctx context.Context) (*Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.Snapshot()
}

// Close releases the segments.
func (r *Reader) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.all {
		l.Release()
	}
	r.all, r.open = nil, false
}
