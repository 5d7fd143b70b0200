package segment

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"github.com/aranea-search/aranea/analyze/inflection"
	"github.com/aranea-search/aranea/index/appendbuffer"
	"github.com/aranea-search/aranea/index/checksum"
	"github.com/aranea-search/aranea/index/fst"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/shortpostings"
)

// Parts of a segment, each in a file named segment.part.
const (
	partPostings  = "pst"
	partPositions = "pos"
	partText      = "txt"
	partDocs      = "doc"
	partElements  = "elm"
	partIndex     = "idx" // dictionary, columns, tables, footer
)

// Parts returns the suffixes of a segment's file names. The file without which there is no
// segment comes last.
func Parts() []string {
	return []string{partPostings, partPositions, partText, partDocs, partElements, partIndex}
}

// pieces are the parts that are verified block by block.
func pieces() []string { return Parts()[:5] }

// sumBlock is the length in bytes of the blocks of a part that have one checksum each: as much
// is lost with one wrong bit, and as much is read to verify one byte.
const sumBlock = 4 << 10

// The format that is written, and the oldest that can be read. Formats: oldFormat has longer
// checksum blocks; since fastTexts, texts are compressed with S2 instead of zstd; since
// fewBytes, short lists are encoded in fewer bytes, and since shortBits in bits; since
// shortGaps, elements have document.ElementGap between them.
const (
	format    = 9
	shortBits = 9
	shortGaps = 9
	fewBytes  = 8
	fastTexts = 7
	oldFormat = 5

	oldSumBlock = 64 << 10
)

// magicOf returns the bytes that begin and end the index part of a format.
func magicOf(format int) string { return magicStart + string(rune('0'+format)) }

const (
	magicStart = "ARANSEG"
	magicSize  = len(magicStart) + 1
)

// known reports whether a format can be read.
func known(n int) bool { return oldFormat <= n && n <= format }

// A footer is the JSON at the end of the index part. Stems is the least version of the stems of
// its documents, zero for the first. Folders says that all of them have the filters of their folders,
// Symbols that they have the terms of their symbols, and OwnWords that what stands in the template only is marked.
type footer struct {
	Format   int                `json:"format"`
	Weights  int                `json:"weights"`
	Stems    int                `json:"stems,omitempty"`
	Folders  bool               `json:"folders,omitempty"`
	Symbols  bool               `json:"symbols,omitempty"`
	OwnWords bool               `json:"ownWords,omitempty"`
	Docs     int                `json:"docs"`
	Words    uint64             `json:"words"`
	Limited  uint64             `json:"limited"`
	Langs    []string           `json:"langs"`
	Parts    map[string]section `json:"parts"`
	Sections map[string]section `json:"sections"`
}

// A section is a range of bytes. Each section of the index part has a checksum (CRC-32C); the
// other parts have one for each block, stored in the section sums.
type section struct {
	Offset int64  `json:"offset,omitempty"`
	Length int64  `json:"length"`
	CRC    uint32 `json:"crc,omitempty"`
}

// A Writer writes a segment: all documents in order, then all terms in order, then Finish. It
// is used by one goroutine.
type Writer struct {
	files   Folder
	name    string
	parts   map[string]*checksum.Writer
	pst     *checksum.Writer // these write checksums too
	pos     *checksum.Writer // likewise
	dict    *fst.Builder
	docs    *Docs
	foot    footer
	enc     encoder
	scratch []byte
}

// Create begins a segment.
func Create(files Folder, name string) (*Writer, error) {
	w := &Writer{files: files, name: name, parts: map[string]*checksum.Writer{}, docs: &Docs{}}
	w.foot = footer{Format: format, Weights: impact.Version, Stems: inflection.Version, Folders: true, Symbols: true, OwnWords: true, Parts: map[string]section{}, Sections: map[string]section{}}
	for _, part := range Parts() {
		p, err := checksum.Create(files, name+"."+part, sumBlock)
		if err != nil {
			w.Abort()
			return nil, fmt.Errorf("create segment: %w", err)
		}
		w.parts[part] = p
	}
	w.pst, w.pos = w.parts[partPostings], w.parts[partPositions]
	w.docs.writeTo(files.tools, w.parts[partDocs], w.parts[partText], w.parts[partElements])
	w.dict = files.tools.builder()
	return w, nil
}

