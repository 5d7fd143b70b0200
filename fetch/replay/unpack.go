package replay

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Limits for what is unpacked.
const (
	// MaxUnpacked is the maximum number of bytes of one file that is unpacked.
	MaxUnpacked = 256 << 30
	// leastFree is the number of bytes of a disk that are left free.
	leastFree = 512 << 20
	// unpackPart is the number of bytes that are written between two looks at the disk.
	unpackPart = 16 << 20

	maxZstdDictionary = 16 << 20  // bytes of a dictionary, compressed and not
	maxZstdWindow     = 128 << 20 // bytes that a part may refer back to
)

// What parts of files of Zstandard begin with (RFC 8878 section 3.1).
const (
	zstdFrame      = 0xfd2fb528
	zstdDictionary = 0x184d2a5d
)

// unpackedName is a pattern for the names of unpacked files. They have one only while they are made, or as
// long as they are open where the system does not remove open files.
const unpackedName = "unpacked-*.warc"

// errNoRoom is the error for a file that is not unpacked for want of room.
var errNoRoom = errors.New("it must be unpacked to be read, and the disk of the data folder has no room for that; unpack it elsewhere")

// unpack adds the contents of a source that is compressed as a whole to a file without a name, from which
// it is read from then on. A fault is what is wrong with the source; it is unpacked as far as it goes.
func (a *Archive) unpack(ctx context.Context, s *source, o *Options) (fault, err error) {
	from, done, err := s.contents()
	if err != nil {
		return nil, err
	}
	defer done()
	if a.spool == nil {
		if a.spool, err = newSpool(o.Dir); err != nil {
			return nil, err
		}
	}
	size, fault, err := copyTo(ctx, a.spool, a.spooled, from, o.Free)
	if err != nil {
		return nil, errors.Join(err, a.spool.Truncate(a.spooled))
	}
	s.unpacked, s.offset, s.size, s.deflated, s.zstd = a.spool, a.spooled, size, false, false
	a.spooled += size
	return fault, nil
}

// newSpool creates the file with what is unpacked for one archive, and removes those that processes left
// which were killed.
func newSpool(dir string) (*os.File, error) {
	if dir == "" {
		return nil, errors.New("it must be unpacked to be read")
	}
	left, err := filepath.Glob(filepath.Join(dir, unpackedName))
	if err != nil {
		return nil, err
	}
	for _, name := range left {
		_ = os.Remove(name) // a system that keeps names of open files keeps those that are in use
	}
	f, err := os.CreateTemp(dir, unpackedName)
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // likewise
	return f, nil
}

// copyTo copies to an offset of a file, as long as its disk has room. A fault is an error of what it reads.
func copyTo(ctx context.Context, f *os.File, offset int64, from io.Reader, free func(string) (uint64, error)) (size int64, fault, err error) {
	in := &noted{r: from}
	out := io.NewOffsetWriter(f, offset)
	for {
		if ctx.Err() != nil {
			return size, nil, context.Cause(ctx)
		}
		if free != nil {
			if room, err := free(filepath.Dir(f.Name())); err != nil || room < leastFree+unpackPart {
				return size, nil, errors.Join(errNoRoom, err)
			}
		}
		n, err := io.CopyN(out, in, unpackPart)
		size += n
		switch {
		case in.err != nil && !errors.Is(in.err, io.EOF):
			return size, in.err, nil
		case errors.Is(err, io.EOF):
			return size, nil, nil
		case err != nil:
			return size, nil, err
		case size > MaxUnpacked:
			return size, nil, fmt.Errorf("unpacked it has more than %d GiB", MaxUnpacked>>30)
		}
	}
}

// noted notes the error of a reader, to tell it from that of a writer.
type noted struct {
	r   io.Reader
	err error
}

// Read reads.
func (n *noted) Read(p []byte) (int, error) {
	size, err := n.r.Read(p)
	n.err = err
	return size, err
}

var _ io.Reader = (*noted)(nil)

// contents returns what a source holds without the compression of the whole. The caller calls done.
func (s *source) contents() (r io.Reader, done func(), err error) {
	if s.deflated {
		z, err := zip.OpenReader(s.path)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range z.File {
			if f.Name != s.within {
				continue
			}
			in, err := f.Open()
			if err != nil {
				return nil, nil, errors.Join(err, z.Close())
			}
			return in, func() { _, _ = in.Close(), z.Close() }, nil // they were only read
		}
		return nil, nil, errors.Join(fmt.Errorf("%s is no longer in it", s.within), z.Close())
	}
	f, closeFile, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	if s.zstd {
		in, end, err := newZstd(io.NewSectionReader(f, s.offset, s.size))
		if err != nil {
			closeFile()
			return nil, nil, err
		}
		return in, func() { end(); closeFile() }, nil
	}
	in, err := gzip.NewReader(bufio.NewReaderSize(io.NewSectionReader(f, s.offset, s.size), 1<<20))
	if err != nil {
		closeFile()
		return nil, nil, err
	}
	return in, closeFile, nil
}

// newZstd returns the contents of a file that is compressed with Zstandard. Its first part may be the
// dictionary with which the others are (IIPC, Zstandard Compression of WARC Files 1.0). The caller calls done.
func newZstd(file io.Reader) (r io.Reader, done func(), err error) {
	in := bufio.NewReaderSize(file, 1<<20)
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdWindow)}
	if head, _ := in.Peek(8); len(head) == 8 && binary.LittleEndian.Uint32(head) == zstdDictionary {
		size := binary.LittleEndian.Uint32(head[4:])
		if size > maxZstdDictionary {
			return nil, nil, fmt.Errorf("its dictionary has %d bytes, and at most %d are read", size, maxZstdDictionary)
		}
		part := make([]byte, 8+size)
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, nil, err
		}
		dictionary := part[8:]
		if len(dictionary) > 4 && binary.LittleEndian.Uint32(dictionary) == zstdFrame {
			d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxZstdDictionary))
			if err != nil {
				return nil, nil, err
			}
			dictionary, err = d.DecodeAll(dictionary, nil)
			if d.Close(); err != nil {
				return nil, nil, fmt.Errorf("its dictionary: %w", err)
			}
		}
		options = append(options, zstd.WithDecoderDicts(dictionary))
	}
	d, err := zstd.NewReader(in, options...)
	if err != nil {
		return nil, nil, err
	}
	return d, d.Close, nil
}

// open opens the file of a source for reading, in which it is at its offset. The caller calls done.
func (s *source) open() (f io.ReaderAt, done func(), err error) {
	if s.unpacked != nil {
		return s.unpacked, func() {}, nil
	}
	file, err := os.Open(s.path)
	if err != nil {
		return nil, nil, err
	}
	return file, func() { _ = file.Close() }, nil // it was only read
}
