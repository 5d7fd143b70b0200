package segment

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/bits"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/inflection"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/index/checksum"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/fst"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/shortpostings"
	"github.com/aranea-search/aranea/index/varint"
	"github.com/aranea-search/aranea/index/wordforms"
	"github.com/aranea-search/aranea/weburl"
)

// Sections of the index part.
const (
	sectionDict     = "dict"
	sectionColumns  = "columns"
	sectionDocs     = "docs"
	sectionElements = "elements"
	sectionTexts    = "texts"
	sectionIDs      = "ids"
	sectionSketches = "sketches"
	sectionDates    = "dates"
	sectionSpans    = "spans"
	sectionPlains   = "plains"
	sectionTitles   = "titles"
	sectionSums     = "sums"
)

// A Segment is an open segment. It is immutable and safe for concurrent use. It is unmapped
// when its last user releases it.
type Segment struct {
	name     string
	foot     footer
	parts    map[string]*damage.Part // those that are verified block by block
	idx      []byte                  // the index part
	dict     []byte                  // the dictionary, in which terms are looked up
	fst      *vellum.FST             // the same, for reading terms in order
	columns  []byte
	sketches []byte
	dates    []byte
	titles   []byte
	tables   shortpostings.Tables
	langs    []analyze.Lang
	ids      []byte
	records  blocks
	texts    blocks
	elements blocks
	unmap    []func()
	tools    *tools
	order    func() []uint32 // table rows by document, built when first asked for
	users    atomic.Int32
	damage   damage.Found
	turns    elements.Kept // of the blocks of elements

	// For documents in memory: replace the dictionary and the table of keys.
	terms   Terms
	lists   memoryLists
	keys    *keyTable
	rowKeys []idEntry
}

// Open maps a segment and verifies its footer, the lengths of its parts, and its dictionary and
// tables. Blocks of the other parts are verified when first read. The caller must Release it.
func Open(files Folder, name string) (*Segment, error) {
	s := &Segment{name: name, tools: files.tools, parts: map[string]*damage.Part{}}
	s.order = sync.OnceValue(s.rows)
	s.users.Store(1)
	maps, forgets := map[string][]byte{}, map[string]func(from, to int){}
	for _, p := range Parts() {
		m, forget, release, err := files.mapInPieces(name + "." + p)
		if errors.Is(err, fs.ErrNotExist) {
			err = damage.Err(name+"."+p, 0, "the file is missing")
		}
		if err != nil {
			s.Release()
			return nil, fmt.Errorf("open segment: %w", err)
		}
		maps[p], forgets[p] = m, forget
		s.unmap = append(s.unmap, release)
	}
	s.idx = maps[partIndex]
	if err := s.load(maps); err != nil {
		s.Release()
		return nil, err
	}
	for name, p := range s.parts {
		p.Forget = forgets[name]
	}
	return s, nil
}

// load reads footer and tables out of the index part.
func (s *Segment) load(maps map[string][]byte) error {
	file := s.name + "." + partIndex
	end, err := s.footer(file)
	if err != nil {
		return err
	}
	var sums []byte
	for name, dst := range map[string]*[]byte{
		sectionDict: &s.dict, sectionColumns: &s.columns, sectionDocs: &s.records.table, sectionElements: &s.elements.table,
		sectionTexts: &s.texts.table, sectionIDs: &s.ids, sectionSketches: &s.sketches, sectionDates: &s.dates, sectionSums: &sums,
		sectionSpans: &s.tables.Spans, sectionPlains: &s.tables.Plains, sectionTitles: &s.titles,
	} {
		sec := s.foot.Sections[name]
		if sec.Offset < 0 || sec.Length < 0 || sec.Offset > int64(end) || sec.Length > int64(end)-sec.Offset {
			return damage.Err(file, 0, "section "+name+" lies outside the file")
		}
		*dst = s.idx[sec.Offset : sec.Offset+sec.Length]
		if checksum.Sum(*dst) != sec.CRC {
			return damage.Err(file, sec.Offset, "section "+name+": "+damage.ErrChecksum.Error())
		}
	}
	if err := s.loadParts(file, maps, sums); err != nil {
		return err
	}
	if _, ok := s.foot.Sections[sectionTitles]; !ok && len(s.columns) == columnSize*s.foot.Docs {
		// Segments of former versions lack them: every word may be in every title.
		s.titles = bytes.Repeat([]byte{math.MaxUint8}, titleSize*s.foot.Docs)
	}
	s.records.fast, s.texts.fast = true, s.foot.Format >= fastTexts
	for b, part := range map[*blocks]string{&s.records: partDocs, &s.elements: partElements, &s.texts: partText} {
		b.part, b.tools, b.docs = s.parts[part], s.tools, s.foot.Docs
		b.part.Holds(b.within)
		if !b.sane() {
			return damage.Err(file, 0, "the tables do not fit the number of documents")
		}
	}
	for _, t := range []struct {
		table []byte
		size  int
	}{{s.columns, columnSize}, {s.ids, idSize}, {s.sketches, sketchSize}, {s.dates, dateSize}, {s.tables.Spans, 1}, {s.tables.Plains, shortpostings.PlainSize}, {s.titles, titleSize}} {
		if len(t.table) != t.size*s.foot.Docs {
			return damage.Err(file, 0, "the tables do not fit the number of documents")
		}
	}
	for _, code := range s.foot.Langs {
		l, _ := analyze.ParseLang(code)
		s.langs = append(s.langs, l)
	}
	if s.fst, err = vellum.Load(s.dict); err != nil {
		return damage.Err(file, s.foot.Sections[sectionDict].Offset, "the dictionary: "+err.Error())
	}
	return nil
}

