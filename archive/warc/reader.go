package warc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/aranea-search/aranea"
)

// versions are the versions of the format whose records are read; they differ in what no reader
// here looks at.
var versions = [...]string{version, "WARC/1.0", "WARC/0.18", "WARC/0.17"}

// recordEnd follows each block.
const recordEnd = "\r\n\r\n"

// Limits for reading records.
const (
	maxHead   = 64 << 10 // bytes of the lines before a block
	maxFields = 1000
)

// A Record is a record that was read. Its block must be read before the next record.
type Record struct {
	Offset int64   // start of its compressed form in the file, in bytes
	Fields []Field // in the order of the file
	Length int64   // of the block, in bytes
	Block  io.Reader
}

// A Field is one named value of a record.
type Field struct{ Name, Value string }

// Get returns the first value of a field, ignoring the case of its name, or "".
func (r *Record) Get(name string) string {
	for _, f := range r.Fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// A Reader reads the records of a file in which each is compressed separately, or none is. Its
// memory does not exceed the head of a record.
type Reader struct {
	in       *bufio.Reader
	count    *counted
	gz       *gzip.Reader
	unpacked *bufio.Reader // reads from gz
	packed   bool          // the current record is compressed
	arc      bool          // the current record is one of ARC
	loose    bool          // records may end as others write them
	text     *bufio.Reader // of the current record: unpacked or in
	block    *block
	base     int64 // where the reader began in the file
	length   int64 // of the block
	at       int64
	whole    int64 // total bytes of the records that were read completely
	ended    int   // number of those records
}

// A block is the rest of a block. That it ends before it has the length that its record says, is an
// error.
type block struct{ io.LimitedReader }

// Read reads from the block.
func (b *block) Read(p []byte) (int, error) {
	n, err := b.LimitedReader.Read(p)
	if b.N > 0 && errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

var _ io.Reader = (*block)(nil)

// counted counts the bytes that are read from a file.
type counted struct {
	r io.Reader
	n int64
}

// Read reads from the underlying reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// NewReader returns a Reader for a file.
func NewReader(r io.Reader) *Reader {
	c := &counted{r: r}
	return &Reader{in: bufio.NewReader(c), count: c}
}

// Whole returns how many records were read completely, and the end of the last of them in bytes.
func (r *Reader) Whole() (records int, end int64) { return r.ended, r.whole }

// Next returns the next record, or io.EOF after the last one. Any other error means that the rest
// of the file does not consist of complete records.
func (r *Reader) Next() (*Record, error) {
	if err := r.finish(); err != nil {
		return nil, r.corrupt(err)
	}
	r.at = r.base + r.whole
	for empty := 0; ; empty++ {
		if _, err := r.in.Peek(1); errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		if err := r.member(); err != nil {
			return nil, r.corrupt(err)
		}
		if !r.loose || !r.isEmpty() {
			break
		}
		if empty == maxEmpty {
			return nil, r.corrupt(errNothing)
		}
		r.whole = r.count.n - int64(r.in.Buffered())
		r.at = r.base + r.whole
	}
	rec := &Record{Offset: r.at}
	if err := r.readHead(rec); err != nil {
		return nil, r.corrupt(r.split(err))
	}
	r.block = &block{io.LimitedReader{R: r.text, N: rec.Length}}
	r.length, rec.Block = rec.Length, r.block
	return rec, nil
}

// isPacked reports whether bytes begin a compressed part of a file (RFC 1952 section 2.3.1).
func isPacked(b []byte) bool { return len(b) >= 2 && b[0] == 0x1f && b[1] == 0x8b }

// member starts the next record, which is a compressed part of the file of its own, or is not
// compressed.
func (r *Reader) member() error {
	magic, _ := r.in.Peek(2) // at the end of the file the head is missing
	if r.packed = isPacked(magic); !r.packed {
		r.text = r.in
		return nil
	}
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
	if r.unpacked == nil {
		r.unpacked = bufio.NewReader(r.gz)
	}
	r.unpacked.Reset(r.gz)
	r.text = r.unpacked
	return nil
}

// finish reads the rest of the last record, its end and its checksum.
func (r *Reader) finish() error {
	if r.block == nil {
		return nil
	}
	switch _, err := io.Copy(io.Discard, r.block); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return r.split(errors.New("its block is shorter than it says"))
	case err != nil:
		return err
	}
	r.block = nil
	if err := r.endRecord(); err != nil {
		return err
	}
	r.whole, r.ended = r.count.n-int64(r.in.Buffered()), r.ended+1
	return nil
}

// current returns how many bytes of the current record were read, of its file or of its block, whichever
// are more.
func (r *Reader) current() int64 {
	n := r.count.n - (r.at - r.base)
	if r.block != nil {
		n = max(n, r.length-r.block.N)
	}
	return n
}

// ErrPacked is the error for a file that is compressed as a whole: no record of it can be read
// without all that are before it.
var ErrPacked = errors.New("the file is compressed as a whole, and not each record by itself")

// endRecord reads what ends a record: two empty lines, and the end of its compressed part.
func (r *Reader) endRecord() error {
	if r.arc || r.loose {
		return r.endLoosely()
	}
	room := int64(len(recordEnd))
	if r.packed {
		room++
	}
	rest, err := io.ReadAll(io.LimitReader(r.text, room))
	switch {
	case err != nil:
		return noEnd(err)
	case string(rest) == recordEnd:
		return nil
	case string(rest) == recordEnd+"W":
		return ErrPacked
	}
	return errors.New("its block is longer than it says, or its end is missing")
}

// readHead reads the lines before a block.
func (r *Reader) readHead(rec *Record) error {
	left := maxHead
	first, err := lineOf(r.text, &left)
	if err != nil {
		return err
	}
	if r.arc = false; !slices.Contains(versions[:], first) {
		if rec.Fields, rec.Length = arcFields(first); rec.Fields != nil {
			r.arc = true
			bareAnswer(rec, r.text)
			return nil
		}
		return fmt.Errorf("it begins with %.20q and not with %s", first, version)
	}
	for {
		line, err := lineOf(r.text, &left)
		if err != nil {
			return err
		}
		if line == "" {
			break
		}
		if n := len(rec.Fields); n > 0 && (line[0] == ' ' || line[0] == '\t') { // the value goes on
			rec.Fields[n-1].Value += " " + strings.TrimSpace(line)
			continue
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

// lineOf reads one line, without its line ending, of at most left bytes.
func lineOf(in *bufio.Reader, left *int) (string, error) {
	var b []byte
	for {
		part, err := in.ReadSlice('\n')
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

// noEnd converts an unexpected end of the file to an error that is reported.
func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *Reader) corrupt(err error) error {
	return &aranea.Error{Op: "read WARC", Kind: aranea.Corrupt, Err: fmt.Errorf("the record at byte %d: %w", r.at, err)}
}
