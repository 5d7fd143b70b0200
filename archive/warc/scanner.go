package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/aranea-search/aranea"
)

// Limits for reading the files of others.
const (
	// MaxRecord is the maximum length of a block in bytes; longer ones are passed over.
	MaxRecord = 4 << 30
	// maxResumptions is the number of places of one file at which a record is looked for behind
	// damage.
	maxResumptions = 1 << 16
	// maxInVain is how many bytes are read of records of one file that turn out to be damaged, beside
	// as many as the file has. Each of them may say that it goes on to the end, and hold the others.
	maxInVain = 4 * MaxRecord
	// window is how many bytes are searched at once for the beginning of a record.
	window = 64 << 10
)

// A Scanner reads the records of a file that any program wrote, and goes on behind what is damaged.
type Scanner struct {
	file  io.ReaderAt
	size  int64
	r     *Reader
	arc   bool  // there are records of ARC
	lost  bool  // the next record is looked for
	from  int64 // where
	tries int
	left  int64  // of maxInVain and the size
	buf   []byte // of window bytes, nil before the first search
}

// NewScanner returns a Scanner for a file of a size in bytes.
func NewScanner(file io.ReaderAt, size int64) *Scanner {
	return &Scanner{file: file, size: size, r: ReaderAt(file, 0, size), left: maxInVain + size}
}

// ReaderAt returns a Reader for the records of a file of a size, from one at an offset.
func ReaderAt(file io.ReaderAt, offset, size int64) *Reader {
	r := NewReader(io.NewSectionReader(file, offset, size-offset))
	r.base, r.loose = offset, true
	return r
}

// Next returns the next record, or io.EOF after the last one. Its block may be shorter than it says.
// Another error, of kind Corrupt, tells what is wrong at an offset, with a record that may have been
// returned before: the next call goes on behind it. After ErrPacked nothing can be read.
func (s *Scanner) Next() (*Record, error) {
	if s.lost {
		return s.resume()
	}
	rec, err := s.r.Next()
	switch {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case err == nil && rec.Length > MaxRecord:
		err = s.r.corrupt(fmt.Errorf("its block has %d bytes, and at most %d are read", rec.Length, int64(MaxRecord)))
	case err == nil:
		s.arc = s.arc || s.r.arc
		return rec, nil
	}
	s.lost, s.from = true, s.r.at+1
	s.left -= s.r.current()
	return nil, err
}

// giveUp ends the reading of a file in which nothing but damage is found.
func (s *Scanner) giveUp(why string) error {
	s.lost, s.from, s.tries, s.left = true, s.size, 0, maxInVain
	return &aranea.Error{Op: "read WARC", Kind: aranea.Corrupt, Err: fmt.Errorf("%s; the rest of the file is not read", why)}
}

// resume looks for the next record that can be read behind damage.
func (s *Scanner) resume() (*Record, error) {
	if s.left < 0 {
		return nil, s.giveUp("too much of it is damaged")
	}
	for ; s.tries < maxResumptions; s.tries++ {
		at, err := s.find()
		if err != nil {
			return nil, err
		}
		s.from = at + 1
		r := ReaderAt(s.file, at, s.size)
		if rec, err := r.Next(); err == nil && rec.Length <= MaxRecord {
			s.r, s.lost = r, false
			return rec, nil
		}
	}
	return nil, s.giveUp(fmt.Sprintf("no record was found at %d places behind damage", maxResumptions))
}

// find returns the next place at which a record may begin, or io.EOF.
func (s *Scanner) find() (int64, error) {
	marks := [][]byte{[]byte("\nWARC/"), {0x1f, 0x8b, 8}}
	if s.arc {
		marks = append(marks, []byte("\nhttp"))
	}
	if s.buf == nil {
		s.buf = make([]byte, window)
	}
	for at := max(s.from-1, 0); at < s.size; {
		n, err := s.file.ReadAt(s.buf, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		first, b := int64(-1), s.buf[:n]
		for _, mark := range marks {
			if place := behind(b, mark, at, s.from); place >= 0 && (first < 0 || place < first) {
				first = place
				b = b[:min(first-at+int64(len(marks[0])), int64(n))] // what is behind it is of no interest
			}
		}
		if first >= 0 {
			return first, nil
		}
		if at += int64(n - len(marks[0])); n < window {
			break
		}
	}
	return 0, io.EOF
}

// behind returns the first place of a pattern in the part b of a file that begins at base, not before
// from; -1 if there is none. A line end in front of the pattern is not part of what it marks.
func behind(b, pattern []byte, base, from int64) int64 {
	for skip := 0; ; {
		i := bytes.Index(b[skip:], pattern)
		if i < 0 {
			return -1
		}
		place := base + int64(skip+i)
		if pattern[0] == '\n' {
			place++
		}
		if place >= from {
			return place
		}
		skip += i + 1
	}
}