// loadParts assigns the other parts their checksums.
func (s *Segment) loadParts(file string, maps map[string][]byte, sums []byte) error {
	for _, name := range pieces() {
		p := damage.NewPart(s.name+"."+name, &s.damage)
		if want := s.foot.Parts[name].Length; int64(len(maps[name])) != want {
			return damage.Err(p.Name(), 0, fmt.Sprintf("the file has %d bytes, want %d", len(maps[name]), want))
		}
		var ok bool
		if sums, ok = p.Open(maps[name], s.sumBlock(), sums); !ok {
			return damage.Err(file, 0, "the table of checksums is too short")
		}
		s.parts[name] = p
	}
	return nil
}

// sumBlock returns the length of the blocks of a part that have one checksum each.
func (s *Segment) sumBlock() int {
	if s.foot.Format == oldFormat {
		return oldSumBlock
	}
	return sumBlock
}

// gap returns the gap between elements with which they are encoded.
func (s *Segment) gap() uint32 {
	if s.foot.Format < shortGaps {
		return elements.FormerGap
	}
	return document.ElementGap
}

// footer reads the footer and returns its offset.
func (s *Segment) footer(file string) (int, error) {
	idx := s.idx
	tail := magicSize + 8
	if len(idx) < magicSize+tail || !known(int(idx[magicSize-1])-'0') || !bytes.HasPrefix(idx, []byte(magicStart)) || !bytes.HasSuffix(idx, idx[:magicSize]) {
		return 0, damage.Err(file, 0, "not a segment of this format, or cut short")
	}
	end := len(idx) - tail
	n := int(binary.LittleEndian.Uint32(idx[end+4:]))
	if n > end-magicSize {
		return 0, damage.Err(file, int64(end), "the footer's length is wrong")
	}
	foot := idx[end-n : end]
	if checksum.Sum(foot) != binary.LittleEndian.Uint32(idx[end:]) {
		return 0, damage.Err(file, int64(end-n), "the footer: "+damage.ErrChecksum.Error())
	}
	if err := json.Unmarshal(foot, &s.foot); err != nil {
		return 0, damage.Err(file, int64(end-n), "the footer: "+err.Error())
	}
	if !known(s.foot.Format) || s.foot.Weights != impact.Version || s.foot.Docs < 0 {
		return 0, damage.Err(file, int64(end-n), fmt.Sprintf("format %d with weights %d; this program knows %d with %d", s.foot.Format, s.foot.Weights, format, impact.Version))
	}
	return end, nil
}

// Name returns the common name of the segment's files.
func (s *Segment) Name() string { return s.name }

// Docs returns the number of documents, including deleted ones; document numbers are below it.
func (s *Segment) Docs() int { return s.foot.Docs }

// FormerStems reports whether the words of some documents are indexed under the stems of a
// version before inflection.Version.
func (s *Segment) FormerStems() bool { return s.foot.Stems < inflection.Version }

// Folders reports whether all documents have the filters of their folders, which earlier versions
// did not write.
func (s *Segment) Folders() bool { return s.foot.Folders }

// Symbols reports whether all documents have the terms of their symbols, which earlier versions did not
// write.
func (s *Segment) Symbols() bool { return s.foot.Symbols }

// Words returns the number of positions of all documents.
func (s *Segment) Words() uint64 { return s.foot.Words }

