package segment

import (
	"encoding/binary"
	"hash/crc32"
	"sync/atomic"

	"github.com/aranea-search/aranea/index/disk"
)

// sumBlock is the length in bytes of the blocks of a part that have a checksum
// each.
const sumBlock = 64 << 10

// A part is one file of a segment that is read in pieces. Each block is checked
// when it is first read; the file is immutable, so once is enough for as long as
// it is mapped. It is safe for concurrent use.
type part struct {
	file string // its name
	data []byte
	sums []byte          // a CRC-32C for each block
	good []atomic.Uint32 // a bit for each block that was found right
	// forget lets go of the memory of bytes that were read (disk.Dir.MapInPieces); nil for
	// none that can be let go of.
	forget func(from, to int)
	// fault is the first block that was found wrong, shared by the parts of a
	// segment.
	fault *atomic.Pointer[Fault]
}

func newPart(file string, data, sums []byte, fault *atomic.Pointer[Fault]) *part {
	blocks := (len(data) + sumBlock - 1) / sumBlock
	return &part{file: file, data: data, sums: sums, good: make([]atomic.Uint32, (blocks+31)/32), fault: fault}
}

// blocks returns the number of blocks.
func (p *part) blocks() int { return (len(p.data) + sumBlock - 1) / sumBlock }

// slice returns n bytes from an offset on, whose blocks are right; false says
// that they lie outside or that a block is wrong.
func (p *part) slice(off, n uint64) ([]byte, bool) {
	if off > uint64(len(p.data)) || n > uint64(len(p.data))-off {
		p.report(int64(min(off, uint64(len(p.data)))), ErrShort.Error())
		return nil, false
	}
	if n == 0 {
		return nil, true
	}
	for b := int(off / sumBlock); b <= int((off+n-1)/sumBlock); b++ {
		if p.good[b/32].Load()&(1<<(b%32)) == 0 && !p.check(b) {
			return nil, false
		}
	}
	return p.data[off : off+n], true
}

// check compares a block with its checksum.
func (p *part) check(b int) bool {
	lo, hi := b*sumBlock, min((b+1)*sumBlock, len(p.data))
	if crc32.Checksum(p.data[lo:hi], castagnoli) != binary.LittleEndian.Uint32(p.sums[4*b:]) {
		p.report(int64(lo), ErrChecksum.Error())
		return false
	}
	p.good[b/32].Or(1 << (b % 32))
	return true
}

// report notes what is wrong, if it is the first of the segment.
func (p *part) report(offset int64, text string) {
	p.fault.CompareAndSwap(nil, &Fault{p.file, offset, text})
}

// err is the damage at an offset, by what was noted of it.
func (p *part) err(offset uint64) error {
	if f := p.fault.Load(); f != nil {
		return Damage(f.File, f.Offset, f.Text)
	}
	p.report(int64(offset), ErrShort.Error())
	return Damage(p.file, int64(offset), ErrShort.Error())
}

// A passing goes through a part from its beginning and lets go of the memory of what
// lies behind it: a merge reads all of its sources once, and would hold them whole. Who
// searches meanwhile brings back what it reads. It is used by one goroutine.
type passing struct {
	p  *part
	to uint64 // what lies before was let go of
}

// pass notes that everything before an offset was read.
func (s *passing) pass(at uint64) {
	at = min(at, uint64(len(s.p.data)))
	at -= at % disk.ForgetStep
	if s.p.forget == nil || at <= s.to {
		return
	}
	s.p.forget(int(s.to), int(at))
	s.to = at
}

// end notes that everything was read.
func (s *passing) end() {
	if s.p.forget != nil {
		s.p.forget(int(s.to), len(s.p.data))
	}
}
