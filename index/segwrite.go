package index

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/blevesearch/vellum"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/weburl"
)

// Parts of a segment, each a file named segment.part.
const (
	partPostings  = "pst"
	partPositions = "pos"
	partText      = "txt"
	partDocs      = "doc"
	partIndex     = "idx" // dictionary, term table, offsets, identities, footer
)

var parts = []string{partPostings, partPositions, partText, partDocs, partIndex}

const (
	segmentFormat = 3
	segmentMagic  = "ARANSEG3"
	textBlockDocs = 16 // documents in one compressed block of snippet text
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A footer is the JSON at the end of the index part.
type footer struct {
	Format   int                `json:"format"`
	Weights  int                `json:"weights"`
	Docs     int                `json:"docs"`
	Words    uint64             `json:"words"`
	Limited  uint64             `json:"limited"`
	Parts    map[string]section `json:"parts"`
	Sections map[string]section `json:"sections"`
}

// A section is a run of bytes. Sections of the index part have a checksum
// (CRC-32C) each; the other parts have one for each block, in the section sums.
type section struct {
	Offset int64  `json:"offset,omitempty"`
	Length int64  `json:"length"`
	CRC    uint32 `json:"crc,omitempty"`
}

// A partWriter writes a part and sums up its blocks.
type partWriter struct {
	f    disk.File
	w    *bufio.Writer
	sums []byte
	crc  uint32 // of the block that is being filled
	n    int64
	err  error
}

func createPart(files disk.Folder, name string) (*partWriter, error) {
	f, err := files.Create(name)
	if err != nil {
		return nil, err
	}
	return &partWriter{f: f, w: bufio.NewWriterSize(f, 256<<10)}, nil
}

// Write is part of io.Writer.
func (p *partWriter) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	for rest := b; len(rest) > 0; {
		n := min(len(rest), sumBlock-int(p.n%sumBlock))
		p.crc = crc32.Update(p.crc, castagnoli, rest[:n])
		p.n += int64(n)
		if p.n%sumBlock == 0 {
			p.seal()
		}
		rest = rest[n:]
	}
	_, p.err = p.w.Write(b)
	return len(b), p.err
}

func (p *partWriter) seal() {
	p.sums = binary.LittleEndian.AppendUint32(p.sums, p.crc)
	p.crc = 0
}

// finish makes the part durable.
func (p *partWriter) finish() error {
	if p.n%sumBlock != 0 {
		p.seal()
	}
	err := p.err
	if err == nil {
		err = p.w.Flush()
	}
	if err == nil {
		err = p.f.Sync()
	}
	return errors.Join(err, p.f.Close())
}

// A segmentWriter writes a segment: all documents in order, then all terms in
// order, then finish.
type segmentWriter struct {
	files    folder
	name     string
	parts    map[string]*partWriter
	dict     bytes.Buffer
	fst      *vellum.Builder
	terms    []byte
	docEnds  []byte // offset of the end of each document record
	textEnds []byte // offset of the end of each text block
	ids      []idEntry
	pending  []byte // text records of the block that is being filled
	inBlock  int
	foot     footer
	scratch  []byte
}

type idEntry struct {
	id  weburl.ID
	doc uint32
}

func newSegmentWriter(files folder, name string) (*segmentWriter, error) {
	w := &segmentWriter{files: files, name: name, parts: map[string]*partWriter{}}
	w.foot = footer{Format: segmentFormat, Weights: WeightsVersion, Parts: map[string]section{}, Sections: map[string]section{}}
	for _, part := range parts {
		p, err := createPart(files, name+"."+part)
		if err != nil {
			w.abort()
			return nil, fmt.Errorf("create segment: %w", err)
		}
		w.parts[part] = p
	}
	var err error
	if w.fst, err = vellum.New(&w.dict, nil); err != nil {
		w.abort()
		return nil, fmt.Errorf("create dictionary: %w", err)
	}
	return w, nil
}

// abort removes what was written.
func (w *segmentWriter) abort() {
	for part, p := range w.parts {
		_ = p.f.Close()                         // may be closed already
		_ = w.files.Remove(w.name + "." + part) // swept at the next opening
	}
}

