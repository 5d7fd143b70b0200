package segment

import (
	"encoding/binary"
	"io"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/klauspost/compress/s2"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/varint"
)

// The sizes, before compression, from which on a block of documents is closed: large enough to
// compress well, small enough to be decompressed for a single document.
const (
	recordBlock  = 1 << 10 // ten results need one each
	textBlock    = 24 << 10
	elementBlock = 32 << 10 // nobody asks for the elements of a single document
)

// blockEntry is the length of a block's table entry: its first document (4) and the end of the
// block in its part (8).
const blockEntry = 12

// A blockWriter writes per-document data in compressed blocks.
type blockWriter struct {
	out     io.Writer
	n       uint64 // bytes written
	tools   *tools
	limit   int    // size from which on a block is closed
	fast    bool   // S2 instead of zstd: larger, but decompressed in a tenth of the time
	docs    uint32 // number of documents added
	first   uint32 // first document of the block that is being filled
	plain   []byte
	scratch []byte
	table   []byte
}

// add adds the data of the next document.
func (w *blockWriter) add(b []byte) error {
	w.plain = binary.AppendUvarint(w.plain, uint64(len(b)))
	w.plain = append(w.plain, b...)
	if w.docs++; len(w.plain) >= w.limit {
		return w.flush()
	}
	return nil
}

