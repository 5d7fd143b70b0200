package damage

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/index/summed"
)

// mostHoles is how many wrong blocks a part may have. With more, the segment cannot be
// read: they are looked up for every list, and the manifest names them.
const mostHoles = 256

// A Part is one file of a segment that is read in pieces. It is safe for concurrent
// use.
type Part struct {
	summed.File
	file   string // its name
	damage *Found // what was found wrong, shared by the parts of a segment
	// docs adds the documents of which something stands from one byte to before another;
	// nil if it holds postings.
	docs func(from, to uint64, docs *roaring.Bitmap)
	// Forget lets go of the memory of bytes that were read (disk.Dir.MapInPieces); nil for
	// none that can be let go of.
	Forget func(from, to int)
}

// Bytes returns n bytes from an offset on, whose blocks are right. Bytes that lie
// outside are damage to the segment, a wrong block is a hole in it.
func (p *Part) Bytes(off, n uint64) ([]byte, error) {
	b, wrong, err := p.Slice(off, n)
	switch {
	case err == nil:
		return b, nil
	case errors.Is(err, summed.ErrWrong):
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

// hole is damage to a block. The blocks beside it are checked as far as they are wrong
// as well, because damage to disks comes in runs.
func (p *Part) hole(block int) error {
	p.damage.hole(p, block)
	for _, step := range []int{-1, 1} {
		for b := block + step; b >= 0 && b < p.Blocks() && !p.Knows(b) && !p.Check(b) && p.damage.hole(p, b); b += step {
			continue
		}
	}
	return Err(p.file, p.Start(block), ErrChecksum.Error())
}

// Err is damage at an offset of what its checksums call right, or outside of it: the
// segment cannot be read.
func (p *Part) Err(offset uint64) error {
	f := p.damage.Fail(Fault{p.file, int64(offset), ErrShort.Error()})
	return Err(f.File, f.Offset, f.Text)
}

// Holes are the blocks of a segment that are not what was written to them. What they
// held is read as if it was not there, and all else as ever: lists of postings lack
// what cannot be read and say so, and documents are named, to be left out by whoever reads
// them.
type Holes struct {
	// Faults has one fault for each file with holes, by its name.
	Faults []Fault
	// Docs are the documents whose record, elements or text cannot be read.
	Docs *roaring.Bitmap
	// Words tells that postings or positions cannot be read: which documents lack
	// words is not known.
	Words bool
}

// Has reports whether a document is among those that cannot be read. h may be nil.
func (h *Holes) Has(doc uint32) bool { return h != nil && h.Docs != nil && h.Docs.Contains(doc) }

// Found is what was found wrong with a segment. It is safe for concurrent use.
type Found struct {
	fault atomic.Pointer[Fault] // the first thing without which nothing can be read
	holes atomic.Pointer[Holes] // replaced, never changed
	mu    sync.Mutex            // held while they are replaced
}

// Fail notes that the segment cannot be read, and returns the first thing that was
// noted so.
func (d *Found) Fail(f Fault) Fault {
	d.fault.CompareAndSwap(nil, &f)
	return *d.fault.Load()
}

// hole notes a block of a part that is wrong, or that there are too many of them to read
// the segment: it reports false then.
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
	// Who sees the block as one that is known sees the holes that it is told in.
	d.holes.Store(&now)
	p.Note(block)
	return true
}

// Fault returns the first thing that was found wrong without which the segment cannot be
// read, nil if nothing was.
func (d *Found) Fault() *Fault { return d.fault.Load() }

// Holes returns what was found wrong besides, nil if nothing was. It is the same pointer
// until more is found.
func (d *Found) Holes() *Holes { return d.holes.Load() }

// NewPart returns a part without content. What is found wrong with it is noted in found.
func NewPart(file string, found *Found) *Part { return &Part{file: file, damage: found} }

// Holds says that a part holds documents, and not postings: docs adds those to a set of
// which something stands from one byte to before another.
func (p *Part) Holds(docs func(from, to uint64, docs *roaring.Bitmap)) { p.docs = docs }

// Name returns the name of the file.
func (p *Part) Name() string { return p.file }

// Whole returns all bytes, checked now.
func (p *Part) Whole() ([]byte, error) {
	for b := range p.Blocks() {
		if err := p.Verify(b); err != nil {
			return nil, err
		}
	}
	return p.Raw(), nil
}
