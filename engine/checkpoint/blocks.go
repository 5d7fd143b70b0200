package checkpoint

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/aranea-search/aranea"
)

// Of files that were written in place or appended to, a standby fetches the blocks that its copy lacks.
const (
	leastBlock = 4 << 10 // bytes, as many as a disk writes
	mostBlocks = 1 << 10 // beyond which blocks are larger
	sumSize    = 16      // bytes of a SHA-256 that tell blocks apart; the whole file is checked by all 32
)

// Blocks are the checksums of a file of a moment, block by block.
type Blocks struct {
	Size int64  `json:"size"` // of a block, in bytes; the last one is shorter
	Sums []byte `json:"sums"` // one behind the other
}

// BlocksOf returns the blocks of what a reader has, in blocks as they are best for a file of a size.
func BlocksOf(ctx context.Context, r io.Reader, size int64) (Blocks, error) {
	b := Blocks{Size: leastBlock}
	for size/b.Size > mostBlocks {
		b.Size *= 2
	}
	var err error
	b.Sums, err = sumBlocks(ctx, r, b.Size)
	return b, err
}

// sumBlocks returns the checksums of blocks of a size.
func sumBlocks(ctx context.Context, r io.Reader, size int64) (sums []byte, err error) {
	h := sha256.New()
	for {
		h.Reset()
		n, err := io.CopyN(h, reader{ctx, r}, size)
		if n > 0 {
			sums = append(sums, h.Sum(nil)[:sumSize]...)
		}
		switch {
		case errors.Is(err, io.EOF):
			return sums, nil
		case err != nil:
			return nil, err
		}
	}
}

// check returns an error unless the blocks may be those of a file of a size.
func (b *Blocks) check(size int64) error {
	if b.Size >= leastBlock && len(b.Sums) <= 2*mostBlocks*sumSize {
		n := size / b.Size
		if size%b.Size > 0 {
			n++
		}
		if int64(len(b.Sums)) == n*sumSize {
			return nil
		}
	}
	return fault(aranea.Invalid, fmt.Errorf("%d bytes are no checksums of blocks of %d bytes of a file of %d", len(b.Sums), b.Size, size))
}

// Same returns which blocks of a file of a size are in an older one at the same place. It is an error if they cannot
// be those of such a file.
func (b *Blocks) Same(ctx context.Context, size int64, older io.Reader) ([]bool, error) {
	if err := b.check(size); err != nil {
		return nil, err
	}
	sums, err := sumBlocks(ctx, io.LimitReader(older, size), b.Size)
	if err != nil {
		return nil, err
	}
	same := make([]bool, len(b.Sums)/sumSize)
	for i := range same {
		from, to := i*sumSize, (i+1)*sumSize
		same[i] = to <= len(sums) && string(sums[from:to]) == string(b.Sums[from:to])
	}
	return same, nil
}

// Blocks returns the blocks of a file of a moment.
func (k *Keeper) Blocks(ctx context.Context, p Part) (Blocks, error) {
	f, err := k.open(p.ID, p.Name)
	if err != nil {
		return Blocks{}, err
	}
	defer func() { _ = f.Close() }() // it is only read
	info, err := f.Stat()
	if err != nil {
		return Blocks{}, fault(aranea.KindOf(err), err)
	}
	b, err := BlocksOf(ctx, f, info.Size())
	if err != nil {
		return Blocks{}, fault(aranea.KindOf(err), err)
	}
	return b, nil
}
