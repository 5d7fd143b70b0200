package index

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"sort"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/weburl"
)

// A segment is an open segment. It is immutable and safe for concurrent use; it
// is unmapped when its last user lets go.
type segment struct {
	name     string
	foot     footer
	parts    map[string]*part // those that are read in pieces
	idx      []byte           // the index part
	fst      *vellum.FST
	terms    []byte
	docEnds  []byte
	textEnds []byte
	ids      []byte
	unmap    []func()
	texts    *texts
	users    atomic.Int32
	fault    atomic.Pointer[Fault] // the first thing found wrong while reading
}

// openSegment maps a segment and checks its footer, the lengths of its parts,
// and the checksums of its dictionary and tables. The blocks of the other parts
// are checked when they are first read.
func openSegment(files folder, name string) (*segment, error) {
	s := &segment{name: name, texts: files.texts, parts: map[string]*part{}}
	s.users.Store(1)
	maps := map[string][]byte{}
	for _, p := range parts {
		m, release, err := files.Map(name + "." + p)
		if errors.Is(err, fs.ErrNotExist) {
			err = damage(name+"."+p, 0, "the file is missing")
		}
		if err != nil {
			s.release()
			return nil, fmt.Errorf("open segment: %w", err)
		}
		maps[p] = m
		s.unmap = append(s.unmap, release)
	}
	s.idx = maps[partIndex]
	if err := s.load(maps); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

// load reads footer and tables out of the index part.
func (s *segment) load(maps map[string][]byte) error {
	file := s.name + "." + partIndex
	end, err := s.footer(file)
	if err != nil {
		return err
	}
	var dict, sums []byte
	for name, dst := range map[string]*[]byte{
		"dict": &dict, "terms": &s.terms, "docends": &s.docEnds, "textends": &s.textEnds, "ids": &s.ids, "sums": &sums,
	} {
		sec := s.foot.Sections[name]
		if sec.Offset < 0 || sec.Length < 0 || sec.Offset > int64(end) || sec.Length > int64(end)-sec.Offset {
			return damage(file, 0, "section "+name+" lies outside the file")
		}
		*dst = s.idx[sec.Offset : sec.Offset+sec.Length]
		if crc32.Checksum(*dst, castagnoli) != sec.CRC {
			return damage(file, sec.Offset, "section "+name+": "+errChecksum.Error())
		}
	}
	if len(s.docEnds) != 8*s.foot.Docs || len(s.ids) != idSize*s.foot.Docs {
		return damage(file, 0, "the tables do not fit the number of documents")
	}
	for _, name := range parts[:len(parts)-1] {
		p := newPart(s.name+"."+name, maps[name], nil, &s.fault)
		if want := s.foot.Parts[name].Length; int64(len(p.data)) != want {
			return damage(p.file, 0, fmt.Sprintf("the file has %d bytes, want %d", len(p.data), want))
		}
		if len(sums) < 4*p.blocks() {
			return damage(file, 0, "the table of checksums is too short")
		}
		p.sums, sums = sums[:4*p.blocks()], sums[4*p.blocks():]
		s.parts[name] = p
	}
	if s.fst, err = vellum.Load(dict); err != nil {
		return damage(file, s.foot.Sections["dict"].Offset, "the dictionary: "+err.Error())
	}
	return nil
}

// footer reads the footer and returns where it starts.
func (s *segment) footer(file string) (int, error) {
	idx := s.idx
	tail := len(segmentMagic) + 8
	if len(idx) < len(segmentMagic)+tail || string(idx[:len(segmentMagic)]) != segmentMagic || !bytes.HasSuffix(idx, []byte(segmentMagic)) {
		return 0, damage(file, 0, "not a segment of this format, or cut short")
	}
	end := len(idx) - tail
	n := int(binary.LittleEndian.Uint32(idx[end+4:]))
	if n > end-len(segmentMagic) {
		return 0, damage(file, int64(end), "the footer's length is wrong")
	}
	foot := idx[end-n : end]
	if crc32.Checksum(foot, castagnoli) != binary.LittleEndian.Uint32(idx[end:]) {
		return 0, damage(file, int64(end-n), "the footer: "+errChecksum.Error())
	}
	if err := json.Unmarshal(foot, &s.foot); err != nil {
		return 0, damage(file, int64(end-n), "the footer: "+err.Error())
	}
	if s.foot.Format != segmentFormat || s.foot.Weights != WeightsVersion {
		return 0, damage(file, int64(end-n), fmt.Sprintf("format %d with weights %d; this program knows %d with %d", s.foot.Format, s.foot.Weights, segmentFormat, WeightsVersion))
	}
	return end, nil
}

const idSize = weburl.IDSize + 4

// tables checks the index part again; it was checked at opening and may have
// gone bad since.
func (s *segment) tables() error {
	for name, sec := range s.foot.Sections {
		if crc32.Checksum(s.idx[sec.Offset:sec.Offset+sec.Length], castagnoli) != sec.CRC {
			return damage(s.name+"."+partIndex, sec.Offset, "section "+name+": "+errChecksum.Error())
		}
	}
	return nil
}

// bad is the damage in the index part.
func (s *segment) bad(text string) error {
	s.fault.CompareAndSwap(nil, &Fault{s.name + "." + partIndex, 0, text})
	return damage(s.name+"."+partIndex, 0, text)
}

// release lets go of one use.
func (s *segment) release() {
	if s.users.Add(-1) > 0 {
		return
	}
	for _, f := range s.unmap {
		f()
	}
}

// span returns record i of a part by its table of ends.
func (p *part) span(ends []byte, i int) ([]byte, error) {
	if i < 0 || 8*(i+1) > len(ends) {
		return nil, p.err(0)
	}
	lo := uint64(0)
	if i > 0 {
		lo = binary.LittleEndian.Uint64(ends[8*(i-1):])
	}
	hi := binary.LittleEndian.Uint64(ends[8*i:])
	if lo > hi {
		return nil, p.err(lo)
	}
	b, ok := p.slice(lo, hi-lo)
	if !ok {
		return nil, p.err(lo)
	}
	return b, nil
}

// doc returns the record of a document.
func (s *segment) doc(i uint32) (document.Record, error) {
	p := s.parts[partDocs]
	b, err := p.span(s.docEnds, int(i))
	if err != nil {
		return document.Record{}, err
	}
	d, ok := decodeDoc(b)
	if !ok {
		return document.Record{}, p.err(0)
	}
	return d, nil
}

// head returns the head of a document's record.
func (s *segment) head(i uint32) (Head, error) {
	p := s.parts[partDocs]
	b, err := p.span(s.docEnds, int(i))
	if err != nil {
		return Head{}, err
	}
	h, ok := decodeHead(b)
	if !ok {
		return Head{}, p.err(0)
	}
	return h, nil
}

// textBlock returns the texts of one block of documents.
func (s *segment) textBlock(block int) ([][]byte, error) {
	p := s.parts[partText]
	b, err := p.span(s.textEnds, block)
	if err != nil {
		return nil, err
	}
	plain, err := s.texts.expand(b)
	if err != nil {
		return nil, p.err(0)
	}
	c := cursor{b: plain}
	var out [][]byte
	for len(c.b) > 0 && !c.bad {
		out = append(out, c.take(c.uint()))
	}
	if c.bad {
		return nil, p.err(0)
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
	return nil, s.parts[partText].err(0)
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

// entry finds a term in the table of terms.
func (s *segment) entry(term []byte) (cursor, bool, error) {
	at, ok, err := s.fst.Get(term)
	if err != nil {
		return cursor{}, false, s.bad("the dictionary: " + err.Error())
	}
	if !ok {
		return cursor{}, false, nil
	}
	c, err := s.entryAt(at)
	return c, true, err
}

func (s *segment) entryAt(at uint64) (cursor, error) {
	if at >= uint64(len(s.terms)) {
		return cursor{}, s.bad("a term lies outside its table")
	}
	return cursor{b: s.terms[at:]}, nil
}

// docFreq returns in how many documents a term occurs, deleted ones included.
func (s *segment) docFreq(term []byte) (int, error) {
	c, ok, err := s.entry(term)
	if err != nil || !ok {
		return 0, err
	}
	n := c.uint()
	if c.bad || n > uint64(s.foot.Docs) {
		return 0, s.bad("a term has too many documents")
	}
	return int(n), nil
}

// postings returns the postings of a term, nil if the segment does not have it.
func (s *segment) postings(term []byte) (*Postings, error) {
	c, ok, err := s.entry(term)
	if err != nil || !ok {
		return nil, err
	}
	p := &Postings{}
	return p, s.open(p, c)
}

// open makes postings of an entry of the table of terms, in place of those that
// p held before.
func (s *segment) open(p *Postings, c cursor) error {
	p.df, p.limit = int(c.uint()), uint32(s.foot.Docs)
	p.positional = c.byte() == 1
	p.maxImpact = c.byte()
	p.pst, p.pos = s.parts[partPostings], s.parts[partPositions]
	p.pstAt, p.pstEnd = c.interval()
	p.posAt, p.posEnd = 0, 0
	if p.positional {
		p.posAt, p.posEnd = c.interval()
	}
	if c.bad || p.df <= 0 || p.df > s.foot.Docs || p.posEnd > uint64(len(p.pos.data)) {
		return s.bad("a term's place is wrong")
	}
	return p.start()
}

// A live segment is a segment with its deletions and what is hidden of the rest;
// all are immutable.
type live struct {
	*segment
	deleted *roaring.Bitmap // nil for none
	hidden  *roaring.Bitmap // nil for none
}

func (l live) isDeleted(doc uint32) bool { return l.deleted != nil && l.deleted.Contains(doc) }

func (l live) count() int {
	n := l.foot.Docs
	if l.deleted != nil {
		n -= int(l.deleted.GetCardinality())
	}
	return n
}
