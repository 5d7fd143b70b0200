package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/aranea-search/aranea"
)

// Limits of a record that is read.
const (
	maxHead   = 64 << 10 // bytes of the lines in front of a block
	maxFields = 1000
)

// A Record is one that was read. Its block must be read before the next record is.
type Record struct {
	Offset int64   // where its compressed form begins in the file, in bytes
	Fields []Field // in the order of the file
	Length int64   // of the block, in bytes
	Block  io.Reader
}

// A Field is one named value of a record.
type Field struct{ Name, Value string }

// Get returns the first value of a field, whatever the case of its name, or "".
func (r *Record) Get(name string) string {
	for _, f := range r.Fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// A Reader reads the records of a file in which each is compressed by itself. It
// takes no more memory than the head of a record.
type Reader struct {
	in    *bufio.Reader
	count *counted
	gz    *gzip.Reader
	text  *bufio.Reader
	block *io.LimitedReader
	at    int64
	whole int64 // bytes of the records that were read to their ends
	ended int   // how many those are
}

// counted counts what is read of a file.
type counted struct {
	r io.Reader
	n int64
}

// Read reads on.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// NewReader returns a Reader of a file.
func NewReader(r io.Reader) *Reader {
	c := &counted{r: r}
	return &Reader{in: bufio.NewReader(c), count: c}
}

// Whole returns how many records were read to their ends, and where the last of
// them ends, in bytes.
func (r *Reader) Whole() (records int, end int64) { return r.ended, r.whole }

// Next returns the next record, io.EOF behind the last one. Any other error says
// that the rest of the file is not one of whole records.
func (r *Reader) Next() (*Record, error) {
	if err := r.finish(); err != nil {
		return nil, r.corrupt(err)
	}
	r.at = r.whole
	if _, err := r.in.Peek(1); errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err := r.member(); err != nil {
		return nil, r.corrupt(err)
	}
	rec := &Record{Offset: r.at}
	if err := r.readHead(rec); err != nil {
		return nil, r.corrupt(err)
	}
	r.block = &io.LimitedReader{R: r.text, N: rec.Length}
	rec.Block = r.block
	return rec, nil
}

// member begins the next compressed part of the file.
func (r *Reader) member() error {
	var err error
	if r.gz == nil {
		r.gz, err = gzip.NewReader(r.in)
	} else {
		err = r.gz.Reset(r.in)
	}
	if err != nil {
		return noEnd(err)
	}
	r.gz.Multistream(false)
	if r.text == nil {
		r.text = bufio.NewReader(r.gz)
	}
	r.text.Reset(r.gz)
	return nil
}

// finish reads what is left of the last record, its end and its checksum.
func (r *Reader) finish() error {
	if r.block == nil {
		return nil
	}
	if _, err := io.Copy(io.Discard, r.block); err != nil {
		return noEnd(err)
	}
	if r.block.N > 0 {
		return errors.New("its block is shorter than it says")
	}
	r.block = nil
	rest, err := io.ReadAll(io.LimitReader(r.text, 5))
	if err != nil {
		return noEnd(err)
	}
	if !bytes.Equal(rest, []byte("\r\n\r\n")) {
		return errors.New("its block is longer than it says")
	}
	r.whole, r.ended = r.count.n-int64(r.in.Buffered()), r.ended+1
	return nil
}

// readHead reads the lines in front of a block.
func (r *Reader) readHead(rec *Record) error {
	left := maxHead
	first, err := r.line(&left)
	if err != nil {
		return err
	}
	if first != version {
		return fmt.Errorf("it begins with %.20q and not with %s", first, version)
	}
	for {
		line, err := r.line(&left)
		if err != nil {
			return err
		}
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || name == "" || len(rec.Fields) == maxFields {
			return fmt.Errorf("a field is %.40q, or one too many", line)
		}
		rec.Fields = append(rec.Fields, Field{name, strings.TrimSpace(value)})
	}
	rec.Length, err = strconv.ParseInt(rec.Get("Content-Length"), 10, 64)
	if err != nil || rec.Length < 0 {
		return errors.New("it does not say how long its block is")
	}
	return nil
}

// line reads one line without its end, of at most left bytes.
func (r *Reader) line(left *int) (string, error) {
	var b []byte
	for {
		part, err := r.text.ReadSlice('\n')
		if *left -= len(part); *left < 0 {
			return "", errors.New("its head is too long")
		}
		b = append(b, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return "", noEnd(err)
		}
		return strings.TrimRight(string(b), "\r\n"), nil
	}
}

// noEnd makes of an end where none may be one that is told.
func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *Reader) corrupt(err error) error {
	return &aranea.Error{Op: "read WARC", Kind: aranea.Corrupt, Err: fmt.Errorf("the record at byte %d: %w", r.at, err)}
}
