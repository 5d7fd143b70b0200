package damage

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/index/checksum"
)

// mostHoles is how many damaged blocks a part may have. With more, the segment is treated as
// unreadable: the blocks are looked up for every list, and the manifest names them.
const mostHoles = 256

// A Part is one file of a segment that is verified block by block. It is safe for concurrent
// use.
type Part struct {
	checksum.File
	file   string // its file name
	damage *Found // damage found, shared by the parts of a segment
	// docs adds the documents whose data overlaps the bytes [from, to); nil if the part holds
	// postings.
	docs func(from, to uint64, docs *roaring.Bitmap)
	// Forget releases the memory of bytes that were read (disk.Dir.MapInPieces); nil if that is
	// impossible.
	Forget func(from, to int)
}

// Bytes returns n verified bytes from an offset on. Bytes outside of the part are damage to the
// segment; a damaged block is a hole in it.
func (p *Part) Bytes(off, n uint64) ([]byte, error) {
	b, wrong, err := p.Slice(off, n)
	switch {
	case err == nil:
		return b, nil
	case errors.Is(err, checksum.ErrWrong):
		return nil, p.hole(wrong)
	}
	return nil, p.Err(min(off, uint64(p.Len())))
}

// Verify compares a block with its checksum.
func (p *Part) Verify(block int) error {
	if p.Check(block) {
		return nil
	}
	return p.hole(block)
}

// hole records damage to a block. Its neighbours are checked as long as they are damaged too,
// because disk damage comes in runs.
func (p *Part) hole(block int) error {
	p.damage.hole(p, block)
	for _, step := range []int{-1, 1} {
		for b := block + step; b >= 0 && b < p.Blocks() && !p.Knows(b) && !p.Check(b) && p.damage.hole(p, b); b += step {
			continue
		}
	}
	return Err(p.file, p.Start(block), ErrChecksum.Error())
}

// Err returns the error for damage at an offset whose checksums are right, or which is outside
// of the part: the segment cannot be read.
func (p *Part) Err(offset uint64) error {
	f := p.damage.Fail(Fault{p.file, int64(offset), ErrShort.Error()})
	return Err(f.File, f.Offset, f.Text)
}

// Holes are the damaged blocks of a segment. Their contents are treated as missing, and
// everything else is read as usual: lists of postings lack what cannot be read and say so, and
// unreadable documents are named, to be left out by readers.
type Holes struct {
	// Faults has one fault for each file with holes, sorted by name.
	Faults []Fault
	// Docs are the documents whose record, elements or text cannot be read.
	Docs *roaring.Bitmap
	// Words tells that postings or positions cannot be read. It is unknown which documents lack
	// words.
	Words bool
}

// Has reports whether a document is unreadable. h may be nil.
func (h *Holes) Has(doc uint32) bool { return h != nil && h.Docs != nil && h.Docs.Contains(doc) }

// Found is the damage found in a segment. It is safe for concurrent use.
type Found struct {
	fault atomic.Pointer[Fault] // the first fault that makes the segment unreadable
	holes atomic.Pointer[Holes] // replaced, never changed
	mu    sync.Mutex            // held while holes are replaced
}

// Fail records that the segment is unreadable, and returns the first fault so recorded.
func (d *Found) Fail(f Fault) Fault {
	d.fault.CompareAndSwap(nil, &f)
	return *d.fault.Load()
}

// hole records a damaged block of a part. If there are too many, it records that the segment is
// unreadable and returns false.
func (d *Found) hole(p *Part, block int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p.Knows(block) {
		return true
	}
	now := Holes{Docs: roaring.New()}
	if old := d.holes.Load(); old != nil {
		now = Holes{slices.Clone(old.Faults), old.Docs.Clone(), old.Words}
	}
	before := p.Wrong()
	f := Fault{p.file, p.Start(slices.Min(append([]int{block}, before...))), ErrChecksum.Error()}
	if len(before) > 0 {
		f.Text += fmt.Sprintf(", as in %d more blocks of the file", len(before))
	}
	if len(before) >= mostHoles {
		d.Fail(f)
		return false
	}
	i, told := slices.BinarySearchFunc(now.Faults, p.file, func(f Fault, file string) int { return cmp.Compare(f.File, file) })
	if !told {
		now.Faults = slices.Insert(now.Faults, i, f)
	}
	now.Faults[i] = f
	if now.Words = now.Words || p.docs == nil; p.docs != nil {
		p.docs(uint64(p.Start(block)), uint64(p.Start(block+1)), now.Docs)
	}
	// Readers that see the block recorded must also see the new holes.
	d.holes.Store(&now)
	p.Note(block)
	return true
}

// Fault returns the first fault that makes the segment unreadable, nil if there is none.
func (d *Found) Fault() *Fault { return d.fault.Load() }

// Holes returns all other damage, nil if there is none. It is the same pointer until more is
// found.
func (d *Found) Holes() *Holes { return d.holes.Load() }

// NewPart returns a part without content. Damage to it is recorded in found.
func NewPart(file string, found *Found) *Part { return &Part{file: file, damage: found} }

// Holds says that a part holds documents rather than postings: docs adds those to a set whose
// data overlaps the bytes [from, to).
func (p *Part) Holds(docs func(from, to uint64, docs *roaring.Bitmap)) { p.docs = docs }

// Name returns the name of the file.
func (p *Part) Name() string { return p.file }

// Whole returns all bytes, verified now.
func (p *Part) Whole() ([]byte, error) {
	for b := range p.Blocks() {
		if err := p.Verify(b); err != nil {
			return nil, err
		}
	}
	return p.Raw(), nil
}