// take adds the data, from other blocks, of documents that are not gone. A full block without
// gone documents is copied unchanged; a block with none left is not read.
func (w *blockWriter) take(b *blocks, gone func(doc int) bool, quit <-chan struct{}) error {
	behind := passing{p: b.part}
	defer behind.end()
	for i := range b.count() {
		if stopped(quit, 0) {
			return ErrStopped
		}
		behind.pass(b.end(i - 1))
		left, docs := 0, b.first(i+1)-b.first(i)
		for doc := b.first(i); doc < b.first(i+1); doc++ {
			if !gone(doc) {
				left++
			}
		}
		var err error
		switch {
		case left == 0: // it may be one that cannot be read
		// The last block may have any size. So may the last block of each buffer in a segment
		// that was written from several; such blocks are copied unchanged.
		case left == docs && i+1 < b.count() && b.fast == w.fast:
			err = w.copyBlock(b, i)
		default:
			err = w.addBlock(b, i, gone)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyBlock adds a block unchanged.
func (w *blockWriter) copyBlock(b *blocks, i int) error {
	if err := w.flush(); err != nil {
		return err
	}
	data, err := b.slice(i)
	if err != nil {
		return err
	}
	w.docs += uint32(b.first(i+1) - b.first(i))
	return w.write(data)
}

// join appends the table of blocks that another writer has written after those of w. No block
// is open.
func (w *blockWriter) join(more *blockWriter) {
	for t := more.table; len(t) > 0; t = t[blockEntry:] {
		w.table = binary.LittleEndian.AppendUint32(w.table, w.docs+binary.LittleEndian.Uint32(t))
		w.table = binary.LittleEndian.AppendUint64(w.table, w.n+binary.LittleEndian.Uint64(t[4:]))
	}
	w.docs, w.n = w.docs+more.docs, w.n+more.n
	w.first = w.docs
}

// addBlock adds the data, from a block, of documents that are not gone.
func (w *blockWriter) addBlock(b *blocks, i int, gone func(doc int) bool) error {
	plain, err := b.expand(i)
	if err != nil {
		return err
	}
	defer b.tools.put(plain)
	c := varint.NewReader(*plain)
	for doc := b.first(i); doc < b.first(i+1); doc++ {
		one := c.Take(c.Uint())
		if c.Bad() {
			return b.part.Err(b.end(i - 1))
		}
		if gone(doc) {
			continue
		}
		if err := w.add(one); err != nil {
			return err
		}
	}
	return nil
}

// flush closes the block.
func (w *blockWriter) flush() error {
	if w.docs == w.first {
		return nil
	}
	if w.fast {
		w.scratch = s2.Encode(w.scratch[:cap(w.scratch)], w.plain)
	} else {
		w.scratch = w.tools.compress(w.scratch[:0], w.plain)
	}
	w.plain = w.plain[:0]
	return w.write(w.scratch)
}

// write writes a block whose first document is first.
func (w *blockWriter) write(data []byte) error {
	_, err := w.out.Write(data)
	w.n += uint64(len(data))
	w.table = binary.LittleEndian.AppendUint32(w.table, w.first)
	w.table = binary.LittleEndian.AppendUint64(w.table, w.n)
	w.first = w.docs
	return err
}

// blocks read what a blockWriter has written.
type blocks struct {
	part  *damage.Part
	tools *tools
	fast  bool // compressed with S2
	table []byte
	docs  int

	// For documents in memory: the blocks, in place of the part, and the contents of the open
	// block, nil for none.
	memory    [][]byte
	open      []byte
	openFirst int
}

// sane reports whether the table is plausible for that many documents.
func (b *blocks) sane() bool {
	return len(b.table)%blockEntry == 0 && (b.docs == 0) == (len(b.table) == 0)
}

func (b *blocks) count() int {
	n := len(b.table) / blockEntry
	if b.open != nil {
		n++
	}
	return n
}

// isOpen reports whether a block is the one that is still open.
func (b *blocks) isOpen(i int) bool { return b.open != nil && i == b.count()-1 }

func (b *blocks) first(i int) int {
	switch {
	case i == b.count():
		return b.docs
	case b.isOpen(i):
		return b.openFirst
	}
	return int(binary.LittleEndian.Uint32(b.table[i*blockEntry:]))
}

func (b *blocks) end(i int) uint64 {
	if i < 0 || b.isOpen(i) {
		return 0
	}
	return binary.LittleEndian.Uint64(b.table[i*blockEntry+4:])
}

// expand returns a decompressed block, to be returned to the tools with put.
func (b *blocks) expand(i int) (*[]byte, error) {
	if b.isOpen(i) {
		plain := b.tools.buffer()
		*plain = append((*plain)[:0], b.open...)
		return plain, nil
	}
	data, err := b.slice(i)
	if err != nil {
		return nil, err
	}
	plain, err := b.tools.expand(data, b.fast)
	if err != nil {
		return nil, b.part.Err(b.end(i - 1))
	}
	return plain, nil
}

// slice returns a block as written.
func (b *blocks) slice(i int) ([]byte, error) {
	if b.memory != nil {
		return b.memory[i], nil
	}
	lo, hi := b.end(i-1), b.end(i)
	if hi < lo || b.first(i+1) < b.first(i) {
		return nil, b.part.Err(lo)
	}
	return b.part.Bytes(lo, hi-lo)
}

// get returns a copy of the data of a document.
func (b *blocks) get(doc int) ([]byte, error) {
	i := sort.Search(b.count(), func(i int) bool { return b.first(i) > doc }) - 1
	if i < 0 {
		return nil, b.part.Err(0)
	}
	plain, err := b.expand(i)
	if err != nil {
		return nil, err
	}
	defer b.tools.put(plain)
	c := varint.NewReader(*plain)
	for range doc - b.first(i) {
		c.Take(c.Uint())
	}
	out := c.Take(c.Uint())
	if c.Bad() {
		return nil, b.part.Err(b.end(i - 1))
	}
	return append(make([]byte, 0, len(out)), out...), nil
}

// A blockWalk reads the data of all documents in order, and releases the memory of what it has
// read. It must be closed.
type blockWalk struct {
	b      *blocks
	block  int
	left   int   // documents left in the block
	err    error // the block cannot be read
	plain  *[]byte
	rest   varint.Reader
	behind passing
}

func (b *blocks) walk() *blockWalk {
	return &blockWalk{b: b, block: -1, behind: passing{p: b.part}}
}

// next returns the data of the next document, valid until the next call. An error concerns only
// that document; others may follow.
func (w *blockWalk) next() ([]byte, error) {
	for w.left == 0 {
		w.free()
		if w.block++; w.block >= w.b.count() {
			return nil, w.b.part.Err(w.b.end(w.b.count() - 1))
		}
		w.behind.pass(w.b.end(w.block - 1))
		w.left = w.b.first(w.block+1) - w.b.first(w.block)
		if w.plain, w.err = w.b.expand(w.block); w.err == nil {
			w.rest = varint.NewReader(*w.plain)
		}
	}
	w.left--
	if w.err != nil {
		return nil, w.err
	}
	out := w.rest.Take(w.rest.Uint())
	if w.rest.Bad() {
		return nil, w.b.part.Err(w.b.end(w.block - 1))
	}
	return out, nil
}

func (w *blockWalk) close() {
	w.free()
	w.behind.end()
}

// free releases the memory of the block.
func (w *blockWalk) free() {
	if w.plain != nil {
		w.b.tools.put(w.plain)
		w.plain = nil
	}
}

// within adds the documents whose data overlaps the bytes [from, to) of the part.
func (b *blocks) within(from, to uint64, docs *roaring.Bitmap) {
	i := sort.Search(b.count(), func(i int) bool { return b.end(i) > from })
	for ; i < b.count() && b.end(i-1) < to; i++ {
		docs.AddRange(uint64(b.first(i)), uint64(b.first(i+1)))
	}
}
