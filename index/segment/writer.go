package segment

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/fst"
)

// Parts of a segment, each a file named segment.part.
const (
	partPostings  = "pst"
	partPositions = "pos"
	partText      = "txt"
	partDocs      = "doc"
	partElements  = "elm"
	partIndex     = "idx" // dictionary, columns, tables, footer
)

// Parts returns the endings of the names of a segment's files; that of the one
// without which it is no segment comes last.
func Parts() []string {
	return []string{partPostings, partPositions, partText, partDocs, partElements, partIndex}
}

// pieces are the parts that are read in pieces.
func pieces() []string { return Parts()[:5] }

const (
	format = 5
	magic  = "ARANSEG5"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A footer is the JSON at the end of the index part.
type footer struct {
	Format   int                `json:"format"`
	Weights  int                `json:"weights"`
	Docs     int                `json:"docs"`
	Words    uint64             `json:"words"`
	Limited  uint64             `json:"limited"`
	Langs    []string           `json:"langs"`
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

// A partWriter writes a part in blocks that have a checksum each.
type partWriter struct {
	f     disk.File
	block []byte // that is being filled
	sums  []byte
	n     int64
	err   error
}

func createPart(files disk.Folder, name string) (*partWriter, error) {
	f, err := files.Create(name)
	if err != nil {
		return nil, err
	}
	return &partWriter{f: f}, nil
}

// Write is part of io.Writer.
func (p *partWriter) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0 && p.err == nil; {
		n := min(len(rest), sumBlock-len(p.block))
		p.block = append(p.block, rest[:n]...)
		if rest = rest[n:]; len(p.block) == sumBlock {
			p.seal()
		}
	}
	p.n += int64(len(b))
	return len(b), p.err
}

// seal writes the block.
func (p *partWriter) seal() {
	p.sums = binary.LittleEndian.AppendUint32(p.sums, crc32.Checksum(p.block, castagnoli))
	_, p.err = p.f.Write(p.block)
	p.block = p.block[:0]
}

// finish makes the part durable.
func (p *partWriter) finish() error {
	if len(p.block) > 0 && p.err == nil {
		p.seal()
	}
	err := p.err
	if err == nil {
		err = p.f.Sync()
	}
	return errors.Join(err, p.f.Close())
}

// A Writer writes a segment: all documents in order, then all terms in order,
// then Finish. It is used by one goroutine.
type Writer struct {
	files   Folder
	name    string
	parts   map[string]*partWriter
	pst     *partWriter // of the parts
	pos     *partWriter // likewise
	dict    *fst.Builder
	docs    *Docs
	foot    footer
	enc     encoder
	scratch []byte
}

// Create begins a segment.
func Create(files Folder, name string) (*Writer, error) {
	w := &Writer{files: files, name: name, parts: map[string]*partWriter{}, docs: &Docs{}}
	w.foot = footer{Format: format, Weights: WeightsVersion, Parts: map[string]section{}, Sections: map[string]section{}}
	for _, part := range Parts() {
		p, err := createPart(files, name+"."+part)
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

// Abort removes what was written.
func (w *Writer) Abort() {
	for part, p := range w.parts {
		_ = p.f.Close()
		_ = w.files.Remove(w.name + "." + part)
	}
}

// Add adds the next document.
func (w *Writer) Add(d *Doc) error { return w.docs.Add(d) }

// Take adds documents that were gathered in memory, to which none is added any more,
// behind those before.
func (w *Writer) Take(d *Docs) error {
	if err := d.flush(); err != nil {
		return err
	}
	for part, m := range map[string]*memory{partDocs: &d.recordOut, partText: &d.textOut, partElements: &d.elmOut} {
		if err := m.copyTo(w.parts[part]); err != nil {
			return err
		}
	}
	w.docs.join(d)
	return nil
}

// Term adds a term, which is behind those before, and its postings. A term
// without documents is left out.
func (w *Writer) Term(term []byte, l *List) error {
	if len(l.Docs) == 0 {
		return nil
	}
	pst, pos := w.pst, w.pos
	if err := w.dict.Insert(term, uint64(pst.n)); err != nil {
		return fmt.Errorf("add term %q: %w", term, err)
	}
	var positions []byte
	var err error
	w.enc.tables = tables{w.docs.spans, w.docs.plains}
	if w.scratch, positions, err = w.enc.encode(w.scratch[:0], term, l, uint64(pos.n)); err != nil {
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

// Finish makes the segment durable. The caller names it in a manifest.
func (w *Writer) Finish() error {
	if err := w.docs.flush(); err != nil {
		return err
	}
	var sums []byte
	for _, part := range pieces() {
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
func (w *Writer) finishIndex(sums []byte) error {
	idx, d := w.parts[partIndex], w.docs
	w.foot.Docs, w.foot.Words, w.foot.Limited, w.foot.Langs = d.count, d.words, d.limited, d.langs
	if _, err := io.WriteString(idx, magic); err != nil {
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
	if _, err := idx.Write(append(tail, magic...)); err != nil {
		return err
	}
	w.files.tools.builders.Put(w.dict)
	return idx.finish()
}
