package standby

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/checkpoint"
)

// leastBasis is the size of a file in bytes from which on it pays to ask for its blocks.
const leastBasis = 16 << 10

// A basis is the file of the same name in the copy before: of one that is appended to, such as the log of the frontier,
// most is in both, and need not be fetched.
type basis struct {
	file *os.File // nil if nothing is in both
	size int64    // of a block
	same []bool   // blocks that are in both
}

// basis returns the basis of a file. It is empty for one without a copy before, and if the node is of an earlier version.
func (f *Folder) basis(ctx context.Context, s *source) (*basis, error) {
	none := new(basis)
	newest, err := f.Newest()
	if err != nil || newest == nil || s.file.Size < leastBasis {
		return none, err
	}
	file, err := os.Open(filepath.Join(newest.Dir, filepath.FromSlash(s.file.Name)))
	if errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	if err != nil {
		return none, err
	}
	blocks, err := s.node.MomentBlocks(ctx, checkpoint.Part{ID: s.moment.ID, Name: s.file.Name})
	var same []bool
	if err == nil {
		same, err = blocks.Same(ctx, s.file.Size, file)
	}
	switch {
	case err == nil:
		return &basis{file, blocks.Size, same}, nil
	case aranea.KindOf(err) == aranea.Invalid: // the node has no such call
		err = nil
	}
	return none, errors.Join(err, file.Close())
}

// close closes the file.
func (b *basis) close() {
	if b.file != nil {
		_ = b.file.Close() // it was only read
	}
}

// stretch returns how many bytes follow an offset in a file of a size that are all in the basis, or all are not.
func (b *basis) stretch(offset, size int64) (length int64, there bool) {
	if b.file == nil {
		return size - offset, false
	}
	first := offset / b.size
	there = b.same[first]
	end := first + 1
	for end < int64(len(b.same)) && b.same[end] == there {
		end++
	}
	return min(end*b.size, size) - offset, there
}

// read returns bytes of the basis.
func (b *basis) read(offset, length int64) ([]byte, error) {
	data := make([]byte, length)
	_, err := io.ReadFull(io.NewSectionReader(b.file, offset, length), data)
	return data, err
}