// Abort removes everything that was written.
func (w *Writer) Abort() {
	for part, p := range w.parts {
		_ = p.Close()
		_ = w.files.Remove(w.name + "." + part)
	}
}

// Add adds the next document.
func (w *Writer) Add(d *Doc) error { return w.docs.Add(d) }

// Take adds the documents that were collected in memory, after those added before. Nothing may
// be added to d any more.
func (w *Writer) Take(d *Docs) error {
	if err := d.flush(); err != nil {
		return err
	}
	for part, m := range map[string]*appendbuffer.Buffer{partDocs: &d.recordOut, partText: &d.textOut, partElements: &d.elmOut} {
		if err := m.CopyTo(w.parts[part]); err != nil {
			return err
		}
	}
	w.docs.join(d)
	return nil
}

// Term adds a term, which must come after all before it, and its postings. A term without
// documents is left out.
func (w *Writer) Term(term []byte, l *List) error {
	if len(l.Docs) == 0 {
		return nil
	}
	pst, pos := w.pst, w.pos
	if err := w.dict.Insert(term, uint64(pst.Len())); err != nil {
		return fmt.Errorf("add term %q: %w", term, err)
	}
	var positions []byte
	var err error
	w.enc.tables, w.enc.marks = shortpostings.Tables{Spans: w.docs.spans, Plains: w.docs.plains}, w.foot.OwnWords
	if w.scratch, positions, err = w.enc.encode(w.scratch[:0], term, l, uint64(pos.Len())); err != nil {
		return fmt.Errorf("add term %q: %w", term, err)
	}
	if _, err := pst.Write(w.scratch); err != nil {
		return err
	}
	if len(positions) == 0 {
		return nil
	}
	_, err = pos.Write(positions)
	return err
}

// Finish makes the segment durable. The caller then names it in a manifest.
func (w *Writer) Finish() error {
	if err := w.docs.flush(); err != nil {
		return err
	}
	var sums []byte
	for _, part := range pieces() {
		p := w.parts[part]
		if err := p.Finish(); err != nil {
			return fmt.Errorf("write segment %s.%s: %w", w.name, part, err)
		}
		w.foot.Parts[part] = section{Length: p.Len()}
		sums = append(sums, p.Sums()...)
	}
	if err := w.finishIndex(sums); err != nil {
		return fmt.Errorf("write segment %s: %w", w.name, err)
	}
	return w.files.Sync()
}

// finishIndex writes the tables and the footer.
func (w *Writer) finishIndex(sums []byte) error {
	idx, d := w.parts[partIndex], w.docs
	w.foot.Docs, w.foot.Words, w.foot.Limited, w.foot.Langs = d.count, d.words, d.limited, d.langs
	if _, err := io.WriteString(idx, magicOf(format)); err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		data []byte
	}{
		{sectionDict, w.dict.Finish()}, {sectionColumns, d.columns}, {sectionDocs, d.records.table}, {sectionElements, d.elements.table},
		{sectionTexts, d.texts.table}, {sectionIDs, d.sortedIDs()}, {sectionSketches, d.sketches}, {sectionDates, d.dates},
		{sectionSpans, d.spans}, {sectionPlains, d.plains}, {sectionTitles, d.titles},
		{sectionSums, sums},
	} {
		w.foot.Sections[s.name] = section{Offset: idx.Len(), Length: int64(len(s.data)), CRC: checksum.Sum(s.data)}
		if _, err := idx.Write(s.data); err != nil {
			return err
		}
	}
	foot, err := json.Marshal(w.foot)
	if err != nil {
		return fmt.Errorf("encode footer: %w", err)
	}
	tail := binary.LittleEndian.AppendUint32(foot, checksum.Sum(foot))
	tail = binary.LittleEndian.AppendUint32(tail, uint32(len(foot)))
	if _, err := idx.Write(append(tail, magicOf(format)...)); err != nil {
		return err
	}
	w.files.tools.builders.Put(w.dict)
	return idx.Finish()
}
