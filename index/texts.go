package index

import (
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk"
)

// A folder is where segments lie, and what compresses their texts.
type folder struct {
	disk.Folder
	texts *texts
}

func newFolder(files disk.Folder) folder { return folder{files, &texts{}} }

// texts keeps the compressors of one index: the tables of one cost more than a
// small segment. It is safe for concurrent use.
type texts struct {
	encoders, decoders sync.Pool
}

// compress appends a text, compressed.
func (t *texts) compress(dst, text []byte) []byte {
	e, ok := t.encoders.Get().(*zstd.Encoder)
	if !ok {
		var err error
		e, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic("index: zstd options: " + err.Error()) // constant options
		}
	}
	defer t.encoders.Put(e)
	return e.EncodeAll(text, dst)
}

// expand returns a text that compress wrote.
func (t *texts) expand(data []byte) ([]byte, error) {
	d, ok := t.decoders.Get().(*zstd.Decoder)
	if !ok {
		var err error
		d, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(textBlockDocs*(document.MaxSnippet+1024)))
		if err != nil {
			panic("index: zstd options: " + err.Error()) // constant options
		}
	}
	defer t.decoders.Put(d)
	return d.DecodeAll(data, nil)
}
