package index

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
	"github.com/klauspost/compress/zstd"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/weburl"
)

// A segment is an open segment. It is immutable and safe for concurrent use; it
// is unmapped when its last user lets go.
type segment struct {
	name     string
	foot     footer
	maps     map[string][]byte
	fst      *vellum.FST
	terms    []byte
	docEnds  []byte
	textEnds []byte
	ids      []byte
	users    atomic.Int32
}

func corrupt(file string, err error) error {
	return &aranea.Error{Op: "read index", Kind: aranea.Corrupt, Obj: file, Err: err}
}

// mapFile maps a file read-only. An empty file maps to nothing.
func mapFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, err
	}
	if info.Size() != int64(int(info.Size())) {
		return nil, errors.New("the file is too large for this machine")
	}
	return mapMemory(f, int(info.Size()))
}

// openSegment maps a segment and checks its footer, the lengths of its parts,
// and the checksums of its dictionary and tables. The checksums of postings,
// positions and texts are checked by verify, which merging calls; reading them
// is bounds-checked.
func openSegment(dir, name string) (*segment, error) {
	s := &segment{name: name, maps: map[string][]byte{}}
	s.users.Store(1)
	for _, part := range parts {
		m, err := mapFile(filepath.Join(dir, name+"."+part))
		if err != nil {
			s.release()
			return nil, fmt.Errorf("open segment %s: %w", name, err)
		}
		s.maps[part] = m
	}
	if err := s.load(); err != nil {
		s.release()
		return nil, corrupt(name, err)
	}
	return s, nil
}

// load reads footer and tables out of the index part.
func (s *segment) load() error {
	idx := s.maps[partIndex]
	tail := len(segmentMagic) + 8
	if len(idx) < len(segmentMagic)+tail || string(idx[:len(segmentMagic)]) != segmentMagic || !bytes.HasSuffix(idx, []byte(segmentMagic)) {
		return errors.New("not a segment, or cut short")
	}
	end := len(idx) - tail
	n := int(binary.LittleEndian.Uint32(idx[end+4:]))
	if n > end-len(segmentMagic) {
		return errors.New("the footer's length is wrong")
	}
	foot := idx[end-n : end]
	if crc32.Checksum(foot, castagnoli) != binary.LittleEndian.Uint32(idx[end:]) {
		return errors.New("the footer's checksum is wrong")
	}
	if err := json.Unmarshal(foot, &s.foot); err != nil {
		return fmt.Errorf("the footer: %w", err)
	}
	if s.foot.Format > segmentFormat || s.foot.Weights != WeightsVersion {
		return fmt.Errorf("format %d with weights %d; this program knows %d with %d", s.foot.Format, s.foot.Weights, segmentFormat, WeightsVersion)
	}
	for part, sec := range s.foot.Parts {
		if int64(len(s.maps[part])) != sec.Length {
			return fmt.Errorf("part %s has %d bytes, want %d", part, len(s.maps[part]), sec.Length)
		}
	}
	var dict []byte
	for name, dst := range map[string]*[]byte{"dict": &dict, "terms": &s.terms, "docends": &s.docEnds, "textends": &s.textEnds, "ids": &s.ids} {
		sec := s.foot.Sections[name]
		if sec.Offset < 0 || sec.Length < 0 || sec.Offset+sec.Length > int64(end) {
			return fmt.Errorf("section %s lies outside", name)
		}
		*dst = idx[sec.Offset : sec.Offset+sec.Length]
		if crc32.Checksum(*dst, castagnoli) != sec.CRC {
			return fmt.Errorf("section %s: wrong checksum", name)
		}
	}
	if len(s.docEnds) != 8*s.foot.Docs || len(s.ids) != idSize*s.foot.Docs {
		return errors.New("the tables do not fit the number of documents")
	}
	var err error
	s.fst, err = vellum.Load(dict)
	return err
}

const idSize = weburl.IDSize + 4

// verify checks the checksums of the large parts.
func (s *segment) verify() error {
	for part := range s.foot.Parts {
		if err := s.verifyPart(part); err != nil {
			return err
		}
	}
	return nil
}

// verifyPart checks one part; the tables of the index part were checked at
// opening and may have gone bad since.
func (s *segment) verifyPart(part string) error {
	ok := true
	if sec, large := s.foot.Parts[part]; large {
		ok = crc32.Checksum(s.maps[part], castagnoli) == sec.CRC
	} else {
		for _, sec := range s.foot.Sections {
			ok = ok && crc32.Checksum(s.maps[part][sec.Offset:sec.Offset+sec.Length], castagnoli) == sec.CRC
		}
	}
	if !ok {
		return corrupt(s.name+"."+part, errChecksum)
	}
	return nil
}

// release lets go of one use.
func (s *segment) release() {
	if s.users.Add(-1) > 0 {
		return
	}
	for _, m := range s.maps {
		if len(m) > 0 {
			_ = unmapMemory(m) // nothing reads it any more
		}
	}
}