// doc adds a document record with its encoded fields and its snippet text.
func (w *segmentWriter) doc(id weburl.ID, record, text []byte, words uint64) error {
	w.ids = append(w.ids, idEntry{id, uint32(w.foot.Docs)})
	if _, err := w.parts[partDocs].Write(record); err != nil {
		return err
	}
	w.docEnds = binary.LittleEndian.AppendUint64(w.docEnds, uint64(w.parts[partDocs].n))
	w.pending = binary.AppendUvarint(w.pending, uint64(len(text)))
	w.pending = append(w.pending, text...)
	w.foot.Docs++
	w.foot.Words += words
	if w.inBlock++; w.inBlock == textBlockDocs {
		return w.flushText()
	}
	return nil
}

func (w *segmentWriter) flushText() error {
	if w.inBlock == 0 {
		return nil
	}
	w.scratch = w.files.texts.compress(w.scratch[:0], w.pending)
	w.pending, w.inBlock = w.pending[:0], 0
	_, err := w.parts[partText].Write(w.scratch)
	w.textEnds = binary.LittleEndian.AppendUint64(w.textEnds, uint64(w.parts[partText].n))
	return err
}

// A termData is the postings of one term in memory. Docs ascend. Positions
// holds for each posting its positions as varint deltas; posEnds says where each
// posting's end.
type termData struct {
	positional bool
	docs, tfs  []uint32
	impacts    []uint8
	positions  []byte
	posEnds    []uint64
	source     Postings // reused by merging
}

func (t *termData) reset(positional bool) {
	t.positional = positional
	t.docs, t.tfs, t.impacts = t.docs[:0], t.tfs[:0], t.impacts[:0]
	t.positions, t.posEnds = t.positions[:0], t.posEnds[:0]
}

// blockHead is the length of the head of a block: last document (4), offset of
// the block's data (4), offset of its positions (8), largest impact (1).
const blockHead = 17

// term adds a term and its postings.
func (w *segmentWriter) term(text []byte, t *termData) error {
	if len(t.docs) == 0 {
		return nil
	}
	if err := w.fst.Insert(text, uint64(len(w.terms))); err != nil {
		return fmt.Errorf("add term %q: %w", text, err)
	}
	pst, pos := w.parts[partPostings], w.parts[partPositions]
	w.scratch = appendPostings(w.scratch[:0], t)
	flags := byte(0)
	if t.positional {
		flags = 1
	}
	w.terms = binary.AppendUvarint(w.terms, uint64(len(t.docs)))
	w.terms = append(w.terms, flags, slices.Max(t.impacts))
	w.terms = binary.AppendUvarint(w.terms, uint64(pst.n))
	w.terms = binary.AppendUvarint(w.terms, uint64(len(w.scratch)))
	if _, err := pst.Write(w.scratch); err != nil {
		return err
	}
	if t.positional {
		w.terms = binary.AppendUvarint(w.terms, uint64(pos.n))
		w.terms = binary.AppendUvarint(w.terms, uint64(len(t.positions)))
		if _, err := pos.Write(t.positions); err != nil {
			return err
		}
	}
	return nil
}

// appendPostings encodes postings: a list of fewer than blockDocs as varints, a
// longer one as block heads and blocks, of which the last may be varints too.
func appendPostings(dst []byte, t *termData) []byte {
	n := len(t.docs)
	if n < blockDocs {
		return appendVarints(dst, t, 0, n, 0)
	}
	blocks := (n + blockDocs - 1) / blockDocs
	heads := len(dst)
	dst = append(dst, make([]byte, blocks*blockHead)...)
	data := len(dst)
	prev := uint32(0)
	for b := range blocks {
		lo, hi := b*blockDocs, min((b+1)*blockDocs, n)
		h := dst[heads+b*blockHead:]
		binary.LittleEndian.PutUint32(h, t.docs[hi-1])
		binary.LittleEndian.PutUint32(h[4:], uint32(len(dst)-data))
		if t.positional && lo > 0 {
			binary.LittleEndian.PutUint64(h[8:], t.posEnds[lo-1])
		}
		h[16] = slices.Max(t.impacts[lo:hi])
		if hi-lo == blockDocs {
			dst = appendBlock(dst, t, lo, prev)
		} else {
			dst = appendVarints(dst, t, lo, hi, prev)
		}
		prev = t.docs[hi-1]
	}
	return dst
}

