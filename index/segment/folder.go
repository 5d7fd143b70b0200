package segment

import (
	"sync"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/fst"
)

// A Folder is where segments are, together with the compressors and dictionary builders that
// its segments share, since the tables of one of these cost more than a small segment. It is
// safe for concurrent use.
type Folder struct {
	disk.Folder
	tools *tools
}

// NewFolder returns a Folder over files.
func NewFolder(files disk.Folder) Folder { return Folder{files, &tools{}} }

// With returns a Folder over other files that shares the tools.
func (f Folder) With(files disk.Folder) Folder { return Folder{files, f.tools} }

// mapInPieces maps a file. forget is nil if the memory is not the operating system's.
func (f Folder) mapInPieces(name string) (data []byte, forget func(from, to int), release func(), err error) {
	if d, ok := f.Folder.(interface {
		MapInPieces(name string) (data []byte, forget func(from, to int), release func(), err error)
	}); ok {
		return d.MapInPieces(name)
	}
	data, release, err = f.Map(name)
	return data, nil, release, err
}

// tools are lent to writers and readers of segments.
type tools struct {
	encoders, decoders, plain, builders sync.Pool
}

// compressWindow is how far back a compressor looks; it keeps twice as much. Few blocks are
// longer.
const compressWindow = 128 << 10

// compress appends a compressed text.
func (t *tools) compress(dst, text []byte) []byte {
	e, ok := t.encoders.Get().(*zstd.Encoder)
	if !ok {
		var err error
		e, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
			zstd.WithWindowSize(compressWindow))
		if err != nil {
			panic("index: zstd options: " + err.Error()) // the options are constant
		}
	}
	defer t.encoders.Put(e)
	return e.EncodeAll(text, dst)
}

// maxPlain is the maximal decompressed size of a block: the block is closed by the document
// that fills it.
const maxPlain = 64 << 20

// expand decompresses what compress wrote. The result must be returned with put.
func (t *tools) expand(data []byte, fast bool) (*[]byte, error) {
	buf := t.buffer()
	var err error
	if fast {
		err = expandFast(buf, data)
	} else {
		err = t.expandSmall(buf, data)
	}
	return buf, err
}

// expandFast decompresses S2.
func expandFast(buf *[]byte, data []byte) error {
	n, err := s2.DecodedLen(data)
	if err != nil || n > maxPlain {
		return damage.ErrShort
	}
	*buf, err = s2.Decode((*buf)[:cap(*buf)], data)
	return err
}

// expandSmall decompresses zstd.
func (t *tools) expandSmall(buf *[]byte, data []byte) error {
	d, ok := t.decoders.Get().(*zstd.Decoder)
	if !ok {
		var err error
		d, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPlain))
		if err != nil {
			panic("index: zstd options: " + err.Error()) // the options are constant
		}
	}
	defer t.decoders.Put(d)
	var err error
	*buf, err = d.DecodeAll(data, (*buf)[:0])
	return err
}

// buffer returns a buffer that must be returned with put.
func (t *tools) buffer() *[]byte {
	buf, ok := t.plain.Get().(*[]byte)
	if !ok {
		buf = new([]byte)
	}
	return buf
}

func (t *tools) put(buf *[]byte) { t.plain.Put(buf) }

// builder returns a dictionary builder.
func (t *tools) builder() *fst.Builder {
	b, ok := t.builders.Get().(*fst.Builder)
	if !ok {
		return fst.NewBuilder()
	}
	b.Reset()
	return b
}