// span returns record i of a table of ends.
func span(data, ends []byte, i int) ([]byte, bool) {
	if i < 0 || 8*(i+1) > len(ends) {
		return nil, false
	}
	lo := uint64(0)
	if i > 0 {
		lo = binary.LittleEndian.Uint64(ends[8*(i-1):])
	}
	hi := binary.LittleEndian.Uint64(ends[8*i:])
	if lo > hi || hi > uint64(len(data)) {
		return nil, false
	}
	return data[lo:hi], true
}

// doc returns the record of a document.
func (s *segment) doc(i uint32) (document.Record, error) {
	b, ok := span(s.maps[partDocs], s.docEnds, int(i))
	if ok {
		var d document.Record
		if d, ok = decodeDoc(b); ok {
			return d, nil
		}
	}
	return document.Record{}, corrupt(fmt.Sprintf("%s.%s document %d", s.name, partDocs, i), errShort)
}

var textDecoders = sync.Pool{New: func() any {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(textBlockDocs*(document.MaxSnippet+1024)))
	if err != nil {
		panic("index: zstd options: " + err.Error()) // constant options
	}
	return d
}}

// textBlock returns the texts of one block of documents.
func (s *segment) textBlock(block int) ([][]byte, error) {
	b, ok := span(s.maps[partText], s.textEnds, block)
	if !ok {
		return nil, corrupt(s.name+"."+partText, errShort)
	}
	d := textDecoders.Get().(*zstd.Decoder)
	defer textDecoders.Put(d)
	plain, err := d.DecodeAll(b, nil)
	if err != nil {
		return nil, corrupt(s.name+"."+partText, err)
	}
	c := cursor{b: plain}
	var out [][]byte
	for len(c.b) > 0 && !c.bad {
		out = append(out, c.take(c.uint()))
	}
	if c.bad {
		return nil, corrupt(s.name+"."+partText, errShort)
	}
	return out, nil
}

// text returns the snippet text of a document.
func (s *segment) text(i uint32) ([]byte, error) {
	texts, err := s.textBlock(int(i) / textBlockDocs)
	if err != nil {
		return nil, err
	}
	if j := int(i) % textBlockDocs; j < len(texts) {
		return texts[j], nil
	}
	return nil, corrupt(s.name+"."+partText, errShort)
}

// find returns the document of a URL.
func (s *segment) find(id weburl.ID) (uint32, bool) {
	n := len(s.ids) / idSize
	i := sort.Search(n, func(i int) bool { return bytes.Compare(s.ids[i*idSize:i*idSize+weburl.IDSize], id[:]) >= 0 })
	if i == n || !bytes.Equal(s.ids[i*idSize:i*idSize+weburl.IDSize], id[:]) {
		return 0, false
	}
	doc := binary.LittleEndian.Uint32(s.ids[i*idSize+weburl.IDSize:])
	return doc, int(doc) < s.foot.Docs
}

// docFreq returns in how many documents a term occurs, deleted ones included.
func (s *segment) docFreq(term []byte) (int, error) {
	at, ok, err := s.fst.Get(term)
	if err != nil {
		return 0, corrupt(s.name+" dictionary", err)
	}
	if !ok {
		return 0, nil
	}
	if at >= uint64(len(s.terms)) {
		return 0, corrupt(s.name+" terms", errShort)
	}
	c := cursor{b: s.terms[at:]}
	n := c.uint()
	if c.bad || n > uint64(s.foot.Docs) {
		return 0, corrupt(s.name+" terms", errShort)
	}
	return int(n), nil
}

// postings returns the postings of a term, nil if the segment does not have it.
func (s *segment) postings(term []byte) (*Postings, error) {
	at, ok, err := s.fst.Get(term)
	if err != nil {
		return nil, corrupt(s.name+" dictionary", err)
	}
	if !ok {
		return nil, nil
	}
	return s.postingsAt(at)
}

func (s *segment) postingsAt(at uint64) (*Postings, error) {
	bad := func() (*Postings, error) { return nil, corrupt(s.name+" terms", errShort) }
	if at >= uint64(len(s.terms)) {
		return bad()
	}
	c := cursor{b: s.terms[at:]}
	p := &Postings{df: int(c.uint())}
	p.positional = c.byte() == 1
	p.maxImpact = c.byte()
	var ok bool
	if p.data, ok = slice(s.maps[partPostings], c.uint(), c.uint()); !ok {
		return bad()
	}
	if p.positional {
		if p.positions, ok = slice(s.maps[partPositions], c.uint(), c.uint()); !ok {
			return bad()
		}
	}
	if c.bad || p.df <= 0 || p.df > s.foot.Docs {
		return bad()
	}
	p.limit = uint32(s.foot.Docs)
	if err := p.open(); err != nil {
		return nil, corrupt(s.name+"."+partPostings, err)
	}
	return p, nil
}

func slice(data []byte, off, n uint64) ([]byte, bool) {
	if off > uint64(len(data)) || n > uint64(len(data))-off {
		return nil, false
	}
	return data[off : off+n], true
}

// A live segment is a segment with its deletions; both are immutable.
type live struct {
	*segment
	deleted *roaring.Bitmap // nil for none
}

func (l live) isDeleted(doc uint32) bool { return l.deleted != nil && l.deleted.Contains(doc) }

func (l live) count() int {
	n := l.foot.Docs
	if l.deleted != nil {
		n -= int(l.deleted.GetCardinality())
	}
	return n
}