// Limited returns the number of pages with words left out.
func (s *Segment) Limited() uint64 { return s.foot.Limited }

// Terms returns the number of terms.
func (s *Segment) Terms() int {
	if s.terms != nil {
		return s.terms.Count(s.foot.Docs)
	}
	return s.fst.Len()
}

// Sizes returns the lengths of the segment's files by suffix.
func (s *Segment) Sizes() map[string]int64 {
	out := map[string]int64{partIndex: int64(len(s.idx))}
	for name, p := range s.parts {
		out[name] = int64(p.Len())
	}
	return out
}

// Acquire adds a user.
func (s *Segment) Acquire() { s.users.Add(1) }

// Release removes a user.
func (s *Segment) Release() {
	if s.users.Add(-1) > 0 {
		return
	}
	for _, f := range s.unmap {
		f()
	}
}

// bad returns an error for damage in the index part.
func (s *Segment) bad(text string) error {
	s.damage.Fail(damage.Fault{File: s.name + "." + partIndex, Text: text})
	return damage.Err(s.name+"."+partIndex, 0, text)
}

// Doc returns the record of a document, without its elements.
func (s *Segment) Doc(doc uint32) (document.Record, error) {
	b, err := s.records.get(int(doc))
	if err != nil {
		return document.Record{}, err
	}
	return s.record(doc, b)
}

// record combines the encoded record of a document with its columns.
func (s *Segment) record(doc uint32, b []byte) (document.Record, error) {
	d, ok := decodeRecord(b)
	if !ok {
		return d, s.parts[partDocs].Err(0)
	}
	d.Lang, d.FetchedAt = s.langOf(doc), ToTime(uint64(s.Column(doc).Fetched)+1)
	d.Date, d.DateKind = unpackDate(s.ownDate(doc))
	return d, nil
}

// Text returns the text of a document for snippets.
func (s *Segment) Text(doc uint32) ([]byte, error) {
	text, _, err := s.Outlined(doc)
	return text, err
}

// Outlined returns the text of a document for snippets, and its outline.
func (s *Segment) Outlined(doc uint32) ([]byte, outline.Outline, error) {
	b, err := s.texts.get(int(doc))
	text, o := outline.Split(b)
	return text, o, err
}

// Find returns the document of a URL.
func (s *Segment) Find(id weburl.ID) (uint32, bool) { return s.FindKey(KeyOf(id)) }

// FindKey returns the document with a key.
func (s *Segment) FindKey(key Key) (uint32, bool) { return s.find(key[:]) }

// FindShort returns the document with a short key.
func (s *Segment) FindShort(key ShortKey) (uint32, bool) { return s.find(key[:]) }

// find returns the document whose key begins with key.
func (s *Segment) find(key []byte) (uint32, bool) {
	if s.keys != nil {
		return s.keys.find(key, s.rowKeys)
	}
	row := func(i int) []byte { return s.ids[i*idSize:][:len(key)] }
	n, head := len(s.ids)/idSize, binary.BigEndian.Uint64(key)
	below := func(i int) bool {
		if h := binary.BigEndian.Uint64(s.ids[i*idSize:]); h != head {
			return h < head
		}
		return bytes.Compare(row(i), key) < 0
	}
	at, _ := bits.Mul64(head, uint64(n))
	lo, hi := around(n, int(at), below)
	i := lo + sort.Search(hi-lo, func(i int) bool { return !below(lo + i) })
	if i == n || !bytes.Equal(row(i), key) {
		return 0, false
	}
	doc := binary.LittleEndian.Uint32(s.ids[(i+1)*idSize-4:])
	return doc, int(doc) < s.foot.Docs
}

// keyStep is how many rows at least are searched before or after the expected one.
const keyStep = 16

// around returns rows lo and hi between which the first row is that is not below a key; hi
// itself may be that row. It begins at row at: keys are hashes, so their first bytes predict
// their rows. A wrong prediction only costs steps.
func around(n, at int, below func(int) bool) (lo, hi int) {
	if at < n && below(at) {
		for lo, hi = at, at; hi < n && below(hi); {
			lo, hi = hi, min(hi+max(hi-at, keyStep), n)
		}
		return lo, hi
	}
	for lo, hi = at, at; lo > 0 && !below(lo); {
		lo, hi = max(lo-max(at-lo, keyStep), 0), lo
	}
	return lo, hi
}

