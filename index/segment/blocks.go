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

// From how many bytes on a block of documents is closed, before compression:
// large enough to compress well, small enough to be expanded for one document.
const (
	recordBlock  = 1 << 10 // ten results need one each
	textBlock    = 24 << 10
	elementBlock = 32 << 10 // nobody asks for those of one document
)

// blockEntry is the length of a block's entry in its table: the first document
// (4) and where the block ends in its part (8).
const blockEntry = 12

// A blockWriter writes what is kept of documents in compressed blocks.
type blockWriter struct {
	out     io.Writer
	n       uint64 // bytes written
	tools   *tools
	limit   int    // from how many bytes on a block is closed
	fast    bool   // S2 instead of zstd: larger, and expanded in a tenth of the time
	docs    uint32 // added so far
	first   uint32 // document of the block that is being filled
	plain   []byte
	scratch []byte
	table   []byte
}

// add adds what is kept of the next document.
func (w *blockWriter) add(b []byte) error {
	w.plain = binary.AppendUvarint(w.plain, uint64(len(b)))
	w.plain = append(w.plain, b...)
	if w.docs++; len(w.plain) >= w.limit {
		return w.flush()
	}
	return nil
}

// take adds what blocks hold of the documents that are not gone. A full block of which
// nothing is gone is copied as it is, one of which all is gone is not read.
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
		// The last may be anything but full; so may the last of each buffer of a segment that
		// was written from several, which are copied as they are.
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

// copyBlock adds a block as it is.
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

// join adds the places of blocks that another wrote behind those of w. No block is open.
func (w *blockWriter) join(more *blockWriter) {
	for t := more.table; len(t) > 0; t = t[blockEntry:] {
		w.table = binary.LittleEndian.AppendUint32(w.table, w.docs+binary.LittleEndian.Uint32(t))
		w.table = binary.LittleEndian.AppendUint64(w.table, w.n+binary.LittleEndian.Uint64(t[4:]))
	}
	w.docs, w.n = w.docs+more.docs, w.n+more.n
	w.first = w.docs
}

// addBlock adds what a block holds of the documents that are not gone.
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

// write writes a block of the documents from first on.
func (w *blockWriter) write(data []byte) error {
	_, err := w.out.Write(data)
	w.n += uint64(len(data))
	w.table = binary.LittleEndian.AppendUint32(w.table, w.first)
	w.table = binary.LittleEndian.AppendUint64(w.table, w.n)
	w.first = w.docs
	return err
}

// blocks read what a blockWriter wrote.
type blocks struct {
	part  *damage.Part
	tools *tools
	fast  bool // as they were written
	table []byte
	docs  int

	// Of documents in memory: the blocks in place of the part, and what is in the one
	// that is not closed, nil for none.
	memory    [][]byte
	open      []byte
	openFirst int
}

// sane reports whether the table can be that of so many documents.
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

// isOpen reports whether a block is the one that is not closed.
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

// expand returns a block's plain bytes, to be given back to the tools.
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

// slice returns a block as it was written.
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

// get returns a copy of what is kept of a document.
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

// A blockWalk reads all documents in order, and lets go of the memory of what it has
// read. It must be closed.
type blockWalk struct {
	b      *blocks
	block  int
	left   int   // documents left in the block
	err    error // that the block cannot be read
	plain  *[]byte
	rest   varint.Reader
	behind passing
}

func (b *blocks) walk() *blockWalk {
	return &blockWalk{b: b, block: -1, behind: passing{p: b.part}}
}

// next returns what is kept of the next document, valid until the next call. The
// error is about the document alone: others may follow.
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

// free gives back the memory of the block.
func (w *blockWalk) free() {
	if w.plain != nil {
		w.b.tools.put(w.plain)
		w.plain = nil
	}
}

// within adds the documents of which something stands from one byte of the part to
// before another.
func (b *blocks) within(from, to uint64, docs *roaring.Bitmap) {
	i := sort.Search(b.count(), func(i int) bool { return b.end(i) > from })
	for ; i < b.count() && b.end(i-1) < to; i++ {
		docs.AddRange(uint64(b.first(i)), uint64(b.first(i+1)))
	}
}
