// Package checksum reads and writes files in blocks that have one checksum each, which is
// verified when a block is first read. Whoever writes the file decides where the checksums are
// kept.
//
// Floor: 3 (state and input/output). Stability: engine. It knows no format.
package checksum

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"sync/atomic"
)

// table is the polynomial of the checksums (Castagnoli).
var table = crc32.MakeTable(crc32.Castagnoli)

// sumSize is the length of a checksum in bytes.
const sumSize = 4

// Sum returns the checksum of a block.
func Sum(block []byte) uint32 { return crc32.Checksum(block, table) }

// Reasons why bytes cannot be read.
var (
	// ErrOutside says that they are not in the file.
	ErrOutside = errors.New("outside of the file")
	// ErrWrong says that they are not what was written.
	ErrWrong = errors.New("wrong checksum")
)

// A File is the content of a file. It is immutable, so verifying a block once is enough as long
// as it is mapped. It is safe for concurrent use.
type File struct {
	data  []byte
	size  int             // bytes of a block
	sums  []byte          // a CRC-32C for each block
	good  []atomic.Uint32 // one bit for each verified block
	wrong atomic.Pointer[[]int]
}

// Open sets the file's bytes, block size and checksums. It returns false if there are fewer
// checksums than blocks; rest is what follows the checksums.
func (f *File) Open(data []byte, size int, sums []byte) (rest []byte, ok bool) {
	f.data, f.size = data, size
	n := f.Blocks()
	f.good = make([]atomic.Uint32, (n+31)/32)
	if len(sums) < sumSize*n {
		return nil, false
	}
	f.sums = sums[:sumSize*n]
	return sums[sumSize*n:], true
}

// Trust sets bytes that need no verification.
func (f *File) Trust(data []byte, size int) {
	f.data, f.size = data, size
	f.good = make([]atomic.Uint32, (f.Blocks()+31)/32)
	for i := range f.good {
		f.good[i].Store(^uint32(0))
	}
}

// Len returns the length in bytes.
func (f *File) Len() int { return len(f.data) }

// Raw returns all bytes, verified or not.
func (f *File) Raw() []byte { return f.data }

// BlockSize returns the length of a block in bytes; the last may be shorter.
func (f *File) BlockSize() int { return f.size }

// Blocks returns the number of blocks.
func (f *File) Blocks() int { return (len(f.data) + f.size - 1) / f.size }

// Start returns the offset of a block.
func (f *File) Start(block int) int64 { return int64(block) * int64(f.size) }

func (f *File) blockOf(at uint64) int { return int(at / uint64(f.size)) }

// Slice returns n verified bytes from an offset on. The error is ErrOutside, or ErrWrong with
// the first damaged block.
func (f *File) Slice(off, n uint64) (b []byte, wrong int, err error) {
	if off > uint64(len(f.data)) || n > uint64(len(f.data))-off {
		return nil, 0, ErrOutside
	}
	if n == 0 {
		return nil, 0, nil
	}
	for i := f.blockOf(off); i <= f.blockOf(off+n-1); i++ {
		if f.good[i/32].Load()&(1<<(i%32)) == 0 && !f.Check(i) {
			return nil, i, ErrWrong
		}
	}
	return f.data[off : off+n], 0, nil
}

// Check compares a block with its checksum. A block that was damaged after it was verified is
// not read any more.
func (f *File) Check(block int) bool {
	lo, hi := block*f.size, min((block+1)*f.size, len(f.data))
	if Sum(f.data[lo:hi]) != binary.LittleEndian.Uint32(f.sums[sumSize*block:]) {
		f.good[block/32].And(^uint32(1 << (block % 32)))
		return false
	}
	f.good[block/32].Or(1 << (block % 32))
	return true
}

// Wrong returns the blocks recorded as damaged, ascending.
func (f *File) Wrong() []int {
	if w := f.wrong.Load(); w != nil {
		return *w
	}
	return nil
}

// Knows reports whether a block is recorded as damaged.
func (f *File) Knows(block int) bool {
	_, known := slices.BinarySearch(f.Wrong(), block)
	return known
}

// Note records a block as damaged. It is called by one goroutine at a time.
func (f *File) Note(block int) {
	at, known := slices.BinarySearch(f.Wrong(), block)
	if known {
		return
	}
	w := slices.Insert(slices.Clone(f.Wrong()), at, block)
	f.wrong.Store(&w)
}

// Holed reports whether any of n bytes from an offset on is in a block recorded as damaged. It
// reads nothing.
func (f *File) Holed(off, n uint64) bool {
	w := f.Wrong()
	if len(w) == 0 || n == 0 {
		return false
	}
	i, _ := slices.BinarySearch(w, f.blockOf(off))
	return i < len(w) && w[i] <= f.blockOf(off+n-1)
}
