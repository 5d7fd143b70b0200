package warc

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"

	"github.com/aranea-search/aranea/archive"
)

// openEnding is appended to the name of a file while it is being written.
const openEnding = ".open"

// bufferSize is the size of the write buffer of one file in bytes.
const bufferSize = 64 << 10

// A file is one WARC file that is being written. It is not safe for concurrent use.
type file struct {
	path string // without openEnding
	f    *os.File
	out  counting
	gz   *gzip.Writer
	info string // the record ID of its first record
}

// counting counts the bytes that it passes on.
type counting struct {
	w *bufio.Writer
	n int64
}

// Write passes p to the buffer.
func (c *counting) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

var _ io.Writer = (*counting)(nil)

// create creates a file with a record about the software that writes it. The file must not exist.
func create(path string, about func(name string) *record) (*file, error) {
	f, err := os.OpenFile(path+openEnding, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	x := &file{path: path, f: f, out: counting{w: bufio.NewWriterSize(f, bufferSize)}}
	x.gz = gzip.NewWriter(&x.out)
	info := about(path)
	x.info = info.id
	if err := x.write(info); err != nil {
		_ = f.Close() // the first error is returned
		_ = os.Remove(path + openEnding)
		return nil, err
	}
	return x, nil
}

// write writes all records completely or, as far as the disk allows, not at all.
func (x *file) write(records ...*record) error {
	whole := x.out.n
	err := x.compress(records)
	if err == nil {
		err = x.out.w.Flush()
	}
	if err == nil {
		return nil
	}
	x.out.w.Reset(x.f)
	x.out.n = whole
	if cut := x.f.Truncate(whole); cut == nil {
		_, _ = x.f.Seek(whole, io.SeekStart) // the next write returns the error
	}
	return fmt.Errorf("write %s: %w", x.path+openEnding, err)
}

func (x *file) compress(records []*record) error {
	for _, r := range records {
		x.gz.Reset(&x.out)
		if _, err := x.gz.Write(r.head()); err != nil {
			return err
		}
		for _, part := range append(r.block, []byte("\r\n\r\n")) {
			if _, err := x.gz.Write(part); err != nil {
				return err
			}
		}
		if err := x.gz.Close(); err != nil {
			return err
		}
	}
	return nil
}

// close closes the file and gives it its final name.
func (x *file) close() error {
	err := x.f.Sync()
	if e := x.f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(x.path+openEnding, x.path)
	}
	if err != nil {
		return fmt.Errorf("close %s: %w", x.path+openEnding, err)
	}
	return nil
}

// infoOf returns the record about the software that writes a file.
func infoOf(o *Options, name string) *record {
	r := newRecord(typeInfo, o.Now())
	r.add("WARC-Filename", name)
	r.add("Content-Type", mediaFields)
	var b []byte
	for _, f := range [][2]string{
		{"software", o.Software}, {"format", "WARC File Format 1.1"},
		{"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
		{"robots", "obey"}, {"http-header-user-agent", o.UserAgent}, {"operator", o.Contact},
	} {
		if f[1] != "" {
			b = fmt.Appendf(b, "%s: %s\r\n", f[0], oneLine(f[1]))
		}
	}
	r.block = [][]byte{b}
	r.add("WARC-Block-Digest", archive.Digest(b))
	return r
}