// Key returns the key of a document.
func (s *Segment) Key(doc uint32) Key {
	if s.keys != nil {
		return s.rowKeys[doc].key
	}
	row := int(s.order()[doc])
	return Key(s.ids[row*idSize : (row+1)*idSize-4])
}

// rows returns, for each document, its row in the table of keys.
func (s *Segment) rows() []uint32 {
	out := make([]uint32, s.foot.Docs)
	for i := range len(s.ids) / idSize {
		if doc := binary.LittleEndian.Uint32(s.ids[(i+1)*idSize-4:]); int(doc) < len(out) {
			out[doc] = uint32(i)
		}
	}
	return out
}

// Keys returns the keys of all documents in order.
func (s *Segment) Keys() []Key {
	out := make([]Key, s.foot.Docs)
	for doc, e := range s.rowKeys {
		out[doc] = e.key
	}
	for i := 0; i+idSize <= len(s.ids); i += idSize {
		if doc := binary.LittleEndian.Uint32(s.ids[i+idSize-4:]); int(doc) < len(out) {
			out[doc] = Key(s.ids[i : i+idSize-4])
		}
	}
	return out
}

// lookup returns the offset of the postings of a term.
func (s *Segment) lookup(term []byte) (at uint64, ok bool, err error) {
	if at, ok, err = fst.Find(s.dict, term); err != nil {
		return 0, false, s.bad("the dictionary: " + err.Error())
	}
	return at, ok, nil
}

// Lacks reports whether a document surely does not have a term: what cannot be read may have it.
func (s *Segment) Lacks(doc uint32, term string) bool {
	var p Postings
	ok, err := p.Find(s, []byte(term))
	if err != nil || !ok {
		return err == nil
	}
	has := p.SeekGE(doc) && p.Doc() == doc
	return !has && !p.Lost() && p.Err() == nil
}

// FindPlaces is Find for callers that need documents, frequencies and positions, but no impacts,
// which are costly to compute for short lists.
func (p *Postings) FindPlaces(s *Segment, term []byte) (bool, error) {
	p.placesOnly = true
	defer func() { p.placesOnly = false }()
	return p.Find(s, term)
}

// Find makes p the postings of a term. It returns false if the segment does not have the term.
// Unreadable postings are left out: see Lost.
func (p *Postings) Find(s *Segment, term []byte) (bool, error) {
	if s.terms != nil {
		return p.findInMemory(s, term)
	}
	at, ok, err := s.lookup(term)
	if err != nil || !ok {
		return false, err
	}
	switch err = p.open(s, at); {
	case err != nil && s.Fault() == nil:
		p.patch()
		return true, nil
	case err == nil && p.heads != nil && p.pos.Holed(p.posAt, p.posLen):
		p.leaveOut()
	}
	return true, err
}

// Forms appends to dst the forms that a stem stands for in the segment, as far as they can be
// read.
func (s *Segment) Forms(dst []string, stem []byte) ([]string, error) {
	if s.terms != nil {
		return s.terms.Forms(dst, stem, s.foot.Docs), nil
	}
	at, ok, err := s.lookup(stem)
	if err != nil || !ok || kindOf(stem) != kindStem {
		return dst, err
	}
	if dst, err = s.formsAt(dst, stemText(stem), at); s.Fault() == nil {
		return dst, nil
	}
	return dst, err
}

func (s *Segment) formsAt(dst []string, stem string, at uint64) ([]string, error) {
	p := s.parts[partPostings]
	size := uint64(p.Len())
	if at >= size {
		return dst, p.Err(at)
	}
	b, err := p.Bytes(at, min(entryGuess, size-at))
	if err != nil {
		return dst, err
	}
	c, skip, read := varint.NewReader(b), wordforms.Skip, wordforms.Read
	if s.foot.Format < shortBits {
		skip, read = wordforms.SkipFormer, wordforms.ReadFormer
	}
	if n := c.Uint() >> headerShift; n >= BlockDocs || s.foot.Format < shortBits {
		c.Uint() // how long the entry is
	}
	if c.Bad() {
		return dst, p.Err(at)
	}
	head := at + uint64(len(b)-c.Len())
	// They are verified before they are read: of wrong bytes forms would come that nobody wrote.
	c = varint.NewReader(p.Raw()[head:])
	skip(&c)
	if b, err = p.Bytes(head, size-head-uint64(c.Len())); err != nil {
		return dst, err
	}
	c = varint.NewReader(b)
	dst, ok := read(dst, stem, &c)
	if !ok {
		return dst, p.Err(at)
	}
	return dst, nil
}