// appendBlock packs a full block: bit widths, document deltas, frequencies
// less one, impacts.
func appendBlock(dst []byte, t *termData, lo int, prev uint32) []byte {
	var deltas, tfs [blockDocs]uint32
	for i := range deltas {
		deltas[i] = t.docs[lo+i] - prev
		prev = t.docs[lo+i]
		tfs[i] = t.tfs[lo+i] - 1
	}
	dw, tw := width(deltas[:]), width(tfs[:])
	dst = append(dst, byte(dw), byte(tw))
	dst = pack(dst, deltas[:], dw)
	dst = pack(dst, tfs[:], tw)
	return append(dst, t.impacts[lo:lo+blockDocs]...)
}

func appendVarints(dst []byte, t *termData, lo, hi int, prev uint32) []byte {
	for i := lo; i < hi; i++ {
		// A frequency of one is the common case and costs no byte.
		d := uint64(t.docs[i]-prev) << 1
		if t.tfs[i] == 1 {
			dst = binary.AppendUvarint(dst, d|1)
		} else {
			dst = binary.AppendUvarint(dst, d)
			dst = binary.AppendUvarint(dst, uint64(t.tfs[i]))
		}
		dst = append(dst, t.impacts[i])
		prev = t.docs[i]
	}
	return dst
}

// finish makes the segment durable. The caller names it in a manifest.
func (w *segmentWriter) finish() error {
	if err := w.flushText(); err != nil {
		return err
	}
	if err := w.fst.Close(); err != nil {
		return fmt.Errorf("close dictionary: %w", err)
	}
	var sums []byte
	for _, part := range parts[:len(parts)-1] {
		p := w.parts[part]
		if err := p.finish(); err != nil {
			return fmt.Errorf("write segment %s.%s: %w", w.name, part, err)
		}
		w.foot.Parts[part] = section{Length: p.n}
		sums = append(sums, p.sums...)
	}
	if err := w.finishIndex(sums); err != nil {
		return fmt.Errorf("write segment %s: %w", w.name, err)
	}
	return w.files.Sync()
}

// finishIndex writes the tables and the footer.
func (w *segmentWriter) finishIndex(sums []byte) error {
	idx := w.parts[partIndex]
	if _, err := io.WriteString(idx, segmentMagic); err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		data []byte
	}{
		{"dict", w.dict.Bytes()}, {"terms", w.terms}, {"docends", w.docEnds}, {"textends", w.textEnds}, {"ids", w.sortedIDs()}, {"sums", sums},
	} {
		w.foot.Sections[s.name] = section{Offset: idx.n, Length: int64(len(s.data)), CRC: crc32.Checksum(s.data, castagnoli)}
		if _, err := idx.Write(s.data); err != nil {
			return err
		}
	}
	foot, err := json.Marshal(w.foot)
	if err != nil {
		return fmt.Errorf("encode footer: %w", err)
	}
	tail := binary.LittleEndian.AppendUint32(foot, crc32.Checksum(foot, castagnoli))
	tail = binary.LittleEndian.AppendUint32(tail, uint32(len(foot)))
	if _, err := idx.Write(append(tail, segmentMagic...)); err != nil {
		return err
	}
	return idx.finish()
}

// sortedIDs returns the table of identities. Of several versions of a page the
// last stands first: it is the one that may be live, and that find returns.
func (w *segmentWriter) sortedIDs() []byte {
	slices.SortFunc(w.ids, func(a, b idEntry) int {
		return cmp.Or(bytes.Compare(a.id[:], b.id[:]), cmp.Compare(b.doc, a.doc))
	})
	out := make([]byte, 0, len(w.ids)*idSize)
	for _, e := range w.ids {
		out = append(out, e.id[:]...)
		out = binary.LittleEndian.AppendUint32(out, e.doc)
	}
	return out
}
